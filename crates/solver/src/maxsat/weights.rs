//! The soft terms of the moment and what they cost.

use rustc_hash::FxHashMap;
use whydunit_term::Term;

/// Where a soft term comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    Soft,
    /// "At most `bound`" of a counter.
    Counter {
        counter: usize,
        bound: usize,
    },
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    term: Term,
    weight: u64,
    origin: Origin,
}

/// Entries in the order in which they came up; those that cost nothing any more stay.
#[derive(Debug, Default)]
pub(super) struct Weights {
    entries: Vec<Entry>,
    index: FxHashMap<Term, usize>,
}

impl Weights {
    pub(super) fn add(&mut self, term: Term, weight: u64, origin: Origin) {
        let next = self.entries.len();
        let index = *self.index.entry(term).or_insert(next);
        if index == next {
            self.entries.push(Entry { term, weight, origin });
        } else {
            self.entries[index].weight += weight;
        }
    }

    /// Does the term cost anything?
    pub(super) fn contains(&self, term: Term) -> bool {
        self.index.get(&term).is_some_and(|&index| self.entries[index].weight > 0)
    }

    /// Reduces the weight of a term that has as much.
    pub(super) fn take(&mut self, term: Term, weight: u64) -> Origin {
        let entry = &mut self.entries[self.index[&term]];
        entry.weight -= weight;
        entry.origin
    }

    pub(super) fn smallest_of(&self, terms: &[Term]) -> u64 {
        terms.iter().map(|term| self.entries[self.index[term]].weight).min().unwrap_or(0)
    }

    /// The terms of that weight or more.
    pub(super) fn at_least(&self, weight: u64) -> Vec<Term> {
        let heavy = self.entries.iter().filter(|entry| entry.weight >= weight.max(1));
        heavy.map(|entry| entry.term).collect()
    }

    pub(super) fn largest(&self) -> Option<u64> {
        self.entries.iter().map(|entry| entry.weight).filter(|&weight| weight > 0).max()
    }

    pub(super) fn largest_below(&self, limit: u64) -> Option<u64> {
        let weights = self.entries.iter().map(|entry| entry.weight);
        weights.filter(|&weight| weight > 0 && weight < limit).max()
    }
}
