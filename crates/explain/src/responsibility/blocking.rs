//! Executions of a trace that block: what the earlier definitions of responsibility ask about.
//!
//! With `S` the inputs that a run starts with and `R` those it receives on its way, the *error precondition* `ψ(S)` says that the trace fails for some `R`. An execution
//! that starts in `ψ` is then one of `E(S, R) ∧ …(S, R')`: the failing one vouches for the start, its copy with inputs `R'` of its own goes where it goes. Without
//! `ψ` there is no vouching one, and nothing is renamed. An execution blocks at the first step whose demand does not hold; the steps before it were
//! reached, so a step can block iff some execution of the steps before breaks its demand.
//!
//! With an assignment open, the step itself is still executed (its address, its checks): what is open is the value that it leaves.

use std::collections::BTreeSet;

use whydunit_claim::{Verdict, Witness};
use whydunit_encode::{Assignment, Havocked, Replaced, StepObligation, type_at};
use whydunit_program::TypeId;
use whydunit_solver::{Answer, Budget, Embedded, Reason, Solve, Verdict as Decided};
use whydunit_term::{Evaluator, Model, Substitution, Term};

use crate::limits::{MOST_PINNED, MOST_POLISHED};
use crate::responsibility::candidates;
use crate::responsibility::each::irrelevant;
use crate::responsibility::ground::{Ground, Side};
use crate::responsibility::obligation::{Item, Kind, first_failing, some_fails};
use crate::responsibility::question::{budget_of_question, settle_address};
use crate::responsibility::relevance::replaced_cells;
use crate::responsibility::trial::Block;

/// Where executions start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// As some failing execution does.
    ErrorPrecondition,
    Anywhere,
}

pub(super) struct Blocking {
    start: Start,
    solver: Embedded,
    budget: Budget,
    /// From the inputs of the vouching execution to those of the one that may block.
    renaming: Substitution,
    /// For each input of the run, its variable in the execution that may block.
    own: Vec<Term>,
    /// Demands on the execution that may block; what `ψ` ensures is left out.
    obligations: Vec<StepObligation>,
    passes: Term,
    /// All steps before this one go on.
    before: Vec<Term>,
}

/// An execution of the unchanged trace that blocks.
#[derive(Clone, Debug)]
pub(super) struct Unchanged {
    execution: Vec<(u32, u64)>,
    continuation: Vec<(u32, u64)>,
    block: Block,
}

impl Blocking {
    pub(super) fn new(ground: &mut Ground<'_>, start: Start) -> Blocking {
        let mut solver = Embedded::new();
        let vouched = match start {
            Start::ErrorPrecondition => ground.executions(),
            Start::Anywhere => ground.conditions_on_inputs(Side::Chosen),
        };
        for term in vouched {
            solver.assert(ground.terms, term);
        }
        let mut renaming = Substitution::new();
        let mut own = Vec::with_capacity(ground.run.inputs.len());
        for index in 0..ground.run.inputs.len() {
            let input = ground.run.inputs[index];
            let is_start = (input.step as usize) < ground.trace.first_executed();
            if start == Start::Anywhere || is_start {
                own.push(input.variable);
                continue;
            }
            let copy = ground.terms.fresh("own", ground.terms.sort(input.variable));
            renaming.insert(ground.terms, input.variable, copy);
            own.push(copy);
            let ty = ground.trace.inputs[input.record as usize].ty;
            let domain = ground.domain(copy, Some(ty), Side::Chosen);
            solver.assert(ground.terms, domain);
        }
        let budget = budget_of_question(ground);
        let mut blocking = Blocking {
            start,
            solver,
            budget,
            renaming,
            own,
            obligations: Vec::with_capacity(ground.run.len()),
            passes: Term::FALSE,
            before: vec![Term::TRUE],
        };
        let mut before = Term::TRUE;
        for step in 0..ground.run.len() {
            let obligation = blocking.obligation(ground, ground.run.obligation(step), false);
            before = ground.terms.and(&[
                before,
                obligation.limits,
                obligation.facts,
                obligation.decision,
            ]);
            blocking.obligations.push(obligation);
            blocking.before.push(before);
        }
        blocking.passes = blocking.renaming.apply(ground.terms, ground.run.check);
        blocking
    }

