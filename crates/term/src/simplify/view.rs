//! Ways of looking at terms that the rules share.

use crate::fold::mask;
use crate::op::byte;
use crate::{Op, Sort, Term, Terms};

impl Terms {
    /// `x` when the term is `op(x)`.
    pub(super) fn match_unary(&self, op: Op, term: Term) -> Option<Term> {
        let node = self.node(term);
        match *node.children {
            [x] if node.op == op => Some(x),
            _ => None,
        }
    }

    /// `(x, y)` when the term is `op(x, y)`.
    pub(super) fn match_binary(&self, op: Op, term: Term) -> Option<(Term, Term)> {
        let node = self.node(term);
        match *node.children {
            [x, y] if node.op == op => Some((x, y)),
            _ => None,
        }
    }

    /// `(x, k)` when the term is `op(x, k)` with a constant `k`.
    pub(super) fn match_constant(&self, op: Op, term: Term) -> Option<(Term, u128)> {
        let (x, k) = self.match_binary(op, term)?;
        Some((x, self.value(k)?))
    }

    pub(super) fn match_ite(&self, term: Term) -> Option<(Term, Term, Term)> {
        let node = self.node(term);
        match *node.children {
            [condition, a, b] if node.op == Op::Ite => Some((condition, a, b)),
            _ => None,
        }
    }

    /// `(c, k1, k2)` when the term is `ite(c, k1, k2)` with constants.
    pub(super) fn match_constant_ite(&self, term: Term) -> Option<(Term, u128, u128)> {
        let (condition, a, b) = self.match_ite(term)?;
        Some((condition, self.value(a)?, self.value(b)?))
    }

    /// `x` when the term is `x` with one or more zeros on top.
    pub(super) fn match_zero_extend(&self, term: Term) -> Option<Term> {
        let x = self.match_unary(Op::ZeroExtend(byte(self.width(term))), term)?;
        (self.width(x) < self.width(term)).then_some(x)
    }

    /// `x` when the term is `x` with one or more copies of its sign on top.
    pub(super) fn match_sign_extend(&self, term: Term) -> Option<Term> {
        let x = self.match_unary(Op::SignExtend(byte(self.width(term))), term)?;
        (self.width(x) < self.width(term)).then_some(x)
    }

    /// Two terms of one width whose extensions of the same kind, zeros or signs, are `a` and `b`.
    pub(super) fn match_same_extension(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        if let (Some(x), Some(y)) = (self.match_zero_extend(a), self.match_zero_extend(b)) {
            let width = self.width(x).max(self.width(y));
            return Some((self.zero_extend(x, width), self.zero_extend(y, width)));
        }
        let (x, y) = (self.match_sign_extend(a)?, self.match_sign_extend(b)?);
        let width = self.width(x).max(self.width(y));
        Some((self.sign_extend(x, width), self.sign_extend(y, width)))
    }

    /// `(x, high, low)` when the term is that part of `x`.
    pub(super) fn match_extract(&self, term: Term) -> Option<(Term, u32, u32)> {
        match self.op(term) {
            Op::Extract { high, low } => Some((self.children(term)[0], high.into(), low.into())),
            _ => None,
        }
    }

    pub(super) fn is_zero(&self, term: Term) -> bool {
        self.value(term) == Some(0)
    }

    /// Is the term the constant with all bits set?
    pub(super) fn is_ones(&self, term: Term) -> bool {
        self.value(term) == Some(mask(self.width(term)))
    }

    /// The constant of the sort of `like`.
    pub(super) fn constant_like(&mut self, like: Term, value: u128) -> Term {
        self.constant(self.sort(like), value)
    }

    pub(super) fn eq_constant(&mut self, term: Term, value: u128) -> Term {
        let constant = self.constant_like(term, value);
        self.eq(term, constant)
    }

    /// The term that denies `term`, if it has been made, without making it. Only negations and comparisons have one.
    pub(super) fn find_complement(&self, term: Term) -> Option<Term> {
        let (op, a, b) = match (self.op(term), self.children(term)) {
            (Op::Not, &[x]) => return Some(x),
            (op, &[a, b]) => (op, a, b),
            _ => return self.find(Op::Not, Sort::Bool, &[term]),
        };
        match dual_comparison(op) {
            Some(dual) => self.find(dual, Sort::Bool, &[b, a]),
            None => self.find(Op::Not, Sort::Bool, &[term]),
        }
    }
}

/// The comparison that, with the operands exchanged, denies `op`.
pub(super) fn dual_comparison(op: Op) -> Option<Op> {
    match op {
        Op::ULt => Some(Op::ULe),
        Op::ULe => Some(Op::ULt),
        Op::SLt => Some(Op::SLe),
        Op::SLe => Some(Op::SLt),
        _ => None,
    }
}
