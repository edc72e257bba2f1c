//! Overflow of arithmetic: decided by the ranges of the operands, or turned into comparisons where an operand is
//! constant.

use crate::fold::{mask, sign_bit, to_signed};
use crate::simplify::range;
use crate::{Op, Term, Terms};

pub(super) fn neg_overflow(terms: &mut Terms, a: Term) -> Term {
    let least = sign_bit(terms.width(a));
    terms.eq_constant(a, least)
}

pub(super) fn overflow(terms: &mut Terms, op: Op, a: Term, b: Term) -> Option<Term> {
    match op {
        Op::USubOverflow => return Some(terms.ult(a, b)),
        Op::SDivOverflow => {
            let width = terms.width(a);
            let parts = [terms.eq_constant(a, sign_bit(width)), terms.eq_constant(b, mask(width))];
            return Some(terms.and(&parts));
        }
        _ => {}
    }
    if let Some(decided) = decide(terms, op, a, b) {
        return Some(terms.bool(decided));
    }
    match op {
        Op::UAddOverflow => {
            let k = terms.value(b)?;
            let limit = terms.constant_like(a, k.wrapping_neg());
            Some(terms.ule(limit, a))
        }
        Op::UMulOverflow => {
            let k = terms.value(b)?;
            let most = terms.constant_like(a, mask(terms.width(a)).checked_div(k)?);
            Some(terms.ult(most, a))
        }
        Op::SAddOverflow => {
            let k = to_signed(terms.value(b)?, terms.width(b));
            Some(outside_shifted(terms, a, k))
        }
        Op::SSubOverflow => match (terms.value(a), terms.value(b)) {
            (_, Some(k)) => Some(ssub_overflow_right(terms, a, to_signed(k, terms.width(b)))),
            (Some(k), _) => Some(ssub_overflow_left(terms, to_signed(k, terms.width(a)), b)),
            _ => (a == b).then_some(Term::FALSE),
        },
        Op::SMulOverflow => {
            let k = to_signed(terms.value(b)?, terms.width(b));
            smul_overflow(terms, a, k)
        }
        _ => None,
    }
}

/// Do the ranges say whether the exact result is representable?
fn decide(terms: &Terms, op: Op, a: Term, b: Term) -> Option<bool> {
    let width = terms.width(a);
    if let Op::UAddOverflow | Op::UMulOverflow = op {
        let apply = if op == Op::UAddOverflow { u128::checked_add } else { u128::checked_mul };
        let (x, y) = (range::unsigned(terms, a), range::unsigned(terms, b));
        let overflows = |exact: Option<u128>| exact.is_none_or(|value| value > mask(width));
        let (least, most) = (overflows(apply(x.0, y.0)), overflows(apply(x.1, y.1)));
        return (least == most).then_some(most);
    }
    let (x, y) = (range::signed(terms, a), range::signed(terms, b));
    let exact = match op {
        Op::SAddOverflow => range::sum(x, y),
        Op::SSubOverflow => range::difference(x, y),
        _ => range::product(x, y),
    }?;
    let limits = range::signed_limits(width);
    if limits.0 <= exact.0 && exact.1 <= limits.1 {
        Some(false)
    } else if exact.1 < limits.0 || limits.1 < exact.0 {
        Some(true)
    } else {
        None
    }
}

/// Is `x` below (above) a signed number of its width?
fn is_below(terms: &mut Terms, x: Term, limit: i128) -> Term {
    let limit = terms.constant_like(x, limit.cast_unsigned());
    terms.slt(x, limit)
}

fn is_above(terms: &mut Terms, x: Term, limit: i128) -> Term {
    let limit = terms.constant_like(x, limit.cast_unsigned());
    terms.slt(limit, x)
}

/// Is `x + k` outside the signed range?
fn outside_shifted(terms: &mut Terms, x: Term, k: i128) -> Term {
    let (least, most) = range::signed_limits(terms.width(x));
    if k >= 0 { is_above(terms, x, most - k) } else { is_below(terms, x, least - k) }
}

/// Is `x - k` outside the signed range?
fn ssub_overflow_right(terms: &mut Terms, x: Term, k: i128) -> Term {
    let (least, most) = range::signed_limits(terms.width(x));
    if k >= 0 { is_below(terms, x, least + k) } else { is_above(terms, x, most + k) }
}

/// Is `k - x` outside the signed range?
fn ssub_overflow_left(terms: &mut Terms, k: i128, x: Term) -> Term {
    let (least, most) = range::signed_limits(terms.width(x));
    if k >= 0 { is_below(terms, x, k - most) } else { is_above(terms, x, k - least) }
}

/// Is `x · k` outside the signed range? Quotients that truncate give the last factors that are still inside.
fn smul_overflow(terms: &mut Terms, x: Term, k: i128) -> Option<Term> {
    let (least, most) = range::signed_limits(terms.width(x));
    match k {
        0 | 1 => Some(Term::FALSE),
        -1 => Some(neg_overflow(terms, x)),
        _ => {
            let (low, high) = if k > 0 { (least / k, most / k) } else { (most / k, least / k) };
            let sides = [is_below(terms, x, low), is_above(terms, x, high)];
            Some(terms.or(&sides))
        }
    }
}