    /// A demand on the execution that may block.
    fn obligation(
        &mut self,
        ground: &mut Ground<'_>,
        obligation: StepObligation,
        is_changed: bool,
    ) -> StepObligation {
        let mut own = |term: Term| {
            let renamed = self.renaming.apply(ground.terms, term);
            let is_ensured =
                renamed == term && !is_changed && self.start == Start::ErrorPrecondition;
            if is_ensured { Term::TRUE } else { renamed }
        };
        StepObligation {
            facts: own(obligation.facts),
            decision: own(obligation.decision),
            limits: own(obligation.limits),
            followed: own(obligation.followed),
            own: self.renaming.apply(ground.terms, obligation.own),
        }
    }

    /// When does an execution that reaches a step of the unchanged trace block there?
    fn blocks_at(&self, ground: &mut Ground<'_>, step: usize) -> Vec<Term> {
        let StepObligation { facts, decision, limits, .. } = self.obligations[step];
        let mut goes_on = vec![facts, decision];
        if step + 1 == self.obligations.len() {
            goes_on.push(ground.terms.not(self.passes));
        }
        let goes_on = ground.terms.and(&goes_on);
        vec![self.before[step], limits, ground.terms.not(goes_on)]
    }

    /// The steps at which executions of the unchanged trace block.
    pub(super) fn steps(&mut self, ground: &mut Ground<'_>) -> Result<BTreeSet<u32>, Reason> {
        let mut steps = BTreeSet::new();
        for step in 0..self.obligations.len() {
            if self.can_block(ground, step)? {
                steps.insert(step as u32);
            }
        }
        Ok(steps)
    }

    fn can_block(&mut self, ground: &mut Ground<'_>, step: usize) -> Result<bool, Reason> {
        let conditions = self.blocks_at(ground, step);
        if conditions.contains(&Term::FALSE) {
            return Ok(false);
        }
        match self.solver.decide(ground.terms, &conditions, &self.budget) {
            Decided::Sat => Ok(true),
            Decided::Unsat(_) => Ok(false),
            Decided::Unknown(reason) => Err(reason),
        }
    }

    /// The last step at which an execution of the unchanged trace blocks.
    pub(super) fn last(&mut self, ground: &mut Ground<'_>) -> Result<Option<Unchanged>, Reason> {
        for step in (0..self.obligations.len()).rev() {
            if self.can_block(ground, step)? {
                let conditions = self.blocks_at(ground, step);
                let found = self.nearest(ground, &conditions, &[], &[])?;
                let model = found.ok_or(Reason::Abstracted)?;
                let mut items: Vec<Item> =
                    Item::of(ground.trace, step, self.obligations[step]).collect();
                items.push(Item::end(ground.terms, self.obligations.len(), self.passes));
                let mut evaluator = Evaluator::new(&model);
                let block = first_failing(ground.trace, ground.terms, &mut evaluator, &items);
                let block = block.ok_or(Reason::Abstracted)?;
                return Ok(Some(Unchanged {
                    execution: self.vouching(ground, &model),
                    continuation: self.own_inputs(ground, &model),
                    block,
                }));
            }
        }
        Ok(None)
    }

