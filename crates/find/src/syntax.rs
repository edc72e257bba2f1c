//! What the text of a function says about its parameters.

use whydunit_program::{
    BinaryOp, CheckKind, Expr, ExprKind, Function, LocalId, Place, PlaceBase, StmtKind,
    TerminatorKind, UnaryOp,
};

use crate::limits::MOST_ARGUMENTS;

/// Does a function look at its parameters at all?
pub(crate) fn reads_parameters(function: &Function) -> bool {
    function.operands().any(|expr| {
        expr.any(&mut |part| match part.place() {
            Some((Place { base: PlaceBase::Local(local), .. }, _)) => {
                local.0 < function.param_count
            }
            _ => false,
        })
    })
}

/// The number of arguments that `main` asks for: the largest number that `argc` is compared with.
pub(crate) fn argument_count(function: &Function) -> u32 {
    let mut most = 0;
    function.walk(&mut |expr| {
        if let ExprKind::Binary(op, a, b) = &expr.kind
            && op.is_comparison()
        {
            for (side, other) in [(a, b), (b, a)] {
                if is_local(side, LocalId(0))
                    && let Some(value) = other.without_casts().as_int()
                    && (0..=MOST_ARGUMENTS).contains(&value)
                {
                    most = most.max(value as u32);
                }
            }
        }
        if let ExprKind::Int(value) = expr.kind
            && most == 0
            && (1..=4).contains(&value)
        {
            most = value as u32;
        }
    });
    most
}

fn is_local(expr: &Expr, local: LocalId) -> bool {
    match &expr.without_casts().kind {
        ExprKind::Load(Place { base: PlaceBase::Local(found), path, .. }) => {
            path.is_empty() && *found == local
        }
        _ => false,
    }
}

/// Does a precondition say how much lies behind the pointer?
pub(crate) fn states_size(function: &Function, pointer: LocalId) -> bool {
    let mut stated = false;
    for stmt in function.blocks().iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Check { kind: CheckKind::Requires, cond, .. } = &stmt.kind {
            stated |= cond.any(&mut |part| match &part.kind {
                ExprKind::Valid { pointer: base, .. } => {
                    base.any(&mut |inner| is_local(inner, pointer))
                }
                _ => false,
            });
        }
    }
    stated
}

/// Does the function ask whether the parameter is null? Then it may be.
pub(crate) fn is_compared_with_null(function: &Function, pointer: LocalId) -> bool {
    let mut compared = false;
    let mut look = |expr: &Expr| match &expr.kind {
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => {
            for (side, other) in [(a, b), (b, a)] {
                compared |= is_local(side, pointer) && other.without_casts().as_int() == Some(0);
            }
        }
        ExprKind::Unary(UnaryOp::Not, a) => compared |= is_local(a, pointer),
        ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            compared |= is_local(a, pointer) || is_local(b, pointer);
        }
        ExprKind::Cond(a, ..) => compared |= is_local(a, pointer),
        _ => {}
    };
    for block in function.blocks() {
        for stmt in &block.stmts {
            // What a contract says of null is a promise, not a question.
            if !matches!(stmt.kind, StmtKind::Check { .. }) {
                stmt.kind.operands().for_each(|expr| expr.walk(&mut look));
            }
        }
        block.terminator.kind.operand().into_iter().for_each(|expr| expr.walk(&mut look));
    }
    for block in function.blocks() {
        if let TerminatorKind::Branch { cond, .. } = &block.terminator.kind {
            compared |= is_local(cond, pointer);
        }
    }
    compared
}
