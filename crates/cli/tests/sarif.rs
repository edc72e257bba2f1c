//! SARIF of every program, and of reports with odd content: valid by the schema of the standard, and fit for the viewers that people use.

use crate::common;
use crate::every_program;
use crate::sarif_support;

use every_program::{Subject, root, subjects};
use expect_test::expect;
use sarif_support::{Odd, problems, standard};
use serde_json::{Value, json};
use whydunit_program::CheckKind;
use whydunit_report::{
    BoundedAnswer, EditReport, FailureReport, Place, Property, RepairGrade, RepairReport, Report,
    SourceText, TestCount, Verdict, to_sarif,
};

/// Programs in the suite: one in that many.
const EVERY: usize = 4;

/// Every program is explained, and goes through one further command. Which, is decided by its place in the list, so that all of them meet programs of all kinds.
#[test]
fn sarif_of_every_program() {
    const OTHERS: [&str; 3] = ["run", "trace", "check"];
    let standard = standard();
    let root = root();
    let subjects: Vec<(usize, Subject)> =
        whydunit_testing::part(subjects(), EVERY).into_iter().enumerate().collect();
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
    // What only a suite finds wrong has no failing run to explain.
    let has_suite = |name: &str| root.join(name).with_extension("toml").exists();
    subjects.retain(|subject| subject.name.starts_with("examples/") && !has_suite(&subject.name));
    for subject in &subjects {
        let methods = "flow-sensitive,relevance,branch-relevance,minimal-set,error-invariants";
        let written = subject.written("explain", &["--method", methods, "--causes", "0"], "sarif");
        let log = written.report.unwrap_or_else(|| panic!("{}: {}", subject.name, written.stderr));
        assert_eq!(problems(&standard, &log, &root), Vec::<String>::new(), "{}", subject.name);
        let flows = log["runs"][0]["results"][0]["codeFlows"].as_array().map_or(0, Vec::len);
        assert_eq!(flows, 6, "{}: each method and the whole run", subject.name);
    }
}

/// A program, what whydunit says about it, and what of that a viewer shows.
fn shown(words: &[&str], source: &str) -> String {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("prog.c"), source).expect("writing it should work");
    let mut command = common::whydunit();
    command.current_dir(directory.path()).args(words).args(["prog.c", "--format", "sarif"]);
    let output = common::run_with_input(&mut command, b"");
    let log: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(problems(&standard(), &log, directory.path()), Vec::<String>::new());
    let place = |location: &Value| {
        let physical = &location["physicalLocation"];
        let region = &physical["region"];
        let uri = physical["artifactLocation"]["uri"].as_str().unwrap_or_default();
        format!("{uri}:{}:{}-{}", region["startLine"], region["startColumn"], region["endColumn"])
    };
    let said = |location: &Value| {
        format!("{}: {}", place(location), location["message"]["text"].as_str().unwrap_or_default())
    };
    let mut lines: Vec<String> = Vec::new();
    let each = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for result in each(&log["runs"][0]["results"]) {
        lines.push(format!("{} {}", result["ruleId"], place(&result["locations"][0])));
        lines.push(result["message"]["text"].as_str().unwrap_or_default().to_owned());
        for location in each(&result["relatedLocations"]) {
            lines.push(format!("  ({}) {}", location["id"], said(&location)));
        }
        for flow in each(&result["codeFlows"]) {
            lines.push(format!("  {}", flow["message"]["text"].as_str().unwrap_or_default()));
            for step in each(&flow["threadFlows"][0]["locations"]) {
                let mark = if step["importance"] == "essential" { "*" } else { " " };
                let order = step["executionOrder"].to_string();
                lines.push(format!("  {mark} {order:>3} {}", said(&step["location"])));
            }
        }
    }
    for notification in each(&log["runs"][0]["invocations"][0]["toolExecutionNotifications"]) {
        let level = notification["level"].as_str().unwrap_or_default();
        lines.push(format!(
            "{level}: {}",
            notification["message"]["text"].as_str().unwrap_or_default()
        ));
    }
    lines.join("\n") + "\n"
}

