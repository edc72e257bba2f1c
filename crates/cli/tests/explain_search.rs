//! `explain` and `trace` without inputs: which run they take.

use crate::common;
use crate::small;

use std::process::Output;

use common::{json_report, run_with_input};
use expect_test::expect;
use small::{TAKEN_BRANCH, check, check_with_code};

/// Fails for `x == 5` only.
const ONE_INPUT: &str = "int f(int x) {
  if (x > 3 && x < 6)
    return 10 / (x - 5);
  return 0;
}
";

/// Fails if it reads a `b`.
const READS: &str = "#include <stdio.h>
int main(void) {
  int c = getchar();
  if (c == 'b')
    return 1 / (c - 'b');
  return 0;
}
";

fn whydunit(words: &[&str], source: &str, stdin: &[u8]) -> Output {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("prog.c"), source).expect("writing it should work");
    let mut command = common::whydunit();
    command.current_dir(directory.path()).env("COLUMNS", "80").args(words);
    run_with_input(&mut command, stdin)
}

#[test]
fn a_failing_run_is_found_and_explained() {
    check(
        &["--function", "f"],
        ONE_INPUT,
        &expect![[r#"
            error: division by zero: 10 / 0                                         prog.c:3
                   with x = 5; fails whenever x == 5

              Where to look first:
                 3 | return 10 / (x - 5);
                   |   `*` for `/`: this run does not fail, 13 of 13 nearby go on as before
                 2 | if (x > 3 && x < 6)
                   |   `5` for `6`: this run does not fail, 13 of 13 nearby go on as before

               2 │ if (x > 3 && x < 6)      true
               3 │   return 10 / (x - 5);   x is 5

              The one statement executed before it matters.
              Attacker-controlled: x = 5 fails, x = 0 does not.
              reproduce: whydunit run prog.c --function f --input x=5
              found by search; `whydunit check prog.c --function f` lists every failure
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn the_run_without_inputs_comes_first() {
    let output = whydunit(&["explain", "prog.c", "--function", "reset"], TAKEN_BRANCH, b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("with input = 0;"), "{text}");
    assert!(!text.contains("found by search"), "{text}");
}

#[test]
fn nothing_is_found() {
    let safe = ONE_INPUT.replace("x < 6", "x < 5");
    check_with_code(
        0,
        &["--function", "f"],
        &safe,
        &expect![[r#"
        holds: no input makes a check fail
    "#]],
    );
    let output = whydunit(&["trace", "prog.c", "--function", "f", "--format", "json"], &safe, b"");
    assert_eq!(output.status.code(), Some(0));
    let report = json_report(&output).expect("the report should be JSON");
    assert_eq!(report["verdict"], "holds");
}

#[test]
fn a_trace_of_what_was_found() {
    let output = whydunit(&["trace", "prog.c", "--function", "f"], ONE_INPUT, b"");
    assert_eq!(output.status.code(), Some(1));
    expect![[r#"
               f() in prog.c
           1 │ x                      x = 5
           2 │ x > 3 && x < 6         true
           3 │   return 10 / (x - 5)

        error: division by zero: 10 / 0
         --> prog.c:3:12
          |
        3 |     return 10 / (x - 5);
          |            ^^^^^^^^^^^^ div
          |
          = note: input: x = 5
          = note: found by search; `whydunit check prog.c --function f` lists every failure
    "#]]
    .assert_eq(&String::from_utf8_lossy(&output.stdout));
}

/// What is piped in is the run's standard input; an empty pipe says nothing.
#[test]
fn pipes() {
    let value = |stdin: &[u8]| {
        let output = whydunit(&["explain", "prog.c", "--format", "json"], READS, stdin);
        let report = json_report(&output).expect("the report should be JSON");
        (output.status.code(), report["failures"][0]["inputs"][0]["value"].clone())
    };
    assert_eq!(value(b""), (Some(1), "\"b\"".into()));
    assert_eq!(value(b"b"), (Some(1), "\"b\"".into()));
    assert_eq!(value(b"c"), (Some(0), serde_json::Value::Null));
}

/// With inputs given that run is taken, whatever other runs do.
#[test]
fn given_inputs_are_not_searched_for() {
    let options = ["--function", "f", "--input", "x=4"];
    check_with_code(
        0,
        &options,
        ONE_INPUT,
        &expect![[r#"
        note: the program finished with exit code 0; no check failed
        note: `whydunit check prog.c --function f` looks for failing inputs
    "#]],
    );
}

/// A program that cannot run differently is run once, however long that takes.
#[test]
fn one_run_is_not_searched_for() {
    let source = "int main(void) { return 0; }\n";
    check_with_code(
        0,
        &[],
        source,
        &expect![[r#"
        note: the program finished with exit code 0; no check failed
    "#]],
    );
}

/// The array that a contract allows may have no elements at all.
#[test]
fn an_array_without_elements() {
    check(
        &["--function", "find"],
        "//@ requires 0 <= n && n <= 8;
//@ requires \\valid(a + (0 .. n - 1));
int find(const int *a, int n) {
  for (int i = 0; i <= n; i++)
    if (a[i] == 3)
      return i;
  return -1;
}
",
        &expect![[r#"
            error: read of 4 bytes just past the end of what a points to (0 bytes)  prog.c:5
                   with a = {}, n = 0
                   fails for every input of this length that takes this path

              Where to look first:
                 4 | for (int i = 0; i <= n; i++)
                   |   `<` for `<=`: this run does not fail
                 5 | if (a[i] == 3)
                   |   `i` for `a[i]`: this run does not fail

               1 │ //@ requires 0 <= n && n <= 8;   passes, so n >= 0
               4*│   int i = 0                      makes i <= n and i >= 0, because n >= 0
               4 │   i <= n                         true
               5 │     if (a[i] == 3)               i is 0

              3 of 4 executed statements matter. * another value here would have led
              elsewhere.
              Not known whether an attacker can trigger it (a is more than a number).
              reproduce: whydunit run prog.c --function find --input 'a=[]' --input n=0
              found by search; `whydunit check prog.c --function find` lists every failure
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

/// What a library function does with freed storage is explained by the `free`.
#[test]
fn freed_storage_is_printed() {
    check(
        &[],
        "#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *text = malloc(2);
  if (text == NULL)
    return 1;
  text[0] = 'x';
  text[1] = 0;
  int width = 80;
  char *shown = text;
  free(text);
  printf(\"%s %d\", shown, width);
  return 0;
}
",
        &expect![[r#"
            error: read of 1 byte of a 2-byte block from malloc (line 4) after it was freed
                   (line 11), in printf
                   at prog.c:12

              Where to look first:
                11 | free(text);
                   |   `NULL` for `text`: this run does not fail
                12 | printf("%s %d", shown, width);
                   |   `NULL` for `shown`: this run does not fail
                10 | char *shown = text;
                   |   `NULL` for `text`: this run does not fail

               4*│ char *text = malloc(2);          makes text == line 4's block
               5 │ if (text == NULL)                false
              10*│ char *shown = text;              makes shown == line 4's block
              11 │ free(text);                      so that shown is freed, because
                 │                                  text == line 4's block
              12 │ printf("%s %d", shown, width);   shown is line 4's block (freed)

              4 of 7 executed statements matter. * another value here would have led
              elsewhere.
              reproduce: whydunit run prog.c
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn what_the_user_wrote_comes_first() {
    let source = "#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int d = 10 / x;
  assert(d != 5);
  return 0;
}
";
    let told = |words: &[&str]| {
        let output = whydunit(&[&["explain", "prog.c"], words].concat(), source, b"");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // Zero comes to the division first, and is the first that is tried.
    let text = told(&[]);
    assert!(text.starts_with("error: assertion failed: d != 5"), "{text}");
    assert!(text.contains("other inputs fail before, at line 5: division by zero"), "{text}");
    // Who asks for the other check has it explained.
    let text = told(&["--checks", "div"]);
    assert!(text.starts_with("error: division by zero"), "{text}");
    assert!(!text.contains("other inputs"), "{text}");
}
