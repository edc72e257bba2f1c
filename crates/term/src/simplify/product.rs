//! Products, quotients and remainders.
//!
//! Powers of two become shifts; products with a constant are distributed over constant offsets; divisions of extended
//! numbers are done in the narrower width.

use crate::fold::{mask, sign_bit, to_signed};
use crate::simplify::linear::Linear;
use crate::simplify::range;
use crate::{Op, Term, Terms};

pub(super) fn mul(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.width(a) == 1 {
        return Some(terms.bit_and(a, b));
    }
    match terms.value(b) {
        Some(k) => mul_constant(terms, a, k),
        None => {
            mul_flag(terms, a, b).or_else(|| mul_flag(terms, b, a)).or_else(|| mul_neg(terms, a, b))
        }
    }
}

fn mul_constant(terms: &mut Terms, a: Term, k: u128) -> Option<Term> {
    if k == 0 {
        return Some(terms.constant_like(a, 0));
    }
    if k == mask(terms.width(a)) {
        return Some(terms.neg(a));
    }
    if k.is_power_of_two() {
        let by = terms.constant_like(a, k.trailing_zeros().into());
        return Some(terms.shl(a, by));
    }
    if let Some((x, factor)) = terms.match_constant(Op::Mul, a) {
        let factor = terms.constant_like(a, factor.wrapping_mul(k));
        return Some(terms.mul(x, factor));
    }
    let Linear { negative, base, offset } = Linear::of(terms, a);
    if base == a {
        return None;
    }
    let factor = terms.constant_like(a, if negative { k.wrapping_neg() } else { k });
    let offset = terms.constant_like(a, offset.wrapping_mul(k));
    let scaled = terms.mul(base, factor);
    Some(terms.add(scaled, offset))
}

/// `x · ite(c, 1, 0)`
fn mul_flag(terms: &mut Terms, x: Term, flag: Term) -> Option<Term> {
    let zero = terms.constant_like(x, 0);
    match terms.match_constant_ite(flag)? {
        (condition, 1, 0) => Some(terms.ite(condition, x, zero)),
        (condition, 0, 1) => Some(terms.ite(condition, zero, x)),
        _ => None,
    }
}

/// Negations move out of products.
fn mul_neg(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    match (terms.match_unary(Op::Neg, a), terms.match_unary(Op::Neg, b)) {
        (None, None) => None,
        (Some(x), Some(y)) => Some(terms.mul(x, y)),
        (x, y) => {
            let product = terms.mul(x.unwrap_or(a), y.unwrap_or(b));
            Some(terms.neg(product))
        }
    }
}

pub(super) fn udiv(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.is_zero(a) {
        return Some(zero_divided(terms, b));
    }
    if range::unsigned(terms, a).1 < range::unsigned(terms, b).0 {
        return Some(terms.constant_like(a, 0));
    }
    let k = terms.value(b)?;
    if k == 0 {
        return Some(terms.constant_like(a, u128::MAX));
    }
    if k.is_power_of_two() {
        let by = terms.constant_like(a, k.trailing_zeros().into());
        return Some(terms.lshr(a, by));
    }
    // The constant is not larger than the dividend can be, so it fits the narrower width.
    let narrow = terms.match_zero_extend(a)?;
    let divisor = terms.constant_like(narrow, k);
    let quotient = terms.udiv(narrow, divisor);
    Some(terms.zero_extend(quotient, terms.width(a)))
}

/// `0 / x`: all ones for a division by zero, signed as well as unsigned.
fn zero_divided(terms: &mut Terms, x: Term) -> Term {
    let by_zero = terms.eq_constant(x, 0);
    let (ones, zero) = (terms.constant_like(x, u128::MAX), terms.constant_like(x, 0));
    terms.ite(by_zero, ones, zero)
}

pub(super) fn urem(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if a == b || terms.is_zero(a) {
        return Some(terms.constant_like(a, 0));
    }
    if range::unsigned(terms, a).1 < range::unsigned(terms, b).0 || terms.is_zero(b) {
        return Some(a);
    }
    let width = terms.width(a);
    if let Some(k) = terms.value(b)
        && k.is_power_of_two()
    {
        if k == 1 {
            return Some(terms.constant_like(a, 0));
        }
        let low = terms.extract(a, k.trailing_zeros() - 1, 0);
        return Some(terms.zero_extend(low, width));
    }
    let narrow = terms.match_zero_extend(a)?;
    let (x, y) = match terms.value(b) {
        Some(k) => (narrow, terms.constant_like(narrow, k)),
        None => {
            terms.match_zero_extend(b)?;
            terms.match_same_extension(a, b)?
        }
    };
    let remainder = terms.urem(x, y);
    Some(terms.zero_extend(remainder, width))
}

/// The constant in the width of `narrow`, if it is representable there as a signed number.
fn fitting(terms: &mut Terms, narrow: Term, constant: Term) -> Option<Term> {
    let value = to_signed(terms.value(constant)?, terms.width(constant));
    let (least, most) = range::signed_limits(terms.width(narrow));
    (least <= value && value <= most).then(|| terms.constant_like(narrow, value.cast_unsigned()))
}

fn both_not_negative(terms: &Terms, a: Term, b: Term) -> bool {
    range::signed(terms, a).0 >= 0 && range::signed(terms, b).0 >= 0
}

pub(super) fn sdiv(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.is_zero(a) {
        return Some(zero_divided(terms, b));
    }
    let width = terms.width(a);
    match terms.value(b) {
        Some(0) => {
            let sign = terms.constant_like(a, 0);
            let is_negative = terms.slt(a, sign);
            let (one, ones) = (terms.constant_like(a, 1), terms.constant_like(a, u128::MAX));
            return Some(terms.ite(is_negative, one, ones));
        }
        Some(k) if k == mask(width) => return Some(terms.neg(a)),
        Some(1) => return Some(a),
        _ => {}
    }
    // By zero, the quotient of a number that is not negative is all ones either way.
    if both_not_negative(terms, a, b) {
        return Some(terms.udiv(a, b));
    }
    // The divisor is not -1: the narrower quotient does not overflow.
    let narrow = terms.match_sign_extend(a)?;
    let divisor = fitting(terms, narrow, b)?;
    let quotient = terms.sdiv(narrow, divisor);
    Some(terms.sign_extend(quotient, width))
}

pub(super) fn srem(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let width = terms.width(a);
    let is_unit = matches!(terms.value(b), Some(k) if k == 1 || k == mask(width));
    if a == b || terms.is_zero(a) || is_unit {
        return Some(terms.constant_like(a, 0));
    }
    if terms.is_zero(b) {
        return Some(a);
    }
    if both_not_negative(terms, a, b) {
        return Some(terms.urem(a, b));
    }
    // The sign of the divisor does not matter.
    if let Some(k) = terms.value(b)
        && to_signed(k, width) < 0
        && k != sign_bit(width)
    {
        let divisor = terms.constant_like(b, k.wrapping_neg());
        return Some(terms.srem(a, divisor));
    }
    let narrow = terms.match_sign_extend(a)?;
    let (x, y) = match terms.value(b) {
        Some(_) => (narrow, fitting(terms, narrow, b)?),
        None => {
            terms.match_sign_extend(b)?;
            terms.match_same_extension(a, b)?
        }
    };
    let remainder = terms.srem(x, y);
    Some(terms.sign_extend(remainder, width))
}
