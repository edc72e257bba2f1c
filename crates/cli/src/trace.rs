//! `whydunit trace`: the failing run, step by step.

use crate::args::{Format, TraceArgs};
use crate::outcome::{Outcome, Problem, print_hint};
use crate::output::{self, Outputs, Text};
use crate::steps::{listed_steps, trace_report};
use crate::taken_run::{FailingRun, HowMany, take_runs};
use crate::{formula, present};

pub(crate) fn trace(args: &TraceArgs) -> Result<Outcome, Problem> {
    let outputs = Outputs::with_formula(&args.common.output)?;
    let mut run = take_runs(&args.common, &args.search, HowMany::One)?;
    run.report.failures = std::mem::take(&mut run.without_steps);
    let wants_formula = outputs.wants(Format::Smt2);
    let mut formula = None;
    if let Some(FailingRun { trace, .. }) = run.runs.first() {
        let program = &run.program;
        let steps = trace_report(program, trace, &listed_steps(program, trace));
        let mut failure = present::failure_with_trace(program, trace, steps);
        failure.hint = run.hint.clone();
        run.report.failures = vec![failure];
        if wants_formula {
            formula = Some(formula::smt2(program, trace, args.reading)?);
        }
    }
    let has_failed = !run.report.failures.is_empty();
    run.report.origin = output::origin(&run.program);
    let text = Text { is_result: has_failed, unfold: args.unfold };
    outputs.write(&run.report, text, formula.as_deref())?;
    if !has_failed && outputs.wants(Format::Text) {
        print_hint(run.hint.as_deref());
    }
    Ok(run.outcome)
}
