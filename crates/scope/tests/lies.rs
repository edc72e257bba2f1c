//! Planted lies about all inputs: conditions of true explanations with a conjunct dropped or a bound moved. Trying them has to refute nearly all.
//!
//! The programs have two inputs of a byte each, so that whether a changed condition is still true is known: all inputs are run. `WHYDUNIT_LIES=N` takes so many programs.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::generated;
use crate::rng;
use crate::sources;

use std::collections::BTreeMap;

use rng::Rng;
use sources::{INTEGERS, Source};
use whydunit_claim::{Explanation, Held, Inputs, Method};
use whydunit_explain::{Options, explain};
use whydunit_interp::{CompactLog, Config, Ending, InputValue, NoObserver, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_scope::{Trial, conditions_on_inputs, try_general};
use whydunit_solver::Budget;
use whydunit_term::{Model, Term, Terms};
use whydunit_trace::{ErrorTrace, build};

/// Programs by default.
const PROGRAMS: u64 = 24;
/// ... where there is time.
const PROGRAMS_OF_ALL: u64 = 1_000;

/// Lies that have to be caught, in percent.
const CAUGHT: usize = 95;

/// Steps of a run that counts as one without end.
const ENDLESS: u64 = 3_000;

/// Values of each of the two inputs.
const VALUES: u64 = 256;

/// How a run ends, seen from a failure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    FailsHere,
    Excluded,
    Other,
}

struct Subject {
    program: Program,
    trace: ErrorTrace,
    /// By `a * VALUES + b`.
    endings: Vec<Seen>,
}

#[derive(Default)]
struct Figures {
    planted: usize,
    still_true: usize,
    caught: usize,
    missed: Vec<String>,
}

#[test]
fn lies_about_all_inputs_are_caught() {
    let count = whydunit_testing::count("WHYDUNIT_LIES", PROGRAMS, PROGRAMS_OF_ALL);
    let mut figures: BTreeMap<&'static str, Figures> = BTreeMap::new();
    let mut refuted = 0;
    for seed in 1..=count {
        let Some((text, subject)) = subject(seed) else { continue };
        let mut terms = Terms::new();
        let options = Options {
            method: Method::FlowSensitive,
            inputs: Inputs::Fixed,
            budget: Budget::unlimited(),
        };
        let right = explain(&subject.program, &subject.trace, &mut terms, &options)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let Some(conjuncts) = conditions_on_inputs(&subject.trace, &terms, &right) else {
            continue;
        };
        // What is not true to begin with is not said.
        if !subject.is_true(&terms, &right) {
            refuted += usize::from(subject.is_refuted(&mut terms, &right));
            continue;
        }
        for &conjunct in &conjuncts {
            for (what, lie) in lies(&mut terms, &right, conjunct) {
                let figures = figures.entry(what).or_default();
                figures.planted += 1;
                if subject.is_true(&terms, &lie) {
                    figures.still_true += 1;
                } else if subject.is_refuted(&mut terms, &lie) {
                    figures.caught += 1;
                } else {
                    let said = &right.conjuncts[conjunct as usize].text;
                    figures.missed.push(format!("seed {seed}: {what}: {said}\n{text}"));
                }
            }
        }
    }
    eprintln!("conditions that were not true before: {refuted} caught");
    let (mut lies, mut caught, mut missed) = (0, 0, Vec::new());
    for (what, one) in &figures {
        eprintln!(
            "{what}: {} planted, {} still true, {} caught, {} missed",
            one.planted,
            one.still_true,
            one.caught,
            one.missed.len()
        );
        lies += one.planted - one.still_true;
        caught += one.caught;
        missed.extend(one.missed.iter().map(String::as_str));
    }
    assert!(lies as u64 * 4 >= count * 3, "only {lies} lies");
    assert!(100 * caught >= CAUGHT * lies, "{caught} of {lies}:\n{}", missed.join("\n"));
}

