//! Walks over expressions of the program.

use whydunit_program::{Expr, ExprKind, Place, PlaceBase, Projection};
use whydunit_source::Span;

fn place_of(expr: &Expr) -> Option<&Place> {
    match &expr.kind {
        ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => Some(place),
        _ => None,
    }
}

fn indices(place: &Place) -> impl Iterator<Item = &Expr> {
    place.path.iter().filter_map(|projection| match projection {
        Projection::Index(index) => Some(&**index),
        Projection::Field(_) => None,
    })
}

/// The expressions that an expression consists of, in order.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => Vec::new(),
        ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
            indices(place).collect()
        }
        ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Old { expr: a, .. } => vec![a],
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::PtrAdd(a, b)
        | ExprKind::PtrDiff(a, b) => vec![a, b],
        ExprKind::Cond(a, b, c)
        | ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
        | ExprKind::Valid { pointer: a, lo: b, hi: c } => vec![a, b, c],
    }
}

/// How many parts an expression has, itself included, and how deep it is.
pub(crate) fn extent(expr: &Expr) -> (usize, u32) {
    let inner = parts(expr).into_iter().map(extent);
    let (size, depth) =
        inner.fold((0, 0), |(size, depth), part| (size + part.0, depth.max(part.1)));
    (size + 1, depth + 1)
}

/// Calls `read` on the base of every place that is read; its second argument says whether that is
/// in the state on entry.
pub(crate) fn each_read(expr: &Expr, is_old: bool, read: &mut dyn FnMut(&PlaceBase, bool)) {
    let is_old = is_old || matches!(expr.kind, ExprKind::Old { .. });
    if let Some(place) = place_of(expr) {
        read(&place.base, is_old);
    }
    parts(expr).into_iter().for_each(|part| each_read(part, is_old, read));
}

/// What finding a place reads: the indices on its way.
pub(crate) fn each_read_on_the_way(place: &Place, read: &mut dyn FnMut(&PlaceBase, bool)) {
    indices(place).for_each(|index| each_read(index, false, read));
}

/// Is one of these bases read?
pub(crate) fn reads(expr: &Expr, wanted: &dyn Fn(&PlaceBase) -> bool) -> bool {
    let mut found = false;
    each_read(expr, false, &mut |base, _| found |= wanted(base));
    found
}

/// Is one of these bases read in the state at hand, not in that on entry?
pub(crate) fn reads_now(expr: &Expr, wanted: &dyn Fn(&PlaceBase) -> bool) -> bool {
    let mut found = false;
    each_read(expr, false, &mut |base, is_old| found |= !is_old && wanted(base));
    found
}

/// Gives all parts of an expression one place in the source.
pub(crate) fn move_to(expr: &mut Expr, span: Span) {
    expr.span = span;
    match &mut expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
        ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
            place.span = span;
            for projection in &mut place.path {
                if let Projection::Index(index) = projection {
                    move_to(index, span);
                }
            }
        }
        ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Old { expr: a, .. } => {
            move_to(a, span);
        }
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::PtrAdd(a, b)
        | ExprKind::PtrDiff(a, b) => {
            move_to(a, span);
            move_to(b, span);
        }
        ExprKind::Cond(a, b, c)
        | ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
        | ExprKind::Valid { pointer: a, lo: b, hi: c } => {
            move_to(a, span);
            move_to(b, span);
            move_to(c, span);
        }
    }
}
