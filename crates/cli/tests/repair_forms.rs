//! The forms of a repair: diffs that tools accept, changed files, JSON, SARIF and HTML.

use crate::command_support;
use crate::common;
use crate::repair_support;

use std::path::Path;
use std::process::Command;

use command_support::Directory;
use common::json_report;
use repair_support::programs::{DISTANCE, DISTANCE_SUITE, LARGEST, LARGEST_SUITE};
use repair_support::session::{passing_repairs, report};

fn largest() -> Directory {
    Directory::with(&[("largest.c", LARGEST), ("largest.toml", LARGEST_SUITE)])
}

fn distance() -> Directory {
    Directory::with(&[("distance.c", DISTANCE), ("distance.toml", DISTANCE_SUITE)])
}

/// The file is written only when that is asked for, and then by the first repair.
#[test]
fn apply_writes_the_first() {
    let directory = largest();
    let args = ["largest.c", "--tests", "largest.toml"];
    let report = report(directory.path(), &args, 1);
    assert_eq!(directory.read("largest.c"), LARGEST);
    let repairs = passing_repairs(&report);
    let wanted = repairs[0].applied(LARGEST).expect("the edits should fit");
    let output = directory.output(&["repair", "largest.c", "--tests", "largest.toml", "--apply"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(directory.read("largest.c"), wanted);
    let again = directory.output(&["repair", "largest.c", "--tests", "largest.toml", "--apply"]);
    assert_eq!(again.status.code(), Some(0), "there should be nothing left to repair");
    assert_eq!(directory.read("largest.c"), wanted);
}

#[test]
fn nothing_is_applied_where_nothing_helps() {
    let directory = distance();
    let args = ["repair", "distance.c", "--tests", "distance.toml", "--max-edits", "1", "--apply"];
    let output = directory.output(&args);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no repair to apply"));
    assert_eq!(directory.read("distance.c"), DISTANCE);
}

/// The diffs that are shown are taken by the tools that people use.
#[test]
fn patch_and_git_accept_the_diffs() {
    let tools: [&[&str]; 2] = [&["patch", "-p1", "--fuzz=0", "-i"], &["git", "apply"]];
    let programs =
        [("largest.c", LARGEST, LARGEST_SUITE), ("distance.c", DISTANCE, DISTANCE_SUITE)];
    // The last line may have no end.
    let cut = DISTANCE.trim_end();
    let programs = programs.into_iter().chain([("cut.c", cut, DISTANCE_SUITE)]);
    for (name, text, suite) in programs {
        let directory = Directory::with(&[(name, text), ("suite.toml", suite)]);
        let report = report(directory.path(), &[name, "--tests", "suite.toml"], 1);
        for repair in passing_repairs(&report) {
            let wanted = repair.applied(text).expect("the edits should fit");
            directory.write("the.diff", &repair.patch);
            for tool in tools {
                directory.write(name, text);
                if let Some(said) = run_tool(tool, "the.diff", directory.path()) {
                    assert_eq!(directory.read(name), wanted, "{tool:?}: {said}\n{}", repair.patch);
                } else {
                    whydunit_testing::missing(&format!("there is no `{}`", tool[0]));
                }
            }
        }
    }
}

/// What a tool says of a diff; `None` where there is no such tool.
fn run_tool(tool: &[&str], diff: &str, directory: &Path) -> Option<String> {
    let mut command = Command::new(tool[0]);
    // Not the repository that the directory may be in.
    command.env("GIT_CEILING_DIRECTORIES", directory.parent()?);
    let output = command.args(&tool[1..]).arg(diff).current_dir(directory).output().ok()?;
    Some(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

#[test]
fn sarif_has_fixes() {
    let directory = largest();
    let args = ["repair", "largest.c", "--tests", "largest.toml", "--format", "sarif"];
    let report = json_report(&directory.output(&args)).unwrap_or_else(|why| panic!("{why}"));
    let fixes = report["runs"][0]["results"][0]["fixes"].as_array().expect("there should be fixes");
    let replacement = &fixes[0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["deletedRegion"]["startLine"], 8);
    assert!(replacement["insertedContent"]["text"].is_string(), "{replacement}");
}

#[test]
fn html_shows_the_diff() {
    let directory = largest();
    let args = ["repair", "largest.c", "--tests", "largest.toml", "-o", "repair.html"];
    assert_eq!(directory.output(&args).status.code(), Some(1));
    let page = directory.read("repair.html");
    assert!(page.contains("if (a[i] &gt; best)"), "the new line should be there");
    assert!(page.contains("if (a[i] &lt; best)"), "the old line should be there");
}

/// Reports of repairs are as the schema says; so are those without a repair.
#[test]
fn reports_fit_the_schema() {
    let output = largest().output(&["schema"]);
    let schema = json_report(&output).unwrap_or_else(|why| panic!("{why}"));
    let schema = jsonschema::validator_for(&schema).expect("the schema should be one");
    let (with, without) = (largest(), distance());
    let reports = [
        report(with.path(), &["largest.c", "--tests", "largest.toml", "--show-evidence"], 1),
        report(without.path(), &["distance.c", "--tests", "distance.toml", "--max-edits", "1"], 1),
    ];
    for report in &reports {
        let problems: Vec<String> = schema
            .iter_errors(report)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(problems, [""; 0]);
        assert!(report["repairing"]["complete"].is_boolean(), "{report}");
    }
}
