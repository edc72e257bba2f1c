//! What a *holds* takes for granted, by the text of the program.
//!
//! A search notes what it takes for granted on its way. Here is what it does not meet: conditions that were written down and are not checked, and
//! what a proof of all checks leaves open: whether loops end, what static storage held before.

use whydunit_find::{Assumption, AssumptionKind, Search, Verdict, taken_for_granted};
use whydunit_interp::CheckSet;
use whydunit_program::{Cfg, CheckKind, FunctionId, Program, StmtKind, called, callees};
use whydunit_source::Span;
use whydunit_termination::is_counted;

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
        for info in cfg.loops().iter().filter(|info| !is_counted(program, function, &cfg, info)) {
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
