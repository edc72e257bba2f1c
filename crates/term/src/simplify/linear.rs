//! Sums, differences, negation and complement.
//!
//! Every term is `±base + offset` with a constant offset: `x + k`, `-x`, `~x = -x - 1` and `k - x` are told apart from
//! `x` by sign and offset only. Sums and differences add the offsets and keep the result outermost, where it meets
//! the next one.

use crate::fold::mask;
use crate::{Op, Term, Terms};

/// `base + offset`, or `offset - base`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear {
    pub(super) negative: bool,
    pub(super) base: Term,
    pub(super) offset: u128,
}

impl Linear {
    /// The term, which is not a constant, taken apart.
    pub(super) fn of(terms: &Terms, term: Term) -> Linear {
        let positive = Linear { negative: false, base: term, offset: 0 };
        let node = terms.node(term);
        match (node.op, node.children) {
            (Op::Neg, &[base]) => Linear { negative: true, base, offset: 0 },
            (Op::BitNot, &[base]) => Linear { negative: true, base, offset: u128::MAX },
            (Op::Add, &[base, k]) => match terms.value(k) {
                Some(offset) => Linear { negative: false, base, offset },
                None => positive,
            },
            (Op::Sub, &[k, base]) => match terms.value(k) {
                Some(offset) => Linear { negative: true, base, offset },
                None => positive,
            },
            _ => positive,
        }
    }

    fn negated(self) -> Linear {
        Linear { negative: !self.negative, base: self.base, offset: self.offset.wrapping_neg() }
    }

    fn negated_if(self, negative: bool) -> Linear {
        if negative { self.negated() } else { self }
    }

    fn plus(self, offset: u128) -> Linear {
        Linear { offset: self.offset.wrapping_add(offset), ..self }
    }

    /// Puts the parts together; `None` when that is `op(operands)`, which is being made.
    fn build(self, terms: &mut Terms, op: Op, operands: &[Term]) -> Option<Term> {
        let width = terms.width(self.base);
        let offset = self.offset & mask(width);
        if self.negative
            && let Some((x, y)) = terms.match_binary(Op::Sub, self.base)
            && terms.value(x).is_none()
        {
            let base = terms.sub(y, x);
            return Linear { negative: false, base, offset }.build(terms, op, operands);
        }
        let constant = terms.bits(width, offset);
        let pair;
        let single = [self.base];
        let (wanted, wanted_operands) = match (self.negative, offset) {
            (false, 0) => return Some(self.base),
            (true, 0) => (Op::Neg, &single[..]),
            (true, ones) if ones == mask(width) => (Op::BitNot, &single[..]),
            (false, _) => {
                pair = [self.base, constant];
                (Op::Add, &pair[..])
            }
            (true, _) => {
                pair = [constant, self.base];
                (Op::Sub, &pair[..])
            }
        };
        let is_made = wanted == op && wanted_operands == operands;
        (!is_made).then(|| terms.apply(wanted, wanted_operands))
    }
}

pub(super) fn neg(terms: &mut Terms, a: Term) -> Option<Term> {
    if terms.width(a) == 1 {
        return Some(a);
    }
    Linear::of(terms, a).negated().build(terms, Op::Neg, &[a])
}

pub(super) fn bit_not(terms: &mut Terms, a: Term) -> Option<Term> {
    if let Some((x, k)) = terms.match_constant(Op::BitXor, a) {
        let complement = terms.constant_like(x, !k);
        return Some(terms.bit_xor(x, complement));
    }
    Linear::of(terms, a).negated().plus(u128::MAX).build(terms, Op::BitNot, &[a])
}

pub(super) fn add(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.width(a) == 1 {
        return Some(terms.bit_xor(a, b));
    }
    sum(terms, Linear::of(terms, a), b, false, Op::Add, &[a, b])
}

pub(super) fn sub(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.width(a) == 1 {
        return Some(terms.bit_xor(a, b));
    }
    match terms.value(a) {
        Some(k) => Linear::of(terms, b).negated().plus(k).build(terms, Op::Sub, &[a, b]),
        None => sum(terms, Linear::of(terms, a), b, true, Op::Sub, &[a, b]),
    }
}

/// `first + b`, or `first - b`; it is being made as `op(operands)`.
fn sum(
    terms: &mut Terms,
    first: Linear,
    b: Term,
    subtract: bool,
    op: Op,
    operands: &[Term],
) -> Option<Term> {
    if let Some(k) = terms.value(b) {
        let k = if subtract { k.wrapping_neg() } else { k };
        return first.plus(k).build(terms, op, operands);
    }
    let second = Linear::of(terms, b).negated_if(subtract);
    let offset = first.offset.wrapping_add(second.offset);
    let (x, y) = (first.base, second.base);
    let (core, negative) = match (first.negative, second.negative) {
        (false, false) => (sum_of_bases(terms, x, y, op, operands)?, false),
        (true, true) => (sum_of_bases(terms, x, y, op, operands)?, true),
        (false, true) => (difference_of_bases(terms, x, y, op, operands)?, false),
        (true, false) => (difference_of_bases(terms, y, x, op, operands)?, false),
    };
    match terms.value(core) {
        Some(value) => {
            let value = if negative { value.wrapping_neg() } else { value };
            Some(terms.constant_like(core, value.wrapping_add(offset)))
        }
        None => {
            Linear::of(terms, core).negated_if(negative).plus(offset).build(terms, op, operands)
        }
    }
}

/// `x + y` where neither has an offset; `None` when it is being made.
fn sum_of_bases(terms: &mut Terms, x: Term, y: Term, op: Op, operands: &[Term]) -> Option<Term> {
    if x == y {
        let one = terms.constant_like(x, 1);
        return Some(terms.shl(x, one));
    }
    for (p, q) in [(x, y), (y, x)] {
        // (a - q) + q
        if let Some((a, b)) = terms.match_binary(Op::Sub, p)
            && b == q
        {
            return Some(a);
        }
        if let Some(joined) = terms.join_disjoint(p, q) {
            return Some(joined);
        }
    }
    if op == Op::Add && (operands == [x, y] || operands == [y, x]) {
        return None;
    }
    Some(terms.add(x, y))
}

/// `x - y` where neither has an offset; `None` when it is being made.
fn difference_of_bases(
    terms: &mut Terms,
    x: Term,
    y: Term,
    op: Op,
    operands: &[Term],
) -> Option<Term> {
    if x == y {
        return Some(terms.constant_like(x, 0));
    }
    if let Some((a, b)) = terms.match_binary(Op::Add, x) {
        if a == y {
            return Some(b);
        }
        if b == y {
            return Some(a);
        }
    }
    if let Some((a, b)) = terms.match_binary(Op::Add, y) {
        if a == x {
            return Some(terms.neg(b));
        }
        if b == x {
            return Some(terms.neg(a));
        }
    }
    if let Some((a, b)) = terms.match_binary(Op::Sub, x)
        && a == y
    {
        return Some(terms.neg(b));
    }
    if let Some((a, b)) = terms.match_binary(Op::Sub, y)
        && a == x
    {
        return Some(b);
    }
    if op == Op::Sub && operands == [x, y] {
        return None;
    }
    Some(terms.sub(x, y))
}
