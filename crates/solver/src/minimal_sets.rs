//! All minimal unsatisfiable subsets and all minimal correction sets.
//!
//! Given terms to choose from, a *minimal unsatisfiable subset* cannot hold and each proper subset can; a *minimal correction
//! set* is one whose removal makes the others satisfiable, and no proper subset does that. The search is MARCO (M. Liffiton,
//! A. Previti, A. Malik, J. Marques-Silva, "Fast, flexible MUS enumeration", 2016): a second SAT solver holds the
//! *map*, one variable for each term, whose models are the subsets about which nothing is known yet. An unsatisfiable one is shrunk and
//! all supersets of the result leave the map; a satisfiable one is grown and all subsets of the result leave.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;
use whydunit_term::{Evaluator, Term, Terms};

use crate::budget::Meter;
use crate::sat::{Outcome, Sat};
use crate::{Answer, Budget, Core, Reason, Solve, minimise_core};

/// One result of the enumeration; terms are in the order in which they were given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MinimalSet {
    Unsatisfiable(Vec<Term>),
    Correction(Vec<Term>),
}

/// How an enumeration ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Enumeration {
    /// All sets have been visited.
    Complete,
    /// The visitor had enough.
    Stopped,
    Unknown(Reason),
}

/// Calls `visit` with each minimal set of `choices`, relative to what is asserted and to `background`, which is always assumed.
///
/// When `background` alone cannot hold, the empty set is the only unsatisfiable one and there are no correction sets. When all
/// choices can hold together, the empty set is the only correction set.
pub fn minimal_sets(
    solver: &mut dyn Solve,
    terms: &mut Terms,
    choices: &[Term],
    background: &[Term],
    budget: &Budget,
    visit: &mut dyn FnMut(MinimalSet) -> ControlFlow<()>,
) -> Enumeration {
    let mut search = Search {
        meter: Meter::start(budget, solver),
        solver,
        terms,
        choices: distinct(choices),
        background,
        map: Sat::new(),
        budget,
    };
    match search.run(visit) {
        Ok(ending) => ending,
        Err(reason) => Enumeration::Unknown(reason),
    }
}

fn distinct(choices: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    choices.iter().copied().filter(|&choice| seen.insert(choice)).collect()
}

struct Search<'a> {
    meter: Meter,
    solver: &'a mut dyn Solve,
    terms: &'a mut Terms,
    choices: Vec<Term>,
    background: &'a [Term],
    /// Variable `i + 1` says whether choice `i` is in the subset.
    map: Sat,
    budget: &'a Budget,
}

impl Search<'_> {
    fn run(
        &mut self,
        visit: &mut dyn FnMut(MinimalSet) -> ControlFlow<()>,
    ) -> Result<Enumeration, Reason> {
        let literals: Vec<i32> = self.choices.iter().map(|_| self.map.variable()).collect();
        // Conflicts of the map are not those of the budget.
        let map_budget = Budget { conflicts: None, ..self.budget.clone() };
        loop {
            match self.map.solve(&[], &map_budget, 0) {
                Outcome::Satisfiable => {}
                Outcome::Unsatisfiable => return Ok(Enumeration::Complete),
                Outcome::Stopped(reason) => return Err(reason),
            }
            let seed: Vec<bool> = literals.iter().map(|&literal| self.map.value(literal)).collect();
            let (set, clause) = match self.check(&seed)? {
                Some(satisfied) => {
                    let grown = self.grow(satisfied)?;
                    let left_out: Vec<usize> =
                        (0..grown.len()).filter(|&index| !grown[index]).collect();
                    let clause: Vec<i32> = left_out.iter().map(|&index| literals[index]).collect();
                    let terms = left_out.iter().map(|&index| self.choices[index]).collect();
                    (MinimalSet::Correction(terms), clause)
                }
                None => {
                    let shrunk = self.shrink(&seed)?;
                    let members: FxHashSet<Term> = shrunk.iter().copied().collect();
                    let clause = (0..literals.len())
                        .filter(|&index| members.contains(&self.choices[index]))
                        .map(|index| -literals[index])
                        .collect();
                    (MinimalSet::Unsatisfiable(shrunk), clause)
                }
            };
            self.map.clause(&clause);
            if visit(set).is_break() {
                return Ok(Enumeration::Stopped);
            }
        }
    }

    fn chosen(&self, subset: &[bool]) -> Vec<Term> {
        let members = self.choices.iter().zip(subset).filter(|&(_, &chosen)| chosen);
        members.map(|(&choice, _)| choice).collect()
    }

    /// The choices that a model of the subset satisfies, those of the subset among them; nothing if there is no model.
    fn check(&mut self, subset: &[bool]) -> Result<Option<Vec<bool>>, Reason> {
        let mut assumptions = self.background.to_vec();
        assumptions.extend(self.chosen(subset));
        let rest = self.meter.rest(self.solver)?;
        match self.solver.check(self.terms, &assumptions, &rest) {
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new(&model);
                let holds = |&choice: &Term| evaluator.value(self.terms, choice) == Some(1);
                Ok(Some(self.choices.iter().map(holds).collect()))
            }
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// A satisfiable subset that contains this one and that nothing can be added to.
    fn grow(&mut self, mut subset: Vec<bool>) -> Result<Vec<bool>, Reason> {
        for index in 0..subset.len() {
            if !subset[index] {
                subset[index] = true;
                match self.check(&subset)? {
                    Some(satisfied) => subset = satisfied,
                    None => subset[index] = false,
                }
            }
        }
        Ok(subset)
    }

    /// A minimal unsatisfiable subset of this unsatisfiable one.
    fn shrink(&mut self, subset: &[bool]) -> Result<Vec<Term>, Reason> {
        let rest = self.meter.rest(self.solver)?;
        let core = Core(self.chosen(subset));
        let result = minimise_core(self.solver, self.terms, &core, self.background, &[], &rest);
        match result.reason {
            None => Ok(result.core.0),
            Some(reason) => Err(reason),
        }
    }
}
