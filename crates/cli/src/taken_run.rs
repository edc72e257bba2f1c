//! The run that `trace` and `explain` speak of, and its trace.
//!
//! It is the run that the command line describes if that says anything of it, or if the program has one run only. Otherwise a
//! failing run is looked for: first the one without arguments, with empty standard input and zeros, then by search.

use std::time::Instant;

use whydunit_interp::{
    CompactLog, Compiled, Config, Ending, NoObserver, RunResult, RunSpec, prepare,
};
use whydunit_program::Program;
use whydunit_report::{MessageKind, Report};
use whydunit_trace::{BuildError, ErrorTrace, build};

use crate::args::{CommonArgs, SearchArgs};
use crate::input::{self, Pipe};
use crate::language::Language;
use crate::outcome::{Outcome, Problem, print_message};
use crate::readable_run::readable_run;
use crate::reproduce::InputSource;
use crate::search::{self, Scope, Wanted};
use crate::{outside, present, reproduce};

pub(crate) struct TakenRun {
    pub(crate) program: Program,
    pub(crate) spec: RunSpec,
    pub(crate) source: InputSource,
    /// How the run ended; its failure, if any, has no steps yet. Without a failing run: what was looked at.
    pub(crate) report: Report,
    pub(crate) outcome: Outcome,
    /// The failed run, step by step. `None` when it did not fail, or when the budget ran out on the way: see `outcome`.
    pub(crate) trace: Option<ErrorTrace>,
    /// The end of all work, `--timeout` after its beginning.
    pub(crate) deadline: Option<Instant>,
    /// What the user might want to know besides.
    pub(crate) hint: Option<String>,
}

impl TakenRun {
    pub(crate) fn has_failed(&self) -> bool {
        !self.report.failures.is_empty()
    }
}

/// The run without inputs is given up after this many steps: it is a guess, not what was asked for.
const STEPS_OF_A_GUESS: u64 = 200_000;

/// Compiles, finds the run, and rebuilds the trace of a failure.
pub(crate) fn take_run(args: &CommonArgs, options: &SearchArgs) -> Result<TakenRun, Problem> {
    let config = input::config(args)?;
    Language::of(&args.files)?.examine_search(options)?;
    let subject = input::compile(args)?;
    let spec = input::run_spec(args, &subject, Pipe::Read)?;
    let program = subject.program;
    let examined = examine(args, options, &program, &config, spec)?;
    let Examined { spec, source, report, outcome, trace, hint } = examined;
    let deadline = config.deadline;
    Ok(TakenRun { program, spec, source, report, outcome, trace, deadline, hint })
}

/// A [`TakenRun`] of a program that is still in use.
struct Examined {
    spec: RunSpec,
    source: InputSource,
    report: Report,
    outcome: Outcome,
    trace: Option<ErrorTrace>,
    hint: Option<String>,
}

fn examine(
    args: &CommonArgs,
    options: &SearchArgs,
    program: &Program,
    config: &Config,
    given: RunSpec,
) -> Result<Examined, Problem> {
    let compiled = prepare(program);
    let scope = Scope {
        program,
        compiled: &compiled,
        spec: &given,
        given: input::given(args, &given),
        config,
    };
    let (spec, source) = match choose(args, options, scope)? {
        Chosen::Run(spec, source) => (spec, source),
        Chosen::None(report, outcome) => {
            let source = InputSource::Given;
            let spec = given.clone();
            return Ok(Examined {
                spec,
                source,
                report: *report,
                outcome,
                trace: None,
                hint: None,
            });
        }
    };
    let mut log = CompactLog::new();
    let result = compiled.run(&spec, config, &mut |_, _| {}, &mut log);
    input::warn_about_inputs(&result);
    let mut report = present::run_report(program, &args.budget, &result);
    let mut outcome = present::outcome(&result.ending);
    let mut trace = None;
    if let Ending::Failed(_) = result.ending {
        match build(program, &compiled, &spec, config, &result, &log) {
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
    let hint = hint(args, source, &result).filter(|_| options.witness.is_none());
    Ok(Examined { spec, source, report, outcome, trace, hint })
}

enum Chosen {
    Run(RunSpec, InputSource),
    /// No failing run was found.
    None(Box<Report>, Outcome),
}

fn choose(args: &CommonArgs, options: &SearchArgs, scope: Scope<'_>) -> Result<Chosen, Problem> {
    let Scope { program, compiled, spec, given, config } = scope;
    let is_given = given.args || given.stdin || !spec.inputs.is_empty();
    let is_clear = || {
        is_given || !outside::has_inputs(program, spec.function) || fails(compiled, config, spec)
    };
    if options.witness.is_none() && is_clear() {
        return Ok(Chosen::Run(spec.clone(), InputSource::Given));
    }
    let search = search::search(args, options, scope, Wanted::OneRun)?;
    let found = search.failures.first().and_then(|failure| failure.runs.first());
    Ok(match found {
        Some(found) => Chosen::Run(readable_run(compiled, config, found).spec, InputSource::Found),
        None => Chosen::None(
            Box::new(search::verdict_report(program, &args.budget, &search)),
            search::outcome(&search),
        ),
    })
}

/// Does this run fail, and soon?
fn fails(compiled: &Compiled<'_>, config: &Config, spec: &RunSpec) -> bool {
    let most = config.max_steps.map_or(STEPS_OF_A_GUESS, |steps| steps.min(STEPS_OF_A_GUESS));
    let config = Config { max_steps: Some(most), ..config.clone() };
    let result = compiled.run(spec, &config, &mut |_, _| {}, &mut NoObserver);
    matches!(result.ending, Ending::Failed(_))
}

fn hint(args: &CommonArgs, source: InputSource, result: &RunResult) -> Option<String> {
    let check = format!("`{}`", reproduce::check_command(args));
    match (&result.ending, source) {
        (Ending::Failed(_), InputSource::Found) => {
            Some(format!("found by search; {check} lists every failure"))
        }
        (Ending::Failed(_), InputSource::Given) => None,
        _ if result.inputs.is_empty() => None,
        _ => Some(format!("{check} looks for failing inputs")),
    }
}
