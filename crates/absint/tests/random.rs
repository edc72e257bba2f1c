//! Random programs: nothing that a run does contradicts what the analysis says about all runs.
//!
//! Each program is analysed under the default checks and under some that are switched off, and run on random inputs. Before every
//! step what the analysis says there about variables, and how they are related, must be so; a check that fails must not have been proved.

use crate::support;

use crate::generator;

use std::sync::Mutex;

use generator::{Draft, oracle, reduce};
use support::Known;
use whydunit_interp::{
    CheckSet, Config, Ending, InputRecord, InputValue, NoObserver, RunSpec, prepare,
};
use whydunit_program::{InputOrigin, Program};

const SEEDS: u64 = 160;
/// ... where there is time.
const SEEDS_OF_ALL: u64 = 4_000;
const RUNS: u64 = 6;
const CHECKS: [&str; 4] = ["", "-overflow,-uninit", "-bounds,-shift", "assert,unreach"];

/// Numbers that only depend on where one starts.
struct Numbers(u64);

impl Numbers {
    fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let width = (high - low).unsigned_abs() + 1;
        low + ((self.0 >> 33) % width) as i64
    }
}

/// A run with all its inputs.
fn spec(draft: &Draft, program: &Program, checks: CheckSet, numbers: &mut Numbers) -> RunSpec {
    let mut spec = oracle::spec(draft, program);
    for parameter in draft.parameters() {
        let mut one =
            || InputValue::Int(numbers.between(parameter.range.low, parameter.range.high).into());
        let value = match parameter.length {
            Some(length) => InputValue::List((0..length).map(|_| one()).collect()),
            None => one(),
        };
        spec.inputs.set(parameter.name.clone(), value);
    }
    let compiled = prepare(program);
    let config = Config { checks, ..oracle::config() };
    for given in 0..40 {
        let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut NoObserver);
        let is_call = |record: &&InputRecord| {
            matches!(record.origin, InputOrigin::Nondet(_) | InputOrigin::Undefined(_))
        };
        let Some(next) = result.inputs.iter().filter(is_call).nth(given) else { break };
        let line = program.sources.line_column(next.span).line as usize - 1;
        let Some(range) = draft.call(line) else { break };
        spec.inputs
            .set(next.name.clone(), InputValue::Int(numbers.between(range.low, range.high).into()));
    }
    spec
}

/// What was tried.
#[derive(Default)]
struct Tally {
    failing: u64,
    /// Analyses that know nothing, so that nothing contradicts them.
    unfinished: u64,
}

/// The first thing that contradicts the analysis.
fn contradiction(draft: &Draft, seed: u64, tally: &mut Tally) -> Option<String> {
    let program = oracle::compile(draft).ok()?;
    program.find_function(draft.start)?;
    for list in CHECKS {
        let checks = CheckSet::parse(list).expect("the list is well-formed");
        let start = oracle::spec(draft, &program).function;
        let known = Known::new(&program, start, checks);
        tally.unfinished += u64::from(!known.analysis.is_complete());
        let mut numbers = Numbers(seed);
        for _ in 0..RUNS {
            let spec = spec(draft, &program, checks, &mut numbers);
            if let Some(problem) = known.contradiction(&spec) {
                return Some(format!("with checks `{list}`: {problem} {:?}", spec.inputs));
            }
            let config = Config { checks, ..oracle::config() };
            let ending =
                prepare(&program).run(&spec, &config, &mut |_, _| {}, &mut NoObserver).ending;
            tally.failing += u64::from(matches!(ending, Ending::Failed(_)));
        }
    }
    None
}

#[test]
fn runs_do_what_is_said_of_all_runs() {
    let count = whydunit_testing::count("WHYDUNIT_SEEDS", SEEDS, SEEDS_OF_ALL);
    let (tally, problems) = (Mutex::new(Tally::default()), Mutex::new(Vec::new()));
    let seeds: Vec<u64> = (0..count).collect();
    whydunit_testing::parallel(&seeds, |&seed| {
        if problems.lock().expect("no panic").len() > 3 {
            return;
        }
        let draft = match seed % 2 {
            0 => generator::program(seed),
            _ => generator::program_with_bit_fields(seed),
        };
        let mut own = Tally::default();
        if let Some(problem) = contradiction(&draft, seed, &mut own) {
            let small = reduce::reduce(draft, &mut |draft| {
                contradiction(draft, seed, &mut Tally::default()).is_some()
            });
            let still = contradiction(&small, seed, &mut Tally::default()).unwrap_or(problem);
            let text = format!("seed {seed}: {still}\n{}", small.text());
            problems.lock().expect("no panic").push(text);
        }
        let mut tally = tally.lock().expect("no panic");
        tally.failing += own.failing;
        tally.unfinished += own.unfinished;
    });
    let problems = problems.into_inner().expect("no panic");
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    let Tally { failing, unfinished } = tally.into_inner().expect("no panic");
    assert!(failing * 2 >= count, "only {failing} runs failed: nothing was tried");
    assert!(unfinished == 0, "{unfinished} analyses did not come to an end");
}
