//! What is known at one point of the program: numbers, where pointers point, what has been given a value, what may be gone.
//!
//! A state stands for all concrete states that agree with everything it says. What it does not mention may be anything.

use std::collections::{BTreeMap, BTreeSet};

use crate::numbers::Numbers;
use crate::numeric::Interval;
use crate::objects::{ObjectId, Objects, Quantity, SlotId};
use crate::partition::Trail;

/// Where a pointer may point: an object, or a part of one that it is confined to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Target {
    pub(crate) object: ObjectId,
    /// Offsets count from here.
    pub(crate) start: u64,
    /// Bytes from there on that it is good for; `None` for the whole object.
    pub(crate) len: Option<u64>,
    /// It is confined to a part of the object, but to which is not known.
    pub(crate) is_vague: bool,
}

impl Target {
    pub(crate) fn whole(object: ObjectId) -> Target {
        Target { object, start: 0, len: None, is_vague: false }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Targets {
    pub(crate) known: BTreeSet<Target>,
    pub(crate) may_be_null: bool,
    /// May be anything at all.
    pub(crate) is_unknown: bool,
}

impl Targets {
    pub(crate) fn unknown() -> Targets {
        Targets { known: BTreeSet::new(), may_be_null: true, is_unknown: true }
    }

    pub(crate) fn null() -> Targets {
        Targets { known: BTreeSet::new(), may_be_null: true, is_unknown: false }
    }

    pub(crate) fn one(target: Target) -> Targets {
        Targets { known: BTreeSet::from([target]), may_be_null: false, is_unknown: false }
    }

    pub(crate) fn is_null(&self) -> bool {
        self.may_be_null && !self.is_unknown && self.known.is_empty()
    }

    /// The only target, if it is neither null nor unknown.
    pub(crate) fn single(&self) -> Option<Target> {
        match (self.known.len(), self.may_be_null || self.is_unknown) {
            (1, false) => self.known.first().copied(),
            _ => None,
        }
    }

    /// The only object it may point to, null aside.
    pub(crate) fn single_or_null(&self) -> Option<Target> {
        if self.known.len() == 1 && !self.is_unknown { self.known.first().copied() } else { None }
    }

    pub(crate) fn join(&self, other: &Targets) -> Targets {
        Targets {
            known: self.known.union(&other.known).copied().collect(),
            may_be_null: self.may_be_null || other.may_be_null,
            is_unknown: self.is_unknown || other.is_unknown,
        }
    }

    fn is_subset_of(&self, other: &Targets) -> bool {
        (other.is_unknown || !self.is_unknown)
            && (other.may_be_null || !self.may_be_null)
            && self.known.is_subset(&other.known)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) numbers: Numbers,
    /// Of pointer slots; a slot that is not here may hold any pointer.
    pub(crate) pointers: BTreeMap<SlotId, Targets>,
    /// Slots that have a value, all elements of them.
    pub(crate) set: BTreeSet<SlotId>,
    /// Single elements that have a value, by their numbers.
    pub(crate) elements: BTreeSet<(SlotId, i128)>,
    /// Slots that have a value whenever another slot holds at least so much: what `scanf` may have stored.
    pub(crate) pending: BTreeMap<SlotId, (SlotId, i128)>,
    /// Arrays of which no element has a value that could be read: they say nothing about their elements.
    pub(crate) empty: BTreeSet<SlotId>,
    /// Arrays with a zero in them, at the index that their dimension says.
    pub(crate) terminated: BTreeSet<SlotId>,
    /// Objects whose life may be over.
    pub(crate) dead: BTreeSet<ObjectId>,
    /// Allocation sites that may have made a block already.
    pub(crate) allocated: BTreeSet<ObjectId>,
    /// Allocation sites that may have made several blocks that are still pointed to: a write may leave the others as they are.
    pub(crate) several: BTreeSet<ObjectId>,
    /// The way that these runs have come, as far as it tells them apart from others. Says nothing about what is so.
    pub(crate) trail: Trail,
}

impl State {
    pub(crate) fn top() -> State {
        State {
            numbers: Numbers::top(),
            pointers: BTreeMap::new(),
            set: BTreeSet::new(),
            elements: BTreeSet::new(),
            pending: BTreeMap::new(),
            empty: BTreeSet::new(),
            terminated: BTreeSet::new(),
            dead: BTreeSet::new(),
            allocated: BTreeSet::new(),
            several: BTreeSet::new(),
            trail: Trail::default(),
        }
    }

    fn has_element(&self, slot: SlotId, index: i128) -> bool {
        self.set.contains(&slot) || self.elements.contains(&(slot, index))
    }

    fn is_pending(&self, slot: SlotId, on: (SlotId, i128)) -> bool {
        self.set.contains(&slot) || self.pending.get(&slot) == Some(&on)
    }

    /// The slot has no value any more that could be relied on.
    pub(crate) fn remove_values(&mut self, slot: SlotId) {
        self.set.remove(&slot);
        self.elements.retain(|(of, _)| *of != slot);
        self.pending.remove(&slot);
    }

    /// The slot holds something else: what depended on it is not known any more.
    pub(crate) fn change(&mut self, slot: SlotId) {
        if !self.pending.is_empty() {
            self.pending.retain(|_, (on, _)| *on != slot);
        }
    }

    /// Does a pointer that is known to lead somewhere lead to the object?
    pub(crate) fn is_pointed_to(&self, object: ObjectId) -> bool {
        let mut all = self.pointers.values().flat_map(|targets| &targets.known);
        all.any(|target| target.object == object)
    }

    pub(crate) fn targets(&self, slot: SlotId) -> Targets {
        self.pointers.get(&slot).cloned().unwrap_or_else(Targets::unknown)
    }

    /// With what the other says about the elements of arrays that have none here: nothing contradicts it.
    fn aligned(&self, other: &State, objects: &Objects<'_>) -> Numbers {
        let mut numbers = self.numbers.clone().without_log();
        for slot in self.empty.difference(&other.empty) {
            if let Some(dim) = objects.known_dim(Quantity::Value(*slot)) {
                let range = other.numbers.bounds(dim);
                if range == Interval::TOP {
                    numbers.forget(dim);
                } else {
                    numbers.forget(dim);
                    numbers.assign(dim, &crate::numbers::Number::new(None, range));
                }
            }
        }
        numbers
    }

    pub(crate) fn is_subset_of(&self, other: &State, objects: &Objects<'_>) -> bool {
        other.set.is_subset(&self.set)
            && other.elements.iter().all(|(slot, index)| self.has_element(*slot, *index))
            && other.pending.iter().all(|(slot, on)| self.is_pending(*slot, *on))
            && other.empty.is_subset(&self.empty)
            && other.terminated.is_subset(&self.terminated)
            && self.dead.is_subset(&other.dead)
            && self.allocated.is_subset(&other.allocated)
            && self.several.is_subset(&other.several)
            && other.pointers.iter().all(|(slot, targets)| {
                self.pointers.get(slot).is_some_and(|own| own.is_subset_of(targets))
            })
            && self.numbers.is_subset_of(&other.without_elements_of(self, objects))
    }

    /// Without what is said about the elements of arrays that have none in the other: there, everything is true of them.
    fn without_elements_of<'s>(
        &'s self,
        other: &State,
        objects: &Objects<'_>,
    ) -> std::borrow::Cow<'s, Numbers> {
        let mut numbers = std::borrow::Cow::Borrowed(&self.numbers);
        for slot in other.empty.difference(&self.empty) {
            if let Some(dim) = objects.known_dim(Quantity::Value(*slot)) {
                numbers.to_mut().forget(dim);
            }
        }
        numbers
    }

