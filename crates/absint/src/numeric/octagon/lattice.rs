//! Inclusion, unions, intersections and widening of octagons.

use std::borrow::Cow;

use super::super::Dim;
use super::Octagon;
use super::matrix::{Matrix, NONE};

impl Octagon {
    pub(crate) fn is_subset_of(&self, other: &Octagon) -> bool {
        if self.dims == other.dims {
            let bounds = self.matrix.entries().iter().zip(other.matrix.entries());
            return bounds.into_iter().all(|(ours, theirs)| ours <= theirs);
        }
        let Some(ours) = positions(&other.dims, &self.dims) else { return false };
        let literal = |i: usize| 2 * ours[i / 2] + i % 2;
        other.matrix.places().zip(other.matrix.entries()).all(|((i, j), &bound)| {
            bound == NONE || self.matrix.get(literal(i), literal(j)) <= bound
        })
    }

    /// The least octagon around both.
    pub(crate) fn join(&self, other: &Octagon) -> Octagon {
        let dims = common(&self.dims, &other.dims);
        let mut matrix = on(&self.matrix, &self.dims, &dims).into_owned();
        let theirs = on(&other.matrix, &other.dims, &dims);
        // The greatest of closed bounds is closed.
        for (entry, &bound) in matrix.entries_mut().iter_mut().zip(theirs.entries()) {
            *entry = bound.max(*entry);
        }
        let mut result = Octagon { dims, matrix, unclosed: None };
        result.compact();
        result
    }

    /// What is in both; `None` when that is nothing.
    pub(crate) fn meet(&self, other: &Octagon) -> Option<Octagon> {
        if self.dims.len() < other.dims.len() {
            return other.meet(self);
        }
        let dims = all(&self.dims, &other.dims);
        let mut matrix = on(&self.matrix, &self.dims, &dims).into_owned();
        let theirs = on(&other.matrix, &other.dims, &dims);
        let pairs = matrix.entries().iter().zip(theirs.entries());
        let tighter: Vec<((usize, usize), i128)> = (matrix.places().zip(pairs))
            .filter_map(|(place, (ours, theirs))| (theirs < ours).then_some((place, *theirs)))
            .collect();
        // A few bounds are added one by one, each in quadratic time; many together, in cubic time.
        let possible = if tighter.len() <= 2 * dims.len() {
            tighter.iter().all(|&((i, j), bound)| matrix.add_bound(i, j, bound))
        } else {
            tighter.iter().for_each(|&((i, j), bound)| matrix.set(i, j, bound));
            matrix.close()
        };
        possible.then_some(Octagon { dims, matrix, unclosed: None })
    }

    /// Around `self` and `next`: a bound that `next` exceeds moves on to one of the ascending `thresholds` (of a sum or
    /// difference, also to the negation of one), or is given up.
    ///
    /// In a sequence `w = w.widen(next)` every bound moves finitely often, but only if it is not taken back by closure in
    /// between. So the result remembers its bounds as they were before closure, and the next widening starts from those.
    /// They are forgotten as soon as the octagon is changed in another way.
    pub(crate) fn widen(&self, next: &Octagon, thresholds: &[i128]) -> Octagon {
        if next.is_subset_of(self) {
            return self.clone();
        }
        let dims = common(&self.dims, &next.dims);
        let ours = self.unclosed.as_ref().unwrap_or(&self.matrix);
        let mut matrix = on(ours, &self.dims, &dims).into_owned();
        let theirs = on(&next.matrix, &next.dims, &dims);
        let places = matrix.places();
        let entries = matrix.entries_mut().iter_mut().zip(theirs.entries());
        for ((i, j), (entry, &bound)) in places.zip(entries) {
            if bound > *entry {
                *entry = if bound == NONE {
                    NONE
                } else if i == j ^ 1 {
                    next_single(bound, j % 2 == 1, thresholds)
                } else {
                    next_pair(bound, thresholds)
                };
            }
        }
        let mut result = Octagon { dims, matrix, unclosed: None };
        result.compact();
        let unclosed = result.matrix.clone();
        let possible = result.matrix.close();
        debug_assert!(possible, "a widening should not be empty");
        if self.is_subset_of(&result) && next.is_subset_of(&result) {
            result.unclosed = (unclosed != result.matrix).then_some(unclosed);
        } else {
            // Where sums were too large, the operands are not closed themselves, and closure can find more than they know.
            result.matrix = unclosed;
        }
        result
    }

    /// Between `self` and `next`, which is in it: bounds that are missing become those of `next`.
    pub(crate) fn narrow(&self, next: &Octagon) -> Octagon {
        let dims = all(&self.dims, &next.dims);
        let mut matrix = on(&self.matrix, &self.dims, &dims).into_owned();
        let theirs = on(&next.matrix, &next.dims, &dims);
        for (entry, &bound) in matrix.entries_mut().iter_mut().zip(theirs.entries()) {
            if *entry == NONE {
                *entry = bound;
            }
        }
        if matrix.close() { Octagon { dims, matrix, unclosed: None } } else { self.clone() }
    }
}

/// A matrix of `dims`, for the dimensions that are `wanted`.
fn on<'a>(matrix: &'a Matrix, dims: &[Dim], wanted: &[Dim]) -> Cow<'a, Matrix> {
    if dims == wanted {
        return Cow::Borrowed(matrix);
    }
    let sources: Vec<Option<usize>> =
        wanted.iter().map(|dim| dims.binary_search(dim).ok()).collect();
    Cow::Owned(matrix.select(&sources))
}

/// Where `dims` are in `others`; `None` if one is missing.
fn positions(dims: &[Dim], others: &[Dim]) -> Option<Vec<usize>> {
    dims.iter().map(|dim| others.binary_search(dim).ok()).collect()
}

fn common(ours: &[Dim], theirs: &[Dim]) -> Vec<Dim> {
    ours.iter().copied().filter(|dim| theirs.binary_search(dim).is_ok()).collect()
}

fn all(ours: &[Dim], theirs: &[Dim]) -> Vec<Dim> {
    let mut dims = [ours, theirs].concat();
    dims.sort_unstable();
    dims.dedup();
    dims
}

/// The next bound for twice a dimension or, `negative`, twice its negation.
fn next_single(bound: i128, negative: bool, thresholds: &[i128]) -> i128 {
    let single = bound >> 1;
    let next = if negative { above_negated(single, thresholds) } else { above(single, thresholds) };
    if next == NONE { NONE } else { next.saturating_mul(2) }
}

fn next_pair(bound: i128, thresholds: &[i128]) -> i128 {
    above(bound, thresholds).min(above_negated(bound, thresholds))
}

/// The least threshold that is not below `bound`.
fn above(bound: i128, thresholds: &[i128]) -> i128 {
    thresholds.get(thresholds.partition_point(|&t| t < bound)).copied().unwrap_or(NONE)
}

/// The least negated threshold that is not below `bound`.
fn above_negated(bound: i128, thresholds: &[i128]) -> i128 {
    let least = bound.saturating_neg();
    let at = thresholds.partition_point(|&t| t <= least);
    at.checked_sub(1).map_or(NONE, |at| thresholds[at].saturating_neg())
}
