//! Multiplication.
//!
//! The product of two normalised significands lies between 1 and 4: at most one step normalises it again.

use crate::float::exponent::Exponent;
use crate::float::number::Number;
use crate::float::pack::{Outcome, pack};
use crate::float::round::{Unrounded, round};
use crate::float::shift::bit;
use crate::{Term, Terms};

pub(super) fn multiply(terms: &mut Terms, a: Number, b: Number) -> Term {
    let (a_negative, b_negative) = (a.is_negative(terms), b.is_negative(terms));
    let is_negative = terms.xor(a_negative, b_negative);

    // A zero has the significand zero: so has its product with any number.
    let exact = exact_product(terms, a, b);
    let rounded = round(terms, a.format, exact);

    let (a_infinite, b_infinite) = (a.is_infinite(terms), b.is_infinite(terms));
    let (a_zero, b_zero) = (a.is_zero(terms), b.is_zero(terms));
    let some_infinite = terms.or(&[a_infinite, b_infinite]);
    let some_zero = terms.or(&[a_zero, b_zero]);
    let is_infinite = terms.or(&[some_infinite, rounded.overflows]);
    let is_invalid = terms.and(&[some_infinite, some_zero]);
    let magnitude = rounded.magnitude;
    pack(terms, a, b, Outcome { is_negative, magnitude, is_infinite, is_invalid })
}

fn exact_product(terms: &mut Terms, a: Number, b: Number) -> Unrounded {
    // One order of the operands for `a * b` and `b * a`: they have everything in common but NaNs.
    let (a, b) = if a.bits <= b.bits { (a, b) } else { (b, a) };
    let format = a.format;
    let (x, y) = (a.normalised(terms), b.normalised(terms));
    let exponent = x.exponent.add(terms, y.exponent);
    let exponent = exponent.add_constant(terms, -i64::from(format.bias()));
    for (one, other) in [(x, y), (y, x)] {
        if one.is_power_of_two(terms) {
            return Unrounded { exponent, significand: other.significand, sticky: Term::FALSE };
        }
    }

    let width = 2 * format.significand;
    let x = terms.zero_extend(x.significand, width);
    let y = terms.zero_extend(y.significand, width);
    let product = terms.mul(x, y);
    // From 2 on the highest bit is set, below 2 the next one.
    let from_two = bit(terms, product, width - 1);
    let carry = Exponent::from_bool(terms, from_two);
    let exponent = exponent.add(terms, carry);
    let high = terms.extract(product, width - 1, format.significand - 1);
    let low = terms.extract(product, width - 2, format.significand - 2);
    let significand = terms.ite(from_two, high, low);
    let below_high = terms.extract(product, format.significand - 2, 0);
    let below_low = terms.extract(product, format.significand - 3, 0);
    let below_high = terms.is_nonzero(below_high);
    let below_low = terms.is_nonzero(below_low);
    let sticky = terms.ite(from_two, below_high, below_low);
    Unrounded { exponent, significand, sticky }
}