    /// A model of the conditions, if they can be met: with inputs of the run and without other failures if there is one.
    fn nearest(
        &mut self,
        ground: &mut Ground<'_>,
        conditions: &[Term],
        wanted: &[Term],
        havocked: &[(Havocked, Option<TypeId>)],
    ) -> Result<Option<Model>, Reason> {
        let any = self.solver.check(ground.terms, conditions, &self.budget);
        if let Answer::Unsat(_) = any {
            return Ok(None);
        }
        let mut pinned = Vec::new();
        if ground.run.inputs.len() <= MOST_PINNED {
            for (input, &own) in ground.run.inputs.iter().zip(&self.own) {
                pinned.push(ground.terms.eq(input.variable, input.known));
                if own != input.variable {
                    pinned.push(ground.terms.eq(own, input.known));
                }
            }
        }
        for preferences in [[&pinned[..], wanted], [&[], wanted], [&pinned[..], &[]]] {
            let all: Vec<Term> =
                conditions.iter().chain(preferences.into_iter().flatten()).copied().collect();
            if let Answer::Sat(model) = self.solver.check(ground.terms, &all, &self.budget) {
                let model = self.completed(ground, &model);
                return Ok(Some(self.plainer(ground, &all, havocked, model)));
            }
        }
        match any {
            Answer::Sat(model) => {
                let model = self.completed(ground, &model);
                Ok(Some(self.plainer(ground, conditions, havocked, model)))
            }
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// Plain values in place of those that a model happens to have, as long as the conditions hold.
    fn plainer(
        &self,
        ground: &Ground<'_>,
        conditions: &[Term],
        havocked: &[(Havocked, Option<TypeId>)],
        mut model: Model,
    ) -> Model {
        let values = havocked.iter().map(|(havocked, ty)| (havocked.variable, havocked.known, *ty));
        let inputs = ground.run.inputs.iter().zip(&self.own);
        // Those that the start is vouched for with stay as they are.
        let free = inputs
            .filter(|(input, own)| self.start == Start::Anywhere || **own != input.variable)
            .map(|(input, &own)| {
                (own, input.known, Some(ground.trace.inputs[input.record as usize].ty))
            });
        let free: Vec<_> = free
            .filter(|&(own, known, _)| {
                let value = ground.terms.symbol(own).map(|symbol| model.get(symbol));
                value != ground.terms.value(known)
            })
            .collect();
        for (variable, known, ty) in values.chain(free).take(MOST_POLISHED) {
            let Some(known) = ground.terms.value(known) else { continue };
            let width = ground.terms.width(variable);
            for number in 0..candidates::COUNT {
                let value =
                    candidates::value((ground.program, ground.trace), ty, width, known, number);
                let mut other = model.clone();
                other.set_term(ground.terms, variable, value);
                let mut evaluator = Evaluator::new(&other);
                if conditions.iter().all(|&term| evaluator.value(ground.terms, term) == Some(1)) {
                    model = other;
                    break;
                }
            }
        }
        model
    }

    /// Inputs that a model leaves open are those of the run.
    fn completed(&self, ground: &Ground<'_>, model: &Model) -> Model {
        let mut complete = ground.known.clone();
        for (input, &own) in ground.run.inputs.iter().zip(&self.own) {
            complete.set_term(ground.terms, own, ground.terms.value(input.known).unwrap_or(0));
        }
        for (symbol, value) in model.iter() {
            complete.set(symbol, value);
        }
        complete
    }

    /// Inputs of the execution that vouches for the start, where they differ from the run.
    fn vouching(&self, ground: &Ground<'_>, model: &Model) -> Vec<(u32, u64)> {
        match self.start {
            Start::ErrorPrecondition => ground.differences(model),
            Start::Anywhere => Vec::new(),
        }
    }

    /// Inputs of the execution that blocks, where they differ from the run.
    fn own_inputs(&self, ground: &Ground<'_>, model: &Model) -> Vec<(u32, u64)> {
        let value = |variable| ground.terms.symbol(variable).map(|symbol| model.get(symbol));
        let inputs = ground.run.inputs.iter().zip(&self.own);
        let all = inputs.filter_map(|(input, &own)| Some((input, value(own)?)));
        all.filter(|(input, value)| ground.terms.value(input.known) != Some(*value))
            .map(|(input, value)| (input.record, value as u64))
            .collect()
    }

    /// Is there an execution with the assignment open that blocks after it, not counting blocks at steps that are `excused`, and with a value that
    /// `differs`, if that is asked for?
    pub(super) fn with_open(
        &mut self,
        ground: &mut Ground<'_>,
        assignment: &Assignment,
        replaced: &Replaced,
        excused: &BTreeSet<u32>,
        differs: bool,
    ) -> Verdict {
        let items = self.items(ground, assignment, replaced);
        let mut conditions = vec![self.before[assignment.step as usize + 1]];
        let ty = ground.type_of(assignment);
        let mut typed = Vec::new();
        for &havocked in &replaced.havocked {
            let ty = ty.or_else(|| type_at(ground.program, ground.trace, havocked.range));
            conditions.push(ground.domain(havocked.variable, ty, Side::Chosen));
            typed.push((havocked, ty));
        }
        if differs {
            conditions.push(self.is_other_value(ground, assignment, replaced));
        }
        let counts = |item: &Item| item.kind != Kind::Limit && !excused.contains(&item.step);
        conditions.push(some_fails(ground.terms, &items, counts));
        let is_fact = |item: &&Item| item.kind == Kind::Fact;
        let facts: Vec<Term> = items.iter().filter(is_fact).map(|item| item.term).collect();
        match self.nearest(ground, &conditions, &facts, &typed) {
            Ok(Some(model)) => {
                let witness = self.witness(ground, assignment, replaced, &items, &model);
                Verdict::Relevant(Box::new(witness))
            }
            Ok(None) => irrelevant(replaced.is_observed),
            Err(reason) => Verdict::unknown(&reason),
        }
    }

    /// What is demanded after the assignment, in order.
    fn items(
        &mut self,
        ground: &mut Ground<'_>,
        assignment: &Assignment,
        replaced: &Replaced,
    ) -> Vec<Item> {
        let mut items = Vec::new();
        let mut changed = replaced.obligations.iter().peekable();
        for step in assignment.step as usize + 1..self.obligations.len() {
            let obligation = match changed.next_if(|(index, _)| *index as usize == step) {
                Some(&(_, obligation)) => self.obligation(ground, obligation, true),
                None => self.obligations[step],
            };
            items.extend(Item::of(ground.trace, step, obligation));
        }
        let passes = self.renaming.apply(ground.terms, replaced.check);
        items.push(Item::end(ground.terms, self.obligations.len(), passes));
        items
    }

    /// Something that is assigned is not what the step gives it. Bytes that nobody reads may always be others.
    fn is_other_value(
        &mut self,
        ground: &mut Ground<'_>,
        assignment: &Assignment,
        replaced: &Replaced,
    ) -> Term {
        let width = |havocked: &Havocked| ground.terms.width(havocked.variable);
        let open: u32 = replaced.havocked.iter().map(width).sum();
        let bits = |cell: &whydunit_interp::Cell| match cell.bits {
            Some((_, width)) => u32::from(width),
            None => 8 * cell.size,
        };
        if open < assignment.cells.iter().map(bits).sum() {
            return Term::TRUE;
        }
        let mut other = Vec::new();
        for havocked in &replaced.havocked {
            let assigned = self.renaming.apply(ground.terms, havocked.assigned);
            other.push(ground.terms.ne(havocked.variable, assigned));
        }
        ground.terms.or(&other)
    }

    fn witness(
        &self,
        ground: &Ground<'_>,
        assignment: &Assignment,
        replaced: &Replaced,
        items: &[Item],
        model: &Model,
    ) -> Witness {
        let mut evaluator = Evaluator::new(model);
        let block = first_failing(ground.trace, ground.terms, &mut evaluator, items);
        let block = block.unwrap_or_else(|| Block::check_passes(ground.trace));
        let mut value =
            |havocked: &Havocked| evaluator.value(ground.terms, havocked.variable).unwrap_or(0);
        let mut values: Vec<_> =
            replaced.havocked.iter().map(|havocked| (*havocked, value(havocked))).collect();
        if let [(havocked, value)] = values.as_mut_slice() {
            let mut own = model.clone();
            for (input, &variable) in ground.run.inputs.iter().zip(&self.own) {
                let value = evaluator.value(ground.terms, variable).unwrap_or(0);
                own.set_term(ground.terms, input.variable, value);
            }
            settle_address(ground, &replaced.stored, &own, havocked, *value);
        }
        Witness {
            label: None,
            execution: self.vouching(ground, model),
            state: Vec::new(),
            replaced: replaced_cells(assignment, &values),
            continuation: self.own_inputs(ground, model),
            is_sure: false,
            blocked_at: block.step,
            blocked: block.how,
        }
    }
}

impl Unchanged {
    pub(super) fn step(&self) -> u32 {
        self.block.step.0
    }

    /// The trace blocks as it is: whatever is assigned, the assigned value included.
    pub(super) fn witness(&self) -> Witness {
        Witness {
            label: None,
            execution: self.execution.clone(),
            state: Vec::new(),
            replaced: Vec::new(),
            continuation: self.continuation.clone(),
            is_sure: false,
            blocked_at: self.block.step,
            blocked: self.block.how,
        }
    }
}
