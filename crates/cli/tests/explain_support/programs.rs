//! Small programs that fail, and how they are explained.

#![allow(dead_code, reason = "each test uses a part of this")]

use std::process::Output;

use expect_test::Expect;
use serde_json::Value;

use crate::common;

/// Only the branch that is taken sets `x` to 0.
pub(crate) const TAKEN_BRANCH: &str = "void reset(int input) {
  int x = 1;
  int y = input - 42;
  if (y < 0) {
    x = 0;
  }
  //@ assert x != 0;
}
";

/// `x` is 0 whichever way the branch goes.
pub(crate) const IRRELEVANT_BRANCH: &str = "void reset(int input) {
  int x = 0;
  int y = input - 42;
  if (y < 0) {
    y = 0;
  }
  //@ assert x != 0;
}
";

/// No branch that is taken releases the lock.
pub(crate) const LOCKING: &str = include_str!("../../../../tests/papers/locking.c");

/// The side taken sets `sign` where it should set `abs`.
pub(crate) const ABSOLUTE: &str = include_str!("../../../../tests/papers/absolute_value.c");

/// Runs the command on a program in a file of its own.
pub(crate) fn explain(source: &str, options: &[&str]) -> Output {
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
pub(crate) fn check_with_code(code: i32, options: &[&str], source: &str, expected: &Expect) {
    let output = explain(source, options);
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(code), "{text}");
    expected.assert_eq(&text);
}

pub(crate) fn check(options: &[&str], source: &str, expected: &Expect) {
    check_with_code(1, options, source, expected);
}

/// The report as JSON, of a run that is explained completely.
pub(crate) fn report(source: &str, options: &[&str]) -> Value {
    let output = explain(source, &[options, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    common::json_report(&output).expect("the report should be JSON")
}
