//! Which loops end by their text: a variable goes by steps of one sign to a bound that stays.

use whydunit_program::{
    BinaryOp, Cfg, Expr, ExprKind, Function, LocalId, LoopInfo, Place, PlaceBase, Program,
    StmtKind, TerminatorKind,
};

/// Does a variable go by steps of one sign to a bound that stays? Then the loop ends.
#[must_use]
pub fn is_counted(program: &Program, function: &Function, cfg: &Cfg, info: &LoopInfo) -> bool {
    info.blocks.iter().any(|&block| {
        let TerminatorKind::Branch { cond, then, otherwise } =
            &function.blocks()[block.index()].terminator.kind
        else {
            return false;
        };
        // Every round comes by here.
        let is_passed = block == info.header || cfg.predecessors(info.header).contains(&block);
        let leaves = [then, otherwise].into_iter().any(|next| !info.contains(*next));
        let ExprKind::Binary(op, left, right) = &cond.kind else { return false };
        let goes_up = match op {
            BinaryOp::Lt | BinaryOp::Le => true,
            BinaryOp::Gt | BinaryOp::Ge => false,
            _ => return false,
        };
        let is_strict = matches!(op, BinaryOp::Lt | BinaryOp::Gt);
        let counts = |counter: &Expr, bound: &Expr, goes_up: bool| {
            let most = widest_step(program, function, counter, bound, is_strict);
            most.is_some_and(|most| steps(function, cfg, info, counter, goes_up, most))
                && stays(function, info, bound)
        };
        is_passed
            && leaves
            && info.contains(*then)
            && (counts(left, right, goes_up) || counts(right, left, !goes_up))
    })
}

/// The widest step with which the counter cannot jump from before the bound to the other end of its type. A signed one that is not narrower than `int` cannot at all: that would be an overflow.
fn widest_step(
    program: &Program,
    function: &Function,
    counter: &Expr,
    bound: &Expr,
    is_strict: bool,
) -> Option<i128> {
    let types = &program.types;
    let kind = types.int_kind(function.local(loaded(counter)?).ty)?;
    if kind.signed && kind.bits >= 32 {
        return Some(i128::MAX);
    }
    // It counts up to the bound and no further, if the type can hold that.
    let is_inside = match bound.without_casts().as_int() {
        Some(constant) => kind.wrap(constant) == constant,
        None => types.int_kind(bound.without_casts().ty) == Some(kind),
    };
    (is_strict && is_inside).then_some(1)
}

fn local_of(place: &Place) -> Option<LocalId> {
    match place.base {
        PlaceBase::Local(local) if place.path.is_empty() => Some(local),
        _ => None,
    }
}

fn loaded(expr: &Expr) -> Option<LocalId> {
    match &expr.without_casts().kind {
        ExprKind::Load(place) => local_of(place),
        _ => None,
    }
}

/// Is the variable changed in the loop by steps of this sign only, one of them at its end?
fn steps(
    function: &Function,
    cfg: &Cfg,
    info: &LoopInfo,
    expr: &Expr,
    goes_up: bool,
    most: i128,
) -> bool {
    let Some(local) = loaded(expr).filter(|local| !function.local(*local).in_memory) else {
        return false;
    };
    let mut is_at_end = false;
    for &block in &info.blocks {
        for stmt in &function.blocks()[block.index()].stmts {
            if stmt.kind.destination().and_then(local_of) != Some(local) {
                continue;
            }
            let StmtKind::Assign { value, .. } = &stmt.kind else { return false };
            let ExprKind::Binary(op, a, b) = &value.without_casts().kind else { return false };
            let step = b.without_casts().as_int().filter(|step| step.abs() <= most);
            let is_step = step.is_some_and(|step| match op {
                BinaryOp::Add => (step > 0) == goes_up && step != 0,
                BinaryOp::Sub => (step > 0) != goes_up && step != 0,
                _ => false,
            });
            if loaded(a) != Some(local) || !is_step {
                return false;
            }
            let latches = cfg.predecessors(info.header);
            let mut inner = latches.iter().filter(|latch| info.contains(**latch));
            is_at_end |= inner.all(|latch| *latch == block);
        }
    }
    is_at_end
}

/// Is it made of constants and variables that the loop does not set?
fn stays(function: &Function, info: &LoopInfo, expr: &Expr) -> bool {
    let is_set = |local: LocalId| {
        let blocks = info.blocks.iter().map(|block| &function.blocks()[block.index()]);
        blocks
            .flat_map(|block| &block.stmts)
            .any(|stmt| stmt.kind.destination().and_then(local_of) == Some(local))
    };
    !expr.any(&mut |part| match &part.kind {
        ExprKind::Load(place) => match local_of(place) {
            Some(local) => function.local(local).in_memory || is_set(local),
            None => true,
        },
        _ => false,
    })
}
