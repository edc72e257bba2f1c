//! `whydunit trace`: the failing run, step by step.

use whydunit_report::{TextOptions, to_json, to_text};

use crate::args::{Format, TraceArgs};
use crate::outcome::{Outcome, Problem, print_hint, stderr_options, stdout_options, to_stderr};
use crate::run::emit;
use crate::steps::{listed_steps, trace_report};
use crate::taken_run::take_run;
use crate::{formula, present};

pub(crate) fn trace(args: &TraceArgs) -> Result<Outcome, Problem> {
    let reports = args.common.output.reports()?;
    let mut run = take_run(&args.common, &args.search)?;
    let has_failed = run.has_failed();
    let wants_formula = reports.iter().any(|(format, _)| *format == Format::Smt2);
    let mut formula = None;
    if let Some(trace) = &run.trace {
        let program = &run.program;
        let steps = trace_report(program, trace, &listed_steps(program, trace));
        let mut failure = present::failure_with_trace(program, trace, steps);
        failure.hint = run.hint.clone();
        run.report.failures = vec![failure];
        if wants_formula {
            formula = Some(formula::smt2(program, trace, args.reading)?);
        }
    }
    for (format, file) in reports {
        match (format, file) {
            (Format::Smt2, _) => match &formula {
                Some(text) => emit(file, text)?,
                None => to_stderr(&to_text(&run.report, &stderr_options())),
            },
            (Format::Json, _) => emit(file, &to_json(&run.report))?,
            (Format::Text, None) if !has_failed => {
                to_stderr(&to_text(&run.report, &stderr_options()));
                print_hint(run.hint.as_deref());
            }
            (Format::Text, _) => {
                let options = match file {
                    Some(_) => TextOptions::default(),
                    None => stdout_options(),
                };
                let options = TextOptions { unfold: args.unfold, ..options };
                emit(file, &to_text(&run.report, &options))?;
            }
        }
    }
    Ok(run.outcome)
}
