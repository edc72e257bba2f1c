//! What was changed in a conjunction, entry by entry.

use std::collections::BTreeMap;

use whydunit_encode::Range;
use whydunit_term::Term;

use crate::conjunction::Literal;
use crate::linear::{Bounds, Vector};

/// One change: what was there before, and after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    Linear(Box<LinearEntry>),
    Term(Term, bool),
    Unset(Range, bool),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LinearEntry {
    pub(crate) vector: Vector,
    pub(crate) before: Option<Bounds>,
    pub(crate) after: Option<Bounds>,
}

/// What entries of a journal come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Difference {
    /// There before, not after.
    pub(crate) lost: Vec<Literal>,
    pub(crate) gained: Vec<Literal>,
}

impl Difference {
    pub(crate) fn of(entries: &[Entry]) -> Difference {
        let mut vectors: BTreeMap<&Vector, (&Option<Bounds>, &Option<Bounds>)> = BTreeMap::new();
        let mut others: BTreeMap<Literal, (bool, bool)> = BTreeMap::new();
        for entry in entries {
            let (literal, was_there) = match entry {
                Entry::Linear(entry) => {
                    let LinearEntry { vector, before, after } = &**entry;
                    vectors.entry(vector).or_insert((before, after)).1 = after;
                    continue;
                }
                Entry::Term(term, was_there) => (Literal::Term(*term), *was_there),
                Entry::Unset(range, was_there) => (Literal::Unset(*range), *was_there),
            };
            others.entry(literal).or_insert((was_there, !was_there)).1 = !was_there;
        }
        let mut difference = Difference::default();
        for (vector, (before, after)) in vectors {
            if before == after {
                continue;
            }
            let literal = |bounds: &Bounds| Literal::Linear(vector.clone(), bounds.clone());
            difference.lost.extend(before.as_ref().map(literal));
            difference.gained.extend(after.as_ref().map(literal));
        }
        for (literal, (before, after)) in others {
            match (before, after) {
                (true, false) => difference.lost.push(literal),
                (false, true) => difference.gained.push(literal),
                _ => {}
            }
        }
        difference
    }
}
