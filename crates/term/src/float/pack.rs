//! The last step of an operation: numbers, infinities and NaNs.

use crate::float::format::Format;
use crate::float::number::Number;
use crate::{Term, Terms};

/// What an operation on two numbers gives, case by case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) is_negative: Term,
    /// Exponent and fraction of a finite result.
    pub(super) magnitude: Term,
    /// Is the result infinite?
    pub(super) is_infinite: Term,
    /// Has the operation no result though both operands are numbers?
    pub(super) is_invalid: Term,
}

/// The bits of the result: those of a NaN if an operand is one, else by the outcome.
pub(super) fn pack(terms: &mut Terms, a: Number, b: Number, outcome: Outcome) -> Term {
    let format = a.format;
    let infinity = terms.bits(format.width() - 1, format.infinity());
    let magnitude = terms.ite(outcome.is_infinite, infinity, outcome.magnitude);
    let number = signed(terms, outcome.is_negative, magnitude);

    let (a_is_nan, b_is_nan) = (a.is_nan(terms), b.is_nan(terms));
    let is_nan = terms.or(&[a_is_nan, b_is_nan, outcome.is_invalid]);
    let (a_negative, b_negative) = (a.is_negative(terms), b.is_negative(terms));
    let negative = terms.ite(b_is_nan, b_negative, Term::TRUE);
    let negative = terms.ite(a_is_nan, a_negative, negative);
    let (a_payload, b_payload) = (a.payload(terms), b.payload(terms));
    // The operands of an invalid operation are zeros and infinities: these have no fraction, so no payload.
    let payload = terms.ite(a_is_nan, a_payload, b_payload);
    let nan = quiet_nan(terms, format, negative, payload);
    terms.ite(is_nan, nan, number)
}

pub(super) fn signed(terms: &mut Terms, is_negative: Term, magnitude: Term) -> Term {
    let sign = terms.from_bool(is_negative);
    terms.concat(sign, magnitude)
}

pub(super) fn quiet_nan(
    terms: &mut Terms,
    format: Format,
    is_negative: Term,
    payload: Term,
) -> Term {
    let ones = terms.bits(format.exponent + 1, u128::MAX);
    let magnitude = terms.concat(ones, payload);
    signed(terms, is_negative, magnitude)
}
