//! `whydunit check`: options, exit codes, and what it leaves alone.

use crate::common;

use std::process::Output;

use common::{json_report, run_with_input};
use expect_test::{Expect, expect};
use serde_json::json;

/// Fails for `x == 5` only.
const ONE_INPUT: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 6)
    return 10 / (x - 5);
  return 0;
}
";

fn check(source: &str, options: &[&str]) -> Output {
    whydunit(&[&["check", "prog.c"], options].concat(), source, b"")
}

/// Runs the command on a program in a file of its own.
fn whydunit(words: &[&str], source: &str, stdin: &[u8]) -> Output {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("prog.c"), source).expect("writing it should work");
    let mut command = common::whydunit();
    command.current_dir(directory.path()).env("COLUMNS", "80").args(words);
    run_with_input(&mut command, stdin)
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn options_that_cannot_be_used() {
    let refused = |options: &[&str]| {
        let output = check(ONE_INPUT, options);
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(output.stdout.is_empty(), "{options:?}");
        stderr(&output).lines().next().unwrap_or_default().to_owned()
    };
    expect![[r#"
        error: invalid value '0' for '--traces <N>': at least 1
        error: unexpected argument '-1' found
        error: --format smt2 is for `whydunit trace`
        error: there is no function `nowhere` to start in
        error: the argument '--witness <FILE>' cannot be used with '--input <NAME=VALUE>'
        error: invalid value 'speed' for '--checks <LIST>': unknown check `speed` (known: assert, bounds, null, lifetime, div, overflow, shift, uninit, unreach, contract, abort, termination, leak, alloc-fail, all, none)"#]].assert_eq(
        &[
            refused(&["--traces", "0"]),
            refused(&["--unwind", "-1"]),
            refused(&["--format", "smt2"]),
            refused(&["--function", "nowhere"]),
            refused(&["--witness", "w.yml", "--input", "x=1"]),
            refused(&["--checks", "speed"]),
        ]
        .join("\n"),
    );
}

#[test]
fn help_begins_with_examples() {
    for command in ["check", "explain", "why", "trace", "run"] {
        let output = whydunit(&[command, "--help"], "", b"");
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} in {text}"));
        assert!(at("Examples:") < at("Usage:") && at("Usage:") < at("Options:"), "{text}");
        let examples = &text[at("Examples:")..at("Usage:")];
        assert!(
            examples.lines().skip(1).all(|line| {
                line.is_empty() || line.starts_with(&format!("  whydunit {command} "))
            }),
            "wrapped at 80 columns: {examples}"
        );
    }
}

/// Standard output of the command, after its exit code.
fn expect_text(code: i32, words: &[&str], source: &str, expected: &Expect) {
    let output = whydunit(words, source, b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(code), "{text}{}", stderr(&output));
    expected.assert_eq(&text);
}

/// Characters of standard input are looked for one by one.
const PARENTHESES: &str = "#include <assert.h>
#include <stdio.h>
int main(void) {
  int c, depth = 0;
  while ((c = getchar()) != EOF) {
    if (c == '(') depth++;
    if (c == ')') depth--;
    assert(depth >= 0);
  }
  return 0;
}
";

