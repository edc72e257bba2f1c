//! Files that go between tools: witnesses that are followed and written, and C tests.

use crate::common;

use std::path::Path;
use std::process::{Command, Output};

use common::{c_compiler, json_report};
use tempfile::TempDir;

/// Fails for `x == 5` only.
const DIVISION: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 6)
    return 10 / (x - 5);
  return 0;
}
";

/// A violation witness in which `x` has this value when line 4 is reached.
fn witness(value: i32) -> String {
    format!(
        r#"- entry_type: "violation_sequence"
  metadata:
    format_version: "2.0"
    uuid: "d0b57ff9-8a0b-4bd6-b1ff-8bd7a3a1d2ae"
    creation_time: "2026-01-01T00:00:00Z"
    producer: {{ name: "someone", version: "1" }}
    task:
      input_files: ["prog.c"]
      input_file_hashes: {{}}
      specification: "CHECK( init(main()), LTL(G ! overflow) )"
      data_model: "LP64"
      language: "C"
  content:
  - segment:
    - waypoint:
        type: "assumption"
        action: "follow"
        constraint: {{ value: "x == {value}", format: "c_expression" }}
        location: {{ file_name: "prog.c", line: 4, column: 3, function: "main" }}
  - segment:
    - waypoint:
        type: "target"
        action: "follow"
        location: {{ file_name: "prog.c", line: 5, column: 5, function: "main" }}
"#
    )
}

/// A directory with the program and files that are named.
fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    for (name, text) in [&[("prog.c", DIVISION)], files].concat() {
        std::fs::write(directory.path().join(name), text).expect("writing it should work");
    }
    directory
}

fn whydunit(directory: &Path, words: &[&str]) -> Output {
    let mut command = common::whydunit();
    command.current_dir(directory).env("COLUMNS", "80").env_remove("CC").args(words);
    command.output().expect("whydunit should start")
}

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}

#[test]
fn the_run_of_a_witness_is_checked_traced_and_explained() {
    let directory = directory(&[("w.yml", &witness(5))]);
    for command in ["check", "trace", "explain"] {
        let words = [command, "prog.c", "--witness", "w.yml", "--format", "json"];
        let output = whydunit(directory.path(), &words);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        let report = json_report(&output).expect("the report should be JSON");
        let failure = &report["failures"][0];
        assert_eq!(failure["property"]["line"], 5, "{command}");
        assert_eq!(failure["inputs"][0]["name"], "x", "{command}");
        assert_eq!(failure["inputs"][0]["value"], "5", "{command}");
    }
}

#[test]
fn witnesses_that_cannot_be_used() {
    let directory = directory(&[("other.yml", &witness(7)), ("none.graphml", "<graphml")]);
    let refused = |file: &str| {
        let output = whydunit(directory.path(), &["check", "prog.c", "--witness", file]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(output.stdout.is_empty());
        let error = text(&output);
        error.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(
        refused("other.yml"),
        "error: the witness leads to no failure: the run ends with exit code 0"
    );
    assert!(refused("none.graphml").starts_with("error: none.graphml:1:"));
    assert!(refused("missing.yml").starts_with("error: cannot read the witness missing.yml: "));
}

#[test]
fn what_is_written_is_followed() {
    let directory = directory(&[("w.yml", &witness(5))]);
    for file in ["ours.graphml", "ours.yml"] {
        let words = ["check", "prog.c", "--witness", "w.yml", "--write-witness", file];
        let output = whydunit(directory.path(), &words);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        assert!(text(&output).contains(&format!("= note: witness: {file}\n")));
        let output = whydunit(directory.path(), &["check", "prog.c", "--witness", file]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        assert!(text(&output).contains("with x = 5\n"), "{}", text(&output));
    }
    let words = ["check", "prog.c", "--write-witness", "ours.txt"];
    let output = whydunit(directory.path(), &words);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output),
        "error: --write-witness ours.txt: the name must end in .graphml or .yml\n"
    );
}

#[test]
fn a_test_shows_the_failure() {
    let directory = directory(&[("w.yml", &witness(5))]);
    let words =
        ["check", "prog.c", "--witness", "w.yml", "--emit-test", "test.c", "--format", "json"];
    let output = whydunit(directory.path(), &words);
    let report = json_report(&output).expect("the report should be JSON");
    let test = &report["failures"][0]["test"];
    assert_eq!(test["file"], "test.c");
    let command = test["command"].as_str().expect("there should be a command");
    assert!(directory.path().join("test.c").exists());
    if c_compiler(&["-fsanitize=undefined"]).is_none() {
        return;
    }
    let status = |command: &str| {
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(directory.path())
            .output()
            .expect("a shell should start");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("error: #"), "{}", text(&output));
        output.status.success()
    };
    let (build, _) = command.split_once(" && ").expect("it builds, then runs");
    assert!(status(build), "{build}");
    assert!(!status(command), "{command}");
}
