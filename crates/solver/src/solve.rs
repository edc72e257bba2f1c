//! The interface of every solver.

use whydunit_term::{Term, Terms};

use crate::{Answer, Budget, Verdict};

/// Decides satisfiability. What is asserted stays; what holds for one query only is assumed. All terms given to one
/// solver come from one store.
pub trait Solve {
    /// Adds a Boolean term to the formula for good.
    fn assert(&mut self, terms: &mut Terms, term: Term);

    /// Is the formula satisfiable together with these Boolean terms?
    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Answer;

    /// As [`Solve::check`], but makes no model.
    fn decide(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Verdict {
        self.check(terms, assumptions, budget).verdict()
    }

    fn statistics(&self) -> Statistics;
}

impl<S: Solve + ?Sized> Solve for Box<S> {
    fn assert(&mut self, terms: &mut Terms, term: Term) {
        (**self).assert(terms, term);
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Answer {
        (**self).check(terms, assumptions, budget)
    }

    fn decide(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Verdict {
        (**self).decide(terms, assumptions, budget)
    }

    fn statistics(&self) -> Statistics {
        (**self).statistics()
    }
}

/// Effort since the solver was made. An external solver knows only its queries.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    pub queries: u64,
    pub conflicts: u64,
    pub gates: u64,
    pub variables: u64,
    pub clauses: u64,
    /// Estimate of the bytes held.
    pub memory: u64,
}
