//! The run that the command line describes, and its trace when it fails: what `trace` and `explain` start from.

use std::time::Instant;

use whydunit_interp::{CompactLog, Ending, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_report::{MessageKind, Report};
use whydunit_trace::{BuildError, ErrorTrace, build};

use crate::args::CommonArgs;
use crate::outcome::{Outcome, Problem, print_message};
use crate::{input, present};

pub(crate) struct TakenRun {
    pub(crate) program: Program,
    pub(crate) spec: RunSpec,
    /// How the run ended; its failure, if any, has no steps yet.
    pub(crate) report: Report,
    pub(crate) outcome: Outcome,
    /// The failed run, step by step. `None` when it did not fail, or when the budget ran out on the way: see `outcome`.
    pub(crate) trace: Option<ErrorTrace>,
    /// The end of all work, `--timeout` after its beginning.
    pub(crate) deadline: Option<Instant>,
}

impl TakenRun {
    pub(crate) fn has_failed(&self) -> bool {
        !self.report.failures.is_empty()
    }
}

/// Compiles, runs, and rebuilds the trace of a failure.
pub(crate) fn take_run(args: &CommonArgs) -> Result<TakenRun, Problem> {
    let config = input::config(args)?;
    let program = input::compile(args)?;
    let spec = input::run_spec(args, &program)?;
    let compiled = prepare(&program);

    let mut log = CompactLog::new();
    let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
    input::warn_about_inputs(&result);
    let mut report = present::run_report(&program, &args.budget, &result);
    let mut outcome = present::outcome(&result.ending);
    let mut trace = None;
    if let Ending::Failed(_) = result.ending {
        match build(&program, &compiled, &spec, &config, &result, &log) {
            Ok(built) => trace = Some(built),
            Err(BuildError::NoFailure(ending)) => {
                // The detailed second run costs more: the failure is known, its steps are not.
                let message = "the budget ran out before the steps were rebuilt";
                print_message(MessageKind::Warning, message.to_owned());
                outcome = present::outcome(&ending);
                report.limits.extend(present::budget_limits(&args.budget, &ending));
            }
            Err(BuildError::Replay(difference)) => {
                return Err(anyhow::anyhow!(
                    "internal error: the run does not replay ({difference}); please report this"
                )
                .into());
            }
        }
    }
    drop(compiled);
    Ok(TakenRun { program, spec, report, outcome, trace, deadline: config.deadline })
}
