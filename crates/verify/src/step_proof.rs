//! What an invariant and one step imply.
//!
//! Question: does the invariant before a step, with what the step does, imply conditions after it? The step's equations are
//! used by substitution, and joins before it by putting the value before them in place of the value after: what is left speaks of the
//! state before the step only, and is mostly a conjunct of the invariant or a small question for a solver.
//!
//! An answer `Yes` lists what it rests on beside the invariant: that the step was inside the scope it was in, and joins.
//! An answer `No` is final for this invariant and this step: conjuncts that are connected with the question by no chain of shared variables
//! cannot matter, because the run satisfies them.
//!
//! In the flow-sensitive form a step does what it did *if* its guards hold; in the plain form guards and conditions are facts.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whydunit_encode::TraceFormula;
use whydunit_solver::{Reason, Solve, Verdict};
use whydunit_term::{Op, Substitution, Term, Terms};

use crate::arithmetic;
use crate::budget::Purse;
use crate::cursor::Cursor;

/// Questions to one solver, which keeps what it was asked; then another one is made.
const QUESTIONS_PER_SOLVER: u32 = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    Yes(Uses),
    No,
    Unknown(Reason),
}

/// What a proof rests on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Uses {
    /// The step was reached.
    pub(crate) scope: bool,
    /// Conjunctions of the `framed` of joins before the step.
    pub(crate) joins: Vec<Term>,
}

/// How a step is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// Guards and conditions are facts.
    Plain,
    /// Guards are to be shown, conditions of branches are no facts.
    Sensitive,
}

/// An answer before it is known what else it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Found {
    Yes { uses_given: bool },
    No,
    Unknown(Reason),
}

pub(crate) struct StepProver<'a> {
    formula: &'a TraceFormula,
    make: &'a dyn Fn() -> Box<dyn Solve>,
    solver: Option<(Box<dyn Solve>, u32)>,
    /// The `framed` of the join that a variable went through.
    links: FxHashMap<Term, Term>,
    before_joins: Substitution,
    unset: Substitution,
}

/// A question about the state before a step: do the invariant, and facts if the guards hold, imply what is wanted?
struct Question {
    guards: Term,
    facts: Term,
    wanted: Term,
    /// Does the step do something that `wanted` speaks of?
    uses_step: bool,
}

impl<'a> StepProver<'a> {
    pub(crate) fn new(
        formula: &'a TraceFormula,
        terms: &Terms,
        make: &'a dyn Fn() -> Box<dyn Solve>,
    ) -> StepProver<'a> {
        let mut links = FxHashMap::default();
        let mut before_joins = Substitution::new();
        for link in &formula.links {
            // The first link of a variable leads to what was written, others to earlier reads.
            links.entry(link.variable).or_insert_with(|| {
                before_joins.insert(terms, link.variable, link.before);
                link.framed
            });
        }
        let mut unset = Substitution::new();
        for contents in &formula.unset {
            unset.insert(terms, contents.variable, contents.known);
        }
        StepProver { formula, make, solver: None, links, before_joins, unset }
    }

    /// Do these conditions, over the state after the step, hold there?
    pub(crate) fn transfer(
        &mut self,
        terms: &mut Terms,
        purse: &mut Purse,
        cursor: &Cursor<'_>,
        (step, is_branch, reading): (usize, bool, Reading),
        goals: &[Term],
    ) -> Proof {
        let goal = terms.and(goals);
        let moved = self.formula.moved_back(terms, goal, step + 1, step);
        let uses_step = moved != goal;
        let guards = self.formula.guards(step);
        let condition = self.formula.condition(step).unwrap_or(Term::TRUE);
        let facts = self.formula.facts(step);
        let question = match reading {
            Reading::Plain => {
                let facts = terms.and(&[guards, condition, facts]);
                Question { guards: Term::TRUE, facts, wanted: moved, uses_step }
            }
            Reading::Sensitive => {
                let condition = if is_branch { Term::TRUE } else { condition };
                let facts = terms.and(&[condition, facts]);
                let wanted = if uses_step { terms.and(&[guards, moved]) } else { moved };
                Question { guards, facts, wanted, uses_step }
            }
        };
        self.answer(terms, purse, cursor, question)
    }

    /// Is a branch taken as it was, if it is reached?
    pub(crate) fn takes_branch(
        &mut self,
        terms: &mut Terms,
        purse: &mut Purse,
        cursor: &Cursor<'_>,
        step: usize,
    ) -> Proof {
        let guards = self.formula.guards(step);
        let condition = self.formula.condition(step).unwrap_or(Term::TRUE);
        let facts = self.formula.facts(step);
        let wanted = terms.and(&[guards, condition]);
        self.answer(terms, purse, cursor, Question { guards, facts, wanted, uses_step: true })
    }

    /// Does the last step fail its check?
    pub(crate) fn fails(
        &mut self,
        terms: &mut Terms,
        purse: &mut Purse,
        cursor: &Cursor<'_>,
        (step, reading): (usize, Reading),
    ) -> Proof {
        let guards = self.formula.guards(step);
        let condition = self.formula.condition(step).unwrap_or(Term::TRUE);
        let passes = terms.and(&[condition, self.formula.facts(step), self.formula.check]);
        let (guards, facts) = match reading {
            Reading::Plain => (Term::TRUE, terms.and(&[guards, passes])),
            Reading::Sensitive => (guards, passes),
        };
        let wanted = Term::FALSE;
        self.answer(terms, purse, cursor, Question { guards, facts, wanted, uses_step: true })
    }

    fn answer(
        &mut self,
        terms: &mut Terms,
        purse: &mut Purse,
        cursor: &Cursor<'_>,
        mut question: Question,
    ) -> Proof {
        let given = terms.implies(question.guards, question.facts);
        let (given, given_joins) = self.through_joins(terms, given);
        let (wanted, wanted_joins) = self.through_joins(terms, question.wanted);
        question.wanted = wanted;
        question.guards = self.through_joins(terms, question.guards).0;
        question.facts = self.through_joins(terms, question.facts).0;
        let direct = connected(terms, cursor, &[given, wanted], false);
        let mut found = if is_simple(terms, cursor, &direct, &question) {
            Found::Yes { uses_given: false }
        } else if follows_arithmetically(terms, cursor, &direct, &question) {
            Found::Yes { uses_given: true }
        } else {
            self.ask(terms, purse, (given, wanted), &direct)
        };
        if found == Found::No {
            let all = connected(terms, cursor, &[given, wanted], true);
            if all.len() > direct.len() {
                found = self.ask(terms, purse, (given, wanted), &all);
            }
        }
        match found {
            Found::Yes { uses_given } => {
                let mut joins = wanted_joins;
                if uses_given {
                    joins.extend(given_joins);
                }
                Proof::Yes(Uses { scope: question.uses_step || uses_given, joins })
            }
            Found::No => Proof::No,
            Found::Unknown(reason) => Proof::Unknown(reason),
        }
    }

    fn ask(
        &mut self,
        terms: &mut Terms,
        purse: &mut Purse,
        (given, wanted): (Term, Term),
        invariant: &[Term],
    ) -> Found {
        let mut assumptions = invariant.to_vec();
        assumptions.push(given);
        assumptions.push(terms.not(wanted));
        let asked = self.solver.as_ref().map_or(QUESTIONS_PER_SOLVER, |(_, asked)| *asked);
        if asked >= QUESTIONS_PER_SOLVER {
            self.solver = Some(((self.make)(), 0));
        }
        let Some((solver, asked)) = &mut self.solver else { return Found::No };
        *asked += 1;
        match purse.decide(&mut **solver, terms, &assumptions) {
            Verdict::Unsat(core) => Found::Yes { uses_given: core.0.contains(&given) },
            Verdict::Sat => Found::No,
            Verdict::Unknown(reason) => Found::Unknown(reason),
        }
    }

    /// With the values before joins in place of those after, and what the joins have to leave for that.
    fn through_joins(&mut self, terms: &mut Terms, term: Term) -> (Term, Vec<Term>) {
        let variables = terms.variables(&[term]);
        let joins = variables.iter().filter_map(|variable| self.links.get(variable).copied());
        let joins = joins.collect();
        let term = self.before_joins.apply(terms, term);
        (self.unset.apply(terms, term), joins)
    }
}

