//! What assignments and conditions do to an octagon.
//!
//! Expressions `±y + c` and conditions `±x ± y <= c` are exact. Of others, an octagon keeps the bounds of single
//! dimensions and of pairs that follow when the remaining terms are replaced by their bounds.

use super::super::{Dim, Interval, Linear};
use super::matrix::NONE;
use super::{Octagon, negated};
use crate::limits::ROUNDS;

/// A dimension for the value after an assignment, while the one before it is spoken of.
const SCRATCH: Dim = Dim(u32::MAX);

/// A dimension, negated or not.
type Signed = (Dim, bool);

impl Octagon {
    /// Forwards: the states after `dim := value`.
    pub(crate) fn assign(&mut self, dim: Dim, value: &Linear) {
        match value.as_dim_plus() {
            Some((source, negated, by)) if source == dim => {
                if let Some(x) = self.position(dim) {
                    let matrix = self.matrix_mut();
                    if negated {
                        matrix.negate(x);
                    }
                    matrix.shift(x, by);
                }
            }
            Some((source, negated, by)) => {
                self.ensure(source);
                let x = self.ensure(dim);
                let y = self.ensure(source);
                let matrix = self.matrix_mut();
                matrix.copy(x, 2 * y + usize::from(negated));
                matrix.shift(x, by);
                self.compact();
            }
            None => self.assign_linear(dim, value),
        }
    }

    /// Any expression: its bounds, and those of its difference to and its sum with each of its terms.
    fn assign_linear(&mut self, dim: Dim, value: &Linear) {
        for &(other, _) in &value.terms {
            self.ensure(other);
        }
        let x = self.ensure(dim);
        let bounds = self.bounds_of(value);
        // Bounds of the value and of its negation, against literals.
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for &(other, _) in &value.terms {
            let (plus, term) = (2 * self.ensure(other), Linear::dim(other));
            for (literal, rest) in [(plus, value.sub(&term)), (plus + 1, value.add(&term))] {
                let rest = rest.map_or(Interval::TOP, |rest| self.bounds_of(&rest));
                above.push((literal, rest.high));
                below.push((literal ^ 1, negated_low(rest)));
            }
        }
        let (known, singles) = (self.dims.len(), [bounds.high, negated_low(bounds)]);
        let matrix = self.matrix_mut();
        if value.mentions(dim) {
            // The old value is still needed, so the new one gets a place of its own for a moment.
            matrix.resize(known + 1);
            matrix.define(known, &above, &below, singles);
            matrix.copy(x, 2 * known);
            matrix.resize(known);
        } else {
            matrix.clear(x);
            matrix.define(x, &above, &below, singles);
        }
        self.compact();
    }

    /// Forwards: the states after `dim` became any of `values`.
    pub(crate) fn assign_interval(&mut self, dim: Dim, values: Interval) {
        let x = self.ensure(dim);
        let matrix = self.matrix_mut();
        matrix.clear(x);
        matrix.define(x, &[], &[], [values.high, negated_low(values)]);
        self.compact();
    }

    /// Backwards: the states before `dim := value` from which it leads into this octagon, and perhaps more; false when
    /// there are none.
    #[must_use]
    pub(crate) fn substitute(&mut self, dim: Dim, value: &Linear) -> bool {
        let Some(position) = self.position(dim) else { return true };
        if let Some((source, is_negated, by)) = value.as_dim_plus()
            && source == dim
        {
            // x := -x + c undoes itself.
            let matrix = self.matrix_mut();
            if is_negated {
                matrix.negate(position);
                matrix.shift(position, by);
            } else {
                matrix.shift(position, by.saturating_neg());
            }
            return true;
        }
        let target = if value.mentions(dim) { SCRATCH } else { dim };
        if target != dim {
            self.rename(dim, target);
        }
        let difference = Linear::dim(target).sub(value);
        let opposite = difference.as_ref().and_then(|e| e.scale(-1));
        for condition in [difference, opposite].iter().flatten() {
            if !self.constrain(condition) {
                return false;
            }
        }
        self.forget(target);
        true
    }

