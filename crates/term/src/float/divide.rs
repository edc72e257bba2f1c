//! Division.
//!
//! Restoring long division of the significands, one bit of the quotient per step. The quotient of two normalised
//! significands lies between 1/2 and 2; doubling the dividend where it is the smaller makes that 1 to 2. Then
//! the first bit is known, and as many steps as the significand has bits give the others and the guard. What
//! remains decides the sticky bit.

use crate::float::exponent::Exponent;
use crate::float::number::{Normalised, Number};
use crate::float::pack::{Outcome, pack};
use crate::float::round::{Unrounded, round};
use crate::float::shift::{bit, join, pad_low};
use crate::{Term, Terms};

pub(super) fn divide(terms: &mut Terms, a: Number, b: Number) -> Term {
    let format = a.format;
    let (a_negative, b_negative) = (a.is_negative(terms), b.is_negative(terms));
    let is_negative = terms.xor(a_negative, b_negative);
    let (a_infinite, b_infinite) = (a.is_infinite(terms), b.is_infinite(terms));
    let (a_zero, b_zero) = (a.is_zero(terms), b.is_zero(terms));

    let exact = exact_quotient(terms, a, b);
    let rounded = round(terms, format, exact);
    let vanishes = terms.or(&[a_zero, b_infinite]);
    let zero = terms.bits(format.width() - 1, 0);
    let magnitude = terms.ite(vanishes, zero, rounded.magnitude);

    // A quotient that vanishes has too small an exponent to overflow.
    let unbounded = terms.or(&[a_infinite, b_zero]);
    let is_infinite = terms.or(&[unbounded, rounded.overflows]);
    let is_invalid = terms.and(&[vanishes, unbounded]);
    pack(terms, a, b, Outcome { is_negative, magnitude, is_infinite, is_invalid })
}

/// The quotient of two numbers of which neither is zero nor infinite.
fn exact_quotient(terms: &mut Terms, a: Number, b: Number) -> Unrounded {
    let format = a.format;
    let (x, y) = (a.normalised(terms), b.normalised(terms));
    let exponent = x.exponent.subtract(terms, y.exponent);
    let exponent = exponent.add_constant(terms, format.bias().into());
    if y.is_power_of_two(terms) {
        return Unrounded { exponent, significand: x.significand, sticky: Term::FALSE };
    }
    let is_smaller = terms.ult(x.significand, y.significand);
    let borrow = Exponent::from_bool(terms, is_smaller);
    let exponent = exponent.subtract(terms, borrow);
    let (significand, sticky) = long_division(terms, x, y, is_smaller, format.significand);
    Unrounded { exponent, significand, sticky }
}

/// The first `steps` + 1 bits of the quotient and whether more would follow.
fn long_division(
    terms: &mut Terms,
    x: Normalised,
    y: Normalised,
    is_smaller: Term,
    steps: u32,
) -> (Term, Term) {
    let width = terms.width(x.significand);
    let divisor = terms.zero_extend(y.significand, width + 1);
    let doubled = pad_low(terms, x.significand, 1);
    let single = terms.zero_extend(x.significand, width + 1);
    let dividend = terms.ite(is_smaller, doubled, single);
    let remainder = terms.sub(dividend, divisor);
    // The remainder is below the divisor, which takes `width` bits.
    let mut remainder = terms.extract(remainder, width - 1, 0);
    let mut digits = vec![terms.bits(1, 1)];
    for _ in 0..steps {
        let doubled = pad_low(terms, remainder, 1);
        let difference = terms.sub(doubled, divisor);
        // Both lie below twice the divisor: the highest bit of the difference is its sign.
        let sign = terms.extract(difference, width, width);
        digits.push(terms.bit_not(sign));
        let too_large = bit(terms, difference, width);
        let difference = terms.extract(difference, width - 1, 0);
        let doubled = terms.extract(doubled, width - 1, 0);
        remainder = terms.ite(too_large, doubled, difference);
    }
    (join(terms, &digits), terms.is_nonzero(remainder))
}
