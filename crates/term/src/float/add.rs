//! Addition and subtraction.
//!
//! The operand of smaller absolute value is shifted right until the exponents agree, then added or subtracted. Three
//! bits below the significand are enough for a correctly rounded result: two of them are exact, the third is
//! set if any bit below is. When the difference has lost more than one leading bit then the exponents
//! differed by at most one and nothing was shifted out beyond the first of them, so the result is exact.
//!
//! Subnormal operands need no normalising, and a subnormal result no rounding.

use crate::float::number::Number;
use crate::float::pack::{Outcome, pack};
use crate::float::round::{Rounded, round_up};
use crate::float::shift::{bit, is_zero, normalise_within, pad_low, shift_right_sticky};
use crate::{Term, Terms};

/// Bits below the significand: guard, round and sticky.
const EXTRA: u32 = 3;

pub(super) fn add(terms: &mut Terms, a: Number, b: Number) -> Term {
    add_or_subtract(terms, a, b, false)
}

/// The sum with `b` of the opposite sign, except as a NaN.
pub(super) fn subtract(terms: &mut Terms, a: Number, b: Number) -> Term {
    add_or_subtract(terms, a, b, true)
}

fn add_or_subtract(terms: &mut Terms, a: Number, b: Number, subtracts: bool) -> Term {
    // Only signs and NaNs depend on the order of the operands. Absolute values are added in one order, so that
    // `a + b` and `b + a`, or `a - b` and `b - a`, have everything else in common.
    let is_ordered = a.bits <= b.bits;
    let (first, second) = if is_ordered { (a, b) } else { (b, a) };
    let (first_negative, second_negative) = (first.is_negative(terms), second.is_negative(terms));
    let signs_differ = terms.xor(first_negative, second_negative);
    let cancels = if subtracts { terms.not(signs_differ) } else { signs_differ };
    let swap = {
        let (first, second) = (first.magnitude(terms), second.magnitude(terms));
        terms.ult(first, second)
    };
    let (sum, exponent) = aligned_sum(terms, first, second, swap, cancels);
    let rounded = normalise_and_round(terms, a, sum, exponent);

    let (a_negative, b_negative) = (a.is_negative(terms), b.is_negative(terms));
    let b_negative = if subtracts { terms.not(b_negative) } else { b_negative };
    let a_is_smaller = if is_ordered { swap } else { terms.not(swap) };
    let larger_negative = terms.ite(a_is_smaller, b_negative, a_negative);
    let cancelled = is_zero(terms, sum);
    let cancelled = terms.and(&[cancels, cancelled]);
    let not_cancelled = terms.not(cancelled);
    let is_negative = terms.and(&[larger_negative, not_cancelled]);

    let (a_infinite, b_infinite) = (a.is_infinite(terms), b.is_infinite(terms));
    let is_infinite = terms.or(&[a_infinite, b_infinite, rounded.overflows]);
    let is_invalid = terms.and(&[a_infinite, b_infinite, cancels]);
    let magnitude = rounded.magnitude;
    pack(terms, a, b, Outcome { is_negative, magnitude, is_infinite, is_invalid })
}

/// The sum or, if `cancels`, the difference of the significands, with a bit for the carry above and [`EXTRA`]
/// bits below; and the biased exponent of the larger operand.
fn aligned_sum(
    terms: &mut Terms,
    first: Number,
    second: Number,
    swap: Term,
    cancels: Term,
) -> (Term, Term) {
    let width = first.format.significand + EXTRA + 1;
    let (first_exponent, second_exponent) =
        (first.effective_exponent(terms), second.effective_exponent(terms));
    let large_exponent = terms.ite(swap, second_exponent, first_exponent);
    let small_exponent = terms.ite(swap, first_exponent, second_exponent);
    let (first, second) = (first.significand(terms), second.significand(terms));
    let large = terms.ite(swap, second, first);
    let small = terms.ite(swap, first, second);

    let distance = terms.sub(large_exponent, small_exponent);
    let small = pad_low(terms, small, EXTRA - 1);
    let (small, sticky) = shift_right_sticky(terms, small, distance, Term::FALSE);
    let sticky = terms.from_bool(sticky);
    let small = terms.concat(small, sticky);
    let small = terms.zero_extend(small, width);
    let large = pad_low(terms, large, EXTRA);
    let large = terms.zero_extend(large, width);

    // `large - small` is `large + !small + 1`. One more bit below both takes care of the one: it adds 1 and `cancels`.
    let cancels = terms.from_bool(cancels);
    let flip = terms.sign_extend(cancels, width);
    let small = terms.bit_xor(small, flip);
    let one = terms.bits(1, 1);
    let large = terms.concat(large, one);
    let small = terms.concat(small, cancels);
    let sum = terms.add(large, small);
    (terms.extract(sum, width, 1), large_exponent)
}

/// The sum as a number. Infinite operands are left to the caller.
fn normalise_and_round(terms: &mut Terms, a: Number, sum: Term, exponent: Term) -> Rounded {
    let format = a.format;
    // The highest bit stands for twice the exponent's power, hence one is added to the exponent in the end; a sum
    // that does not reach it even so is subnormal or zero.
    let most = format.significand + 1;
    let (sum, rest) = normalise_within(terms, sum, exponent, most);
    let significand = terms.extract(sum, format.significand + EXTRA, EXTRA + 1);
    let guard = bit(terms, sum, EXTRA);
    let below = terms.extract(sum, EXTRA - 1, 0);
    let sticky = terms.is_nonzero(below);
    let one = terms.bits(format.exponent, 1);
    let field = terms.add(rest, one);
    let no_exponent = terms.bits(format.exponent, 0);
    let is_normal = bit(terms, significand, format.significand - 1);
    let field = terms.ite(is_normal, field, no_exponent);
    let magnitude = round_up(terms, format, field, significand, guard, sticky);
    let special = terms.bits(format.exponent, format.special_exponent().into());
    Rounded { magnitude, overflows: terms.eq(field, special) }
}
