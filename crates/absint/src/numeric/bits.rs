//! Between which ends do the bitwise operations of two intervals lie?
//!
//! Operands are split by sign: within one sign, two's complement numbers are ordered as their digits are. For bounded
//! operands the ends are then exact; they are found from the highest digit down, by the question whether one operand can
//! be moved inside its interval so that a digit of the result gets better (Warren, *Hacker's Delight*, "Propagating
//! bounds through logical operations"). Operands with an open end get bounds from their other ends only.

use super::interval::{Interval, join_options};

/// Digits of the numbers between two ends of the same sign.
#[derive(Clone, Copy)]
struct Digits {
    low: u128,
    high: u128,
}

impl Digits {
    fn of(interval: Interval) -> Digits {
        Digits { low: interval.low.cast_unsigned(), high: interval.high.cast_unsigned() }
    }

    fn not(self) -> Digits {
        Digits { low: !self.high, high: !self.low }
    }
}

pub(super) fn and(one: Interval, two: Interval) -> Interval {
    for_each_sign(one, two, |a, b| {
        if a.is_bounded() && b.is_bounded() {
            let (a, b) = (Digits::of(a), Digits::of(b));
            return between(!greatest_or(a.not(), b.not()), !least_or(a.not(), b.not()));
        }
        match (a.low >= 0, b.low >= 0) {
            (true, true) => Interval::new(0, a.high.min(b.high)),
            (true, false) => Interval::new(0, a.high),
            (false, true) => Interval::new(0, b.high),
            (false, false) => Interval::new(!all_digits(!a.low.min(b.low)), a.high.min(b.high)),
        }
    })
}

pub(super) fn xor(one: Interval, two: Interval) -> Interval {
    for_each_sign(one, two, |a, b| {
        if a.is_bounded() && b.is_bounded() {
            let (a, b) = (Digits::of(a), Digits::of(b));
            return between(least_xor(a, b), greatest_xor(a, b));
        }
        let magnitude = |part: Interval| if part.low >= 0 { part.high } else { !part.low };
        let most = all_digits(magnitude(a).max(magnitude(b)));
        if (a.low >= 0) == (b.low >= 0) { Interval::new(0, most) } else { Interval::new(!most, -1) }
    })
}

fn for_each_sign(
    one: Interval,
    two: Interval,
    operation: impl Fn(Interval, Interval) -> Interval,
) -> Interval {
    let ((one_negative, one_other), (two_negative, two_other)) = (one.by_sign(), two.by_sign());
    let mut result = None;
    for a in [one_negative, one_other].into_iter().flatten() {
        for b in [two_negative, two_other].into_iter().flatten() {
            result = join_options(result, Some(operation(a, b)));
        }
    }
    result.unwrap_or(Interval::TOP)
}

fn between(low: u128, high: u128) -> Interval {
    Interval::new(low.cast_signed(), high.cast_signed())
}

/// The greatest number with as many digits as `value`, which is not negative.
fn all_digits(value: i128) -> i128 {
    if value == 0 { 0 } else { i128::MAX >> (value.leading_zeros() - 1) }
}

/// Single digits, from the highest that one of the numbers has down.
fn digits_down(numbers: u128) -> impl Iterator<Item = u128> {
    (0..u128::BITS - numbers.leading_zeros()).rev().map(|place| 1 << place)
}

/// `number` with `digit` set and the lower digits clear: the least number above it with that digit.
fn raised(number: u128, digit: u128) -> u128 {
    (number | digit) & digit.wrapping_neg()
}

/// `number` with `digit` cleared and the lower digits set: the greatest number below it without that digit.
fn lowered(number: u128, digit: u128) -> u128 {
    (number & !digit) | (digit - 1)
}

fn least_or(mut a: Digits, mut b: Digits) -> u128 {
    for digit in digits_down(a.low ^ b.low) {
        // Where only one has the digit, the other may as well, if that clears what it has below.
        let (without, with) = if b.low & digit != 0 { (&mut a, &b) } else { (&mut b, &a) };
        if without.low & digit == 0 && with.low & digit != 0 {
            let raised = raised(without.low, digit);
            if raised <= without.high {
                without.low = raised;
                break;
            }
        }
    }
    a.low | b.low
}

fn greatest_or(mut a: Digits, mut b: Digits) -> u128 {
    for digit in digits_down(a.high & b.high) {
        if a.high & b.high & digit != 0 {
            // One of the two need not have the digit, and can have all below it instead.
            if lowered(a.high, digit) >= a.low {
                a.high = lowered(a.high, digit);
                break;
            }
            if lowered(b.high, digit) >= b.low {
                b.high = lowered(b.high, digit);
                break;
            }
        }
    }
    a.high | b.high
}

fn least_xor(mut a: Digits, mut b: Digits) -> u128 {
    for digit in digits_down(a.low | b.low) {
        let (without, with) = if b.low & digit != 0 { (&mut a, &b) } else { (&mut b, &a) };
        if without.low & digit == 0 && with.low & digit != 0 {
            let raised = raised(without.low, digit);
            if raised <= without.high {
                without.low = raised;
            }
        }
    }
    a.low ^ b.low
}

fn greatest_xor(mut a: Digits, mut b: Digits) -> u128 {
    for digit in digits_down(a.high & b.high) {
        if a.high & b.high & digit != 0 {
            if lowered(a.high, digit) >= a.low {
                a.high = lowered(a.high, digit);
            } else if lowered(b.high, digit) >= b.low {
                b.high = lowered(b.high, digit);
            }
        }
    }
    a.high ^ b.high
}