fn is_conjunction_of(terms: &Terms, term: Term, holds: impl Fn(Term) -> bool) -> bool {
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        if holds(term) {
            continue;
        }
        if terms.op(term) != Op::And {
            return false;
        }
        pending.extend_from_slice(terms.children(term));
    }
    true
}

/// Is a condition true with the values that equations among the conjuncts give to variables?
fn follows_from_values(terms: &mut Terms, wanted: Term, conjuncts: &[Term]) -> bool {
    let mut values = Substitution::new();
    for &conjunct in conjuncts {
        if let (Op::Eq, &[left, right]) = (terms.op(conjunct), terms.children(conjunct)) {
            for (variable, value) in [(left, right), (right, left)] {
                if terms.symbol(variable).is_some() && terms.value(value).is_some() {
                    values.insert(terms, variable, value);
                }
            }
        }
    }
    values.apply(terms, wanted) == Term::TRUE
}

/// Is what is wanted said by the invariant, in so many words or by the values that it gives to variables?
fn is_simple(
    terms: &mut Terms,
    cursor: &Cursor<'_>,
    invariant: &[Term],
    question: &Question,
) -> bool {
    is_conjunction_of(terms, question.wanted, |term| cursor.holds(term))
        || follows_from_values(terms, question.wanted, invariant)
}

fn follows_arithmetically(
    terms: &Terms,
    cursor: &Cursor<'_>,
    invariant: &[Term],
    question: &Question,
) -> bool {
    let mut known = invariant.to_vec();
    let is_guarded = is_conjunction_of(terms, question.guards, |term| cursor.holds(term))
        || arithmetic::implies(terms, &known, question.guards);
    if is_guarded {
        known.push(question.facts);
    }
    arithmetic::implies(terms, &known, question.wanted)
}

/// The conjuncts that share variables with terms; with `transitively` also those that share variables with them, and so on.
fn connected(terms: &Terms, cursor: &Cursor<'_>, roots: &[Term], transitively: bool) -> Vec<Term> {
    let mut found = BTreeMap::new();
    let mut pending = terms.variables(roots);
    let mut seen: rustc_hash::FxHashSet<Term> = pending.iter().copied().collect();
    while let Some(variable) = pending.pop() {
        for instance in cursor.speaking_of(variable) {
            if found.insert(instance.conjunct, instance.term).is_none() && transitively {
                let more = terms.variables(&[instance.term]).into_iter();
                pending.extend(more.filter(|&variable| seen.insert(variable)));
            }
        }
    }
    found.into_values().collect()
}
