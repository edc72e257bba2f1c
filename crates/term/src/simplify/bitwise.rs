//! Operations on each bit.
//!
//! Constants are merged and, like complements in `BitXor`, kept outermost; masks of adjacent bits become extractions;
//! operands with common extensions are combined before they are extended.

use crate::fold::mask;
use crate::op::byte;
use crate::{Op, Term, Terms};

pub(super) fn and(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(a);
    }
    match terms.value(b) {
        Some(0) => return Some(b),
        Some(k) if k == mask(terms.width(b)) => return Some(a),
        Some(k) => {
            if let Some(kept) = keep_adjacent(terms, a, k) {
                return Some(kept);
            }
        }
        None if are_complements(terms, a, b) => return Some(terms.constant_like(a, 0)),
        None => {}
    }
    lattice(terms, Op::BitAnd, Op::BitOr, a, b).or_else(|| shared(terms, Op::BitAnd, a, b))
}

pub(super) fn or(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(a);
    }
    match terms.value(b) {
        Some(0) => return Some(a),
        Some(k) if k == mask(terms.width(b)) => return Some(b),
        None if are_complements(terms, a, b) => return Some(terms.constant_like(a, u128::MAX)),
        _ => {}
    }
    lattice(terms, Op::BitOr, Op::BitAnd, a, b).or_else(|| shared(terms, Op::BitOr, a, b))
}

pub(super) fn xor(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(terms.constant_like(a, 0));
    }
    if terms.is_zero(b) {
        return Some(a);
    }
    if terms.is_ones(b) {
        return Some(terms.bit_not(a));
    }
    for (p, q) in [(a, b), (b, a)] {
        if let Some(x) = terms.match_unary(Op::BitNot, p) {
            let rest = terms.bit_xor(x, q);
            return Some(terms.bit_not(rest));
        }
        if let Some((x, y)) = terms.match_binary(Op::BitXor, p) {
            if x == q {
                return Some(y);
            }
            if y == q {
                return Some(x);
            }
            if terms.value(y).is_some() {
                let rest = terms.bit_xor(x, q);
                return Some(terms.bit_xor(rest, y));
            }
        }
    }
    shared(terms, Op::BitXor, a, b)
}

fn are_complements(terms: &Terms, a: Term, b: Term) -> bool {
    terms.match_unary(Op::BitNot, a) == Some(b) || terms.match_unary(Op::BitNot, b) == Some(a)
}

/// `x & k` where the set bits of `k` are adjacent.
fn keep_adjacent(terms: &mut Terms, x: Term, k: u128) -> Option<Term> {
    let low = k.trailing_zeros();
    let high = 127 - k.leading_zeros();
    if k >> low != mask(high - low + 1) {
        return None;
    }
    let width = terms.width(x);
    let mut kept = terms.extract(x, high, low);
    if low > 0 {
        let zeros = terms.bits(low, 0);
        kept = terms.concat(kept, zeros);
    }
    Some(terms.zero_extend(kept, width))
}

/// `(x & k) & l`, `x & (x & y)`, `x & (x | y)` and their duals.
fn lattice(terms: &mut Terms, op: Op, dual: Op, a: Term, b: Term) -> Option<Term> {
    for (p, q) in [(a, b), (b, a)] {
        if let Some((x, y)) = terms.match_binary(op, p) {
            if x == q || y == q {
                return Some(p);
            }
            if terms.value(y).is_some() && terms.value(q).is_some() {
                let merged = terms.apply(op, &[y, q]);
                return Some(terms.apply(op, &[x, merged]));
            }
        }
        if let Some((x, y)) = terms.match_binary(dual, p)
            && (x == q || y == q)
        {
            return Some(q);
        }
    }
    None
}

/// Rules that are alike for all three operations.
fn shared(terms: &mut Terms, op: Op, a: Term, b: Term) -> Option<Term> {
    if let Some(k) = terms.value(b) {
        return split_constant(terms, op, a, k);
    }
    if op != Op::BitAnd
        && let Some(joined) = terms.join_disjoint(a, b).or_else(|| terms.join_disjoint(b, a))
    {
        return Some(joined);
    }
    if let Some((x, y)) = terms.match_same_extension(a, b) {
        let narrow = terms.apply(op, &[x, y]);
        let wide =
            if terms.match_zero_extend(a).is_some() { Op::ZeroExtend } else { Op::SignExtend };
        return Some(terms.apply(wide(byte(terms.width(a))), &[narrow]));
    }
    combine_flags(terms, op, a, b)
}

/// A constant that is all zeros or all ones in a part of a concatenation needs the operation in the other part only.
fn split_constant(terms: &mut Terms, op: Op, a: Term, k: u128) -> Option<Term> {
    let (high, low) = terms.match_parts(a)?;
    let (high_width, low_width) = (terms.width(high), terms.width(low));
    let (high_k, low_k) = (k >> low_width, k & mask(low_width));
    let is_trivial = |k: u128, width: u32| k == 0 || k == mask(width);
    if terms.value(high).is_none()
        && !is_trivial(high_k, high_width)
        && !is_trivial(low_k, low_width)
    {
        return None;
    }
    let high_k = terms.bits(high_width, high_k);
    let low_k = terms.bits(low_width, low_k);
    let high = terms.apply(op, &[high, high_k]);
    let low = terms.apply(op, &[low, low_k]);
    Some(terms.concat(high, low))
}

/// `ite(c, k, 0) & ite(d, k, 0)` is `ite(c ∧ d, k, 0)`; likewise for the other operations.
fn combine_flags(terms: &mut Terms, op: Op, a: Term, b: Term) -> Option<Term> {
    let (a_flag, b_flag) = (terms.match_constant_ite(a)?, terms.match_constant_ite(b)?);
    let set_value = |flag: (Term, u128, u128)| match flag {
        (_, 0, k) | (_, k, 0) => Some(k),
        _ => None,
    };
    let value = set_value(a_flag)?;
    if set_value(b_flag)? != value {
        return None;
    }
    let mut condition = |flag: (Term, u128, u128)| match flag {
        (condition, 0, _) => terms.not(condition),
        (condition, ..) => condition,
    };
    let conditions = [condition(a_flag), condition(b_flag)];
    let joint = match op {
        Op::BitAnd => terms.and(&conditions),
        Op::BitOr => terms.or(&conditions),
        _ => terms.xor(conditions[0], conditions[1]),
    };
    let (set, zero) = (terms.constant_like(a, value), terms.constant_like(a, 0));
    Some(terms.ite(joint, set, zero))
}
