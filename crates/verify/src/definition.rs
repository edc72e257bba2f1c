//! The two halves of the definition of an error invariant, asked as they stand.
//!
//! At position `p`, with `I` an invariant, `TF` the trace formula, `ψ` what holds at the start and `φ` the check:
//! - *reached*: `ψ ∧ TF(0..p) ⇒ I`;
//! - *sufficient*: `I ∧ TF(p..n) ∧ φ` is unsatisfiable.
//!
//! The whole formula is given to one solver once, each step under a selector; a question assumes the selectors of its steps. Flow-sensitively,
//! what happens inside a scope happens if its branch was taken: one Boolean for each branch, which the branch's step makes true where its
//! condition holds. A position inside a scope takes that Boolean as given, and joins that lie behind it as passed.
//! What `ψ` says of inputs and contracts is not part of this: contracts are steps, and inputs are for `I` to speak of.

use std::ops::RangeBounds;

use rustc_hash::FxHashMap;
use whydunit_claim::Inputs;
use whydunit_solver::{Reason, Solve, Verdict};
use whydunit_term::{Sort, Term, Terms};

use crate::budget::Purse;
use crate::meaning::Formula;
use crate::question::Reading;
use crate::structure::Structure;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Holds; of the branches passed before the position, those that matter.
    Yes(Vec<usize>),
    No,
    Unknown(Reason),
}

pub(crate) struct Definition {
    solver: Box<dyn Solve>,
    /// Assumed, a step does what it did.
    steps: Vec<Term>,
    /// Assumed, a step's guards and conditions hold. Empty where inputs are fixed: then the path follows.
    path: Vec<Term>,
    /// A branch was taken.
    taken: FxHashMap<usize, Term>,
    /// The joins of branches, by their steps: `framed` and the branch.
    joins: Vec<(usize, Term, usize)>,
    /// Assumed, the check is passed.
    passes: Term,
}

impl Definition {
    pub(crate) fn new(
        terms: &mut Terms,
        formula: &Formula,
        structure: &Structure,
        reading: Reading,
        mut solver: Box<dyn Solve>,
    ) -> Definition {
        let length = structure.len();
        let mut fresh = |name: &str| terms.fresh(name, Sort::Bool);
        let steps: Vec<Term> = (0..length).map(|_| fresh("step")).collect();
        let is_free = formula.form.inputs == Inputs::Free;
        let path = (0..length).filter(|_| is_free).map(|_| fresh("path")).collect();
        let branches = structure.branches().iter();
        let taken = branches.map(|&branch| (branch, fresh("taken"))).collect();
        let passes = fresh("passes");
        let joins = formula.joined.iter();
        let mut joins: Vec<_> =
            joins.map(|joined| (joined.step, joined.framed, joined.branch)).collect();
        joins.sort_unstable();
        let mut equations = vec![Vec::new(); length];
        let mut exact = vec![Vec::new(); length];
        for definition in &formula.definitions {
            let equation = terms.eq(definition.variable, definition.value);
            let list = if definition.is_exact { &mut exact } else { &mut equations };
            list[definition.step].push(equation);
        }
        for unset in &formula.unset {
            let equation = terms.eq(unset.variable, unset.known);
            solver.assert(terms, equation);
        }
        for link in &formula.links {
            let same = terms.eq(link.variable, link.before);
            let link = terms.implies(link.framed, same);
            solver.assert(terms, link);
        }
        let mut definition = Definition { solver, steps, path, taken, joins, passes };
        for (step, (mut body, exact)) in equations.into_iter().zip(exact).enumerate() {
            body.push(formula.facts(step));
            definition.assert_step(terms, formula, structure, reading, step, body);
            definition.assert_exact(terms, structure, reading, step, &exact);
        }
        definition.assert_joins(terms);
        definition
    }

    fn assert_step(
        &mut self,
        terms: &mut Terms,
        formula: &Formula,
        structure: &Structure,
        reading: Reading,
        step: usize,
        mut body: Vec<Term>,
    ) {
        let guards = formula.guards(step);
        let condition = formula.condition(step).unwrap_or(Term::TRUE);
        if let Some(&selector) = self.path.get(step) {
            let path = terms.and(&[guards, condition]);
            let path = terms.implies(selector, path);
            self.solver.assert(terms, path);
        }
        let mut when = vec![self.steps[step]];
        match reading {
            Reading::Plain => body.extend([guards, condition]),
            Reading::Sensitive => {
                when.push(self.reached(structure, step));
                when.push(guards);
                if let Some(&taken) = self.taken.get(&step) {
                    let mut all = when.clone();
                    all.push(condition);
                    let taking = terms.and(&all);
                    let taking = terms.implies(taking, taken);
                    self.solver.assert(terms, taking);
                } else {
                    body.push(condition);
                }
            }
        }
        if step + 1 == self.steps.len() {
            let mut all = when.clone();
            all.push(self.passes);
            let reached = terms.and(&all);
            let passes = terms.implies(reached, formula.check);
            self.solver.assert(terms, passes);
        }
        let when = terms.and(&when);
        let body = terms.and(&body);
        let does = terms.implies(when, body);
        self.solver.assert(terms, does);
    }

