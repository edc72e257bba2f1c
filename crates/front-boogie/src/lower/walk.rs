//! How large is an expression, what does it read, and in which state?

use whydunit_program::{Expr, ExprKind, Fold, Place, PlaceBase, Use, Visitor};
use whydunit_source::Span;

/// How many parts an expression has, itself included, and how deep it is.
pub(crate) fn extent(expr: &Expr) -> (usize, u32) {
    let inner = expr.operands().map(extent);
    let (size, depth) =
        inner.fold((0, 0), |(size, depth), part| (size + part.0, depth.max(part.1)));
    (size + 1, depth + 1)
}

/// Calls `read` on the base of every place that is read; its second argument says whether that is
/// in the state on entry.
pub(crate) fn each_read(expr: &Expr, read: &mut dyn FnMut(&PlaceBase, bool)) {
    Reads { is_old: false, read }.expr(expr);
}

struct Reads<'r> {
    is_old: bool,
    read: &'r mut dyn FnMut(&PlaceBase, bool),
}

impl<'p> Visitor<'p> for Reads<'_> {
    fn expr(&mut self, expr: &'p Expr) {
        let is_old = self.is_old || matches!(expr.kind, ExprKind::Old { .. });
        let outer = std::mem::replace(&mut self.is_old, is_old);
        expr.visit_parts(self);
        self.is_old = outer;
    }

    fn place(&mut self, place: &'p Place, _used: Use) {
        (self.read)(&place.base, self.is_old);
        place.visit_parts(self);
    }
}

/// Is one of these bases read?
pub(crate) fn reads(expr: &Expr, wanted: &dyn Fn(&PlaceBase) -> bool) -> bool {
    expr.any(&mut |part| part.place().is_some_and(|(place, _)| wanted(&place.base)))
}

/// Is one of these bases read in the state at hand, not in that on entry?
pub(crate) fn reads_now(expr: &Expr, wanted: &dyn Fn(&PlaceBase) -> bool) -> bool {
    let mut found = false;
    each_read(expr, &mut |base, is_old| found |= !is_old && wanted(base));
    found
}

/// Gives all parts of an expression one place in the source.
pub(crate) fn move_to(expr: &mut Expr, span: Span) {
    Moved { to: span }.expr(expr);
}

struct Moved {
    to: Span,
}

impl Fold for Moved {
    fn span(&mut self, span: &mut Span) {
        *span = self.to;
    }
}
