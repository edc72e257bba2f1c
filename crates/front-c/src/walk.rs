//! Everything that functions and globals refer to, for passes that renumber or rewrite.

use whydunit_program::{
    Body, Callee, Expr, ExprKind, Function, FunctionId, Global, GlobalId, InitValue, Place,
    PlaceBase, Projection, StmtKind, TerminatorKind, TypeId,
};

/// Something that a function or global refers to.
pub(crate) enum Reference<'a> {
    Function(&'a mut FunctionId),
    Global(&'a mut GlobalId),
    Type(&'a mut TypeId),
    /// A place, before what it is made of.
    Place(&'a mut Place),
}

pub(crate) type Visitor<'v> = dyn FnMut(Reference<'_>) + 'v;

pub(crate) fn references_of_global(global: &mut Global, visit: &mut Visitor<'_>) {
    visit(Reference::Type(&mut global.ty));
    for part in &mut global.init {
        match &mut part.value {
            InitValue::Bytes(_) => {}
            InitValue::GlobalAddr(id, _) => visit(Reference::Global(id)),
            InitValue::FunctionAddr(id) => visit(Reference::Function(id)),
        }
    }
}

pub(crate) fn references_of_function(function: &mut Function, visit: &mut Visitor<'_>) {
    visit(Reference::Type(&mut function.signature.result));
    for param in &mut function.signature.params {
        visit(Reference::Type(param));
    }
    for local in &mut function.locals {
        visit(Reference::Type(&mut local.ty));
    }
    let Body::Blocks(blocks) = &mut function.body else { return };
    for block in blocks {
        for stmt in &mut block.stmts {
            references_of_stmt(&mut stmt.kind, visit);
        }
        match &mut block.terminator.kind {
            TerminatorKind::Branch { cond, .. } => in_expr(cond, visit),
            TerminatorKind::Switch { value, .. } => in_expr(value, visit),
            TerminatorKind::Return(Some(value)) => in_expr(value, visit),
            TerminatorKind::Goto(_)
            | TerminatorKind::Return(None)
            | TerminatorKind::Unreachable => {}
        }
    }
}

fn references_of_stmt(kind: &mut StmtKind, visit: &mut Visitor<'_>) {
    match kind {
        StmtKind::Assign { place, value } => {
            in_place(place, visit);
            in_expr(value, visit);
        }
        StmtKind::Zero { place } | StmtKind::Input { place, .. } => in_place(place, visit),
        StmtKind::Copy { to, from, .. } => {
            in_place(to, visit);
            in_place(from, visit);
        }
        StmtKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                in_place(dest, visit);
            }
            match callee {
                Callee::Direct(id) => visit(Reference::Function(id)),
                Callee::Pointer(pointer) => in_expr(pointer, visit),
            }
            args.iter_mut().for_each(|arg| in_expr(arg, visit));
        }
        StmtKind::VaArg { place, list } => {
            in_place(place, visit);
            in_expr(list, visit);
        }
        StmtKind::Assume { cond } | StmtKind::Check { cond, .. } => in_expr(cond, visit),
        StmtKind::AllocVla { count, .. } => in_expr(count, visit),
        StmtKind::Live { .. }
        | StmtKind::Dead { .. }
        | StmtKind::Snapshot { .. }
        | StmtKind::Unsupported { .. } => {}
    }
}

fn in_place(place: &mut Place, visit: &mut Visitor<'_>) {
    visit(Reference::Place(place));
    visit(Reference::Type(&mut place.ty));
    match &mut place.base {
        PlaceBase::Local(_) => {}
        PlaceBase::Global(id) => visit(Reference::Global(id)),
        PlaceBase::Deref(pointer) => in_expr(pointer, visit),
    }
    for step in &mut place.path {
        if let Projection::Index(index) = step {
            in_expr(index, visit);
        }
    }
}

fn in_expr(expr: &mut Expr, visit: &mut Visitor<'_>) {
    visit(Reference::Type(&mut expr.ty));
    match &mut expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => {}
        ExprKind::FunctionAddr(id) => visit(Reference::Function(id)),
        ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
            in_place(place, visit);
        }
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => in_expr(operand, visit),
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::PtrAdd(a, b)
        | ExprKind::PtrDiff(a, b) => {
            in_expr(a, visit);
            in_expr(b, visit);
        }
        ExprKind::Cond(a, b, c) => {
            in_expr(a, visit);
            in_expr(b, visit);
            in_expr(c, visit);
        }
        ExprKind::Quantifier { lo, hi, body, .. } => {
            in_expr(lo, visit);
            in_expr(hi, visit);
            in_expr(body, visit);
        }
        ExprKind::Valid { pointer, lo, hi } => {
            in_expr(pointer, visit);
            in_expr(lo, visit);
            in_expr(hi, visit);
        }
        ExprKind::Old { expr, .. } => in_expr(expr, visit),
    }
}
