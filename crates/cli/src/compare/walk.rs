//! Every expression in a function, whatever it stands in; outer ones first.

use whydunit_program::{
    Callee, Expr, ExprKind, Function, Place, PlaceBase, Projection, StmtKind, TerminatorKind,
};

pub(super) type Visit<'v> = dyn FnMut(&Expr) + 'v;

pub(super) fn function(function: &Function, visit: &mut Visit<'_>) {
    for block in function.blocks() {
        for stmt in &block.stmts {
            self::stmt(&stmt.kind, visit);
        }
        match &block.terminator.kind {
            TerminatorKind::Branch { cond: expr, .. }
            | TerminatorKind::Switch { value: expr, .. }
            | TerminatorKind::Return(Some(expr)) => self::expr(expr, visit),
            TerminatorKind::Goto(_)
            | TerminatorKind::Return(None)
            | TerminatorKind::Unreachable => {}
        }
    }
}

fn stmt(kind: &StmtKind, visit: &mut Visit<'_>) {
    match kind {
        StmtKind::Assign { place, value } | StmtKind::VaArg { place, list: value } => {
            self::place(place, visit);
            expr(value, visit);
        }
        StmtKind::Zero { place } | StmtKind::Input { place, .. } => self::place(place, visit),
        StmtKind::Copy { to, from, .. } => {
            place(to, visit);
            place(from, visit);
        }
        StmtKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                place(dest, visit);
            }
            if let Callee::Pointer(pointer) = callee {
                expr(pointer, visit);
            }
            args.iter().for_each(|arg| expr(arg, visit));
        }
        StmtKind::Assume { cond: value }
        | StmtKind::Check { cond: value, .. }
        | StmtKind::AllocVla { count: value, .. } => expr(value, visit),
        StmtKind::Live { .. }
        | StmtKind::Dead { .. }
        | StmtKind::Snapshot { .. }
        | StmtKind::Unsupported { .. } => {}
    }
}

fn place(place: &Place, visit: &mut Visit<'_>) {
    if let PlaceBase::Deref(pointer) = &place.base {
        expr(pointer, visit);
    }
    for step in &place.path {
        if let Projection::Index(index) = step {
            expr(index, visit);
        }
    }
}

pub(super) fn expr(whole: &Expr, visit: &mut Visit<'_>) {
    visit(whole);
    match &whole.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
        ExprKind::Load(inner) | ExprKind::AddrOf(inner) | ExprKind::Decay(inner) => {
            place(inner, visit);
        }
        ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Old { expr: a, .. } => expr(a, visit),
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::PtrAdd(a, b)
        | ExprKind::PtrDiff(a, b) => {
            expr(a, visit);
            expr(b, visit);
        }
        ExprKind::Cond(a, b, c)
        | ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
        | ExprKind::Valid { pointer: a, lo: b, hi: c } => {
            expr(a, visit);
            expr(b, visit);
            expr(c, visit);
        }
    }
}

/// The expression without the conversions around it.
pub(super) fn bare(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) => bare(inner),
        _ => expr,
    }
}
