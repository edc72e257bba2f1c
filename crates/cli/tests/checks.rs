//! Each check fires at the exact line and column with its message, and does not fire on a near miss.

use crate::common;
use crate::expectation;

use common::{Case, json_report, parallel, programs};
use expectation::{Expectation, Finding};

#[test]
fn checks() {
    let cases = programs("checks");
    let results = parallel(&cases, |case| {
        check(case).map_err(|problem| format!("{}: {problem}", case.name()))
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    common::finish("programs", cases.len(), &failures);
}

/// Programs whose failure is another one with 32-bit `long` and pointers, and why.
const DIFFERENT: [(&str, &str); 7] = [
    ("bounds_scanf_wrong_size", "a `long` fits into an `int`"),
    ("overflow_decrement", "the smallest value of a 64-bit `long` is cut off"),
    ("overflow_long_multiply", "a `long` is shifted by more than 31 before it is multiplied"),
    ("overflow_remainder_long", "the smallest value of a 64-bit `long` is cut off"),
    ("overflow_wide_intermediate", "the wide intermediate result is a `long`"),
    ("shift_width_minus_one", "a `long` is shifted by 63"),
    ("unreach_nondet_types", "a value that only a 64-bit `long` has"),
];

/// Provenance and parts of objects do not depend on how wide a pointer is: the same check fails at the same line.
#[test]
fn checks_with_32_bit_pointers() {
    let cases = programs("checks");
    let results = parallel(&cases, |case| {
        let is_different = DIFFERENT.iter().any(|(name, _)| *name == case.name());
        match (check_narrow(case), is_different) {
            (Ok(()), false) | (Err(_), true) => Ok(()),
            (Ok(()), true) => Err(format!("{}: fails as with 64 bits", case.name())),
            (Err(problem), false) => Err(format!("{}: {problem}", case.name())),
        }
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    common::finish("programs", cases.len(), &failures);
}

fn check_narrow(case: &Case) -> Result<(), String> {
    let expected = match expectation::expectation(case)? {
        Expectation::Some(expected) => Some((expected.kind, expected.line)),
        Expectation::None { .. } => None,
    };
    let mut case = case.clone();
    case.cflags.push("-m32".into());
    let report = json_report(&case.whydunit("run"))?;
    let failures = report["failures"].as_array().ok_or("the report has no list of failures")?;
    let got = failures.first().map(|failure| finding(&failure["property"]));
    match got.as_ref().map(|got| (got.kind.clone(), got.line)) == expected {
        true => Ok(()),
        false => Err(format!("expected {expected:?}, got {got:?} ({})", report["run"])),
    }
}

fn check(case: &Case) -> Result<(), String> {
    let expected = expectation::expectation(case)?;
    let output = case.whydunit("run");
    let report = json_report(&output)?;
    let failures = report["failures"].as_array().ok_or("the report has no list of failures")?;
    let finding = failures.first().map(|failure| finding(&failure["property"]));
    let code = output.status.code();
    match (&expected, &finding) {
        (Expectation::Some(expected), Some(got)) => {
            let file = failures[0]["property"]["file"].as_str().unwrap_or_default();
            if !std::path::Path::new(file).ends_with(case.path.file_name().unwrap_or_default()) {
                return Err(format!("reported in {file}: {got}"));
            }
            if code != Some(1) || report["verdict"] != "fails" {
                return Err(format!("{}, verdict {}", output.status, report["verdict"]));
            }
            expectation::compare(case, expected, got)
        }
        (Expectation::None { .. }, Some(got)) => Err(format!("should not fail, got {got}")),
        (Expectation::Some(expected), None) => {
            Err(format!("should fail with {expected}, got {}", report["run"]))
        }
        (Expectation::None { ending: expected }, None) => {
            let ending =
                match (report["run"]["ending"].as_str(), report["run"]["exit_code"].as_i64()) {
                    (Some("finished"), Some(code)) => format!("exit code {code}"),
                    (Some("finished"), None) => "exit code 0".to_string(),
                    (Some(other), _) => other.to_string(),
                    (None, _) => return Err("the report does not say how the run ended".into()),
                };
            if *expected != ending || code != Some(0) {
                let message = &report["run"]["message"];
                return Err(format!("ended with {ending} ({message}), {}", output.status));
            }
            Ok(())
        }
    }
}

fn finding(property: &serde_json::Value) -> Finding {
    let number = |key: &str| property[key].as_u64().unwrap_or(0) as usize;
    let text = |key: &str| property[key].as_str().unwrap_or_default().to_string();
    Finding {
        kind: text("kind"),
        line: number("line"),
        column: number("column"),
        message: text("message"),
    }
}