/// The explanation with another condition in place of a conjunct: none, or one with a number that is another by one.
fn lies(terms: &mut Terms, right: &Explanation, conjunct: u32) -> Vec<(&'static str, Explanation)> {
    let mut lies = Vec::new();
    let mut add = |what, term| {
        let mut lie = right.clone();
        lie.conjuncts[conjunct as usize].term = term;
        lies.push((what, lie));
    };
    add("dropped", Term::TRUE);
    let term = right.conjuncts[conjunct as usize].term;
    let constants: Vec<Term> = terms
        .post_order(&[term])
        .into_iter()
        .filter(|&part| terms.value(part).is_some() && !terms.sort(part).is_bool())
        .collect();
    for constant in constants {
        let (sort, value) = (terms.sort(constant), terms.value(constant).unwrap_or(0));
        for (what, moved) in
            [("bound up", value.wrapping_add(1)), ("bound down", value.wrapping_sub(1))]
        {
            let moved = terms.constant(sort, moved & sort.mask());
            let changed = terms.substitute(term, &[(constant, moved)]);
            add(what, changed);
        }
    }
    lies
}

impl Subject {
    /// Does every run whose inputs meet the condition fail here?
    fn is_true(&self, terms: &Terms, explanation: &Explanation) -> bool {
        let Some(conjuncts) = conditions_on_inputs(&self.trace, terms, explanation) else {
            return false;
        };
        let conjuncts: Vec<Term> =
            conjuncts.into_iter().map(|index| explanation.conjuncts[index as usize].term).collect();
        let used = terms.variables(&conjuncts);
        let variables: Vec<(Term, bool)> = explanation
            .state
            .iter()
            .filter(|state| used.contains(&state.variable))
            .map(|state| {
                let Held::Input(record) = state.held else {
                    panic!("conditions should be on inputs")
                };
                (state.variable, self.trace.inputs[record as usize].name == "a")
            })
            .collect();
        (0..VALUES * VALUES).all(|inputs| {
            let mut model = Model::new();
            for &(variable, is_first) in &variables {
                let value = if is_first { inputs / VALUES } else { inputs % VALUES };
                model.set_term(terms, variable, value.into());
            }
            let is_met =
                conjuncts.iter().all(|&conjunct| terms.evaluate(conjunct, &model) == Some(1));
            !is_met || self.endings[inputs as usize] != Seen::Other
        })
    }

    fn is_refuted(&self, terms: &mut Terms, explanation: &Explanation) -> bool {
        let trial =
            try_general(&self.program, &self.trace, terms, explanation, &Budget::unlimited());
        matches!(trial, Trial::Counterexample(_))
    }
}

/// A program that fails on some inputs, and one of these runs.
fn subject(seed: u64) -> Option<(String, Subject)> {
    let byte = INTEGERS[1];
    let generated = generated::with_source(Rng::new(seed), Source::Parameters(byte, byte));
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let path = directory.path().join("generated.c");
    std::fs::write(&path, &generated.text).expect("writing it should work");
    let options = whydunit_front_c::Options {
        function: Some("f".into()),
        ..whydunit_front_c::Options::default()
    };
    let program = match whydunit_front_c::compile(&[path], &options) {
        Ok(compiled) => compiled.program,
        Err(problems) => panic!("seed {seed}: {problems:?}"),
    };
    let spec = |inputs: u64| {
        let start = program.find_function("f").expect("the function should be there");
        let mut spec = RunSpec::new(start);
        spec.inputs.set("a", InputValue::Int((inputs / VALUES).into()));
        spec.inputs.set("b", InputValue::Int((inputs % VALUES).into()));
        spec
    };
    // What takes longer never ends: the others are done in a few hundred steps.
    let config = Config { max_steps: Some(ENDLESS), ..Config::default() };
    let compiled = prepare(&program);
    let endings: Vec<Ending> = (0..VALUES * VALUES)
        .map(|inputs| compiled.run(&spec(inputs), &config, &mut |_, _| {}, &mut NoObserver).ending)
        .collect();
    let failing: Vec<usize> =
        (0..endings.len()).filter(|&index| matches!(endings[index], Ending::Failed(_))).collect();
    if failing.is_empty() {
        return None;
    }
    let chosen = failing[Rng::new(!seed).below(failing.len())];
    let Ending::Failed(failure) = &endings[chosen] else { return None };
    let seen = endings.iter().map(|ending| match ending {
        Ending::Failed(other) if (other.kind, other.span) == (failure.kind, failure.span) => {
            Seen::FailsHere
        }
        Ending::AssumptionFailed { .. } => Seen::Excluded,
        _ => Seen::Other,
    });
    let seen = seen.collect();
    let spec = spec(chosen as u64);
    let mut log = CompactLog::new();
    let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
    let trace =
        build(&program, &compiled, &spec, &config, &result, &log).expect("the run should replay");
    drop(compiled);
    Some((generated.text, Subject { program, trace, endings: seen }))
}
