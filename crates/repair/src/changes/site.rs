//! Sites: expressions as the user wrote them, how they are written, and what stands around them.

use whydunit_program::{BinaryOp, Expr, ExprKind, FunctionId, Program, SourceStmtId, TypeId};
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

pub(crate) struct Site<'p> {
    pub(crate) expr: &'p Expr,
    pub(crate) text: &'p str,
    pub(crate) used: Use,
    pub(crate) source: SourceStmtId,
    /// The variable that receives the value.
    pub(crate) receiver: Option<&'p str>,
    pub(super) form: Form,
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

    pub(super) fn needs_parentheses(&self, site: &Site<'p>, with: &Piece) -> bool {
        if with.strength >= strength_of(site.expr, site.text).max(1)
            && with.strength != BinaryOp::Sub.strength()
        {
            return false;
        }
        if with.strength >= crate::piece::ATOM {
            return false;
        }
        let span = site.expr.span;
        let (before, after) = self.around(span);
        let is_weak_neighbour = || {
            // `x && new && y`: only weaker operators around.
            let weak = |text: &str| text.starts_with("&&") || text.starts_with("||");
            let before_weak = opens(before) || before.ends_with("&&") || before.ends_with("||");
            let after_weak = closes(after) || weak(after);
            before_weak && after_weak && with.strength > crate::piece::AND
        };
        !self.is_enclosed(span) && !is_weak_neighbour()
    }

    /// What stands before and behind.
    fn around(&self, span: Span) -> (&'p str, &'p str) {
        let text = self.program.sources.file(span.file).text();
        (text[..span.start as usize].trim_end(), text[span.end as usize..].trim_start())
    }

    pub(super) fn is_enclosed(&self, span: Span) -> bool {
        let (before, after) = self.around(span);
        opens(before) && closes(after)
    }
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
