//! What a program does on all its inputs, found by trying them all; and programs mended until they do what is wanted.
//!
//! Inputs form a tree: which input a run asks for next depends on those before. A run on a prefix of a sequence tells the next one.

use std::collections::BTreeMap;

use whydunit_front_c::{Options, compile_preprocessed};
use whydunit_interp::{
    Compiled, Config, Ending, InputRecord, InputValue, InputValues, NoObserver, RunSpec, prepare,
};
use whydunit_program::{CheckKind, InputOrigin, Program};
use whydunit_source::Span;

use super::Draft;
use super::draft::{Parameter, Range};

/// Steps of one run; what takes longer does not end.
pub(crate) const MOST_STEPS: u64 = 20_000;
const MOST_RUNS: u64 = 8_000;
const MOST_ROUNDS: u32 = 60;
/// Inputs that one run asks for: each is a level of the tree, and with two values each, more than these are too many runs anyway. Programs of which lines were left out
/// may ask for ever.
const MOST_INPUTS: usize = 64;

/// A finding: the check and the place where it fails.
pub(crate) type Place = (CheckKind, Span);

/// All runs of a program.
#[derive(Default, Debug)]
pub(crate) struct Observed {
    /// How many runs fail at a place, and the inputs of the first.
    pub(crate) failures: BTreeMap<Place, (u64, InputValues)>,
    /// Runs in which all inputs were given values.
    pub(crate) runs: u64,
    /// Runs to the program's end.
    pub(crate) finished: u64,
    /// Runs that end in neither a failure nor the program's end, in words.
    pub(crate) unfinished: Vec<String>,
}

/// The program of a draft, or what is wrong with its text.
pub(crate) fn compile(draft: &Draft) -> Result<Program, String> {
    let options = Options { function: Some(draft.start.into()), ..Options::default() };
    match compile_preprocessed("random.c", &draft.text(), &options) {
        Ok(compiled) => Ok(compiled.program),
        Err(problems) => {
            let messages: Vec<String> =
                problems.iter().map(|problem| problem.to_string()).collect();
            Err(messages.join("\n"))
        }
    }
}

pub(crate) fn spec(draft: &Draft, program: &Program) -> RunSpec {
    RunSpec::new(program.find_function(draft.start).expect("the start function should be there"))
}

pub(crate) fn config() -> Config {
    Config { max_steps: Some(MOST_STEPS), ..Config::default() }
}

struct Tree<'a> {
    draft: &'a Draft,
    program: &'a Program,
    compiled: Compiled<'a>,
    spec: RunSpec,
    observed: Observed,
    nodes: u64,
}

/// Runs a program on all its inputs; `None` when they are too many.
pub(crate) fn observe(draft: &Draft, program: &Program) -> Option<Observed> {
    let mut tree = Tree {
        draft,
        program,
        compiled: prepare(program),
        spec: spec(draft, program),
        observed: Observed::default(),
        nodes: 0,
    };
    let parameters = draft.parameters();
    if parameters.len() != program.function(tree.spec.function).param_count as usize {
        return None;
    }
    tree.choose(&parameters)?;
    Some(tree.observed)
}

impl Tree<'_> {
    /// Explores all values of these parameters.
    fn choose(&mut self, parameters: &[Parameter]) -> Option<()> {
        let Some((first, rest)) = parameters.split_first() else { return self.explore(0) };
        let Range { low, high } = first.range;
        let length = first.length.unwrap_or(1);
        let mut values = vec![low; length];
        loop {
            let list: Vec<_> = values.iter().map(|&value| InputValue::Int(value.into())).collect();
            let value = match first.length {
                Some(_) => InputValue::List(list),
                None => InputValue::Int(values[0].into()),
            };
            self.spec.inputs.set(first.name.clone(), value);
            self.choose(rest)?;
            let Some(position) = values.iter().position(|&value| value < high) else {
                return Some(());
            };
            values[position] += 1;
            values[..position].fill(low);
        }
    }

    /// Explores what follows the first `given` inputs of calls, whose values are in the specification of the run.
    fn explore(&mut self, given: usize) -> Option<()> {
        self.nodes += 1;
        if self.nodes > MOST_RUNS || given > MOST_INPUTS {
            return None;
        }
        let result = self.compiled.run(&self.spec, &config(), &mut |_, _| {}, &mut NoObserver);
        let is_call = |record: &&InputRecord| {
            matches!(record.origin, InputOrigin::Nondet(_) | InputOrigin::Undefined(_))
        };
        if let Some(next) = result.inputs.iter().filter(is_call).nth(given) {
            let Range { low, high } = self.draft.call(line(self.program, next.span))?;
            let outer = self.spec.inputs.clone();
            for value in low..=high {
                self.spec.inputs = outer.clone();
                self.spec.inputs.set(next.name.clone(), InputValue::Int(value.into()));
                self.explore(given + 1)?;
            }
            self.spec.inputs = outer;
            return Some(());
        }
        assert!(result.misfit_inputs.is_empty(), "inputs should fit: {:?}", result.misfit_inputs);
        self.observed.runs += 1;
        match result.ending {
            Ending::Failed(failure) => {
                let place = (failure.kind, failure.span);
                let first = || (0, self.spec.inputs.clone());
                self.observed.failures.entry(place).or_insert_with(first).0 += 1;
            }
            Ending::Limit { message, .. } | Ending::OutOfRange { message, .. } => {
                self.observed.unfinished.push(message)
            }
            Ending::OutOfBudget { budget, .. } => {
                self.observed.unfinished.push(format!("out of {budget:?}"));
            }
            Ending::Finished { .. } => self.observed.finished += 1,
            Ending::Aborted { .. } | Ending::AssumptionFailed { .. } | Ending::Trapped { .. } => {}
        }
        Some(())
    }
}

/// The line of a place, from 0.
fn line(program: &Program, span: Span) -> usize {
    program.sources.line_column(span).line as usize - 1
}

/// Mends what fails until few runs do, or none: a program that fails always shows little.
///
/// `None` when the program has too many runs, some that do not end, most that end early, or failures that cannot be mended.
pub(crate) fn settle(mut draft: Draft, may_fail: bool) -> Option<(Draft, Program, Observed)> {
    for _ in 0..MOST_ROUNDS {
        let program = compile(&draft)
            .unwrap_or_else(|problem| panic!("should compile: {problem}\n{}", draft.text()));
        let observed = observe(&draft, &program)?;
        let failing: u64 = observed.failures.values().map(|(failing, _)| failing).sum();
        let is_tolerable = |failing: u64| may_fail && failing * 2 <= observed.runs;
        let mut to_mend: Vec<usize> = observed
            .failures
            .iter()
            .filter(|(_, (failing, _))| !is_tolerable(*failing))
            .map(|((_, span), _)| line(&program, *span))
            .collect();
        if to_mend.is_empty() {
            let ended = observed.finished + failing;
            let is_good = observed.unfinished.is_empty() && ended * 4 >= observed.runs;
            return is_good.then_some((draft, program, observed));
        }
        to_mend.dedup();
        for line in to_mend {
            if !draft.mend(line) {
                return None;
            }
        }
    }
    None
}
