//! Control flow and storage, one small program each: which lines a minimal core of the formula names.
//!
//! The core is minimised by leaving out statements from the last to the first, so it is unique. In the plain form conditions are
//! parts of their own; in the flow-sensitive form they guard what they enclose, and a join that left a variable alone shows as `line'`.

use crate::common;

use common::{Failing, Setting, failing_text};
use expect_test::{Expect, expect};
use whydunit_encode::{Addresses, Flow, Grouping, Inputs, Options, PartKind, TraceFormula};
use whydunit_solver::{Answer, Budget, Embedded, Reason, Solve};
use whydunit_term::{Evaluator, Term, Terms};

fn core(failing: &Failing, flow: Flow, addresses: Addresses) -> String {
    let mut terms = Terms::new();
    let options = Options { flow, addresses, inputs: Inputs::Fixed };
    let trace = &failing.trace;
    let formula = TraceFormula::encode(&failing.program, trace, &mut terms, options)
        .unwrap_or_else(|error| panic!("{options:?}: {error}"));
    let model = formula.run_model(&terms);
    let mut evaluator = Evaluator::new(&model);
    for part in &formula.parts {
        let value = evaluator.value(&terms, part.term);
        assert_eq!(value, Some(1), "{options:?}, step {}", part.step);
    }
    let groups = formula.groups(&mut terms, trace, Grouping::Part);
    let mut solver = Embedded::new();
    let hard = formula.hard(&mut terms);
    let selected = formula.selected(&mut terms, &groups);
    let passes = formula.passes(&mut terms);
    for term in hard.into_iter().chain(selected).chain([passes]) {
        solver.assert(&mut terms, term);
    }
    let mut refutes = |terms: &mut Terms, chosen: &[Term]| {
        match solver.check(terms, chosen, &Budget::default()) {
            Answer::Unsat(_) => true,
            Answer::Sat(_) => false,
            // Exact addresses are not followed into other objects: no refutation.
            Answer::Unknown(Reason::Abstracted) => false,
            Answer::Unknown(reason) => panic!("{options:?}: {reason:?}"),
        }
    };
    let mut chosen: Vec<usize> = (0..groups.len()).collect();
    let selectors = |chosen: &[usize]| -> Vec<Term> {
        chosen.iter().map(|&index| groups[index].selector).collect()
    };
    assert!(refutes(&mut terms, &selectors(&chosen)), "{options:?}: all parts should refute");
    for index in (0..groups.len()).rev() {
        let without: Vec<usize> = chosen.iter().copied().filter(|&kept| kept != index).collect();
        if refutes(&mut terms, &selectors(&without)) {
            chosen = without;
        }
    }
    let line = |index: usize| {
        let part = &formula.parts[groups[index].parts[0] as usize];
        let span = trace.steps[part.step as usize].span;
        let line = failing.program.sources.line_column(span).line;
        match part.kind {
            PartKind::Step => line.to_string(),
            PartKind::Frame(_) => format!("{line}'"),
        }
    };
    let mut lines: Vec<String> = Vec::new();
    for index in chosen {
        let line = line(index);
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    lines.join(" ")
}

fn check(options: &str, text: &str, expected: &Expect) {
    let text = format!("#include <assert.h>\n{text}");
    let failing = failing_text("structure", &text, &Setting::of(options)).expect("should fail");
    let mut lines = String::new();
    for flow in [Flow::Plain, Flow::Sensitive] {
        let guarded = core(&failing, flow, Addresses::Guarded);
        let exact = core(&failing, flow, Addresses::Exact);
        let name = if flow == Flow::Plain { "plain" } else { "flow" };
        lines.push_str(&format!("{name}: {guarded}\n"));
        if exact != guarded {
            lines.push_str(&format!("{name}, exact: {exact}\n"));
        }
    }
    expected.assert_eq(&lines);
}

/// The statement before the branch, the branch that did not reset `x`.
#[test]
fn a_missing_assignment() {
    check(
        "--function f --input in=5",
        "int f(int in) {
  int x = in;
  int y = 1;
  if (in < 3) {
    x = 0;
  }
  assert(x == 0);
  return y;
}",
        &expect![[r#"
            plain: 2 3
            flow: 2 3 5'
        "#]],
    );
}

#[test]
fn an_if_in_a_loop_taken_both_ways() {
    check(
        "",
        "int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 1)
      s = 7;
    else
      s = s + 1;
  }
  assert(s != 8);
}",
        &expect![[r#"
            plain: 6 8
            flow: 4 6 4 8 4 4'
        "#]],
    );
}

#[test]
fn nested_loops_with_break_and_continue() {
    check(
        "",
        "int main(void) {
  int n = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 1)
      continue;
    for (int j = 0; j < 3; j++) {
      if (j == 1)
        break;
      n = n + 10;
    }
  }
  assert(n != 20);
}",
        &expect![[r#"
            plain: 3 10
            flow: 3 4 7 10 7 8' 4 5' 4 7 10 7 8' 4 4'
        "#]],
    );
}

#[test]
fn an_early_return() {
    check(
        "--function f --input a=4",
        "int g(int a) {
  if (a > 3)
    return 1;
  return 2;
}
int f(int a) {
  int r = g(a);
  assert(r == 2);
  return r;
}",
        &expect![[r#"
            plain: 4
            flow: 7 8 4
        "#]],
    );
}

#[test]
fn recursion() {
    check(
        "--function f --input n=3",
        "int sum(int n) {
  if (n == 0)
    return 0;
  return n + sum(n - 1);
}
int f(int n) {
  int s = sum(n);
  assert(s != 6);
  return s;
}",
        &expect![[r#"
            plain: 7 8 5 4 5
            flow: 7 8 5 4 5
        "#]],
    );
}

#[test]
fn a_switch_with_fall_through() {
    check(
        "--function f --input k=2",
        "int f(int k) {
  int x = 0;
  switch (k) {
  case 1: x = 1; break;
  case 2: x = 2;
  case 3: x = x + 10; break;
  default: x = 99;
  }
  assert(x != 12);
  return x;
}",
        &expect![[r#"
            plain: 6 7
            flow: 2 6 7
        "#]],
    );
}

#[test]
fn a_pointer_to_a_local() {
    check(
        "--function f --input c=1",
        "int f(int c) {
  int x = 1, y = 2;
  int *p = &x;
  if (c)
    p = &y;
  *p = 5;
  assert(y == 2);
  return x;
}",
        &expect![[r#"
            plain: 7
            plain, exact: 6 7
            flow: 2 6 7
        "#]],
    );
}

#[test]
fn an_array_with_computed_indices() {
    check(
        "--function f --input i=2",
        "int f(int i) {
  int a[5] = { 0 };
  int k = i + 1;
  a[k] = 7;
  a[i] = 8;
  int z = a[2 * i - 1];
  assert(z != 7);
  return z;
}",
        &expect![[r#"
            plain: 5 7
            plain, exact: 2 4 5 6 7
            flow: 2 4 5 7
            flow, exact: 2 4 5 6 7
        "#]],
    );
}

#[test]
fn an_overlapping_union() {
    check(
        "--function f --input v=513",
        "union u { unsigned word; unsigned char bytes[4]; };
int f(unsigned v) {
  union u u;
  u.word = v;
  u.bytes[2] = 9;
  unsigned low = u.bytes[1];
  assert(low != 2);
  return (int)u.word;
}",
        &expect![[r#"
            plain: 3 5 7
            flow: 3 5 7
        "#]],
    );
}

#[test]
fn a_null_pointer_that_nobody_set() {
    check(
        "--function f --input c=0",
        "int f(int c) {
  int x = 1;
  int *p = 0;
  if (c > 0)
    p = &x;
  return *p;
}",
        &expect![[r#"
            plain: 4
            flow: 2 4 5'
        "#]],
    );
}

#[test]
fn a_variable_that_nobody_set() {
    check(
        "--function f --input c=0",
        "int f(int c) {
  int x;
  if (c > 0)
    x = 1;
  return x;
}",
        &expect![[r#"
            plain: 
            flow: 2 4'
        "#]],
    );
}

#[test]
fn a_block_too_small_for_its_use() {
    check(
        "--function f --input n=3",
        "#include <stdlib.h>
int f(int n) {
  int size = n + 1;
  char *p = malloc(size);
  int last = n + 2;
  p[last] = 1;
  return 0;
}",
        &expect![[r#"
            plain: 4 5 6
            plain, exact: 3 4 5 6
            flow: 4 5 6
            flow, exact: 3 4 5 6
        "#]],
    );
}

#[test]
fn a_block_that_was_freed() {
    check(
        "--function f --input n=3",
        "#include <stdlib.h>
int f(int n) {
  int *p = malloc(8);
  int *q = malloc(8);
  *p = n;
  free(q);
  int *r = p;
  free(p);
  return *r;
}",
        &expect![[r#"
            plain: 8 9
            plain, exact: 4 8 9
            flow: 4 8 9
        "#]],
    );
}

#[test]
fn a_record_copied_and_passed() {
    check(
        "--function f --input n=3",
        "struct s { int a, b; };
int use(struct s t) {
  return t.b;
}
int f(int n) {
  struct s x = { 1, n };
  struct s y;
  y = x;
  x.b = 0;
  int r = use(y);
  assert(r != 3);
  return r;
}",
        &expect![[r#"
            plain: 6 7 9 11 4
            flow: 6 7 9 11 4
        "#]],
    );
}

#[test]
fn an_overflow() {
    check(
        "--function f --input n=2147483647",
        "int f(int n) {
  int k = n - 1;
  int m = k + 2;
  return m;
}",
        &expect![[r#"
            plain: 2 3
            flow: 2 3
        "#]],
    );
}

/// Reading a variable inside a branch does not hide that the other side would have set it.
#[test]
fn a_read_inside_the_branch() {
    check(
        "--function f --input a=1 --input c=1",
        "int f(int a, int c) {
  int x = 0, y = 0;
  if (a) y = 1; else x = 5;
  if (c) y = x; else x = 7;
  int z = x;
  assert(z != 0);
  return y;
}",
        &expect![[r#"
            plain: 3 6
            flow: 2 3 4' 5' 6
        "#]],
    );
}

#[test]
fn a_record_that_a_branch_left_alone() {
    check(
        "--function f --input c=0",
        "struct s { int v, w; } z = { 1, 1 };
int f(int c) {
  struct s s = { 0, 0 };
  if (c)
    s = z;
  struct s t = s;
  assert(t.v != 0);
  return 0;
}",
        &expect![[r#"
            plain: 4 7
            flow: 3 4 5' 7
        "#]],
    );
}

/// The run did not evaluate `x`; the formula does.
#[test]
fn an_operand_that_was_not_evaluated() {
    check(
        "--function f --input a=0 --input c=1",
        "int f(int a, int c) {
  int x = 0, q = 0;
  if (c) q = 1; else x = 1;
  assert(a && x);
  return q;
}",
        &expect![[r#"
            plain: 2
            flow: 2
        "#]],
    );
}
