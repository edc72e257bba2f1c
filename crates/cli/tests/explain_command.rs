//! `whydunit explain`: the JSON report, options, exit codes, and that it has something to say about every failing program.

use crate::common;
use crate::expectation;
use crate::small;

use common::{Case, json_report, parallel, programs, run_with_input};
use expect_test::expect;
use expectation::Expectation;
use serde_json::{Value, json};
use small::{ABSOLUTE, IRRELEVANT_BRANCH, TAKEN_BRANCH, check_with_code, explain, report};

#[test]
fn fields_of_the_report() {
    let options = ["--function", "absolute", "--input", "input=-1", "--verify"];
    let report = report(ABSOLUTE, &options);
    let failure = &report["failures"][0];
    let explanation = &failure["explanations"][0];
    assert_eq!(explanation["method"], "flow-sensitive");
    assert_eq!(explanation["inputs"], "fixed");
    assert_eq!(explanation["status"], "complete");
    assert_eq!(explanation["verified"], true);
    // The least of all numbers has no opposite: it fails another check.
    assert_eq!(explanation["general"], "-2147483647 <= input && input <= -1");
    assert_eq!(explanation["general_scope"], "program");
    assert_eq!(explanation["lines"], json!([4, 5, 7, 8, 14]));
    assert_eq!(explanation["statements"], json!({ "relevant": 5, "executed": 7 }));
    let relevant = explanation["relevant"].as_array().expect("a list should be there");
    let roles: Vec<&Value> = relevant.iter().map(|entry| &entry["role"]).collect();
    assert_eq!(roles, ["assign", "condition", "condition", "assign", "frame"]);
    assert_eq!(
        relevant[4],
        json!({
            "step": 6, "file": "prog.c", "line": 14, "column": 7, "text": "sign == -1",
            "role": "frame", "label": null,
            "why": "true; the other side could have set abs",
        })
    );
    let formulas: Vec<(u64, u64, &str)> = explanation["invariants"]
        .as_array()
        .expect("a list should be there")
        .iter()
        .map(|invariant| {
            let number = |key: &str| invariant[key].as_u64().expect("a number should be there");
            (number("from"), number("to"), invariant["formula"].as_str().unwrap_or("?"))
        })
        .collect();
    assert_eq!(
        formulas,
        [
            (0, 1, "input <= -1"),
            (2, 3, "input <= -1 && abs <= -1"),
            (4, 4, "abs <= -1"),
            (5, 6, "sign == -1 && abs <= -1"),
            (7, 8, "abs <= -1"),
        ]
    );
    assert_eq!(failure["reproduce"], "whydunit run prog.c --function absolute --input input=-1");
}

#[test]
fn verified_is_null_unless_asked_for() {
    let report = report(IRRELEVANT_BRANCH, &["--function", "reset"]);
    let explanation = &report["failures"][0]["explanations"][0];
    assert_eq!(explanation["verified"], Value::Null);
    assert_eq!(explanation["relevant"][0]["label"], "enforcing");
}

#[test]
fn methods_by_name() {
    let lines = |method: &str| {
        let start = ["--function", "reset", "--input", "input=41", "--method", method];
        let report = report(TAKEN_BRANCH, &start);
        let explanations = report["failures"][0]["explanations"].clone();
        let explanations = explanations.as_array().expect("a list should be there").clone();
        explanations
            .iter()
            .map(|it| (it["method"].as_str().unwrap_or("?").to_owned(), it["lines"].clone()))
            .collect::<Vec<_>>()
    };
    let flow = ("flow-sensitive".to_owned(), json!([3, 4, 5]));
    let plain = ("error-invariants".to_owned(), json!([5]));
    assert_eq!(lines("error-invariants,flow-sensitive"), [plain, flow.clone()]);
    assert_eq!(lines("flow-sensitive,flow-sensitive"), [flow]);
    let reference = ("flow-sensitive-recursive".to_owned(), json!([3, 4, 5]));
    assert_eq!(lines("flow-sensitive-recursive"), [reference]);
}

