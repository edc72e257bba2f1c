//! Shifters that take part in rounding and normalising.
//!
//! All are barrel shifters: stage `i` moves by `2^i` or not at all.

use crate::float::exponent::Exponent;
use crate::{Term, Terms};

/// Bit `index` as a Boolean.
pub(super) fn bit(terms: &mut Terms, bits: Term, index: u32) -> Term {
    let bit = terms.extract(bits, index, index);
    terms.is_nonzero(bit)
}

pub(super) fn is_zero(terms: &mut Terms, bits: Term) -> Term {
    let zero = terms.bits(terms.width(bits), 0);
    terms.eq(bits, zero)
}

/// Adds zeros below.
pub(super) fn pad_low(terms: &mut Terms, bits: Term, by: u32) -> Term {
    if by == 0 {
        return bits;
    }
    let zeros = terms.bits(by, 0);
    terms.concat(bits, zeros)
}

/// All parts in one bit-vector, the first one in the highest bits.
pub(super) fn join(terms: &mut Terms, parts: &[Term]) -> Term {
    let joined = parts.iter().rev().copied().reduce(|low, high| terms.concat(high, low));
    joined.expect("there should be something to join")
}

/// Stages of a shifter by any amount up to `amount`.
pub(super) fn stages(amount: u32) -> u32 {
    32 - amount.leading_zeros()
}

/// The value shifted right by `2^stage`.
fn moved_down(terms: &mut Terms, value: Term, stage: u32) -> Term {
    let width = terms.width(value);
    let by = 1 << stage;
    if by >= width {
        return terms.bits(width, 0);
    }
    let kept = terms.extract(value, width - 1, by);
    terms.zero_extend(kept, width)
}

/// Shifts right by an unsigned amount that is below `2^stages`; higher bits of the amount are ignored.
pub(super) fn shift_right(terms: &mut Terms, value: Term, amount: Term, stages: u32) -> Term {
    let mut value = value;
    for stage in 0..stages.min(terms.width(amount)) {
        let moves = bit(terms, amount, stage);
        let moved = moved_down(terms, value, stage);
        value = terms.ite(moves, moved, value);
    }
    value
}

/// Shifts right by an unsigned amount, however large, and tells whether a bit that was set got lost, or `lost` holds.
pub(super) fn shift_right_sticky(
    terms: &mut Terms,
    value: Term,
    amount: Term,
    lost: Term,
) -> (Term, Term) {
    let width = terms.width(value);
    let amount_width = terms.width(amount);
    let stages = stages(width).min(amount_width);
    // With all stages on, every bit leaves: that is what larger amounts do.
    let saturated = if stages < amount_width {
        let rest = terms.extract(amount, amount_width - 1, stages);
        terms.is_nonzero(rest)
    } else {
        Term::FALSE
    };
    let (mut value, mut lost) = (value, lost);
    for stage in 0..stages {
        let chosen = bit(terms, amount, stage);
        let moves = terms.or(&[chosen, saturated]);
        let leaving = terms.extract(value, (1u32 << stage).min(width) - 1, 0);
        let leaving = terms.is_nonzero(leaving);
        let newly_lost = terms.and(&[moves, leaving]);
        lost = terms.or(&[lost, newly_lost]);
        let moved = moved_down(terms, value, stage);
        value = terms.ite(moves, moved, value);
    }
    (value, lost)
}

/// The value shifted left by `2^stage` when `moves` holds.
fn move_up(terms: &mut Terms, value: Term, stage: u32, moves: Term) -> Term {
    let width = terms.width(value);
    let kept = terms.extract(value, width - 1 - (1 << stage), 0);
    let moved = pad_low(terms, kept, 1 << stage);
    terms.ite(moves, moved, value)
}

/// Are the highest `2^stage` bits zeros?
fn starts_with_zeros(terms: &mut Terms, value: Term, stage: u32) -> Term {
    let width = terms.width(value);
    let start = terms.extract(value, width - 1, width - (1 << stage));
    is_zero(terms, start)
}

/// Shifts left until the highest bit is set and tells by how much. Zero stays zero; its shift means nothing.
pub(super) fn normalise(terms: &mut Terms, value: Term) -> (Term, Exponent) {
    let mut value = value;
    let mut digits = Vec::new();
    for stage in (0..stages(terms.width(value) - 1)).rev() {
        let moves = starts_with_zeros(terms, value, stage);
        value = move_up(terms, value, stage, moves);
        digits.push(terms.from_bool(moves));
    }
    if digits.is_empty() {
        return (value, Exponent::constant(terms, 0));
    }
    let count = join(terms, &digits);
    (value, Exponent::from_unsigned(terms, count))
}

/// Shifts left until the highest bit is set, but by no more than the unsigned `limit` and `most`. Gives also what
/// is left of the limit.
///
/// A stage looks at both the leading zeros and the limit: when the smaller of them has the stage's bit, and the
/// larger stages have taken away what is above, both are at least `2^stage`.
pub(super) fn normalise_within(
    terms: &mut Terms,
    value: Term,
    limit: Term,
    most: u32,
) -> (Term, Term) {
    let limit_width = terms.width(limit);
    let (mut value, mut limit) = (value, limit);
    for stage in (0..stages(most).min(limit_width)).rev() {
        let zeros = starts_with_zeros(terms, value, stage);
        let high = terms.extract(limit, limit_width - 1, stage);
        let allowed = terms.is_nonzero(high);
        let moves = terms.and(&[zeros, allowed]);
        value = move_up(terms, value, stage, moves);
        let digit = terms.from_bool(moves);
        let digit = terms.zero_extend(digit, limit_width - stage);
        let high = terms.sub(high, digit);
        limit = if stage == 0 {
            high
        } else {
            let low = terms.extract(limit, stage - 1, 0);
            terms.concat(high, low)
        };
    }
    (value, limit)
}
