//! Comparisons.
//!
//! Numbers of one sign are ordered as their bits are, negative ones the other way round. A negative number's bits are
//! larger than any positive number's. Exceptions: the two zeros are equal, and a NaN compares as false with
//! everything.

use crate::float::number::Number;
use crate::{Term, Terms};

pub(super) fn equal(terms: &mut Terms, a: Number, b: Number) -> Term {
    // With equal magnitudes, what kind of number one of them is decides for both. Most is gained if that is a constant.
    let (known, other) = if terms.value(b.bits).is_some() { (b, a) } else { (a, b) };
    let (known_negative, other_negative) = (known.is_negative(terms), other.is_negative(terms));
    let signs_differ = terms.xor(known_negative, other_negative);
    let signs_agree = terms.not(signs_differ);
    let is_zero = known.is_zero(terms);
    let sign_is_right = terms.or(&[signs_agree, is_zero]);
    let is_nan = known.is_nan(terms);
    let is_number = terms.not(is_nan);
    let (known, other) = (known.magnitude(terms), other.magnitude(terms));
    let same_magnitude = terms.eq(known, other);
    terms.and(&[is_number, sign_is_right, same_magnitude])
}

pub(super) fn less(terms: &mut Terms, a: Number, b: Number) -> Term {
    let (a_negative, b_negative) = (a.is_negative(terms), b.is_negative(terms));
    let b_positive = terms.not(b_negative);
    let bits_less = terms.ult(a.bits, b.bits);
    let positive_case = terms.and(&[bits_less, b_positive]);
    let bits_greater = terms.ult(b.bits, a.bits);
    let zeros = both_zero(terms, a, b);
    let not_zeros = terms.not(zeros);
    let negative_case = terms.and(&[bits_greater, not_zeros]);
    let less = terms.ite(a_negative, negative_case, positive_case);
    if_ordered(terms, a, b, less)
}

pub(super) fn less_or_equal(terms: &mut Terms, a: Number, b: Number) -> Term {
    let (a_negative, b_negative) = (a.is_negative(terms), b.is_negative(terms));
    let b_positive = terms.not(b_negative);
    let bits_at_most = terms.ule(a.bits, b.bits);
    let positive_case = terms.and(&[bits_at_most, b_positive]);
    let zeros = both_zero(terms, a, b);
    let positive_case = terms.or(&[positive_case, zeros]);
    let negative_case = terms.ule(b.bits, a.bits);
    let at_most = terms.ite(a_negative, negative_case, positive_case);
    if_ordered(terms, a, b, at_most)
}

fn both_zero(terms: &mut Terms, a: Number, b: Number) -> Term {
    let (a_is_zero, b_is_zero) = (a.is_zero(terms), b.is_zero(terms));
    terms.and(&[a_is_zero, b_is_zero])
}

fn if_ordered(terms: &mut Terms, a: Number, b: Number, relation: Term) -> Term {
    let (a_is_nan, b_is_nan) = (a.is_nan(terms), b.is_nan(terms));
    let (a_ordered, b_ordered) = (terms.not(a_is_nan), terms.not(b_is_nan));
    terms.and(&[a_ordered, b_ordered, relation])
}
