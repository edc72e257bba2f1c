//! Parentheses that were forgotten: `(a + b) / 2` for `a + b / 2`, `(flags & mask) == mask` for `flags & mask == mask`.

use whydunit_program::{BinaryOp, Expr, ExprKind, TypeId};
use whydunit_source::Span;

use super::{Form, Generator, Site, core, cost};
use crate::Edit;

/// An operator of two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Op {
    Binary(BinaryOp),
    And,
    Or,
}

fn parts(expr: &Expr) -> Option<(Op, &Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary(op, left, right) => Some((Op::Binary(*op), left, right)),
        ExprKind::And(left, right) => Some((Op::And, left, right)),
        ExprKind::Or(left, right) => Some((Op::Or, left, right)),
        _ => None,
    }
}

impl<'p> Generator<'p> {
    pub(super) fn grouping(&mut self, site: &Site<'p>) {
        if site.form != Form::Plain {
            return;
        }
        let Some((outer, left, right)) = parts(site.expr) else { return };
        if let Some((inner, middle, last)) = parts(core(right)) {
            // `l outer (m inner r)` becomes `(l outer m) inner r`.
            let first = self.joined(outer, left, middle);
            let whole = first.and_then(|first| self.joined(inner, &first, last));
            self.grouped(site, core(left).span, core(middle).span, whole);
        }
        if let Some((inner, first, middle)) = parts(core(left)) {
            // `(f inner m) outer r` becomes `f inner (m outer r)`.
            let last = self.joined(outer, middle, right);
            let whole = last.and_then(|last| self.joined(inner, first, &last));
            self.grouped(site, core(middle).span, core(right).span, whole);
        }
    }

    fn grouped(&mut self, site: &Site<'p>, from: Span, to: Span, whole: Option<Expr>) {
        let Some(whole) = whole.filter(|_| from.file == to.file && from.end <= to.start) else {
            return;
        };
        let span = Span::new(from.file, from.start, to.end);
        let text = self.text(span);
        // Where parentheses are written, nobody has forgotten them.
        let is_bare = !self.text(Span::new(from.file, from.end, to.start)).contains(['(', ')']);
        if is_bare && !text.contains('\n') {
            let edit = Edit { span, new: format!("({text})") };
            self.propose(site, edit, whole, cost::TOKEN);
        }
    }

    /// Both as operands of an operator, as C converts them; integers only.
    fn joined(&self, op: Op, left: &Expr, right: &Expr) -> Option<Expr> {
        let types = &self.program.types;
        let (a, b) = (core(left), core(right));
        let (kind_a, kind_b) = (types.int_kind(a.ty)?, types.int_kind(b.ty)?);
        let common: TypeId = match (kind_a.bits >= 32, kind_b.bits >= 32) {
            (true, true) if a.ty == b.ty => a.ty,
            (true, false) => a.ty,
            (false, true) => b.ty,
            (false, false) => self.int,
            (true, true) => return None,
        };
        let converted = |expr: &Expr| match expr.ty == common {
            true => expr.clone(),
            false => Expr::new(ExprKind::Cast(Box::new(expr.clone())), common, expr.span),
        };
        let span = a.span;
        Some(match op {
            Op::And => {
                let kind = ExprKind::And(Box::new(a.clone()), Box::new(b.clone()));
                Expr::new(kind, self.int, span)
            }
            Op::Or => {
                let kind = ExprKind::Or(Box::new(a.clone()), Box::new(b.clone()));
                Expr::new(kind, self.int, span)
            }
            Op::Binary(op) => {
                let ty = if op.is_comparison() { self.int } else { common };
                let kind = ExprKind::Binary(op, Box::new(converted(a)), Box::new(converted(b)));
                Expr::new(kind, ty, span)
            }
        })
    }
}
