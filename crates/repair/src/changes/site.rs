//! Sites: expressions as the user wrote them, how they are written, and what stands around them.

use whydunit_program::{
    BinaryOp, Expr, ExprKind, FunctionId, PlaceBase, Program, SourceStmtId, TypeId, TypeTable,
    strength,
};
use whydunit_source::Span;

use super::Generator;
use crate::piece::{Piece, strength_of};

/// How the text of a node is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Plain,
    /// `x += e`.
    Compound,
    /// `x++` and its like.
    Step,
}

/// What the value at a site is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// The whole condition of a branch.
    Decision,
    /// An operand of `&&`, `||` or `!`.
    Truth,
    /// The whole of what is assigned, returned or passed.
    Whole,
    Operand,
}

/// What part of a statement an expression is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Part {
    /// Of a condition, and of none of the parts below.
    Condition,
    /// An operand of a comparison.
    Bound,
    /// The index of an element, or what is added to a pointer.
    Subscript,
    /// Of an argument of a call.
    Argument,
    /// Of what is assigned.
    Assigned,
    Returned,
    /// The pointer or record through which is assigned.
    Target,
}

/// A part of a statement: all of it, or an operand of what it computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Role {
    pub(crate) part: Part,
    pub(crate) is_whole: bool,
}

impl Role {
    pub(crate) fn whole(part: Part) -> Role {
        Role { part, is_whole: true }
    }

    /// That of an expression's child, counted as [`Expr::operands`] does.
    pub(super) fn of_child(self, types: &TypeTable, parent: &Expr, position: usize) -> Role {
        let operand = Role { is_whole: false, ..self };
        match &parent.kind {
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                // A null pointer bounds nothing.
                let is_null =
                    |expr: &Expr| expr.as_int() == Some(0) && types.pointee(expr.ty).is_some();
                match is_null(left) || is_null(right) {
                    true => operand,
                    false => Role::whole(Part::Bound),
                }
            }
            ExprKind::PtrAdd(..) if position == 1 => Role::whole(Part::Subscript),
            ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
                match (&place.base, position) {
                    (PlaceBase::Deref(_), 0) => operand,
                    _ => Role::whole(Part::Subscript),
                }
            }
            _ => operand,
        }
    }
}

pub(crate) struct Site<'p> {
    pub(crate) expr: &'p Expr,
    pub(crate) text: &'p str,
    pub(crate) used: Use,
    pub(crate) role: Role,
    pub(crate) source: SourceStmtId,
    /// The variable that receives the value.
    pub(crate) receiver: Option<&'p str>,
    pub(crate) form: Form,
}

/// A site, for those who want to know nothing else of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SiteView {
    pub(crate) span: Span,
    pub(crate) ty: TypeId,
    pub(crate) used: Use,
    pub(crate) source: SourceStmtId,
    pub(crate) function: FunctionId,
    /// Brackets or the ends of the statement are around it.
    pub(crate) is_enclosed: bool,
}

impl<'p> Generator<'p> {
    /// Is it what `++`, `--` or `op=` changes? Only a variable can stand there.
    pub(super) fn is_assigned(&self, span: Span) -> bool {
        let (before, after) = self.around(span);
        let is_step = |text: &str| text.starts_with("++") || text.starts_with("--");
        let mut rest = after.chars();
        let is_compound = match rest.next() {
            Some('+' | '-' | '*' | '/' | '%' | '&' | '|' | '^') => rest.next() == Some('='),
            Some('<' | '>') => after.starts_with("<<=") || after.starts_with(">>="),
            _ => false,
        };
        is_step(after) || before.ends_with("++") || before.ends_with("--") || is_compound
    }

    pub(crate) fn needs_parentheses(&self, site: &Site<'p>, with: &Piece) -> bool {
        if with.strength >= strength_of(site.expr, site.text).max(1)
            && with.strength != BinaryOp::Sub.strength()
        {
            return false;
        }
        if with.strength >= strength::PRIMARY {
            return false;
        }
        let span = site.expr.span;
        let (before, after) = self.around(span);
        // `x && new && y`, `x < new`: only weaker operators around, or one that groups its operands either way.
        let is_loose = |text: &str, is_before: bool| {
            binding(text, is_before).is_some_and(|outer| {
                outer < with.strength
                    || outer == with.strength && matches!(outer, strength::AND | strength::OR)
            })
        };
        let is_weak_before = opens(before) || is_loose(before, true);
        let is_weak_after = closes(after) || is_loose(after, false);
        !(is_weak_before && is_weak_after)
    }

    /// What stands before and behind.
    pub(crate) fn around(&self, span: Span) -> (&'p str, &'p str) {
        let text = self.program.sources.file(span.file).text();
        (text[..span.start as usize].trim_end(), text[span.end as usize..].trim_start())
    }

    pub(super) fn is_enclosed(&self, span: Span) -> bool {
        let (before, after) = self.around(span);
        opens(before) && closes(after)
    }
}

/// How tightly the comparison or logical operator binds that a text ends or begins with.
fn binding(text: &str, is_before: bool) -> Option<u8> {
    let has = |symbol: &str| match is_before {
        true => text.ends_with(symbol),
        false => text.starts_with(symbol),
    };
    let is_other = ["<<", ">>", "->", "<<=", ">>="].iter().any(|other| has(other));
    let logical = [("&&", strength::AND), ("||", strength::OR)];
    let equal = ["==", "!="].map(|symbol| (symbol, BinaryOp::Eq.strength()));
    let ordered = ["<=", ">=", "<", ">"].map(|symbol| (symbol, BinaryOp::Lt.strength()));
    let mut all = logical.into_iter().chain(equal).chain(ordered);
    all.find(|(symbol, _)| !is_other && has(symbol)).map(|(_, strength)| strength)
}

fn closes(after: &str) -> bool {
    after.starts_with([')', ',', ']', ';', '}', '?', ':'])
}

fn opens(before: &str) -> bool {
    before.ends_with(['(', ',', '[', ';', '{', '?', ':'])
        || before.ends_with("return")
        || before.ends_with('=')
            && !["==", "!=", "<=", ">="].iter().any(|comparison| before.ends_with(comparison))
}

/// Without the conversions that C adds by itself.
pub(crate) fn core(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) if inner.span == expr.span => core(inner),
        _ => expr,
    }
}

pub(super) fn form(program: &Program, expr: &Expr, text: &str) -> Form {
    let trimmed = text.trim();
    let steps = ["++", "--"].iter();
    if steps.clone().any(|step| trimmed.starts_with(step) || trimmed.ends_with(step)) {
        return Form::Step;
    }
    let operands = match &expr.kind {
        ExprKind::Binary(op, left, right) => Some((left, right, op.symbol())),
        ExprKind::PtrAdd(left, right) => {
            let symbol = if text.contains("-=") { "-" } else { "+" };
            Some((left, right, symbol))
        }
        _ => None,
    };
    if let Some((left, right, symbol)) = operands {
        let (left, right) = (core(left).span, core(right).span);
        if left.file == right.file && left.end <= right.start {
            let gap = program.sources.text(Span::new(left.file, left.end, right.start));
            let is_comparison = matches!(symbol, "<" | ">" | "<=" | ">=" | "==" | "!=");
            if !is_comparison && gap.contains(&format!("{symbol}=")) {
                return Form::Compound;
            }
        }
    }
    Form::Plain
}
