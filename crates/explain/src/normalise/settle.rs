//! Conditions that are no linear facts: kept if they are short, cut down to what is if not.

use whydunit_term::{Op, Term};

use super::Normaliser;
use crate::conjunction::Literal;
use crate::limits::{LONGEST_TEXT, MOST_LEFT_OUT};
use crate::linear::{Bounds, Vector};
use crate::widen::{Worth, widen};

impl Normaliser<'_, '_> {
    pub(super) fn settle(&mut self, term: Term) {
        if self.terms.value(term).is_some() {
            return;
        }
        self.depth += 1;
        let term = self.with_known_values(term);
        if self.terms.value(term).is_some() {
            return;
        }
        let variables = self.terms.variables(&[term]);
        if self.depth > 8 {
            return self.values_of_run(term);
        }
        // Addresses first: what is left speaks of numbers.
        let pointers = variables.iter().copied().filter(|&x| self.variables.is_pointer(x));
        let pointers: Vec<Term> = pointers.collect();
        if !pointers.is_empty() && !self.is_readable(term) {
            let mut rest = term;
            for pointer in pointers {
                rest = self.fixed(rest, pointer);
            }
            return self.truth(rest, true);
        }
        if variables.len() > 1
            && let Some(&enough) = variables.iter().find(|&&x| self.suffices(term, x))
        {
            return self.value_of_run(enough);
        }
        if let Some(chosen) = self.chosen_side(term) {
            return self.truth(chosen, true);
        }
        let is_readable = self.is_readable(term);
        if let &[variable] = variables.as_slice()
            && let Some(number) = self.variables.number(self.terms, variable)
            && let Some(value) = self.variables.value(self.terms, variable)
        {
            // A half-line says more than a formula, and a formula more than a few values.
            let worth = if is_readable { Worth::HalfLine } else { Worth::Any };
            let found = match self.variables.may_search() {
                true => {
                    let subject = (variable, number, value);
                    widen(self.terms, self.budget, self.given.term, term, subject, worth)
                }
                false => (!is_readable).then(|| Bounds::exactly(value)),
            };
            if let Some(bounds) = found {
                let alone = Vector(smallvec::smallvec![(variable, 1)]);
                self.found.push(Literal::Linear(alone, bounds));
                return;
            }
        }
        if variables.len() <= 2 && is_readable {
            self.found.push(Literal::Term(term));
            return;
        }
        self.values_of_run(term);
    }

    pub(super) fn with_known_values(&mut self, term: Term) -> Term {
        let mut pairs = Vec::new();
        for variable in self.terms.variables(&[term]) {
            if let Some(value) = self.facts.known(variable)
                && let Some(number) = self.variables.number(self.terms, variable)
            {
                pairs.push((variable, self.terms.bits(number.width, number.bits(value))));
            }
        }
        self.terms.substitute(term, &pairs)
    }

    /// The term with a conditional expression in it decided as in the run, and the decision as a fact.
    pub(super) fn chosen_side(&mut self, term: Term) -> Option<Term> {
        let order = self.terms.post_order(&[term]);
        let choice = order
            .into_iter()
            .find(|&inner| self.terms.op(inner) == Op::Ite && !self.terms.sort(inner).is_bool())?;
        let &[cond, then, otherwise] = self.terms.children(choice) else { return None };
        let taken = self.variables.bits(self.terms, cond)? == 1;
        self.truth(cond, taken);
        let side = if taken { then } else { otherwise };
        Some(self.terms.substitute(term, &[(choice, side)]))
    }

    pub(super) fn is_readable(&self, term: Term) -> bool {
        !self.terms.contains_opaque(term)
            && self
                .variables
                .renderer
                .render(self.terms, term)
                .is_some_and(|text| text.len() <= LONGEST_TEXT)
    }

    /// Does the value of this one variable decide?
    pub(super) fn suffices(&mut self, term: Term, variable: Term) -> bool {
        let Some(bits) = self.variables.bits(self.terms, variable) else { return false };
        let sort = self.terms.sort(variable);
        let value = self.terms.constant(sort, bits);
        self.terms.substitute(term, &[(variable, value)]) == Term::TRUE
    }

    pub(super) fn fixed(&mut self, term: Term, variable: Term) -> Term {
        let Some(bits) = self.variables.bits(self.terms, variable) else { return term };
        self.value_of_run(variable);
        let sort = self.terms.sort(variable);
        let value = self.terms.constant(sort, bits);
        if let Some(given) = self.given.term {
            let given = self.terms.substitute(given, &[(variable, value)]);
            self.assume(given);
        }
        self.terms.substitute(term, &[(variable, value)])
    }

    pub(super) fn value_of_run(&mut self, variable: Term) {
        self.found.extend(self.variables.as_in_run(self.terms, variable));
    }

    /// Last resort: the variables have the values of the run, those that are needed.
    pub(super) fn values_of_run(&mut self, term: Term) {
        let mut variables = self.terms.variables(&[term]);
        // What was set late is left out first, if anything can be.
        variables.sort_by_key(|&x| std::cmp::Reverse((self.set_at(x), x)));
        let mut constants = Vec::new();
        for &variable in &variables {
            let Some(bits) = self.variables.bits(self.terms, variable) else { continue };
            let sort = self.terms.sort(variable);
            let value = self.terms.constant(sort, bits);
            constants.push((variable, value));
        }
        if constants.len() <= MOST_LEFT_OUT {
            let mut index = 0;
            while index < constants.len() {
                let mut without = constants.clone();
                without.remove(index);
                match self.terms.substitute(term, &without) == Term::TRUE {
                    true => constants = without,
                    false => index += 1,
                }
            }
        }
        for (variable, _) in constants {
            self.value_of_run(variable);
        }
    }
}
