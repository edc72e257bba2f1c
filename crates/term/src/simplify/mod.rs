//! Simplification when a term is made: the rules that every constructor applies.
//!
//! A rule sees the operation and its operands, which are already in normal form, looks a fixed number of levels deep, and
//! either gives an equal term or does not apply. Families of rules have a file each. A term for which no rule applies
//! is in normal form: making it again from its operands gives the same term.
//!
//! # Normal forms
//!
//! - Commutative operations have a constant last, else the older operand first.
//! - A truth value as a number is `ite(c, 1, 0)`, whatever the width; `FromBool` and `Xor` do not occur (`Xor` is `¬(a = b)`).
//! - `x < k` and `k ≤ x` are the comparisons with constants; the negation of a comparison is its dual.
//! - What differs from `x` by sign and constant is `x`, `x + k`, `-x`, `~x` or `k - x`; in longer sums the constant is
//!   outermost.
//! - Shifts by constants, masks of adjacent bits and products with powers of two are extractions, concatenations and
//!   extensions. Zeros on top are `ZeroExtend`, never `Concat`; concatenations nest to the right.
//!
//! # Why it ends
//!
//! Each rule makes terms that are smaller, or that are one step further in a fixed direction:
//!
//! - towards operations with simpler circuits: from products to shifts to concatenations, from signed to unsigned, from
//!   overflow predicates to comparisons to equality, from `Xor` and `FromBool` to equality and `ite`;
//! - towards narrower operands: equality, comparisons, divisions and extractions move through extensions and concatenations;
//! - outwards: constants in sums, products and exclusive disjunctions, arithmetic negation and complement, extensions, and the
//!   negation of Booleans out of equality and conditions. Only out of the way of conjunctions and disjunctions does a
//!   negation go inwards, by one level, where it ends at literals.
//!
//! No rule goes against one of these directions.
//!
//! That bounds each application, but some rules (reading a bit field through the writes of others, equality with a
//! nest of `ite`) go on with an operand. So that making a term never costs more than a constant, however contrived the
//! operands, the rules stop after [`MAX_STEPS`] nested constructions or [`MAX_NESTING`] levels: what is made beyond that is
//! correct but not in normal form.

mod bitwise;
mod bounds;
mod comparison;
mod connective;
mod equality;
mod ite;
mod linear;
mod negation;
mod overflow;
mod product;
mod range;
mod shift;
mod view;
mod width;

use smallvec::SmallVec;

use crate::fold::fold;
use crate::limits::{MAX_NESTING, MAX_STEPS};
use crate::{Op, Sort, Term, Terms};

/// How far the rules have got in making one term for a caller.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    nesting: u32,
    steps: u32,
}

/// `op(operands)`, of that sort, in normal form.
pub(crate) fn build(terms: &mut Terms, op: Op, sort: Sort, operands: &[Term]) -> Term {
    if let Some(value) = fold_constants(terms, op, operands) {
        return terms.constant(sort, value);
    }
    let swapped;
    let operands = match *operands {
        [a, b] if op.is_commutative() && terms.normal_order(a) > terms.normal_order(b) => {
            swapped = [b, a];
            &swapped[..]
        }
        _ => operands,
    };
    let simpler = terms.within_effort(|terms| rule(terms, op, sort, operands));
    simpler.unwrap_or_else(|| terms.intern(op, sort, operands))
}

fn fold_constants(terms: &Terms, op: Op, operands: &[Term]) -> Option<u128> {
    let values: Option<SmallVec<[u128; 4]>> =
        operands.iter().map(|&operand| terms.value(operand)).collect();
    fold(op, terms.width(*operands.last()?), &values?)
}

/// A simpler term equal to `op(operands)`, if a rule applies.
fn rule(terms: &mut Terms, op: Op, sort: Sort, operands: &[Term]) -> Option<Term> {
    match (op, operands) {
        (Op::And | Op::Or, list) => return connective::connective(terms, op, list),
        (Op::Ite, &[condition, a, b]) => return ite::ite(terms, condition, a, b),
        _ => {}
    }
    if let Some(lifted) = ite::lift(terms, op, sort, operands) {
        return Some(lifted);
    }
    match *operands {
        [a] => unary_rule(terms, op, a),
        [a, b] => binary_rule(terms, op, a, b),
        _ => None,
    }
}

fn unary_rule(terms: &mut Terms, op: Op, a: Term) -> Option<Term> {
    match op {
        Op::Not => negation::not(terms, a),
        Op::FromBool => Some(ite::number(terms, a)),
        Op::BitNot => linear::bit_not(terms, a),
        Op::Neg => linear::neg(terms, a),
        Op::NegOverflow => Some(overflow::neg_overflow(terms, a)),
        Op::RotateLeft(by) => shift::rotate_left(terms, a, by.into()),
        Op::RotateRight(by) => Some(shift::rotate_right(terms, a, by.into())),
        Op::ZeroExtend(to) => width::zero_extend(terms, a, to.into()),
        Op::SignExtend(to) => width::sign_extend(terms, a, to.into()),
        Op::Extract { high, low } => width::extract(terms, a, high.into(), low.into()),
        _ => None,
    }
}

fn binary_rule(terms: &mut Terms, op: Op, a: Term, b: Term) -> Option<Term> {
    match op {
        Op::Xor => Some(negation::xor(terms, a, b)),
        Op::Eq => equality::eq(terms, a, b),
        Op::BitAnd => bitwise::and(terms, a, b),
        Op::BitOr => bitwise::or(terms, a, b),
        Op::BitXor => bitwise::xor(terms, a, b),
        Op::Add => linear::add(terms, a, b),
        Op::Sub => linear::sub(terms, a, b),
        Op::Mul => product::mul(terms, a, b),
        Op::UDiv => product::udiv(terms, a, b),
        Op::URem => product::urem(terms, a, b),
        Op::SDiv => product::sdiv(terms, a, b),
        Op::SRem => product::srem(terms, a, b),
        Op::Shl => shift::shl(terms, a, b),
        Op::LShr => shift::lshr(terms, a, b),
        Op::AShr => shift::ashr(terms, a, b),
        Op::ULt | Op::ULe | Op::SLt | Op::SLe => comparison::compare(terms, op, a, b),
        Op::UAddOverflow
        | Op::SAddOverflow
        | Op::USubOverflow
        | Op::SSubOverflow
        | Op::UMulOverflow
        | Op::SMulOverflow
        | Op::SDivOverflow => overflow::overflow(terms, op, a, b),
        Op::Concat => width::concat(terms, a, b),
        _ => None,
    }
}

impl Terms {
    /// The key by which operands of commutative operations are ordered.
    fn normal_order(&self, term: Term) -> (bool, Term) {
        (self.value(term).is_some(), term)
    }

    /// Runs a rule unless the effort for the term being made is spent.
    fn within_effort(&mut self, rule: impl FnOnce(&mut Terms) -> Option<Term>) -> Option<Term> {
        if self.effort.nesting == 0 {
            self.effort.steps = 0;
        }
        if self.effort.nesting >= MAX_NESTING || self.effort.steps >= MAX_STEPS {
            return None;
        }
        self.effort.nesting += 1;
        self.effort.steps += 1;
        let result = rule(self);
        self.effort.nesting -= 1;
        result
    }
}