#[test]
fn a_failing_input() {
    expect_text(
        1,
        &["check", "prog.c"],
        ONE_INPUT,
        &expect![[r#"
        error: division by zero: 10 / 0
         --> prog.c:5:12
          |
        5 |     return 10 / (x - 5);
          |            ^^^^^^^^^^^^ div
          |
          = note: with x = 5
          = note: reproduce: whydunit run prog.c --input x=5

        fails: 1 failure found
          `whydunit explain` instead of `whydunit run` says why
    "#]],
    );
}

#[test]
fn standard_input_and_arguments() {
    let words = ["check", "prog.c", "--unwind", "3"];
    expect_text(
        1,
        &words,
        PARENTHESES,
        &expect![[r#"
        error: assertion failed: depth >= 0
         --> prog.c:8:5
          |
        8 |     assert(depth >= 0);
          |     ^^^^^^^^^^^^^^^^^^ assert
          |
          = note: with stdin = ")"
          = note: reproduce: printf ')' | whydunit run prog.c

        fails: 1 failure found
          looked at: 3 iterations of line 5 (loop `while ((c = getchar()) != EOF)`)
          `whydunit explain` instead of `whydunit run` says why
    "#]],
    );
    let arguments = "#include <string.h>
int main(int argc, char **argv) {
  char name[4];
  if (argc > 1) strcpy(name, argv[1]);
  return 0;
}
";
    let output = check(arguments, &["--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report = json_report(&output).expect("the report should be JSON");
    let reproduce = report["failures"][0]["reproduce"].as_str().expect("a command should be there");
    let argument = reproduce.strip_prefix("whydunit run prog.c -- ").expect(reproduce);
    assert_eq!(argument.len(), 4, "the shortest that does not fit: {argument}");
}

#[test]
fn programs_that_hold() {
    let safe = ONE_INPUT.replace("x < 6", "x < 5");
    expect_text(
        0,
        &["check", "prog.c"],
        &safe,
        &expect![[r#"
        holds: no input makes a check fail
    "#]],
    );
    let endless = "int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int())
    n = (n + 1) % 10;
  return 10 / (n + 1);
}
";
    // Proved for any number of rounds.
    expect_text(
        0,
        &["check", "prog.c", "--unwind", "4"],
        endless,
        &expect![[r#"
            holds: no input makes a check fail
              assumed: line 4: the loop ends
        "#]],
    );
    // That a product of two variables is even needs the rounds.
    let bounded = endless.replace("n = (n + 1) % 10", "n = (n * n + n) % 10");
    let bounded = bounded.replace("int n = 0", "int n = 2").replace("n + 1)", "n % 2 - 1)");
    let output = check(&bounded, &["--unwind", "4", "--format", "json"]);
    let report = json_report(&output).expect("the report should be JSON");
    assert_eq!(report["verdict"], "holds-within-bound");
    let limits = report["limits"].as_array().expect("limits should be listed");
    let is_loop = json!({
        "what": "loop", "value": "4", "reached": true, "file": "prog.c", "line": 4,
    });
    assert!(limits.contains(&is_loop), "{limits:?}");
}

#[test]
fn what_cannot_be_followed_is_said() {
    let source = "#include <setjmp.h>
extern int next(void);
static jmp_buf start;
int main(void) {
  if (next())
    longjmp(start, 1);
  return 0;
}
";
    expect_text(
        3,
        &["check", "prog.c"],
        source,
        &expect![[r#"
            unknown: no failure found, but not everything could be looked at
              line 6: not supported: `longjmp`
              assumed: line 5: `next` is defined nowhere: it changes nothing
              --input fixes an input, --requires narrows it; `whydunit help limits` says
                more
        "#]],
    );
}

/// Only those failures are looked for that the given inputs allow.
#[test]
fn given_inputs_are_kept() {
    let output = check(ONE_INPUT, &["--input", "x=4"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = check(ONE_INPUT, &["--input", "x=5"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    let output = check(ONE_INPUT, &["--input", "y=5", "--input", "nondet#2=1"]);
    assert_eq!(stderr(&output), "warning: no input is called `y`\n");
}

#[test]
fn further_runs_of_a_failure() {
    let source = "int f(int x) {\n  return 1 / (x / 100);\n}\n";
    let output = check(source, &["--function", "f", "--traces", "3", "--format", "json"]);
    let report = json_report(&output).expect("the report should be JSON");
    let failure = &report["failures"][0];
    let further = failure["further_runs"].as_array().expect("further runs should be listed");
    assert_eq!(further.len(), 2);
    let mut values: Vec<&str> = [&failure["inputs"], &further[0]["inputs"], &further[1]["inputs"]]
        .into_iter()
        .map(|inputs| inputs[0]["value"].as_str().expect("a value should be there"))
        .collect();
    values.sort_unstable();
    values.dedup();
    assert_eq!(values.len(), 3, "the runs differ: {values:?}");
}

/// What a failure is reproduced with does reproduce it.
#[test]
fn commands_reproduce() {
    let programs = [ONE_INPUT, PARENTHESES];
    for source in programs {
        let directory = tempfile::tempdir().expect("a temporary directory should be possible");
        std::fs::write(directory.path().join("prog.c"), source).expect("writing it should work");
        let mut command = common::whydunit();
        command.current_dir(directory.path()).args(["check", "prog.c", "--format", "json"]);
        let output = run_with_input(&mut command, b"");
        let report = json_report(&output).expect("the report should be JSON");
        let failure = &report["failures"][0];
        let reproduce = failure["reproduce"].as_str().expect("a command should be there");
        let reproduce = reproduce.replace("whydunit run", "\"$WHYDUNIT\" run --format json");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &reproduce]).current_dir(directory.path());
        shell.env("WHYDUNIT", env!("CARGO_BIN_EXE_whydunit"));
        let output = run_with_input(&mut shell, b"");
        let report = json_report(&output).expect("the report should be JSON");
        assert_eq!(report["failures"][0]["property"], failure["property"], "{reproduce}");
    }
}

/// Ctrl-C ends the search, not the report.
#[cfg(unix)]
#[test]
fn an_interrupted_search_says_what_it_knows() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    // No solver shows in a minute that these products are equal.
    let source = "void f(unsigned a, unsigned b, unsigned c) {
  unsigned x = (a + b) * c * (a ^ c), y = (a * c + b * c) * (c ^ a);
  //@ assert x == y;
}
";
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("prog.c"), source).expect("writing it should work");
    let interrupted_after = |pause: Duration| {
        let mut command = common::whydunit();
        command.current_dir(directory.path()).args(["check", "prog.c", "--function", "f"]);
        let child = command.stdout(Stdio::piped()).spawn().expect("whydunit should start");
        std::thread::sleep(pause);
        let id = child.id().to_string();
        Command::new("kill").args(["-INT", &id]).status().expect("kill should start");
        child.wait_with_output().expect("whydunit should end")
    };
    // On a busy machine the signal may come before there is a search, and end the program.
    let pauses = [500, 2000, 8000].map(Duration::from_millis);
    let output = pauses
        .into_iter()
        .map(interrupted_after)
        .find(|output| output.status.code().is_some())
        .expect("the search should begin within seconds");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "unknown: no failure found, but not everything could be looked at\n  stopped by Ctrl-C\n"
    );
}
