//! Expressions and statements of the product, as short as they are simple.

use whydunit_program::{
    BinaryOp, Callee, Expr, ExprKind, FunctionId, Global, GlobalId, Local, LocalId, LocalRole,
    Place, PlaceBase, Program, StmtKind, TypeId,
};
use whydunit_source::Span;

pub(super) fn constant(value: i128, ty: TypeId, span: Span) -> Expr {
    Expr::int(value, ty, span)
}

pub(super) fn cast(expr: Expr, ty: TypeId) -> Expr {
    if expr.ty == ty {
        return expr;
    }
    let span = expr.span;
    Expr::new(ExprKind::Cast(Box::new(expr)), ty, span)
}

/// Two scalars of the same type compared, or joined by an operation on `int`; `int` is the type of the result.
pub(super) fn binary(op: BinaryOp, left: Expr, right: Expr, int: TypeId) -> Expr {
    let span = left.span;
    Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), int, span)
}

pub(super) fn and(left: Expr, right: Expr, int: TypeId) -> Expr {
    let span = left.span;
    Expr::new(ExprKind::And(Box::new(left), Box::new(right)), int, span)
}

pub(super) fn or(left: Expr, right: Expr, int: TypeId) -> Expr {
    let span = left.span;
    Expr::new(ExprKind::Or(Box::new(left), Box::new(right)), int, span)
}

pub(super) fn place_of_global(program: &Program, id: GlobalId, span: Span) -> Place {
    Place::global(id, program.global(id).ty, span)
}

pub(super) fn load_global(program: &Program, id: GlobalId, span: Span) -> Expr {
    Expr::load(place_of_global(program, id, span))
}

/// An array as a pointer to its first element, which is of type `elem`.
pub(super) fn decay(program: &mut Program, id: GlobalId, elem: TypeId, span: Span) -> Expr {
    let pointer = program.types.pointer(elem);
    Expr::new(ExprKind::Decay(place_of_global(program, id, span)), pointer, span)
}

pub(super) fn deref(pointer: Expr, ty: TypeId) -> Place {
    let span = pointer.span;
    Place { base: PlaceBase::Deref(Box::new(pointer)), path: Vec::new(), ty, span }
}

pub(super) fn call(function: FunctionId, args: Vec<Expr>) -> StmtKind {
    StmtKind::Call { dest: None, callee: Callee::Direct(function), args }
}

/// A variable that starts as zero.
pub(super) fn zero_global(program: &mut Program, name: &str, ty: TypeId, span: Span) -> GlobalId {
    program.globals.push(Global {
        name: name.to_owned(),
        ty,
        span,
        declaration: span,
        is_const: false,
        is_literal: false,
        owner: None,
        is_undefined: false,
        init: Vec::new(),
    });
    GlobalId(program.globals.len() as u32 - 1)
}

/// A variable whose contents are an input of that name.
pub(super) fn input_global(program: &mut Program, name: &str, ty: TypeId, span: Span) -> GlobalId {
    let id = zero_global(program, name, ty, span);
    program.globals[id.index()].is_undefined = true;
    id
}

/// A temporary of a function.
pub(super) fn new_local(
    program: &mut Program,
    function: FunctionId,
    ty: TypeId,
    span: Span,
) -> LocalId {
    let in_memory = !program.types.is_scalar(ty);
    let locals = &mut program.functions[function.index()].locals;
    locals.push(Local {
        name: String::new(),
        ty,
        span,
        role: LocalRole::Temporary,
        in_memory,
        is_vla: false,
    });
    LocalId(locals.len() as u32 - 1)
}

/// The address of a global, as a pointer of that type.
pub(super) fn address(program: &mut Program, id: GlobalId, ty: TypeId, span: Span) -> Expr {
    let place = place_of_global(program, id, span);
    let pointer = program.types.pointer(place.ty);
    cast(Expr::new(ExprKind::AddrOf(place), pointer, span), ty)
}
