//! The rules of a library at the sites of a program.
//!
//! What could stand instead is made by the families of `changes`; here is decided which of it a rule asks for.

use whydunit_program::{
    BinaryOp, Expr, ExprKind, LocalRole, Place, PlaceBase, Point, Projection, Stmt, StmtKind,
};
use whydunit_source::Span;

use super::offset::Offset;
use super::rule::{Name, Neighbour, Rule, Sizeof, Swap};
use super::{Alternative, Entry, Library};
use crate::Edit;
use crate::changes::{Form, Generator, Guard, Operator, Part, Site, Use, cost, operator_of};
use crate::piece::{Piece, Sort};
use crate::pool::{Ingredient, Origin};

impl<'p> Generator<'p> {
    /// The alternatives to an expression.
    pub(crate) fn annotate(&mut self, library: &Library, site: &Site<'p>) {
        for entry in library.entries() {
            self.apply(entry.rule, site);
            self.keep(entry);
        }
    }

    /// The alternatives to a call as a whole.
    pub(crate) fn annotate_call(&mut self, library: &Library, (stmt, at): (&'p Stmt, Point)) {
        for entry in library.entries() {
            if entry.rule == Rule::Swap(Swap::Arguments) {
                self.exchanged_arguments(stmt, at);
                self.keep(entry);
            }
        }
    }

    /// The alternatives to an assignment as a whole.
    pub(crate) fn annotate_assignment(
        &mut self,
        library: &Library,
        (stmt, at): (&'p Stmt, Point),
        place: &'p Place,
        value: &'p Expr,
    ) {
        for entry in library.entries() {
            match entry.rule {
                Rule::Target(wanted) => {
                    self.targets(&|target| target == wanted, (stmt, at), place, value);
                }
                Rule::Operator { from: Operator::Assign(None), to: Operator::Assign(Some(op)) } => {
                    self.computed_in_place((stmt, at), op, place, value);
                }
                _ => continue,
            }
            self.keep(entry);
        }
    }

    /// Those guards that have entries.
    pub(crate) fn annotate_guards(&mut self, library: &Library, guards: Vec<Guard>) {
        for Guard { limit, action, change } in guards {
            let wanted = Rule::Guard { limit, action };
            if let Some(entry) = library.entries().find(|entry| entry.rule == wanted) {
                let (weight, entry) = (entry.weight, entry.name.clone());
                self.alternatives.push(Alternative { change, weight, entry });
            }
        }
    }

    /// Takes what was proposed for an entry.
    fn keep(&mut self, entry: &Entry) {
        let found = self.take_found();
        self.alternatives.extend(found.into_iter().map(|change| Alternative {
            change,
            weight: entry.weight,
            entry: entry.name.clone(),
        }));
    }

    fn apply(&mut self, rule: Rule, site: &Site<'p>) {
        if let Rule::Operator { from, to } = rule {
            if operator_of(site).is_some_and(|(written, ..)| written == from) {
                self.with_operator(site, to, from.distance(to));
            }
            return;
        }
        if site.form != Form::Plain || !self.is_plain(site) {
            return;
        }
        let is_at = |part: Option<Part>| part.is_none_or(|part| part == site.role.part);
        match rule {
            Rule::ConstantBy { part, by } if is_at(part) => {
                if let Some(other) = literal(site).and_then(|value| by.of(value)) {
                    self.with_constant(site, other, cost::NEIGHBOUR + 1);
                }
            }
            Rule::ConstantAs { part, name } if is_at(part) && literal(site).is_some() => {
                self.renamed(site, name);
            }
            Rule::ExpressionBy { part, by } if is_at(part) => self.off_by(site, by),
            Rule::VariableAs { part, name } if is_at(part) && self.is_variable(site) => {
                self.renamed(site, name);
            }
            Rule::Neighbour(Neighbour::Field) => self.other_fields(site, cost::NEIGHBOUR + 1),
            Rule::Neighbour(Neighbour::Array) => self.other_arrays(site, cost::TOKEN),
            Rule::Swap(Swap::Operands) => self.exchanged_operands(site),
            Rule::Swap(Swap::Subscripts) => self.exchanged_subscripts(site),
            Rule::Swap(Swap::Alternatives) => self.exchanged_alternatives(site),
            Rule::Sizeof(Sizeof::Elements) => self.element_count(site),
            Rule::Sizeof(Sizeof::AnotherArray) => self.other_sizes(site),
            Rule::Negated => self.negated(site),
            _ => {}
        }
    }

    /// Names in scope that could stand for a variable or a number.
    fn renamed(&mut self, site: &Site<'p>, name: Name) {
        let Some(sort) = self.sort(site.expr.ty) else { return };
        let is_wanted = |one: &Ingredient| {
            one.sort == sort
                && match name {
                    Name::SameType => {
                        one.origin == Origin::Variable && one.piece.expr.ty == site.expr.ty
                    }
                    Name::OtherType => {
                        one.origin == Origin::Variable && one.piece.expr.ty != site.expr.ty
                    }
                    Name::Constant => one.is_named_number(),
                }
        };
        let in_scope = self.pool.at(site.expr.span.start);
        let found: Vec<Piece> =
            in_scope.filter(|one| is_wanted(one)).map(|one| one.piece.clone()).collect();
        for piece in found {
            self.replace(site, &piece, cost::TOKEN);
        }
    }

    fn is_variable(&self, site: &Site<'p>) -> bool {
        let (ExprKind::Load(place) | ExprKind::Decay(place)) = &site.expr.kind else {
            return false;
        };
        let is_named = match place.base {
            PlaceBase::Local(local) => {
                let role = self.program.function(self.function).local(local).role;
                matches!(role, LocalRole::Variable | LocalRole::Parameter)
            }
            PlaceBase::Global(_) => true,
            PlaceBase::Deref(_) => false,
        };
        is_named && place.path.is_empty() && is_word(site.text)
    }

    /// `n - 1` for `n`, where `n` is all that is written there.
    fn off_by(&mut self, site: &Site<'p>, by: Offset) {
        let is_truth = matches!(site.used, Use::Decision | Use::Truth);
        if is_truth || !site.role.is_whole || !is_quantity(site) {
            return;
        }
        if let Some((Operator::Binary(op @ (BinaryOp::Add | BinaryOp::Sub)), left, right)) =
            operator_of(site)
            && let ExprKind::Int(value) = right.kind
            && !is_word(site.text)
        {
            // `n + 1` becomes `n`; other constants are constants.
            if op != by.op && value.abs() == by.value {
                let left = self.piece(left);
                self.replace(site, &left, cost::LEFT_OUT);
            }
            return;
        }
        self.computed_with(site, by.op, by.value, cost::DISTANT_TOKEN);
    }

    /// `!e` for `e`, and the other way round.
    fn negated(&mut self, site: &Site<'p>) {
        let is_negated = self.around(site.expr.span).0.ends_with('!');
        if is_negated || !matches!(site.used, Use::Decision | Use::Truth) {
            return;
        }
        let piece = match &site.expr.kind {
            ExprKind::Unary(whydunit_program::UnaryOp::Not, operand) => self.piece(operand),
            // Comparisons have operators for that.
            ExprKind::Binary(op, ..) if op.is_comparison() => return,
            _ => {
                let own = Piece::new(site.expr.clone(), site.text);
                Piece::unary(whydunit_program::UnaryOp::Not, &own, self.int)
            }
        };
        self.replace(site, &piece, cost::TOKEN);
    }

    /// `x += e` for `x = e`.
    fn computed_in_place(
        &mut self,
        (stmt, at): (&'p Stmt, Point),
        op: BinaryOp,
        place: &'p Place,
        value: &'p Expr,
    ) {
        let end = self.piece(value).expr.span.start;
        let (file, start) = (place.span.file, place.span.end);
        if self.sort(place.ty) != Some(Sort::Integer) || end < start {
            return;
        }
        let gap = self.text(Span::new(file, start, end));
        let Some(offset) = gap.find('=').filter(|_| gap.trim().trim_end_matches('(') == "=") else {
            return;
        };
        let own = Expr { span: place.span, ..Expr::load(place.clone()) };
        let sign = start + offset as u32;
        let Some(result) = self.operated(Operator::Binary(op), &own, value, value.span) else {
            return;
        };
        let value = Piece::new(result, "").converted(place.ty).expr;
        let new = Operator::Assign(Some(op)).symbol();
        let edit = Edit { span: Span::new(file, sign, sign + 1), new };
        let with = StmtKind::Assign { place: place.clone(), value };
        self.propose_statement(stmt, at, edit, with, cost::TOKEN);
    }
}

/// The value of a number that is written as such.
fn literal(site: &Site<'_>) -> Option<i128> {
    let digits = site.text.strip_prefix('-').unwrap_or(site.text);
    match site.expr.kind {
        ExprKind::Int(value) if digits.starts_with(|c: char| c.is_ascii_digit()) => Some(value),
        _ => None,
    }
}

/// Something that counts or bounds: a variable, a field, the result of a call, a name for a number, a size, a sum.
fn is_quantity(site: &Site<'_>) -> bool {
    match &site.expr.kind {
        ExprKind::Load(place) => match place.path.last() {
            None => !matches!(place.base, PlaceBase::Deref(_)),
            Some(projection) => matches!(projection, Projection::Field(_)),
        },
        ExprKind::Int(_) => literal(site).is_none() && !site.text.starts_with('\''),
        ExprKind::Binary(op, ..) => !op.is_comparison(),
        ExprKind::PtrAdd(..) => site.text.contains(['+', '-']),
        ExprKind::PtrDiff(..) | ExprKind::Decay(_) => true,
        _ => false,
    }
}

fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !text.starts_with(|c: char| c.is_ascii_digit())
}
