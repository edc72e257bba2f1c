//! Which bounds of `±x ± y` follow from given ones?
//!
//! A matrix is *tightly closed* when every entry is the least bound that holds for all *integer* vectors in it: shortest
//! paths, then bounds `2x <= c` rounded down to even `c`, then `x + y` bounded by the sum of the bounds of `x` and `y`
//! (Bagnara, Hill and Zaffanella, "An improved tight closure algorithm for integer octagonal constraints", VMCAI 2008:
//! one such round after the shortest paths is enough).
//!
//! One new bound is propagated in quadratic time (Chawdhary, Robbins and King, "Incrementally closing octagons", FMSD 54,
//! 2019): a shortest path uses it at most once in each of its two ways of writing. A dimension that is added without
//! changing what is known of the others takes linear time.

use super::matrix::{Matrix, NONE, half, sum};

impl Matrix {
    /// Adds `value(to) - value(from) <= bound` to a tightly closed matrix and closes it again; false when it is empty
    /// then (and of no further use).
    #[must_use]
    pub(super) fn add_bound(&mut self, from: usize, to: usize, bound: i128) -> bool {
        if bound >= self.get(from, to) {
            return true;
        }
        // Shortest ways to `from`, to `to` and on from `to`, without the new edge. Written the other way, that leads from
        // `to ^ 1` to `from ^ 1`, and all ways are mirrored.
        let literals = self.literals();
        let reach: Vec<i128> = (0..literals).map(|i| self.get(i, from)).collect();
        let leave: Vec<i128> = (0..literals).map(|j| self.get(to, j)).collect();
        let twice = sum(sum(bound, bound), sum(leave[to ^ 1], reach[from ^ 1]));
        if sum(bound, leave[from]) < 0 || twice < 0 {
            return false;
        }
        // Ways that end with the new edge, and ways that follow it; both may use it the other way too.
        let turn_before = sum(sum(bound, bound), reach[from ^ 1]);
        let turn_after = sum(leave[to ^ 1], bound);
        let before: Vec<i128> = (0..literals)
            .map(|i| sum(reach[i], bound).min(sum(leave[i ^ 1], turn_before)))
            .collect();
        let after: Vec<i128> =
            (0..literals).map(|j| leave[j].min(sum(turn_after, reach[j ^ 1]))).collect();
        // The new edge can only help from where it makes the way to `to` shorter.
        let helped: Vec<usize> = (0..literals).filter(|&i| before[i] < self.get(i, to)).collect();
        let old = self.halves();
        for &i in &helped {
            let way = before[i];
            for (entry, &rest) in self.row_mut(i).iter_mut().zip(&after) {
                *entry = (*entry).min(sum(way, rest));
            }
        }
        // What is stored as a mirrored entry is in columns: the entries (i ^ 1, j) of the rows below those of j ^ 1.
        for &j in &helped {
            let way = before[j];
            for i in (j & !1)..literals {
                let entry = self.at_mut(i, j ^ 1);
                *entry = (*entry).min(sum(way, after[i ^ 1]));
            }
        }
        self.tighten(&old)
    }

    /// Makes the matrix tightly closed; false when there is no integer vector in it.
    #[must_use]
    pub(super) fn close(&mut self) -> bool {
        let literals = self.literals();
        let (mut to_plus, mut to_minus) = (vec![0; literals], vec![0; literals]);
        let (mut from_plus, mut from_minus) = (vec![0; literals], vec![0; literals]);
        for k in 0..self.dims() {
            let (plus, minus) = (2 * k, 2 * k + 1);
            let (across, back) = (self.get(plus, minus), self.get(minus, plus));
            for i in 0..literals {
                let (direct_plus, direct_minus) = (self.get(i, plus), self.get(i, minus));
                to_plus[i] = direct_plus.min(sum(direct_minus, back));
                to_minus[i] = direct_minus.min(sum(direct_plus, across));
                (from_plus[i ^ 1], from_minus[i ^ 1]) = (direct_minus, direct_plus);
            }
            for i in 0..literals {
                let (first, second) = (to_plus[i], to_minus[i]);
                if first == NONE && second == NONE {
                    continue;
                }
                let row = self.row_mut(i);
                for ((entry, &plus), &minus) in row.iter_mut().zip(&from_plus).zip(&from_minus) {
                    *entry = (*entry).min(sum(first, plus)).min(sum(second, minus));
                }
            }
        }
        (0..literals).all(|i| self.get(i, i) >= 0) && self.tighten(&vec![NONE; literals])
    }

    /// Half of each entry `(i, i ^ 1)`: the bounds of the literals `i ^ 1`.
    fn halves(&self) -> Vec<i128> {
        (0..self.literals()).map(|i| half(self.get(i, i ^ 1))).collect()
    }

    /// From shortest paths to tight closure: rounds the bounds of single dimensions and adds them up, where they are no
    /// longer the `old` ones, with which that had been done. False when no integers are left.
    fn tighten(&mut self, old: &[i128]) -> bool {
        let bounds = self.halves();
        let changed: Vec<usize> = (0..bounds.len()).filter(|&i| bounds[i] != old[i]).collect();
        for &i in &changed {
            if sum(bounds[i], bounds[i ^ 1]) < 0 {
                return false;
            }
            let bound = bounds[i];
            for (j, entry) in self.row_mut(i).iter_mut().enumerate() {
                *entry = (*entry).min(sum(bound, bounds[j ^ 1]));
            }
            for (below, &other) in bounds.iter().enumerate().skip(i & !1) {
                let entry = self.at_mut(below, i ^ 1);
                *entry = (*entry).min(sum(bound, other));
            }
        }
        true
    }

    /// Gives a dimension `x` about which nothing is known bounds against others: `value(x) - value(l) <= c` for each
    /// `(l, c)` in `above`, `-value(x) - value(l) <= c` for each in `below`, and bounds of `x` and `-x` themselves. They
    /// must not imply anything new about other dimensions (as those of a sum of the others do not).
    pub(super) fn define(
        &mut self,
        x: usize,
        above: &[(usize, i128)],
        below: &[(usize, i128)],
        singles: [i128; 2],
    ) {
        let literals = self.literals();
        let others = || (0..literals).filter(|i| i / 2 != x);
        let mut ways = [vec![NONE; literals], vec![NONE; literals]];
        for (ways, edges) in ways.iter_mut().zip([above, below]) {
            for &(last, bound) in edges {
                for i in others() {
                    ways[i] = ways[i].min(sum(self.get(i, last), bound));
                }
            }
        }
        // From a literal of x by way of others to its negation, rounded.
        let turn = |side: usize, edges: &[(usize, i128)]| {
            let around = edges.iter().map(|&(first, bound)| sum(bound, ways[side][first ^ 1]));
            let entry = around.min().unwrap_or(NONE);
            half(entry).min(singles[side])
        };
        let bounds = [turn(0, above), turn(1, below)];
        let doubled = bounds.map(|bound| sum(bound, bound));
        for i in others() {
            let opposite = half(self.get(i, i ^ 1));
            for side in 0..2 {
                let way = ways[side][i]
                    .min(sum(ways[1 - side][i], doubled[side]))
                    .min(sum(opposite, bounds[side]));
                self.set(i, 2 * x + side, way);
            }
        }
        self.set(2 * x + 1, 2 * x, doubled[0]);
        self.set(2 * x, 2 * x + 1, doubled[1]);
    }
}
