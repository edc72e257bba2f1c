//! What is to be repaired: the program, its tests, and a failing run to speak of.

use std::collections::BTreeSet;
use std::time::Instant;

use rustc_hash::FxHashSet;
use whydunit_encode::Inputs;
use whydunit_explain::{Method, Options as ExplainOptions, explain};
use whydunit_interp::{CheckSet, CompactLog, Config, Failure, RunSpec, prepare};
use whydunit_program::{CheckKind, Program, SourceStmtId};
use whydunit_project::{Error, Observer, Options, Subject, stdin_program};
use whydunit_solver::Budget;
use whydunit_source::FileId;
use whydunit_suite::{Expected, Reason, Runner, Suite, Test, Verdict as TestVerdict};
use whydunit_term::Terms;
use whydunit_trace::{ErrorTrace, build};

use super::standard::Text;
use crate::limits::TIME_OF_AN_EXPLANATION;
use crate::within;

/// What is to be repaired.
#[derive(Debug)]
pub struct Target {
    /// The options, with the start function that the suite names.
    pub common: Options,
    /// The program that fails.
    pub subject: Subject,
    /// A correct version.
    pub reference: Option<Subject>,
    /// Its tests.
    pub suite: Suite,
    /// A failing test, how it fails, and its steps where it fails a check.
    pub shown: Shown,
    /// Files that may be changed: those that were named.
    pub files: Vec<FileId>,
    /// Statements that the explanation of the failing run names.
    pub relevant: FxHashSet<SourceStmtId>,
    /// Nobody gave tests: the search has made them.
    pub is_made: bool,
    /// The checks that failing tests fail, which a repair must mend: kind and line.
    pub failures: BTreeSet<Site>,
}

/// A check that fails.
pub type Site = (&'static str, u32);

impl Target {
    /// What says what is right.
    pub(crate) fn text(&self, checks: CheckSet) -> Text<'_> {
        Text {
            program: &self.subject.program,
            start: self.subject.start,
            checks,
            ensures: &self.common.start.ensures,
        }
    }

    /// The same with the failure alone that is spoken of; `None` if there is no other.
    pub fn first_failure_only(&self, config: &Config) -> Option<Target> {
        let Reason::Check(failure) = &self.shown.reason else { return None };
        let first = site(&self.subject.program, failure);
        if self.failures.len() < 2 || !self.is_made {
            return None;
        }
        let subject = self.subject.clone();
        let runner = Runner::new(&subject.program, subject.start, config.clone());
        let is_wanted = |test: &&Test| match runner.run(test).verdict {
            TestVerdict::Failed(Reason::Check(failure)) => {
                site(&subject.program, &failure) == first
            }
            verdict => verdict.is_passed(),
        };
        let suite = Suite { tests: self.suite.tests.iter().filter(is_wanted).cloned().collect() };
        drop(runner);
        Some(Target {
            common: self.common.clone(),
            subject,
            reference: self.reference.clone(),
            suite,
            shown: self.shown.clone(),
            files: self.files.clone(),
            relevant: self.relevant.clone(),
            is_made: self.is_made,
            failures: BTreeSet::from([first]),
        })
    }
}

impl Target {
    /// The same without the check that the failing run fails, where some tests that fail it do what is expected all the same.
    pub fn without_benign_check(
        &self,
        config: &Config,
    ) -> Result<Option<(CheckKind, Config, Box<Target>)>, Error> {
        let Reason::Check(failure) = &self.shown.reason else { return Ok(None) };
        let kind = failure.kind;
        let is_written =
            matches!(kind, CheckKind::Assert | CheckKind::Contract | CheckKind::Unreach);
        if is_written || self.is_made {
            return Ok(None);
        }
        let checks = config.checks.without(kind);
        let fewer = Config { checks, ..config.clone() };
        let (program, start) = (&self.subject.program, self.subject.start);
        let strict = Runner::new(program, start, config.clone());
        let lenient = Runner::new(program, start, fewer.clone());
        let is_benign = self.suite.tests.iter().any(|test| {
            test.expected != Expected::default()
                && matches!(strict.run(test).verdict, TestVerdict::Failed(Reason::Check(failure)) if failure.kind == kind)
                && lenient.run(test).verdict.is_passed()
        });
        if !is_benign {
            return Ok(None);
        }
        let parts = Parts {
            common: self.common.clone(),
            subject: self.subject.clone(),
            reference: self.reference.clone(),
        };
        Ok(match choose(&fewer, parts, self.suite.clone(), None)? {
            Chosen::Target(target) => Some((kind, fewer, target)),
            Chosen::NoneFails { .. } => None,
        })
    }
}

/// The kind and the line of a failed check.
#[must_use]
pub fn site(program: &Program, failure: &Failure) -> Site {
    (failure.kind.name(), program.sources.line_column(failure.span).line)
}

/// A failing test.
#[derive(Clone, Debug)]
pub struct Shown {
    pub test: Test,
    pub spec: RunSpec,
    pub reason: Reason,
    pub words: String,
    pub trace: Option<ErrorTrace>,
}

