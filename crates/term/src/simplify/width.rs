//! Extensions, extractions and concatenations.
//!
//! An extraction goes to where its bits come from: through extensions, concatenations and rotations, and through
//! operations whose operands lose at least an extension or extraction by it. A concatenation is a list of parts nested to the
//! right; a part of zeros on top is an extension instead.

use crate::fold::mask;
use crate::{Op, Sort, Term, Terms};

pub(super) fn zero_extend(terms: &mut Terms, a: Term, to: u32) -> Option<Term> {
    if terms.width(a) == to {
        return Some(a);
    }
    let x = terms.match_zero_extend(a)?;
    Some(terms.zero_extend(x, to))
}

pub(super) fn sign_extend(terms: &mut Terms, a: Term, to: u32) -> Option<Term> {
    if terms.width(a) == to {
        return Some(a);
    }
    if let Some(x) = terms.match_zero_extend(a) {
        return Some(terms.zero_extend(x, to));
    }
    let x = terms.match_sign_extend(a)?;
    Some(terms.sign_extend(x, to))
}

pub(super) fn extract(terms: &mut Terms, a: Term, high: u32, low: u32) -> Option<Term> {
    let width = terms.width(a);
    let wanted = high - low + 1;
    if wanted == width {
        return Some(a);
    }
    let node = terms.node(a);
    match (node.op, node.children) {
        (Op::Extract { low: inner, .. }, &[x]) => {
            Some(terms.extract(x, high + u32::from(inner), low + u32::from(inner)))
        }
        (Op::ZeroExtend(_), &[x]) => {
            let from = terms.width(x);
            if low >= from {
                return Some(terms.bits(wanted, 0));
            }
            let kept = terms.extract(x, high.min(from - 1), low);
            Some(terms.zero_extend(kept, wanted))
        }
        (Op::SignExtend(_), &[x]) => {
            let from = terms.width(x);
            let kept = terms.extract(x, high.min(from - 1), low.min(from - 1));
            Some(terms.sign_extend(kept, wanted))
        }
        (Op::Concat, &[x, y]) => {
            let split = terms.width(y);
            if high < split {
                return Some(terms.extract(y, high, low));
            }
            if low >= split {
                return Some(terms.extract(x, high - split, low - split));
            }
            let (upper, lower) =
                (terms.extract(x, high - split, 0), terms.extract(y, split - 1, low));
            Some(terms.concat(upper, lower))
        }
        (Op::RotateLeft(by), &[x]) => {
            let by = u32::from(by);
            if high < by {
                Some(terms.extract(x, high + width - by, low + width - by))
            } else if low >= by {
                Some(terms.extract(x, high - by, low - by))
            } else {
                None
            }
        }
        (Op::BitNot, &[x]) => {
            let part = terms.extract(x, high, low);
            Some(terms.bit_not(part))
        }
        (op @ (Op::BitAnd | Op::BitOr | Op::BitXor), &[x, y]) => {
            let selects = terms.value(y).is_some_and(|k| {
                let part = (k >> low) & mask(wanted);
                part == 0 || part == mask(wanted)
            });
            (selects || (is_free(terms, x, high, low) && is_free(terms, y, high, low)))
                .then(|| extract_operands(terms, op, &[x, y], high, low))
        }
        (op @ (Op::Add | Op::Sub | Op::Mul), &[x, y]) if low == 0 => (is_free(terms, x, high, low)
            && is_free(terms, y, high, low))
        .then(|| extract_operands(terms, op, &[x, y], high, low)),
        (Op::Neg, &[x]) if low == 0 => {
            is_free(terms, x, high, low).then(|| extract_operands(terms, Op::Neg, &[x], high, low))
        }
        (Op::Ite, &[condition, x, y]) => {
            (is_free(terms, x, high, low) && is_free(terms, y, high, low)).then(|| {
                let (x, y) = (terms.extract(x, high, low), terms.extract(y, high, low));
                terms.ite(condition, x, y)
            })
        }
        _ => None,
    }
}

fn extract_operands(terms: &mut Terms, op: Op, operands: &[Term], high: u32, low: u32) -> Term {
    let parts: Vec<Term> =
        operands.iter().map(|&operand| terms.extract(operand, high, low)).collect();
    terms.apply(op, &parts)
}

/// Does the extraction from the term replace an operation or vanish, rather than be added?
fn is_free(terms: &Terms, term: Term, high: u32, low: u32) -> bool {
    let node = terms.node(term);
    match (node.op, node.children) {
        (Op::Constant(_) | Op::Extract { .. }, _) => true,
        (Op::ZeroExtend(_), &[x]) => {
            low >= terms.width(x) || (low == 0 && high + 1 >= terms.width(x))
        }
        (Op::SignExtend(_), &[x]) => low == 0 && high + 1 >= terms.width(x),
        (Op::Concat, &[x, y]) => {
            let split = terms.width(y);
            (low == 0 && high + 1 == split) || (low == split && high + 1 == split + terms.width(x))
        }
        _ => false,
    }
}

pub(super) fn concat(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let width = terms.width(a) + terms.width(b);
    if terms.is_zero(a) {
        return Some(terms.zero_extend(b, width));
    }
    if let Some(x) = terms.match_zero_extend(a) {
        let joined = terms.concat(x, b);
        return Some(terms.zero_extend(joined, width));
    }
    if let Some((x, y)) = terms.match_binary(Op::Concat, a) {
        let joined = terms.concat(y, b);
        return Some(terms.concat(x, joined));
    }
    let Some((head, tail)) = terms.match_parts(b) else {
        return merge(terms, a, b);
    };
    let merged = merge(terms, a, head)?;
    Some(terms.concat(merged, tail))
}

/// Two adjacent parts as one: constants, and parts of one term that are adjacent there.
fn merge(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if let (Some(_), Some(_)) = (terms.value(a), terms.value(b)) {
        return Some(terms.concat(a, b));
    }
    let ((x, high, split), (y, below, low)) = (terms.match_extract(a)?, terms.match_extract(b)?);
    (x == y && split == below + 1).then(|| terms.extract(x, high, low))
}

impl Terms {
    /// The topmost part of a concatenation (or the zeros of an extension), and the rest.
    pub(super) fn match_parts(&mut self, term: Term) -> Option<(Term, Term)> {
        if let Some(low) = self.match_zero_extend(term) {
            let zeros = self.constant(Sort::Bits(self.width(term) - self.width(low)), 0);
            return Some((zeros, low));
        }
        self.match_binary(Op::Concat, term)
    }

    /// `a` and `b` as one concatenation, if `a` has only zeros where `b` has anything else: their sum, disjunction and exclusive
    /// disjunction.
    pub(super) fn join_disjoint(&mut self, a: Term, b: Term) -> Option<Term> {
        let inner = self.match_zero_extend(a).unwrap_or(a);
        let (high, low) = self.match_binary(Op::Concat, inner)?;
        let part = self.match_zero_extend(b)?;
        if !self.is_zero(low) || self.width(part) > self.width(low) {
            return None;
        }
        let low = self.zero_extend(part, self.width(low));
        let joined = self.concat(high, low);
        Some(self.zero_extend(joined, self.width(a)))
    }
}
