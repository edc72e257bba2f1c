//! For every failing program of the test suite: the run satisfies `ψ ∧ TF`, and with `φ` added nothing does.

use crate::common;

use common::{Failing, failing_programs, load, program_paths};
use whydunit_encode::{Addresses, Flow, Inputs, Options, SymbolicRun, TraceFormula};
use whydunit_solver::{Answer, Budget, Embedded, Solve};
use whydunit_term::{Evaluator, Model, Term, Terms};

/// Longer traces are left out unless `WHYDUNIT_LONGEST` says otherwise.
const LONGEST: usize = 4_000;

/// Programs in the suite: one in that many.
const EVERY: usize = 2;

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

/// The same for a run as functions of its inputs: it follows its own path and fails.
fn run_follows_itself(failing: &Failing) -> Result<(), String> {
    for inputs in [Inputs::Fixed, Inputs::Free] {
        let mut terms = Terms::new();
        let run = SymbolicRun::encode(&failing.program, &failing.trace, &mut terms, inputs)
            .map_err(|error| format!("{inputs:?}: {error}"))?;
        let mut model = Model::new();
        let inputs = run.inputs.iter().map(|input| (input.variable, input.known));
        let unset = run.unset.iter().map(|unset| (unset.variable, unset.known));
        for (variable, known) in inputs.chain(unset) {
            let value = terms.value(known).expect("the value of the run should be a constant");
            model.set_term(&terms, variable, value);
        }
        let mut evaluator = Evaluator::new(&model);
        for step in 0..run.len() {
            let goes_on = run.obligation(step).goes_on(&mut terms);
            if evaluator.value(&terms, goes_on) != Some(1) {
                return Err(format!("the run leaves its own path at step {step}"));
            }
        }
        if evaluator.value(&terms, run.check) != Some(0) {
            return Err("the run does not violate its own φ".into());
        }
    }
    Ok(())
}

fn check_all(failing: &Failing, failures: &mut Vec<String>) {
    for options in FORMS {
        if let Err(problem) = holds(failing, options) {
            let Options { flow, addresses, .. } = options;
            failures.push(format!("{} ({flow:?}, {addresses:?}): {problem}", failing.name));
        }
    }
    if let Err(problem) = run_follows_itself(failing) {
        failures.push(format!("{} (functions): {problem}", failing.name));
    }
}

fn finish(count: usize, least: usize, failures: &[String]) {
    assert!(count >= least || std::env::var("WHYDUNIT_TEST").is_ok(), "only {count} programs");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_trace_of_the_suite() {
    let mut failures = Vec::new();
    let programs = failing_programs("checks");
    assert!(programs.len() >= 150 || std::env::var("WHYDUNIT_TEST").is_ok());
    let programs = whydunit_testing::part(programs, EVERY);
    for failing in &programs {
        check_all(failing, &mut failures);
    }
    finish(programs.len(), 75, &failures);
}

/// Programs that end well, made to fail by a postcondition that their result breaks.
#[test]
fn programs_with_a_broken_postcondition() {
    let mut failures = Vec::new();
    let mut count = 0;
    let longest = std::env::var("WHYDUNIT_LONGEST").ok().and_then(|text| text.parse().ok());
    let paths = program_paths("language").into_iter().chain(program_paths("library"));
    for path in whydunit_testing::part(paths, EVERY) {
        let Some(failing) = load(&path, "--ensures \\result!=0") else { continue };
        if failing.trace.steps.len() > longest.unwrap_or(LONGEST) {
            continue;
        }
        count += 1;
        check_all(&failing, &mut failures);
    }
    finish(count, 20, &failures);
}
