//! Every figure and example of the papers that has to do with error invariants, with the answer written beside it.
//!
//! Programs are written afresh after the figures, one statement a line; those that other tests use too are in `tests/papers`. Invariants are read between the lines: what holds before the
//! statement below. The marks behind a statement say its role.

use crate::common;

use std::collections::BTreeSet;

use common::{Failing, Setting, failing_text, line_of};
use expect_test::{Expect, expect};
use whydunit_encode::Inputs;
use whydunit_explain::{Explanation, Method, Options, Role, Status, explain};
use whydunit_solver::Budget;
use whydunit_term::Terms;

/// Fig. 1 of flow-sensitive fault localization.
const FIGURE_1: &str = include_str!("../../../tests/papers/zeroed_by_branch.c");

fn explained(failing: &Failing, method: Method, inputs: Inputs) -> Explanation {
    let options = Options { method, inputs, budget: Budget::default() };
    let mut terms = Terms::new();
    let explanation = explain(&failing.program, &failing.trace, &mut terms, &options)
        .expect("the trace should be encoded");
    assert_eq!(explanation.status, Status::Complete);
    explanation
}

fn lines(failing: &Failing, explanation: &Explanation) -> BTreeSet<u32> {
    let steps = explanation.relevant.iter().map(|relevant| relevant.step);
    steps.map(|step| line_of(&failing.program, &failing.trace, step)).collect()
}

/// The abstract error trace, invariants and statements in turn.
fn shown(failing: &Failing, explanation: &Explanation) -> String {
    let mut text = format!("{}:\n", explanation.method.name());
    let mut current = BTreeSet::new();
    for interval in &explanation.intervals {
        interval.apply(&mut current);
        if interval.to < failing.trace.first_executed() {
            continue;
        }
        let conjuncts = current.iter().map(|&index| &explanation.conjuncts[index as usize].text);
        let conjuncts: Vec<&str> = conjuncts.map(String::as_str).collect();
        let invariant = if conjuncts.is_empty() { "1".into() } else { conjuncts.join(" && ") };
        text.push_str(&format!("     {invariant}\n"));
        let relevant = explanation.relevant.iter().find(|found| found.step.index() == interval.to);
        let Some(relevant) = relevant else { continue };
        let statement = failing.program.sources.text(failing.trace.step(relevant.step).span);
        let statement = statement.split_whitespace().collect::<Vec<_>>().join(" ");
        let role = match relevant.role {
            Role::Assign => String::new(),
            Role::Input => "  (input)".into(),
            Role::Condition => "  (condition)".into(),
            Role::Check => "  (check)".into(),
            Role::Call => "  (call)".into(),
            Role::Frame => format!("  (frame: {})", relevant.why.left_alone.join(", ")),
        };
        let line = line_of(&failing.program, &failing.trace, relevant.step);
        text.push_str(&format!("{line:>3}  {statement}{role}\n"));
    }
    text
}

/// Both methods; and the recursive algorithm has to name the lines that the flow-sensitive method names.
fn check(options: &str, text: &str, expected: &Expect) {
    let failing = failing_text("figure", text, &Setting::of(options)).expect("it should fail");
    let flow = explained(&failing, Method::FlowSensitive, Inputs::Fixed);
    let plain = explained(&failing, Method::ErrorInvariants, Inputs::Fixed);
    let recursive = explained(&failing, Method::RecursiveFlowSensitive, Inputs::Fixed);
    assert_eq!(lines(&failing, &flow), lines(&failing, &recursive), "FSEI names other lines");
    expected.assert_eq(&format!("{}{}", shown(&failing, &flow), shown(&failing, &plain)));
}

