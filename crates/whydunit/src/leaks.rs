//! Storage that a run loses: found at its end, and stated as an error like any other.
//!
//! A run that ends by itself is looked at once it has ended; where nothing says which run is meant, one to each branch of the program is, too.

use std::time::Instant;

use whydunit_expectation::{asking, stated_leaks};
use whydunit_find::{Assumption, AssumptionKind, Search, Verdict as Searched};
use whydunit_interp::{Compiled, Config, RunSpec};
use whydunit_program::{CheckKind, Program};
use whydunit_project::{Options, has_inputs};

use crate::expected::Stated;
use crate::limits::{SHARE_FOR_LEAKS, TIME_FOR_LEAKS};
use crate::search::{Scope, search_budget};

/// The run with the expectation that it loses nothing, once for each call whose storage it loses; none where that is not checked.
pub(crate) fn stated(
    program: &Program,
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    config: &Config,
) -> Vec<Stated> {
    if !config.checks.contains(CheckKind::Leak) {
        return Vec::new();
    }
    let state = |program| Stated {
        program: Some(program),
        spec: spec.clone(),
        config: asking(config),
        hint: None,
        passing: Vec::new(),
        judged: None,
    };
    stated_leaks(program, compiled, spec, config).into_iter().map(state).collect()
}

/// Runs that may lose something: the one of `scope`, and one to each branch of the program where there are others.
pub(crate) fn runs(common: &Options, scope: Scope<'_>) -> Vec<RunSpec> {
    let Scope { program, spec, given, config, .. } = scope;
    if !config.checks.contains(CheckKind::Leak) {
        return Vec::new();
    }
    let mut found = vec![spec.clone()];
    if has_inputs(program, spec.function) {
        let time = TIME_FOR_LEAKS.min(common.budget.timeout() / SHARE_FOR_LEAKS);
        let end = config.deadline.into_iter().chain(Instant::now().checked_add(time)).min();
        let budget = search_budget(&common.budget, end);
        found.extend(whydunit_repair::covering_runs(
            program,
            spec,
            given,
            config.checks,
            budget,
            time,
        ));
    }
    found
}

/// The first of them that loses something.
pub(crate) fn first(scope: Scope<'_>, runs: &[RunSpec]) -> Option<Stated> {
    runs.iter().find_map(|spec| {
        stated(scope.program, scope.compiled, spec, scope.config).into_iter().next()
    })
}

/// What they lose.
pub(crate) fn all(scope: Scope<'_>, runs: &[RunSpec]) -> Vec<Stated> {
    let is_over = || scope.config.is_over();
    let tried = runs.iter().take_while(|_| !is_over());
    tried.flat_map(|spec| stated(scope.program, scope.compiled, spec, scope.config)).collect()
}

/// That nothing is lost was seen of some runs only.
pub(crate) fn note_coverage(found: &mut Search, scope: Scope<'_>, runs: usize) {
    let has_others = has_inputs(scope.program, scope.spec.function);
    if !scope.config.checks.contains(CheckKind::Leak) || !has_others {
        return;
    }
    if found.verdict == Searched::Holds {
        found.verdict = Searched::HoldsWithinBound;
    }
    if found.verdict != Searched::Fails {
        let unit = if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
        let what = format!("leaks were looked for in {unit}");
        let assumption = Assumption { kind: AssumptionKind::Bound, what, place: None };
        found.coverage.assumptions.push(assumption);
    }
}
