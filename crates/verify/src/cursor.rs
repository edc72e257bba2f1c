//! The invariant at one position, for a walk from the last position to the first.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use whydunit_term::{Term, Terms};

use crate::timeline::{Instance, Timeline};

#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    timeline: &'a Timeline,
    /// Changes at and after the position; those before it are still to come.
    left: usize,
    current: BTreeMap<u32, Term>,
    /// The conjuncts whose instances contain a variable.
    by_variable: FxHashMap<Term, BTreeSet<u32>>,
    /// How many conjuncts have this instance.
    count: FxHashMap<Term, u32>,
}

impl<'a> Cursor<'a> {
    /// At the last position.
    pub(crate) fn new(terms: &Terms, timeline: &'a Timeline) -> Cursor<'a> {
        let mut cursor = Cursor {
            timeline,
            left: timeline.changes.len(),
            current: BTreeMap::new(),
            by_variable: FxHashMap::default(),
            count: FxHashMap::default(),
        };
        for (&conjunct, &term) in &timeline.end {
            cursor.put(terms, Instance { conjunct, term });
        }
        cursor
    }

    /// Goes from the position after a step to the one before it. What the step had to bring about: the instances after it
    /// that are not instances before it.
    pub(crate) fn back_over(&mut self, terms: &Terms, step: usize) -> Vec<Instance> {
        let change = self.left.checked_sub(1).map(|index| &self.timeline.changes[index]);
        let Some(change) = change.filter(|change| change.step == step) else { return Vec::new() };
        self.left -= 1;
        for &instance in &change.added {
            self.remove(terms, instance);
        }
        for &instance in &change.removed {
            self.put(terms, instance);
        }
        let mut goals = change.added.clone();
        goals.retain(|goal| !self.holds(goal.term));
        goals
    }

    /// Is the term true, or an instance?
    pub(crate) fn holds(&self, term: Term) -> bool {
        term == Term::TRUE || self.count.contains_key(&term)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Term> {
        self.current.values().copied()
    }

    /// The conjuncts with an instance that contains a variable.
    pub(crate) fn speaking_of(&self, variable: Term) -> impl Iterator<Item = Instance> {
        let found = self.by_variable.get(&variable).into_iter().flatten();
        found.map(|&conjunct| Instance { conjunct, term: self.current[&conjunct] })
    }

    fn put(&mut self, terms: &Terms, Instance { conjunct, term }: Instance) {
        self.current.insert(conjunct, term);
        *self.count.entry(term).or_default() += 1;
        for variable in terms.variables(&[term]) {
            self.by_variable.entry(variable).or_default().insert(conjunct);
        }
    }

    fn remove(&mut self, terms: &Terms, Instance { conjunct, term }: Instance) {
        self.current.remove(&conjunct);
        if let Some(count) = self.count.get_mut(&term) {
            *count -= 1;
            if *count == 0 {
                self.count.remove(&term);
            }
        }
        for variable in terms.variables(&[term]) {
            if let Some(conjuncts) = self.by_variable.get_mut(&variable) {
                conjuncts.remove(&conjunct);
            }
        }
    }
}
