//! Conversions between formats.

use crate::float::exponent::Exponent;
use crate::float::format::Format;
use crate::float::number::Number;
use crate::float::pack::{quiet_nan, signed};
use crate::float::round::{Unrounded, round};
use crate::float::shift::pad_low;
use crate::{Term, Terms};

/// A conversion to the same format leaves everything as it is, signalling NaNs too.
pub(super) fn convert(terms: &mut Terms, a: Number, to: Format) -> Term {
    if a.format == to {
        return a.bits;
    }
    let magnitude =
        if to.width() > a.format.width() { widen(terms, a, to) } else { narrow(terms, a, to) };
    let is_negative = a.is_negative(terms);
    let number = signed(terms, is_negative, magnitude);

    let payload = a.payload(terms);
    let (from_width, to_width) = (a.format.fraction() - 1, to.fraction() - 1);
    let payload = if to_width > from_width {
        pad_low(terms, payload, to_width - from_width)
    } else {
        terms.extract(payload, from_width - 1, from_width - to_width)
    };
    let nan = quiet_nan(terms, to, is_negative, payload);
    let is_nan = a.is_nan(terms);
    terms.ite(is_nan, nan, number)
}

/// To a format that has room for every number of this one as a normal number.
fn widen(terms: &mut Terms, a: Number, to: Format) -> Term {
    let from = a.format;
    let x = a.normalised(terms);
    let exponent = x.exponent.add_constant(terms, bias_difference(to, from));
    debug_assert!(exponent.min >= 1, "{from:?} should fit into the normal numbers of {to:?}");
    let exact = Unrounded { exponent, significand: x.significand, sticky: Term::FALSE };
    let magnitude = round(terms, to, exact).magnitude;
    let is_infinite = a.is_infinite(terms);
    let infinity = terms.bits(to.width() - 1, to.infinity());
    terms.ite(is_infinite, infinity, magnitude)
}

/// To a format so small that subnormal numbers of this one round to zero. Taken with a hidden bit they still do, and
/// an infinity, taken as a power of two, is beyond the largest number.
fn narrow(terms: &mut Terms, a: Number, to: Format) -> Term {
    let from = a.format;
    debug_assert!(
        bias_difference(from, to) >= to.significand.into(),
        "subnormal numbers of {from:?} should be zeros in {to:?}"
    );
    let exponent = a.exponent(terms);
    let exponent = Exponent::from_unsigned(terms, exponent);
    let exponent = exponent.add_constant(terms, bias_difference(to, from));
    let hidden = terms.bits(1, 1);
    let fraction = a.fraction(terms);
    let significand = terms.concat(hidden, fraction);
    let exact = Unrounded { exponent, significand, sticky: Term::FALSE };
    round(terms, to, exact).or_infinity(terms, to)
}

fn bias_difference(a: Format, b: Format) -> i64 {
    i64::from(a.bias()) - i64::from(b.bias())
}
