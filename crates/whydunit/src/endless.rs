//! Runs that do not end: proved, and stated as an error like any other.
//!
//! Whoever is about to follow a run to the end of the budget asks here first. Nothing is said of a run without a proof.

use std::time::Instant;

use whydunit_expectation::{asking, stated_endless};
use whydunit_host::stretched;
use whydunit_interp::{
    Compiled, Config, Ending, InputValues, NoObserver, RunResult, RunSpec, prepare,
};
use whydunit_lift as present;
use whydunit_program::{CheckKind, InputOrigin, Program, called};
use whydunit_project::{InputSource, Options, SearchOptions, has_inputs, run_command};
use whydunit_report::{FailureReport, Report, Verdict};
use whydunit_termination::{prove, suspects};

use crate::expected::Stated;
use crate::limits::{
    A_MOMENT, MOST_UNENDED, ROUNDS_OF_SUSPECTS, RUNS_OF_A_SUSPECT, SHARE_FOR_ENDLESS,
    SHARE_FOR_SUSPECTS, TIME_FOR_ENDLESS, TIME_FOR_SUSPECTS,
};
use crate::search::{self, Scope, Wanted};

/// The run with the expectation that it ends, where it is proved that it does not; `None` also where that is not checked.
pub(crate) fn stated(
    program: &Program,
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    config: &Config,
) -> Option<Stated> {
    if !config.checks.contains(CheckKind::Termination) {
        return None;
    }
    let now = Instant::now();
    let share = config.deadline.map(|end| {
        now + (end.saturating_duration_since(now) / SHARE_FOR_ENDLESS)
            .min(stretched(TIME_FOR_ENDLESS))
    });
    let endless = prove(program, compiled, spec, &Config { deadline: share, ..config.clone() })?;
    let asked = stated_endless(program, &endless, spec, config);
    let config = asking(config);
    let result = prepare(&asked).run(spec, &config, &mut |_, _| {}, &mut NoObserver);
    is_stated(&result).then(|| {
        let spec = with_numbers(program, spec, &result);
        Stated { program: Some(asked), spec, config, hint: None, passing: Vec::new(), judged: None }
    })
}

fn is_stated(result: &RunResult) -> bool {
    matches!(&result.ending, Ending::Failed(failure) if failure.kind == CheckKind::Expectation)
}

/// Numbers that the run took where nothing was given, so that they can be shown and given again.
fn with_numbers(program: &Program, spec: &RunSpec, result: &RunResult) -> RunSpec {
    let mut inputs: InputValues = spec.inputs.clone();
    for record in &result.inputs {
        let is_plain = record.name.chars().all(|c| c.is_alphanumeric() || "_#".contains(c));
        let is_number = program.types.int_kind(record.ty).is_some()
            && !matches!(
                record.origin,
                InputOrigin::Argv | InputOrigin::Stdin | InputOrigin::Uninitialised
            );
        if is_plain && is_number && record.bits == 0 && inputs.get(&record.name).is_none() {
            inputs.set(&record.name, whydunit_interp::InputValue::Int(0));
        }
    }
    RunSpec { inputs, ..spec.clone() }
}

/// Runs in which a round of a loop leaves the loop's variables as they are: looked for in a copy of the program, within a part of the time.
pub(crate) fn suspected(
    common: &Options,
    options: &SearchOptions,
    scope: Scope<'_>,
) -> Vec<RunSpec> {
    let Scope { program, spec, config, .. } = scope;
    let called = called(program, spec.function);
    let is_open = has_inputs(program, spec.function);
    if !config.checks.contains(CheckKind::Termination) || options.witness.is_some() || !is_open {
        return Vec::new();
    }
    let Some(copy) = suspects(program, &called) else { return Vec::new() };
    let now = Instant::now();
    let end = now + stretched(TIME_FOR_SUSPECTS).min(common.budget.timeout() / SHARE_FOR_SUSPECTS);
    let config = Config { deadline: config.deadline.min(Some(end)), ..config.clone() };
    let compiled = prepare(&copy);
    let scope =
        Scope { program: &copy, compiled: &compiled, config: &config, proved: &[], ..scope };
    let options = SearchOptions { unwind: Some(ROUNDS_OF_SUSPECTS), ..options.clone() };
    let Ok(found) = search::search(common, &options, scope, Wanted::Failures(RUNS_OF_A_SUSPECT))
    else {
        return Vec::new();
    };
    let failures = found.failures.into_iter();
    let suspects = failures
        .filter(|found| found.failure.kind == CheckKind::Termination)
        .flat_map(|found| found.runs);
    suspects.chain(found.unended).collect()
}

/// The first of the runs that a search saw cut off and that is proved not to end.
pub(crate) fn first(scope: Scope<'_>, unended: &[RunSpec]) -> Option<Stated> {
    let tried = unended.iter().take(MOST_UNENDED);
    tried.into_iter().find_map(|spec| stated(scope.program, scope.compiled, spec, scope.config))
}

/// Adds the runs that do not end to a report of failures, each place once; `false` if there are none.
pub(crate) fn add(
    common: &Options,
    scope: Scope<'_>,
    report: &mut Report,
    plain: Option<Stated>,
    unended: &[RunSpec],
) -> bool {
    let tried = unended.iter().take(MOST_UNENDED);
    let others = tried.filter_map(|spec| stated(scope.program, scope.compiled, spec, scope.config));
    add_stated(common, report, plain.into_iter().chain(others))
}

/// Adds what was stated to a report of failures, each once; `false` if there is nothing.
pub(crate) fn add_stated(
    common: &Options,
    report: &mut Report,
    stated: impl Iterator<Item = Stated>,
) -> bool {
    let mut is_added = false;
    for stated in stated {
        let Some(mut failure) = failure(&stated) else { continue };
        let is_known = report.failures.iter().any(|known| {
            known.property.kind == failure.property.kind
                && known.property.place.line == failure.property.place.line
                && (known.property.kind != CheckKind::Leak.name()
                    || known.property.message == failure.property.message)
        });
        if is_known {
            continue;
        }
        failure.reproduce = Some(run_command(common, &stated.spec, InputSource::Found));
        failure.group = report
            .failures
            .iter()
            .filter_map(|it| it.group)
            .max()
            .map_or(Some(1), |it| Some(it + 1));
        report.verdict = Verdict::Fails;
        // What a verdict rests on is said of verdicts without failures.
        report.assumptions.clear();
        report.failures.push(failure);
        is_added = true;
    }
    is_added
}

/// What is reported of it where it is not explained.
pub(crate) fn failure(stated: &Stated) -> Option<FailureReport> {
    let program = stated.program.as_ref()?;
    let moment = Instant::now().checked_add(A_MOMENT);
    let config = Config { deadline: stated.config.deadline.max(moment), ..stated.config.clone() };
    let result = prepare(program).run(&stated.spec, &config, &mut |_, _| {}, &mut NoObserver);
    match &result.ending {
        Ending::Failed(failure) => {
            Some(present::failure_report(program, failure, &result.inputs, None))
        }
        _ => None,
    }
}
