//! What is to be repaired: the program, its tests, and a failing run to speak of.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use whydunit_encode::Inputs;
use whydunit_explain::{Method, Options, explain};
use whydunit_find::{Search, Verdict};
use whydunit_interp::{CheckSet, CompactLog, Config, Failure, NoObserver, RunSpec, prepare};
use whydunit_program::{CheckKind, Program, SourceStmtId};
use whydunit_report::{MessageKind, Report};
use whydunit_solver::Budget;
use whydunit_source::FileId;
use whydunit_suite::{Expected, Reason, Runner, Suite, Test, Verdict as TestVerdict};
use whydunit_term::Terms;
use whydunit_trace::{ErrorTrace, build};

use super::standard::Text;
use crate::args::{CommonArgs, RepairArgs};
use crate::input::{self, Pipe, Subject};
use crate::limits::{RUNS_OF_A_FAILURE, TIME_OF_AN_EXPLANATION};
use crate::outcome::{Outcome, Problem, print_message};
use crate::search::{self, Scope, Wanted};
use crate::tests_option::{self, Testing};
use crate::{interrupt, output, progress, repair, stdin_program};

#[derive(Debug)]
pub(crate) struct Target {
    /// The options, with the start function that the suite names.
    pub(crate) common: CommonArgs,
    pub(crate) subject: Subject,
    /// A correct version.
    pub(crate) reference: Option<Subject>,
    pub(crate) suite: Suite,
    /// A failing test, how it fails, and its steps where it fails a check.
    pub(crate) shown: Shown,
    /// Files that may be changed: those that were named.
    pub(crate) files: Vec<FileId>,
    /// Statements that the explanation of the failing run names.
    pub(crate) relevant: FxHashSet<SourceStmtId>,
    /// Nobody gave tests: the search has made them.
    pub(crate) is_made: bool,
    /// The checks that failing tests fail, which a repair must mend: kind and line.
    pub(crate) failures: BTreeSet<Site>,
}

/// A check that fails.
pub(crate) type Site = (&'static str, u32);

impl Target {
    /// What says what is right.
    pub(super) fn text(&self, checks: CheckSet) -> Text<'_> {
        Text {
            program: &self.subject.program,
            start: self.subject.start,
            checks,
            ensures: &self.common.start.ensures,
        }
    }

    /// The same with the failure alone that is spoken of; `None` if there is no other.
    pub(crate) fn first_failure_only(&self, config: &Config) -> Option<Target> {
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
    pub(crate) fn without_benign_check(
        &self,
        args: &RepairArgs,
        config: &Config,
    ) -> Result<Option<(CheckKind, Config, Box<Target>)>, Problem> {
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
        Ok(match chosen(args, &fewer, parts, self.suite.clone())? {
            Found::Target(target) => Some((kind, fewer, target)),
            Found::Nothing(..) => None,
        })
    }
}

pub(crate) fn site(program: &Program, failure: &Failure) -> Site {
    (failure.kind.name(), program.sources.line_column(failure.span).line)
}

#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) test: Test,
    pub(crate) spec: RunSpec,
    pub(crate) reason: Reason,
    pub(crate) words: String,
    pub(crate) trace: Option<ErrorTrace>,
}

pub(crate) enum Found {
    Target(Box<Target>),
    /// There is nothing to repair, or not known to be.
    Nothing(Box<Report>, Outcome),
}

/// The test of the inputs that the user gives.
const GIVEN: &str = "given";

pub(crate) fn find(args: &RepairArgs, config: &Config) -> Result<Found, Problem> {
    let common = &args.common;
    if !args.tests.is_given() {
        let subject = input::compile(common)?;
        return made(args, config, subject);
    }
    let Testing { suite, subject, reference, common } =
        tests_option::load(&args.tests, &args.common)?;
    let mut suite = suite.suite;
    if let Some(reference) = &reference {
        let judge = Runner::new(&reference.program, reference.start, config.clone());
        let own = Runner::new(&subject.program, subject.start, config.clone());
        let left_out = whydunit_suite::expect_from(&judge, &own, &mut suite);
        if !left_out.is_empty() {
            let message = format!(
                "{} of the tests are left out: the reference itself does not pass them",
                left_out.len()
            );
            print_message(MessageKind::Note, message);
        }
    }
    chosen(args, config, Parts { common, subject, reference }, suite)
}