/// A run as a test that expects nothing in particular.
#[must_use]
pub fn test(name: &str, spec: &RunSpec) -> Test {
    Test {
        name: name.to_owned(),
        args: spec.args.clone(),
        stdin: spec.stdin.clone(),
        files: spec.files.clone(),
        inputs: spec.inputs.clone(),
        is_open_ended: true,
        ..Test::default()
    }
}

/// The programs, and the options with the start function that the suite names.
#[derive(Debug)]
pub struct Parts {
    /// The options.
    pub common: Options,
    /// The program.
    pub subject: Subject,
    /// A correct version.
    pub reference: Option<Subject>,
}

/// What came of the tests.
#[derive(Debug)]
pub enum Chosen {
    /// One fails.
    Target(Box<Target>),
    /// There is nothing to repair.
    NoneFails {
        /// Tests that pass.
        passed: usize,
        /// All tests.
        tests: usize,
    },
}

/// Takes a failing test as the one to speak of: the run that the user `asked` about, by its name, or else the shortest.
///
/// # Errors
/// No test can be judged, or not in time.
pub fn choose(
    config: &Config,
    parts: Parts,
    suite: Suite,
    asked: Option<&str>,
) -> Result<Chosen, Error> {
    let Parts { common, subject, reference } = parts;
    common.observer.phase("running the tests");
    let runner = Runner::new(&subject.program, subject.start, config.clone());
    let outcomes = runner.run_all(&suite);
    let mut failing: Vec<usize> =
        (0..outcomes.len()).filter(|&index| outcomes[index].verdict.is_failed()).collect();
    let is_made = !common.tests.is_given();
    let is_asked_about = |index: usize| asked == Some(suite.tests[index].name.as_str());
    failing.sort_by_key(|&index| (!is_asked_about(index), outcomes[index].steps));
    let not_run = outcomes.iter().filter(|one| matches!(one.verdict, TestVerdict::NotRun)).count();
    if failing.is_empty() && not_run > 0 {
        let message = format!("time ran out before {not_run} of the tests were run (--timeout)");
        return Err(Error::OutOfBudget(message));
    }
    let Some(&first) = failing.first() else {
        let passed = outcomes.iter().filter(|one| one.verdict.is_passed()).count();
        let unjudged = outcomes.iter().find(|one| matches!(one.verdict, TestVerdict::Unjudged(_)));
        if let Some(unjudged) = unjudged.filter(|_| passed == 0) {
            let why = runner.in_words(&unjudged.verdict);
            return Err(Error::Unusable(format!("none of the tests can be judged: {why}")));
        }
        return Ok(Chosen::NoneFails { passed, tests: outcomes.len() });
    };
    let TestVerdict::Failed(reason) = &outcomes[first].verdict else {
        unreachable!("it should have failed")
    };
    let failures: BTreeSet<Site> = outcomes
        .iter()
        .filter_map(|outcome| match &outcome.verdict {
            TestVerdict::Failed(Reason::Check(failure)) => Some(site(&subject.program, failure)),
            _ => None,
        })
        .collect();
    let spec = runner.spec(&suite.tests[first]);
    let words = runner.in_words(&outcomes[first].verdict);
    let trace = error_trace(&subject.program, config, &spec);
    let relevant = match &trace {
        Some(trace) => relevant_statements(&subject.program, trace, config, &common.observer),
        None => FxHashSet::default(),
    };
    let shown =
        Shown { test: suite.tests[first].clone(), spec, reason: reason.clone(), words, trace };
    let sources = &subject.program.sources;
    let is_named = |name: &str| {
        let mut files = common.files.iter();
        name == stdin_program::NAME || files.any(|file| file.to_string_lossy() == name)
    };
    let files = sources.files().filter(|(_, file)| is_named(file.name()));
    let files = files.map(|(id, _)| id).collect();
    let target =
        Target { common, subject, reference, suite, shown, files, relevant, is_made, failures };
    Ok(Chosen::Target(Box::new(target)))
}

fn error_trace(
    program: &whydunit_program::Program,
    config: &Config,
    spec: &RunSpec,
) -> Option<ErrorTrace> {
    let compiled = prepare(program);
    let max_steps = Some(config.max_steps.unwrap_or(1_000_000));
    let config = Config { max_steps, ..config.clone() };
    let mut log = CompactLog::new();
    let result = compiled.run(spec, &config, &mut |_, _| {}, &mut log);
    build(program, &compiled, spec, &config, &result, &log).ok()
}

fn relevant_statements(
    program: &whydunit_program::Program,
    trace: &ErrorTrace,
    config: &Config,
    observer: &Observer,
) -> FxHashSet<SourceStmtId> {
    observer.phase("explaining the failing run");
    let time = within(config.deadline, TIME_OF_AN_EXPLANATION);
    let budget = Budget {
        interrupt: config.interrupt.clone(),
        ..Budget::unlimited().with_deadline(Instant::now() + time)
    };
    let options = ExplainOptions { method: Method::FlowSensitive, inputs: Inputs::Fixed, budget };
    let Ok(explanation) = explain(program, trace, &mut Terms::new(), &options) else {
        return FxHashSet::default();
    };
    let steps = explanation.relevant.iter().map(|relevant| trace.step(relevant.step).source);
    steps.collect()
}
