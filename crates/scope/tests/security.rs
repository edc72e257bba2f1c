//! Inputs that decide about a failure, in whole programs.

use crate::common;

use common::failing;
use whydunit_counterfactual::Avoided;
use whydunit_scope::{
    ProgramPower, ProgramShape, SecurityOptions, Stream, program_inputs, program_shape,
};

/// For each external input: `x: 2 fails, 0 passes` (or `never ends`, `fails elsewhere`), `x: does not decide`, `x: unknown`.
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
                format!("{name}: {failing} fails, {passing} {}", words(decision.avoided))
            }
            ProgramPower::DoesNotDecide(_) => format!("{name}: does not decide"),
            ProgramPower::Unknown(reason) => format!("{name}: unknown ({reason})"),
        }
    };
    answers.iter().map(describe).collect()
}

fn words(avoided: Avoided) -> &'static str {
    match avoided {
        Avoided::Ends => "passes",
        Avoided::FailsElsewhere => "fails elsewhere",
        Avoided::NeverEnds => "never ends",
    }
}

/// Other arguments or another standard input, for a `main` that was given none.
fn shape(text: &str) -> String {
    let (program, trace) = common::failing_in(text, "main", &[]);
    match program_shape(&program, &trace, &SecurityOptions::default()) {
        None => "not asked for".into(),
        Some(ProgramShape::DoesNotDecide) => "does not decide".into(),
        Some(ProgramShape::Unknown(reason)) => format!("unknown ({reason})"),
        Some(ProgramShape::Decides(shape)) => {
            let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
            let run = &shape.passing_run;
            let given = match shape.stream {
                Stream::Arguments => run.args.iter().map(text).collect(),
                Stream::StandardInput => vec![text(&run.stdin)],
                Stream::Answer(at) => {
                    vec![format!("{:?}", run.inputs.get(&trace.inputs[at as usize].name))]
                }
            };
            format!("{:?} {given:?} {}", shape.stream, words(shape.avoided))
        }
    }
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

#[test]
fn a_run_that_never_ends_avoids_the_error() {
    let text = "#include <assert.h>
int f(int a) {
  int s = 0;
  if (a > 9)
    for (;;)
      s ^= 1;
  assert(s != 0);
  return s;
}";
    assert_eq!(powers(text, &["a=1"]), ["a: 1 fails, 10 never ends"]);
}

/// The value stands nowhere in the program: the search finds it.
#[test]
fn the_way_into_an_endless_loop_is_searched_for() {
    let text = "#include <assert.h>
int f(unsigned a) {
  unsigned s = 0;
  if (a * 3 == 111)
    for (;;)
      s ^= 1;
  assert(s != 0);
  return s;
}";
    assert_eq!(powers(text, &["a=1"]), ["a: 1 fails, 37 never ends"]);
}

#[test]
fn a_loop_that_its_condition_keeps_going() {
    let text = "#include <assert.h>
int f(int a) {
  int i = 0;
  while (a == 4)
    i = !i;
  assert(i != 0);
  return i;
}";
    assert_eq!(powers(text, &["a=1"]), ["a: 1 fails, 4 never ends"]);
}

/// The failing check is in the endless loop: to get there is no way around it.
#[test]
fn an_endless_loop_with_the_check_in_it() {
    let text = "#include <assert.h>
void f(int a) {
  for (;;)
    assert(a == 0 && 0);
}";
    assert_eq!(powers(text, &["a=1"]), ["a: does not decide"]);
}

#[test]
fn excluded_values_avoid_nothing() {
    let text = "#include <assert.h>
/*@ requires n >= 1; */
int f(int n) {
  int a = n - 1;
  assert(a > 0);
  return a;
}";
    assert_eq!(powers(text, &["n=1"]), ["n: 1 fails, 2 passes"]);
    let text = "#include <assert.h>
/*@ requires n >= 1 && n <= 3; */
int f(int n) {
  assert(n < 1 || n > 3);
  return n;
}";
    assert_eq!(powers(text, &["n=1"]), ["n: does not decide"]);
}

#[test]
fn answers_of_functions_without_a_body() {
    let text = "#include <assert.h>
int user_input(void);
void f(void) {
  int y = user_input();
  int x = 0;
  if (y > 2) x = 1;
  assert(x == 1);
}";
    assert_eq!(powers(text, &["nondet#1=2"]), ["y: 2 fails, 3 passes"]);
}

#[test]
fn other_arguments() {
    let text = "int main(int argc, char **argv) { return argv[1][0]; }";
    assert_eq!(shape(text), "Arguments [\"a\"] passes");
    let text = "#include <assert.h>
int main(int argc, char **argv) { assert(0); }";
    assert_eq!(shape(text), "does not decide");
}

#[test]
fn the_end_of_standard_input() {
    let text = "#include <stdio.h>
int main(void) {
  int c, len = 0;
  char buf[10];
  while ((c = getchar()) != EOF && len < 9)
    buf[len++] = c;
  return buf[0];
}";
    assert_eq!(shape(text), "StandardInput [\"x\"] passes");
    let text = "#include <assert.h>\nint main(void) { assert(0); }";
    assert_eq!(shape(text), "not asked for");
}

/// A text that the system answers is an input as a whole, also where there is none.
#[test]
fn texts_that_the_system_answers_decide() {
    let null = "#include <stdlib.h>
#include <string.h>
int main(void) { return (int)strlen(getenv(\"HOME\")); }";
    assert_eq!(shape(null), "Answer(0) [\"Some(Bytes([97]))\"] passes");
    let neither = "#include <assert.h>
#include <stdlib.h>
int main(void) { char *home = getenv(\"HOME\"); assert(home == NULL && home); return 0; }";
    assert_eq!(shape(neither), "does not decide");
}
