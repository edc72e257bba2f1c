//! Every explanation that is made holds: each method over programs with a failure of every kind. With the embedded solver step by step; with the
//! solver programs that are there by the definition, so that a second solver answers for every invariant.

use crate::traces as common;

use common::{Failing, embedded, failing_file, program_paths};
use whydunit_encode::Inputs;
use whydunit_explain::{Explanation, Method, Status, explain};
use whydunit_solver::{Budget, Solve, SolverChoice, find_external};
use whydunit_term::Terms;
use whydunit_verify::{Options, Proofs, Verdict, verify};

const METHODS: [Method; 3] =
    [Method::ErrorInvariants, Method::FlowSensitive, Method::RecursiveFlowSensitive];

fn explained(
    failing: &Failing,
    terms: &mut Terms,
    (method, inputs): (Method, Inputs),
) -> Explanation {
    let options = whydunit_explain::Options { method, inputs, budget: Budget::unlimited() };
    let explanation = explain(&failing.program, &failing.trace, terms, &options)
        .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
    assert_eq!(explanation.status, Status::Complete, "{}", failing.name);
    explanation
}

/// Traces that are longer are not given to a solver as a whole, again and again.
const LONGEST: usize = 30;

/// Collects what does not hold, over all programs.
fn check_all(how: (Method, Inputs), proofs: Proofs, solver: &dyn Fn() -> Box<dyn Solve>) {
    let mut failures = Vec::new();
    for path in program_paths() {
        let failing = failing_file(&path);
        if proofs == Proofs::Definition && failing.trace.steps.len() > LONGEST {
            continue;
        }
        let mut terms = Terms::new();
        let explanation = explained(&failing, &mut terms, how);
        let options = Options { solver, proofs, budget: Budget::unlimited() };
        match verify(&failing.program, &failing.trace, &explanation, &mut terms, &options) {
            Ok(Verdict::Holds) => {}
            Ok(Verdict::Refuted(complaints)) => {
                let lines: Vec<String> = complaints.iter().map(ToString::to_string).collect();
                failures.push(format!("{}: {}", failing.name, lines.join("; ")));
            }
            other => failures.push(format!("{}: {other:?}", failing.name)),
        }
    }
    assert!(failures.is_empty(), "{how:?}:\n{}", failures.join("\n"));
}

#[test]
fn error_invariants() {
    for inputs in [Inputs::Fixed, Inputs::Free] {
        check_all((Method::ErrorInvariants, inputs), Proofs::Induction, &embedded);
    }
}

#[test]
fn flow_sensitive() {
    for inputs in [Inputs::Fixed, Inputs::Free] {
        check_all((Method::FlowSensitive, inputs), Proofs::Induction, &embedded);
    }
}

#[test]
fn recursive_flow_sensitive() {
    for inputs in [Inputs::Fixed, Inputs::Free] {
        check_all((Method::RecursiveFlowSensitive, inputs), Proofs::Induction, &embedded);
    }
}

/// By the definition, with another solver.
fn check_with(program: &str) {
    let search_path = std::env::var_os("PATH").unwrap_or_default();
    let search_path = std::env::split_paths(&search_path).collect();
    let choice = SolverChoice { name: program.to_owned(), search_path };
    if find_external(&choice).is_err() {
        whydunit_testing::missing(&format!("there is no {program}"));
        return;
    }
    let solver = || -> Box<dyn Solve> {
        Box::new(find_external(&choice).expect("the program should still be there"))
    };
    for method in METHODS {
        check_all((method, Inputs::Fixed), Proofs::Definition, &solver);
    }
}

#[test]
fn checked_by_z3() {
    check_with("z3");
}

#[test]
fn checked_by_cvc5() {
    check_with("cvc5");
}
