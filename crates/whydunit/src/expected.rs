//! What runs were expected to do: by a suite, by options, by a reference. The run that is easiest to explain among those that did something else, with the program that states the expectation as a check.

use std::path::PathBuf;

use whydunit_expectation::{Request, Unstated, state};
use whydunit_interp::{Config, InputValues, RunSpec};
use whydunit_lift as present;
use whydunit_program::Program;
use whydunit_project::{Error, Outcome, run_spec};
use whydunit_report::{LimitReport, Report, Verdict};
use whydunit_suite::{
    DEFAULT_STEPS, Expected, Outcome as Ran, OutputMode, Reason, Runner, Suite, Test,
    Verdict as TestVerdict, expect_from,
};
use whydunit_validate::compile_reference;

use crate::limits::MOST_PASSING;
use crate::{Answer, ExplainOptions, Session};

/// What is expected of the run, or of the tests.
#[derive(Clone, Debug, Default)]
pub struct ExpectOptions {
    /// Of a suite: explain this test.
    pub test: Option<String>,
    /// A file with what the program should print.
    pub output: Option<PathBuf>,
    /// The exit code that it should end with.
    pub exit_code: Option<i32>,
    /// What the start function should return.
    pub result: Option<String>,
    /// A correct version of the program: what it does is expected.
    pub reference: Vec<PathBuf>,
    /// What counts as the same output.
    pub compare: OutputMode,
}

impl ExpectOptions {
    /// Is anything expected of the one run that the options describe?
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.output.is_some()
            || self.exit_code.is_some()
            || self.result.is_some()
            || !self.reference.is_empty()
    }
}

/// What came of the tests.
pub(crate) enum Expectation {
    /// There is a run to explain.
    Run(Box<Stated>),
    /// There is none: all is as expected, or why it cannot be said.
    Answer(Box<Answer>),
}

/// A run that did something else than was expected.
pub(crate) struct Stated {
    /// The program with the expectation as a check; `None` where a check of its own fails.
    pub(crate) program: Option<Program>,
    pub(crate) spec: RunSpec,
    pub(crate) config: Config,
    pub(crate) hint: Option<String>,
    /// Tests that pass, those of about as many steps first.
    pub(crate) passing: Vec<(String, RunSpec)>,
    /// What it is one test of.
    pub(crate) judged: Option<Judged>,
}

/// Tests with all that is expected of them.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    pub(crate) suite: Suite,
    pub(crate) config: Config,
    pub(crate) mode: OutputMode,
}

/// `None` where nothing is expected.
pub(crate) fn expectation(
    session: &Session,
    args: &ExplainOptions,
) -> Result<Option<Expectation>, Error> {
    let Some(judged) = judged(session, args)? else { return Ok(None) };
    let (common, subject) = (session.options(), session.subject());
    let expect = &args.expect;
    let runner =
        Runner::new(&subject.program, subject.start, judged.config.clone()).comparing(judged.mode);
    let mut suite = judged.suite.clone();
    if let Some(name) = &expect.test {
        suite.tests.retain(|test| test.name == *name);
        if suite.tests.is_empty() {
            return Err(Error::Unusable(format!(
                "--test: no test of the suite is called `{name}`"
            )));
        }
    }
    common.observer.phase("running the tests");
    let ran = runner.run_all(&suite);
    common.observer.clear();
    Ok(Some(choose(session, &judged, &runner, &suite.tests, &ran)))
}

/// The tests of the session, or the one run with what is expected of it; `None` where nothing is.
pub(crate) fn judged(session: &Session, args: &ExplainOptions) -> Result<Option<Judged>, Error> {
    let (common, subject) = (session.options(), session.subject());
    let expect = &args.expect;
    let config = session.config()?;
    let max_steps = config.max_steps.or(Some(DEFAULT_STEPS));
    let config = Config { max_steps, ..config };
    let runner =
        Runner::new(&subject.program, subject.start, config.clone()).comparing(expect.compare);
    let mut suite = match session.tests() {
        Some(tests) => tests.suite.suite.clone(),
        None if expect.is_given() => single(session, expect)?,
        None => return Ok(None),
    };
    let given = session.tests().and_then(|tests| tests.reference.as_ref());
    let compiled = match expect.reference.as_slice() {
        [] => None,
        files => Some(compile_reference(common, subject, files)?),
    };
    if let Some(reference) = given.or(compiled.as_ref()) {
        common.observer.phase("running the reference");
        let reference = Runner::new(&reference.program, reference.start, config.clone());
        expect_from(&reference, &runner, &mut suite);
    }
    drop(runner);
    Ok(Some(Judged { suite, config, mode: expect.compare }))
}

/// The run that the options describe, as a test.
fn single(session: &Session, expect: &ExpectOptions) -> Result<Suite, Error> {
    let spec = run_spec(session.options(), session.subject())?;
    let stdout = match &expect.output {
        Some(file) => Some(std::fs::read(file).map_err(|error| {
            Error::Unusable(format!("--expect-output: {}: {error}", file.display()))
        })?),
        None => None,
    };
    let result = match &expect.result {
        Some(text) => {
            let mut values = InputValues::new();
            values
                .parse_assignment(&format!("result={text}"))
                .map_err(|error| Error::Unusable(format!("--expect-result: {error}")))?;
            values.iter().next().map(|(_, value)| value.clone())
        }
        None => None,
    };
    let expected = Expected { result, stdout, exit_code: expect.exit_code, ..Expected::default() };
    let test = Test {
        name: String::new(),
        args: spec.args,
        stdin: spec.stdin,
        files: spec.files,
        inputs: spec.inputs,
        expected,
        is_open_ended: false,
    };
    Ok(Suite { tests: vec![test] })
}

