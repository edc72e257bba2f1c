//! Negation and exclusive disjunction.

use crate::limits::MAX_SPREAD;
use crate::simplify::view::dual_comparison;
use crate::{Op, Term, Terms};

pub(super) fn not(terms: &mut Terms, a: Term) -> Option<Term> {
    let node = terms.node(a);
    match (node.op, node.children) {
        (Op::Not, &[x]) => Some(x),
        (Op::And | Op::Or, list) => {
            if list.len() > MAX_SPREAD || !list.iter().all(|&literal| is_literal(terms, literal)) {
                return None;
            }
            let op = if node.op == Op::And { Op::Or } else { Op::And };
            let literals: Vec<Term> = list.to_vec();
            let denied: Vec<Term> =
                literals.into_iter().map(|literal| terms.not(literal)).collect();
            Some(terms.apply(op, &denied))
        }
        (op, &[x, y]) => Some(terms.apply(dual_comparison(op)?, &[y, x])),
        _ => None,
    }
}

/// Anything but conjunctions, disjunctions and their negations.
fn is_literal(terms: &Terms, term: Term) -> bool {
    let inner = terms.match_unary(Op::Not, term).unwrap_or(term);
    !matches!(terms.op(inner), Op::And | Op::Or)
}

pub(super) fn xor(terms: &mut Terms, a: Term, b: Term) -> Term {
    let equal = terms.eq(a, b);
    terms.not(equal)
}

/// The term without negation, and whether one was removed; `a ≤ b` counts as the negation of `b < a`.
pub(super) fn strip(terms: &mut Terms, term: Term) -> (Term, bool) {
    match (terms.op(term), terms.children(term)) {
        (Op::Not, &[x]) => (x, true),
        (Op::ULe, &[a, b]) => (terms.ult(b, a), true),
        (Op::SLe, &[a, b]) => (terms.slt(b, a), true),
        _ => (term, false),
    }
}
