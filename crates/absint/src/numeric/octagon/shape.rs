//! Which dimensions an octagon has: adding, renaming, forgetting.

use super::super::Dim;
use super::Octagon;
use super::matrix::Matrix;

impl Octagon {
    /// Drops the dimension, keeping what is implied about the others.
    pub(crate) fn forget(&mut self, dim: Dim) {
        if self.position(dim).is_some() {
            self.forget_all(|other| other != dim);
        }
    }

    /// Drops all dimensions but those to keep.
    pub(crate) fn forget_all(&mut self, keep: impl Fn(Dim) -> bool) {
        let dropped: Vec<usize> = (0..self.dims.len()).filter(|&k| !keep(self.dims[k])).collect();
        if dropped.is_empty() {
            return;
        }
        for k in dropped {
            self.matrix_mut().clear(k);
        }
        self.compact();
    }

    /// Gives the dimension `from` the name `to`, which is not in use.
    pub(crate) fn rename(&mut self, from: Dim, to: Dim) {
        debug_assert!(self.position(to).is_none(), "the new name should not be in use");
        let Some(old) = self.position(from) else { return };
        let mut order: Vec<(Dim, Option<usize>)> =
            self.dims.iter().enumerate().map(|(k, &dim)| (dim, Some(k))).collect();
        order[old].0 = to;
        order.sort();
        let new = order.partition_point(|entry| entry.0 < to);
        self.dims = order.iter().map(|entry| entry.0).collect();
        self.unclosed = None;
        if new != old {
            let sources: Vec<Option<usize>> = order.into_iter().map(|entry| entry.1).collect();
            self.matrix = self.matrix.select(&sources);
        }
    }

    /// The matrix, to change the set.
    pub(super) fn matrix_mut(&mut self) -> &mut Matrix {
        self.unclosed = None;
        &mut self.matrix
    }

    /// The position of a dimension, which is added if it is missing. The caller has something to say about it.
    pub(super) fn ensure(&mut self, dim: Dim) -> usize {
        match self.dims.binary_search(&dim) {
            Ok(k) => k,
            Err(k) => {
                let before = self.dims.len();
                self.dims.insert(k, dim);
                if k == before {
                    self.matrix_mut().resize(before + 1);
                } else {
                    let sources: Vec<Option<usize>> =
                        (0..k).map(Some).chain([None]).chain((k..before).map(Some)).collect();
                    *self.matrix_mut() = self.matrix.select(&sources);
                }
                k
            }
        }
    }

    /// Drops dimensions about which nothing is known.
    pub(super) fn compact(&mut self) {
        let known: Vec<Option<usize>> =
            (0..self.dims.len()).filter(|&k| self.matrix.is_bounded(k)).map(Some).collect();
        if known.len() == self.dims.len() {
            return;
        }
        self.dims = known.iter().flatten().map(|&k| self.dims[k]).collect();
        if known.iter().enumerate().all(|(k, &source)| source == Some(k)) {
            self.matrix.resize(known.len());
        } else {
            self.matrix = self.matrix.select(&known);
        }
    }
}
