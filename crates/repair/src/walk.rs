//! Every expression of a statement, outermost first or innermost first.

use whydunit_program::{
    Callee, Expr, ExprKind, Place, PlaceBase, Projection, StmtKind, TerminatorKind,
};

/// Calls `found` on the expressions that stand directly in a statement.
pub(crate) fn top_of_stmt<'e>(kind: &'e StmtKind, found: &mut dyn FnMut(&'e Expr)) {
    match kind {
        StmtKind::Assign { place, value } => {
            top_of_place(place, found);
            found(value);
        }
        StmtKind::Copy { to, from, .. } => {
            top_of_place(to, found);
            top_of_place(from, found);
        }
        StmtKind::Zero { place } | StmtKind::Input { place, .. } => top_of_place(place, found),
        StmtKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                top_of_place(dest, found);
            }
            if let Callee::Pointer(pointer) = callee {
                found(pointer);
            }
            args.iter().for_each(found);
        }
        StmtKind::VaArg { place, list } => {
            top_of_place(place, found);
            found(list);
        }
        StmtKind::Assume { cond } | StmtKind::Check { cond, .. } => found(cond),
        StmtKind::AllocVla { count, .. } => found(count),
        StmtKind::Live { .. }
        | StmtKind::Dead { .. }
        | StmtKind::Snapshot { .. }
        | StmtKind::Unsupported { .. } => {}
    }
}

pub(crate) fn top_of_terminator<'e>(kind: &'e TerminatorKind, found: &mut dyn FnMut(&'e Expr)) {
    match kind {
        TerminatorKind::Branch { cond: value, .. }
        | TerminatorKind::Switch { value, .. }
        | TerminatorKind::Return(Some(value)) => found(value),
        TerminatorKind::Goto(_) | TerminatorKind::Return(None) | TerminatorKind::Unreachable => {}
    }
}

pub(crate) fn top_of_place<'e>(place: &'e Place, found: &mut dyn FnMut(&'e Expr)) {
    if let PlaceBase::Deref(pointer) = &place.base {
        found(pointer);
    }
    for projection in &place.path {
        if let Projection::Index(index) = projection {
            found(index);
        }
    }
}

/// The expressions directly below one.
pub(crate) fn children<'e>(expr: &'e Expr, found: &mut dyn FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
        ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
            top_of_place(place, found);
        }
        ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Old { expr: a, .. } => found(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::PtrAdd(a, b)
        | ExprKind::PtrDiff(a, b) => {
            found(a);
            found(b);
        }
        ExprKind::Cond(a, b, c)
        | ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
        | ExprKind::Valid { pointer: a, lo: b, hi: c } => {
            found(a);
            found(b);
            found(c);
        }
    }
}

/// Changes the expressions that stand directly in a statement.
pub(crate) fn rewrite_stmt(kind: &mut StmtKind, change: &mut dyn FnMut(&mut Expr)) {
    match kind {
        StmtKind::Assign { place, value } => {
            rewrite_place(place, change);
            change(value);
        }
        StmtKind::Copy { to, from, .. } => {
            rewrite_place(to, change);
            rewrite_place(from, change);
        }
        StmtKind::Zero { place } | StmtKind::Input { place, .. } => rewrite_place(place, change),
        StmtKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                rewrite_place(dest, change);
            }
            if let Callee::Pointer(pointer) = callee {
                change(pointer);
            }
            args.iter_mut().for_each(change);
        }
        StmtKind::VaArg { place, list } => {
            rewrite_place(place, change);
            change(list);
        }
        StmtKind::Assume { cond } | StmtKind::Check { cond, .. } => change(cond),
        StmtKind::AllocVla { count, .. } => change(count),
        StmtKind::Live { .. }
        | StmtKind::Dead { .. }
        | StmtKind::Snapshot { .. }
        | StmtKind::Unsupported { .. } => {}
    }
}

pub(crate) fn rewrite_terminator(kind: &mut TerminatorKind, change: &mut dyn FnMut(&mut Expr)) {
    match kind {
        TerminatorKind::Branch { cond: value, .. }
        | TerminatorKind::Switch { value, .. }
        | TerminatorKind::Return(Some(value)) => change(value),
        TerminatorKind::Goto(_) | TerminatorKind::Return(None) | TerminatorKind::Unreachable => {}
    }
}

fn rewrite_place(place: &mut Place, change: &mut dyn FnMut(&mut Expr)) {
    if let PlaceBase::Deref(pointer) = &mut place.base {
        change(pointer);
    }
    for projection in &mut place.path {
        if let Projection::Index(index) = projection {
            change(index);
        }
    }
}

/// Changes the expressions directly below one.
pub(crate) fn rewrite_children(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
        ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
            rewrite_place(place, change);
        }
        ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Old { expr: a, .. } => change(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::PtrAdd(a, b)
        | ExprKind::PtrDiff(a, b) => {
            change(a);
            change(b);
        }
        ExprKind::Cond(a, b, c)
        | ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
        | ExprKind::Valid { pointer: a, lo: b, hi: c } => {
            change(a);
            change(b);
            change(c);
        }
    }
}
