//! Small programs, what was expected of them, and what is said.

use std::path::Path;
use std::process::Output;

use expect_test::Expect;
use serde_json::Value;

use crate::common::{json_report, parallel, run_with_input, whydunit};

/// A program and what is asked of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Asked {
    /// Begins with its name in a comment.
    pub(crate) program: &'static str,
    pub(crate) stdin: &'static str,
    /// What it should print; a file that options call `wanted`.
    pub(crate) wanted: Option<&'static str>,
    pub(crate) options: &'static [&'static str],
}

/// Runs `whydunit COMMAND` on `p.c` in a folder of its own, which also has the files.
pub(crate) fn run(command: &str, asked: &Asked, files: &[(&str, &str)]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary directory should be possible");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        let parent = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent).expect("making a folder should work");
        std::fs::write(path, text).expect("writing should work");
    };
    write("p.c", asked.program);
    for (name, text) in files {
        write(name, text);
    }
    let mut run = whydunit();
    run.current_dir(folder.path()).args([command, "p.c", "--format", "json"]);
    if command != "check" && command != "run" {
        run.arg("--verify");
    }
    if let Some(wanted) = asked.wanted {
        write("wanted", wanted);
        run.args(["--expect-output", "wanted"]);
    }
    if !asked.options.contains(&"--tests") {
        run.args(["--stdin", "-"]);
    }
    run.args(asked.options);
    run_with_input(&mut run, asked.stdin.as_bytes())
}

/// The exit code, what did not meet the expectation, the lines that are named, and whether every claim was verified.
pub(crate) fn said(output: &Output) -> String {
    let code = output.status.code().unwrap_or(-1);
    let report = match json_report(output) {
        Ok(report) => report,
        Err(error) => return format!("{code} {error}"),
    };
    if let Some(message) = report["error"]["message"].as_str() {
        return format!("{code} error: {message}");
    }
    let failure = &report["failures"][0];
    if failure.is_null() {
        let verdict = report["verdict"].as_str().unwrap_or("?");
        let limits = report["limits"].as_array().cloned().unwrap_or_default();
        let limits: Vec<&str> = limits.iter().filter_map(|it| it["value"].as_str()).collect();
        return format!("{code} {verdict} {}", limits.join(", ")).trim_end().to_owned();
    }
    let property = &failure["property"];
    let word = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let explanations = failure["explanations"].as_array().cloned().unwrap_or_default();
    let lines: Vec<String> = explanations.iter().map(|it| it["lines"].to_string()).collect();
    let is_verified = explanations.iter().all(|it| it["verified"] == true);
    let verified = if is_verified { "" } else { " not verified" };
    format!(
        "{code} {}, line {}: {}\nlines {}{verified}",
        word(&property["kind"]),
        property["line"],
        word(&property["message"]),
        lines.join(" ")
    )
}

/// The exit code, and every failure.
fn all_failures(output: &Output) -> String {
    let code = output.status.code().unwrap_or(-1);
    let report = match json_report(output) {
        Ok(report) => report,
        Err(error) => return format!("{code} {error}"),
    };
    let mut lines = vec![format!("{code} {}", report["verdict"].as_str().unwrap_or("an error"))];
    lines.extend(
        report["assumptions"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|assumption| format!("assumed: {}", assumption["what"].as_str().unwrap_or("?"))),
    );
    for failure in report["failures"].as_array().into_iter().flatten() {
        let property = &failure["property"];
        let word = |value: &Value| value.as_str().unwrap_or("?").to_owned();
        let inputs = failure["inputs"].as_array().cloned().unwrap_or_default();
        let inputs: Vec<String> = inputs
            .iter()
            .map(|input| format!(" {} = {}", word(&input["name"]), word(&input["value"])))
            .collect();
        lines.push(format!(
            "{}, line {}: {};{}",
            word(&property["kind"]),
            property["line"],
            word(&property["message"]),
            inputs.join(",")
        ));
    }
    lines.join("\n")
}

/// Every row: its program, and all failures of it.
pub(crate) fn every_failure(command: &str, rows: &[(Asked, Expect)]) {
    let said = parallel(rows, |(asked, _)| all_failures(&run(command, asked, &[])));
    for ((_, expected), said) in rows.iter().zip(said) {
        expected.assert_eq(&said);
    }
}

/// Every row: its program, and what is said.
pub(crate) fn rows(command: &str, rows: &[(Asked, Expect)]) {
    let said = parallel(rows, |(asked, _)| said(&run(command, asked, &[])));
    for ((_, expected), said) in rows.iter().zip(said) {
        expected.assert_eq(&said);
    }
}
