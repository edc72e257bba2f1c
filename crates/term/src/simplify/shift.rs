//! Shifts and rotations. Shifts by constants become extractions with zeros or signs around.

use crate::simplify::range;
use crate::{Op, Term, Terms};

pub(super) fn shl(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.is_zero(a) {
        return Some(a);
    }
    let (k, width) = (terms.value(b)?, terms.width(a));
    if k == 0 {
        return Some(a);
    }
    if k >= width.into() {
        return Some(terms.constant_like(a, 0));
    }
    let k = u32::try_from(k).ok()?;
    // Constants stay outermost in sums and products.
    if let Some((x, offset)) = terms.match_constant(Op::Add, a) {
        let (shifted, offset) = (terms.shl(x, b), terms.constant_like(a, offset << k));
        return Some(terms.add(shifted, offset));
    }
    if let Some((x, factor)) = terms.match_constant(Op::Mul, a) {
        let factor = terms.constant_like(a, factor << k);
        return Some(terms.mul(x, factor));
    }
    let kept = terms.extract(a, width - 1 - k, 0);
    let zeros = terms.bits(k, 0);
    Some(terms.concat(kept, zeros))
}

pub(super) fn lshr(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.is_zero(a) {
        return Some(a);
    }
    let (k, width) = (terms.value(b)?, terms.width(a));
    if k >= width.into() {
        return Some(terms.constant_like(a, 0));
    }
    let kept = terms.extract(a, width - 1, u32::try_from(k).ok()?);
    Some(terms.zero_extend(kept, width))
}

pub(super) fn ashr(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.is_zero(a) || terms.is_ones(a) {
        return Some(a);
    }
    if range::signed(terms, a).0 >= 0 {
        return Some(terms.lshr(a, b));
    }
    let (k, width) = (terms.value(b)?, terms.width(a));
    let kept =
        terms.extract(a, width - 1, u32::try_from(k).map_or(width - 1, |k| k.min(width - 1)));
    Some(terms.sign_extend(kept, width))
}

pub(super) fn rotate_left(terms: &mut Terms, a: Term, by: u32) -> Option<Term> {
    if by == 0 {
        return Some(a);
    }
    match (terms.op(a), terms.children(a)) {
        (Op::RotateLeft(first), &[x]) => Some(terms.rotate_left(x, u32::from(first) + by)),
        _ => None,
    }
}

pub(super) fn rotate_right(terms: &mut Terms, a: Term, by: u32) -> Term {
    terms.rotate_left(a, terms.width(a) - by)
}
