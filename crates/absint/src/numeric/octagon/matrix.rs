//! Where are the bounds of all `±x ± y` kept?
//!
//! Every dimension `k` has two *literals*: `2k` stands for `+x_k`, `2k + 1` for `-x_k`; so `literal ^ 1` is its negation.
//! The entry `(i, j)` is the least known `c` with `value(j) - value(i) <= c`, [`NONE`] if there is no bound. A difference of
//! literals can be written in two ways, `(i, j)` and `(j ^ 1, i ^ 1)` (coherence), so only entries with `j <= i | 1` are
//! stored: row after row in one vector, where rows `2k` and `2k + 1` have `2k + 2` entries each (Miné, "The octagon
//! abstract domain", Higher-Order and Symbolic Computation 19, 2006). Dimensions that come last can be added and dropped
//! without moving others.
//!
//! Sums that leave the range of `i128` become the nearest weaker bound.

/// The entry of two literals whose difference has no bound.
pub(super) const NONE: i128 = i128::MAX;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Matrix {
    entries: Vec<i128>,
    dims: usize,
}

/// The bound of a sum, from bounds of its parts.
pub(super) fn sum(a: i128, b: i128) -> i128 {
    if a == NONE || b == NONE { NONE } else { a.saturating_add(b) }
}

/// Half of an entry `(i, i ^ 1)`, which is even: the bound of the literal `i ^ 1` itself.
pub(super) fn half(entry: i128) -> i128 {
    if entry == NONE { NONE } else { entry >> 1 }
}

/// Where row `i` starts. `(i + 1)^2 / 2` counts the entries of the rows before it.
fn row_start(i: usize) -> usize {
    (i + 1) * (i + 1) / 2
}

impl Matrix {
    /// No bounds between `dims` dimensions.
    pub(super) fn unbounded(dims: usize) -> Matrix {
        let mut matrix = Matrix::default();
        matrix.resize(dims);
        matrix
    }

    /// Drops the last dimensions, or adds some without bounds.
    pub(super) fn resize(&mut self, dims: usize) {
        let before = self.dims;
        self.dims = dims;
        self.entries.resize(row_start(2 * dims), NONE);
        for literal in 2 * before..2 * dims {
            self.set(literal, literal, 0);
        }
    }

    pub(super) fn dims(&self) -> usize {
        self.dims
    }

    pub(super) fn literals(&self) -> usize {
        2 * self.dims
    }

    fn index(i: usize, j: usize) -> usize {
        if j <= i | 1 { row_start(i) + j } else { row_start(j ^ 1) + (i ^ 1) }
    }

    pub(super) fn get(&self, i: usize, j: usize) -> i128 {
        self.entries[Matrix::index(i, j)]
    }

    pub(super) fn set(&mut self, i: usize, j: usize, bound: i128) {
        self.entries[Matrix::index(i, j)] = bound;
    }

    /// The entry `(i, j)`, which is stored as such.
    pub(super) fn at_mut(&mut self, i: usize, j: usize) -> &mut i128 {
        debug_assert!(j <= i | 1, "should be in the lower half");
        &mut self.entries[row_start(i) + j]
    }

    /// The stored entries of row `i`.
    pub(super) fn row_mut(&mut self, i: usize) -> &mut [i128] {
        &mut self.entries[row_start(i)..row_start(i) + (i | 1) + 1]
    }

    /// The places of all stored entries, in the order of [`Matrix::entries`].
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.literals()).flat_map(|i| (0..=i | 1).map(move |j| (i, j)))
    }

    pub(super) fn entries(&self) -> &[i128] {
        &self.entries
    }

    pub(super) fn entries_mut(&mut self) -> &mut [i128] {
        &mut self.entries
    }

    /// The bound of `literal` itself.
    pub(super) fn unary(&self, literal: usize) -> i128 {
        half(self.get(literal ^ 1, literal))
    }

    /// Whether anything is known about dimension `k`.
    pub(super) fn is_bounded(&self, k: usize) -> bool {
        let (plus, minus) = (2 * k, 2 * k + 1);
        let has_single = self.get(plus, minus) != NONE || self.get(minus, plus) != NONE;
        // Every other entry is, in one of its two ways of writing, in one of the dimension's two rows.
        has_single
            || (0..self.literals())
                .filter(|j| j / 2 != k)
                .any(|j| self.get(plus, j) != NONE || self.get(minus, j) != NONE)
    }

    /// The matrix whose dimension `k` is this one's `sources[k]`, or has no bounds.
    pub(super) fn select(&self, sources: &[Option<usize>]) -> Matrix {
        let mut result = Matrix::unbounded(sources.len());
        let in_order = sources.iter().flatten().is_sorted();
        for (k, &source) in sources.iter().enumerate() {
            let Some(source) = source else { continue };
            for side in 0..2 {
                let from = 2 * source + side;
                let (row, start) = (result.row_mut(2 * k + side), row_start(from));
                let pairs = row.chunks_exact_mut(2).zip(sources);
                for (pair, to) in pairs.filter_map(|(pair, to)| Some((pair, 2 * (*to)?))) {
                    if in_order {
                        pair.copy_from_slice(&self.entries[start + to..start + to + 2]);
                    } else {
                        pair.copy_from_slice(&[self.get(from, to), self.get(from, to + 1)]);
                    }
                }
            }
        }
        result
    }

    /// Removes all bounds of dimension `k`.
    pub(super) fn clear(&mut self, k: usize) {
        for literal in [2 * k, 2 * k + 1] {
            for j in 0..self.literals() {
                self.set(literal, j, if j == literal { 0 } else { NONE });
            }
        }
    }

    /// Replaces what is known about `x` by what is known about the literal `source` (of another dimension), and that
    /// they are equal.
    pub(super) fn copy(&mut self, x: usize, source: usize) {
        let (plus, minus) = (2 * x, 2 * x + 1);
        for j in (0..self.literals()).filter(|j| j / 2 != x) {
            self.set(plus, j, self.get(source, j));
            self.set(minus, j, self.get(source ^ 1, j));
        }
        self.set(plus, minus, self.get(source, source ^ 1));
        self.set(minus, plus, self.get(source ^ 1, source));
    }

    /// Exchanges the two literals of `x`: what was known of `x` is known of `-x`.
    pub(super) fn negate(&mut self, x: usize) {
        let (plus, minus) = (2 * x, 2 * x + 1);
        for j in (0..self.literals()).filter(|j| j / 2 != x) {
            let index = (Matrix::index(plus, j), Matrix::index(minus, j));
            self.entries.swap(index.0, index.1);
        }
        self.entries.swap(Matrix::index(plus, minus), Matrix::index(minus, plus));
    }

    /// What was known of `x` is known of `x - by`.
    pub(super) fn shift(&mut self, x: usize, by: i128) {
        let (plus, minus) = (2 * x, 2 * x + 1);
        let less = by.saturating_neg();
        let mut add = |i: usize, j: usize, by: i128| {
            let entry = &mut self.entries[Matrix::index(i, j)];
            *entry = sum(*entry, by);
        };
        for j in (0..2 * self.dims).filter(|j| j / 2 != x) {
            add(plus, j, less);
            add(minus, j, by);
        }
        for _ in 0..2 {
            add(plus, minus, less);
            add(minus, plus, by);
        }
    }
}
