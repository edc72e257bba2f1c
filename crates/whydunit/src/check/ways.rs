//! The way to each failure, for forms of the report that show it.
//!
//! A run that was found is run again and its steps are listed. That costs time and room, so there are limits: a failure whose run is too long, or
//! whose turn comes too late, is reported without its steps.

use whydunit_interp::{CompactLog, Config, RunSpec};
use whydunit_lift::{listed_steps, read_by_failing_step, trace_report};
use whydunit_report::FailureReport;
use whydunit_trace::{ErrorTrace, build};

use crate::limits::{LONGEST_RUN, MOST_LISTED_STEPS};
use crate::search::Scope;

/// Adds to failures the steps of their runs; `config` says how long that may take.
pub(super) fn add<'a>(
    scope: Scope<'_>,
    config: &Config,
    failures: impl Iterator<Item = (&'a mut FailureReport, Option<&'a RunSpec>)>,
) {
    let longest = config.max_steps.map_or(LONGEST_RUN, |steps| steps.min(LONGEST_RUN));
    let config = Config { max_steps: Some(longest), ..config.clone() };
    let mut room = MOST_LISTED_STEPS;
    for (failure, run) in failures {
        let Some(trace) = run.and_then(|run| error_trace(scope, &config, run)) else { continue };
        let listed = listed_steps(scope.program, &trace);
        if listed.len() > room {
            continue;
        }
        room -= listed.len();
        failure.trace = Some(trace_report(scope.program, &trace, &listed));
        failure.property.values = read_by_failing_step(scope.program, &trace);
    }
}

/// The failing run step by step, if it can be had within the budgets.
pub(super) fn error_trace(scope: Scope<'_>, config: &Config, run: &RunSpec) -> Option<ErrorTrace> {
    let mut log = CompactLog::new();
    let result = scope.compiled.run(run, config, &mut |_, _| {}, &mut log);
    build(scope.program, scope.compiled, run, config, &result, &log).ok()
}