    /// The states with `expression <= 0`, and perhaps more; false when there are none.
    #[must_use]
    pub(crate) fn constrain(&mut self, expression: &Linear) -> bool {
        let Some((terms, bound)) = reduced(expression) else { return true };
        match terms[..] {
            [] => bound >= 0,
            [(x, a)] if a.abs() == 1 => self.add_single((x, a < 0), bound),
            [(x, a), (y, b)] if a.abs() == 1 && b.abs() == 1 => {
                self.add_pair((x, a < 0), (y, b < 0), bound)
            }
            _ => match bound.checked_neg() {
                Some(constant) => self.constrain_linear(&Linear { terms, constant }),
                None => true,
            },
        }
    }

    /// Any condition `e <= 0`: for each term and each pair of terms, the bound that is left when the others are as small
    /// as they can be.
    fn constrain_linear(&mut self, expression: &Linear) -> bool {
        for _ in 0..ROUNDS {
            let value = self.bounds_of(expression);
            if value.low > 0 {
                return false;
            }
            if value.high <= 0 {
                return true;
            }
            let before = self.clone();
            for (at, &(x, a)) in expression.terms.iter().enumerate() {
                let part = Linear { terms: vec![(x, a)], constant: 0 };
                let bound = self.bound_of_part(expression, &part, a);
                if !self.add_single((x, a < 0), bound) {
                    return false;
                }
                for &(y, b) in &expression.terms[at + 1..] {
                    let amount = a.saturating_abs().min(b.saturating_abs());
                    let terms = vec![(x, amount * a.signum()), (y, amount * b.signum())];
                    let bound =
                        self.bound_of_part(expression, &Linear { terms, constant: 0 }, amount);
                    if !self.add_pair((x, a < 0), (y, b < 0), bound) {
                        return false;
                    }
                }
            }
            if *self == before {
                return true;
            }
        }
        true
    }

    /// An upper bound of `part / |amount|` in the states where `expression <= 0`.
    fn bound_of_part(&self, expression: &Linear, part: &Linear, amount: i128) -> i128 {
        let Some(rest) = expression.sub(part) else { return NONE };
        match negated_low(self.bounds_of(&rest)) {
            NONE => NONE,
            bound => bound.checked_div_euclid(amount.saturating_abs()).unwrap_or(NONE),
        }
    }

    /// `±x <= bound`.
    fn add_single(&mut self, (x, negative): Signed, bound: i128) -> bool {
        if bound == NONE {
            return true;
        }
        let literal = 2 * self.ensure(x) + usize::from(negative);
        self.matrix_mut().add_bound(literal ^ 1, literal, bound.saturating_mul(2))
    }

    /// `±x ± y <= bound`, of two dimensions.
    fn add_pair(&mut self, x: Signed, y: Signed, bound: i128) -> bool {
        if bound == NONE {
            return true;
        }
        self.ensure(x.0);
        let y_literal = 2 * self.ensure(y.0) + usize::from(y.1);
        let x_literal = 2 * self.ensure(x.0) + usize::from(x.1);
        self.matrix_mut().add_bound(y_literal ^ 1, x_literal, bound)
    }
}

/// The upper bound of the negation.
fn negated_low(values: Interval) -> i128 {
    if values.low == i128::MIN { NONE } else { negated(values.low) }
}

/// `sum of terms <= bound` with coefficients that have no common divisor, equivalent to `expression <= 0`; `None` where
/// numbers are too large.
fn reduced(expression: &Linear) -> Option<(Vec<(Dim, i128)>, i128)> {
    let bound = expression.constant.checked_neg()?;
    let divisor = expression.terms.iter().try_fold(0, |divisor, term| {
        let (mut a, mut b) = (divisor, term.1.checked_abs()?);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Some(a)
    })?;
    if divisor <= 1 {
        return Some((expression.terms.clone(), bound));
    }
    let terms = expression.terms.iter().map(|&(dim, a)| (dim, a / divisor)).collect();
    Some((terms, bound.div_euclid(divisor)))
}
