//! Intervals in which the values of a term lie, from the few levels of operations nearest to it.

use crate::fold::{mask, sign_bit, to_signed};
use crate::limits::RANGE_DEPTH;
use crate::{Op, Term, Terms};

/// The smallest and the largest value that the bit-vector may have, read as an unsigned number.
pub(super) fn unsigned(terms: &Terms, term: Term) -> (u128, u128) {
    unsigned_within(terms, term, RANGE_DEPTH)
}

/// The same, read as a signed number.
pub(super) fn signed(terms: &Terms, term: Term) -> (i128, i128) {
    signed_within(terms, term, RANGE_DEPTH)
}

/// The signed numbers of that width.
pub(super) fn signed_limits(width: u32) -> (i128, i128) {
    (to_signed(sign_bit(width), width), to_signed(sign_bit(width) - 1, width))
}

fn unsigned_within(terms: &Terms, term: Term, depth: u32) -> (u128, u128) {
    if let Some(value) = terms.value(term) {
        return (value, value);
    }
    let full = (0, mask(terms.width(term)));
    if depth == 0 {
        return full;
    }
    let below = |operand: Term| unsigned_within(terms, operand, depth - 1);
    let node = terms.node(term);
    match (node.op, node.children) {
        (Op::ZeroExtend(_), &[x]) => below(x),
        (Op::SignExtend(_), &[x]) => {
            let range = below(x);
            if range.1 < sign_bit(terms.width(x)) { range } else { full }
        }
        (Op::Concat, &[high, low]) => {
            let width = terms.width(low);
            let ((least, most), low_range) = (below(high), below(low));
            ((least << width) | low_range.0, (most << width) | low_range.1)
        }
        (Op::Ite, &[_, x, y]) => {
            let (x, y) = (below(x), below(y));
            (x.0.min(y.0), x.1.max(y.1))
        }
        (Op::BitAnd, &[x, y]) => (0, below(x).1.min(below(y).1)),
        (Op::BitOr, &[x, y]) => (below(x).0.max(below(y).0), full.1),
        (Op::LShr, &[x, _]) => (0, below(x).1),
        (Op::URem, &[x, y]) => match below(y) {
            (0, _) => (0, below(x).1.max(below(y).1)),
            (_, most) => (0, below(x).1.min(most - 1)),
        },
        (Op::UDiv, &[x, y]) => match (below(x), below(y)) {
            (_, (0, _)) => full,
            (x, (least, most)) => (x.0 / most, x.1 / least),
        },
        (op @ (Op::Add | Op::Mul), &[x, y]) => {
            let apply = if op == Op::Add { u128::checked_add } else { u128::checked_mul };
            let (x, y) = (below(x), below(y));
            match (apply(x.0, y.0), apply(x.1, y.1)) {
                (Some(least), Some(most)) if most <= full.1 => (least, most),
                _ => full,
            }
        }
        _ => full,
    }
}

fn signed_within(terms: &Terms, term: Term, depth: u32) -> (i128, i128) {
    let width = terms.width(term);
    if let Some(value) = terms.value(term) {
        let value = to_signed(value, width);
        return (value, value);
    }
    let full = signed_limits(width);
    if depth == 0 {
        return full;
    }
    let below = |operand: Term| signed_within(terms, operand, depth - 1);
    let node = terms.node(term);
    let exact = match (node.op, node.children) {
        (Op::SignExtend(_), &[x]) => return below(x),
        (Op::Ite, &[_, x, y]) => {
            let (x, y) = (below(x), below(y));
            return (x.0.min(y.0), x.1.max(y.1));
        }
        (Op::SRem, &[x, y]) => remainder(below(x), below(y)),
        (Op::SDiv, &[x, y]) => quotient(below(x), below(y)),
        (Op::Add, &[x, y]) => sum(below(x), below(y)),
        (Op::Sub, &[x, y]) => difference(below(x), below(y)),
        (Op::Neg, &[x]) => difference((0, 0), below(x)),
        (Op::Mul, &[x, y]) => product(below(x), below(y)),
        _ => None,
    };
    if let Some(range) = exact
        && full.0 <= range.0
        && range.1 <= full.1
    {
        return range;
    }
    match unsigned_within(terms, term, depth) {
        (least, most) if most < sign_bit(width) => (least.cast_signed(), most.cast_signed()),
        _ => full,
    }
}

