//! `whydunit trace`: the failing run, step by step.

use whydunit_interp::{CompactLog, Ending, prepare};
use whydunit_report::{TextOptions, to_json, to_text};
use whydunit_trace::{BuildError, build};

use crate::args::{Format, TraceArgs};
use crate::outcome::{Outcome, Problem, stderr_options, stdout_options, to_stderr};
use crate::run::emit;
use crate::{formula, input, present};

pub(crate) fn trace(args: &TraceArgs) -> Result<Outcome, Problem> {
    let common = &args.common;
    let config = input::config(common)?;
    let program = input::compile(common)?;
    let spec = input::run_spec(common, &program)?;
    let reports = common.output.reports()?;
    let compiled = prepare(&program);

    let mut log = CompactLog::new();
    let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
    input::warn_about_inputs(&result);
    let mut report = present::run_report(&program, &common.budget, &result);
    let mut outcome = present::outcome(&result.ending);
    let wants_formula = reports.iter().any(|(format, _)| *format == Format::Smt2);
    let mut formula = None;
    if let Ending::Failed(_) = result.ending {
        match build(&program, &compiled, &spec, &config, &result, &log) {
            Ok(trace) => {
                report.failures = vec![present::failure_with_trace(&program, &trace)];
                if wants_formula {
                    formula = Some(formula::smt2(&program, &trace, args.reading)?);
                }
            }
            Err(BuildError::NoFailure(ending)) => {
                // The detailed second run costs more: the failure is known, its steps are not.
                to_stderr("warning: the budget ran out before the steps were rebuilt\n");
                outcome = present::outcome(&ending);
                report.limits.extend(present::budget_limits(&common.budget, &ending));
            }
            Err(BuildError::Replay(difference)) => {
                return Err(anyhow::anyhow!(
                    "internal error: the run does not replay ({difference}); please report this"
                )
                .into());
            }
        }
    }
    let failed = matches!(result.ending, Ending::Failed(_));
    for (format, file) in reports {
        match (format, file) {
            (Format::Smt2, _) => match &formula {
                Some(text) => emit(file, text)?,
                None => to_stderr(&to_text(&report, &stderr_options())),
            },
            (Format::Json, _) => emit(file, &to_json(&report))?,
            (Format::Text, None) if !failed => to_stderr(&to_text(&report, &stderr_options())),
            (Format::Text, _) => {
                let options = match file {
                    Some(_) => TextOptions::default(),
                    None => stdout_options(),
                };
                let options = TextOptions { unfold: args.unfold, ..options };
                emit(file, &to_text(&report, &options))?;
            }
        }
    }
    Ok(outcome)
}
