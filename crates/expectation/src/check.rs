//! A copy of the program with the check.

use whydunit_program::{
    BinaryOp, Expectation, Expr, ExprKind, Place, PlaceBase, Program, TypeId, UnaryOp,
};
use whydunit_source::Span;

use crate::record::Execution;

/// The program with `condition` checked right before a statement (or the end of its block) is executed for the time that `at` says.
pub(crate) fn with_check(
    mut program: Program,
    at: Execution,
    condition: Expr,
    span: Span,
    expectation: Expectation,
) -> Program {
    let expectation = Expectation { occurrence: at.occurrence, ..expectation };
    program.expect_at(at.point, condition, span, expectation);
    program
}

pub(crate) fn int(program: &mut Program) -> TypeId {
    program.types.int(32, true)
}

pub(crate) fn falsehood(program: &mut Program, span: Span) -> Expr {
    let int = int(program);
    Expr::int(0, int, span)
}

/// `value op constant`, of an integer.
pub(crate) fn compare(program: &mut Program, op: BinaryOp, value: Expr, constant: i128) -> Expr {
    let (int, ty, span) = (int(program), value.ty, value.span);
    let constant = Expr::int(constant, ty, span);
    Expr::new(ExprKind::Binary(op, Box::new(value), Box::new(constant)), int, span)
}

/// `low <= value && value <= high`, of a floating number.
pub(crate) fn between(program: &mut Program, value: &Expr, low: f64, high: f64) -> Expr {
    let (int, ty, span) = (int(program), value.ty, value.span);
    let side = |op, limit| {
        let limit = Expr::new(ExprKind::Float(limit), ty, span);
        Box::new(Expr::new(
            ExprKind::Binary(op, Box::new(value.clone()), Box::new(limit)),
            int,
            span,
        ))
    };
    let (above, below) = (side(BinaryOp::Ge, low), side(BinaryOp::Le, high));
    Expr::new(ExprKind::And(above, below), int, span)
}

pub(crate) fn not(program: &mut Program, condition: Expr) -> Expr {
    let (int, span) = (int(program), condition.span);
    Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(condition)), int, span)
}

/// `text[index]` of a pointer to characters, as an `int`.
pub(crate) fn character(program: &mut Program, text: &Expr, index: u64) -> Option<Expr> {
    let pointee = program.types.pointee(text.ty)?;
    let is_character = program.types.int_kind(pointee).is_some_and(|kind| kind.bits == 8);
    let span = text.span;
    let (long, byte) = (program.types.int(64, true), program.types.int(8, false));
    let character = if is_character { pointee } else { byte };
    let pointer = program.types.pointer(character);
    let text = match is_character {
        true => text.clone(),
        false => Expr::new(ExprKind::Cast(Box::new(text.clone())), pointer, span),
    };
    let pointer = text.ty;
    let address = match index {
        0 => text,
        _ => {
            let index = Expr::int(index.into(), long, span);
            Expr::new(ExprKind::PtrAdd(Box::new(text), Box::new(index)), pointer, span)
        }
    };
    let load = Expr::load(Place::deref(address, character, span));
    let int = int(program);
    Some(Expr::new(ExprKind::Cast(Box::new(load)), int, span))
}

/// A string literal.
pub(crate) fn is_literal(program: &Program, text: &Expr) -> bool {
    match &text.kind {
        ExprKind::Cast(inner) => is_literal(program, inner),
        ExprKind::Decay(Place { base: PlaceBase::Global(id), path, .. }) => {
            path.is_empty() && program.global(*id).is_literal
        }
        _ => false,
    }
}
