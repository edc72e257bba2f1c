//! The runs that `trace` and `explain` speak of, and their traces.
//!
//! It is the run that the options describe if that says anything of it, or if the program has one run only. Otherwise a
//! failing run is looked for: first the one without arguments, with empty standard input and zeros, then by search. Who wants all
//! failures gets one run of each that a search finds.
//!
//! Where the program says what has to hold, a failure of that is what is explained, if there is one: what else fails on other inputs is mentioned.

use std::time::Instant;

use whydunit_find::FoundFailure;
use whydunit_interp::{
    CompactLog, Compiled, Config, Ending, NoObserver, RunResult, RunSpec, prepare,
};
use whydunit_lift as present;
use whydunit_program::{CheckKind, Program, StmtKind};
use whydunit_project::{
    Error, InputSource, Language, Options, Outcome, SearchOptions, check_command, has_inputs,
    run_spec,
};
use whydunit_report::{FailureReport, Report};
use whydunit_trace::{BuildError, ErrorTrace, build};

use crate::expected::Stated;
use crate::limits::{LONGEST_CHECK_COMMAND, STEPS_OF_A_GUESS};
use crate::readable_run::readable_run;
use crate::search::{self, Scope, Wanted};
use crate::session::given;
use crate::{Session, endless, leaks};

/// What was found out about the program before any run is looked at closely.
pub(crate) struct Taken<'s> {
    pub(crate) program: &'s Program,
    /// How the run ended, or what was looked at; has no failures.
    pub(crate) report: Report,
    pub(crate) outcome: Outcome,
    /// Failing runs, each of another failure. Empty also when the budget ran out before the steps of one were rebuilt: see `outcome`.
    pub(crate) runs: Vec<FailingRun>,
    /// Failures whose steps are not known.
    pub(crate) without_steps: Vec<FailureReport>,
    /// The end of all work, `--timeout` after its beginning.
    pub(crate) deadline: Option<Instant>,
    /// What the user might want to know besides.
    pub(crate) hint: Option<String>,
}

/// A run that failed, step by step.
pub(crate) struct FailingRun {
    pub(crate) spec: RunSpec,
    pub(crate) source: InputSource,
    pub(crate) trace: ErrorTrace,
}

/// Of how many failures a run is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HowMany {
    One,
    All,
}

/// What there is to speak of.
pub(crate) enum Taking<'s> {
    Taken(Box<Taken<'s>>),
    /// A run that does not end, or loses storage; no other failure was met.
    Endless(Box<Stated>),
}

/// Finds the runs, and rebuilds their traces.
pub(crate) fn take_runs<'s>(
    session: &'s Session,
    options: &SearchOptions,
    how_many: HowMany,
) -> Result<Taking<'s>, Error> {
    let (args, program) = (session.options(), session.program());
    let config = session.config()?;
    Language::of(&args.files)?.examine_search(options)?;
    let spec = run_spec(args, session.subject())?;
    // Of several runs one that fails a check comes first: a search looks for it.
    let given = given(args, &spec);
    let is_only =
        given.args || given.stdin || !spec.inputs.is_empty() || !has_inputs(program, spec.function);
    if is_only
        && options.witness.is_none()
        && let Some(stated) = unexpected(program, &spec, &config)
    {
        return Ok(Taking::Endless(Box::new(stated)));
    }
    let Looked { examined, searched, unended, other } =
        examine(args, options, how_many, program, &config, &spec)?;
    if examined.runs.is_empty()
        && let Some(stated) = unended
    {
        return Ok(Taking::Endless(Box::new(stated)));
    }
    let Examined { runs, without_steps, ended, hint } = examined;
    let hint = match (hint, other) {
        (Some(hint), Some(other)) => Some(format!("{other}; {hint}")),
        (hint, other) => hint.or(other),
    };
    let hint = hint.filter(|_| options.witness.is_none() && how_many == HowMany::One);
    let said = searched.or(ended);
    let (report, outcome) = said.expect("what was not searched for should have been run");
    let outcome = if without_steps.is_empty() { outcome } else { Outcome::OutOfBudget };
    let deadline = config.deadline;
    let taken = Taken { program, report, outcome, runs, without_steps, deadline, hint };
    Ok(Taking::Taken(Box::new(taken)))
}

/// What is wrong with the run as a whole: it never ends, or loses storage.
fn unexpected(program: &Program, spec: &RunSpec, config: &Config) -> Option<Stated> {
    let compiled = prepare(program);
    let endless = endless::stated(program, &compiled, spec, config);
    endless.or_else(|| leaks::stated(program, &compiled, spec, config).into_iter().next())
}

