//! What all criteria of responsibility stand on: the run as functions of its inputs, the executions of its trace as a formula,
//! and which inputs come before and after an assignment.

use rustc_hash::FxHashMap;
use whydunit_claim::Counting;
use whydunit_encode::{
    Assignment, Choice, Havocked, Inputs, Range, StepObligation, SymbolicRun, Unions,
    assigned_type, type_at,
};
use whydunit_program::{Arithmetic, Program, Type, TypeId};
use whydunit_solver::{Budget, Embedded, Solve};
use whydunit_term::{Model, Op, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::limits::{ANSWERING_BITS, CHOSEN_BITS};
use crate::model::ExplainError;

/// Which side of a question a variable is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Some value is looked for.
    Chosen,
    /// Every value is to be withstood.
    Answering,
}

pub(super) struct Ground<'a> {
    pub(super) program: &'a Program,
    pub(super) trace: &'a ErrorTrace,
    pub(super) terms: &'a mut Terms,
    pub(super) run: SymbolicRun,
    pub(super) budget: &'a Budget,
    /// All assignments of the trace, ascending.
    pub(super) assignments: Vec<Assignment>,
    /// What the inputs were in the run.
    pub(super) known: Model,
    /// For each record of an input its variable.
    pub(super) variables: FxHashMap<u32, Term>,
    pub(super) dependence: Dependence,
    /// Which ways of leaving the trace lead away.
    pub(super) counting: Counting,
}

/// Which inputs terms depend on.
#[derive(Debug)]
pub(super) struct Dependence {
    records: FxHashMap<Term, u32>,
    latest: FxHashMap<Term, u32>,
    /// Steps that take inputs, with the records; ascending.
    taken: Vec<(u32, u32)>,
}

impl Dependence {
    pub(super) fn new(run: &SymbolicRun) -> Dependence {
        let mut dependence = Dependence {
            records: run.inputs.iter().map(|input| (input.variable, input.record)).collect(),
            latest: FxHashMap::default(),
            taken: run.inputs.iter().map(|input| (input.step, input.record)).collect(),
        };
        dependence.note_choices(&run.choices);
        dependence
    }

    /// What comes from outside on some side of a conditional counts as received where the conditional is.
    pub(super) fn note_choices(&mut self, choices: &[Choice]) {
        for choice in choices {
            let record = self.horizon(choice.step);
            self.records.insert(choice.variable, record);
        }
    }

    /// Inputs with smaller records are received up to that step.
    pub(super) fn horizon(&self, step: u32) -> u32 {
        let next = self.taken.partition_point(|&(taken, _)| taken <= step);
        self.taken.get(next).map_or(u32::MAX - 1, |&(_, record)| record)
    }

    /// Does a term depend only on inputs before the horizon?
    pub(super) fn is_settled(&mut self, terms: &Terms, term: Term, horizon: u32) -> bool {
        self.latest(terms, term) <= horizon
    }

    /// One more than the record of the last input that a term depends on; 0 if there is none.
    fn latest(&mut self, terms: &Terms, root: Term) -> u32 {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.latest.contains_key(&term) {
                stack.pop();
                continue;
            }
            let children = terms.children(term);
            let before = stack.len();
            stack.extend(children.iter().filter(|child| !self.latest.contains_key(child)));
            if stack.len() > before {
                continue;
            }
            let own = self.records.get(&term).map_or(0, |record| record + 1);
            let below = children.iter().map(|child| self.latest[child]).max().unwrap_or(0);
            self.latest.insert(term, own.max(below));
            stack.pop();
        }
        self.latest[&root]
    }
}

/// All assignments of a trace, ascending.
pub(super) fn assignments(program: &Program, trace: &ErrorTrace) -> Vec<Assignment> {
    let last = trace.steps.len() - 1;
    // The failing step assigns nothing, but what it fails with may be an input that it takes itself.
    (0..=last)
        .flat_map(|step| SymbolicRun::assignments(program, trace, step))
        .filter(|assignment| (assignment.step as usize) < last || assignment.input.is_some())
        .collect()
}