/// The interval of the exact sums; `None` when it does not fit.
pub(super) fn sum(x: (i128, i128), y: (i128, i128)) -> Option<(i128, i128)> {
    Some((x.0.checked_add(y.0)?, x.1.checked_add(y.1)?))
}

pub(super) fn difference(x: (i128, i128), y: (i128, i128)) -> Option<(i128, i128)> {
    Some((x.0.checked_sub(y.1)?, x.1.checked_sub(y.0)?))
}

pub(super) fn product(x: (i128, i128), y: (i128, i128)) -> Option<(i128, i128)> {
    let corner = |a: i128, b: i128| a.checked_mul(b);
    let corners = [corner(x.0, y.0)?, corner(x.0, y.1)?, corner(x.1, y.0)?, corner(x.1, y.1)?];
    Some((*corners.iter().min()?, *corners.iter().max()?))
}

fn remainder(x: (i128, i128), y: (i128, i128)) -> Option<(i128, i128)> {
    // By zero the remainder is the dividend.
    if y.0 <= 0 && 0 <= y.1 {
        return Some((x.0.min(0), x.1.max(0)));
    }
    let most = (y.0.unsigned_abs().max(y.1.unsigned_abs()) - 1).cast_signed();
    Some((x.0.min(0).max(-most), x.1.max(0).min(most)))
}

fn quotient(x: (i128, i128), y: (i128, i128)) -> Option<(i128, i128)> {
    // Divisors -1 and 0 behave differently from the others; only positive ones are worth the effort.
    if y.0 <= 0 {
        return None;
    }
    Some((if x.0 < 0 { x.0 / y.0 } else { x.0 / y.1 }, if x.1 < 0 { x.1 / y.1 } else { x.1 / y.0 }))
}

#[cfg(test)]
mod tests {
    use super::{signed, unsigned};
    use crate::fold::to_signed;
    use crate::{Evaluator, Model, Op, Sort, Term, Terms};

    const WIDTH: u32 = 3;

    const OPERATIONS: &[Op] = &[
        Op::BitAnd,
        Op::BitOr,
        Op::LShr,
        Op::UDiv,
        Op::URem,
        Op::SDiv,
        Op::SRem,
        Op::Add,
        Op::Sub,
        Op::Mul,
    ];

    /// All applications of the operations to the operands, as they stand.
    fn apply_all(terms: &mut Terms, operands: &[Term], with: &[Term]) -> Vec<Term> {
        let p = terms.variable_bool("p");
        let sort = Sort::Bits(WIDTH);
        let mut made = Vec::new();
        for &a in operands {
            made.push(terms.intern(Op::Neg, sort, &[a]));
            for &b in with {
                made.extend(OPERATIONS.iter().map(|&op| terms.intern(op, sort, &[a, b])));
                made.extend(OPERATIONS.iter().map(|&op| terms.intern(op, sort, &[b, a])));
                made.push(terms.intern(Op::Ite, sort, &[p, a, b]));
                made.push(terms.intern(Op::Concat, Sort::Bits(2 * WIDTH), &[a, b]));
            }
        }
        made
    }

    /// Every value of a term lies in its ranges.
    #[test]
    fn ranges_hold_all_values() {
        let mut terms = Terms::new();
        let (x, p) = (terms.variable_bits("x", 2), terms.variable_bool("p"));
        let mut leaves: Vec<Term> = (0..8).map(|value| terms.bits(WIDTH, value)).collect();
        for op in [Op::ZeroExtend(WIDTH as u8), Op::SignExtend(WIDTH as u8)] {
            leaves.push(terms.intern(op, Sort::Bits(WIDTH), &[x]));
        }
        let middle: Vec<Term> = apply_all(&mut terms, &leaves, &leaves);
        let narrow: Vec<Term> =
            middle.iter().copied().filter(|&term| terms.width(term) == WIDTH).collect();
        let mut all = apply_all(&mut terms, &narrow, &leaves[3..]);
        all.extend(middle);
        for (value, choice) in [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1)] {
            let mut model = Model::new();
            model.set_term(&terms, x, value);
            model.set_term(&terms, p, choice);
            let mut evaluator = Evaluator::new(&model);
            for &term in &all {
                let value = evaluator.value(&terms, term).expect("nothing should be opaque");
                let number = to_signed(value, terms.width(term));
                let (unsigned, signed) = (unsigned(&terms, term), signed(&terms, term));
                assert!(unsigned.0 <= value && value <= unsigned.1, "{}", terms.display(term));
                assert!(signed.0 <= number && number <= signed.1, "{}", terms.display(term));
            }
        }
    }
}
