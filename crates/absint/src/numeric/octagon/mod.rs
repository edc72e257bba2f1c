//! Which bounds hold for single values, for sums and for differences of two?
//!
//! An [`Octagon`] is a conjunction of `±x ± y <= c` over integers (Miné, "The octagon abstract domain", Higher-Order and
//! Symbolic Computation 19, 2006). `matrix` has the bounds, `closure` what
//! they imply, `transfer` what assignments and conditions
//! do, `lattice` unions, intersections and widening, `shape` which dimensions there are, `show` the bounds worth reading.
//!
//! Invariants: dimensions ascend, something is known about each of them, and the matrix is tightly closed and not empty;
//! so equal sets have equal representations. Only arithmetic beyond `i128` can spoil that, always towards weaker bounds.

mod closure;
mod lattice;
mod matrix;
mod shape;
mod show;
mod transfer;

use self::matrix::{Matrix, NONE, sum};
use super::{Dim, Interval, Linear};
use crate::limits::MOST_PAIRED;

/// A conjunction of `±x ± y <= c` over a set of dimensions that grows on demand: a dimension that is not in it is
/// unconstrained. Always closed and not empty: operations that may empty it return false or `None`. What returned false
/// is of no further use.
#[derive(Clone, Debug)]
pub(crate) struct Octagon {
    dims: Vec<Dim>,
    matrix: Matrix,
    /// Of the result of a widening: its matrix before closure, where that differs. See [`Octagon::widen`].
    unclosed: Option<Matrix>,
}

/// Equal sets.
impl PartialEq for Octagon {
    fn eq(&self, other: &Octagon) -> bool {
        self.dims == other.dims && self.matrix == other.matrix
    }
}

impl Eq for Octagon {}

impl Octagon {
    pub(crate) fn top() -> Octagon {
        Octagon { dims: Vec::new(), matrix: Matrix::default(), unclosed: None }
    }

    /// The dimensions about which something is known, ascending.
    pub(crate) fn dims(&self) -> &[Dim] {
        &self.dims
    }

    #[cfg(test)]
    pub(crate) fn is_top(&self) -> bool {
        self.dims.is_empty()
    }

    pub(crate) fn bounds(&self, dim: Dim) -> Interval {
        match self.position(dim) {
            Some(k) => {
                Interval::new(negated(self.matrix.unary(2 * k + 1)), self.matrix.unary(2 * k))
            }
            None => Interval::TOP,
        }
    }

    /// Bounds of a linear expression. Terms are paired where the bound of a sum or difference of two is better than what
    /// their own bounds say; up to a few terms, the best pairing is used.
    pub(crate) fn bounds_of(&self, expression: &Linear) -> Interval {
        let mut terms = Vec::with_capacity(expression.terms.len());
        for &(dim, coefficient) in &expression.terms {
            let Some(k) = self.position(dim) else { return Interval::TOP };
            // `i128::MIN` has no positive counterpart; nobody computes with such coefficients.
            let Some(amount) = coefficient.checked_abs() else { return Interval::TOP };
            terms.push((2 * k + usize::from(coefficient < 0), amount));
        }
        let high = self.most(&mut terms.clone());
        terms.iter_mut().for_each(|term| term.0 ^= 1);
        let least = negated(self.most(&mut terms));
        let low =
            if least == i128::MIN { least } else { least.saturating_add(expression.constant) };
        Interval::new(low, sum(high, expression.constant))
    }

    /// An upper bound of the sum of `amount * literal`.
    fn most(&self, terms: &mut Vec<(usize, i128)>) -> i128 {
        let Some(&(literal, amount)) = terms.last() else { return 0 };
        let all = terms.len() <= MOST_PAIRED;
        let alone = times(amount, self.matrix.unary(literal));
        let mut best = NONE;
        let mut best_gain = 0;
        let mut partner = None;
        for (at, &(other, its_amount)) in terms[..terms.len() - 1].iter().enumerate() {
            let pair = self.pair(literal, other);
            let apart = sum(self.matrix.unary(literal), self.matrix.unary(other));
            if pair >= apart {
                continue;
            }
            let both = amount.min(its_amount);
            if all {
                let mut rest = terms.clone();
                reduce(&mut rest, at, both);
                best = best.min(sum(times(both, pair), self.most(&mut rest)));
            } else {
                let gain = if apart == NONE { NONE } else { apart.saturating_sub(pair) };
                if gain > best_gain {
                    (best_gain, partner) = (gain, Some((at, both, pair)));
                }
            }
        }
        if let Some((at, both, pair)) = partner {
            reduce(terms, at, both);
            return sum(times(both, pair), self.most(terms));
        }
        if alone == NONE {
            return best;
        }
        terms.pop();
        best.min(sum(alone, self.most(terms)))
    }

    /// The bound of the sum of two literals.
    fn pair(&self, one: usize, two: usize) -> i128 {
        self.matrix.get(two ^ 1, one)
    }

    fn position(&self, dim: Dim) -> Option<usize> {
        self.dims.binary_search(&dim).ok()
    }
}

/// Takes `amount` from the last term and from the one at `at`.
fn reduce(terms: &mut Vec<(usize, i128)>, at: usize, amount: i128) {
    let last = terms.len() - 1;
    terms[at].1 -= amount;
    terms[last].1 -= amount;
    terms.retain(|term| term.1 != 0);
}

/// The lower bound of a number whose negation is at most `bound`.
fn negated(bound: i128) -> i128 {
    if bound == NONE { i128::MIN } else { bound.saturating_neg() }
}

/// `amount` times what is at most `bound`; `amount` is positive.
fn times(amount: i128, bound: i128) -> i128 {
    if bound == NONE { NONE } else { amount.saturating_mul(bound) }
}