/// Tests from a search: failing inputs, and passing ones that cover the branches.
fn made(args: &RepairArgs, config: &Config, subject: Subject) -> Result<Found, Problem> {
    let common = &args.common;
    let spec = input::run_spec(common, &subject, Pipe::Read)?;
    let given = input::given(common, &spec);
    let program = &subject.program;
    let mut suite = Suite::default();
    let is_given = given.args || given.stdin || !spec.inputs.is_empty();
    let mut failing: Vec<RunSpec> = Vec::new();
    if is_given {
        let result = prepare(program).run(&spec, config, &mut |_, _| {}, &mut NoObserver);
        if !matches!(
            result.ending,
            whydunit_interp::Ending::Failed(_) | whydunit_interp::Ending::OutOfBudget { .. }
        ) {
            let report = crate::present::run_report(program, &common.budget, &result);
            return Ok(Found::Nothing(Box::new(report), crate::present::outcome(&result.ending)));
        }
        suite.tests.push(test(GIVEN, &spec));
    } else {
        let compiled = prepare(program);
        let scope = Scope { program, compiled: &compiled, spec: &spec, given, config, proved: &[] };
        let found =
            search::search(common, &args.search, scope, Wanted::Failures(RUNS_OF_A_FAILURE))?;
        if found.verdict != Verdict::Fails {
            let mut report = search::verdict_report(program, &common.budget, &found);
            report.origin = output::origin(program);
            return Ok(Found::Nothing(Box::new(report), search::outcome(&found)));
        }
        failing = failing_runs(&found);
    }
    for (index, run) in failing.iter().enumerate() {
        suite.tests.push(test(&format!("failing-{}", index + 1), run));
    }
    progress::phase("looking for passing inputs");
    let time = repair::within(config.deadline, Duration::from_secs(4));
    let budget =
        Budget::unlimited().with_interrupt(interrupt::flag()).with_deadline(Instant::now() + time);
    let covering =
        whydunit_repair::covering_runs(program, &spec, given, config.checks, budget, time);
    let mut passing = Suite::default();
    for (index, run) in covering.iter().enumerate() {
        let covering = test(&format!("covering-{}", index + 1), run);
        // A run counts once, however often it was found.
        if !suite.tests.iter().any(|known| is_same_run(known, &covering)) {
            passing.tests.push(covering);
        }
    }
    // Where nothing failed the program does as it should, as far as anybody knows.
    let own = Runner::new(program, subject.start, config.clone());
    let failing = whydunit_suite::expect_from(&own, &own, &mut passing);
    suite.tests.append(&mut passing.tests);
    suite.tests.extend(failing.into_iter().map(|left_out| left_out.test));
    let parts = Parts { common: common.clone(), subject, reference: None };
    chosen(args, config, parts, suite)
}

fn is_same_run(one: &Test, other: &Test) -> bool {
    (&one.args, &one.stdin, &one.inputs) == (&other.args, &other.stdin, &other.inputs)
}

fn failing_runs(found: &Search) -> Vec<RunSpec> {
    found.failures.iter().flat_map(|failure| failure.runs.iter().cloned()).collect()
}

pub(crate) fn test(name: &str, spec: &RunSpec) -> Test {
    Test {
        name: name.to_owned(),
        args: spec.args.clone(),
        stdin: spec.stdin.clone(),
        inputs: spec.inputs.clone(),
        is_open_ended: true,
        ..Test::default()
    }
}

/// The programs, and the options with the start function that the suite names.
struct Parts {
    common: CommonArgs,
    subject: Subject,
    reference: Option<Subject>,
}

/// Takes a failing test as the one to speak of: the run that the user asked about, or else the shortest.
fn chosen(
    args: &RepairArgs,
    config: &Config,
    parts: Parts,
    suite: Suite,
) -> Result<Found, Problem> {
    let Parts { common, subject, reference } = parts;
    progress::phase("running the tests");
    let runner = Runner::new(&subject.program, subject.start, config.clone());
    let outcomes = runner.run_all(&suite);
    let mut failing: Vec<usize> =
        (0..outcomes.len()).filter(|&index| outcomes[index].verdict.is_failed()).collect();
    let is_made = !args.tests.is_given();
    let is_asked_about = |index: usize| is_made && suite.tests[index].name == GIVEN;
    failing.sort_by_key(|&index| (!is_asked_about(index), outcomes[index].steps));
    let not_run = outcomes.iter().filter(|one| matches!(one.verdict, TestVerdict::NotRun)).count();
    if failing.is_empty() && not_run > 0 {
        let message = format!("time ran out before {not_run} of the tests were run (--timeout)");
        return Err(Problem::OutOfBudget(message));
    }
    let Some(&first) = failing.first() else {
        let passed = outcomes.iter().filter(|one| one.verdict.is_passed()).count();
        let unjudged = outcomes.iter().find(|one| matches!(one.verdict, TestVerdict::Unjudged(_)));
        if let Some(unjudged) = unjudged.filter(|_| passed == 0) {
            let why = runner.in_words(&unjudged.verdict);
            return Err(anyhow::anyhow!("none of the tests can be judged: {why}").into());
        }
        let mut report = Report::new(whydunit_report::Verdict::HoldsWithinBound);
        report.origin = output::origin(&subject.program);
        let message =
            format!("{passed} of {} tests pass and none fails: nothing to repair", outcomes.len());
        print_message(MessageKind::Note, message);
        return Ok(Found::Nothing(Box::new(report), Outcome::NoFailure));
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
        Some(trace) => relevant_statements(&subject.program, trace, config),
        None => FxHashSet::default(),
    };
    let shown =
        Shown { test: suite.tests[first].clone(), spec, reason: reason.clone(), words, trace };
    let sources = &subject.program.sources;
    let is_named = |name: &str| {
        let mut files = args.common.files.iter();
        name == stdin_program::NAME || files.any(|file| file.to_string_lossy() == name)
    };
    let files = sources.files().filter(|(_, file)| is_named(file.name()));
    let files = files.map(|(id, _)| id).collect();
    let target =
        Target { common, subject, reference, suite, shown, files, relevant, is_made, failures };
    Ok(Found::Target(Box::new(target)))
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
) -> FxHashSet<SourceStmtId> {
    progress::phase("explaining the failing run");
    let time = repair::within(config.deadline, TIME_OF_AN_EXPLANATION);
    let budget =
        Budget::unlimited().with_interrupt(interrupt::flag()).with_deadline(Instant::now() + time);
    let options = Options { method: Method::FlowSensitive, inputs: Inputs::Fixed, budget };
    let Ok(explanation) = explain(program, trace, &mut Terms::new(), &options) else {
        return FxHashSet::default();
    };
    let steps = explanation.relevant.iter().map(|relevant| trace.step(relevant.step).source);
    steps.collect()
}
