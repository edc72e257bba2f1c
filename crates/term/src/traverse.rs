//! Walks over what is below terms.
//!
//! Operands have smaller numbers than their users, so the terms below some roots, in ascending order, are a
//! post-order: every term comes after its operands. Collecting them needs a work list and a set, never recursion, and
//! costs as much as there is to collect, whatever else the store holds.

use rustc_hash::FxHashSet;

use crate::{Op, Term, Terms};

impl Terms {
    /// The roots and everything below them, each once, operands before their users.
    pub fn post_order(&self, roots: &[Term]) -> Vec<Term> {
        let mut found: Vec<Term> = self.reachable(roots).collect();
        found.sort_unstable();
        found
    }

    /// The variables that occur in the roots, in the order in which they were made.
    pub fn variables(&self, roots: &[Term]) -> Vec<Term> {
        let is_variable = |&term: &Term| matches!(self.op(term), Op::Variable(_));
        let mut found: Vec<Term> = self.reachable(roots).filter(is_variable).collect();
        found.sort_unstable();
        found
    }

    /// Does an application of an uninterpreted function occur in the term?
    pub fn contains_opaque(&self, term: Term) -> bool {
        self.reachable(&[term]).any(|below| matches!(self.op(below), Op::Opaque(_)))
    }

    /// The number of distinct terms at and below `term`.
    pub fn size(&self, term: Term) -> usize {
        self.reachable(&[term]).count()
    }

    /// The roots and everything below them, each once, in an order that means nothing.
    fn reachable(&self, roots: &[Term]) -> impl Iterator<Item = Term> {
        let mut seen = FxHashSet::default();
        let mut pending: Vec<Term> = roots.to_vec();
        std::iter::from_fn(move || {
            loop {
                let term = pending.pop()?;
                if seen.insert(term) {
                    pending.extend_from_slice(self.children(term));
                    return Some(term);
                }
            }
        })
    }
}
