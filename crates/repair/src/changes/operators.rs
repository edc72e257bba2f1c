//! Another operator: `<` for `<=`, `+` for `-`, `&&` for `||`, operands exchanged, an operand or a negation left out.

use whydunit_program::{BinaryOp, Expr, ExprKind, UnaryOp};
use whydunit_source::Span;

use super::operator::{
    ARITHMETIC, BITS, Operator, RELATIONS, common_type, converted, negated, operator_of,
};
use super::{Form, Generator, Site, Use, core, cost};
use crate::Edit;
use crate::piece::{Piece, Sort};

impl<'p> Generator<'p> {
    pub(super) fn operators(&mut self, site: &Site<'p>) {
        match &site.expr.kind {
            ExprKind::Binary(op, left, right) => self.binary(site, *op, left, right),
            ExprKind::PtrAdd(..) if site.form == Form::Step => self.stepped_back(site),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                let is_and = matches!(site.expr.kind, ExprKind::And(..));
                let other = if is_and { Operator::Or } else { Operator::And };
                self.with_operator(site, other, cost::TOKEN);
                let (l, r) = (self.piece(left), self.piece(right));
                self.replace(site, &l, cost::LEFT_OUT);
                self.replace(site, &r, cost::LEFT_OUT);
            }
            ExprKind::Unary(op, operand) => {
                // `!x` and `-x` without the operator; of `~x` too.
                let piece = self.piece(operand);
                let is_negated_test = *op == UnaryOp::Not;
                let cost = if is_negated_test { cost::TOKEN } else { cost::DISTANT_TOKEN };
                self.replace(site, &piece, cost);
            }
            ExprKind::Cond(..) => self.exchanged_alternatives(site),
            _ => {}
        }
    }

    fn binary(&mut self, site: &Site<'p>, op: BinaryOp, left: &'p Expr, right: &'p Expr) {
        if site.form == Form::Step {
            self.stepped_back(site);
            return;
        }
        let families: [&[BinaryOp]; 3] = [&RELATIONS, &ARITHMETIC, &BITS];
        for other in families.into_iter().flatten().copied() {
            let is_same_family =
                families.iter().any(|one| one.contains(&op) && one.contains(&other));
            let is_decision = matches!(site.used, Use::Decision | Use::Truth);
            let from_value = !op.is_comparison() && other.is_comparison() && is_decision;
            if !(is_same_family || from_value && site.form == Form::Plain) {
                continue;
            }
            let to = match site.form {
                Form::Compound => Operator::Assign(Some(other)),
                _ => Operator::Binary(other),
            };
            let price = Operator::Binary(op).distance(Operator::Binary(other));
            self.with_operator(site, to, price);
        }
        if site.form == Form::Compound {
            self.with_operator(site, Operator::Assign(None), cost::TOKEN);
        }
        if site.form == Form::Plain && !op.is_comparison() {
            let (l, r) = (self.piece(left), self.piece(right));
            self.replace(site, &l, cost::LEFT_OUT);
            if !matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                self.replace(site, &r, cost::LEFT_OUT);
            }
            self.exchanged_operands(site);
        }
    }

    /// `b - a` for `a - b`.
    pub(crate) fn exchanged_operands(&mut self, site: &Site<'p>) {
        let kind = match &site.expr.kind {
            ExprKind::Binary(op, left, right)
                if site.form == Form::Plain && !op.is_comparison() && left.ty == right.ty =>
            {
                let is_symmetric = matches!(
                    op,
                    BinaryOp::Add
                        | BinaryOp::Mul
                        | BinaryOp::BitAnd
                        | BinaryOp::BitOr
                        | BinaryOp::BitXor
                );
                (!is_symmetric)
                    .then(|| (left, right, ExprKind::Binary(*op, right.clone(), left.clone())))
            }
            ExprKind::PtrDiff(left, right) if site.form == Form::Plain => {
                Some((left, right, ExprKind::PtrDiff(right.clone(), left.clone())))
            }
            _ => None,
        };
        if let Some((left, right, kind)) = kind {
            self.exchange(site, left, right, kind);
        }
    }

    /// `c ? b : a` for `c ? a : b`.
    pub(crate) fn exchanged_alternatives(&mut self, site: &Site<'p>) {
        if let ExprKind::Cond(condition, yes, no) = &site.expr.kind {
            let kind = ExprKind::Cond(condition.clone(), no.clone(), yes.clone());
            self.exchange(site, yes, no, kind);
        }
    }

    /// Another operator between the same operands, where it means something there.
    pub(crate) fn with_operator(&mut self, site: &Site<'p>, to: Operator, price: u32) {
        let Some((from, left, right)) = operator_of(site) else { return };
        if from == to || !from.is_akin(to) {
            return;
        }
        match (from, to) {
            (Operator::Increment | Operator::Decrement, _) => self.step(site, left, right, price),
            (Operator::Assign(_), Operator::Assign(None)) => {
                let Some(span) = self.operator_between(left, right, &from.symbol()) else { return };
                let with = self.piece(right).converted(site.expr.ty).expr;
                self.propose(site, Edit { span, new: to.symbol() }, with, price);
            }
            (Operator::Assign(_), Operator::Assign(Some(op))) => {
                let to = Operator::Binary(op);
                self.infix(site, (from, left, right), to, Operator::Assign(Some(op)), price);
            }
            _ => self.infix(site, (from, left, right), to, to, price),
        }
    }

    /// `meant` between the operands, written as `to`.
    fn infix(
        &mut self,
        site: &Site<'p>,
        (from, left, right): (Operator, &'p Expr, &'p Expr),
        meant: Operator,
        to: Operator,
        price: u32,
    ) {
        if let Operator::Binary(op) = meant
            && is_pointless(op, right)
        {
            return;
        }
        let Some(span) = self.operator_between(left, right, &from.symbol()) else { return };
        let Some(with) = self.operated(meant, left, right, site.expr.span) else { return };
        let with = self.as_value_of(site, with);
        let (l, r) = (self.piece(left), self.piece(right));
        let strength = meant.strength();
        let whole = Piece {
            text: format!("{} {} {}", l.within(strength), to.symbol(), r.within(strength + 1)),
            expr: with.clone(),
            strength,
        };
        // The same operands still belong together if it binds as tightly, or if nothing around it binds in between.
        let is_grouped = site.form != Form::Plain
            || strength == from.strength()
            || l.strength >= strength
                && r.strength > strength
                && !self.needs_parentheses(site, &whole);
        if is_grouped {
            self.propose(site, Edit { span, new: to.symbol() }, with, price);
        } else {
            self.replace(site, &whole, price);
        }
    }

    /// A value of another type in the place of a site's.
    fn as_value_of(&self, site: &Site<'p>, with: Expr) -> Expr {
        let (ty, span) = (site.expr.ty, site.expr.span);
        if with.ty == ty {
            return with;
        }
        if matches!(site.used, Use::Decision | Use::Truth) {
            let zero = Box::new(Expr::int(0, with.ty, span));
            let kind = ExprKind::Binary(BinaryOp::Ne, Box::new(with), zero);
            let truth = Expr::new(kind, self.int, span);
            return match ty == self.int {
                true => truth,
                false => Expr::new(ExprKind::Cast(Box::new(truth)), ty, span),
            };
        }
        Expr::new(ExprKind::Cast(Box::new(with)), ty, span)
    }

    /// What an operator computes, where it has a meaning for operands of these types.
    pub(crate) fn operated(
        &self,
        op: Operator,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Option<Expr> {
        let boxed = |expr: &Expr| Box::new(expr.clone());
        let op = match op {
            Operator::And => {
                return Some(Expr::new(ExprKind::And(boxed(left), boxed(right)), self.int, span));
            }
            Operator::Or => {
                return Some(Expr::new(ExprKind::Or(boxed(left), boxed(right)), self.int, span));
            }
            Operator::Binary(op) => op,
            _ => return None,
        };
        let types = &self.program.types;
        let (left, right) = match (self.sort(left.ty)?, self.sort(right.ty)?) {
            (Sort::Integer, Sort::Integer) if left.ty == right.ty => (left.clone(), right.clone()),
            (Sort::Integer, Sort::Integer) => {
                let common = common_type(types, core(left).ty, core(right).ty, self.int)?;
                (converted(core(left), common), converted(core(right), common))
            }
            (Sort::Float, Sort::Float) if op == BinaryOp::Rem || BITS.contains(&op) => return None,
            (Sort::Float, Sort::Float) if left.ty == right.ty => (left.clone(), right.clone()),
            (Sort::Pointer(one), Sort::Pointer(other)) if one == other && op.is_comparison() => {
                (left.clone(), right.clone())
            }
            (Sort::Pointer(_), Sort::Integer) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                // Only the other direction is asked for.
                let kind = ExprKind::PtrAdd(boxed(left), Box::new(negated(right)));
                return Some(Expr::new(kind, left.ty, span));
            }
            _ => return None,
        };
        let ty = if op.is_comparison() { self.int } else { left.ty };
        Some(Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span))
    }

    /// The texts of two operands change places.
    pub(crate) fn exchange(
        &mut self,
        site: &Site<'p>,
        first: &Expr,
        second: &Expr,
        kind: ExprKind,
    ) {
        let (first, second) = (core(first).span, core(second).span);
        if first.file != second.file || first.end > second.start {
            return;
        }
        let between = self.text(Span::new(first.file, first.end, second.start));
        let span = Span::new(first.file, first.start, second.end);
        let new = format!("{}{between}{}", self.text(second), self.text(first));
        let with = Expr::new(kind, site.expr.ty, site.expr.span);
        self.propose(site, Edit { span, new }, with, cost::DISTANT_TOKEN);
    }

    fn stepped_back(&mut self, site: &Site<'p>) {
        let other = match site.text.contains("++") {
            true => Operator::Decrement,
            false => Operator::Increment,
        };
        self.with_operator(site, other, cost::TOKEN);
    }

    /// `x++`: down instead of up, and the other way round.
    fn step(&mut self, site: &Site<'p>, left: &Expr, right: &Expr, price: u32) {
        let is_up = site.text.contains("++");
        let (from, to) = if is_up { ("++", "--") } else { ("--", "++") };
        let Some(at) = site.text.find(from) else { return };
        let start = site.expr.span.start + at as u32;
        let span = Span::new(site.expr.span.file, start, start + 2);
        let kind = match &site.expr.kind {
            ExprKind::Binary(_, l, r) => {
                let op = if is_up { BinaryOp::Sub } else { BinaryOp::Add };
                ExprKind::Binary(op, l.clone(), r.clone())
            }
            _ => ExprKind::PtrAdd(Box::new(left.clone()), Box::new(negated(right))),
        };
        let with = Expr::new(kind, site.expr.ty, site.expr.span);
        self.propose(site, Edit { span, new: to.to_owned() }, with, price);
    }
}

/// `e * 1`, `e / 1`, `e + 0` and the like: what leaves the other operand as it is, or nothing of it, is said without the operator.
fn is_pointless(op: BinaryOp, right: &Expr) -> bool {
    let ExprKind::Int(value) = core(right).kind else { return false };
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => matches!(value, 0 | 1),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Shl | BinaryOp::Shr => value == 0,
        _ => false,
    }
}