impl<'a> Ground<'a> {
    pub(super) fn new(
        program: &'a Program,
        trace: &'a ErrorTrace,
        terms: &'a mut Terms,
        inputs: Inputs,
        budget: &'a Budget,
    ) -> Result<Ground<'a>, ExplainError> {
        let is_enough = |_: &Terms| budget.exceeded().is_some();
        let unions = Unions::default();
        let run = SymbolicRun::encode_with(program, trace, terms, inputs, unions, &is_enough)?;
        let assignments = assignments(program, trace);
        Ok(Ground::of(program, trace, terms, run, assignments, budget))
    }

    /// A run, or a part of it, that is encoded already.
    pub(super) fn of(
        program: &'a Program,
        trace: &'a ErrorTrace,
        terms: &'a mut Terms,
        run: SymbolicRun,
        assignments: Vec<Assignment>,
        budget: &'a Budget,
    ) -> Ground<'a> {
        let mut known = Model::new();
        let given = run.inputs.iter().map(|input| (input.variable, input.known));
        let unset = run.unset.iter().chain(&run.state).map(|unset| (unset.variable, unset.known));
        for (variable, value) in given.chain(unset) {
            known.set_term(terms, variable, terms.value(value).unwrap_or(0));
        }
        let dependence = Dependence::new(&run);
        let variables = run.inputs.iter().map(|input| (input.record, input.variable)).collect();
        Ground {
            program,
            trace,
            terms,
            run,
            budget,
            assignments,
            known,
            variables,
            dependence,
            counting: Counting::OtherChecks,
        }
    }

    /// The executions that fail as the run did: what each step demands, that the check is violated, what inputs can be.
    pub(super) fn executions(&mut self) -> Vec<Term> {
        let mut list = self.conditions_on_inputs(Side::Chosen);
        for step in 0..self.run.len() {
            let StepObligation { facts, decision, limits, .. } = self.run.obligation(step);
            list.extend([facts, decision, limits]);
        }
        list.push(self.terms.not(self.run.check));
        list.retain(|&term| term != Term::TRUE);
        list
    }

    /// What the inputs can be, each by itself.
    pub(super) fn conditions_on_inputs(&mut self, side: Side) -> Vec<Term> {
        let mut list = Vec::new();
        for index in 0..self.run.inputs.len() {
            let input = self.run.inputs[index];
            let ty = self.trace.inputs[input.record as usize].ty;
            list.push(self.domain(input.variable, Some(ty), side));
        }
        for index in 0..self.run.choices.len() {
            let choice = self.run.choices[index];
            list.push(self.domain(choice.variable, Some(choice.ty), side));
        }
        for unset in &self.run.unset {
            list.push(self.terms.eq(unset.variable, unset.known));
        }
        for index in 0..self.run.state.len() {
            let state = self.run.state[index];
            list.push(self.domain_at(state.variable, state.range, side));
        }
        list
    }

    /// Goes on with another reading of the run.
    pub(super) fn take(&mut self, run: SymbolicRun) {
        self.dependence = Dependence::new(&run);
        self.variables = run.inputs.iter().map(|input| (input.record, input.variable)).collect();
        for unset in &run.unset {
            let known = self.terms.value(unset.known).unwrap_or(0);
            self.known.set_term(self.terms, unset.variable, known);
        }
        for input in &run.inputs {
            let known = self.terms.value(input.known).unwrap_or(0);
            self.known.set_term(self.terms, input.variable, known);
        }
        self.run = run;
    }

    /// A solver that knows the failing executions.
    pub(super) fn solver(&mut self) -> Embedded {
        let mut solver = Embedded::new();
        for term in self.executions() {
            solver.assert(self.terms, term);
        }
        solver
    }

    /// The values that the contents of a range can have.
    pub(super) fn domain_at(&mut self, variable: Term, range: Range, side: Side) -> Term {
        let ty = type_at(self.program, self.trace, range);
        self.domain(variable, ty, side)
    }

    /// The values that a variable of a type can have.
    pub(super) fn domain(&mut self, variable: Term, ty: Option<TypeId>, side: Side) -> Term {
        let Some(ty) = ty else { return Term::TRUE };
        let width = self.terms.width(variable);
        match self.program.types.get(ty) {
            Type::Bool => {
                let two = self.terms.bits(width, 2);
                self.terms.apply(Op::ULt, &[variable, two])
            }
            Type::Int(kind)
                if kind.signed
                    && width == 64
                    && self.program.arithmetic == Arithmetic::Mathematical =>
            {
                let bits = match side {
                    Side::Chosen => CHOSEN_BITS,
                    Side::Answering => ANSWERING_BITS,
                };
                // The run may have larger values: they belong to it.
                let excess = (self.largest_known() + 1).saturating_sub(CHOSEN_BITS);
                let bits = (bits + excess).min(62);
                let half = self.terms.bits(width, 1 << bits);
                let shifted = self.terms.apply(Op::Add, &[variable, half]);
                let span = self.terms.bits(width, 1 << (bits + 1));
                self.terms.apply(Op::ULt, &[shifted, span])
            }
            _ => Term::TRUE,
        }
    }

    /// Bits that the largest integer among the inputs of the run needs.
    fn largest_known(&self) -> u32 {
        let sizes = self.trace.inputs.iter().map(|record| {
            let signed = record.bits as i64;
            64 - signed.unsigned_abs().leading_zeros()
        });
        sizes.max().unwrap_or(0)
    }

    /// The type that an assignment's variable ranges over.
    pub(super) fn type_of(&self, assignment: &Assignment) -> Option<TypeId> {
        assigned_type(self.program, self.trace, assignment)
    }

    /// The bytes that an assignment sets, where they are one scalar.
    pub(super) fn single_range(&self, assignment: &Assignment) -> Option<Range> {
        let &[cell] = assignment.cells.as_slice() else { return None };
        let is_scalar = assignment.input.is_none() && cell.bits.is_none() && cell.size <= 8;
        let written = self.run.writes(assignment.step as usize);
        written.iter().map(|written| written.range).find(|&range| {
            is_scalar && whydunit_encode::cell_of(range).is_some_and(|found| found == cell)
        })
    }

    /// What an assignment of one scalar assigns, as a function of the inputs.
    pub(super) fn assigned_term(
        &self,
        assignment: &Assignment,
        havocked: &Havocked,
    ) -> Option<Term> {
        let term = match assignment.input {
            Some(record) => *self.variables.get(&record)?,
            None => {
                let written = self.run.writes(assignment.step as usize);
                written.iter().find(|written| written.range == havocked.range)?.term
            }
        };
        (self.terms.width(term) == self.terms.width(havocked.variable)).then_some(term)
    }

    /// Inputs with smaller records are received before the assignment is made, or are what it assigns.
    pub(super) fn horizon(&self, assignment: &Assignment) -> u32 {
        match assignment.input {
            Some(record) => record + 1,
            None => self.dependence.horizon(assignment.step),
        }
    }

    /// The inputs of a model that differ from the run.
    pub(super) fn differences(&self, model: &Model) -> Vec<(u32, u64)> {
        let mut list = Vec::new();
        for input in &self.run.inputs {
            let Some(symbol) = self.terms.symbol(input.variable) else { continue };
            let known = self.known.get(symbol);
            let value = if model.contains(symbol) { model.get(symbol) } else { known };
            if value != known {
                list.push((input.record, value as u64));
            }
        }
        list
    }
}
