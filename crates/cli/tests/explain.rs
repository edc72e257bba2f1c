//! `whydunit explain`: what it says about small programs, as text at 80 columns and as JSON, and that it has something to say about
//! every failing program. Regenerate the texts with `UPDATE_EXPECT=1`.

mod common;
#[path = "common/expectation.rs"]
mod expectation;

use std::process::Output;

use common::{Case, json_report, parallel, programs};
use expect_test::{Expect, expect};
use expectation::Expectation;
use serde_json::{Value, json};

/// Only the branch that is taken sets `x` to 0.
const TAKEN_BRANCH: &str = "void reset(int input) {
  int x = 1;
  int y = input - 42;
  if (y < 0) {
    x = 0;
  }
  //@ assert x != 0;
}
";

/// `x` is 0 whichever way the branch goes.
const IRRELEVANT_BRANCH: &str = "void reset(int input) {
  int x = 0;
  int y = input - 42;
  if (y < 0) {
    y = 0;
  }
  //@ assert x != 0;
}
";

/// No branch that is taken releases the lock.
const LOCKING: &str = "int lock;
void process(int x, int y) {
  int z;
  z = 0;
  lock = 1;
  if (x == 0) {
    if (y == 0)
      z = 1;
  }
  if (y != 0) {
    z = y;
  }
  if (x != 0) {
    z = 2;
    lock = 0;
  } else if (z > 0) {
    z = 3;
    lock = 0;
  }
  //@ assert lock == 0;
}
";

/// The side taken sets `sign` where it should set `abs`.
const ABSOLUTE: &str = "#include <stdio.h>
int absolute(int input) {
  int sign, abs;
  abs = input;
  if (input == 0)
    return 0;
  if (input < 0) {
    sign = -1;
    printf(\"negative\");
  } else {
    sign = 1;
    printf(\"positive\");
  }
  if (sign == -1) {
    sign = input * -1;
  } else {
    abs = input;
  }
  //@ assert abs >= 0;
  return abs;
}
";

/// Runs the command on a program in a file of its own.
fn explain(source: &str, options: &[&str]) -> Output {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("prog.c"), source).expect("writing it should work");
    common::whydunit()
        .current_dir(directory.path())
        .env("COLUMNS", "80")
        .args(["explain", "prog.c"])
        .args(options)
        .output()
        .expect("whydunit should start")
}

/// The text on standard output and standard error, after the exit code.
fn check_with_code(code: i32, options: &[&str], source: &str, expected: &Expect) {
    let output = explain(source, options);
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(code), "{text}");
    expected.assert_eq(&text);
}

fn check(options: &[&str], source: &str, expected: &Expect) {
    check_with_code(1, options, source, expected);
}

