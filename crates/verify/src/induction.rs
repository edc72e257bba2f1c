//! Are the invariants error invariants at every position of their intervals?
//!
//! From the last position to the first, by induction. If the invariant after a step is sufficient for the failure, the invariant before
//! it is as well, provided that it and the step imply what the invariant after the step says anew. That is one small question for each
//! step that changes something an invariant speaks of. What such a proof rests on beside the invariant, branches that had to be
//! taken and joins that had to leave something alone, is owed until the walk comes to the branch: there the invariant has
//! to imply the branch's condition. Everything proved is a part of the trace formula, so what the chain of small proofs
//! establishes is the definition itself.
//!
//! An explanation need not be inductive step by step. Where a small proof fails, the definition is asked for the
//! whole rest of the trace (see [`crate::definition`]); only that can refute. The chain then goes on from there.
//!
//! The same small proofs show, with free inputs, that every run from a state with the first invariant on this path has the next ones.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;
use whydunit_claim::{Explanation, Inputs, Method};
use whydunit_solver::{Reason, Solve};
use whydunit_term::{Term, Terms};

use crate::budget::Purse;
use crate::cursor::Cursor;
use crate::definition::{Answer, Definition};
use crate::limits::{LONGEST_LEAP, MOST_CONJUNCTS};
use crate::meaning::Formula;
use crate::question::{Question, Reading};
use crate::step_proof::{Proof, StepProver, Uses};
use crate::structure::Structure;
use crate::timeline::{Instance, Timeline};
use crate::verdict::{Complaint, Options, Proofs};

pub(crate) struct Induction<'a> {
    formula: &'a Formula,
    explanation: &'a Explanation,
    structure: &'a Structure,
    timeline: &'a Timeline,
    reading: Reading,
    proofs: Proofs,
    make: &'a dyn Fn() -> Box<dyn Solve>,
    cursor: Cursor<'a>,
    prover: StepProver<'a>,
    definition: Option<Definition>,
    purse: Purse,
    /// Is the invariant at the position after the one at hand known to be sufficient?
    established: bool,
    /// The interval of the position at hand.
    interval: usize,
    /// The last position of the interval that the position after the one at hand lies in, and the invariant there, if it
    /// is known to be sufficient.
    landing: Option<(usize, Vec<Term>)>,
    /// Branches that had to be taken for what is established.
    owed: BTreeSet<usize>,
    /// Conjunctions of joins whose branches are owed or have been.
    joins: FxHashSet<Term>,
    /// Branches that have to be explained in any case, each with a step that depends on it.
    wanted: BTreeMap<usize, usize>,
    complaints: Vec<Complaint>,
    unknown: Option<Reason>,
}

/// How the invariant before a step leads on.
enum Transfer {
    Step(Uses),
    Leap,
    No,
}

