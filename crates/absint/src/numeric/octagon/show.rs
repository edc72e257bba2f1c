//! Which bounds of an octagon are worth reading?

use super::super::{Dim, Linear};
use super::matrix::{NONE, sum};
use super::{Octagon, negated};

impl Octagon {
    /// Conditions `e <= 0` that together mean the octagon: the bounds of dimensions; then relations between two that
    /// neither bounds nor other relations imply. Of dimensions that are equal up to sign and constant, all are related to
    /// the first, and only the first is to others.
    pub(crate) fn constraints(&self) -> Vec<Linear> {
        let mut result = Vec::new();
        for (k, &dim) in self.dims.iter().enumerate() {
            for literal in [2 * k + 1, 2 * k] {
                if let Some(constant) = constant_of(self.matrix.unary(literal)) {
                    result.push(Linear { terms: vec![(dim, sign(literal))], constant });
                }
            }
        }
        let leaders: Vec<usize> = (0..self.dims.len()).map(|k| self.leader(k)).collect();
        for x in 0..self.dims.len() {
            for y in 0..x {
                for (i, j) in
                    [(2 * y, 2 * x), (2 * x, 2 * y), (2 * x, 2 * y + 1), (2 * x + 1, 2 * y)]
                {
                    if self.is_telling(i, j, &leaders)
                        && let Some(constant) = constant_of(self.matrix.get(i, j))
                    {
                        let mut terms = vec![self.term(j), self.term(i ^ 1)];
                        terms.sort();
                        result.push(Linear { terms, constant });
                    }
                }
            }
        }
        result
    }

    /// The first dimension that equals `k` up to sign and constant.
    fn leader(&self, k: usize) -> usize {
        (0..k)
            .find(|&other| self.are_equal(2 * k, 2 * other) || self.are_equal(2 * k, 2 * other + 1))
            .unwrap_or(k)
    }

    /// Whether the difference of two literals is a constant.
    fn are_equal(&self, i: usize, j: usize) -> bool {
        sum(self.matrix.get(i, j), self.matrix.get(j, i)) == 0
    }

    fn is_telling(&self, i: usize, j: usize, leaders: &[usize]) -> bool {
        let bound = self.matrix.get(i, j);
        if sum(self.matrix.unary(i ^ 1), self.matrix.unary(j)) <= bound {
            return false; // also where there is no bound
        }
        let (x, y) = (i / 2, j / 2);
        if leaders[x] == y || leaders[y] == x {
            return self.are_equal(i, j);
        }
        let is_leader = |k: usize| leaders[k] == k;
        is_leader(x)
            && is_leader(y)
            && (0..2 * self.dims.len())
                .filter(|&via| via != i && via != j && is_leader(via / 2))
                .all(|via| sum(self.matrix.get(i, via), self.matrix.get(via, j)) > bound)
    }

    fn term(&self, literal: usize) -> (Dim, i128) {
        (self.dims[literal / 2], sign(literal))
    }
}

fn sign(literal: usize) -> i128 {
    if literal % 2 == 1 { -1 } else { 1 }
}

/// The constant `c` of `e + c <= 0`, for `e <= bound`.
fn constant_of(bound: i128) -> Option<i128> {
    (bound != NONE).then(|| negated(bound))
}
