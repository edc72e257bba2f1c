//! Exponents: small signed integers of known range.
//!
//! The range decides the width, so no operation can overflow and no bit is there in vain. It also tells, while the
//! circuit is built, which special cases cannot arise.

use crate::{Term, Terms};

/// A bit-vector read as two's complement whose value lies between `min` and `max`. Its width is the least for
/// that range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exponent {
    pub(super) term: Term,
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Exponent {
    pub(super) fn constant(terms: &mut Terms, value: i64) -> Exponent {
        let term = terms.bits(width_of(value, value), i128::from(value).cast_unsigned());
        Exponent { term, min: value, max: value }
    }

    /// The value of an unsigned bit-vector of at most 62 bits.
    pub(super) fn from_unsigned(terms: &mut Terms, bits: Term) -> Exponent {
        if let Some(value) = terms.value(bits) {
            return Exponent::constant(
                terms,
                i64::try_from(value).expect("at most 62 bits should fit"),
            );
        }
        let max = (1 << terms.width(bits)) - 1;
        let term = terms.zero_extend(bits, width_of(0, max));
        Exponent { term, min: 0, max }
    }

    /// 1 for true.
    pub(super) fn from_bool(terms: &mut Terms, condition: Term) -> Exponent {
        let bit = terms.from_bool(condition);
        Exponent::from_unsigned(terms, bit)
    }

    pub(super) fn add(self, terms: &mut Terms, other: Exponent) -> Exponent {
        let (min, max) = (self.min + other.min, self.max + other.max);
        let (a, b) = (self.resized(terms, min, max), other.resized(terms, min, max));
        Exponent { term: terms.add(a, b), min, max }
    }

    pub(super) fn subtract(self, terms: &mut Terms, other: Exponent) -> Exponent {
        let (min, max) = (self.min - other.max, self.max - other.min);
        let (a, b) = (self.resized(terms, min, max), other.resized(terms, min, max));
        Exponent { term: terms.sub(a, b), min, max }
    }

    pub(super) fn add_constant(self, terms: &mut Terms, value: i64) -> Exponent {
        let constant = Exponent::constant(terms, value);
        self.add(terms, constant)
    }

    /// Is the value at least `bound`?
    pub(super) fn at_least(self, terms: &mut Terms, bound: i64) -> Term {
        if self.max < bound {
            return Term::FALSE;
        }
        if self.min >= bound {
            return Term::TRUE;
        }
        let bound = terms.bits(terms.width(self.term), i128::from(bound).cast_unsigned());
        terms.sle(bound, self.term)
    }

    /// The value modulo a power of two.
    pub(super) fn low_bits(self, terms: &mut Terms, width: u32) -> Term {
        terms.resize(self.term, width, true)
    }

    /// In the width of a range. Where that drops bits the value is known up to a multiple of the new modulus,
    /// which is all that additions need.
    fn resized(self, terms: &mut Terms, min: i64, max: i64) -> Term {
        self.low_bits(terms, width_of(min, max))
    }
}

/// Bits of two's complement that hold every value of the range.
fn width_of(min: i64, max: i64) -> u32 {
    let magnitude_bits = |value: i64| 64 - (if value < 0 { !value } else { value }).leading_zeros();
    magnitude_bits(min).max(magnitude_bits(max)) + 1
}
