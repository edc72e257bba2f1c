//! Conversions from and to integers.

use crate::float::exponent::Exponent;
use crate::float::format::Format;
use crate::float::number::Number;
use crate::float::pack::signed;
use crate::float::round::{Unrounded, round};
use crate::float::shift::{bit, normalise, pad_low, shift_right, stages};
use crate::{Sort, Term, Terms};

pub(super) fn from_unsigned(terms: &mut Terms, a: Term, to: Format) -> Term {
    let magnitude = rounded(terms, a, to);
    signed(terms, Term::FALSE, magnitude)
}

pub(super) fn from_signed(terms: &mut Terms, a: Term, to: Format) -> Term {
    let width = terms.width(a);
    let is_negative = bit(terms, a, width - 1);
    let absolute = negate_if(terms, a, is_negative);
    let magnitude = rounded(terms, absolute, to);
    signed(terms, is_negative, magnitude)
}

/// Exponent and fraction of an unsigned integer.
fn rounded(terms: &mut Terms, a: Term, to: Format) -> Term {
    let width = terms.width(a);
    let (significand, shift) = normalise(terms, a);
    let highest = Exponent::constant(terms, i64::from(to.bias() + width - 1));
    let exponent = highest.subtract(terms, shift);
    let exact = Unrounded { exponent, significand, sticky: Term::FALSE };
    round(terms, to, exact).or_infinity(terms, to)
}

/// An absolute value below 1 is truncated to zero, whatever its sign. Otherwise the value fits if it is positive and
/// below `2^width`.
pub(super) fn to_unsigned(terms: &mut Terms, a: Number, width: u32) -> Term {
    let (integer, is_below_one, is_beyond) = truncated(terms, a, width);
    let is_negative = a.is_negative(terms);
    let not_below_one = terms.not(is_below_one);
    let too_small = terms.and(&[is_negative, not_below_one]);
    let does_not_fit = terms.or(&[is_beyond, too_small]);
    let substitute = terms.bits(width, 1 << (width - 1));
    terms.ite(does_not_fit, substitute, integer)
}

/// The value fits if its absolute value is below `2^(width - 1)`, or if it is `-2^(width - 1)` when truncated: but that
/// is the very integer that stands for all that does not fit.
pub(super) fn to_signed(terms: &mut Terms, a: Number, width: u32) -> Term {
    let substitute = terms.bits(width, 1 << (width - 1));
    if width == 1 {
        let (_, is_below_one, _) = truncated(terms, a, 1);
        let zero = terms.bits(1, 0);
        return terms.ite(is_below_one, zero, substitute);
    }
    let (absolute, _, is_beyond) = truncated(terms, a, width - 1);
    let absolute = terms.zero_extend(absolute, width);
    let is_negative = a.is_negative(terms);
    let integer = negate_if(terms, absolute, is_negative);
    terms.ite(is_beyond, substitute, integer)
}

/// The integer part of the absolute value if that fits into `width` bits; whether the absolute value is below 1;
/// and whether the integer part does not fit (or there is none).
fn truncated(terms: &mut Terms, a: Number, width: u32) -> (Term, Term, Term) {
    let format = a.format;
    let exponent = a.exponent(terms);
    let exponent = Exponent::from_unsigned(terms, exponent);
    let power = exponent.add_constant(terms, -i64::from(format.bias()));
    let at_least_one = power.at_least(terms, 0);
    let is_below_one = terms.not(at_least_one);
    let special = format.special_exponent() - format.bias();
    let is_beyond = power.at_least(terms, width.min(special).into());

    // With its first bit in the highest place the significand stands for 2^(width - 1) and more.
    let hidden = terms.bits(1, 1);
    let fraction = a.fraction(terms);
    let significand = terms.concat(hidden, fraction);
    let aligned = if width <= format.significand {
        terms.extract(significand, format.significand - 1, format.significand - width)
    } else {
        pad_low(terms, significand, width - format.significand)
    };
    let highest = Exponent::constant(terms, i64::from(width) - 1);
    let amount = highest.subtract(terms, power);
    let integer = shift_right(terms, aligned, amount.term, stages(width - 1));
    let zero = terms.constant(Sort::Bits(width), 0);
    let integer = terms.ite(is_below_one, zero, integer);
    (integer, is_below_one, is_beyond)
}

fn negate_if(terms: &mut Terms, a: Term, condition: Term) -> Term {
    let width = terms.width(a);
    let digit = terms.from_bool(condition);
    let flip = terms.sign_extend(digit, width);
    let flipped = terms.bit_xor(a, flip);
    let one = terms.zero_extend(digit, width);
    terms.add(flipped, one)
}
