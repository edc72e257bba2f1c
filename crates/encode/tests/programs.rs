//! For every failing program of the test suite: the run satisfies `ψ ∧ TF`, and with `φ` added nothing does.

mod common;

use common::{Failing, failing_programs};
use whydunit_encode::{Addresses, Flow, Inputs, Options, TraceFormula};
use whydunit_solver::{Answer, Budget, Embedded, Solve};
use whydunit_term::{Evaluator, Term, Terms};

const FORMS: [Options; 4] = [
    Options { flow: Flow::Plain, addresses: Addresses::Guarded, inputs: Inputs::Fixed },
    Options { flow: Flow::Sensitive, addresses: Addresses::Guarded, inputs: Inputs::Fixed },
    Options { flow: Flow::Plain, addresses: Addresses::Exact, inputs: Inputs::Fixed },
    Options { flow: Flow::Sensitive, addresses: Addresses::Exact, inputs: Inputs::Fixed },
];

fn holds(failing: &Failing, options: Options) -> Result<(), String> {
    let mut terms = Terms::new();
    let formula = TraceFormula::encode(&failing.program, &failing.trace, &mut terms, options)
        .map_err(|error| error.to_string())?;
    let hard = formula.hard(&mut terms);
    let passes = formula.passes(&mut terms);
    let model = formula.run_model(&terms);
    let mut evaluator = Evaluator::new(&model);
    let mut value = |term: Term| evaluator.value(&terms, term);
    for &term in &hard {
        if value(term) != Some(1) {
            return Err("the run does not satisfy ψ or a link".into());
        }
    }
    for part in &formula.parts {
        if value(part.term) != Some(1) {
            return Err(format!("the run does not satisfy the part of step {}", part.step));
        }
    }
    for term in [passes, formula.check] {
        if value(term) != Some(0) {
            return Err("the run does not violate φ".into());
        }
    }
    let mut solver = Embedded::new();
    for &term in &hard {
        solver.assert(&mut terms, term);
    }
    for part in &formula.parts {
        solver.assert(&mut terms, part.term);
    }
    match solver.check(&mut terms, &[passes], &Budget::default()) {
        Answer::Unsat(_) => Ok(()),
        answer => Err(format!("ψ ∧ TF ∧ φ is not refuted: {answer:?}").chars().take(300).collect()),
    }
}

#[test]
fn every_trace_of_the_suite() {
    let mut failures = Vec::new();
    let programs = failing_programs("checks");
    assert!(
        programs.len() > 50 || std::env::var("WHYDUNIT_TEST").is_ok(),
        "programs should be found"
    );
    for failing in &programs {
        for options in FORMS {
            if let Err(problem) = holds(failing, options) {
                let Options { flow, addresses, .. } = options;
                failures.push(format!("{} ({flow:?}, {addresses:?}): {problem}", failing.name));
            }
        }
    }
    let count = programs.len();
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}
