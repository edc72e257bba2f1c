//! Every test of a suite, and which of them fail.

use std::collections::BTreeMap;

use whydunit_interp::NoObserver;
use whydunit_lift as present;
use whydunit_program::Program;
use whydunit_project::{Error, InputSource, Observer, Options, Outcome, run_command};
use whydunit_report::{FailureReport, Report, TestOutcome, TestVerdict, Verdict};
use whydunit_suite::{LeftOut, Outcome as Ran, Reason, Runner, Test, expect_from};

use crate::{Answer, Session, input_names};

pub(crate) fn run(session: &Session) -> Result<Answer, Error> {
    let Some(tests) = session.tests() else {
        return Err(Error::unusable("there are no tests to run"));
    };
    let (config, common) = (session.config()?, session.options());
    let subject = session.subject();
    let mut suite = tests.suite.suite.clone();
    let runner = Runner::new(&subject.program, subject.start, config.clone());
    common.observer.phase("running the tests");
    let left_out = match &tests.reference {
        Some(reference) => {
            let reference = Runner::new(&reference.program, reference.start, config);
            expect_from(&reference, &runner, &mut suite)
        }
        None => Vec::new(),
    };
    let ran = runner.run_all(&suite);
    common.observer.clear();
    warn_about_inputs(&common.observer, &subject.program, &suite.tests, &ran);
    let report = report(&runner, common, suite.tests, &ran, left_out);
    let outcome = outcome(report.tests.as_deref().unwrap_or_default());
    Ok(Answer { report, outcome, hint: None })
}

fn outcome(tests: &[TestOutcome]) -> Outcome {
    let any = |verdict| tests.iter().any(|test| test.verdict == verdict);
    if any(TestVerdict::Failed) {
        Outcome::Failure
    } else if any(TestVerdict::NotRun) {
        Outcome::OutOfBudget
    } else {
        Outcome::NoFailure
    }
}

fn report(
    runner: &Runner<'_>,
    common: &Options,
    tests: Vec<Test>,
    ran: &[Ran],
    left_out: Vec<LeftOut>,
) -> Report {
    let judged = tests.iter().zip(ran).map(|(test, ran)| test_outcome(runner, common, test, ran));
    let mut outcomes: Vec<TestOutcome> = judged.collect();
    // Ascending: each goes where it was.
    for LeftOut { index, test, why, is_not_run } in left_out {
        let verdict = if is_not_run { TestVerdict::NotRun } else { TestVerdict::Unjudged };
        let outcome = TestOutcome {
            name: test.name,
            verdict,
            message: why,
            steps: 0,
            place: None,
            reproduce: None,
        };
        outcomes.insert(index.min(outcomes.len()), outcome);
    }
    let mut report = Report::new(match outcome(&outcomes) {
        Outcome::Failure => Verdict::Fails,
        Outcome::OutOfBudget | Outcome::Unusable => Verdict::Unknown,
        Outcome::NoFailure => Verdict::HoldsWithinBound,
    });
    report.failures = failures(runner, common, &tests, ran);
    if outcomes.iter().any(|test| test.verdict == TestVerdict::NotRun) {
        report.limits.push(present::time_limit(&common.budget));
    }
    report.tests = Some(outcomes);
    report.origin = present::origin(runner.program());
    report
}

fn test_outcome(runner: &Runner<'_>, common: &Options, test: &Test, ran: &Ran) -> TestOutcome {
    use whydunit_suite::Verdict;
    let (verdict, failure) = match &ran.verdict {
        Verdict::Passed => (TestVerdict::Passed, None),
        Verdict::Failed(Reason::Check(failure)) => (TestVerdict::Failed, Some(failure)),
        Verdict::Failed(_) => (TestVerdict::Failed, None),
        Verdict::Unjudged(_) => (TestVerdict::Unjudged, None),
        Verdict::NotRun => (TestVerdict::NotRun, None),
    };
    TestOutcome {
        name: test.name.clone(),
        verdict,
        message: runner.in_words(&ran.verdict),
        steps: ran.steps,
        place: failure.map(|failure| present::place(runner.program(), failure.span)),
        reproduce: (verdict == TestVerdict::Failed).then(|| command(runner, common, test)),
    }
}

fn command(runner: &Runner<'_>, common: &Options, test: &Test) -> String {
    run_command(common, &runner.spec(test), InputSource::Found)
}

/// The checks that fail, each with the first test in which it does.
fn failures(
    runner: &Runner<'_>,
    common: &Options,
    tests: &[Test],
    ran: &[Ran],
) -> Vec<FailureReport> {
    let mut found = BTreeMap::new();
    let mut reports = Vec::new();
    for (test, ran) in tests.iter().zip(ran) {
        let whydunit_suite::Verdict::Failed(Reason::Check(failure)) = &ran.verdict else {
            continue;
        };
        let place = (failure.kind.name(), failure.span.file.0, failure.span.start);
        if found.insert(place, ()).is_some() {
            continue;
        }
        let spec = runner.spec(test);
        let program = runner.program();
        let run =
            whydunit_interp::run(program, &spec, runner.config(), &mut |_, _| {}, &mut NoObserver);
        let mut report = present::failure_report(program, failure, &run.inputs, None);
        report.reproduce = Some(command(runner, common, test));
        reports.push(report);
    }
    reports
}

/// Says which given inputs no test has used, and which became something else.
fn warn_about_inputs(observer: &Observer, program: &Program, tests: &[Test], ran: &[Ran]) {
    let mut used: BTreeMap<&str, bool> = BTreeMap::new();
    let mut misfits: Vec<&String> = Vec::new();
    for (test, ran) in tests.iter().zip(ran) {
        if matches!(ran.verdict, whydunit_suite::Verdict::NotRun) {
            continue;
        }
        for name in test.inputs.names() {
            let is_used = !ran.unused_inputs.iter().any(|unused| unused == name);
            *used.entry(name).or_insert(false) |= is_used;
        }
        for misfit in &ran.misfit_inputs {
            if !misfits.contains(&misfit) {
                misfits.push(misfit);
            }
        }
    }
    let unused = used.iter().filter(|(_, is_used)| !**is_used);
    input_names::warn_about_names(observer, program, unused.map(|(name, _)| *name));
    for misfit in misfits {
        observer.warn(misfit);
    }
}
