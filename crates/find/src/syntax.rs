//! What the text of a function says about its parameters.

use whydunit_program::{
    BinaryOp, CheckKind, Expr, ExprKind, Function, LocalId, Place, PlaceBase, StmtKind,
    TerminatorKind, UnaryOp,
};

/// More arguments than this are not looked at.
const MOST_ARGUMENTS: i128 = 16;

/// Does a function look at its parameters at all?
pub(crate) fn reads_parameters(function: &Function) -> bool {
    let mut reads = false;
    visit_exprs(function, &mut |expr| {
        if let ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) = &expr.kind
            && let PlaceBase::Local(local) = place.base
        {
            reads |= local.0 < function.param_count;
        }
    });
    reads
}

/// The number of arguments that `main` asks for: the largest number that `argc` is compared with.
pub(crate) fn argument_count(function: &Function) -> u32 {
    let mut most = 0;
    visit_exprs(function, &mut |expr| {
        if let ExprKind::Binary(op, a, b) = &expr.kind
            && op.is_comparison()
        {
            for (side, other) in [(a, b), (b, a)] {
                if is_local(side, LocalId(0))
                    && let Some(value) = strip(other).as_int()
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

/// The operand of conversions.
fn strip(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) => strip(inner),
        _ => expr,
    }
}

fn is_local(expr: &Expr, local: LocalId) -> bool {
    match &strip(expr).kind {
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
            visit_expr(cond, &mut |expr| {
                if let ExprKind::Valid { pointer: base, .. } = &expr.kind {
                    visit_expr(base, &mut |inner| stated |= is_local(inner, pointer));
                }
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
                compared |= is_local(side, pointer) && strip(other).as_int() == Some(0);
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
                visit_stmt(&stmt.kind, &mut look);
            }
        }
        visit_terminator(&block.terminator.kind, &mut look);
    }
    for block in function.blocks() {
        if let TerminatorKind::Branch { cond, .. } = &block.terminator.kind {
            compared |= is_local(cond, pointer);
        }
    }
    compared
}

/// Calls `found` on every expression of a function and everything in it.
fn visit_exprs(function: &Function, found: &mut dyn FnMut(&Expr)) {
    for block in function.blocks() {
        for stmt in &block.stmts {
            visit_stmt(&stmt.kind, found);
        }
        visit_terminator(&block.terminator.kind, found);
    }
}

fn visit_terminator(kind: &TerminatorKind, found: &mut dyn FnMut(&Expr)) {
    match kind {
        TerminatorKind::Branch { cond, .. } => visit_expr(cond, found),
        TerminatorKind::Switch { value, .. } => visit_expr(value, found),
        TerminatorKind::Return(Some(value)) => visit_expr(value, found),
        _ => {}
    }
}

fn visit_stmt(kind: &StmtKind, found: &mut dyn FnMut(&Expr)) {
    match kind {
        StmtKind::Assign { place, value } => {
            visit_place(place, found);
            visit_expr(value, found);
        }
        StmtKind::Copy { to, from, .. } => {
            visit_place(to, found);
            visit_place(from, found);
        }
        StmtKind::Zero { place } | StmtKind::Input { place, .. } => visit_place(place, found),
        StmtKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                visit_place(dest, found);
            }
            if let whydunit_program::Callee::Pointer(pointer) = callee {
                visit_expr(pointer, found);
            }
            for arg in args {
                visit_expr(arg, found);
            }
        }
        StmtKind::VaArg { place, list } => {
            visit_place(place, found);
            visit_expr(list, found);
        }
        StmtKind::Assume { cond } | StmtKind::Check { cond, .. } => visit_expr(cond, found),
        StmtKind::AllocVla { count, .. } => visit_expr(count, found),
        StmtKind::Live { .. }
        | StmtKind::Dead { .. }
        | StmtKind::Snapshot { .. }
        | StmtKind::Unsupported { .. } => {}
    }
}

fn visit_place(place: &Place, found: &mut dyn FnMut(&Expr)) {
    if let PlaceBase::Deref(pointer) = &place.base {
        visit_expr(pointer, found);
    }
    for projection in &place.path {
        if let whydunit_program::Projection::Index(index) = projection {
            visit_expr(index, found);
        }
    }
}

fn visit_expr(expr: &Expr, found: &mut dyn FnMut(&Expr)) {
    found(expr);
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
        ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
            visit_place(place, found);
        }
        ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Old { expr: a, .. } => {
            visit_expr(a, found);
        }
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::PtrAdd(a, b)
        | ExprKind::PtrDiff(a, b) => {
            visit_expr(a, found);
            visit_expr(b, found);
        }
        ExprKind::Cond(a, b, c)
        | ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
        | ExprKind::Valid { pointer: a, lo: b, hi: c } => {
            visit_expr(a, found);
            visit_expr(b, found);
            visit_expr(c, found);
        }
    }
}
