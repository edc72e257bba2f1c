//! All expressions of a statement, and all parts of an expression.

use whydunit_program::{
    Callee, Expr, ExprKind, Place, PlaceBase, Projection, StmtKind, TerminatorKind,
};

/// The expression and everything in it, places included.
pub(crate) fn each<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
        ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
            each_of_place(place, visit);
        }
        ExprKind::Unary(_, inner) | ExprKind::Cast(inner) => each(inner, visit),
        ExprKind::Binary(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right)
        | ExprKind::PtrAdd(left, right)
        | ExprKind::PtrDiff(left, right) => {
            each(left, visit);
            each(right, visit);
        }
        ExprKind::Cond(condition, yes, no) => {
            each(condition, visit);
            each(yes, visit);
            each(no, visit);
        }
        ExprKind::Quantifier { lo, hi, body, .. } => {
            each(lo, visit);
            each(hi, visit);
            each(body, visit);
        }
        ExprKind::Valid { pointer, lo, hi } => {
            each(pointer, visit);
            each(lo, visit);
            each(hi, visit);
        }
        ExprKind::Old { expr, .. } => each(expr, visit),
    }
}

/// The expressions in a place.
pub(crate) fn each_of_place<'e>(place: &'e Place, visit: &mut dyn FnMut(&'e Expr)) {
    if let PlaceBase::Deref(pointer) = &place.base {
        each(pointer, visit);
    }
    for step in &place.path {
        if let Projection::Index(index) = step {
            each(index, visit);
        }
    }
}

/// The outermost expressions of a statement; those of its places come one by one.
pub(crate) fn expressions<'e>(kind: &'e StmtKind, visit: &mut dyn FnMut(&'e Expr)) {
    let place = |place: &'e Place, visit: &mut dyn FnMut(&'e Expr)| {
        if let PlaceBase::Deref(pointer) = &place.base {
            visit(pointer);
        }
        for step in &place.path {
            if let Projection::Index(index) = step {
                visit(index);
            }
        }
    };
    match kind {
        StmtKind::Assign { place: to, value } => {
            place(to, visit);
            visit(value);
        }
        StmtKind::Zero { place: to } | StmtKind::Input { place: to, .. } => place(to, visit),
        StmtKind::Copy { to, from, .. } => {
            place(to, visit);
            place(from, visit);
        }
        StmtKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                place(dest, visit);
            }
            if let Callee::Pointer(pointer) = callee {
                visit(pointer);
            }
            args.iter().for_each(visit);
        }
        StmtKind::VaArg { place: to, list } => {
            place(to, visit);
            visit(list);
        }
        StmtKind::Assume { cond } | StmtKind::Check { cond, .. } => visit(cond),
        StmtKind::AllocVla { count, .. } => visit(count),
        StmtKind::Live { .. }
        | StmtKind::Dead { .. }
        | StmtKind::Snapshot { .. }
        | StmtKind::Unsupported { .. } => {}
    }
}

pub(crate) fn expressions_of_terminator<'e>(
    kind: &'e TerminatorKind,
    visit: &mut dyn FnMut(&'e Expr),
) {
    match kind {
        TerminatorKind::Branch { cond, .. } => visit(cond),
        TerminatorKind::Switch { value, .. } => visit(value),
        TerminatorKind::Return(Some(value)) => visit(value),
        TerminatorKind::Return(None) | TerminatorKind::Goto(_) | TerminatorKind::Unreachable => {}
    }
}
