//! Is a claim about all inputs true of other inputs than the run's?
//!
//! *Fails whenever C* speaks of every run whose inputs meet C. Before it is said it is tried: inputs that meet C, far from those of the run as well as next to them, and other
//! shapes of the inputs (more arguments, fewer, other ones), are run by the interpreter. Each has to fail as the trace did. A run that does not is a counterexample: it
//! may have taken another way, then the claim is good for the path at most, or the same way, then it is wrong.

use std::collections::BTreeSet;

use whydunit_claim::{Explanation, Held, Range, Storage};
use whydunit_interp::{Compiled, Config, Ending, InputRecord, ObjectKind, RunSpec};
use whydunit_program::{InputOrigin, Point, Program};
use whydunit_solver::{Answer, Budget, Embedded, Solve};
use whydunit_term::{Model, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::endings::is_same_error;
use crate::executions::{Compare, decisions};
use crate::limits::{LONGEST_TRIAL, MOST_MODELS, MOST_TRIALS, TRIAL_STEPS};
use crate::others::{argument_shapes, has_inputs, other_values, with_inputs};

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

/// The conjuncts of the invariant at the start that are conditions on the inputs. What storage holds there because the program says so is none; nothing where
/// one compares inputs with that.
pub fn conditions_on_inputs(
    trace: &ErrorTrace,
    terms: &Terms,
    explanation: &Explanation,
) -> Option<BTreeSet<u32>> {
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
    let variables = |index: u32| terms.variables(&[explanation.conjuncts[index as usize].term]);
    conjuncts.retain(|&index| {
        let variables = variables(index);
        variables.is_empty() || !variables.iter().all(is_given)
    });
    let is_mixed = conjuncts.iter().any(|&index| variables(index).iter().any(is_given));
    (!is_mixed).then_some(conjuncts)
}

/// Does the condition on inputs of one explanation imply that of another? Both belong to `terms`. What is proved of the second is then true of the first.
pub fn implies(
    trace: &ErrorTrace,
    terms: &mut Terms,
    (narrow, wide): (&Explanation, &Explanation),
    budget: &Budget,
) -> bool {
    let mut solver = Embedded::default();
    let mut conditions = [Term::TRUE; 2];
    for (condition, explanation) in conditions.iter_mut().zip([narrow, wide]) {
        let Some(conjuncts) = conditions_on_inputs(trace, terms, explanation) else { return false };
        let conjuncts = conjuncts.into_iter();
        let conjuncts: Vec<Term> =
            conjuncts.map(|index| explanation.conjuncts[index as usize].term).collect();
        // Each has variables of its own for the inputs.
        let mut shared = Vec::new();
        for state in &explanation.state {
            let Held::Input(record) = state.held else { continue };
            let sort = terms.sort(state.variable);
            shared.push((state.variable, terms.variable(&format!("shared input {record}"), sort)));
        }
        let all = terms.and(&conjuncts);
        *condition = terms.substitute(all, &shared);
    }
    let [narrow, wide] = conditions;
    solver.assert(terms, narrow);
    let outside = terms.not(wide);
    matches!(solver.check(terms, &[outside], budget), Answer::Unsat(_))
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
    let Some(conjuncts) = conditions_on_inputs(trace, terms, explanation) else { return untried };
    let conjuncts: Vec<Term> =
        conjuncts.into_iter().map(|index| explanation.conjuncts[index as usize].term).collect();
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
        for (position, record) in self.trace.inputs.iter().enumerate() {
            for bits in other_values(self.program, record) {
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
        for args in argument_shapes(&self.trace.spec.args) {
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
        // Other numbers of arguments are shapes of their own.
        let is_count =
            |&(position, _): &(u32, u64)| self.trace.inputs[position as usize].name == "argc";
        if changes.iter().any(is_count) {
            return None;
        }
        let spec = with_inputs(self.program, self.trace, changes)?;
        self.run(&spec, changes, None)
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
        let is_counterexample = match &result.ending {
            Ending::Failed(failure) => !is_same_error(self.trace, failure),
            Ending::Finished { .. } | Ending::Aborted { .. } => true,
            // Excluded, or not known.
            Ending::AssumptionFailed { .. }
            | Ending::Trapped { .. }
            | Ending::Limit { .. }
            | Ending::OutOfRange { .. }
            | Ending::OutOfBudget { .. } => false,
        };
        // The run has to have had the inputs that it was given: another way may ask for others.
        if !is_counterexample || !has_inputs(&result.inputs, inputs) {
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
