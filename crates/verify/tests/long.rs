//! A long loop: an explanation with an interval for every iteration, and budgets that end.

use crate::traces as common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::draft::explanation;
use common::{Failing, embedded, failing_text, unlimited};
use whydunit_encode::Inputs;
use whydunit_explain::{Explanation, Method};
use whydunit_solver::{Budget, Reason};
use whydunit_term::Terms;
use whydunit_verify::{Complaint, Options, Proofs, Verdict, verify};

const ITERATIONS: i32 = 600;

fn program() -> Failing {
    let text = "void f(int n) {
  int s = 3;
  for (int i = 0; i < n; i++)
    s = 7 - s;
  //@ assert s != 3;
}
";
    failing_text(&format!("--function f --input n={ITERATIONS}"), text)
}

/// Follows the values of the run but for the iteration that is left out.
fn explained(failing: &Failing, terms: &mut Terms, left_out: Option<i32>) -> Explanation {
    let n = ITERATIONS;
    let mut text = format!("@n == {n}\n-- given\nn == {n}\n");
    text += &format!("-- 2 assign\nn == {n} && s == 3\n");
    text += &format!("-- 3 assign\nn == {n} && s == 3 && i == 0\n");
    for i in 0..n {
        let s = if i % 2 == 0 { 4 } else { 3 };
        let exact = format!("n == {n} && s == {s} && i == {i}");
        let said = if left_out == Some(i) { format!("n == {n} && i == {i}") } else { exact };
        text += &format!("-- 4 assign\n{said}\n");
        text += &format!("-- 3 assign\nn == {n} && s == {s} && i == {}\n", i + 1);
    }
    text += "-- 3 frame\ns == 3\n";
    explanation(failing, terms, (Method::FlowSensitive, Inputs::Fixed), &text)
}

#[test]
fn every_iteration() {
    let failing = program();
    let mut terms = Terms::new();
    let explanation = explained(&failing, &mut terms, None);
    let verdict = verify(&failing.program, &failing.trace, &explanation, &mut terms, &unlimited());
    assert_eq!(verdict, Ok(Verdict::Holds));
}

/// The invariant after one assignment does not say what it assigned: only from there on the failure does not follow.
#[test]
fn one_iteration_left_out() {
    let failing = program();
    let mut terms = Terms::new();
    let explanation = explained(&failing, &mut terms, Some(4));
    let verdict = verify(&failing.program, &failing.trace, &explanation, &mut terms, &unlimited());
    let interval = 3 + 2 * 4;
    let position = explanation.intervals[interval + 1].to;
    let complaint = Complaint::NotSufficient { interval: interval + 1, position };
    assert_eq!(verdict, Ok(Verdict::Refuted(vec![complaint])));
}

#[test]
fn a_budget_that_ends() {
    let failing = program();
    let mut terms = Terms::new();
    let explanation = explained(&failing, &mut terms, None);
    let budget = Budget::unlimited().with_interrupt(Arc::new(AtomicBool::new(true)));
    let options = Options { solver: &embedded, proofs: Proofs::Induction, budget };
    let verdict = verify(&failing.program, &failing.trace, &explanation, &mut terms, &options);
    assert_eq!(verdict, Ok(Verdict::Unknown(Reason::Interrupted)));
}
