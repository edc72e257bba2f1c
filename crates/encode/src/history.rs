//! What the steps so far have left that is no contents of storage: which objects there are and since when, what `\old` looks back to, what was given back to
//! standard input.
//!
//! Everything is kept with its step or moment, so that a walk that begins in the middle, or evaluates one step again, shares it.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_interp::{ObjectId, ObjectKind};
use whydunit_program::LocalId;
use whydunit_trace::ErrorTrace;

use crate::encoder::Encoder;
use crate::followed::LaterReads;
use crate::memory::Time;
use crate::number::of_position;

/// The objects that have been a local of a frame, in order, with the number of steps before each.
type LocalObjects = FxHashMap<(u32, LocalId), Vec<(u32, ObjectId)>>;
/// The moments that a frame kept under a number, with the steps that kept them.
type Snapshots = FxHashMap<(u32, u32), Vec<(u32, Time)>>;

#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) locals: Rc<LocalObjects>,
    /// When objects were found to exist.
    created: Rc<FxHashMap<ObjectId, Time>>,
    /// How many objects have been looked at for that.
    activated: usize,
    pub(crate) snapshots: Rc<Snapshots>,
    /// How many bytes are given back to standard input, from each step on that changes it.
    pub(crate) pushed_back: Rc<Vec<(u32, u32)>>,
    pub(crate) later_reads: LaterReads,
}

impl History {
    /// Before the first step of a trace.
    pub(crate) fn of(trace: &ErrorTrace) -> History {
        let mut locals = LocalObjects::default();
        for object in &trace.objects {
            if let ObjectKind::Local { frame, local, .. } = object.info.kind {
                locals.entry((frame, local)).or_default().push((object.created, object.id));
            }
        }
        History {
            locals: Rc::new(locals),
            created: Rc::default(),
            activated: 0,
            snapshots: Rc::default(),
            pushed_back: Rc::default(),
            later_reads: LaterReads::default(),
        }
    }

    /// What there was of it before a step.
    pub(crate) fn before(&self, trace: &ErrorTrace, first: usize) -> History {
        let number = of_position(first);
        let mut snapshots = (*self.snapshots).clone();
        for kept in snapshots.values_mut() {
            kept.retain(|&(step, _)| step < number);
        }
        let pushed_back = self.pushed_back.iter().filter(|&&(step, _)| step < number);
        History {
            locals: Rc::clone(&self.locals),
            created: Rc::clone(&self.created),
            activated: trace.objects.partition_point(|object| (object.created as usize) < first),
            snapshots: Rc::new(snapshots),
            pushed_back: Rc::new(pushed_back.copied().collect()),
            later_reads: self.later_reads.clone(),
        }
    }

    /// Since when does an object exist?
    pub(crate) fn existing_since(&self, object: ObjectId) -> Time {
        self.created.get(&object).copied().unwrap_or(Time::START)
    }

    /// The moment that a frame last kept under a number before a step.
    pub(crate) fn snapshot(&self, frame: u32, slot: u32, step: u32) -> Option<Time> {
        let list = self.snapshots.get(&(frame, slot))?;
        let after = list.partition_point(|&(kept, _)| kept < step);
        Some(list[after.checked_sub(1)?].1)
    }
}

impl Encoder<'_> {
    /// Notes when objects begin to exist.
    pub(crate) fn activate_objects(&mut self) {
        while let Some(object) = self.trace.objects.get(self.history.activated)
            && object.created <= self.step
        {
            Rc::make_mut(&mut self.history.created).insert(object.id, self.memory.now());
            self.history.activated += 1;
        }
    }

    /// The object behind a local of a frame: the one alive, or one that comes to life in this very step.
    pub(crate) fn local_object(&self, frame: u32, local: LocalId) -> Option<ObjectId> {
        let objects = self.history.locals.get(&(frame, local))?;
        let before = objects.partition_point(|&(created, _)| created <= self.step);
        let known = before.checked_sub(1).map(|index| objects[index].1);
        let is_alive = |id: &ObjectId| {
            let object = self.trace.object(*id);
            object.is_some_and(|object| object.released.is_none_or(|steps| self.step < steps))
        };
        let made = objects.get(before).filter(|&&(created, _)| self.may_come_to_life(created));
        known.filter(is_alive).or(made.map(|&(_, id)| id)).or(known)
    }
}