/// Of the failing tests the one with the fewest steps whose expectation can be stated.
fn choose(
    session: &Session,
    judged: &Judged,
    runner: &Runner<'_>,
    tests: &[Test],
    all: &[Ran],
) -> Expectation {
    let mut failing: Vec<(&Test, &Ran)> =
        tests.iter().zip(all).filter(|(_, ran)| ran.verdict.is_failed()).collect();
    failing.sort_by_key(|(_, ran)| {
        let does_not_end = matches!(ran.verdict, TestVerdict::Failed(Reason::DoesNotEnd(_)));
        (does_not_end, ran.steps)
    });
    let mut reasons = Vec::new();
    for (test, ran) in &failing {
        let spec = runner.spec(test);
        let request = Request {
            program: runner.program(),
            spec: &spec,
            config: runner.config(),
            expected: &test.expected,
            mode: test.expected.compare.unwrap_or(judged.mode),
        };
        let program = match state(request) {
            Ok(program) => Some(program),
            Err(Unstated::FailsCheck) => None,
            Err(Unstated::Met) => continue,
            Err(Unstated::OutOfBudget) => {
                reasons.push(format!("no end within {} steps", ran.steps));
                continue;
            }
            Err(Unstated::Unsupported(why)) => {
                reasons.push(why);
                continue;
            }
        };
        let hint = told(test, failing.len(), tests.len());
        let config = whydunit_expectation::asking(runner.config());
        let passing = nearest_in_length(runner, tests, all, ran.steps);
        return Expectation::Run(Box::new(Stated {
            program,
            spec,
            config,
            hint,
            passing,
            judged: Some(judged.clone()),
        }));
    }
    Expectation::Answer(Box::new(without_run(session, runner, &failing, tests, &reasons, all)))
}

/// The passing tests, those of about as many steps first.
fn nearest_in_length(
    runner: &Runner<'_>,
    tests: &[Test],
    ran: &[Ran],
    steps: u64,
) -> Vec<(String, RunSpec)> {
    let passing = tests.iter().zip(ran).filter(|(_, ran)| ran.verdict.is_passed());
    let mut passing: Vec<(&Test, &Ran)> = passing.collect();
    passing.sort_by_key(|(_, ran)| ran.steps.abs_diff(steps));
    passing.truncate(MOST_PASSING);
    passing.into_iter().map(|(test, _)| (test.name.clone(), runner.spec(test))).collect()
}

fn told(test: &Test, failing: usize, all: usize) -> Option<String> {
    // Tests without a name are called `test 1`.
    let word = if test.name.starts_with("test ") { "" } else { "test " };
    match (test.name.as_str(), failing) {
        ("", _) => None,
        (name, 1) if all == 1 => Some(format!("{word}{name}")),
        (name, 1) => Some(format!("{word}{name}, the only one of {all} that fails")),
        (name, _) => {
            Some(format!("{word}{name}, the shortest of {failing} that fail ({all} in all)"))
        }
    }
}

/// All is as expected, or what is not cannot be explained.
fn without_run(
    session: &Session,
    runner: &Runner<'_>,
    failing: &[(&Test, &Ran)],
    tests: &[Test],
    reasons: &[String],
    ran: &[Ran],
) -> Answer {
    let is_undecided =
        ran.iter().any(|it| matches!(it.verdict, TestVerdict::NotRun | TestVerdict::Unjudged(_)));
    let verdict = match (failing.is_empty(), is_undecided) {
        (false, _) => Verdict::Fails,
        (true, true) => Verdict::Unknown,
        (true, false) => Verdict::HoldsWithinBound,
    };
    let mut report = Report::new(verdict);
    report.origin = present::origin(runner.program());
    let (outcome, hint) = match failing.first() {
        None if is_undecided => {
            let unjudged = ran
                .iter()
                .find(|it| matches!(it.verdict, TestVerdict::NotRun | TestVerdict::Unjudged(_)));
            let why = unjudged.map(|it| runner.in_words(&it.verdict)).unwrap_or_default();
            report.limits.push(LimitReport::new("tests", why.clone(), true));
            (Outcome::OutOfBudget, format!("not judged: {why}"))
        }
        None if tests.len() == 1 => {
            (Outcome::NoFailure, "the run does what is expected".to_owned())
        }
        None => (Outcome::NoFailure, format!("all {} tests pass", tests.len())),
        Some((test, ran)) => {
            let words = runner.in_words(&ran.verdict);
            let why = reasons.first().cloned().unwrap_or_default();
            report.limits.push(LimitReport::new("expectation", why.clone(), true));
            let name = match test.name.as_str() {
                "" => String::new(),
                name => format!("test {name}: "),
            };
            (Outcome::OutOfBudget, format!("{name}{words}; not explained: {why}"))
        }
    };
    session.options().observer.clear();
    Answer { report, outcome, hint: Some(hint) }
}
