//! Is a claim about all inputs true of other inputs than the run's?
//!
//! *Fails whenever C* speaks of every run whose inputs meet C. Before it is said it is tried: inputs that meet C, far from those of the run as well as next to them, and other
//! shapes of the inputs (more arguments, fewer, other ones), are run by the interpreter. Each has to fail as the trace did. A run that does not is a counterexample: it
//! may have taken another way, then the claim is good for the path at most, or the same way, then it is wrong.

use std::collections::BTreeSet;

use whydunit_claim::{Conjunct, Explanation, Held, Range, StateVariable, Storage};
use whydunit_counterfactual::{Avoided, Counterfactual, counterfactual, is_same_error};
use whydunit_interp::{
    Budget as Spent, Compiled, Config, Ending, InputRecord, NoObserver, ObjectKind, RunSpec,
};
use whydunit_program::{InputOrigin, Point, Program};
use whydunit_solver::{Answer, Budget, Embedded, Solve};
use whydunit_term::{Model, Sort, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::executions::{Compare, decisions};
use crate::limits::{
    CONFIRMING_STEPS, LONGEST_TRIAL, MOST_ENDLESS, MOST_HALVINGS, MOST_MODELS, MOST_TRIALS,
    TRIAL_STEPS,
};
use crate::others::{argument_shapes, has_inputs, mixed_arguments, other_values, with_inputs};
use crate::refutation::{self, Condition};

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
    match Trials::new(program, trace, terms, explanation, budget) {
        Some(mut trials) => trials.all(terms),
        None => Trial::Kept { runs: 0 },
    }
}

/// Tries it by a search of the program alone: the last resort of [`try_general`].
pub fn search_general(
    program: &Program,
    trace: &ErrorTrace,
    terms: &Terms,
    explanation: &Explanation,
    budget: &Budget,
) -> Trial {
    match Trials::new(program, trace, terms, explanation, budget) {
        Some(mut trials) => trials.by_search(terms),
        None => Trial::Kept { runs: 0 },
    }
}

/// The explanation, good for the number of arguments of the run only: where other numbers refute it, that is what it rests on. Nothing where it says so already, or the number is no input.
pub fn with_argument_count(
    trace: &ErrorTrace,
    terms: &mut Terms,
    explanation: &Explanation,
) -> Option<Explanation> {
    let record = trace.inputs.iter().position(|record| record.name == "argc")?;
    let input = &trace.inputs[record];
    let held = Held::Input(u32::try_from(record).ok()?);
    let mut narrow = explanation.clone();
    let known = narrow.state.iter().find(|state| state.held == held).map(|state| state.variable);
    let variable = match known {
        Some(variable) => variable,
        None => {
            let variable = terms.fresh("argc", Sort::Bits(8 * input.cell.size));
            narrow.state.push(StateVariable { variable, held });
            variable
        }
    };
    let value = terms.bits(terms.width(variable), input.bits.into());
    let term = terms.eq(variable, value);
    if narrow.conjuncts.iter().any(|conjunct| conjunct.term == term) {
        return None;
    }
    let conjunct = u32::try_from(narrow.conjuncts.len()).ok()?;
    let text = format!("argc == {}", input.bits);
    narrow.conjuncts.push(Conjunct { term, text, is_exact: false, unset: None });
    narrow.intervals.first_mut()?.gained.push(conjunct);
    if let Some(second) = narrow.intervals.get_mut(1) {
        second.lost.push(conjunct);
    }
    Some(narrow)
}

/// Names of what lies behind pointers.
fn elements(inputs: &[InputRecord]) -> impl Iterator<Item = &str> {
    inputs.iter().map(|input| input.name.as_str()).filter(|name| name.contains('['))
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
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
    /// Runs that took all of their steps and were looked at again.
    endless: usize,
    /// A counterexample that took another way. One that took the same is worth more.
    elsewhere: Option<Counterexample>,
}

