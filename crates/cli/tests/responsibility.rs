//! The criteria of responsibility on the programs of the papers: which lines each of them names, with which labels. `*` is enforcing, `@`
//! admitting. Lines are those of the papers' listings where that was possible.

use crate::common;

use std::path::{Path, PathBuf};

use serde_json::Value;

/// A program, the method, and the lines it names.
struct Row {
    /// Without an extension: in all languages.
    program: &'static str,
    /// Where a C program starts, if not in `main`; a Boogie program has one procedure only.
    function: Option<&'static str>,
    options: &'static [&'static str],
    method: &'static str,
    expected: &'static str,
}

const fn row(program: &'static str, method: &'static str, expected: &'static str) -> Row {
    Row { program, function: None, options: &[], method, expected }
}

impl Row {
    const fn in_function(self, function: &'static str) -> Row {
        Row { function: Some(function), ..self }
    }

    const fn with(self, options: &'static [&'static str]) -> Row {
        Row { options, ..self }
    }
}

const TABLE: &[Row] = &[
    row("havoc_hides_assignment", "relevance", "6@"),
    row("havoc_hides_assignment", "restrictive", "3 4 5"),
    row("havoc_hides_assignment", "becoming-restrictive", ""),
    row("input_decides_alone", "relevance", "4@"),
    row("assigned_twice", "relevance", "4*"),
    row("assigned_twice", "error-invariants", "3"),
    row("sums", "relevance", "3* 4*")
        .in_function("sums")
        .with(&["--input", "x=0", "--input", "y=0", "--input", "z=-1"]),
    row("zeroed_by_branch.c", "relevance", "3* 5*").in_function("xZero"),
    row("zeroed_by_branch.bpl", "relevance", "4* 6*"),
    row("last_assignment", "relevance", "5*"),
    row("assumption_on_both", "relevance", "3* 4@"),
    row("assumption_on_both", "restrictive", "3"),
    row("assumption_on_both", "becoming-restrictive", ""),
    row("assumption_on_both", "more-blocking", "3"),
    row("assumption_on_input", "relevance", "4@"),
    row("assumption_on_input", "more-blocking", "3"),
    row("other_side_never_returns", "relevance", "").in_function("endless"),
    // The other side of the outer condition leads to the end.
    row("other_side_never_returns", "relevance", "6 8")
        .in_function("endless")
        .with(&["--scope", "program"]),
    row("down_and_up", "relevance", "4* 5* 6*"),
    row("down_and_up", "minimal-set", "4 5 6"),
    row("zeroed_when_two", "relevance", "6* 9*"),
    row("zeroed_when_two", "minimal-set", "9"),
    row("set_by_branch", "relevance", "4* 7*"),
    row("inner_branch", "relevance", "3* 4* 7*"),
    row("inner_branch", "branch-relevance", "3* 7*"),
    row("user_input", "relevance", "6@ 9*").with(&["--input", "y=2"]),
];

fn papers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/papers")
}

/// The program in every language that it is there in.
fn versions(row: &Row) -> Vec<(PathBuf, Vec<&'static str>)> {
    let mut versions = Vec::new();
    for extension in ["c", "bpl"] {
        let is_wanted = !row.program.contains('.') || row.program.ends_with(extension);
        let file = papers().join(row.program).with_extension(extension);
        let function = row.function.filter(|_| extension == "c");
        let mut options: Vec<&str> =
            function.into_iter().flat_map(|it| ["--function", it]).collect();
        options.extend(row.options);
        if is_wanted && file.exists() {
            versions.push((file, options));
        }
    }
    assert!(!versions.is_empty(), "{} is missing", row.program);
    versions
}

fn failure(file: &Path, options: &[&str], method: &str) -> Value {
    let output = common::whydunit()
        .arg("explain")
        .arg(file)
        .args(options)
        .args(["--method", method, "--format", "json", "--verify"])
        .output()
        .expect("whydunit should start");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{}: {method}: {errors}", file.display());
    let mut report = common::json_report(&output).expect("the report should be JSON");
    report["failures"][0].take()
}

/// `3* 4@`: the lines of the statements that matter, with their labels.
fn named_lines(explanation: &Value) -> String {
    let list = explanation["relevant"].as_array().expect("there should be a list");
    let line = |entry: &Value| {
        let mark = match entry["label"].as_str() {
            Some("enforcing") => "*",
            Some("admitting") => "@",
            _ => "",
        };
        format!("{}{mark}", entry["line"])
    };
    list.iter().map(line).collect::<Vec<_>>().join(" ")
}

#[test]
fn lines_and_labels() {
    let mut differences = Vec::new();
    for row in TABLE {
        for (file, options) in versions(row) {
            let failure = failure(&file, &options, row.method);
            let explanation = &failure["explanations"][0];
            let found = named_lines(explanation);
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if found != row.expected {
                differences.push(format!(
                    "{name} {options:?} {}: {found:?} instead of {:?}",
                    row.method, row.expected
                ));
            }
            // What the other sides of a conditional do is beyond the checker.
            if explanation["verified"] != true && row.method != "branch-relevance" {
                differences.push(format!("{name} {options:?} {} is not verified", row.method));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Lines of the steps of each set.
#[test]
fn smallest_sets() {
    let lines = |program: &'static str| {
        versions(&row(program, "minimal-set", "")).into_iter().map(|(file, options)| {
            let failure = failure(&file, &options, "minimal-set");
            let steps = &failure["trace"]["steps"];
            let line = |step: &Value| steps[step.as_u64().unwrap_or(0) as usize]["line"].clone();
            let sets = failure["explanations"][0]["sets"].as_array().cloned().unwrap_or_default();
            let set = |set: &Value| {
                set.as_array().expect("a set should be a list").iter().map(line).collect()
            };
            sets.iter().map(set).collect::<Vec<Vec<Value>>>()
        })
    };
    for sets in lines("down_and_up") {
        assert_eq!(sets, [[4], [5], [6]]);
    }
    for sets in lines("zeroed_when_two") {
        assert_eq!(sets, [[9]]);
    }
}

#[test]
fn an_attacker_decides() {
    let row = row("user_input", "relevance", "").with(&["--input", "y=2"]);
    for (file, options) in versions(&row) {
        let security = failure(&file, &options, row.method)["security"].take();
        assert_eq!(security["classification"], "security", "{security}");
        let [input] = security["inputs"].as_array().expect("there should be a list").as_slice()
        else {
            panic!("there should be one input: {security}");
        };
        let values = ["name", "failing_value", "passing_value", "avoided"].map(|key| &input[key]);
        assert_eq!(values, ["y", "2", "0", "ends"], "{security}");
        assert_eq!(security["last_admitting_input"]["line"], 6, "{security}");
    }
}
