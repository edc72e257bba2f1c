//! Trying values: the rest of the run is followed with several values in place of an assigned one, until one of them leads away.
//!
//! Most relevant assignments show it within a few steps, and most irrelevant ones are read by nobody; what remains is for the solver. Assignments
//! are tried from the last to the first. When all that a replaced value has changed is one value that is assigned later, what is known
//! of that assignment decides: a sum of a thousand terms costs a few evaluations for each of them, not a thousand.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use whydunit_claim::{Blocked, Counting};
use whydunit_encode::{
    Assignment, Havocked, Range, Replaced, StepObligation, Unions, Visited, type_at,
};
use whydunit_program::{Program, Type, TypeId};
use whydunit_solver::{Answer, Budget, Embedded, Reason, Solve};
use whydunit_term::{Evaluator, Term, Terms};
use whydunit_trace::{ErrorTrace, StepIndex, StepKind};

use crate::limits::{LOOK_AT_THE_CLOCK, MOST_GROWTH, PATIENCE, STEP_CONFLICTS};
use crate::responsibility::candidates;
use crate::responsibility::ground::{Dependence, Ground};

/// Where an execution with another value ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) step: StepIndex,
    pub(super) how: Blocked,
}

impl Block {
    /// What an execution breaks first of a step's demand, which it does not meet.
    pub(super) fn of(
        trace: &ErrorTrace,
        unions: &Unions,
        step: u32,
        obligation: &StepObligation,
        terms: &Terms,
        evaluator: &mut Evaluator<'_>,
    ) -> Block {
        let mut is = |term, value| evaluator.value(terms, term) == Some(value);
        let how = if !is(obligation.facts, 1) {
            match is(obligation.own, 1) {
                // A conditional with all its arms demands that one of them reaches the join.
                true if unions.contains_key(&step) => Blocked::OtherArm,
                true => Blocked::OwnCheck,
                false => Blocked::OtherFailure,
            }
        } else {
            match trace.step(StepIndex(step)).kind {
                // With another function behind its pointer, a call goes another way.
                StepKind::Branch { .. } | StepKind::Call { .. } => Blocked::OtherArm,
                _ => Blocked::Assumption,
            }
        };
        Block { step: StepIndex(step), how }
    }

    pub(super) fn check_passes(trace: &ErrorTrace) -> Block {
        Block { step: StepIndex(trace.steps.len() as u32 - 1), how: Blocked::CheckPasses }
    }
}

/// Other values with which the run surely leads away.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) values: Vec<(Havocked, u128)>,
    pub(super) block: Block,
}

/// What has come of trying.
#[derive(Debug)]
pub(super) enum Outcome {
    Leads {
        found: Found,
        is_straight: bool,
    },
    /// All that changes is a later assignment that is irrelevant; was any condition met on the way?
    Harmless {
        is_observed: bool,
    },
    /// No value that was tried tells.
    Open {
        replaced: Replaced,
        is_straight: bool,
    },
    OutOfBudget(Reason),
}

/// What is known of the single value that an assignment sets. Only kept where no address and no operand that is evaluated sometimes depended on the value: whoever
/// hands over may have changed cells that would be looked at then.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// With this value, in the run itself, the rest surely leads away.
    Leads {
        value: u128,
        block: Block,
        horizon: u32,
    },
    Harmless {
        is_observed: bool,
    },
}

/// What is known of assignments that were judged before, by step and cell.
pub(super) type Memory = FxHashMap<(u32, Range), Known>;

struct Candidate<'t> {
    evaluator: Evaluator<'t>,
    /// Where it first leaves the trace when later inputs are those of the run.
    first: Option<Block>,
    is_out: bool,
}

struct Trial<'t, 'g> {
    program: &'g Program,
    trace: &'g ErrorTrace,
    unions: &'g Unions,
    base: &'t Evaluator<'t>,
    dependence: &'g mut Dependence,
    memory: &'g Memory,
    budget: &'g Budget,
    ty: Option<TypeId>,
    horizon: u32,
    candidates: Vec<Candidate<'t>>,
    havocked: Vec<Havocked>,
    choices: usize,
    counting: Counting,
    changed: Vec<StepObligation>,
    /// Has something changed that may lead away by itself?
    is_decided: bool,
    visited: usize,
    terms_before: usize,
    is_observed: bool,
    is_straight: bool,
    found: Option<Found>,
    fallback: Option<Found>,
    harmless: Option<bool>,
    exceeded: Option<Reason>,
}

