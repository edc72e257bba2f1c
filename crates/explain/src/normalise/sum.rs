//! Machine arithmetic as sums over the integers.
//!
//! Modulo `2^width` a machine term is a sum, whatever wraps around on the way. Which multiple of `2^width` has to be added is told by the run; that it is this one for
//! other values too is a fact of its own, unless types or passed checks imply it.

use whydunit_term::{Op, Term};

use super::Normaliser;
use crate::linear::{Bounds, Sum};
use crate::variables::Number;

impl Normaliser<'_, '_> {
    /// A term as a sum, exactly, with the reading asked for.
    pub(super) fn value(&mut self, term: Term, is_signed: bool) -> Option<Sum> {
        let width = self.terms.width(term);
        let number = Number { width, is_signed };
        if let Some(bits) = self.terms.value(term) {
            return Some(Sum::constant(number.read(bits)));
        }
        if self.variables.number(self.terms, term) == Some(number) && self.is_variable(term) {
            return Some(Sum::variable(term));
        }
        let sum = self.modular(term, width)?;
        // The sum is right but for a multiple of 2^width: the one of the run.
        let actual = number.read(self.variables.bits(self.terms, term)?);
        let offset = actual - self.sum_in_run(&sum)?;
        let sum = sum.plus(&Sum::constant(offset), 1)?;
        let fits =
            Bounds { low: Some(number.low()), high: Some(number.high()), ..Bounds::default() };
        let before = self.found.len();
        self.bounds(&sum, &fits);
        self.side_facts += self.found.len() - before;
        Some(sum)
    }

    /// A sum that equals the term modulo `2^width`.
    pub(super) fn modular(&mut self, term: Term, width: u32) -> Option<Sum> {
        if let Some(bits) = self.terms.value(term) {
            return Some(Sum::constant(Number { width, is_signed: true }.read(bits)));
        }
        if self.is_variable(term) {
            self.variables.number(self.terms, term)?;
            return Some(Sum::variable(term));
        }
        let op = self.terms.op(term);
        let children = self.terms.children(term).to_vec();
        match (op, children.as_slice()) {
            (Op::Add, list) => {
                let mut sum = Sum::default();
                for &child in list {
                    sum = sum.plus(&self.modular(child, width)?, 1)?;
                }
                Some(sum)
            }
            (Op::Sub, &[a, b]) => self.modular(a, width)?.plus(&self.modular(b, width)?, -1),
            (Op::Neg, &[a]) => self.modular(a, width)?.times(-1),
            (Op::BitNot, &[a]) => self.modular(a, width)?.times(-1)?.plus(&Sum::constant(-1), 1),
            (Op::Mul, &[a, b]) => {
                let (a, b) = if self.terms.value(a).is_some() { (b, a) } else { (a, b) };
                let factor = Number { width, is_signed: true }.read(self.terms.value(b)?);
                self.modular(a, width)?.times(factor)
            }
            (Op::Concat, &[high, low]) if self.terms.value(low) == Some(0) => {
                let shift = self.terms.width(low);
                self.modular(high, width - shift)?.times(1 << shift)
            }
            (Op::SignExtend(_), &[inner]) => self.value(inner, true),
            (Op::ZeroExtend(_), &[inner]) => self.value(inner, false),
            (Op::Extract { low: 0, .. }, &[inner]) => {
                let whole = self.terms.width(inner);
                self.modular(inner, whole)
            }
            (Op::Ite, &[cond, then, otherwise]) => {
                let taken = self.variables.is_true(self.terms, cond);
                let before = self.found.len();
                self.truth(cond, taken);
                self.side_facts += self.found.len() - before;
                self.modular(if taken { then } else { otherwise }, width)
            }
            _ => None,
        }
    }

    pub(super) fn is_variable(&self, term: Term) -> bool {
        matches!(self.terms.op(term), Op::Variable(_))
    }

    pub(super) fn sum_in_run(&mut self, sum: &Sum) -> Option<i128> {
        let mut total = sum.constant;
        for &(variable, coefficient) in &sum.parts {
            total += coefficient * self.variables.value(self.terms, variable)?;
        }
        Some(total)
    }
}
