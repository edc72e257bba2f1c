//! Comparisons of numbers.
//!
//! With a constant, a comparison is `x < k` or, its negation, `k ≤ x`. Comparisons move through extensions into narrower
//! widths; signed ones of numbers that are not negative become unsigned.

use crate::fold::{mask, sign_bit};
use crate::simplify::range;
use crate::{Op, Term, Terms};

pub(super) fn compare(terms: &mut Terms, op: Op, a: Term, b: Term) -> Option<Term> {
    let signed = matches!(op, Op::SLt | Op::SLe);
    let strict = matches!(op, Op::ULt | Op::SLt);
    if a == b {
        return Some(terms.bool(!strict));
    }
    if let Some(decided) = compare_ranges(terms, signed, strict, a, b) {
        return Some(terms.bool(decided));
    }
    match (terms.value(a), terms.value(b)) {
        (None, Some(k)) if strict => below(terms, signed, a, k),
        (Some(k), None) if !strict => {
            let below = below(terms, signed, b, k)?;
            Some(terms.not(below))
        }
        // The ranges have excluded the largest number as `k`, so it has a successor.
        (None, Some(k)) => {
            let next = terms.constant_like(b, k.wrapping_add(1));
            Some(less(terms, signed, true, a, next))
        }
        (Some(k), None) => {
            let next = terms.constant_like(a, k.wrapping_add(1));
            Some(less(terms, signed, false, next, b))
        }
        _ => compare_terms(terms, signed, strict, a, b),
    }
}

fn less(terms: &mut Terms, signed: bool, strict: bool, a: Term, b: Term) -> Term {
    let op = match (signed, strict) {
        (false, true) => Op::ULt,
        (false, false) => Op::ULe,
        (true, true) => Op::SLt,
        (true, false) => Op::SLe,
    };
    terms.apply(op, &[a, b])
}

fn compare_ranges(terms: &Terms, signed: bool, strict: bool, a: Term, b: Term) -> Option<bool> {
    /// Decides `x < y` (`x ≤ y`) from the least and the largest values.
    fn decide<T: Ord>(strict: bool, x: (T, T), y: (T, T)) -> Option<bool> {
        if strict {
            let holds = x.1 < y.0;
            (holds || x.0 >= y.1).then_some(holds)
        } else {
            let holds = x.1 <= y.0;
            (holds || x.0 > y.1).then_some(holds)
        }
    }
    if signed {
        decide(strict, range::signed(terms, a), range::signed(terms, b))
    } else {
        decide(strict, range::unsigned(terms, a), range::unsigned(terms, b))
    }
}

/// `x < k`, which the ranges of `x` and `k` do not decide.
fn below(terms: &mut Terms, signed: bool, x: Term, k: u128) -> Option<Term> {
    let width = terms.width(x);
    let bias = if signed { sign_bit(width) } else { 0 };
    let least = bias;
    let most = mask(width) ^ bias;
    if k == (least + 1) & mask(width) {
        return Some(terms.eq_constant(x, least));
    }
    if k == most {
        let equal = terms.eq_constant(x, most);
        return Some(terms.not(equal));
    }
    if signed && k < sign_bit(width) && range::signed(terms, x).0 >= 0 {
        return Some(below_constant(terms, false, x, k));
    }
    if let Some(narrow) = terms.match_zero_extend(x) {
        // A signed `k` is positive here: the ranges overlap.
        return Some(below_constant(terms, false, narrow, k));
    }
    if let Some(narrow) = terms.match_sign_extend(x) {
        let sign = sign_bit(terms.width(narrow));
        // The smallest number whose extension is `k` or larger. Unsigned, the extensions leave a gap in the middle.
        let in_gap = !signed && sign <= k && k < mask(width) ^ (sign - 1);
        return Some(below_constant(terms, signed, narrow, if in_gap { sign } else { k }));
    }
    match (terms.op(x), terms.children(x)) {
        (Op::BitNot, &[y]) => {
            let limit = terms.constant_like(y, !k);
            Some(less(terms, signed, true, limit, y))
        }
        (Op::Concat, &[high, low]) => {
            let low_width = terms.width(low);
            (k & mask(low_width) == 0).then(|| below_constant(terms, signed, high, k >> low_width))
        }
        _ => None,
    }
}

/// `x < k` with `k` cut to the width of `x`.
fn below_constant(terms: &mut Terms, signed: bool, x: Term, k: u128) -> Term {
    let limit = terms.constant_like(x, k);
    less(terms, signed, true, x, limit)
}

fn compare_terms(terms: &mut Terms, signed: bool, strict: bool, a: Term, b: Term) -> Option<Term> {
    if signed && range::signed(terms, a).0 >= 0 && range::signed(terms, b).0 >= 0 {
        return Some(less(terms, false, strict, a, b));
    }
    // Both kinds of extension keep both orders (unsigned, signs keep it too: the upper half moves as a whole),
    // except that of zeros in the signed order; those have just become unsigned.
    if let Some((x, y)) = terms.match_same_extension(a, b) {
        return Some(less(terms, signed, strict, x, y));
    }
    if let (Some(x), Some(y)) = (terms.match_unary(Op::BitNot, a), terms.match_unary(Op::BitNot, b))
    {
        return Some(less(terms, signed, strict, y, x));
    }
    let (high_a, low_a) = terms.match_binary(Op::Concat, a)?;
    let (high_b, low_b) = terms.match_binary(Op::Concat, b)?;
    if high_a == high_b {
        return Some(less(terms, false, strict, low_a, low_b));
    }
    (low_a == low_b).then(|| less(terms, signed, strict, high_a, high_b))
}
