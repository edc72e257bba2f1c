//! Equality of two terms that are not both constant.
//!
//! Equality with a constant moves through everything that can be undone (sums, complements, products with odd
//! numbers, extensions, rotations) and falls apart along concatenations; of two terms, equal outer parts go.

use crate::fold::{fold, mask, to_signed};
use crate::limits::MAX_ITE_CHAIN;
use crate::simplify::linear::Linear;
use crate::simplify::negation::strip;
use crate::{Op, Sort, Term, Terms};

/// `a = b`; if one is constant, it is `b`.
pub(super) fn eq(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(Term::TRUE);
    }
    match (terms.sort(a), terms.value(b)) {
        (Sort::Bool, Some(value)) => Some(if value == 1 { a } else { terms.not(a) }),
        (Sort::Bool, None) => eq_bool(terms, a, b),
        (Sort::Bits(width), Some(value)) => eq_constant(terms, a, value, width),
        (Sort::Bits(_), None) => eq_ite(terms, a, b)
            .or_else(|| eq_ite(terms, b, a))
            .or_else(|| eq_extended(terms, a, b))
            .or_else(|| eq_concat(terms, a, b))
            .or_else(|| eq_sum(terms, a, b))
            .or_else(|| eq_sum(terms, b, a))
            .or_else(|| eq_linear(terms, a, b)),
    }
}

/// Negations move out; what remains on both sides of `a = (a = b)` goes.
fn eq_bool(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let ((x, x_denied), (y, y_denied)) = (strip(terms, a), strip(terms, b));
    if x_denied || y_denied {
        let equal = terms.eq(x, y);
        return Some(if x_denied == y_denied { equal } else { terms.not(equal) });
    }
    for (p, q) in [(a, b), (b, a)] {
        if let Some((x, y)) = terms.match_binary(Op::Eq, q) {
            if x == p {
                return Some(y);
            }
            if y == p {
                return Some(x);
            }
        }
    }
    None
}

fn eq_constant(terms: &mut Terms, a: Term, value: u128, width: u32) -> Option<Term> {
    if let Some(simpler) = eq_constant_through(terms, a, value, width) {
        return Some(simpler);
    }
    // A single bit is compared with 1 only.
    (width == 1 && value == 0).then(|| {
        let one = terms.eq_constant(a, 1);
        terms.not(one)
    })
}

/// Equality of the operands of `a` with constants instead.
fn eq_constant_through(terms: &mut Terms, a: Term, value: u128, width: u32) -> Option<Term> {
    let node = terms.node(a);
    match (node.op, node.children) {
        (Op::Add | Op::Sub | Op::Neg | Op::BitNot, _) => {
            let Linear { negative, base, offset } = Linear::of(terms, a);
            if base == a {
                let (x, y) = terms.match_binary(Op::Sub, a)?;
                return (value == 0).then(|| terms.eq(x, y));
            }
            let difference = value.wrapping_sub(offset);
            let value = if negative { difference.wrapping_neg() } else { difference };
            Some(terms.eq_constant(base, value))
        }
        (Op::BitXor, &[x, y]) => match terms.value(y) {
            Some(k) => Some(terms.eq_constant(x, value ^ k)),
            None => (value == 0).then(|| terms.eq(x, y)),
        },
        (Op::BitOr, &[x, y]) => {
            if terms.value(y).is_some_and(|k| k & !value != 0) {
                return Some(Term::FALSE);
            }
            (value == 0).then(|| {
                let parts = [terms.eq_constant(x, 0), terms.eq_constant(y, 0)];
                terms.and(&parts)
            })
        }
        (Op::BitAnd, &[_, y]) => {
            let clash = terms.value(y).is_some_and(|k| value & !k != 0);
            clash.then_some(Term::FALSE)
        }
        (Op::Mul, &[x, k]) => {
            let k = terms.value(k)?;
            Some(eq_product(terms, x, k, value, width))
        }
        (Op::SRem, &[x, k]) if value == 0 => {
            let divisor = to_signed(terms.value(k)?, width).unsigned_abs();
            let low = divisor.trailing_zeros();
            if !divisor.is_power_of_two() || low == 0 {
                return None;
            }
            let rest = terms.extract(x, low - 1, 0);
            Some(terms.eq_constant(rest, 0))
        }
        (Op::RotateLeft(by), &[x]) => {
            let value = fold(Op::RotateRight(by), width, &[value])?;
            Some(terms.eq_constant(x, value))
        }
        (Op::ZeroExtend(_) | Op::SignExtend(_), &[x]) => {
            let narrow = value & mask(terms.width(x));
            let narrow_term = terms.constant_like(x, narrow);
            let extended = terms.apply(terms.op(a), &[narrow_term]);
            match terms.value(extended) == Some(value) {
                true => Some(terms.eq(x, narrow_term)),
                false => Some(Term::FALSE),
            }
        }
        (Op::Concat, &[high, low]) => {
            let low_width = terms.width(low);
            let equal_high = terms.eq_constant(high, value >> low_width);
            if equal_high == Term::FALSE {
                return Some(Term::FALSE);
            }
            let equal_low = terms.eq_constant(low, value);
            Some(terms.and(&[equal_high, equal_low]))
        }
        (Op::Ite, &[condition, x, y]) => eq_constant_ite(terms, a, condition, x, y, value),
        _ => None,
    }
}

