//! The failing run, step by step.

use whydunit_lift::{self as present, listed_steps, trace_report};
use whydunit_project::Error;

use crate::taken_run::{FailingRun, HowMany, Taking, take_runs, take_stated};
use crate::{Session, TraceOptions, Traced, formula};

pub(crate) fn trace(session: &Session, args: &TraceOptions) -> Result<Traced, Error> {
    let unended;
    let mut run = match take_runs(session, &args.search, HowMany::One)? {
        Taking::Taken(taken) => *taken,
        Taking::Endless(stated) => {
            unended = stated;
            take_stated(session, &unended)?
        }
    };
    run.report.failures = std::mem::take(&mut run.without_steps);
    let program = run.program;
    let mut formula = None;
    let trace = run.runs.into_iter().next().map(|FailingRun { trace, .. }| trace);
    if let Some(trace) = &trace {
        let steps = trace_report(program, trace, &listed_steps(program, trace));
        let mut failure = present::failure_with_trace(program, trace, steps);
        failure.hint = run.hint.clone();
        run.report.failures = vec![failure];
        formula = args.formula.map(|asked| formula::smt2(program, trace, asked)).transpose()?;
    }
    run.report.origin = present::origin(program);
    Ok(Traced { report: run.report, outcome: run.outcome, hint: run.hint, trace, formula })
}
