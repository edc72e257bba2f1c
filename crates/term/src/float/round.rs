//! Rounding to nearest, ties to even.
//!
//! What decides is the last kept bit, the guard (the first bit that is dropped) and whether any bit below the guard is
//! set, the sticky bit: up when the guard is set and one of the other two is. A number too small for the
//! exponent range is shifted right first. The carry of rounding up runs from the fraction into the exponent, which
//! is right in all cases: a subnormal number becomes the smallest normal one, the largest number infinity.

use crate::float::exponent::Exponent;
use crate::float::format::Format;
use crate::float::shift::{bit, pad_low, shift_right_sticky};
use crate::{Term, Terms};

/// An exact absolute value: `significand * 2^(exponent - bias)`. The highest bit of the significand is set, and
/// stands for 1; or the value is zero, and so is the significand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unrounded {
    pub(super) exponent: Exponent,
    /// Of any width.
    pub(super) significand: Term,
    /// Is the exact significand a bit larger than the given one, by less than its last bit?
    pub(super) sticky: Term,
}

/// The nearest number, without its sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounded {
    /// Exponent and fraction; rounding up may have made it infinite.
    pub(super) magnitude: Term,
    /// Was the number infinite before it was rounded? Then the magnitude means nothing.
    pub(super) overflows: Term,
}

impl Rounded {
    /// Exponent and fraction in all cases.
    pub(super) fn or_infinity(self, terms: &mut Terms, format: Format) -> Term {
        let infinity = terms.bits(format.width() - 1, format.infinity());
        terms.ite(self.overflows, infinity, self.magnitude)
    }
}

pub(super) fn round(terms: &mut Terms, format: Format, exact: Unrounded) -> Rounded {
    let exponent = exact.exponent;
    let (significand, sticky) = with_guard(terms, format, exact);
    let (significand, sticky) = fit_subnormal(terms, exponent, significand, sticky);
    let kept = terms.extract(significand, format.significand, 1);
    let guard = bit(terms, significand, 0);
    let is_normal = bit(terms, kept, format.significand - 1);
    let field = exponent.low_bits(terms, format.exponent);
    let no_exponent = terms.bits(format.exponent, 0);
    let field = terms.ite(is_normal, field, no_exponent);
    let magnitude = round_up(terms, format, field, kept, guard, sticky);
    let overflows = exponent.at_least(terms, format.special_exponent().into());
    Rounded { magnitude, overflows }
}

/// Joins a biased exponent and a significand (of which the highest bit is dropped) and adds one if the guard
/// and what is beside it ask for it.
pub(super) fn round_up(
    terms: &mut Terms,
    format: Format,
    exponent: Term,
    significand: Term,
    guard: Term,
    sticky: Term,
) -> Term {
    let is_odd = bit(terms, significand, 0);
    let beyond_half = terms.or(&[is_odd, sticky]);
    let up = terms.and(&[guard, beyond_half]);
    let up = terms.from_bool(up);
    let up = terms.zero_extend(up, format.width() - 1);
    let fraction = terms.extract(significand, format.fraction() - 1, 0);
    let truncated = terms.concat(exponent, fraction);
    terms.add(truncated, up)
}

/// The significand with exactly one bit more than the format has, and whether anything is set below.
fn with_guard(terms: &mut Terms, format: Format, exact: Unrounded) -> (Term, Term) {
    let width = terms.width(exact.significand);
    let wanted = format.significand + 1;
    if width <= wanted {
        return (pad_low(terms, exact.significand, wanted - width), exact.sticky);
    }
    let kept = terms.extract(exact.significand, width - 1, width - wanted);
    let dropped = terms.extract(exact.significand, width - wanted - 1, 0);
    let dropped = terms.is_nonzero(dropped);
    (kept, terms.or(&[exact.sticky, dropped]))
}

/// Shifts right while the exponent is below that of the smallest normal number, which is 1.
fn fit_subnormal(
    terms: &mut Terms,
    exponent: Exponent,
    significand: Term,
    sticky: Term,
) -> (Term, Term) {
    if exponent.min >= 1 {
        return (significand, sticky);
    }
    let one = Exponent::constant(terms, 1);
    let missing = one.subtract(terms, exponent);
    let width = terms.width(missing.term);
    let is_normal = bit(terms, missing.term, width - 1);
    let missing = terms.extract(missing.term, width - 2, 0);
    let nothing = terms.bits(width - 1, 0);
    let amount = terms.ite(is_normal, nothing, missing);
    shift_right_sticky(terms, significand, amount, sticky)
}