/// The report as JSON, of a run that is explained completely.
fn report(source: &str, options: &[&str]) -> Value {
    let output = explain(source, &[options, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    json_report(&output).expect("the report should be JSON")
}

#[test]
fn a_branch_that_is_taken() {
    let start = ["--function", "reset", "--input", "input=41"];
    let both = ["--method", "flow-sensitive,error-invariants"];
    check(&[&start[..], &both].concat(), TAKEN_BRANCH, &expect![[r#"
        error: x != 0 does not hold                                             prog.c:7
               with input = 41

        flow-sensitive: what makes it fail, and why did it come to that?
               fails whenever input <= 41

           3 │ int y = input - 42;   makes y <= -1, because input <= 41
           4 │ if (y < 0) {          true, because y <= -1
           5 │   x = 0;              makes x == 0
           7 │ //@ assert x != 0;    x is 0

          3 of 4 executed statements matter.

        error-invariants: what makes it fail, given the path?
               fails for every input that takes this path

           5 │   x = 0;             makes x == 0
           7 │ //@ assert x != 0;   x is 0

          1 of 4 executed statements matters.
          reproduce: whydunit run prog.c --function reset --input input=41
    "#]]);
}

#[test]
fn a_branch_that_does_not_matter() {
    for input in ["input=41", "input=42"] {
        let report = report(IRRELEVANT_BRANCH, &["--function", "reset", "--input", input]);
        let explanation = &report["failures"][0]["explanations"][0];
        assert_eq!(explanation["lines"], json!([2]));
        assert_eq!(explanation["general"], "1");
    }
    let options = ["--function", "reset", "--input", "input=41"];
    check(&options, IRRELEVANT_BRANCH, &expect![[r#"
        error: x != 0 does not hold                                             prog.c:7
               with input = 41; fails for every input

           2 │ int x = 0;           makes x == 0
           7 │ //@ assert x != 0;   x is 0

          1 of 4 executed statements matters.
          reproduce: whydunit run prog.c --function reset --input input=41
    "#]]);
}

#[test]
fn branches_that_leave_a_variable_alone() {
    let options = ["--function", "process", "--input", "x=0", "--input", "y=-1"];
    check(&options, LOCKING, &expect![[r#"
        error: lock == 0 does not hold                                         prog.c:20
               with x = 0, y = -1; fails whenever x == 0 && y <= -1

           5 │ lock = 1;               makes lock != 0
             ┊ lock != 0 && x == 0 && y <= -1
          10 │ if (y != 0) {           true, because y <= -1
             ┊ lock != 0 && x == 0 && y <= 0
          11 │   z = y;                makes z <= 0, because y <= 0
             ┊ lock != 0 && x == 0 && z <= 0
          13 │ if (x != 0) {           false, because x == 0; the other side could have
             │                         set lock
          16 │ } else if (z > 0) {     false, because z <= 0; the other side could have
             │                         set lock
          20 │ //@ assert lock == 0;   lock is 1

          5 of 8 executed statements matter.
          reproduce: whydunit run prog.c --function process --input x=0 --input y=-1
    "#]]);
}

#[test]
fn a_missing_assignment() {
    let options = ["--function", "absolute", "--input", "input=-1", "--verify"];
    check(&options, ABSOLUTE, &expect![[r#"
        error: abs >= 0 does not hold                                          prog.c:19
               with input = -1; fails whenever input <= -1

           4 │ abs = input;           makes abs <= -1
             ┊ input <= -1 && abs <= -1
           7 │ if (input < 0) {       true, because input <= -1
           8 │   sign = -1;           makes sign == -1
             ┊ sign == -1 && abs <= -1
          14 │ if (sign == -1) {      true, because sign == -1; the other side could
             │                        have set abs
          19 │ //@ assert abs >= 0;   abs is -1

          4 of 7 executed statements matter.
          Every claim was verified with the embedded solver.
          reproduce: whydunit run prog.c --function absolute --input input=-1
    "#]]);
}

#[test]
fn free_inputs() {
    let options = ["--function", "absolute", "--input", "input=-1", "--inputs", "free"];
    check(&options, ABSOLUTE, &expect![[r#"
        error: abs >= 0 does not hold                                          prog.c:19
               with input = -1; fails whenever input <= -1

           4 │ abs = input;           makes abs <= -1
             ┊ input <= -1 && abs <= -1
           7 │ if (input < 0) {       true, because input <= -1
           8 │   sign = -1;           makes sign == -1
             ┊ sign == -1 && abs <= -1
          14 │ if (sign == -1) {      true, because sign == -1; the other side could
             │                        have set abs
          19 │ //@ assert abs >= 0;   abs is -1

          4 of 7 executed statements matter.
          reproduce: whydunit run prog.c --function absolute --input input=-1
    "#]]);
}

#[test]
fn a_loop_that_goes_too_far() {
    check(
        &["--verify"],
        "int a[10];
static int sum(int n) {
  int s = 0;
  for (int i = 0; i <= n; i++)
    s += a[i];
  return s;
}
int main(void) {
  return sum(10);
}
",
        &expect![[r#"
            error: index 10 of a[10]                                                prog.c:5

                   main()
               9 │ return sum(10);   makes n >= 10
                   sum()
               4 │ int i = 0         makes i + 10 <= n and i >= 0, because n >= 10
               4 │ i <= n            in iteration 11: true, because i <= n
               4 │ i++               in iterations 1–10; i is 10 then
                 ┊ iteration 1: i + 10 <= n && i >= 0
                 ┊ iteration 2: i + 9 <= n && i >= 1
                 ┊ …
                 ┊ iteration 11: i <= n && i >= 10
               5 │   s += a[i];      in iteration 11: i is 10

              4 of 5 executed statements matter.
              Every claim was verified with the embedded solver.
              reproduce: whydunit run prog.c
        "#]],
    );
}

#[test]
fn nondeterministic_values_are_inputs() {
    check(
        &["--input", "nondet#1=3"],
        "int __VERIFIER_nondet_int(void);
int main(void) {
  int unused = 5;
  int x = __VERIFIER_nondet_int();
  int y = 12;
  if (x > 2)
    y = x - 3;
  return 100 / y;
}
",
        &expect![[r#"
            error: division by zero: 100 / 0                                        prog.c:8
                   with x = 3; fails whenever x == 3

               4 │ int x = __VERIFIER_nondet_int();   an input: x == 3
               7 │   y = x - 3;                       makes y == 0, because x == 3
               8 │ return 100 / y;                    y is 0

              2 of 5 executed statements matter.
              reproduce: whydunit run prog.c --input 'nondet#1=3'
        "#]],
    );
}

#[test]
fn a_null_pointer() {
    check(
        &["--input", "key=7"],
        "#include <stddef.h>
struct entry { int key; int value; };
static struct entry table[3] = { { 1, 10 }, { 2, 20 }, { 3, 30 } };
static struct entry *find(int key) {
  struct entry *found = NULL;
  for (int i = 0; i < 3; i++) {
    if (table[i].key == key)
      found = &table[i];
  }
  return found;
}
int key;
int main(void) {
  struct entry *e = find(7);
  return e->value;
}
",
        &expect![[r#"
            error: null pointer dereferenced: e                                    prog.c:15
                   with key = 7; fails for every input

                   main()
              14 │ struct entry *e = find(7);    makes key != 1 && key != 2 && key != 3
                   find()
               5 │ struct entry *found = NULL;   makes found == NULL
                 ┊ key != 1 && key != 2 && key != 3 && found == NULL
               6 │ int i = 0                     makes i == 0
               6 │ i < 3                         in iteration 4: false, because i >= 3; the
                 │                               other side could have set found
               6 │ i++                           in iterations 1–3; i is 3 then
               7 │   if (table[i].key == key)    false in iterations 1–3; the other side
                 │                               could have set found
                 ┊ iteration 1: key != 1 && key != 2 && key != 3 && found == NULL && i == 0
                 ┊ iteration 2: key != 2 && key != 3 && found == NULL && i == 1
                 ┊ iteration 3: key != 3 && found == NULL && i == 2
                 ┊ iteration 4: found == NULL && i >= 3
              10 │ return found;                 makes e == NULL, because found == NULL
                   main()
              15 │ return e->value;              e is NULL

              7 of 7 executed statements matter.
              reproduce: whydunit run prog.c --input key=7
        "#]],
    );
}

#[test]
fn a_value_that_was_never_set() {
    check(
        &["--function", "level", "--input", "mode=2"],
        "int level(int mode) {
  int result;
  if (mode == 0)
    result = 1;
  if (mode == 1)
    result = 2;
  return result;
}
",
        &expect![[r#"
            error: result is used uninitialised                                     prog.c:7
                   with mode = 2
                   fails whenever !\initialized(&result) && mode != 0 && mode != 1

               3 │ if (mode == 0)   false, because mode != 0 && mode != 1; the other side
                 │                  could have set result
                 ┊ !\initialized(&result) && mode != 1
               5 │ if (mode == 1)   false, because mode != 1; the other side could have set
                 │                  result
               7 │ return result;

              2 of 2 executed statements matter.
              reproduce: whydunit run prog.c --function level --input mode=2
        "#]],
    );
}

#[test]
fn nothing_matters() {
    let source = "#include <assert.h>
int f(int x) {
  x++;
  assert(0);
  return x;
}
";
    check(&["--function", "f"], source, &expect![[r#"
        error: assertion failed: 0                                              prog.c:4
               with x = 0; fails for every input

           4 │ assert(0);

          The statement executed before it does not matter: the check fails whatever it
          does.
          reproduce: whydunit run prog.c --function f
    "#]]);
}

#[test]
fn fields_of_the_report() {
    let options = ["--function", "absolute", "--input", "input=-1", "--verify"];
    let report = report(ABSOLUTE, &options);
    let failure = &report["failures"][0];
    let explanation = &failure["explanations"][0];
    assert_eq!(explanation["method"], "flow-sensitive");
    assert_eq!(explanation["inputs"], "fixed");
    assert_eq!(explanation["status"], "complete");
    assert_eq!(explanation["verified"], true);
    assert_eq!(explanation["general"], "input <= -1");
    assert_eq!(explanation["lines"], json!([4, 7, 8, 14]));
    assert_eq!(explanation["statements"], json!({ "relevant": 4, "executed": 7 }));
    let relevant = explanation["relevant"].as_array().expect("a list should be there");
    let roles: Vec<&Value> = relevant.iter().map(|entry| &entry["role"]).collect();
    assert_eq!(roles, ["assign", "condition", "assign", "frame"]);
    assert_eq!(
        relevant[3],
        json!({
            "step": 6, "file": "prog.c", "line": 14, "column": 7, "text": "sign == -1",
            "role": "frame", "label": null,
            "why": "true, because sign == -1; the other side could have set abs",
        })
    );
    let formulas: Vec<(u64, u64, &str)> = explanation["invariants"]
        .as_array()
        .expect("a list should be there")
        .iter()
        .map(|invariant| {
            let number = |key: &str| invariant[key].as_u64().expect("a number should be there");
            (number("from"), number("to"), invariant["formula"].as_str().unwrap_or("?"))
        })
        .collect();
    assert_eq!(
        formulas,
        [
            (0, 1, "input <= -1"),
            (2, 3, "input <= -1 && abs <= -1"),
            (4, 4, "abs <= -1"),
            (5, 6, "sign == -1 && abs <= -1"),
            (7, 8, "abs <= -1"),
        ]
    );
    assert_eq!(failure["reproduce"], "whydunit run prog.c --function absolute --input input=-1");
}

#[test]
fn verified_is_null_unless_asked_for() {
    let report = report(IRRELEVANT_BRANCH, &["--function", "reset"]);
    let explanation = &report["failures"][0]["explanations"][0];
    assert_eq!(explanation["verified"], Value::Null);
    assert_eq!(explanation["relevant"][0]["label"], Value::Null);
}

#[test]
fn methods_by_name() {
    let lines = |method: &str| {
        let start = ["--function", "reset", "--input", "input=41", "--method", method];
        let report = report(TAKEN_BRANCH, &start);
        let explanations = report["failures"][0]["explanations"].clone();
        let explanations = explanations.as_array().expect("a list should be there").clone();
        explanations
            .iter()
            .map(|it| (it["method"].as_str().unwrap_or("?").to_owned(), it["lines"].clone()))
            .collect::<Vec<_>>()
    };
    let flow = ("flow-sensitive".to_owned(), json!([3, 4, 5]));
    let plain = ("error-invariants".to_owned(), json!([5]));
    assert_eq!(lines("flow-sensitive"), [flow.clone()]);
    assert_eq!(lines("error-invariants,flow-sensitive"), [plain.clone(), flow.clone()]);
    assert_eq!(lines("flow-sensitive,flow-sensitive"), [flow]);
    let reference = ("flow-sensitive-recursive".to_owned(), json!([3, 4, 5]));
    assert_eq!(lines("flow-sensitive-recursive"), [reference]);
}

#[test]
fn options_that_cannot_be_used() {
    let refused = |options: &[&str]| {
        let output = explain(TAKEN_BRANCH, &[&["--function", "reset"], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(output.stdout.is_empty(), "{options:?}");
        String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned()
    };
    expect![[r#"
        error: invalid value 'relevance' for '--method <LIST>': not available yet; available: flow-sensitive, error-invariants
        error: invalid value 'guessing' for '--method <LIST>': no such method; available: flow-sensitive, error-invariants
        error: --solver: there is no solver `./no-such-solver`: it is not `embedded`, and there is no such program (tried ./no-such-solver)
        error: --format smt2 is for `whydunit trace`"#]].assert_eq(
        &[
            refused(&["--method", "relevance"]),
            refused(&["--method", "flow-sensitive,guessing"]),
            refused(&["--verify", "--solver", "./no-such-solver"]),
            refused(&["--format", "smt2"]),
        ]
        .join("\n"),
    );
}

#[test]
fn a_run_that_does_not_fail() {
    let options = ["--function", "reset", "--input", "input=42"];
    check_with_code(0, &options, TAKEN_BRANCH, &expect![[r#"
        note: the program finished with exit code 0; no check failed
    "#]]);
    let output = explain(TAKEN_BRANCH, &[&options[..], &["--format", "json"]].concat());
    let report = json_report(&output).expect("the report should be JSON");
    assert_eq!(
        (&report["verdict"], &report["failures"]),
        (&json!("holds-within-bound"), &json!([]))
    );
}

#[test]
fn several_formats_at_once() {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let file = |name: &str| directory.path().join(name);
    std::fs::write(file("prog.c"), TAKEN_BRANCH).expect("writing it should work");
    let output = common::whydunit()
        .current_dir(directory.path())
        .args(["explain", "prog.c", "--function", "reset", "--input", "input=41"])
        .args(["--format", "json", "--output", "why.json", "--format", "text"])
        .output()
        .expect("whydunit should start");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("fails whenever input <= 41"));
    let json = std::fs::read_to_string(file("why.json")).expect("the file should be there");
    let report: Value = serde_json::from_str(&json).expect("the report should be JSON");
    assert_eq!(report["failures"][0]["explanations"][0]["lines"], json!([3, 4, 5]));
}

/// No time at all: what is known is printed, marked, and the exit code says so.
#[test]
fn a_budget_that_runs_out() {
    let source = "#include <assert.h>
int main(void) {
  unsigned x = 1;
  for (int i = 0; i < 3000; i++)
    x = x * 1664525u + 1013904223u;
  assert(x == 0);
  return 0;
}
";
    let output = explain(source, &["--timeout", "0.02", "--format", "json"]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let report = json_report(&output).expect("the report should be JSON");
    assert_eq!(report["limits"][0]["what"], "timeout", "{report}");
    assert_eq!(report["limits"][0]["reached"], true);
}

/// Every failing program of the suite is explained, and the explanation is well-formed.
#[test]
fn every_failing_program_is_explained() {
    let cases: Vec<Case> = programs("checks")
        .into_iter()
        .filter(|case| matches!(expectation::expectation(case), Ok(Expectation::Some(_))))
        .collect();
    let results = parallel(&cases, |case| {
        explained(case).map_err(|problem| format!("{}: {problem}", case.name()))
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    common::finish("explanations", cases.len(), &failures);
}

fn explained(case: &Case) -> Result<(), String> {
    let output = case.whydunit("explain");
    if !matches!(output.status.code(), Some(1 | 3)) {
        return Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    let report = json_report(&output)?;
    let failure = &report["failures"][0];
    let steps = failure["trace"]["steps"].as_array().ok_or("the report has no steps")?;
    let explanation = &failure["explanations"][0];
    let list = |key: &str| explanation[key].as_array().ok_or(format!("there is no {key}"));
    let mut last = None;
    for entry in list("relevant")? {
        let step = entry["step"].as_u64().ok_or("an entry has no step")? as usize;
        let is_same = |key: &str| steps.get(step).is_some_and(|step| step[key] == entry[key]);
        if last.is_some_and(|last| last >= step)
            || !["file", "line", "text"].map(is_same).iter().all(|&same| same)
        {
            return Err(format!("{entry} is out of order or not its step"));
        }
        if entry["why"].as_str().is_none_or(str::is_empty) {
            return Err(format!("{entry} has no reason"));
        }
        last = Some(step);
    }
    let mut next = 0;
    for invariant in list("invariants")? {
        if invariant["from"].as_u64() != Some(next) {
            return Err(format!("{invariant} does not begin at {next}"));
        }
        next = invariant["to"].as_u64().ok_or("an invariant has no end")? + 1;
    }
    if next != steps.len() as u64 {
        return Err(format!("the invariants end at {next} of {} steps", steps.len()));
    }
    Ok(())
}
