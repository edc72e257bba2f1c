//! What is followed of a step with other values than the run's, and what is not.
//!
//! A store through a pointer that leads to another object, a copy of another length, a call of the library with other arguments: what they set then, the formula does not show. It shows what the
//! run set, so nothing that comes after may be decided by it. Two things are unknown there: whether the step goes on at all (as C demands), and whether the program goes the run's way afterwards. The second
//! counts as something that the program states: what cannot be told is neither called a reason nor called none.

use std::rc::Rc;
use std::sync::OnceLock;

use whydunit_interp::{BulkSource, CellObject, ObjectId};
use whydunit_program::{CheckKind, Program};
use whydunit_trace::ErrorTrace;

use crate::encoder::{Encoder, Evaluated, Style};
use crate::exposure::Exposed;
use crate::storage::Value;

/// Which of the objects that pointers may reach are read later than a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaterReads(Rc<OnceLock<Latest>>);

/// Objects by the number of steps before them. With each, of it and all before it the two that are read last, with the steps that do.
#[derive(Clone, Debug, Default)]
struct Latest {
    reached: Vec<(u32, LastTwo)>,
    /// The last step that reads anything in memory.
    of_all: Option<u32>,
}

/// Of some objects the two that are read last, with the steps that do.
type LastTwo = [Option<(u32, ObjectId)>; 2];

impl Latest {
    fn new(program: &Program, trace: &ErrorTrace) -> Latest {
        let exposed = Exposed::new(program);
        let mut last = rustc_hash::FxHashMap::default();
        for (step, found) in (0_u32..).zip(&trace.steps) {
            for access in trace.reads(found) {
                if let CellObject::Memory(object) = access.cell.object {
                    last.insert(object, step);
                }
            }
            for bulk in trace.bulk_writes(found) {
                if let BulkSource::Copy { object, .. } = bulk.source {
                    last.insert(object, step);
                }
            }
        }
        // Of what lacks a value, or is gone, the failing read itself is not on record.
        if matches!(trace.failure.kind, CheckKind::Uninit | CheckKind::Lifetime) {
            let end = trace.steps.len().saturating_sub(1);
            let end = u32::try_from(end).unwrap_or(u32::MAX);
            last.extend(trace.objects.iter().map(|object| (object.id, end)));
        }
        let of_all = last.values().copied().max();
        let mut reached = Vec::new();
        let mut both = [None; 2];
        for object in &trace.objects {
            let Some(&step) = last.get(&object.id) else { continue };
            if !exposed.may_be_reached(program, &object.info.kind) {
                continue;
            }
            let own = Some((step, object.id));
            let [first, second] = both;
            both = if own > first { [own, first] } else { [first, second.max(own)] };
            reached.push((object.created, both));
        }
        Latest { reached, of_all }
    }

    /// Is an object other than this one, which exists before a step, read after it?
    fn is_other_read(&self, step: u32, own: ObjectId) -> bool {
        let existing = self.reached.partition_point(|&(created, _)| created <= step);
        let Some((_, both)) = existing.checked_sub(1).map(|index| self.reached[index]) else {
            return false;
        };
        let is_other = |&(read, object): &(u32, ObjectId)| object != own && read > step;
        both.iter().flatten().any(is_other)
    }
}

impl Encoder<'_> {
    /// What the step does is followed under a condition, which held in the run; else it is not known whether the run goes on, nor how.
    pub(crate) fn only_followed(&mut self, followed: Value, what: &str) -> Evaluated<()> {
        let goes_on = self.truth(true);
        let goes_on = self.only_when(followed, goes_on, what);
        self.require(goes_on)?;
        self.leaves_open(followed)
    }

    /// As [`Encoder::only_followed`] of a step that sets nothing but bytes behind pointers: where nothing in memory is read any more, it does not matter which.
    pub(crate) fn only_followed_in_memory(&mut self, followed: Value, what: &str) -> Evaluated<()> {
        if self.is_read_later(None) {
            return self.only_followed(followed, what);
        }
        let goes_on = self.truth(true);
        let goes_on = self.only_when(followed, goes_on, what);
        self.require(goes_on)
    }

    /// Is something in memory read after the step? With an object: another one that pointers reach.
    fn is_read_later(&self, own: Option<ObjectId>) -> bool {
        let (program, trace) = (self.program, self.trace);
        let latest = self.history.later_reads.0.get_or_init(|| Latest::new(program, trace));
        match own {
            Some(own) => latest.is_other_read(self.step, own),
            None => latest.of_all.is_some_and(|read| read > self.step),
        }
    }

    /// What the step leaves is followed under a condition, which held in the run.
    fn leaves_open(&mut self, followed: Value) -> Evaluated<()> {
        if self.style == Style::Equations || followed.term == whydunit_term::Term::TRUE {
            return Ok(());
        }
        // Nothing comes after the failing step.
        if self.is_last() {
            return Ok(());
        }
        let goes_on = self.truth(true);
        let goes_on = self.only_when(followed, goes_on, "the rest");
        let condition = self.conditional(followed);
        self.contribution().followed.push(condition);
        self.require_as(goes_on, true)
    }

    /// A run of bytes is read or written through a pointer: followed where that leads to the object that it led to in the run.
    pub(crate) fn follow_pointer(&mut self, pointer: Value) -> Evaluated<()> {
        if self.style == Style::Equations || pointer.is_constant() || !self.is_read_later(None) {
            return Ok(());
        }
        let same = self.same_entry(pointer);
        self.leaves_open_but_null(pointer, same)
    }

    /// A value is stored through a pointer, in the run in this object. In another one, it matters where that is read later.
    pub(crate) fn follow_store(&mut self, pointer: Value, own: ObjectId) -> Evaluated<()> {
        if self.style == Style::Equations || pointer.is_constant() {
            return Ok(());
        }
        let same = self.same_entry(pointer);
        match self.is_read_later(Some(own)) {
            true => self.leaves_open_but_null(pointer, same),
            false => Ok(()),
        }
    }

    /// With null, nothing comes after.
    fn leaves_open_but_null(&mut self, pointer: Value, same: Value) -> Evaluated<()> {
        let null = self.is_nearly_null(pointer);
        let followed = self.either(same, null);
        self.leaves_open(followed)
    }
}