/// Follows the rest of the run with other values in place of what an assignment sets. `base` evaluates under the run's inputs.
pub(super) fn try_values(
    ground: &mut Ground<'_>,
    base: &Evaluator<'_>,
    memory: &Memory,
    assignment: &Assignment,
) -> Result<Outcome, whydunit_encode::EncodeError> {
    let ty = ground.type_of(assignment);
    let horizon = ground.horizon(assignment);
    let fresh = || Candidate { evaluator: Evaluator::over(base), first: None, is_out: false };
    let mut trial = Trial {
        program: ground.program,
        trace: ground.trace,
        unions: ground.run.unions(),
        base,
        dependence: &mut ground.dependence,
        memory,
        budget: ground.budget,
        ty,
        horizon,
        candidates: (0..candidates::COUNT).map(|_| fresh()).collect(),
        havocked: Vec::new(),
        choices: 0,
        counting: ground.counting,
        changed: Vec::new(),
        is_decided: false,
        visited: 0,
        terms_before: ground.terms.len(),
        is_observed: false,
        is_straight: true,
        found: None,
        fallback: None,
        harmless: None,
        exceeded: None,
    };
    let replaced = ground.run.open(
        ground.program,
        ground.trace,
        ground.terms,
        assignment,
        &mut |terms, visited| trial.visit(terms, visited),
    )?;
    if let Some(reason) = trial.exceeded.take() {
        return Ok(Outcome::OutOfBudget(reason));
    }
    if let Some(is_observed) = trial.harmless {
        return Ok(Outcome::Harmless { is_observed });
    }
    if trial.found.is_none() && !replaced.is_cut {
        trial.note_havocked(ground.terms, &replaced.havocked);
        trial.finish(ground.terms, replaced.check, ground.run.check);
    }
    let is_straight = trial.is_straight;
    match trial.found.or(trial.fallback) {
        Some(found) => Ok(Outcome::Leads { found, is_straight }),
        None => Ok(Outcome::Open { replaced, is_straight }),
    }
}