impl<'a> Induction<'a> {
    pub(crate) fn new(
        terms: &Terms,
        (formula, explanation): (&'a Formula, &'a Explanation),
        (structure, timeline): (&'a Structure, &'a Timeline),
        options: &'a Options<'_>,
    ) -> Induction<'a> {
        let reading = match explanation.method {
            Method::ErrorInvariants => Reading::Plain,
            Method::FlowSensitive | Method::RecursiveFlowSensitive => Reading::Sensitive,
        };
        Induction {
            formula,
            explanation,
            structure,
            timeline,
            reading,
            proofs: options.proofs,
            make: options.solver,
            cursor: Cursor::new(terms, timeline),
            prover: StepProver::new(formula, terms, options.solver),
            definition: None,
            purse: Purse::new(options.budget.clone()),
            established: false,
            interval: explanation.intervals.len() - 1,
            landing: None,
            owed: BTreeSet::new(),
            joins: FxHashSet::default(),
            wanted: crate::flow::branches_to_explain(structure, explanation),
            complaints: Vec::new(),
            unknown: None,
        }
    }

    /// Complaints, last position first, and a reason why something is not known.
    pub(crate) fn run(mut self, terms: &mut Terms) -> (Vec<Complaint>, Option<Reason>) {
        let last = self.structure.len() - 1;
        let question = Question::fails(terms, self.formula, (last, self.reading));
        match self.answer(terms, &question) {
            Proof::Yes(uses) if self.proofs == Proofs::Induction => {
                self.established = true;
                self.owe(terms, last, uses);
            }
            _ => self.ask_definition(terms, last),
        }
        self.keep_landing(last);
        for step in (0..last).rev() {
            if let Some(reason) = self.purse.exhausted() {
                self.give_up(reason);
                break;
            }
            self.step(terms, step);
        }
        (self.complaints, self.unknown)
    }

    /// From the position after a step to the one before it.
    fn step(&mut self, terms: &mut Terms, step: usize) {
        let goals = self.cursor.back_over(terms, step);
        let enters = self.explanation.intervals[self.interval].from > step;
        if enters {
            self.interval -= 1;
        }
        let mut is_inductive = self.established && self.proofs == Proofs::Induction;
        let mut uses = Vec::new();
        let is_owed = self.owed.remove(&step);
        if is_owed || self.wanted.contains_key(&step) {
            let question = Question::takes_branch(terms, self.formula, step);
            let proof = self.answer(terms, &question);
            self.explain_branch(step, &proof);
            match proof {
                Proof::Yes(found) if is_owed => uses.push(found),
                Proof::No | Proof::Unknown(_) if is_owed => is_inductive = false,
                _ => {}
            }
        }
        if !goals.is_empty() && self.proofs == Proofs::Definition {
            self.check_reached(terms, step, &goals);
        } else if !goals.is_empty() {
            match self.transfer(terms, step, &goals) {
                Transfer::Step(found) => uses.push(found),
                Transfer::Leap => self.check_reached(terms, step, &goals),
                Transfer::No => {
                    is_inductive = false;
                    self.check_reached(terms, step, &goals);
                }
            }
        }
        if is_inductive {
            for uses in uses {
                self.owe(terms, step, uses);
            }
        } else if enters || self.established && self.is_asked(step) {
            self.ask_definition(terms, step);
        }
        if enters {
            self.keep_landing(step);
        }
    }

    /// Does the invariant before a step imply the one after it, or the one where that is needed?
    fn transfer(&mut self, terms: &mut Terms, step: usize, goals: &[Instance]) -> Transfer {
        let goals: Vec<Term> = goals.iter().map(|goal| goal.term).collect();
        let how = (step, self.structure.is_branch(step), self.reading);
        let near = Question::after_step(terms, self.formula, how, &goals);
        if let Some(uses) = self.prover.quickly(terms, &self.cursor, &near) {
            return Transfer::Step(uses);
        }
        let far = self.leap(terms, step);
        if far.is_some_and(|far| self.prover.quickly(terms, &self.cursor, &far).is_some()) {
            return Transfer::Leap;
        }
        if let Proof::Yes(uses) = self.answer(terms, &near) {
            return Transfer::Step(uses);
        }
        let leaps = far.is_some_and(|far| matches!(self.answer(terms, &far), Proof::Yes(_)));
        if leaps { Transfer::Leap } else { Transfer::No }
    }

    /// An invariant may be sufficient without implying the one after the next step: one interval ends where the next invariant already holds, and
    /// that may be before it is needed. The last position of the next interval is where it is needed.
    fn leap(&self, terms: &mut Terms, step: usize) -> Option<Question> {
        let (position, goals) = self.landing.as_ref()?;
        let is_near = position - step <= LONGEST_LEAP;
        is_near.then(|| Question::after_steps(terms, self.formula, step..*position, goals))
    }

    fn answer(&mut self, terms: &mut Terms, question: &Question) -> Proof {
        self.prover.answer(terms, &mut self.purse, &self.cursor, question)
    }

    fn keep_landing(&mut self, position: usize) {
        let is_kept = self.established && self.reading == Reading::Plain;
        let all = || self.cursor.all().take(MOST_CONJUNCTS + 1).collect::<Vec<Term>>();
        let invariant = is_kept.then(all).filter(|all| all.len() <= MOST_CONJUNCTS);
        self.landing = invariant.map(|invariant| (position, invariant));
    }

    /// Where the definition is asked, unless the position is the last of its interval.
    fn is_asked(&self, position: usize) -> bool {
        let starts = self.explanation.intervals[self.interval].from == position;
        self.proofs == Proofs::Induction || starts
    }

    /// Notes what a proof about a step rests on.
    fn owe(&mut self, terms: &Terms, step: usize, uses: Uses) {
        if self.reading == Reading::Plain {
            return;
        }
        let mut branches = Vec::new();
        if uses.scope {
            branches.extend(self.structure.scope(step));
        }
        for joins in uses.joins {
            self.structure.joined_branches(terms, joins, &mut self.joins, &mut branches);
        }
        self.owed.extend(branches);
    }

    fn explain_branch(&mut self, branch: usize, proof: &Proof) {
        let Some(&step) = self.wanted.get(&branch) else { return };
        match proof {
            Proof::Yes(_) => {}
            Proof::No => self.complaints.push(Complaint::Unexplained { branch, step }),
            Proof::Unknown(reason) => self.give_up(reason.clone()),
        }
    }

    /// With free inputs: does everything that follows the path have these conjuncts after the step?
    fn check_reached(&mut self, terms: &mut Terms, step: usize, goals: &[Instance]) {
        if self.explanation.inputs == Inputs::Fixed {
            return;
        }
        for &goal in goals {
            let how = (step, self.structure.is_branch(step), Reading::Plain);
            let question = Question::after_step(terms, self.formula, how, &[goal.term]);
            let by_step = self.proofs == Proofs::Induction;
            if by_step && let Proof::Yes(_) = self.answer(terms, &question) {
                continue;
            }
            let start = self.timeline.start.iter().map(|instance| instance.term);
            let definition = definition(
                &mut self.definition,
                terms,
                (self.formula, self.structure),
                self.reading,
                self.make,
            );
            let position = step + 1;
            match definition.is_reached(terms, &mut self.purse, position, start, goal.term) {
                Answer::Yes(_) => {}
                Answer::No => {
                    let conjunct = goal.conjunct;
                    self.complaints.push(Complaint::NotReached { conjunct, position });
                }
                Answer::Unknown(reason) => self.give_up(reason),
            }
        }
    }

    /// Is the invariant at a position sufficient for the failure?
    fn ask_definition(&mut self, terms: &mut Terms, position: usize) {
        let definition = definition(
            &mut self.definition,
            terms,
            (self.formula, self.structure),
            self.reading,
            self.make,
        );
        let invariant = self.cursor.all();
        let (purse, structure) = (&mut self.purse, self.structure);
        let answer = definition.is_sufficient(terms, purse, structure, position, invariant);
        self.owed.clear();
        self.joins.clear();
        self.established = false;
        match answer {
            Answer::Yes(branches) => {
                self.established = true;
                self.owed.extend(branches);
            }
            Answer::No => {
                let interval = self.interval;
                self.complaints.push(Complaint::NotSufficient { interval, position });
            }
            Answer::Unknown(reason) => self.give_up(reason),
        }
    }

    fn give_up(&mut self, reason: Reason) {
        self.unknown.get_or_insert(reason);
    }
}

/// The solver of the whole formula, made when it is needed first.
fn definition<'d>(
    slot: &'d mut Option<Definition>,
    terms: &mut Terms,
    (formula, structure): (&Formula, &Structure),
    reading: Reading,
    make: &dyn Fn() -> Box<dyn Solve>,
) -> &'d mut Definition {
    slot.get_or_insert_with(|| Definition::new(terms, formula, structure, reading, make()))
}
