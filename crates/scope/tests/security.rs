//! Inputs that decide about a failure, in whole programs.

mod common;

use common::failing;
use whydunit_scope::{ProgramPower, SecurityOptions, program_inputs};

/// For each external input: `x: 2 fails, 0 passes`, `x: does not decide`, `x: unknown`.
fn powers(text: &str, inputs: &[&str]) -> Vec<String> {
    let (program, trace) = failing(text, inputs);
    let answers = program_inputs(&program, &trace, &SecurityOptions::default());
    let describe = |answer: &whydunit_scope::ProgramInput| {
        let record = &trace.inputs[answer.record as usize];
        let name = record.variable.as_ref().unwrap_or(&record.name);
        match &answer.power {
            ProgramPower::Decides(decision) => {
                let [failing, passing] =
                    [decision.failing, decision.passing].map(|bits| bits as i32);
                format!("{name}: {failing} fails, {passing} passes")
            }
            ProgramPower::DoesNotDecide(_) => format!("{name}: does not decide"),
            ProgramPower::Unknown(reason) => format!("{name}: unknown ({reason})"),
        }
    };
    answers.iter().map(describe).collect()
}

/// Fault localization and relevance analysis, section 5: an input that fails on one path, and one that fails on another.
#[test]
fn the_error_is_reached_past_the_branch_too() {
    let text = "#include <assert.h>
void f(int user_input) {
  int y = user_input;
  if (user_input == 2)
    y = y + 1;
  assert(y != 3);
}";
    assert_eq!(powers(text, &["user_input=2"]), ["user_input: 2 fails, 0 passes"]);
}

#[test]
fn an_input_that_nothing_depends_on() {
    let text = "#include <assert.h>\nvoid f(int x) { int y = 0; assert(y == 1); }";
    assert_eq!(powers(text, &["x=1"]), ["x: does not decide"]);
}

#[test]
fn a_later_input_can_mask_an_earlier_one() {
    let text = "#include <assert.h>
int __VERIFIER_nondet_int(void);
void f(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  assert(x != 5 || y != 6);
}";
    let expected = [
        "x: unknown (none of 1 failing values leads to the error for certain)",
        "y: 6 fails, 0 passes",
    ];
    assert_eq!(powers(text, &["x=5", "y=6"]), expected);
}

#[test]
fn another_value_than_that_of_the_run_may_be_sure() {
    let text = "#include <assert.h>
int __VERIFIER_nondet_int(void);
void f(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x == 7)
    y = 6;
  assert(y != 6 || x < 5 || x > 7);
}";
    let expected = ["x: 7 fails, 0 passes", "y: 6 fails, 0 passes"];
    assert_eq!(powers(text, &["x=5", "y=6"]), expected);
}

#[test]
fn inputs_in_a_loop_are_told_apart() {
    let text = "#include <assert.h>
int __VERIFIER_nondet_int(void);
void f(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    if (x == 1)
      sum++;
  }
  assert(sum < 2);
}";
    // Later ones make up for the first; after the first two nothing matters any more.
    let expected = [
        "x: unknown (none of 2 failing values leads to the error for certain)",
        "x: 1 fails, 0 passes",
        "x: does not decide",
    ];
    assert_eq!(powers(text, &["nondet#1=1", "nondet#2=1"]), expected);
}

#[test]
fn exits_avoid_the_error() {
    let text = "#include <assert.h>
#include <stdlib.h>
static void stop(int x) { if (x > 3) exit(0); }
void f(int x) {
  stop(x);
  assert(0);
}";
    assert_eq!(powers(text, &["x=1"]), ["x: 1 fails, 4 passes"]);
}