/// Flow-sensitive fault localization, Fig. 1 and Fig. 4: `input < 42`, `y < 0`, `x = 0`. With the trace formula that is not flow-sensitive, only `x = 0`.
#[test]
fn the_branch_that_zeroes_x() {
    check(
        "--function xZero --input input=41",
        FIGURE_1,
        &expect![[r#"
            flow-sensitive:
                 input <= 41
              3  int y = input - 42
                 y <= -1
              4  y < 0  (condition)
                 1
              5  x = 0
                 x == 0
            error-invariants:
                 1
              5  x = 0
                 x == 0
        "#]],
    );
}

/// Fig. 2: whichever way the branch goes, only `x = 0`.
#[test]
fn x_is_zero_either_way() {
    let text = include_str!("../../../tests/papers/zero_either_way.c");
    check(
        "--function yZero --input input=41",
        text,
        &expect![[r#"
        flow-sensitive:
             1
          2  int x = 0
             x == 0
        error-invariants:
             1
          2  int x = 0
             x == 0
    "#]],
    );
    check(
        "--function yZero --input input=50",
        text,
        &expect![[r#"
        flow-sensitive:
             1
          2  int x = 0
             x == 0
        error-invariants:
             1
          2  int x = 0
             x == 0
    "#]],
    );
}

/// Fig. 5 and 6: `lock = 1`, `z = y`, and the last conditional, which leaves `lock` alone; not `z = 0`. The paper's invariants are `x = 0 ∧ y = -1`, then with
/// `lock = 1`, then `x = 0 ∧ lock = 1 ∧ z = -1`, then `lock = 1`; ours are weaker.
#[test]
fn faulty_locking() {
    check(
        "--function process --input x=0 --input y=-1",
        include_str!("../../../tests/papers/locking.c"),
        &expect![[r#"
            flow-sensitive:
                 x == 0 && y <= -1
              5  lock = 1
                 lock != 0 && x == 0 && y <= -1
             10  y != 0  (condition)
                 lock != 0 && x == 0 && y <= 0
             11  z = y
                 lock != 0 && x == 0 && z <= 0
             13  x != 0  (frame: lock)
                 lock != 0 && z <= 0
             16  z > 0  (frame: lock)
                 lock != 0
            error-invariants:
                 1
              5  lock = 1
                 lock != 0
        "#]],
    );
}

/// Fig. 7 and 8: `abs = input`, `sign = -1`, and the last conditional, which leaves `abs` alone; the general condition is
/// `input <= -1`; the early exit is not reported. The invariants are the paper's.
#[test]
fn faulty_absolute_value() {
    check(
        "--function absolute --input input=-1",
        include_str!("../../../tests/papers/absolute_value.c"),
        &expect![[r#"
            flow-sensitive:
                 input <= -1
              4  abs = input
                 input <= -1 && abs <= -1
              5  input == 0  (condition)
                 input <= -1 && abs <= -1
              7  input < 0  (condition)
                 abs <= -1
              8  sign = -1
                 sign == -1 && abs <= -1
             14  sign == -1  (frame: abs)
                 abs <= -1
            error-invariants:
                 input <= -1
              4  abs = input
                 abs <= -1
        "#]],
    );
}

/// Responsibility of assigning statements, §3.1: error invariants call the first assignment relevant, because the second
/// changes nothing. (Replacing values asks another question, and its answer will be the second: what would have to be changed.)
#[test]
fn twice_the_same_value() {
    check(
        "--function foo",
        "void foo(void) {
  int x;
  x = 7;
  x = 7;
  //@ assert x > 10;
}",
        &expect![[r#"
            flow-sensitive:
                 1
              3  x = 7
                 x <= 10
            error-invariants:
                 1
              3  x = 7
                 x <= 10
        "#]],
    );
}

/// §3.1, second example: both assignments to `x`, as the paper says of error invariants; not the one to `y`.
#[test]
fn two_sums() {
    check(
        "--function foo --input x=-5 --input y=1 --input z=2",
        "void foo(int x, int y, int z) {
  x = x + y;
  x = x + z;
  y = y + z;
  //@ assert x >= 0;
}",
        &expect![[r#"
            flow-sensitive:
                 x + y + z < 0
              2  x = x + y
                 x + z < 0
              3  x = x + z
                 x <= -1
            error-invariants:
                 x + y + z < 0
              2  x = x + y
                 x + z < 0
              3  x = x + z
                 x <= -1
        "#]],
    );
}

/// §4.1.2: only the assignment to `z`.
#[test]
fn three_constants() {
    check(
        "--function foo",
        "void foo(void) {
  int x = 1;
  int y = 2;
  int z = 3;
  //@ assert z > 10;
}",
        &expect![[r#"
            flow-sensitive:
                 1
              4  int z = 3
                 z <= 10
            error-invariants:
                 1
              4  int z = 3
                 z <= 10
        "#]],
    );
}

/// §4.1.3: the value comes from outside; the assignments before it do not matter.
#[test]
fn a_value_from_outside() {
    check(
        "--function foo --input z=4",
        "int __VERIFIER_nondet_int(void);
void foo(void) {
  int x = 1;
  int y = 2;
  int z = 3;
  z = __VERIFIER_nondet_int();
  //@ assert z > 10;
}",
        &expect![[r#"
            flow-sensitive:
                 z <= 10
              6  z = __VERIFIER_nondet_int()  (input)
                 z <= 10
            error-invariants:
                 z <= 10
              6  z = __VERIFIER_nondet_int()  (input)
                 z <= 10
        "#]],
    );
}

/// §4.1.3, second example: nothing is needed for `assert(0)` but getting there, and an assumption is no branch.
#[test]
fn an_assumption_before_the_end() {
    check(
        "--function main --input x=1",
        "int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);
int main(void) {
  int y = 42;
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 && y >= 23);
  reach_error();
}",
        &expect![[r#"
            flow-sensitive:
                 1
            error-invariants:
                 1
        "#]],
    );
}

/// Proof-guided error diagnosis, Fig. 2: the loop condition `i <= n` is among the lines.
#[test]
fn the_sum_that_reads_too_far() {
    check(
        "",
        "int sum(int *a, int n) {
  int i;
  int s = 0;
  i = 0;
  while (i <= n) {
    s = s + a[i];
    i = i + 1;
  }
  return s;
}
int main(void) {
  int a[3] = { 1, 2, 3 };
  return sum(a, 3);
}",
        &expect![[r#"
            flow-sensitive:
                 1
             13  sum(a, 3)
                 a == &a[0] && n >= 3
              4  i = 0
                 a == &a[0] && i + 3 <= n && i >= 0
              7  i = i + 1
                 a == &a[0] && i + 2 <= n && i >= 1
              7  i = i + 1
                 a == &a[0] && i < n && i >= 2
              7  i = i + 1
                 a == &a[0] && i <= n && i >= 3
              5  i <= n  (condition)
                 a == &a[0] && i >= 3
            error-invariants:
                 1
             13  sum(a, 3)
                 a == &a[0]
              4  i = 0
                 a == &a[0] && i >= 0
              7  i = i + 1
                 a == &a[0] && i >= 1
              7  i = i + 1
                 a == &a[0] && i >= 2
              7  i = i + 1
                 a == &a[0] && i >= 3
        "#]],
    );
}

/// AutoDebug, Fig. 1: the wrong operator in the condition `s >= a[i]` is among the lines.
#[test]
fn the_maximum_that_is_none() {
    check(
        "--function Max --input a=[-2,5,3] --input n=3",
        "/*@ requires n > 0;
    ensures (\\forall integer k; 0 <= k < n ==> \\result >= a[k]) &&
            (\\exists integer k; 0 <= k < n && \\result == a[k]); */
int Max(int a[], int n) {
  int i, s;
  i = 1;
  s = a[0];
  while (i < n) {
    if (s >= a[i])
      s = a[i];
    i = i + 1;
  }
  return s;
}",
        &expect![[r#"
            flow-sensitive:
                 a[0] < a[1] && a[0] < a[2] && a == \old(a) && n == 3
              6  i = 1
                 a[0] < a[1] && a[0] < a[2] && a == \old(a) && n == 3 && i == 1
              7  s = a[0]
                 s < a[1] && s < a[2] && a == \old(a) && n == 3 && i == 1
              9  s >= a[i]  (frame: s)
                 s < a[1] && s < a[2] && a == \old(a) && n == 3 && i == 1
             11  i = i + 1
                 s < a[1] && s < a[2] && a == \old(a) && n == 3 && i == 2
              8  i < n  (condition)
                 s < a[1] && s < a[2] && a == \old(a) && n == 3 && i == 2
              9  s >= a[i]  (frame: s)
                 s < a[1] && a == \old(a) && n == 3 && i >= 2
             11  i = i + 1
                 s < a[1] && a == \old(a) && n == 3 && i >= 3
              8  i < n  (frame: s)
                 s < a[1] && a == \old(a) && n == 3
             13  return s
                 \result < a[1] && a == \old(a) && n == 3
            error-invariants:
                 n == 3
              9  s >= a[i]  (condition)
                 s < a[1] && n == 3
             13  return s
                 \result < a[1] && n == 3
        "#]],
    );
}

/// With free inputs the claims hold for all inputs that meet the first invariant and take this path.
#[test]
fn free_inputs() {
    let failing = failing_text("free", FIGURE_1, &Setting::of("--function xZero --input input=41"))
        .expect("it should fail");
    let explanation = explained(&failing, Method::FlowSensitive, Inputs::Free);
    expect![[r#"
        flow-sensitive:
             input <= 41
          3  int y = input - 42
             y <= -1
          4  y < 0  (condition)
             1
          5  x = 0
             x == 0
    "#]]
    .assert_eq(&shown(&failing, &explanation));
}

/// Without any time the explanation is larger, still one, and marked.
#[test]
fn no_time_left() {
    let failing =
        failing_text("hurried", FIGURE_1, &Setting::of("--function xZero --input input=41"))
            .expect("it should fail");
    let budget = Budget::default().with_deadline(std::time::Instant::now());
    let options = Options { method: Method::FlowSensitive, inputs: Inputs::Fixed, budget };
    let mut terms = Terms::new();
    let explanation = explain(&failing.program, &failing.trace, &mut terms, &options)
        .expect("the trace should be encoded");
    assert_eq!(explanation.status, Status::Partial);
    expect![[r#"
        flow-sensitive:
             input == 41
          3  int y = input - 42
             y == -1
          4  y < 0  (condition)
             1
          5  x = 0
             x == 0
    "#]]
    .assert_eq(&shown(&failing, &explanation));
}