/// The run of a test that did something else than was expected, and its trace.
pub(crate) fn take_stated<'s>(
    session: &'s Session,
    stated: &'s Stated,
) -> Result<Taken<'s>, Error> {
    let args = session.options();
    let program = stated.program.as_ref().unwrap_or_else(|| session.program());
    let compiled = prepare(program);
    let (config, spec) = (&stated.config, &stated.spec);
    let given = given(args, spec);
    let scope = Scope { program, compiled: &compiled, spec, given, config, proved: &[] };
    let mut examined = Examined::default();
    examined.add(args, scope, spec, InputSource::Found)?;
    let Examined { runs, without_steps, ended, .. } = examined;
    let (report, outcome) = ended.expect("the run should have been made");
    let outcome = if without_steps.is_empty() { outcome } else { Outcome::OutOfBudget };
    let hint = stated.hint.clone();
    Ok(Taken { program, report, outcome, runs, without_steps, deadline: config.deadline, hint })
}

/// The runs that were looked at, and what else is known of the program.
struct Looked {
    examined: Examined,
    /// What a search has to say that was for all failures or found none.
    searched: Option<Said>,
    /// A run that never ends, where none fails.
    unended: Option<Stated>,
    /// A failure that comes before the one that was chosen, in words.
    other: Option<String>,
}

fn examine(
    args: &Options,
    options: &SearchOptions,
    how_many: HowMany,
    program: &Program,
    config: &Config,
    spec: &RunSpec,
) -> Result<Looked, Error> {
    let compiled = prepare(program);
    let given = given(args, spec);
    let scope = Scope { program, compiled: &compiled, spec, given, config, proved: &[] };
    let chosen = choose(args, options, how_many, scope)?;
    let mut examined = Examined::default();
    for spec in &chosen.specs {
        examined.add(args, scope, spec, chosen.source)?;
    }
    let unended = match examined.runs.is_empty() {
        true => {
            let mut suspected = vec![spec.clone()];
            suspected.extend(endless::suspected(args, options, scope));
            suspected.extend(chosen.unended.iter().cloned());
            endless::first(scope, &suspected)
                .or_else(|| leaks::first(scope, &leaks::runs(args, scope)))
        }
        false => None,
    };
    Ok(Looked { examined, searched: chosen.searched, unended, other: chosen.other })
}

/// A report without failures, and the exit code.
type Said = (Report, Outcome);

/// What came of the runs that were chosen.
#[derive(Default)]
struct Examined {
    runs: Vec<FailingRun>,
    without_steps: Vec<FailureReport>,
    /// How the last one ended.
    ended: Option<Said>,
    hint: Option<String>,
}

impl Examined {
    fn add(
        &mut self,
        args: &Options,
        scope: Scope<'_>,
        spec: &RunSpec,
        source: InputSource,
    ) -> Result<(), Error> {
        let Scope { program, compiled, config, .. } = scope;
        let mut log = CompactLog::new();
        let result = compiled.run(spec, config, &mut |_, _| {}, &mut log);
        crate::input_names::warn_about_run(&args.observer, &result);
        crate::run::tell_answers(args, &result);
        let mut report = present::run_report(program, &args.budget, &result);
        let outcome = present::outcome(&result.ending);
        let known = || Report { origin: present::origin(program), ..report.clone() };
        args.observer.known(known, Outcome::OutOfBudget);
        self.hint = hint(args, source, &result);
        let failures = std::mem::take(&mut report.failures);
        if let Ending::Failed(_) = result.ending {
            args.observer.phase("tracing the failing run");
            match build(program, compiled, spec, config, &result, &log) {
                Ok(trace) => self.runs.push(FailingRun { spec: spec.clone(), source, trace }),
                Err(BuildError::NoFailure(ending)) => {
                    // The detailed second run costs more: the failure is known, its steps are not.
                    let message = "the budget ran out before the steps were rebuilt";
                    args.observer.warn(message);
                    report.limits.extend(present::budget_limits(&args.budget, &ending));
                    self.without_steps.extend(failures);
                }
                Err(BuildError::Replay(difference)) => {
                    return Err(Error::Internal(format!("the run does not replay ({difference})")));
                }
            }
        }
        self.ended = Some((report, outcome));
        Ok(())
    }
}

