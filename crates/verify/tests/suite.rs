//! Every failing program of the test suite, explained with fixed and with free inputs: everything said holds.

use crate::common as suite;

use suite::{Failing, failing_programs};
use whydunit_encode::Inputs;
use whydunit_explain::{Method, explain};
use whydunit_solver::{Budget, Embedded, Solve};
use whydunit_term::Terms;
use whydunit_verify::{Options, Proofs, Verdict, verify};

/// Longer traces are left out unless `WHYDUNIT_LONGEST` says otherwise.
const LONGEST: usize = 20_000;

fn embedded() -> Box<dyn Solve> {
    Box::new(Embedded::new())
}

fn check(failing: &Failing, method: Method, inputs: Inputs) -> Result<(), String> {
    let (program, trace) = (&failing.program, &failing.trace);
    let mut terms = Terms::new();
    let options = whydunit_explain::Options { method, inputs, budget: Budget::unlimited() };
    let explanation =
        explain(program, trace, &mut terms, &options).map_err(|error| error.to_string())?;
    let options =
        Options { solver: &embedded, proofs: Proofs::Induction, budget: Budget::unlimited() };
    match verify(program, trace, &explanation, &mut terms, &options) {
        Ok(Verdict::Holds) => Ok(()),
        Ok(Verdict::Refuted(complaints)) => {
            let lines: Vec<String> = complaints.iter().take(5).map(ToString::to_string).collect();
            Err(lines.join("; "))
        }
        other => Err(format!("{other:?}")),
    }
}

fn check_all(method: Method) {
    let longest = std::env::var("WHYDUNIT_LONGEST").ok().and_then(|text| text.parse().ok());
    let mut programs = failing_programs("checks");
    programs.retain(|failing| failing.trace.steps.len() <= longest.unwrap_or(LONGEST));
    let mut failures = Vec::new();
    for failing in &programs {
        for inputs in [Inputs::Fixed, Inputs::Free] {
            if let Err(problem) = check(failing, method, inputs) {
                failures.push(format!("{} ({inputs:?}): {problem}", failing.name));
            }
        }
    }
    let count = programs.len();
    assert!(count >= 150 || std::env::var("WHYDUNIT_TEST").is_ok(), "only {count} programs");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn error_invariants() {
    check_all(Method::ErrorInvariants);
}

#[test]
fn flow_sensitive() {
    check_all(Method::FlowSensitive);
}
