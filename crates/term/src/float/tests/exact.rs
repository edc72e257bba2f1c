//! Exact arithmetic on the numbers of a small format.
//!
//! Every finite number is a multiple of the smallest positive one, its unit. Rounding tries all numbers of the format
//! and takes the nearest.

use std::cmp::Ordering;

use crate::Op;
use crate::float::format::Format;

/// An exact value in units: numerator and positive denominator.
type Fraction = (i128, i128);

/// The absolute value of a finite number in units. Infinity counts as the power of two that follows the largest number:
/// what is nearer to that than to the largest number overflows.
fn units(format: Format, magnitude: u128) -> i128 {
    let exponent = magnitude >> format.fraction();
    let fraction = (magnitude & ((1 << format.fraction()) - 1)) as i128;
    if exponent == 0 { fraction } else { (fraction | 1 << format.fraction()) << (exponent - 1) }
}

/// The logarithm of the number of units in 1.
fn log_units_in_one(format: Format) -> u32 {
    format.bias() - 1 + format.fraction()
}

fn magnitude(format: Format, bits: u128) -> u128 {
    bits & (format.sign_bit() - 1)
}

fn is_negative(format: Format, bits: u128) -> bool {
    bits & format.sign_bit() != 0
}

fn signed_units(format: Format, bits: u128) -> i128 {
    let units = units(format, magnitude(format, bits));
    if is_negative(format, bits) { -units } else { units }
}

/// The magnitude nearest to a fraction that is not negative, the even one of two.
fn nearest(format: Format, (numerator, denominator): Fraction) -> u128 {
    let distance = |magnitude: u128| (units(format, magnitude) * denominator - numerator).abs();
    let order = |a: &u128, b: &u128| distance(*a).cmp(&distance(*b)).then((a & 1).cmp(&(b & 1)));
    (0..=format.infinity()).min_by(order).expect("there are numbers")
}

fn round(format: Format, negative: bool, value: Fraction) -> u128 {
    nearest(format, value) | if negative { format.sign_bit() } else { 0 }
}

/// The sum, difference, product or quotient.
pub(super) fn arithmetic(format: Format, op: Op, a: u128, b: u128) -> u128 {
    for operand in [a, b] {
        if format.is_nan(operand) {
            return operand | format.quiet_bit();
        }
    }
    let b = if op == Op::FSub { b ^ format.sign_bit() } else { b };
    let product_negative = is_negative(format, a) != is_negative(format, b);
    let product_sign = if product_negative { format.sign_bit() } else { 0 };
    let infinite = |bits| magnitude(format, bits) == format.infinity();
    let zero = |bits| magnitude(format, bits) == 0;
    let (x, y) = (signed_units(format, a), signed_units(format, b));
    let one = 1 << log_units_in_one(format);
    match op {
        Op::FAdd | Op::FSub => match (infinite(a), infinite(b)) {
            (true, true) if product_negative => format.default_nan(),
            (true, _) => a,
            (_, true) => b,
            _ => match (x + y).cmp(&0) {
                Ordering::Equal => a & b & format.sign_bit(),
                order => round(format, order.is_lt(), ((x + y).abs(), 1)),
            },
        },
        Op::FMul => match (infinite(a) || infinite(b), zero(a) || zero(b)) {
            (true, true) => format.default_nan(),
            (true, false) => format.infinity() | product_sign,
            _ => round(format, product_negative, ((x * y).abs(), one)),
        },
        _ => match (infinite(a) || zero(b), infinite(b) || zero(a)) {
            (true, true) => format.default_nan(),
            (true, false) => format.infinity() | product_sign,
            (false, true) => product_sign,
            _ => round(format, product_negative, (x.abs() * one, y.abs())),
        },
    }
}

pub(super) fn compare(format: Format, op: Op, a: u128, b: u128) -> bool {
    if format.is_nan(a) || format.is_nan(b) {
        return false;
    }
    let (x, y) = (signed_units(format, a), signed_units(format, b));
    match op {
        Op::FEq => x == y,
        Op::FLt => x < y,
        _ => x <= y,
    }
}

pub(super) fn convert(from: Format, to: Format, a: u128) -> u128 {
    let sign = if is_negative(from, a) { to.sign_bit() } else { 0 };
    if from.is_nan(a) {
        let payload = a & (from.quiet_bit() - 1);
        let payload = payload << to.fraction() >> from.fraction();
        return sign | to.infinity() | to.quiet_bit() | payload;
    }
    if magnitude(from, a) == from.infinity() {
        return sign | to.infinity();
    }
    let numerator = units(from, magnitude(from, a)) << log_units_in_one(to);
    sign | nearest(to, (numerator, 1 << log_units_in_one(from)))
}

pub(super) fn from_integer(to: Format, value: i128) -> u128 {
    round(to, value < 0, (value.abs() << log_units_in_one(to), 1))
}

/// To an integer of `width` bits.
pub(super) fn to_integer(from: Format, a: u128, signed: bool, width: u32) -> u128 {
    let truncated = signed_units(from, a) / (1 << log_units_in_one(from));
    let is_number = magnitude(from, a) < from.infinity();
    let range = if signed { -(1 << (width - 1))..1 << (width - 1) } else { 0..1i128 << width };
    if is_number && range.contains(&truncated) {
        truncated as u128 & ((1 << width) - 1)
    } else {
        1 << (width - 1)
    }
}