/// The runs to look at.
struct Chosen {
    specs: Vec<RunSpec>,
    source: InputSource,
    searched: Option<Said>,
    /// Runs that the search saw cut off.
    unended: Vec<RunSpec>,
    /// A failure that comes before the one that was chosen, in words.
    other: Option<String>,
}

fn choose(
    args: &Options,
    options: &SearchOptions,
    how_many: HowMany,
    scope: Scope<'_>,
) -> Result<Chosen, Error> {
    let Scope { program, compiled, spec, given, config, .. } = scope;
    let is_given = given.args || given.stdin || !spec.inputs.is_empty();
    let is_clear = || {
        is_given
            || !has_inputs(program, spec.function)
            || how_many == HowMany::One
                && fails(compiled, config, spec)
                    .is_some_and(|kind| kind.is_written() || !has_written_checks(scope))
    };
    if options.witness.is_none() && is_clear() {
        return Ok(Chosen {
            specs: vec![spec.clone()],
            source: InputSource::Given,
            searched: None,
            unended: Vec::new(),
            other: None,
        });
    }
    let wanted = match how_many {
        HowMany::One => Wanted::OneRun,
        HowMany::All => Wanted::Failures(1),
    };
    let search = search::search(args, options, scope, wanted)?;
    let written = match (how_many, search.failures.first()) {
        (HowMany::One, Some(first)) if !first.failure.kind.is_written() => {
            written_failure(args, options, scope)?
        }
        _ => None,
    };
    let other = written.as_ref().and(search.failures.first()).map(|other| {
        let line = program.sources.line_column(other.failure.span).line;
        format!("other inputs fail before, at line {line}: {}", other.failure.message)
    });
    let failures = written.as_ref().map_or(search.failures.as_slice(), std::slice::from_ref);
    let found = failures.iter().filter_map(|failure| failure.runs.first());
    let specs: Vec<RunSpec> =
        found.map(|found| readable_run(compiled, config, found).spec).collect();
    let says_more = how_many == HowMany::All || specs.is_empty();
    let searched = says_more.then(|| {
        (present::verdict_report(program, &args.budget, &search), search::outcome(&search))
    });
    let unended = search.unended;
    Ok(Chosen { specs, source: InputSource::Found, searched, unended, other })
}

/// Does the program say itself what has to hold?
fn has_written_checks(scope: Scope<'_>) -> bool {
    let functions = scope.program.functions.iter().filter(|function| !function.is_library);
    let checks = functions.flat_map(|function| function.blocks()).flat_map(|block| &block.stmts);
    checks.into_iter().any(|stmt| match &stmt.kind {
        StmtKind::Check { kind, .. } => kind.is_written() && scope.config.checks.contains(*kind),
        _ => false,
    })
}

/// A failure of something that the user wrote down. Who wrote an assertion asks for that one, whatever else is wrong on other inputs.
fn written_failure(
    args: &Options,
    options: &SearchOptions,
    scope: Scope<'_>,
) -> Result<Option<FoundFailure>, Error> {
    if options.witness.is_some() || !has_written_checks(scope) {
        return Ok(None);
    }
    let found = search::search(args, options, scope, Wanted::Soon)?;
    Ok(found.failures.into_iter().find(|found| found.failure.kind.is_written()))
}

/// At which check does this run fail, soon?
fn fails(compiled: &Compiled<'_>, config: &Config, spec: &RunSpec) -> Option<CheckKind> {
    let most = config.max_steps.map_or(STEPS_OF_A_GUESS, |steps| steps.min(STEPS_OF_A_GUESS));
    let config = Config { max_steps: Some(most), ..config.clone() };
    let result = compiled.run(spec, &config, &mut |_, _| {}, &mut NoObserver);
    match result.ending {
        Ending::Failed(failure) => Some(failure.kind),
        _ => None,
    }
}

fn hint(args: &Options, source: InputSource, result: &RunResult) -> Option<String> {
    let command = check_command(args);
    let check = match command.chars().count() <= LONGEST_CHECK_COMMAND {
        true => format!("`{command}`"),
        false => "`whydunit check`, asked the same way,".to_owned(),
    };
    match (&result.ending, source) {
        (Ending::Failed(_), InputSource::Found) => {
            Some(format!("found by search; {check} lists every failure"))
        }
        (Ending::Failed(_), InputSource::Given) => None,
        _ if result.inputs.is_empty() => None,
        _ => Some(format!("{check} looks for failing inputs")),
    }
}