/// Columns count UTF-16 code units: the sign in line 3 has two of them.
#[test]
fn an_explained_failure() {
    let source = "int f(int n) {
  int a[4] = {0}, i = 0;
  /* \u{1f600} */ i = n + 1;
  return a[i];
}
";
    expect![[r#"
        "whydunit/bounds" prog.c:4:10-14
        Index 4 is out of bounds of a[4]. With n = 3. Fails whenever 3 <= n && n <= 2147483646. [Line 2](1): a has 4 elements. [Line 3](2): i >= 4 from here on, because n >= 3.
          (1) prog.c:2:3-17: a has 4 elements
          (2) prog.c:3:12-21: i >= 4 from here on, because n >= 3
          (3) prog.c:1:1-15: input: n = 3
          The steps that matter (flow-sensitive): what makes it fail, and why did it come to that?
          * null prog.c:2:3-17: int a[4] = {0}: a has 4 elements
          *   4 prog.c:3:12-21: i = n + 1: makes i >= 4, because n >= 3
          *   5 prog.c:4:10-14: index 4 is out of bounds of a[4]
          The whole run: 5 steps
              1 prog.c:1:11-12: n = 3
              2 prog.c:2:3-17: int a[4] = {0}: a = {0, 0, 0, 0}
              3 prog.c:2:19-24: i = 0: i = 0
          *   4 prog.c:3:12-21: i = n + 1: makes i >= 4, because n >= 3
          *   5 prog.c:4:10-14: index 4 is out of bounds of a[4]
    "#]]
    .assert_eq(&shown(
        &["explain", "--function", "f", "--method", "flow-sensitive", "--input", "n=3"],
        source,
    ));
}

/// Each failure with the way to it.
#[test]
fn failures_of_a_search() {
    let source = "int f(int n) {
  int a[4] = {0};
  if (n == 7)
    return 1 / (n - 7);
  return n > 0 ? a[n] : 0;
}
";
    expect![[r#"
        "whydunit/div" prog.c:4:12-23
        Division by zero: 1 / 0. With n = 7.
          (1) prog.c:1:1-15: input: n = 7
          The whole run: 4 steps
              1 prog.c:1:11-12: n = 7
              2 prog.c:2:3-17: int a[4] = {0}: a = {0, 0, 0, 0}
              3 prog.c:3:7-13: n == 7: true
          *   4 prog.c:4:12-23: division by zero: 1 / 0
        "whydunit/bounds" prog.c:5:18-22
        Index 4 is out of bounds of a[4]. With n = 4.
          (1) prog.c:1:1-15: input: n = 4
          The whole run: 4 steps
              1 prog.c:1:11-12: n = 4
              2 prog.c:2:3-17: int a[4] = {0}: a = {0, 0, 0, 0}
              3 prog.c:3:7-13: n == 7: false
          *   4 prog.c:5:18-22: index 4 is out of bounds of a[4]
    "#]]
    .assert_eq(&shown(&["check", "--function", "f"], source));
}

#[test]
fn a_program_that_holds() {
    let source = "int f(int n) { int i; for (i = 0; i < n; i++) ; return i; }\n";
    expect![[r#"
        note: Holds: no run makes a check fail.
    "#]]
    .assert_eq(&shown(&["check", "--function", "f", "--unwind", "2"], source));
}

/// What an editor needs to apply a repair, and what it offers it as.
#[test]
fn repairs_are_fixes() {
    let mut failure = failure("bounds");
    let edit = EditReport {
        file: "a.c".into(),
        line: 2,
        column: 7,
        end_line: 2,
        end_column: 8,
        old: "<".into(),
        new: "<=".into(),
    };
    failure.repairs = vec![RepairReport {
        rank: 1,
        method: "ped",
        edits: vec![edit],
        tests: Some(TestCount { passed: 3, total: 3, generated: 0 }),
        bounded: Some(BoundedAnswer::Holds),
        grade: RepairGrade::Bounded,
        against: "the contract of f".to_owned(),
        exhaustive: false,
        remaining: None,
        remarks: Vec::new(),
        verified: None,
        patch: String::new(),
    }];
    let mut report = Report::new(Verdict::Fails);
    report.failures.push(failure);
    let text = "x\n/*\u{1f600}*/ a<b\n".to_owned();
    report.origin.sources = vec![SourceText { name: "a.c".into(), text }];
    let log: Value = serde_json::from_str(&to_sarif(&report)).expect("it should be JSON");
    assert_eq!(problems(&standard(), &log, &root()), Vec::<String>::new());
    let expected = json!([{
        "description": {
            "text": "Replace \"<\" by \"<=\" in line 2 (all 3 tests pass; no failure within the bound, against the contract of f)"
        },
        "artifactChanges": [{
            "artifactLocation": { "uri": "a.c", "uriBaseId": "%SRCROOT%", "index": 0 },
            "replacements": [{
                "deletedRegion": { "startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 9 },
                "insertedContent": { "text": "<=" }
            }]
        }]
    }]);
    assert_eq!(log["runs"][0]["results"][0]["fixes"], expected);
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
    let property = Property {
        kind,
        place,
        text,
        message,
        values: Vec::new(),
        expected: None,
        actual: None,
        inferred: None,
    };
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
    assert_eq!(run["results"][CheckKind::ALL.len()]["ruleIndex"], 1);
}

/// Whatever is in a report, the log stays valid.
#[test]
fn reports_with_odd_content_are_valid() {
    let standard = standard();
    let root = tempfile::tempdir().expect("a temporary directory should be possible");
    let mut odd = Odd::new();
    let mut results = 0;
    for round in 0..40 {
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
    assert!(results > 30, "most reports should have results");
}