    /// What a step does whatever addresses it used.
    fn assert_exact(
        &mut self,
        terms: &mut Terms,
        structure: &Structure,
        reading: Reading,
        step: usize,
        equations: &[Term],
    ) {
        if equations.is_empty() {
            return;
        }
        let mut when = vec![self.steps[step]];
        if reading == Reading::Sensitive {
            when.push(self.reached(structure, step));
        }
        let when = terms.and(&when);
        let body = terms.and(equations);
        let does = terms.implies(when, body);
        self.solver.assert(terms, does);
    }

    fn assert_joins(&mut self, terms: &mut Terms) {
        for &(step, framed, branch) in &self.joins {
            let joined = terms.and(&[self.steps[step], self.taken[&branch]]);
            let leaves = terms.implies(joined, framed);
            self.solver.assert(terms, leaves);
        }
    }

    /// The condition under which a step is reached.
    fn reached(&self, structure: &Structure, step: usize) -> Term {
        structure.scope(step).map_or(Term::TRUE, |branch| self.taken[&branch])
    }

    /// `I ∧ TF(p..n) ∧ φ` has no model.
    pub(crate) fn is_sufficient(
        &mut self,
        terms: &mut Terms,
        purse: &mut Purse,
        structure: &Structure,
        position: usize,
        invariant: impl Iterator<Item = Term>,
    ) -> Answer {
        let mut assumptions: Vec<Term> = invariant.collect();
        choose(terms, &self.steps, position.., &mut assumptions);
        choose(terms, &self.path, ..0, &mut assumptions);
        let mut given: FxHashMap<Term, usize> = FxHashMap::default();
        for (&branch, &taken) in &self.taken {
            if structure.is_open(branch, position) {
                given.insert(taken, branch);
            }
        }
        let passed = self.joins.partition_point(|&(step, ..)| step < position);
        given.extend(self.joins[..passed].iter().map(|&(_, framed, branch)| (framed, branch)));
        let mut all: Vec<Term> = given.keys().copied().collect();
        all.sort_unstable();
        assumptions.extend(all);
        assumptions.push(self.passes);
        match purse.decide(&mut *self.solver, terms, &assumptions) {
            Verdict::Unsat(core) => {
                let mut branches: Vec<usize> =
                    core.0.iter().filter_map(|term| given.get(term).copied()).collect();
                branches.sort_unstable();
                branches.dedup();
                Answer::Yes(branches)
            }
            Verdict::Sat => Answer::No,
            Verdict::Unknown(reason) => Answer::Unknown(reason),
        }
    }

    /// Every run from a state with `start` that follows the path of the trace to the position satisfies the condition there.
    pub(crate) fn is_reached(
        &mut self,
        terms: &mut Terms,
        purse: &mut Purse,
        position: usize,
        start: impl Iterator<Item = Term>,
        condition: Term,
    ) -> Answer {
        let mut assumptions: Vec<Term> = start.collect();
        let mut taken: Vec<(usize, Term)> =
            self.taken.iter().map(|(&branch, &taken)| (branch, taken)).collect();
        taken.sort_unstable();
        let before = taken.into_iter().take_while(|&(branch, _)| branch < position);
        assumptions.extend(before.map(|(_, taken)| taken));
        let passed = self.joins.partition_point(|&(step, ..)| step < position);
        assumptions.extend(self.joins[..passed].iter().map(|&(_, framed, _)| framed));
        choose(terms, &self.steps, ..position, &mut assumptions);
        choose(terms, &self.path, ..position, &mut assumptions);
        assumptions.push(terms.not(self.passes));
        assumptions.push(terms.not(condition));
        match purse.decide(&mut *self.solver, terms, &assumptions) {
            Verdict::Unsat(_) => Answer::Yes(Vec::new()),
            Verdict::Sat => Answer::No,
            Verdict::Unknown(reason) => Answer::Unknown(reason),
        }
    }
}

/// Assumes the selectors of these steps, and the opposite of all others: what is not asked for should not be searched.
fn choose(
    terms: &mut Terms,
    selectors: &[Term],
    chosen: impl RangeBounds<usize>,
    assumptions: &mut Vec<Term>,
) {
    for (step, &selector) in selectors.iter().enumerate() {
        let is_chosen = chosen.contains(&step);
        assumptions.push(if is_chosen { selector } else { terms.not(selector) });
    }
}