impl Trial<'_, '_> {
    fn visit(&mut self, terms: &mut Terms, visited: &Visited<'_>) -> ControlFlow<()> {
        self.visited += 1;
        self.is_observed |= visited.obligation != StepObligation::NOTHING;
        self.is_straight &= visited.is_straight;
        if self.visited.is_multiple_of(LOOK_AT_THE_CLOCK) {
            self.exceeded = self.budget.exceeded();
            if self.exceeded.is_some() {
                return ControlFlow::Break(());
            }
        }
        self.note_havocked(terms, visited.havocked);
        self.dependence.note_choices(&visited.choices[self.choices..]);
        self.choices = visited.choices.len();
        if visited.is_changed {
            self.changed.push(visited.obligation);
            self.is_decided |= self.may_count(&visited.obligation);
            self.test(terms, visited.step, visited.obligation);
        }
        if self.found.is_none()
            && let Some((range, term)) = visited.sole_output
        {
            self.hand_over(terms, visited.step, range, term);
        }
        let is_cheap = self.visited < PATIENCE && terms.len() < self.terms_before + MOST_GROWTH;
        let is_patient = is_cheap || self.fallback.is_none();
        if self.found.is_some() || self.harmless.is_some() || !is_patient {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Can a broken demand be a way that leads away?
    fn may_count(&self, obligation: &StepObligation) -> bool {
        let has_checks =
            obligation.facts != Term::TRUE && self.counting.counts(Blocked::OtherFailure);
        has_checks || obligation.own != Term::FALSE || obligation.decision != Term::TRUE
    }

    fn note_havocked(&mut self, terms: &Terms, havocked: &[Havocked]) {
        for &new in &havocked[self.havocked.len()..] {
            self.havocked.push(new);
            let known = terms.value(new.known).unwrap_or(0);
            let width = terms.width(new.variable);
            let ty = self.type_of(&new);
            for (number, candidate) in self.candidates.iter_mut().enumerate() {
                let value = candidates::value((self.program, self.trace), ty, width, known, number);
                candidate.evaluator.set(terms, new.variable, value);
            }
        }
    }

    fn type_of(&self, havocked: &Havocked) -> Option<TypeId> {
        self.ty.or_else(|| type_at(self.program, self.trace, havocked.range))
    }

    /// What do the candidates make of a changed demand?
    fn test(&mut self, terms: &Terms, step: u32, obligation: StepObligation) {
        let settled = |this: &mut Self, term| this.dependence.is_settled(terms, term, this.horizon);
        let facts_settled = settled(self, obligation.facts);
        let decision_settled = settled(self, obligation.decision);
        for number in 0..self.candidates.len() {
            let candidate = &mut self.candidates[number];
            if candidate.is_out {
                continue;
            }
            let limits = candidate.evaluator.value(terms, obligation.limits);
            let facts = candidate.evaluator.value(terms, obligation.facts);
            let decision = candidate.evaluator.value(terms, obligation.decision);
            let (Some(1), Some(facts), Some(decision)) = (limits, facts, decision) else {
                candidate.is_out = true;
                continue;
            };
            if facts == 1 && decision == 1 {
                continue;
            }
            let (trace, unions) = (self.trace, self.unions);
            let first = *candidate.first.get_or_insert_with(|| {
                Block::of(trace, unions, step, &obligation, terms, &mut candidate.evaluator)
            });
            let is_sure = (facts == 0 && facts_settled) || (decision == 0 && decision_settled);
            if is_sure {
                candidate.is_out = true;
                self.accept(terms, number, first);
            }
        }
    }

    /// A candidate surely leads away. Another failure of the program is a reason, but not the best one.
    fn accept(&mut self, terms: &Terms, number: usize, block: Block) {
        // What is excluded avoids nothing.
        let is_best = !matches!(block.how, Blocked::OtherFailure | Blocked::Assumption);
        if !self.counting.counts(block.how) {
            return;
        }
        if self.found.is_some() || (!is_best && self.fallback.is_some()) {
            return;
        }
        let values = self.values(terms, number);
        let place = if is_best { &mut self.found } else { &mut self.fallback };
        *place = Some(Found { values, block });
    }

    fn values(&self, terms: &Terms, number: usize) -> Vec<(Havocked, u128)> {
        let value = |havocked: &Havocked| {
            let known = terms.value(havocked.known).unwrap_or(0);
            let width = terms.width(havocked.variable);
            (
                *havocked,
                candidates::value(
                    (self.program, self.trace),
                    self.type_of(havocked),
                    width,
                    known,
                    number,
                ),
            )
        };
        self.havocked.iter().map(value).collect()
    }

    /// All that is still changed is one assigned value: what is known of it?
    fn hand_over(&mut self, terms: &mut Terms, step: u32, range: Range, term: Term) {
        match self.memory.get(&(step, range)) {
            // What has changed on the way can be broken, but that leads nowhere.
            Some(&Known::Harmless { is_observed }) if !self.is_decided => {
                self.harmless = Some(is_observed || self.is_observed);
            }
            Some(&Known::Leads { value, block, horizon }) if horizon == self.horizon => {
                self.reach(terms, term, value, block);
            }
            _ => {}
        }
    }

    /// Looks for a value that becomes the one with which the rest leads away.
    fn reach(&mut self, terms: &mut Terms, term: Term, wanted: u128, block: Block) {
        let &[havocked] = self.havocked.as_slice() else { return };
        if block.how == Blocked::OtherFailure && self.fallback.is_some() {
            return;
        }
        let Some(known) = terms.value(havocked.known) else { return };
        let width = terms.width(havocked.variable);
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        let mut run = Evaluator::over(self.base);
        run.set(terms, havocked.variable, known);
        let Some(reached) = run.value(terms, term) else { return };
        let moved = known.wrapping_add(wanted.wrapping_sub(reached)) & mask;
        let mirrored = known.wrapping_sub(wanted.wrapping_sub(reached)) & mask;
        let plain = [moved, wanted & mask, mirrored];
        let becomes = |this: &Self, terms: &Terms, value: u128| {
            this.becomes(terms, havocked, value, term, wanted)
        };
        let mut value = plain.into_iter().find(|&value| becomes(self, terms, value));
        if value.is_none() {
            let solved = self.solve(terms, havocked, term, wanted);
            value = solved.filter(|&value| becomes(self, terms, value));
        }
        let Some(value) = value else { return };
        let found = Found { values: vec![(havocked, value)], block };
        match block.how {
            Blocked::OtherFailure => self.fallback = Some(found),
            _ => self.found = Some(found),
        }
    }

    /// With this value the run goes on to where a term has the wanted value.
    fn becomes(
        &self,
        terms: &Terms,
        havocked: Havocked,
        value: u128,
        term: Term,
        wanted: u128,
    ) -> bool {
        let is_bool =
            self.type_of(&havocked).is_some_and(|ty| *self.program.types.get(ty) == Type::Bool);
        if is_bool && value > 1 {
            return false;
        }
        let mut evaluator = Evaluator::over(self.base);
        evaluator.set(terms, havocked.variable, value);
        let mut holds = |condition| evaluator.value(terms, condition) == Some(1);
        let goes_on = self.changed.iter().all(|obligation| {
            holds(obligation.limits) && holds(obligation.facts) && holds(obligation.decision)
        });
        goes_on && evaluator.value(terms, term) == Some(wanted)
    }

    /// A value with which a term that depends on nothing else has the wanted one.
    fn solve(
        &mut self,
        terms: &mut Terms,
        havocked: Havocked,
        term: Term,
        wanted: u128,
    ) -> Option<u128> {
        if !self.dependence.is_settled(terms, term, 0) {
            return None;
        }
        let wanted = terms.constant(terms.sort(term), wanted);
        let mut solver = Embedded::new();
        let reached = terms.eq(term, wanted);
        solver.assert(terms, reached);
        let budget = Budget { conflicts: Some(STEP_CONFLICTS), ..self.budget.clone() };
        match solver.check(terms, &[], &budget) {
            Answer::Sat(model) => Some(model.get(terms.symbol(havocked.variable)?)),
            Answer::Unsat(_) | Answer::Unknown(_) => None,
        }
    }

    /// The end is reached: do candidates pass the check?
    fn finish(&mut self, terms: &Terms, check: Term, before: Term) {
        if check == before || !self.dependence.is_settled(terms, check, self.horizon) {
            return;
        }
        for number in 0..self.candidates.len() {
            let candidate = &mut self.candidates[number];
            if !candidate.is_out && candidate.evaluator.value(terms, check) == Some(1) {
                let passes = Block::check_passes(self.trace);
                let block = candidate.first.unwrap_or(passes);
                self.accept(terms, number, block);
            }
        }
    }
}
