//! Comparisons of machine numbers as linear facts.

use whydunit_term::{Op, Term};

use super::Normaliser;
use crate::linear::{Bounds, Relation, Sum, Vector, relate};
use crate::variables::Number;

impl Normaliser<'_, '_> {
    /// A comparison of numbers as a linear fact; false if it is none.
    pub(super) fn comparison(&mut self, term: Term, positive: bool) -> bool {
        let op = self.terms.op(term);
        if let Some((sum, number)) = self.overflowing(term) {
            if !positive {
                return false;
            }
            let Some(value) = self.sum_in_run(&sum) else { return false };
            let over = if value > number.high() {
                Bounds::at_least(number.high() + 1)
            } else {
                Bounds::at_most(number.low() - 1)
            };
            self.bounds(&sum, &over);
            return true;
        }
        let &[a, b] = self.terms.children(term) else { return false };
        if self.terms.sort(a).is_bool() {
            return false;
        }
        let (is_signed, relation) = match op {
            Op::SLt | Op::SLe => (true, Relation::AtMost),
            Op::ULt | Op::ULe => (false, Relation::AtMost),
            Op::Eq if positive => (self.looks_signed(&[a, b]), Relation::Equal),
            Op::Eq => (self.looks_signed(&[a, b]), Relation::Unequal),
            _ => return false,
        };
        if op == Op::Eq && self.equation(a, b, relation) {
            return true;
        }
        let (Some(a), Some(b)) = (self.value(a, is_signed), self.value(b, is_signed)) else {
            return false;
        };
        let is_strict = matches!(op, Op::SLt | Op::ULt);
        let difference = match (op, positive) {
            (Op::Eq, _) | (_, true) => a.plus(&b, -1),
            (_, false) => b.plus(&a, -1),
        };
        let strict = relation == Relation::AtMost && is_strict == positive;
        let Some(difference) = difference
            .and_then(|sum| if strict { sum.plus(&Sum::constant(1), 1) } else { Some(sum) })
        else {
            return false;
        };
        if let Ok((vector, bounds)) = relate(&difference, relation) {
            self.linear(vector, bounds);
        }
        true
    }

    /// `a == b` where one variable decides: it has one solution, however the sums wrap around.
    pub(super) fn equation(&mut self, a: Term, b: Term, relation: Relation) -> bool {
        let width = self.terms.width(a);
        let (before, side_facts) = (self.found.len(), self.side_facts);
        let sum = self.modular(a, width).zip(self.modular(b, width));
        let sum = sum.and_then(|(a, b)| a.plus(&b, -1));
        if let Some(sum) = &sum
            && let &[(variable, coefficient @ (1 | -1))] = sum.parts.as_slice()
            && let Some(number) = self.variables.number(self.terms, variable)
            && number.width == width
        {
            let value = number.read(number.bits(-coefficient * sum.constant));
            let vector = Vector(smallvec::smallvec![(variable, 1)]);
            let bounds = match relation {
                Relation::Equal => Bounds::exactly(value),
                _ => Bounds::other_than(value),
            };
            self.linear(vector, bounds);
            return true;
        }
        self.found.truncate(before);
        self.side_facts = side_facts;
        false
    }

    pub(super) fn looks_signed(&self, list: &[Term]) -> bool {
        let variables = self.terms.variables(list);
        let number = |&variable: &Term| self.variables.number(self.terms, variable);
        variables.iter().filter_map(number).all(|number| number.is_signed)
    }

    /// An operation that does not overflow: its exact result fits.
    pub(super) fn no_overflow(&mut self, term: Term) -> bool {
        match self.overflowing(term) {
            Some((sum, number)) => {
                let fits = Bounds {
                    low: Some(number.low()),
                    high: Some(number.high()),
                    ..Bounds::default()
                };
                self.bounds(&sum, &fits);
                true
            }
            None => false,
        }
    }

    /// The exact result of an operation that is asked whether it overflows.
    pub(super) fn overflowing(&mut self, term: Term) -> Option<(Sum, Number)> {
        let op = self.terms.op(term);
        let is_signed =
            matches!(op, Op::SAddOverflow | Op::SSubOverflow | Op::SMulOverflow | Op::NegOverflow);
        let children = self.terms.children(term).to_vec();
        let width = self.terms.width(*children.first()?);
        if width > 64 || self.terms.sort(children[0]).is_bool() {
            return None;
        }
        let number = Number { width, is_signed };
        let sum = match (op, children.as_slice()) {
            (Op::SAddOverflow | Op::UAddOverflow, &[a, b]) => {
                let (a, b) = (self.value(a, is_signed)?, self.value(b, is_signed)?);
                a.plus(&b, 1)?
            }
            (Op::SSubOverflow | Op::USubOverflow, &[a, b]) => {
                let (a, b) = (self.value(a, is_signed)?, self.value(b, is_signed)?);
                a.plus(&b, -1)?
            }
            (Op::SMulOverflow | Op::UMulOverflow, &[a, b]) => {
                let (a, b) = if self.terms.value(a).is_some() { (b, a) } else { (a, b) };
                let factor = number.read(self.terms.value(b)?);
                self.value(a, is_signed)?.times(factor)?
            }
            (Op::NegOverflow, &[a]) => self.value(a, true)?.times(-1)?,
            _ => return None,
        };
        Some((sum, number))
    }
}
