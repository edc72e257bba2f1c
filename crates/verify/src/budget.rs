//! One budget for many questions to many solvers.

use whydunit_solver::{Answer, Budget, Reason, Solve, Verdict};
use whydunit_term::{Term, Terms};

#[derive(Debug)]
pub(crate) struct Purse {
    budget: Budget,
    /// Conflicts of all questions so far.
    conflicts: u64,
}

impl Purse {
    pub(crate) fn new(budget: Budget) -> Purse {
        Purse { budget, conflicts: 0 }
    }

    /// Asks within what is left.
    pub(crate) fn decide(
        &mut self,
        solver: &mut dyn Solve,
        terms: &mut Terms,
        assumptions: &[Term],
    ) -> Verdict {
        match self.rest() {
            Ok(rest) => {
                let before = solver.statistics().conflicts;
                let verdict = solver.decide(terms, assumptions, &rest);
                self.conflicts += solver.statistics().conflicts - before;
                verdict
            }
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    /// As [`Purse::decide`], with a model.
    pub(crate) fn check(
        &mut self,
        solver: &mut dyn Solve,
        terms: &mut Terms,
        assumptions: &[Term],
    ) -> Answer {
        match self.rest() {
            Ok(rest) => {
                let before = solver.statistics().conflicts;
                let answer = solver.check(terms, assumptions, &rest);
                self.conflicts += solver.statistics().conflicts - before;
                answer
            }
            Err(reason) => Answer::Unknown(reason),
        }
    }

    /// Why nothing more can be asked.
    pub(crate) fn exhausted(&self) -> Option<Reason> {
        self.rest().err()
    }

    fn rest(&self) -> Result<Budget, Reason> {
        self.budget.exceeded().map_or_else(|| self.budget.after(self.conflicts), Err)
    }
}
