//! The papers' programs, written afresh, with no input given: each is found failing, with an input that a person would choose.

use expect_test::{Expect, expect};
use whydunit_find::{Given, Request, search};
use whydunit_front_c::{Options, compile};
use whydunit_interp::{CheckSet, InputValue, RunSpec};
use whydunit_solver::Budget;

fn value(value: &InputValue) -> String {
    match value {
        InputValue::Int(value) => value.to_string(),
        InputValue::List(values) => {
            format!("[{}]", values.iter().map(self::value).collect::<Vec<_>>().join(", "))
        }
        other => format!("{other:?}"),
    }
}

/// The first failure that is reported, and its inputs.
fn first(function: &str, text: &str, expected: &Expect) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("figure.c");
    std::fs::write(&file, text).expect("the program can be written");
    let options = Options { function: Some(function.to_owned()), ..Options::default() };
    let compiled = compile(&[file], &options).expect("the program is valid");
    let program = compiled.program;
    let function = program.find_function(function).expect("the function exists");
    let spec = RunSpec::new(function);
    let request = Request {
        program: &program,
        spec: &spec,
        given: Given::default(),
        checks: CheckSet::default(),
        unwind: None,
        max_steps: None,
        modular: false,
        state_is_open: true,
        proved: &[],
        runs_per_failure: 1,
        first_only: false,
        patience: None,
        budget: Budget::default(),
    };
    let search = search(&request, &mut |_| {});
    let found = search.failures.first().expect("a failure should be found");
    let line = program.sources.line_column(found.failure.span).line;
    let inputs: Vec<String> = found.runs[0]
        .inputs
        .iter()
        .map(|(name, input)| format!("{name} = {}", value(input)))
        .collect();
    let text = format!("line {line}: {}; {}", found.failure.message, inputs.join(", "));
    expected.assert_eq(&text);
}

fn paper(name: &str) -> String {
    let path = format!("{}/../../tests/papers/{name}.c", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the paper's program is there")
}

/// Flow-sensitive fault localization, Fig. 1.
#[test]
fn the_branch_that_zeroes_x() {
    first("xZero", &paper("zeroed_by_branch"), &expect!["line 7: x != 0 does not hold; input = 0"]);
}

/// Fig. 2.
#[test]
fn x_is_zero_either_way() {
    first("yZero", &paper("zero_either_way"), &expect!["line 7: x != 0 does not hold; input = 0"]);
}

/// Fig. 5.
#[test]
fn faulty_locking() {
    first(
        "process",
        &paper("locking"),
        &expect!["line 20: lock == 0 does not hold; x = 0, y = -1"],
    );
}

/// Fig. 7.
#[test]
fn faulty_absolute_value() {
    first(
        "absolute",
        &paper("absolute_value"),
        &expect!["line 19: abs >= 0 does not hold; input = -1"],
    );
}

/// Responsibility of assigning statements, §2.1: a value from outside.
#[test]
fn a_value_from_outside() {
    let text = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 7;
  int z = __VERIFIER_nondet_int();
  //@ assert z > 10;
  return x;
}";
    first("main", text, &expect!["line 5: z > 10 does not hold; nondet#1 = 0"]);
}

/// §3.1.
#[test]
fn two_sums() {
    let text = "void sums(int x, int y, int z) {
  x = x + y;
  x = x + z;
  y = y + z;
  //@ assert x >= 0;
}";
    first("sums", text, &expect!["line 5: x >= 0 does not hold; x = 0, y = 0, z = -1"]);
}

/// §4.1.3: an assumption before the end.
#[test]
fn an_assumption_before_the_end() {
    let text = "extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1);
  reach_error();
}";
    first("main", text, &expect!["line 7: reach_error() was reached; nondet#1 = 1"]);
}

/// Fault localization and relevance analysis, §2.5: what is reached only if an inner loop ends.
#[test]
fn a_branch_that_never_returns() {
    let text = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
  if (x > 0) {
    if (z == 0) {
      while (1) {
      }
    }
    //@ assert x <= 0;
  }
  return 0;
}";
    first("main", text, &expect!["line 10: x <= 0 does not hold; nondet#1 = 1, nondet#2 = 1"]);
}

/// Proof-guided error diagnosis, Fig. 2: the loop reads one element too many.
#[test]
fn the_sum_that_reads_too_far() {
    let text = "/*@ requires 0 < n && n <= 10 && \\valid(a + (0 .. n-1)); */
int sum(int *a, int n) {
  int i, s = 0;
  for (i = 0; i <= n; i++)
    s += a[i] > 0;
  return s;
}";
    first(
        "sum",
        text,
        &expect![
            "line 5: read of 4 bytes just past the end of what a points to (4 bytes); a = [0], n = 1"
        ],
    );
}

/// AutoDebug, Fig. 1: the wrong operator in the comparison.
#[test]
fn the_maximum_that_is_none() {
    let text = "/*@ requires 0 < n && n <= 8 && \\valid(a + (0 .. n-1));
    ensures \\forall integer k; 0 <= k < n ==> \\result >= a[k];
    ensures \\exists integer k; 0 <= k < n && \\result == a[k]; */
int Max(int a[], int n) {
  int i = 1;
  int s = a[0];
  while (i < n) {
    if (s >= a[i])
      s = a[i];
    i = i + 1;
  }
  return s;
}";
    first(
        "Max",
        text,
        &expect![[
            r#"line 2: \forall integer k; 0 <= k < n ==> \result >= a[k] does not hold; a = [0, 1], n = 2"#
        ]],
    );
}

/// AutoDebug: `Sum`, which leaves out the first element.
#[test]
fn the_sum_that_leaves_one_out() {
    let text = "/*@ requires 0 < n && n <= 4 && \\valid(a + (0 .. n-1));
    requires \\forall integer k; 0 <= k < n ==> 0 <= a[k] <= 100;
    ensures n == 1 ==> \\result == a[0];
    ensures n == 2 ==> \\result == a[0] + a[1]; */
int Sum(int a[], int n) {
  int i = 1;
  int s = 0;
  while (i < n) {
    s = s + a[i];
    i = i + 1;
  }
  return s;
}";
    first(
        "Sum",
        text,
        &expect![[r#"line 3: n == 1 ==> \result == a[0] does not hold; a = [1], n = 1"#]],
    );
}

/// AutoDebug: binary search that forgets the last element.
#[test]
fn the_binary_search_that_misses_one() {
    let text = "/*@ requires 0 < n && n <= 4 && \\valid(a + (0 .. n-1));
    requires \\forall integer k; 0 <= k < n - 1 ==> a[k] <= a[k + 1];
    ensures \\result == -1 ==> \\forall integer k; 0 <= k < n ==> a[k] != x; */
int search(int a[], int n, int x) {
  int l = 0, r = n - 1;
  while (l < r) {
    int m = (l + r) / 2;
    if (a[m] == x)
      return m;
    if (a[m] < x)
      l = m + 1;
    else
      r = m;
  }
  return -1;
}";
    first(
        "search",
        text,
        &expect![[
            r#"line 3: \result == -1 ==> \forall integer k; 0 <= k < n ==> a[k] != x does not hold; a = [0], n = 1, x = 0"#
        ]],
    );
}
