//! How hard does a walk look for the facts that imply a condition?
//!
//! While the budget lasts, for ones that say little and hold often. After that in the simplest way that is right: the variables of the condition have the
//! values of the run.

use std::collections::BTreeSet;

use whydunit_encode::Definition;
use whydunit_term::Term;

use crate::conjunction::Literal;
use crate::normalise::Normaliser;
use crate::walk::{Flow, Walk};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    Thorough,
    /// The budget has run out.
    Hurried,
}

impl<F: Flow> Walk<'_, '_, F> {
    pub(crate) fn look_at_the_clock(&mut self) {
        if self.budget.exceeded().is_some() {
            self.pace = Pace::Hurried;
        }
    }

    /// Adds facts that imply a condition before a step, if the step passes its checks.
    pub(crate) fn require(&mut self, condition: Term, index: usize) {
        self.imply_assuming(condition, self.subject.formula.facts(index));
    }

    /// Adds facts that imply a condition.
    pub(crate) fn imply(&mut self, condition: Term) {
        self.imply_assuming(condition, Term::TRUE);
    }

    fn imply_assuming(&mut self, condition: Term, assumed: Term) {
        match self.pace {
            Pace::Thorough => {
                let formula = self.subject.formula;
                let mut normaliser =
                    Normaliser::new(self.terms, self.variables, formula, self.budget, &self.facts);
                normaliser.assume(assumed);
                let found = normaliser.literals(condition);
                self.add(found);
            }
            Pace::Hurried => self.fix(self.terms.variables(&[condition]).into_iter().collect()),
        }
    }

    /// Adds facts that imply, before a step, what literals say of the variable that it set.
    pub(crate) fn replace(&mut self, index: usize, definition: &Definition, taken: Vec<Literal>) {
        match self.pace {
            Pace::Thorough => {
                let formula = self.subject.formula;
                let mut found = Vec::new();
                let mut normaliser =
                    Normaliser::new(self.terms, self.variables, formula, self.budget, &self.facts);
                normaliser.assume(formula.facts(index));
                for literal in &taken {
                    let (variable, value) = (definition.variable, definition.value);
                    found.extend(normaliser.replaced(literal, variable, value));
                }
                self.add(found);
            }
            Pace::Hurried => {
                let mut read: BTreeSet<Term> =
                    taken.iter().flat_map(|literal| literal.variables(self.terms)).collect();
                read.remove(&definition.variable);
                read.extend(self.terms.variables(&[definition.value]));
                self.fix(read);
            }
        }
    }

    /// Where there is no time or no use to look for more: these variables have the values of the run.
    pub(crate) fn fix(&mut self, read: BTreeSet<Term>) {
        for variable in read {
            if let Some(literal) = self.variables.as_in_run(self.terms, variable) {
                self.facts.add(self.terms, self.variables, literal);
            }
        }
    }
}
