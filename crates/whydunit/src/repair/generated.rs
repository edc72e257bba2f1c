//! What is to be repaired, and by which tests: those of a suite, or what a search finds.

use std::time::{Duration, Instant};

use whydunit_find::{Search, Verdict};
use whydunit_interp::{Compiled, Config, Ending, NoObserver, RunSpec, prepare};
use whydunit_lift as present;
use whydunit_project::{Error, Outcome, has_inputs, run_spec};
use whydunit_report::Report;
use whydunit_solver::Budget;
use whydunit_suite::{Runner, Suite, Test};
use whydunit_validate::{Chosen, Parts, Target, choose, test, within};

use crate::limits::RUNS_OF_A_FAILURE;
use crate::search::{self, Scope, Wanted};
use crate::session::given;
use crate::{RepairOptions, Session, endless};

pub(super) enum Found {
    Target(Box<Target>),
    /// There is nothing to repair, or not known to be.
    Nothing(Box<Report>, Outcome),
}

/// The test of the inputs that the user gives.
const GIVEN: &str = "given";

/// The target by the tests of the session, or by tests that a search makes.
pub(super) fn find(
    session: &Session,
    args: &RepairOptions,
    config: &Config,
) -> Result<Found, Error> {
    let (common, subject) = (session.options(), session.subject());
    let Some(tests) = session.tests() else { return made(session, args, config) };
    let mut suite = tests.suite.suite.clone();
    if let Some(reference) = &tests.reference {
        let judge = Runner::new(&reference.program, reference.start, config.clone());
        let own = Runner::new(&subject.program, subject.start, config.clone());
        let left_out = whydunit_suite::expect_from(&judge, &own, &mut suite);
        if !left_out.is_empty() {
            let message = format!(
                "{} of the tests are left out: the reference itself does not pass them",
                left_out.len()
            );
            common.observer.note(message);
        }
    }
    chosen(session, config, suite)
}

fn chosen(session: &Session, config: &Config, suite: Suite) -> Result<Found, Error> {
    let tests = session.tests();
    // Whatever is compiled on the way, the end is the same.
    let mut common = session.options().clone();
    common.budget.end = config.deadline;
    let parts = Parts {
        common,
        subject: session.subject().clone(),
        reference: tests.and_then(|tests| tests.reference.clone()),
    };
    let asked = if tests.is_none() { Some(GIVEN) } else { None };
    match choose(config, parts, suite, asked)? {
        Chosen::Target(target) => Ok(Found::Target(target)),
        Chosen::NoneFails { passed, tests } => {
            let mut report = Report::new(whydunit_report::Verdict::HoldsWithinBound);
            report.origin = present::origin(session.program());
            let message =
                format!("{passed} of {tests} tests pass and none fails: nothing to repair");
            session.options().observer.note(message);
            Ok(Found::Nothing(Box::new(report), Outcome::NoFailure))
        }
    }
}

/// Tests from a search: failing inputs, and passing ones that cover the branches.
fn made(session: &Session, args: &RepairOptions, config: &Config) -> Result<Found, Error> {
    let (common, subject) = (session.options(), session.subject());
    let spec = run_spec(common, subject)?;
    let given = given(common, &spec);
    let program = &subject.program;
    let mut suite = Suite::default();
    let is_given = given.args || given.stdin || !spec.inputs.is_empty();
    let mut failing: Vec<RunSpec> = Vec::new();
    let compiled = prepare(program);
    let is_only = is_given || !has_inputs(program, spec.function);
    let unended = is_only.then(|| endless::stated(program, &compiled, &spec, config)).flatten();
    let is_endless = unended.is_some();
    if let Some(stated) = unended.filter(|_| !is_given) {
        failing.push(stated.spec);
    } else if is_given {
        if !is_endless && let Some(nothing) = as_expected(session, &compiled, &spec, config) {
            return Ok(nothing);
        }
        suite.tests.push(test(GIVEN, &spec));
    } else {
        let scope = Scope { program, compiled: &compiled, spec: &spec, given, config, proved: &[] };
        let found =
            search::search(common, &args.search, scope, Wanted::Failures(RUNS_OF_A_FAILURE))?;
        failing = failing_runs(&found);
        if found.verdict != Verdict::Fails {
            let mut suspected = vec![spec.clone()];
            suspected.extend(endless::suspected(common, &args.search, scope));
            suspected.extend(found.unended.iter().cloned());
            let Some(stated) = endless::first(scope, &suspected) else {
                let mut report = present::verdict_report(program, &common.budget, &found);
                report.origin = present::origin(program);
                return Ok(Found::Nothing(Box::new(report), search::outcome(&found)));
            };
            failing.push(stated.spec);
        }
    }
    for (index, run) in failing.iter().enumerate() {
        suite.tests.push(test(&format!("failing-{}", index + 1), run));
    }
    common.observer.phase("looking for passing inputs");
    let time = within(config.deadline, Duration::from_secs(4));
    let cancelled = common.budget.cancel.flag();
    let budget = Budget::unlimited().with_interrupt(cancelled).with_deadline(Instant::now() + time);
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
    drop(own);
    chosen(session, config, suite)
}

/// The report of a run that neither fails nor is cut off.
fn as_expected(
    session: &Session,
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    config: &Config,
) -> Option<Found> {
    let (common, program) = (session.options(), session.program());
    let result = compiled.run(spec, config, &mut |_, _| {}, &mut NoObserver);
    if matches!(result.ending, Ending::Failed(_) | Ending::OutOfBudget { .. }) {
        return None;
    }
    let mut report = present::run_report(program, &common.budget, &result);
    report.origin = present::origin(program);
    Some(Found::Nothing(Box::new(report), present::outcome(&result.ending)))
}

fn is_same_run(one: &Test, other: &Test) -> bool {
    (&one.args, &one.stdin, &one.inputs) == (&other.args, &other.stdin, &other.inputs)
}

fn failing_runs(found: &Search) -> Vec<RunSpec> {
    found.failures.iter().flat_map(|failure| failure.runs.iter().cloned()).collect()
}
