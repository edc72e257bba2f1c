//! With `--format json` or `sarif` every ending writes one document, be there a result or not.
//!
//! That options and files which cannot be used have one is held besides wherever a test asks for exit code 2
//! (`common/error_document.rs`).

use crate::command_support;
use crate::common;

use std::fs;

use command_support::Directory;
use common::error_document::document;
use common::{Case, parallel, programs, whydunit};
use serde_json::Value;

const COMMANDS: [&str; 5] = ["run", "trace", "explain", "check", "repair"];

/// Programs that are refused, under every command, in both forms, on standard output and in a file.
#[test]
fn refused_programs_have_documents() {
    let cases = programs("bad");
    let of_case = |case| COMMANDS.iter().map(move |command| (case, *command));
    // Coprime to the number of commands: every program meets one, and every command a third of the programs.
    let asked = whydunit_testing::part(cases.iter().flat_map(of_case), 3);
    let results = parallel(&asked, |(case, command)| problems(case, command));
    common::finish("commands", asked.len(), &results.concat());
}

fn problems(case: &Case, command: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let command_line = || {
        let mut run = whydunit();
        run.args([command, "--timeout", "30"]).args(&case.cflags).args(&case.whydunit);
        run.arg(&case.path).args(&case.files);
        run
    };
    let plain = command_line().output().expect("whydunit should start");
    for form in ["json", "sarif"] {
        let mut run = command_line();
        let output = run.args(["--format", form]).output().expect("whydunit should start");
        let name = format!("{command} {} {form}", case.name());
        if output.status.code() != plain.status.code() {
            problems.push(format!("{name}: {} is not {}", output.status, plain.status));
        }
        if output.status.code() != Some(2) {
            let is_one = serde_json::from_slice::<Value>(&output.stdout).is_ok();
            if !is_one {
                problems.push(format!("{name}: no document"));
            }
            continue;
        }
        match document(form, &output) {
            Ok(found) => problems.extend(misplaced(case, form, &found, &name)),
            Err(problem) => problems.push(format!("{name}: {problem}")),
        }
        problems.extend(
            in_a_file(case, command, form, &output.stdout).map(|it| format!("{name}: {it}")),
        );
    }
    problems
}

/// The mistakes of these programs have places.
fn misplaced(case: &Case, form: &str, found: &Value, name: &str) -> Option<String> {
    let file = case.path.to_string_lossy();
    let is_placed = match form {
        "json" => found["error"]["file"] == *file && found["error"]["line"].as_u64() > Some(0),
        _ => {
            let notifications = &found["runs"][0]["invocations"][0]["toolExecutionNotifications"];
            let location = &notifications[0]["locations"][0]["physicalLocation"];
            location["region"]["startLine"].as_u64() > Some(0)
        }
    };
    (!is_placed).then(|| format!("{name}: no place in {found}"))
}

/// The same document goes to a file.
fn in_a_file(case: &Case, command: &str, form: &str, expected: &[u8]) -> Option<String> {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let file = directory.path().join(format!("report.{form}"));
    let mut run = whydunit();
    run.args([command, "--timeout", "30", "--format", form, "--output"]).arg(&file);
    run.args(&case.cflags).args(&case.whydunit).arg(&case.path).args(&case.files);
    let output = run.output().expect("whydunit should start");
    if output.status.code() != Some(2) || !output.stdout.is_empty() {
        return Some(format!("with --output: {}", output.status));
    }
    let Ok(written) = fs::read(&file) else { return Some("no file was written".to_owned()) };
    let read = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).ok();
    // SARIF names the command line, which is another one.
    let is_same = form == "sarif" || read(&written) == read(expected);
    (!is_same || read(&written).is_none()).then(|| "another document in the file".to_owned())
}

#[test]
fn an_error_after_the_result_does_not_spoil_its_document() {
    let program = "int f(int n) { int a[3] = { 1, 2, 3 }; return n >= 0 && n <= 3 ? a[n] : 0; }\n";
    let directory = Directory::with(&[("f.c", program)]);
    let file = directory.file("f.c");
    let mut permissions = fs::metadata(&file).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).expect("it is ours");
    let output = directory.output(&["repair", "f.c", "--apply", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("one document");
    assert_eq!(report["verdict"], "fails");
}

#[test]
fn a_budget_that_ends_before_there_is_anything_has_a_document() {
    let program = "#include <stdio.h>\nint main(void) { return getchar(); }\n";
    let directory = Directory::with(&[("f.c", program)]);
    let mut command =
        directory.command(&["run", "f.c", "--stdin", "-", "--timeout", "0.2", "--format", "json"]);
    // A pipe that says nothing.
    let mut child = command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("whydunit should start");
    let open = child.stdin.take();
    let output = child.wait_with_output().expect("whydunit should end");
    drop(open);
    assert_eq!(output.status.code(), Some(3));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one document");
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["limits"][0]["what"], "timeout");
    assert_eq!(report["limits"][0]["reached"], true);
}
