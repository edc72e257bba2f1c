//! Choices.
//!
//! Conditions are not negations (nor `a ≤ b`, the negation of `b < a`), choices between Booleans that are constant become
//! connectives, nested choices with a branch in common become one, and operations on choices between constants are
//! done in the branches.

use smallvec::SmallVec;

use crate::fold::{fold, mask};
use crate::simplify::negation::strip;
use crate::{Op, Sort, Term, Terms};

/// The condition as one bit.
pub(super) fn number(terms: &mut Terms, condition: Term) -> Term {
    let (one, zero) = (terms.bits(1, 1), terms.bits(1, 0));
    terms.ite(condition, one, zero)
}

pub(super) fn ite(terms: &mut Terms, condition: Term, a: Term, b: Term) -> Option<Term> {
    match terms.value(condition) {
        Some(1) => return Some(a),
        Some(_) => return Some(b),
        None if a == b => return Some(a),
        None => {}
    }
    let (positive, denied) = strip(terms, condition);
    if denied {
        return Some(terms.ite(positive, b, a));
    }
    let by_sort = match terms.sort(a) {
        Sort::Bool => choose_bool(terms, condition, a, b),
        Sort::Bits(_) => choose_bits(terms, condition, a, b),
    };
    by_sort.or_else(|| nested(terms, condition, a, b)).or_else(|| hoist(terms, condition, a, b))
}

fn choose_bool(terms: &mut Terms, condition: Term, a: Term, b: Term) -> Option<Term> {
    let deny = |terms: &mut Terms| terms.not(condition);
    let is_denial = |terms: &Terms, branch| terms.find_complement(condition) == Some(branch);
    if a == Term::TRUE || a == condition {
        return Some(terms.or(&[condition, b]));
    }
    if b == Term::FALSE || b == condition {
        return Some(terms.and(&[condition, a]));
    }
    if a == Term::FALSE || is_denial(terms, a) {
        let denied = deny(terms);
        return Some(terms.and(&[denied, b]));
    }
    if b == Term::TRUE || is_denial(terms, b) {
        let denied = deny(terms);
        return Some(terms.or(&[denied, a]));
    }
    (terms.find_complement(a) == Some(b)).then(|| terms.eq(condition, a))
}

fn choose_bits(terms: &mut Terms, condition: Term, a: Term, b: Term) -> Option<Term> {
    let (x, y) = terms.match_binary(Op::Eq, condition)?;
    // Where the branches differ, the condition does not hold.
    if (x, y) == (a, b) || (y, x) == (a, b) {
        return Some(b);
    }
    let k = terms.value(y)?;
    if a == x {
        return Some(terms.ite(condition, y, b));
    }
    if terms.width(x) != 1 || k != 1 {
        return None;
    }
    let width = terms.width(a);
    match (terms.value(a)?, terms.value(b)?) {
        (1, 0) => Some(terms.zero_extend(x, width)),
        (ones, 0) if ones == mask(width) => Some(terms.sign_extend(x, width)),
        (0, 1) => {
            let flipped = terms.bit_not(x);
            Some(terms.zero_extend(flipped, width))
        }
        _ => None,
    }
}

/// A branch that is a choice by the same condition, or one that has a branch in common with this choice.
fn nested(terms: &mut Terms, condition: Term, a: Term, b: Term) -> Option<Term> {
    if let Some((inner, x, y)) = terms.match_ite(a) {
        if inner == condition {
            return Some(terms.ite(condition, x, b));
        }
        if y == b {
            let both = terms.and(&[condition, inner]);
            return Some(terms.ite(both, x, b));
        }
        if x == b {
            let denied = terms.not(inner);
            let both = terms.and(&[condition, denied]);
            return Some(terms.ite(both, y, b));
        }
    }
    let (inner, x, y) = terms.match_ite(b)?;
    if inner == condition {
        return Some(terms.ite(condition, a, y));
    }
    if x == a {
        let either = terms.or(&[condition, inner]);
        return Some(terms.ite(either, a, y));
    }
    if y == a {
        let denied = terms.not(inner);
        let either = terms.or(&[condition, denied]);
        return Some(terms.ite(either, a, x));
    }
    None
}

/// A choice between results of one operation is the operation on a choice. Not for extractions: the choice would
/// become wider.
fn hoist(terms: &mut Terms, condition: Term, a: Term, b: Term) -> Option<Term> {
    let op = terms.op(a);
    if matches!(op, Op::Extract { .. } | Op::Opaque(_)) {
        return None;
    }
    let (x, y) = (terms.match_unary(op, a)?, terms.match_unary(op, b)?);
    if terms.sort(x) != terms.sort(y) {
        return None;
    }
    let chosen = terms.ite(condition, x, y);
    Some(terms.apply(op, &[chosen]))
}

/// An operation whose operands are constants and choices between constants, all by the same condition.
pub(super) fn lift(terms: &mut Terms, op: Op, sort: Sort, operands: &[Term]) -> Option<Term> {
    let mut condition = None;
    let mut values = (SmallVec::<[u128; 2]>::new(), SmallVec::<[u128; 2]>::new());
    for &operand in operands {
        let (chosen, rejected) = match terms.value(operand) {
            Some(value) => (value, value),
            None => {
                let (inner, chosen, rejected) = terms.match_constant_ite(operand)?;
                if *condition.get_or_insert(inner) != inner {
                    return None;
                }
                (chosen, rejected)
            }
        };
        values.0.push(chosen);
        values.1.push(rejected);
    }
    let width = terms.width(*operands.last()?);
    let (chosen, rejected) = (fold(op, width, &values.0)?, fold(op, width, &values.1)?);
    let (chosen, rejected) = (terms.constant(sort, chosen), terms.constant(sort, rejected));
    Some(terms.ite(condition?, chosen, rejected))
}
