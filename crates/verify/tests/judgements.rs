//! What is judged of every failing program of the test suite, and of random ones, holds.

use crate::brute;
use crate::common;

use std::time::{Duration, Instant};

use brute::generator;
use common::{Failing, Setting, failing_programs, failing_text};
use whydunit_encode::Inputs;
use whydunit_explain::{Counting, Criterion, JudgeOptions, judge};
use whydunit_solver::{Budget, Embedded, Solve};
use whydunit_term::Terms;
use whydunit_verify::{Options, Proofs, Verdict, verify_judgement};

fn embedded() -> Box<dyn Solve> {
    Box::new(Embedded::new())
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Judges and checks; what is not proved is told.
fn verified(failing: &Failing, criterion: Criterion, inputs: Inputs) -> Verdict {
    let (program, trace) = (&failing.program, &failing.trace);
    let mut terms = Terms::new();
    // What is not decided in time is left open, by either side.
    let budget = || {
        let deadline = Instant::now() + Duration::from_secs(number("WHYDUNIT_SECONDS", 5));
        Budget::unlimited().with_conflicts(200_000).with_deadline(deadline)
    };
    let options = JudgeOptions { criterion, inputs, counting: Counting::Own, budget: budget() };
    let judgement = judge(program, trace, &mut terms, &options)
        .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
    let options = Options { solver: &embedded, proofs: Proofs::Induction, budget: budget() };
    verify_judgement(program, trace, &judgement, &mut terms, &options)
        .unwrap_or_else(|error| panic!("{}: {error}", failing.name))
}

/// Checks all and gives the numbers of those that were proved and those that were left open.
#[expect(clippy::print_stderr, reason = "shows what a failure is about")]
fn verify_all(programs: &[Failing], criterion: Criterion, all_inputs: &[Inputs]) -> (usize, usize) {
    let (mut proved, mut open, mut wrong) = (0, 0, 0);
    for failing in programs {
        for &inputs in all_inputs {
            match verified(failing, criterion, inputs) {
                Verdict::Holds => proved += 1,
                Verdict::Unknown(reason) => {
                    open += 1;
                    eprintln!("{} ({inputs:?}): unknown: {reason}", failing.name);
                }
                Verdict::Refuted(complaints) => {
                    wrong += 1;
                    for complaint in complaints.iter().take(5) {
                        eprintln!("{} ({inputs:?}): {complaint}", failing.name);
                    }
                }
            }
        }
    }
    let name = criterion.name();
    assert_eq!(wrong, 0, "{name}: judgements are refuted; {proved} hold, {open} are open");
    (proved, open)
}

fn random_programs() -> Vec<Failing> {
    random(&generator::program)
}

fn random(program: &dyn Fn(u64) -> String) -> Vec<Failing> {
    let (first, count) = (number("FIRST_SEED", 10_000), number("SEEDS", 60));
    let failing = |seed: u64| {
        let text = program(seed);
        failing_text(&format!("seed {seed}"), &text, &Setting::default())
    };
    let programs: Vec<Failing> = (first..first + count).filter_map(failing).collect();
    assert!(programs.len() as u64 * 4 >= count, "only {} programs fail", programs.len());
    programs
}

fn suite() -> Vec<Failing> {
    let longest = number("WHYDUNIT_LONGEST", 300) as usize;
    let mut programs = failing_programs("checks");
    programs.retain(|failing| failing.trace.steps.len() <= longest);
    programs
}

const BOTH: [Inputs; 2] = [Inputs::Fixed, Inputs::Free];

#[test]
fn relevance_of_random_programs() {
    let (proved, open) = verify_all(&random_programs(), Criterion::Relevance, &BOTH);
    assert!(open * 20 <= proved, "{open} are open, {proved} hold");
}

#[test]
fn relevance_of_the_suite() {
    let (proved, open) = verify_all(&suite(), Criterion::Relevance, &BOTH);
    assert!(open * 5 <= proved, "{open} are open, {proved} hold");
}

#[test]
fn blocking_of_random_programs() {
    let programs = random_programs();
    for criterion in
        [Criterion::Restrictive, Criterion::BecomingRestrictive, Criterion::MoreBlocking]
    {
        let (proved, open) = verify_all(&programs, criterion, &BOTH);
        assert!(open * 20 <= proved, "{}: {open} are open, {proved} hold", criterion.name());
    }
}

#[test]
fn sets_of_random_programs() {
    let mut programs = random(&generator::truth_program);
    programs.extend(random_programs());
    let (proved, open) = verify_all(&programs, Criterion::MinimalSet, &BOTH);
    assert!(open * 5 <= proved, "{open} are open, {proved} hold");
}

#[test]
fn cores_of_random_programs() {
    let (proved, open) = verify_all(&random_programs(), Criterion::UnsatCore, &BOTH);
    assert!(open * 5 <= proved, "{open} are open, {proved} hold");
}

/// That nothing else is relevant from states that are not reached is not proved.
#[test]
fn coreachable_states_of_random_programs() {
    let programs = random_programs();
    let (proved, open) = verify_all(&programs, Criterion::Coreachable, &BOTH);
    assert_eq!(proved + open, 2 * programs.len());
}

#[test]
fn branch_relevance_of_random_programs() {
    let mut programs = random(&generator::plain_sided_program);
    programs.extend(random_programs());
    let (proved, open) = verify_all(&programs, Criterion::BranchRelevance, &BOTH);
    assert!(open <= 2 * proved, "{open} are open, {proved} hold");
}

#[test]
fn other_criteria_of_the_suite() {
    // Relevance is asked of all of them.
    let programs = whydunit_testing::part(suite(), 3);
    for criterion in Criterion::ALL {
        if criterion != Criterion::Relevance {
            verify_all(&programs, criterion, &BOTH);
        }
    }
}
