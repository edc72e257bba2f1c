//! Random programs that fail: the same inputs with the check that failed switched off.
//!
//! The run then goes on, or ends where it cannot. Every evaluator has to say of it what the machine says.

use whydunit_interp::{CheckSet, NoObserver, RunSpec, prepare};
use whydunit_program::Program;

use super::checker::checker_differs;
use super::evaluators::{
    analysis_differs, autodebug_differs, config, formula_differs, line_of, search_misses, traced,
};
use super::known::Disagreements;
use crate::random_programs::{oracle, program};

/// Programs are generated from these; about two thirds of them fail for some inputs.
const SEEDS: u64 = 120;
/// Runs that are compared, at least.
const RUNS: usize = 60;

#[test]
fn random_programs() {
    let mut found = Disagreements::default();
    let mut compared = 0;
    for seed in 1..=SEEDS {
        let Some((draft, program, observed)) = oracle::settle(program(seed), true) else {
            continue;
        };
        for ((kind, _), (_, inputs)) in &observed.failures {
            let list = format!("-{}", kind.name());
            let checks = CheckSet::parse(&list).expect("the list is well-formed");
            let spec = RunSpec { inputs: inputs.clone(), ..oracle::spec(&draft, &program) };
            for (evaluator, problem) in disagreements(&program, &spec, checks, &mut compared) {
                let example = format!("{:?} {problem}\n{}", spec.inputs, draft.text());
                found.add(evaluator, &list, &format!("seed {seed}"), example);
            }
        }
    }
    found.hold_against_list("random programs");
    assert!(compared >= RUNS, "only {compared} runs were compared");
}

fn disagreements(
    program: &Program,
    spec: &RunSpec,
    checks: CheckSet,
    compared: &mut usize,
) -> Vec<(&'static str, String)> {
    let result = prepare(program).run(spec, &config(checks), &mut |_, _| {}, &mut NoObserver);
    if result.is_lacking_inputs {
        return Vec::new();
    }
    *compared += 1;
    let trace = traced(program, spec, checks);
    let expected = trace.as_ref().ok().map(|trace| (trace.failure.kind, trace.failure.span));
    let mut problems = Vec::new();
    let mut add = |evaluator, place: Option<whydunit_source::Span>, message: String| {
        let line = place.map_or(0, |span| line_of(program, span));
        problems.push((
            evaluator,
            format!(
                "line {line}: {message}; the machine's {expected:?}, {:?}",
                trace.as_ref().err()
            ),
        ));
    };
    if let Some(expected) = expected
        && let Some(problem) = search_misses(program, spec, checks, expected)
    {
        add("find", Some(expected.1), problem);
    }
    if let Some(problem) = analysis_differs(program, spec, checks).0 {
        add("absint", None, problem);
    }
    if let Ok(trace) = &trace {
        for (place, message) in formula_differs(program, trace) {
            add("encode", place, message);
        }
        for (place, message) in checker_differs(program, trace).0 {
            add("verify", place, message);
        }
        for (place, message) in autodebug_differs(program, trace).0 {
            add("autodebug", place, message);
        }
    }
    problems
}
