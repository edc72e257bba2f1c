//! A number taken apart.
//!
//! Every method makes the same terms each time, so the parts of an operand of many operations exist once.

use crate::float::exponent::Exponent;
use crate::float::format::Format;
use crate::float::shift::{bit, is_zero, normalise};
use crate::{Term, Terms};

/// A bit-vector read as a number of that format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) format: Format,
    pub(super) bits: Term,
}

/// A number other than zero, an infinity or a NaN as `significand * 2^(exponent - bias)`, where the significand lies
/// between 1 and 2: its highest bit is set, and stands for 1. A zero has the significand zero and an exponent
/// of at most 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normalised {
    pub(super) exponent: Exponent,
    pub(super) significand: Term,
}

impl Normalised {
    /// Is the significand known to be 1?
    pub(super) fn is_power_of_two(self, terms: &Terms) -> bool {
        let highest = terms.width(self.significand) - 1;
        terms.value(self.significand) == Some(1 << highest)
    }
}

impl Number {
    /// Is the sign bit set?
    pub(super) fn is_negative(self, terms: &mut Terms) -> Term {
        bit(terms, self.bits, self.format.width() - 1)
    }

    /// Everything but the sign. Ordered as the absolute values are.
    pub(super) fn magnitude(self, terms: &mut Terms) -> Term {
        terms.extract(self.bits, self.format.width() - 2, 0)
    }

    pub(super) fn exponent(self, terms: &mut Terms) -> Term {
        terms.extract(self.bits, self.format.width() - 2, self.format.fraction())
    }

    pub(super) fn fraction(self, terms: &mut Terms) -> Term {
        terms.extract(self.bits, self.format.fraction() - 1, 0)
    }

    /// The fraction of a NaN without the bit that makes it quiet.
    pub(super) fn payload(self, terms: &mut Terms) -> Term {
        terms.extract(self.bits, self.format.fraction() - 2, 0)
    }

    fn has_special_exponent(self, terms: &mut Terms) -> Term {
        let exponent = self.exponent(terms);
        let special = terms.bits(self.format.exponent, self.format.special_exponent().into());
        terms.eq(exponent, special)
    }

    pub(super) fn is_nan(self, terms: &mut Terms) -> Term {
        let special = self.has_special_exponent(terms);
        let fraction = self.fraction(terms);
        let not_infinite = terms.is_nonzero(fraction);
        terms.and(&[special, not_infinite])
    }

    pub(super) fn is_infinite(self, terms: &mut Terms) -> Term {
        let special = self.has_special_exponent(terms);
        let fraction = self.fraction(terms);
        let not_nan = is_zero(terms, fraction);
        terms.and(&[special, not_nan])
    }

    pub(super) fn is_zero(self, terms: &mut Terms) -> Term {
        let small = self.is_zero_or_subnormal(terms);
        let fraction = self.fraction(terms);
        let no_fraction = is_zero(terms, fraction);
        terms.and(&[small, no_fraction])
    }

    fn is_zero_or_subnormal(self, terms: &mut Terms) -> Term {
        let exponent = self.exponent(terms);
        is_zero(terms, exponent)
    }

    /// The biased exponent that goes with [`Number::significand`]: 1 for subnormal numbers as for the smallest
    /// normal ones.
    pub(super) fn effective_exponent(self, terms: &mut Terms) -> Term {
        let exponent = self.exponent(terms);
        let small = self.is_zero_or_subnormal(terms);
        let small = terms.from_bool(small);
        let small = terms.zero_extend(small, self.format.exponent);
        terms.bit_or(exponent, small)
    }

    /// The fraction with the hidden bit: a subnormal number has none.
    pub(super) fn significand(self, terms: &mut Terms) -> Term {
        let small = self.is_zero_or_subnormal(terms);
        let hidden = terms.not(small);
        let hidden = terms.from_bool(hidden);
        let fraction = self.fraction(terms);
        terms.concat(hidden, fraction)
    }

    pub(super) fn normalised(self, terms: &mut Terms) -> Normalised {
        let significand = self.significand(terms);
        let (significand, shift) = normalise(terms, significand);
        let exponent = self.effective_exponent(terms);
        let exponent = Exponent::from_unsigned(terms, exponent);
        let exponent = exponent.subtract(terms, shift);
        Normalised { exponent, significand }
    }
}
