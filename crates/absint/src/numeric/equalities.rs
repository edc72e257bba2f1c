//! Which sums of multiples of dimensions are always zero? (Karr, "Affine relationships among variables of a program", 1976.)
//!
//! Octagons relate two dimensions; an invariant such as `up + down == n` takes an equation of three. Rows are forms that are 0, reduced: the highest dimension
//! of a row occurs in no other row. Whatever gets too large is dropped, which only says less.

use super::{Dim, Linear};
use crate::limits::{LARGEST_NUMBER, MOST_TERMS};
use crate::numbers::common;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Equalities {
    /// By their highest dimensions, descending.
    rows: Vec<Linear>,
}

impl Equalities {
    pub(crate) fn rows(&self) -> &[Linear] {
        &self.rows
    }

    /// The same number with no highest dimension of a row in it; `None` if numbers get too large.
    fn reduced(&self, form: &Linear) -> Option<Linear> {
        let mut form = form.clone();
        for row in &self.rows {
            let dim = pivot(row)?;
            if form.mentions(dim) {
                form = without(&form, row, dim)?;
            }
        }
        Some(form)
    }

    /// Is the form 0 by what is known?
    pub(crate) fn imply(&self, form: &Linear) -> bool {
        self.reduced(form).is_some_and(|form| form == Linear::default())
    }

    /// The form is 0. Says nothing if that contradicts what is known.
    pub(crate) fn add(&mut self, form: &Linear) {
        let Some(form) = self.reduced(form).and_then(|form| small(&form)) else { return };
        let Some(dim) = pivot(&form) else { return };
        let rows = std::mem::take(&mut self.rows).into_iter();
        let rows = rows.filter_map(|row| match row.mentions(dim) {
            true => small(&without(&row, &form, dim)?),
            false => Some(row),
        });
        self.rows = rows.collect();
        let at = self.rows.partition_point(|row| pivot(row) > Some(dim));
        self.rows.insert(at, form);
    }

    /// The dimension may have any value.
    pub(crate) fn forget(&mut self, dim: Dim) {
        let Some(at) = self.rows.iter().position(|row| row.mentions(dim)) else { return };
        let gone = self.rows.remove(at);
        if pivot(&gone) == Some(dim) {
            return;
        }
        // Solved for the dimension, the row is what removes it from the others.
        let (with, rest) =
            std::mem::take(&mut self.rows).into_iter().partition(|row| row.mentions(dim));
        self.rows = rest;
        let with: Vec<Linear> = with;
        for row in with.iter().filter_map(|row| without(row, &gone, dim)) {
            self.add(&row);
        }
    }

    /// The dimension gets the value of the form, in which its old value may occur.
    pub(crate) fn assign(&mut self, dim: Dim, value: &Linear) {
        let own = value.coefficient(dim);
        if own == 0 {
            self.forget(dim);
            if let Some(row) = Linear::dim(dim).sub(value) {
                self.add(&row);
            }
            return;
        }
        // own * old + rest == new, so that a row without `old` but `new - rest` instead says the same, `own` times.
        let (with, rest) =
            std::mem::take(&mut self.rows).into_iter().partition(|row| row.mentions(dim));
        self.rows = rest;
        let with: Vec<Linear> = with;
        for row in with {
            let factor = row.coefficient(dim);
            let changed = || {
                let rest = value.sub(&Linear::dim(dim).scale(own)?)?;
                let others = row.sub(&Linear::dim(dim).scale(factor)?)?;
                others.scale(own)?.add(&Linear::dim(dim).sub(&rest)?.scale(factor)?)
            };
            if let Some(row) = changed() {
                self.add(&row);
            }
        }
    }

    /// What is known in both: of the rows that differ, the combinations that both have (Zassenhaus' algorithm).
    pub(crate) fn join(&self, other: &Equalities) -> Equalities {
        let (same, own): (Vec<&Linear>, Vec<&Linear>) =
            self.rows.iter().partition(|row| other.rows.contains(row));
        let others = other.rows.iter().filter(|row| !self.rows.contains(row));
        let mut pairs: Vec<(Linear, Linear)> =
            own.iter().map(|&row| (row.clone(), row.clone())).collect();
        pairs.extend(others.map(|row| (row.clone(), Linear::default())));
        let mut joined = Equalities { rows: same.into_iter().cloned().collect() };
        while let Some((left, right)) = pairs.pop() {
            if left == Linear::default() {
                joined.add(&right);
                continue;
            }
            let at = pivot(&left);
            let next = pairs.iter().filter_map(|(other, its)| {
                let (own, others) = (coefficient(&left, at), coefficient(other, at));
                let by = common(own, others).max(1);
                let combined = |one: &Linear, two: &Linear| {
                    bounded(one.scale(own / by)?.sub(&two.scale(others / by)?)?)
                };
                Some((combined(other, &left)?, combined(its, &right)?))
            });
            pairs = next.collect();
        }
        joined
    }
}

/// The highest dimension.
fn pivot(form: &Linear) -> Option<Dim> {
    form.terms.last().map(|(dim, _)| *dim)
}

/// Of a dimension, or the constant.
fn coefficient(form: &Linear, dim: Option<Dim>) -> i128 {
    match dim {
        None => form.constant,
        Some(dim) => form.coefficient(dim),
    }
}

fn bounded(form: Linear) -> Option<Linear> {
    let is_small = |number: i128| number.unsigned_abs() <= LARGEST_NUMBER;
    let fits = is_small(form.constant) && form.terms.iter().all(|(_, factor)| is_small(*factor));
    fits.then_some(form)
}

/// The form (or a multiple that is 0 where it is) with a dimension replaced by what a row says it is.
fn without(form: &Linear, row: &Linear, dim: Dim) -> Option<Linear> {
    let (own, of_row) = (coefficient(form, Some(dim)), coefficient(row, Some(dim)));
    if own == 0 {
        return Some(form.clone());
    }
    let by = common(own, of_row);
    bounded(form.scale(of_row / by)?.sub(&row.scale(own / by)?)?)
}

/// The equation with the smallest numbers, its highest dimension with a positive factor; `None` if it has too many terms.
fn small(form: &Linear) -> Option<Linear> {
    let last = form.terms.last()?.1;
    let by = form.terms.iter().fold(form.constant, |by, (_, factor)| common(by, *factor));
    let by = by.abs() * last.signum();
    let terms: Vec<_> = form.terms.iter().map(|(dim, factor)| (*dim, factor / by)).collect();
    (terms.len() <= MOST_TERMS).then(|| Linear { terms, constant: form.constant / by })
}
