//! Is a claim about all inputs true of other inputs than the run's?
//!
//! *Fails whenever C* speaks of every run whose inputs meet C. Before it is said it is tried: inputs that meet C, far from those of the run as well as next to them, and other
//! shapes of the inputs (more arguments, fewer, other ones), are run by the interpreter. Each has to fail as the trace did. A run that does not is a counterexample: it
//! may have taken another way, then the claim is good for the path at most, or the same way, then it is wrong.

use std::collections::BTreeSet;

use whydunit_claim::{Explanation, Held, Range, Storage};
use whydunit_interp::{Compiled, Config, Ending, InputRecord, InputValue, ObjectKind, RunSpec};
use whydunit_program::{InputOrigin, Point, Program};
use whydunit_solver::{Answer, Budget, Embedded, Solve};
use whydunit_term::{Model, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::executions::{Compare, decisions, numbers};
use crate::limits::{LONGEST_TRIAL, MOST_MODELS, MOST_TRIALS, TRIAL_STEPS};
use crate::variant::number;

/// What became of a claim.
#[derive(Clone, Debug)]
pub enum Trial {
    /// All of these runs failed as the trace did.
    Kept { runs: usize },
    /// A run that meets the condition does not fail there.
    Counterexample(Counterexample),
}

#[derive(Clone, Debug)]
pub struct Counterexample {
    /// It decides all branches as the trace does.
    pub is_on_path: bool,
    /// Another check fails in it.
    pub fails_elsewhere: bool,
    /// Inputs that are not those of the trace: positions in [`ErrorTrace::inputs`], and bits.
    pub inputs: Vec<(u32, u64)>,
    /// The arguments, where they are not those of the trace.
    pub args: Option<Vec<Vec<u8>>>,
}

/// The conjuncts of the invariant at the start that are conditions on the inputs. What storage holds there because the program says so is none.
pub fn conditions_on_inputs(
    trace: &ErrorTrace,
    terms: &Terms,
    explanation: &Explanation,
) -> BTreeSet<u32> {
    let mut conjuncts = match explanation.intervals.is_empty() {
        true => BTreeSet::new(),
        false => explanation.invariant(0),
    };
    let is_given = |variable: &Term| {
        let state = explanation.state.iter().find(|state| state.variable == *variable);
        let Some(Held::Range(Range { storage: Storage::Object(id), .. })) =
            state.map(|state| state.held)
        else {
            return false;
        };
        let object = trace.object(id);
        object.is_some_and(|object| {
            matches!(
                object.info.kind,
                ObjectKind::Global(_) | ObjectKind::Heap { function: "calloc", .. }
            )
        })
    };
    conjuncts.retain(|&index| {
        let variables = terms.variables(&[explanation.conjuncts[index as usize].term]);
        variables.is_empty() || !variables.iter().all(is_given)
    });
    conjuncts
}

/// Tries what an explanation says of all inputs: that the run fails whenever they meet the invariant at its start.
pub fn try_general(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
    explanation: &Explanation,
    budget: &Budget,
) -> Trial {
    let untried = Trial::Kept { runs: 0 };
    if trace.steps.len() > LONGEST_TRIAL || explanation.intervals.is_empty() {
        return untried;
    }
    let conjuncts = conditions_on_inputs(trace, terms, explanation).into_iter();
    let conjuncts: Vec<Term> =
        conjuncts.map(|index| explanation.conjuncts[index as usize].term).collect();
    let variables: Vec<(Term, u32)> = explanation
        .state
        .iter()
        .filter_map(|state| match state.held {
            Held::Input(record) => Some((state.variable, record)),
            Held::Range(_) | Held::Past { .. } => None,
        })
        .collect();
    let is_input = |term: &Term| variables.iter().any(|(variable, _)| variable == term);
    if !terms.variables(&conjuncts).iter().all(is_input) {
        return untried;
    }
    let compiled = whydunit_interp::prepare(program);
    let mut trials = Trials {
        program,
        trace,
        compiled,
        conjuncts,
        variables,
        decisions: decisions(trace),
        budget,
        runs: 0,
        steps: TRIAL_STEPS,
        elsewhere: None,
    };
    trials.all(terms)
}

struct Trials<'a> {
    program: &'a Program,
    trace: &'a ErrorTrace,
    compiled: Compiled<'a>,
    conjuncts: Vec<Term>,
    /// Of the condition, with the inputs that they are.
    variables: Vec<(Term, u32)>,
    decisions: Vec<(Point, u32)>,
    budget: &'a Budget,
    runs: usize,
    /// Steps that all runs together may still take.
    steps: u64,
    /// A counterexample that took another way. One that took the same is worth more.
    elsewhere: Option<Counterexample>,
}

