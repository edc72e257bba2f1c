//! What a *holds* takes for granted, by the text of the program.
//!
//! A search notes what it takes for granted on its way. Here is what it does not meet: conditions that were written down and are not checked, and
//! what a proof of all checks leaves open: whether loops end, what static storage held before.

use whydunit_find::{Assumption, AssumptionKind, Search, Verdict, taken_for_granted};
use whydunit_interp::CheckSet;
use whydunit_program::{
    BinaryOp, Cfg, CheckKind, Expr, ExprKind, Function, FunctionId, LocalId, LoopInfo, Place,
    PlaceBase, Program, StmtKind, TerminatorKind, called, callees,
};
use whydunit_source::Span;

/// Does one of the functions call itself, by way of others or not?
pub(super) fn is_recursive(program: &Program, functions: &[FunctionId]) -> bool {
    functions.iter().any(|&function| {
        callees(program.function(function)).into_iter().any(|callee| {
            functions.contains(&callee) && called(program, callee).contains(&function)
        })
    })
}

/// Names the conditions that the user wrote down and that are not checked.
pub(super) fn add_unchecked(
    program: &Program,
    start: FunctionId,
    checks: CheckSet,
    search: &mut Search,
) {
    if search.verdict == Verdict::Fails {
        return;
    }
    for id in called(program, start) {
        for stmt in program.function(id).blocks().iter().flat_map(|block| &block.stmts) {
            let StmtKind::Check { kind, cond, text } = &stmt.kind else { continue };
            let is_written = matches!(
                kind,
                CheckKind::Assert | CheckKind::Unreach | CheckKind::Contract | CheckKind::Requires
            );
            let is_assumed = *kind == CheckKind::Requires && id == start;
            let name = match kind {
                CheckKind::Requires => CheckKind::Contract,
                kind => *kind,
            };
            if is_written && !is_assumed && !checks.contains(name) {
                let what = format!("`{text}` is not checked: {} is off", name.name());
                note(&mut search.coverage.assumptions, AssumptionKind::CheckOff, what, cond.span);
            }
        }
    }
}

/// What is not proved where every check is.
pub(super) fn by_proofs(program: &Program, start: FunctionId) -> Vec<Assumption> {
    let mut found = taken_for_granted(program, start);
    // A proof covers the case that there is no memory.
    found.retain(|assumption| assumption.kind != AssumptionKind::Alloc);
    for id in called(program, start) {
        let function = program.function(id);
        let cfg = Cfg::new(function.blocks());
        for info in cfg.loops().iter().filter(|info| !is_counted(function, &cfg, info)) {
            let header = &function.blocks()[info.header.index()];
            let source = header.stmts.first().map_or(header.terminator.source, |stmt| stmt.source);
            let place = program.source_stmt(source).span;
            note(&mut found, AssumptionKind::Termination, "the loop ends".to_owned(), place);
        }
    }
    found
}

fn note(found: &mut Vec<Assumption>, kind: AssumptionKind, what: String, place: Span) {
    let assumption = Assumption { kind, what, place: Some(place) };
    if !found.contains(&assumption) {
        found.push(assumption);
    }
}

/// Does a variable go by steps of one sign to a bound that stays? Then the loop ends.
fn is_counted(function: &Function, cfg: &Cfg, info: &LoopInfo) -> bool {
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
        is_passed
            && leaves
            && info.contains(*then)
            && (steps(function, cfg, info, left, goes_up) && stays(function, info, right)
                || steps(function, cfg, info, right, !goes_up) && stays(function, info, left))
    })
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
fn steps(function: &Function, cfg: &Cfg, info: &LoopInfo, expr: &Expr, goes_up: bool) -> bool {
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
            let is_step = b.without_casts().as_int().is_some_and(|step| match op {
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