    fn combine(&self, other: &State, numbers: Numbers) -> State {
        let mut pointers = BTreeMap::new();
        for (slot, targets) in &self.pointers {
            if let Some(others) = other.pointers.get(slot) {
                pointers.insert(*slot, targets.join(others));
            }
        }
        State {
            numbers,
            pointers,
            set: self.set.intersection(&other.set).copied().collect(),
            elements: (self.elements.iter().chain(&other.elements).copied())
                .filter(|(slot, at)| self.has_element(*slot, *at) && other.has_element(*slot, *at))
                .collect(),
            pending: (self.pending.iter().chain(&other.pending))
                .filter(|(slot, on)| {
                    self.is_pending(**slot, **on) && other.is_pending(**slot, **on)
                })
                .map(|(slot, on)| (*slot, *on))
                .collect(),
            empty: self.empty.intersection(&other.empty).copied().collect(),
            terminated: self.terminated.intersection(&other.terminated).copied().collect(),
            dead: self.dead.union(&other.dead).copied().collect(),
            allocated: self.allocated.union(&other.allocated).copied().collect(),
            several: self.several.union(&other.several).copied().collect(),
            trail: if self.trail == other.trail { self.trail.clone() } else { Trail::default() },
        }
    }

    pub(crate) fn join(&self, other: &State, objects: &Objects<'_>) -> State {
        let (own, others) = (self.aligned(other, objects), other.aligned(self, objects));
        self.combine(other, own.join(&others))
    }

    pub(crate) fn widen(&self, next: &State, thresholds: &[i128], objects: &Objects<'_>) -> State {
        let (own, others) = (self.aligned(next, objects), next.aligned(self, objects));
        self.combine(next, own.widen(&others, thresholds))
    }

    /// What the next state says, where this one is open. The next one is contained in this one.
    pub(crate) fn narrow(&self, next: &State) -> State {
        State { numbers: self.numbers.narrow(&next.numbers), ..next.clone() }
    }
}