impl Trials<'_> {
    fn all(&mut self, terms: &mut Terms) -> Trial {
        let found = self.shapes(terms).or_else(|| self.near(terms)).or_else(|| self.far(terms));
        match found.or(self.elsewhere.take()) {
            Some(found) => Trial::Counterexample(found),
            None => Trial::Kept { runs: self.runs },
        }
    }

    fn is_over(&self) -> bool {
        self.runs >= MOST_TRIALS || self.steps == 0 || self.budget.exceeded().is_some()
    }

    /// One input after the other gets the numbers that stand in the program, and the ends of its type.
    fn near(&mut self, terms: &mut Terms) -> Option<Counterexample> {
        let numbers = numbers(self.program);
        for (position, record) in self.trace.inputs.iter().enumerate() {
            let Some(kind) = self.program.types.int_kind(record.ty) else { continue };
            let ends = [kind.least(), kind.most(), kind.least() + 1, kind.most() - 1];
            let all = numbers.iter().map(|&value| i128::from(value)).chain(ends);
            for value in all {
                let bits = value as u64 & mask(kind.bits.into());
                let is_other = bits != record.bits;
                if !is_other || number(self.program, record.ty, bits) != value {
                    continue;
                }
                if let Some(found) = self.inputs(terms, &[(position as u32, bits)]) {
                    return Some(found);
                }
                if self.is_over() {
                    return None;
                }
            }
        }
        None
    }

    /// Models of the condition that differ from the run, and from each other.
    fn far(&mut self, terms: &mut Terms) -> Option<Counterexample> {
        let mut solver = Embedded::default();
        for conjunct in self.conjuncts.clone() {
            solver.assert(terms, conjunct);
        }
        for (variable, record) in self.variables.clone() {
            let mut seen = vec![self.trace.inputs[record as usize].bits];
            for _ in 0..MOST_MODELS {
                let width = terms.width(variable);
                let others: Vec<Term> = seen
                    .iter()
                    .map(|&bits| {
                        let value = terms.bits(width, bits.into());
                        let same = terms.eq(variable, value);
                        terms.not(same)
                    })
                    .collect();
                let Answer::Sat(model) = solver.check(terms, &others, self.budget) else { break };
                let inputs: Vec<(u32, u64)> = self
                    .variables
                    .iter()
                    .map(|&(variable, record)| {
                        let bits = terms.evaluate(variable, &model).unwrap_or(0) as u64;
                        (record, bits)
                    })
                    .filter(|&(record, bits)| self.trace.inputs[record as usize].bits != bits)
                    .collect();
                seen.extend(inputs.iter().find(|(own, _)| *own == record).map(|&(_, bits)| bits));
                if let Some(found) = self.inputs(terms, &inputs) {
                    return Some(found);
                }
                if self.is_over() {
                    return None;
                }
            }
        }
        None
    }

    /// Other arguments, where no claim says that it is about those of the run.
    fn shapes(&mut self, terms: &mut Terms) -> Option<Counterexample> {
        let is_told =
            |record: &InputRecord| record.origin == InputOrigin::Stdin || record.name.contains('[');
        let takes_arguments = self.trace.inputs.iter().any(|record| record.name == "argc");
        if !takes_arguments || self.trace.inputs.iter().any(is_told) {
            return None;
        }
        let own = &self.trace.spec.args;
        let mut shapes: Vec<Vec<Vec<u8>>> = Vec::new();
        for count in 0..=own.len() + 3 {
            for text in [&b"a"[..], b"1", b"", b"-7", b"abcdefghijklmnopqrstuvwxyz"] {
                let mut args: Vec<Vec<u8>> = own.iter().take(count).cloned().collect();
                args.resize(count, text.to_vec());
                if args != *own && !shapes.contains(&args) {
                    shapes.push(args);
                }
            }
        }
        for args in shapes {
            let count = args.len() as u64 + 1;
            let argc = self.trace.inputs.iter().position(|record| record.name == "argc")?;
            let inputs = [(argc as u32, count)];
            if !self.is_met(terms, &inputs) {
                continue;
            }
            let mut spec = self.trace.spec.clone();
            spec.args.clone_from(&args);
            let found = self.run(&spec, &[], Some(args));
            if found.is_some() || self.is_over() {
                return found;
            }
        }
        None
    }

    /// Does the condition hold for the inputs of the run with these changes?
    fn is_met(&self, terms: &Terms, changes: &[(u32, u64)]) -> bool {
        let mut model = Model::new();
        for &(variable, record) in &self.variables {
            let change = changes.iter().find(|(changed, _)| *changed == record);
            let own = self.trace.inputs[record as usize].bits;
            model.set_term(terms, variable, change.map_or(own, |&(_, bits)| bits).into());
        }
        self.conjuncts.iter().all(|&conjunct| terms.evaluate(conjunct, &model) == Some(1))
    }

    fn inputs(&mut self, terms: &Terms, changes: &[(u32, u64)]) -> Option<Counterexample> {
        if changes.is_empty() || !self.is_met(terms, changes) {
            return None;
        }
        let mut spec = self.trace.spec.clone();
        for &(position, bits) in changes {
            self.set(&mut spec, &self.trace.inputs[position as usize], bits)?;
        }
        self.run(&spec, changes, None)
    }

    /// Gives an input of a run another value; nothing where it cannot have one by itself.
    fn set(&self, spec: &mut RunSpec, record: &InputRecord, bits: u64) -> Option<()> {
        let byte = bits as u8;
        match (&record.origin, indices(&record.name).as_slice()) {
            (InputOrigin::Stdin, [at]) => *spec.stdin.get_mut(*at)? = byte,
            // A zero would end the argument earlier.
            (InputOrigin::Argv, [argument, at]) if byte != 0 => {
                *spec.args.get_mut(argument.checked_sub(1)?)?.get_mut(*at)? = byte;
            }
            (InputOrigin::Argv | InputOrigin::Stdin, _) => return None,
            _ if record.name == "argc" => return None,
            _ => {
                self.program.types.int_kind(record.ty)?;
                let value = number(self.program, record.ty, bits);
                spec.inputs.set(&record.name, InputValue::Int(value));
            }
        }
        Some(())
    }

    fn run(
        &mut self,
        spec: &RunSpec,
        inputs: &[(u32, u64)],
        args: Option<Vec<Vec<u8>>>,
    ) -> Option<Counterexample> {
        let most = (8 * self.trace.steps.len() as u64 + 10_000).min(self.steps);
        let config = Config {
            checks: self.trace.checks,
            max_steps: Some(most),
            deadline: self.budget.deadline,
            memory_limit: self.budget.memory,
            ..Config::default()
        };
        let mut path = Compare::new(&self.decisions);
        let result = self.compiled.run(spec, &config, &mut |_, _| {}, &mut path);
        let is_on_path = path.is_same_path();
        self.runs += 1;
        self.steps = self.steps.saturating_sub(result.steps);
        // The run has to have had the inputs that it was given: another way may ask for others.
        let is_given = |&(position, bits): &(u32, u64)| {
            let record = result.inputs.get(position as usize);
            record.is_some_and(|record| record.bits == bits)
        };
        let is_counterexample = match &result.ending {
            Ending::Failed(failure) => {
                let own = &self.trace.failure;
                (failure.kind, failure.span) != (own.kind, own.span)
            }
            Ending::Finished { .. } | Ending::Aborted { .. } => true,
            // Excluded, or not known.
            Ending::AssumptionFailed { .. }
            | Ending::Trapped { .. }
            | Ending::Limit { .. }
            | Ending::OutOfRange { .. }
            | Ending::OutOfBudget { .. } => false,
        };
        if !is_counterexample || !inputs.iter().all(is_given) {
            return None;
        }
        let fails_elsewhere = matches!(result.ending, Ending::Failed(_));
        let found = Counterexample { is_on_path, fails_elsewhere, inputs: inputs.to_vec(), args };
        if is_on_path {
            return Some(found);
        }
        self.elsewhere.get_or_insert(found);
        None
    }
}

/// The numbers in the brackets of a name.
fn indices(name: &str) -> Vec<usize> {
    let parts = name.split('[').skip(1);
    parts.filter_map(|part| part.split(']').next()?.parse().ok()).collect()
}

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits.clamp(1, 64))
}