#[test]
fn options_that_cannot_be_used() {
    let refused = |options: &[&str]| {
        let output = explain(TAKEN_BRANCH, &[&["--function", "reset"], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(output.stdout.is_empty(), "{options:?}");
        String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned()
    };
    expect![[r#"
        error: invalid value 'guessing' for '--method <LIST>'
        error: invalid value 'everything' for '--scope <SCOPE>'
        error: --solver: there is no solver `./no-such-solver`: it is not `embedded`, and there is no such program (tried ./no-such-solver)
        error: --format smt2 is for `whydunit trace`"#]].assert_eq(
        &[
            refused(&["--method", "flow-sensitive,guessing"]),
            refused(&["--scope", "everything"]),
            refused(&["--verify", "--solver", "./no-such-solver"]),
            refused(&["--format", "smt2"]),
        ]
        .join("\n"),
    );
}

#[test]
fn a_run_that_does_not_fail() {
    let options = ["--function", "reset", "--input", "input=42"];
    check_with_code(
        0,
        &options,
        TAKEN_BRANCH,
        &expect![[r#"
            note: the program finished with exit code 0; no check failed
            note: `whydunit check prog.c --function reset` looks for failing inputs
        "#]],
    );
    let output = explain(TAKEN_BRANCH, &[&options[..], &["--format", "json"]].concat());
    let report = json_report(&output).expect("the report should be JSON");
    assert_eq!(
        (&report["verdict"], &report["failures"]),
        (&json!("holds-within-bound"), &json!([]))
    );
}

#[test]
fn several_formats_at_once() {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let file = |name: &str| directory.path().join(name);
    std::fs::write(file("prog.c"), TAKEN_BRANCH).expect("writing it should work");
    let output = common::whydunit()
        .current_dir(directory.path())
        .args(["explain", "prog.c", "--function", "reset", "--input", "input=41"])
        .args(["--format", "json", "--output", "why.json", "--format", "text"])
        .output()
        .expect("whydunit should start");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("input <= 41"));
    let json = std::fs::read_to_string(file("why.json")).expect("the file should be there");
    let report: Value = serde_json::from_str(&json).expect("the report should be JSON");
    assert_eq!(report["failures"][0]["explanations"][0]["lines"], json!([3, 4, 5]));
}

/// However little time there is: an explanation that is not complete is printed, marked, and the exit code says so.
#[test]
fn budgets_that_run_out() {
    let source = "#include <assert.h>
int main(void) {
  unsigned x = 1;
  for (int i = 0; i < 3000; i++)
    x = x * 1664525u + 1013904223u;
  assert(x == 0);
  return 0;
}
";
    for timeout in ["0.01", "0.03", "0.1", "0.3"] {
        let output = explain(source, &["--timeout", timeout, "--format", "json"]);
        let report = json_report(&output).expect("the report should be JSON");
        let status = &report["failures"][0]["explanations"][0]["status"];
        let is_out_of_budget = output.status.code() == Some(3);
        assert!(is_out_of_budget || output.status.code() == Some(1), "{}", output.status);
        assert_eq!(is_out_of_budget, *status != "complete", "{report}");
        // What nobody asked for may have had too little time: that says so, and is no budget that ran out.
        let is_asked = |limit: &Value| limit["what"] != "aside";
        let reached = report["limits"].as_array().is_some_and(|limits| limits.iter().any(is_asked));
        assert_eq!(is_out_of_budget, reached, "{}", report["limits"]);
    }
}

/// Programs in the suite: one in that many.
const EVERY: usize = 4;

/// Every failing program of the suite is explained, and the explanation is well-formed.
#[test]
fn every_failing_program_is_explained() {
    let cases: Vec<Case> = programs("checks")
        .into_iter()
        .filter(|case| matches!(expectation::expectation(case), Ok(Expectation::Some(_))))
        .collect();
    let cases = whydunit_testing::part(cases, EVERY);
    let results = parallel(&cases, |case| {
        explained(case).map_err(|problem| format!("{}: {problem}", case.name()))
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    common::finish("explanations", cases.len(), &failures);
}

fn explained(case: &Case) -> Result<(), String> {
    let output = case.whydunit("explain");
    if !matches!(output.status.code(), Some(1 | 3)) {
        return Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    let report = json_report(&output)?;
    let failure = &report["failures"][0];
    let steps = failure["trace"]["steps"].as_array().ok_or("the report has no steps")?;
    let explanation = &failure["explanations"][0];
    let list = |key: &str| explanation[key].as_array().ok_or(format!("there is no {key}"));
    let mut last = None;
    for entry in list("relevant")? {
        if entry["why"].as_str().is_none_or(str::is_empty) {
            return Err(format!("{entry} has no reason"));
        }
        if entry["role"] == "declaration" && entry["step"].is_null() {
            continue;
        }
        let step = entry["step"].as_u64().ok_or("an entry has no step")? as usize;
        let is_same = |key: &str| steps.get(step).is_some_and(|step| step[key] == entry[key]);
        if last.is_some_and(|last| last >= step)
            || !["file", "line", "text"].map(is_same).iter().all(|&same| same)
        {
            return Err(format!("{entry} is out of order or not its step"));
        }
        last = Some(step);
    }
    let mut next = 0;
    for invariant in list("invariants")? {
        if invariant["from"].as_u64() != Some(next) {
            return Err(format!("{invariant} does not begin at {next}"));
        }
        next = invariant["to"].as_u64().ok_or("an invariant has no end")? + 1;
    }
    if next != steps.len() as u64 {
        return Err(format!("the invariants end at {next} of {} steps", steps.len()));
    }
    Ok(())
}

/// Whatever a program does, the command ends with one of its exit codes.
#[test]
fn no_program_makes_it_panic() {
    let cases: Vec<Case> = ["language", "library", "checks", "bad"]
        .iter()
        .flat_map(|directory| programs(directory))
        .collect();
    let cases = whydunit_testing::part(cases, EVERY);
    let results = parallel(&cases, |case| {
        let mut run = common::whydunit();
        run.args(["explain", "--timeout", "10", "--inputs", "free", "--unfold"]);
        run.args(["--method", "error-invariants,flow-sensitive,relevance"]);
        run.args(&case.cflags).args(&case.whydunit).arg(&case.path).args(&case.files);
        if !case.args.is_empty() {
            run.arg("--").args(&case.args);
        }
        let output = run_with_input(&mut run, &case.stdin);
        let stderr = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0..=3) if !stderr.contains("internal error") => Ok(()),
            _ => Err(format!("{}: {}\n{stderr}", case.name(), output.status)),
        }
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    common::finish("programs", cases.len(), &failures);
}
