//! SARIF of every program, and of reports with odd content: valid by the schema of the standard, and fit for the viewers that people use.

mod common;
mod every_program;
mod sarif_support;

use every_program::{Subject, root, subjects};
use sarif_support::{Odd, problems, standard};
use serde_json::Value;
use whydunit_program::CheckKind;
use whydunit_report::{FailureReport, Place, Property, Report, Verdict, to_sarif};

/// Every program is explained, and goes through one further command. Which, is decided by its place in the list, so that all of them meet programs of all kinds.
#[test]
fn sarif_of_every_program() {
    const OTHERS: [&str; 3] = ["run", "trace", "check"];
    let standard = standard();
    let root = root();
    let subjects: Vec<(usize, Subject)> = subjects().into_iter().enumerate().collect();
    let found = common::parallel(&subjects, |(index, subject)| {
        let other = OTHERS[index % OTHERS.len()];
        let commands: [(&str, &[&str]); 2] =
            [("explain", &["--method", "flow-sensitive"]), (other, &[])];
        let mut found = Vec::new();
        for (command, options) in commands {
            let written = subject.written(command, options, "sarif");
            let what = format!("{command} {}", subject.name);
            let Some(log) = &written.report else {
                if !Subject::is_refused(&written) {
                    found.push(format!("{what}: no report\n{}", written.stderr));
                }
                continue;
            };
            let mut wrong = problems(&standard, log, &root);
            let has_results = log["runs"][0]["results"][0].is_object();
            if has_results != (written.code == Some(1)) && written.code != Some(3) {
                wrong.push(format!("the exit code is {:?}", written.code));
            }
            found.extend(wrong.into_iter().map(|problem| format!("{what}: {problem}")));
        }
        found
    });
    common::finish("programs", subjects.len(), &found.concat());
}

#[test]
fn sarif_of_all_methods() {
    let standard = standard();
    let root = root();
    let mut subjects = subjects();
    subjects.retain(|subject| subject.name.starts_with("examples/"));
    for subject in &subjects {
        let methods = "flow-sensitive,relevance,branch-relevance,minimal-set,error-invariants";
        let written = subject.written("explain", &["--method", methods], "sarif");
        let log = written.report.unwrap_or_else(|| panic!("{}: {}", subject.name, written.stderr));
        assert_eq!(problems(&standard, &log, &root), Vec::<String>::new(), "{}", subject.name);
        let flows = log["runs"][0]["results"][0]["codeFlows"].as_array().map_or(0, Vec::len);
        assert_eq!(flows, 6, "{}: each method and the whole run", subject.name);
    }
}

fn failure(kind: &'static str) -> FailureReport {
    let place = Place {
        file: "a.c".into(),
        line: 1,
        column: 1,
        end_line: 1,
        end_column: 2,
        line_text: "x".into(),
    };
    let (text, message) = ("x".into(), "it fails".into());
    let property = Property { kind, place, text, message, values: Vec::new() };
    FailureReport::new(property, Vec::new(), Vec::new())
}

/// Each kind of check has a rule of its own; failures of one kind share it.
#[test]
fn rules_of_all_checks() {
    let mut report = Report::new(Verdict::Fails);
    report.failures = CheckKind::ALL.iter().map(|kind| failure(kind.name())).collect();
    report.failures.push(failure("bounds"));
    let log: Value = serde_json::from_str(&to_sarif(&report)).expect("it should be JSON");
    assert_eq!(problems(&standard(), &log, &root()), Vec::<String>::new());
    let run = &log["runs"][0];
    let ids: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|rule| rule["id"].as_str())
        .collect();
    let expected: Vec<String> =
        CheckKind::ALL.iter().map(|kind| format!("whydunit/{}", kind.name())).collect();
    assert_eq!(ids, expected);
    assert_eq!(run["results"][11]["ruleIndex"], 1);
}

/// Whatever is in a report, the log stays valid.
#[test]
fn reports_with_odd_content_are_valid() {
    let standard = standard();
    let root = tempfile::tempdir().expect("a temporary directory should be possible");
    let mut odd = Odd::new();
    let mut results = 0;
    for round in 0..60 {
        let report = odd.report();
        let text = to_sarif(&report);
        assert_eq!(text, to_sarif(&report), "the same report gives the same bytes");
        let log: Value = serde_json::from_str(&text).expect("it should be JSON");
        let mut found = problems(&standard, &log, root.path());
        // Names that lead out of a directory that is not known stay as they are.
        found.retain(|problem| !problem.starts_with("URIs are normal"));
        assert_eq!(found, Vec::<String>::new(), "round {round}");
        results += log["runs"][0]["results"].as_array().map_or(0, Vec::len);
    }
    assert!(results > 50, "most reports should have results");
}
