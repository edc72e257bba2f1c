//! Exact weighted MaxSAT: which soft terms have to be violated, at the least total weight?
//!
//! Core-guided search, OLL (A. Morgado, C. Dodaro, J. Marques-Silva, "Core-guided MaxSAT with soft cardinality constraints",
//! 2014) with stratification: assume all soft terms of large weight; a core of them costs at least the smallest weight in it, which is taken
//! off its members, and "at most one of the core is violated" becomes a soft term itself, to be weakened to two, three, ... by later
//! cores. Each core raises the lower bound; each model lowers the upper one. When all soft terms that are left can be assumed
//! together, the bounds meet.
//!
//! Nothing that is asserted on the way restricts the formula: counters are definitions of new variables, in one direction. So
//! the solver can be used for anything else afterwards.

mod counter;
mod weights;

use rustc_hash::FxHashSet;
use whydunit_term::{Evaluator, Model, Symbol, Term, Terms};

use crate::budget::Meter;
use crate::{Answer, Budget, Core, Reason, Solve};
use counter::Counter;
use weights::{Origin, Weights};

/// A term that should hold, and what it costs if it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Soft {
    pub term: Term,
    pub weight: u64,
}

/// A model and the soft terms it violates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    pub cost: u64,
    pub model: Model,
    /// Indices of violated soft terms, ascending.
    pub violated: Vec<usize>,
}

/// The end of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MaxSat {
    Optimal(Solution),
    /// Even without any soft term there is no model.
    Infeasible(Core),
    /// The search ended early: every model costs at least `lower`.
    Unknown {
        lower: u64,
        best: Option<Solution>,
        reason: Reason,
    },
}

/// Satisfies the assumptions and, as cheaply as possible, the soft terms. Weights add up without overflow; soft terms of weight
/// 0 are only reported on.
pub fn maxsat(
    solver: &mut dyn Solve,
    terms: &mut Terms,
    softs: &[Soft],
    assumptions: &[Term],
    budget: &Budget,
) -> MaxSat {
    let search = Search {
        meter: Meter::start(budget, solver),
        softs,
        assumptions,
        weights: Weights::default(),
        counters: Vec::new(),
        hidden: FxHashSet::default(),
        lower: 0,
        best: None,
    };
    search.run(solver, terms)
}

struct Search<'a> {
    meter: Meter,
    softs: &'a [Soft],
    assumptions: &'a [Term],
    weights: Weights,
    counters: Vec<Counter>,
    /// Variables of counters, which are nobody else's business.
    hidden: FxHashSet<Symbol>,
    lower: u64,
    best: Option<Solution>,
}

impl Search<'_> {
    fn run(mut self, solver: &mut dyn Solve, terms: &mut Terms) -> MaxSat {
        for soft in self.softs {
            self.weights.add(soft.term, soft.weight, Origin::Soft);
        }
        let mut stratum = self.weights.largest().unwrap_or(0);
        loop {
            let active = self.weights.at_least(stratum);
            let query: Vec<Term> = self.assumptions.iter().chain(&active).copied().collect();
            let answer = match self.meter.rest(solver) {
                Ok(rest) => solver.check(terms, &query, &rest),
                Err(reason) => return self.unknown(reason),
            };
            match answer {
                Answer::Sat(model) => {
                    self.learn_model(terms, &model);
                    if self.best.as_ref().is_some_and(|best| best.cost == self.lower) {
                        return self.best.map_or_else(|| unreachable!(), MaxSat::Optimal);
                    }
                    match self.weights.largest_below(stratum) {
                        Some(next) => stratum = next,
                        // All that is left holds, and yet a soft term has no value.
                        None => return self.unknown(Reason::Abstracted),
                    }
                }
                Answer::Unsat(core) => {
                    let soft_core: Vec<Term> = core
                        .0
                        .iter()
                        .copied()
                        .filter(|term| self.weights.contains(*term))
                        .collect();
                    if soft_core.is_empty() {
                        return MaxSat::Infeasible(core);
                    }
                    self.relax(solver, terms, &soft_core);
                }
                Answer::Unknown(reason) => return self.unknown(reason),
            }
        }
    }

    fn unknown(self, reason: Reason) -> MaxSat {
        MaxSat::Unknown { lower: self.lower, best: self.best, reason }
    }

    /// Pays for a core and replaces it by weaker soft terms.
    fn relax(&mut self, solver: &mut dyn Solve, terms: &mut Terms, core: &[Term]) {
        let weight = self.weights.smallest_of(core);
        self.lower += weight;
        for &member in core {
            if let Origin::Counter { counter, bound } = self.weights.take(member, weight) {
                let bound = bound + 1;
                let at_most =
                    self.counters[counter].at_most(bound, solver, terms, &mut self.hidden);
                if let Some(weaker) = at_most {
                    self.weights.add(weaker, weight, Origin::Counter { counter, bound });
                }
            }
        }
        if core.len() > 1 {
            let counter = self.counters.len();
            let mut new = Counter::new(terms, core);
            if let Some(weaker) = new.at_most(1, solver, terms, &mut self.hidden) {
                self.weights.add(weaker, weight, Origin::Counter { counter, bound: 1 });
            }
            self.counters.push(new);
        }
    }

    fn learn_model(&mut self, terms: &Terms, model: &Model) {
        let mut evaluator = Evaluator::new(model);
        let mut cost = 0;
        let mut violated = Vec::new();
        for (index, soft) in self.softs.iter().enumerate() {
            if evaluator.value(terms, soft.term) != Some(1) {
                cost += soft.weight;
                violated.push(index);
            }
        }
        if self.best.as_ref().is_none_or(|best| cost < best.cost) {
            let mut visible = Model::new();
            for (symbol, value) in model.iter().filter(|(symbol, _)| !self.hidden.contains(symbol))
            {
                visible.set(symbol, value);
            }
            self.best = Some(Solution { cost, model: visible, violated });
        }
    }
}
