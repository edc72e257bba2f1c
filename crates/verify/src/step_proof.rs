//! Answers to questions about steps.
//!
//! Joins before a step are used by putting the value before them in place of the value after. What is left speaks of the state at one position, and
//! mostly it is a conjunct of the invariant, follows from the values that the invariant gives to variables, or by arithmetic; the rest is a
//! small question for a solver.
//!
//! An answer `Yes` lists what it rests on beside the invariant: that the step was inside the scope it was in, and joins.
//! An answer `No` is final for this invariant and this step: conjuncts that are connected with the question by no chain of shared variables
//! cannot matter, because the run satisfies them.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whydunit_solver::{Reason, Solve, Verdict};
use whydunit_term::{Op, Substitution, Term, Terms};

use crate::arithmetic;
use crate::budget::Purse;
use crate::cursor::Cursor;
use crate::limits::QUESTIONS_PER_SOLVER;
use crate::meaning::Formula;
use crate::question::Question;

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

/// An answer before it is known what else it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Found {
    Yes { uses_given: bool },
    No,
    Unknown(Reason),
}

pub(crate) struct StepProver<'a> {
    make: &'a dyn Fn() -> Box<dyn Solve>,
    solver: Option<(Box<dyn Solve>, u32)>,
    /// The `framed` of the join that a variable went through.
    links: FxHashMap<Term, Term>,
    before_joins: Substitution,
    unset: Substitution,
}

impl<'a> StepProver<'a> {
    pub(crate) fn new(
        formula: &Formula,
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
        StepProver { make, solver: None, links, before_joins, unset }
    }

    /// An answer without asking a solver, if it is positive.
    pub(crate) fn quickly(
        &mut self,
        terms: &mut Terms,
        cursor: &Cursor<'_>,
        question: &Question,
    ) -> Option<Uses> {
        let (question, joins) = self.before_joins(terms, question);
        let given = terms.implies(question.guards, question.facts);
        let direct = connected(terms, cursor, &[given, question.wanted], false);
        if is_conjunction_of(terms, question.wanted, |term| cursor.holds(term))
            || follows_from_values(terms, question.wanted, &direct)
        {
            return Some(joins.uses(&question, false));
        }
        follows_arithmetically(terms, cursor, &direct, &question)
            .then(|| joins.uses(&question, true))
    }

    pub(crate) fn answer(
        &mut self,
        terms: &mut Terms,
        purse: &mut Purse,
        cursor: &Cursor<'_>,
        question: &Question,
    ) -> Proof {
        if let Some(uses) = self.quickly(terms, cursor, question) {
            return Proof::Yes(uses);
        }
        let (question, joins) = self.before_joins(terms, question);
        let given = terms.implies(question.guards, question.facts);
        let sides = (given, question.wanted);
        let direct = connected(terms, cursor, &[given, question.wanted], false);
        let mut found = self.ask(terms, purse, sides, &direct);
        if found == Found::No {
            let all = connected(terms, cursor, &[given, question.wanted], true);
            if all.len() > direct.len() {
                found = self.ask(terms, purse, sides, &all);
            }
        }
        match found {
            Found::Yes { uses_given } => Proof::Yes(joins.uses(&question, uses_given)),
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
    fn before_joins(&mut self, terms: &mut Terms, question: &Question) -> (Question, Joins) {
        let Question { guards, facts, wanted, uses_step } = *question;
        let joins = Joins {
            wanted: self.joins_of(terms, &[wanted]),
            given: self.joins_of(terms, &[guards, facts]),
        };
        let [guards, facts, wanted] = [guards, facts, wanted].map(|term| {
            let term = self.before_joins.apply(terms, term);
            self.unset.apply(terms, term)
        });
        (Question { guards, facts, wanted, uses_step }, joins)
    }

    fn joins_of(&self, terms: &Terms, roots: &[Term]) -> Vec<Term> {
        let variables = terms.variables(roots).into_iter();
        variables.filter_map(|variable| self.links.get(&variable).copied()).collect()
    }
}

/// The joins that the two sides of a question went through.
struct Joins {
    wanted: Vec<Term>,
    given: Vec<Term>,
}

impl Joins {
    fn uses(self, question: &Question, uses_given: bool) -> Uses {
        let mut joins = self.wanted;
        if uses_given {
            joins.extend(self.given);
        }
        Uses { scope: question.uses_step || uses_given, joins }
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