/// `x · k = value`: with `k = odd · 2^s`, the low bits of `value` must be zeros, and the others determine those of `x`.
fn eq_product(terms: &mut Terms, x: Term, k: u128, value: u128, width: u32) -> Term {
    let shift = k.trailing_zeros();
    if shift >= width {
        return terms.bool(value == 0);
    }
    if value & !(u128::MAX << shift) != 0 {
        return Term::FALSE;
    }
    let quotient = (value >> shift).wrapping_mul(inverse(k >> shift));
    let low = terms.extract(x, width - 1 - shift, 0);
    terms.eq_constant(low, quotient)
}

/// The inverse of an odd number modulo 2^128, by Newton's iteration: each step doubles the correct bits.
fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

/// `ite(c, x, y) = value` where a branch is constant.
fn eq_constant_ite(
    terms: &mut Terms,
    ite: Term,
    condition: Term,
    x: Term,
    y: Term,
    value: u128,
) -> Option<Term> {
    let (condition, known, other) = match (terms.value(x), terms.value(y)) {
        (Some(known), _) => (condition, known, y),
        (None, Some(known)) => (terms.not(condition), known, x),
        (None, None) => return None,
    };
    if constants_in_chain(terms, ite) > MAX_ITE_CHAIN {
        return None;
    }
    let equal = terms.eq_constant(other, value);
    Some(if known == value {
        terms.or(&[condition, equal])
    } else {
        let denied = terms.not(condition);
        terms.and(&[denied, equal])
    })
}

/// How many constants a nest of `ite` with a constant branch each has, counted up to one too many.
fn constants_in_chain(terms: &Terms, ite: Term) -> usize {
    let mut current = ite;
    for count in 0..=MAX_ITE_CHAIN {
        current = match terms.match_ite(current) {
            Some((_, x, y)) if terms.value(x).is_some() => y,
            Some((_, x, y)) if terms.value(y).is_some() => x,
            _ => return count,
        };
    }
    MAX_ITE_CHAIN + 1
}

/// `ite(c, x, y) = b` where `b` is `x` or `y`, or an `ite` that shares branches or the condition.
fn eq_ite(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (condition, x, y) = terms.match_ite(a)?;
    if b == x || b == y {
        let condition = if b == x { condition } else { terms.not(condition) };
        let equal = terms.eq(x, y);
        return Some(terms.or(&[condition, equal]));
    }
    let (other, u, v) = terms.match_ite(b)?;
    let distinct = matches!((terms.value(x), terms.value(y)), (Some(k), Some(l)) if k != l);
    if distinct && (x, y) == (u, v) {
        return Some(terms.eq(condition, other));
    }
    if distinct && (x, y) == (v, u) {
        return Some(terms.xor(condition, other));
    }
    if condition == other && (x == u || y == v) {
        let (settled, rest) = if x == u {
            (condition, terms.eq(y, v))
        } else {
            (terms.not(condition), terms.eq(x, u))
        };
        return Some(terms.or(&[settled, rest]));
    }
    None
}

/// Two extensions of the same kind are compared in the wider of the original widths.
fn eq_extended(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (x, y) = terms.match_same_extension(a, b)?;
    Some(terms.eq(x, y))
}

/// Two concatenations with a part in common, or with constant parts that differ.
fn eq_concat(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (high_a, low_a) = terms.match_binary(Op::Concat, a)?;
    let (high_b, low_b) = terms.match_binary(Op::Concat, b)?;
    if terms.width(low_a) != terms.width(low_b) {
        return None;
    }
    let differ =
        |x: Term, y: Term| matches!((terms.value(x), terms.value(y)), (Some(k), Some(l)) if k != l);
    if differ(high_a, high_b) || differ(low_a, low_b) {
        return Some(Term::FALSE);
    }
    if high_a == high_b {
        return Some(terms.eq(low_a, low_b));
    }
    (low_a == low_b).then(|| terms.eq(high_a, high_b))
}

/// A sum, difference or exclusive or that shares an operand with the other side.
fn eq_sum(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let node = terms.node(a);
    let (op, &[x, y]) = (node.op, node.children) else { return None };
    match op {
        Op::Add | Op::BitXor if terms.value(y).is_none() => {
            if b == x || b == y {
                return Some(terms.eq_constant(if b == x { y } else { x }, 0));
            }
            let (u, v) = terms.match_binary(op, b)?;
            for (p, q) in [(x, y), (y, x)] {
                for (r, s) in [(u, v), (v, u)] {
                    if p == r {
                        return Some(terms.eq(q, s));
                    }
                }
            }
            None
        }
        Op::Sub if b == x => Some(terms.eq_constant(y, 0)),
        Op::Sub => match terms.match_binary(op, b)? {
            (u, v) if x == u => Some(terms.eq(y, v)),
            (u, v) if y == v => Some(terms.eq(x, u)),
            _ => None,
        },
        _ => None,
    }
}

/// `±x + k = ±y + l` with the same sign and a sign or constant on both sides.
fn eq_linear(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (left, right) = (Linear::of(terms, a), Linear::of(terms, b));
    let (x, y) = (left.base, right.base);
    if left.negative != right.negative || (x != y && (x == a || y == b)) {
        return None;
    }
    let difference = if left.negative {
        right.offset.wrapping_sub(left.offset)
    } else {
        left.offset.wrapping_sub(right.offset)
    };
    let constant = terms.constant_like(x, difference);
    if x == y {
        return Some(terms.bool(terms.is_zero(constant)));
    }
    let sum = terms.add(x, constant);
    Some(terms.eq(sum, y))
}
