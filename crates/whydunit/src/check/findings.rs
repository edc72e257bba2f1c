//! From the failures that a search found to what is reported of them.

use std::time::Instant;

use whydunit_find::{FoundFailure, Search};
use whydunit_interp::{Config, Ending, Failure};
use whydunit_lift::{self as present, verdict_report};
use whydunit_project::{InputSource, Options, run_command};
use whydunit_report::{FailureReport, FurtherRun, Report};

use super::causes::{groups, relevant_lines};
use super::ways;
use crate::limits::A_MOMENT;
use crate::readable_run::{ReadableRun, readable_run};
use crate::search::Scope;

/// What is reported, and the first run of each failure.
pub(super) struct Findings {
    pub(super) report: Report,
    /// As many as the report has failures; `None` only for failures without a run.
    pub(super) runs: Vec<Option<ReadableRun>>,
}

/// The verdict with all failures, each with its inputs and the number of its cause.
///
/// `with_steps` adds the way to each.
pub(super) fn findings(
    common: &Options,
    scope: Scope<'_>,
    search: &Search,
    with_steps: bool,
) -> Findings {
    let mut report = verdict_report(scope.program, &common.budget, search);
    let config = replay_config(scope.config);
    let runs: Vec<Vec<ReadableRun>> = search
        .failures
        .iter()
        .map(|found| {
            found.runs.iter().map(|run| readable_run(scope.compiled, &config, run)).collect()
        })
        .collect();
    for (found, runs) in search.failures.iter().zip(&runs) {
        report.failures.push(failure_report(common, scope, found, runs));
    }
    if with_steps {
        let specs = runs.iter().map(|runs| runs.first().map(|run| &run.spec));
        ways::add(scope, &config, report.failures.iter_mut().zip(specs));
    }
    let lines: Vec<_> = match runs.len() {
        0 | 1 => vec![None; runs.len()],
        _ => {
            let first = |runs: &Vec<ReadableRun>| Some(runs.first()?.spec.clone());
            runs.iter().map(|runs| relevant_lines(scope, &first(runs)?)).collect()
        }
    };
    for (failure, group) in report.failures.iter_mut().zip(groups(&lines)) {
        failure.group = Some(group);
    }
    Findings { report, runs: runs.into_iter().map(|runs| runs.into_iter().next()).collect() }
}

fn replay_config(config: &Config) -> Config {
    let moment = Instant::now().checked_add(A_MOMENT);
    Config { deadline: config.deadline.max(moment), ..config.clone() }
}

fn failure_report(
    common: &Options,
    scope: Scope<'_>,
    found: &FoundFailure,
    runs: &[ReadableRun],
) -> FailureReport {
    let program = scope.program;
    let reproduce = |run: &ReadableRun| run_command(common, &run.spec, InputSource::Found);
    let Some((first, further)) = runs.split_first() else {
        return present::failure_report(program, &found.failure, &[], None);
    };
    let failure: &Failure = match &first.result.ending {
        Ending::Failed(failure) => failure,
        _ => &found.failure,
    };
    let mut report = present::failure_report(program, failure, &first.result.inputs, None);
    report.reproduce = Some(reproduce(first));
    report.further_runs = further
        .iter()
        .map(|run| FurtherRun {
            inputs: present::inputs(program, &run.result.inputs, None),
            reproduce: reproduce(run),
        })
        .collect();
    report
}