impl<'a> Trials<'a> {
    /// Nothing where the run is too long, or the condition is none on inputs.
    fn new(
        program: &'a Program,
        trace: &'a ErrorTrace,
        terms: &Terms,
        explanation: &Explanation,
        budget: &'a Budget,
    ) -> Option<Trials<'a>> {
        if trace.steps.len() > LONGEST_TRIAL || explanation.intervals.is_empty() {
            return None;
        }
        let conjuncts = conditions_on_inputs(trace, terms, explanation)?;
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
        terms.variables(&conjuncts).iter().all(is_input).then(|| Trials {
            program,
            trace,
            compiled: whydunit_interp::prepare(program),
            conjuncts,
            variables,
            decisions: decisions(trace),
            budget,
            runs: 0,
            steps: TRIAL_STEPS,
            endless: 0,
            elsewhere: None,
        })
    }
}

impl Trials<'_> {
    fn by_search(&mut self, terms: &Terms) -> Trial {
        match self.searched(terms).or(self.elsewhere.take()) {
            Some(found) => Trial::Counterexample(found),
            None => Trial::Kept { runs: self.runs },
        }
    }

    fn all(&mut self, terms: &mut Terms) -> Trial {
        let found = self
            .shapes(terms)
            .or_else(|| self.near(terms))
            .or_else(|| self.far(terms))
            .or_else(|| self.ends(terms));
        let found = match (found, &self.elsewhere) {
            // A search takes longer: it is for claims that stand otherwise.
            (None, None) => self.searched(terms),
            (found, _) => found,
        };
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

    /// The smallest and the largest value that the condition leaves an input, the others as in the run: claims are wrong at their ends first.
    fn ends(&mut self, terms: &mut Terms) -> Option<Counterexample> {
        for (variable, record) in self.variables.clone() {
            let mut solver = Embedded::default();
            for conjunct in self.conjuncts.clone() {
                solver.assert(terms, conjunct);
            }
            for (other, its_record) in self.variables.clone() {
                if other != variable {
                    let own = self.trace.inputs[its_record as usize].bits;
                    let value = terms.bits(terms.width(other), own.into());
                    let same = terms.eq(other, value);
                    solver.assert(terms, same);
                }
            }
            for end in self.ends_of(terms, &mut solver, variable, record) {
                for bits in [end, end.wrapping_add(1), end.wrapping_sub(1)] {
                    let found = self.inputs(terms, &[(record, bits & mask(terms.width(variable)))]);
                    if found.is_some() || self.is_over() {
                        return found;
                    }
                }
            }
        }
        None
    }

    /// The ends of the values that the solver admits, on both sides of the run's, read with and without a sign; found by halving.
    fn ends_of(
        &self,
        terms: &mut Terms,
        solver: &mut Embedded,
        variable: Term,
        record: u32,
    ) -> Vec<u64> {
        let width = terms.width(variable);
        let own = self.trace.inputs[record as usize].bits & mask(width);
        let sign = 1_u64 << (width - 1);
        let mut ends = Vec::new();
        // With a sign: numbers in order once the highest bit is turned around.
        for turned in [0, sign] {
            let flip = terms.bits(width, turned.into());
            let ordered = terms.bit_xor(variable, flip);
            for is_up in [true, false] {
                let mut best = own ^ turned;
                let mut bound = if is_up { mask(width) } else { 0 };
                for _ in 0..MOST_HALVINGS {
                    if best == bound {
                        break;
                    }
                    let half = best.abs_diff(bound).div_ceil(2);
                    let middle = if is_up { best + half } else { best - half };
                    let limit = terms.bits(width, middle.into());
                    let last = terms.bits(width, bound.into());
                    let beyond = match is_up {
                        true => [terms.ule(limit, ordered), terms.ule(ordered, last)],
                        false => [terms.ule(ordered, limit), terms.ule(last, ordered)],
                    };
                    match solver.check(terms, &beyond, self.budget) {
                        Answer::Sat(model) => {
                            best = terms.evaluate(ordered, &model).unwrap_or(0) as u64;
                        }
                        Answer::Unsat(_) if is_up => bound = middle - 1,
                        Answer::Unsat(_) => bound = middle + 1,
                        Answer::Unknown(_) => break,
                    }
                }
                ends.push(best ^ turned);
            }
        }
        ends.dedup();
        ends
    }

    /// A run that the program itself shows ([`crate::refutation`]).
    fn searched(&mut self, terms: &Terms) -> Option<Counterexample> {
        let condition = Condition {
            conjuncts: &self.conjuncts,
            variables: &self.variables,
            is_given: self.is_about_shape(),
        };
        let runs = refutation::candidates(self.program, self.trace, terms, &condition, self.budget);
        for mut spec in runs {
            // What the search did not have to choose is as in the run.
            for record in self.trace.inputs.iter().filter(|it| it.origin == InputOrigin::Global) {
                if let (None, Some(own)) =
                    (spec.inputs.get(&record.name), self.trace.spec.inputs.get(&record.name))
                {
                    spec.inputs.set(&record.name, own.clone());
                }
            }
            let config = self.config(CONFIRMING_STEPS);
            let result = self.compiled.run(&spec, &config, &mut |_, _| {}, &mut NoObserver);
            let Some(changes) = self.changes(&result.inputs) else { continue };
            if !self.is_met(terms, &changes) {
                continue;
            }
            let args = (spec.args != self.trace.spec.args).then(|| spec.args.clone());
            if let Some(found) = self.run(&spec, &changes, args) {
                return Some(found);
            }
        }
        None
    }

    /// The inputs of a run that are not those of the trace; nothing if it does not ask for what the condition speaks of.
    fn changes(&self, inputs: &[InputRecord]) -> Option<Vec<(u32, u64)>> {
        let own = &self.trace.inputs;
        let is_asked = |&(_, record): &(Term, u32)| {
            let index = record as usize;
            inputs
                .get(index)
                .is_some_and(|input| (&input.name, input.ty) == (&own[index].name, own[index].ty))
        };
        if !self.variables.iter().all(is_asked) {
            return None;
        }
        // A claim about lengths as they are says nothing of longer texts, nor of none at all.
        if self.is_about_shape() && !elements(own).eq(elements(inputs)) {
            return None;
        }
        let pairs = own.iter().zip(inputs).zip(0_u32..);
        let differing = pairs.filter(|((own, input), _)| own.bits != input.bits);
        Some(differing.map(|((_, input), position)| (position, input.bits)).collect())
    }

    /// Does the claim say that it takes lengths of inputs for granted?
    fn is_about_shape(&self) -> bool {
        let is_told =
            |record: &InputRecord| record.origin == InputOrigin::Stdin || record.name.contains('[');
        self.trace.inputs.iter().any(is_told)
    }

    /// Other arguments, where no claim says that it is about those of the run.
    fn shapes(&mut self, terms: &mut Terms) -> Option<Counterexample> {
        let takes_arguments = self.trace.inputs.iter().any(|record| record.name == "argc");
        if !takes_arguments || self.is_about_shape() {
            return None;
        }
        let own = &self.trace.spec.args;
        let mixed = mixed_arguments(self.program, own);
        for args in argument_shapes(self.program, own).into_iter().chain(mixed) {
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

    /// Does a state come back in a run that has taken all of its steps?
    fn never_ends(&mut self, spec: &RunSpec, steps: u64) -> bool {
        if self.endless == MOST_ENDLESS {
            return false;
        }
        self.endless += 1;
        let (program, trace) = (self.program, self.trace);
        let run = counterfactual(program, &self.compiled, trace, spec, steps, self.budget);
        run.0.how == Counterfactual::Avoids(Avoided::NeverEnds)
    }

    fn config(&self, steps: u64) -> Config {
        Config {
            checks: self.trace.checks,
            max_steps: Some(steps),
            deadline: self.budget.deadline,
            interrupt: self.budget.interrupt.clone(),
            memory_limit: self.budget.memory,
            ..Config::default()
        }
    }

    fn run(
        &mut self,
        spec: &RunSpec,
        inputs: &[(u32, u64)],
        args: Option<Vec<Vec<u8>>>,
    ) -> Option<Counterexample> {
        let most = (8 * self.trace.steps.len() as u64 + 10_000).min(self.steps);
        let config = self.config(most);
        let mut path = Compare::new(&self.decisions);
        let result = self.compiled.run(spec, &config, &mut |_, _| {}, &mut path);
        let is_on_path = path.is_same_path();
        self.runs += 1;
        self.steps = self.steps.saturating_sub(result.steps);
        let is_counterexample = match &result.ending {
            Ending::Failed(failure) => !is_same_error(self.trace, failure),
            Ending::Finished { .. } | Ending::Aborted { .. } => true,
            Ending::OutOfBudget { budget: Spent::Steps, .. } => self.never_ends(spec, most),
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
