//! What a step does with other values where the formula keeps to what the run did: then nothing after it is known.
//!
//! With exact addresses a store stays in its object, a copy has the run's length, a call of the library does what it did. Elsewhere the step may fail, and if it goes on, the program may
//! go another way later, or pass the check: both are unknown.

use rustc_hash::FxHashMap;
use whydunit_interp::{BulkSource, CellObject, ObjectId};
use whydunit_program::{CheckKind, Program};
use whydunit_term::{Sort, Term};
use whydunit_trace::ErrorTrace;

use super::Addresses;
use super::exposed::Exposed;
use super::walk::{Evaluated, Walk};

/// The last step that reads each object which pointers reach.
#[derive(Debug)]
pub(super) struct LastReads {
    by_object: FxHashMap<ObjectId, usize>,
    /// Of all that is in memory.
    of_all: usize,
}

impl LastReads {
    fn new(program: &Program, trace: &ErrorTrace) -> LastReads {
        let exposed = Exposed::new(program);
        let mut last = FxHashMap::default();
        for (number, step) in trace.steps.iter().enumerate() {
            let cells = trace.reads(step).iter().filter_map(|access| match access.cell.object {
                CellObject::Memory(id) => Some(id),
                CellObject::Register { .. } => None,
            });
            let runs = trace.bulk_writes(step).iter().filter_map(|bulk| match bulk.source {
                BulkSource::Copy { object, .. } => Some(object),
                BulkSource::Fill(_) => None,
            });
            for id in cells.chain(runs) {
                last.insert(id, number);
            }
        }
        // Of what has no value, or is gone, the failing read is not written down.
        if matches!(trace.failure.kind, CheckKind::Uninit | CheckKind::Lifetime) {
            last.extend(trace.objects.iter().map(|it| (it.id, trace.steps.len())));
        }
        let of_all = last.values().copied().max().unwrap_or(0);
        last.retain(|&id, _| {
            trace.object(id).is_some_and(|it| exposed.is_reachable(program, &it.info.kind))
        });
        LastReads { by_object: last, of_all }
    }
}

impl Walk<'_> {
    /// What comes after the step is known under a condition.
    pub(super) fn known_after_if(&mut self, followed: Term) {
        if self.addresses == Addresses::Guarded || followed == Term::TRUE || self.is_last() {
            return;
        }
        let condition = self.wherever_evaluated(followed);
        self.said[self.step].followed.push(condition);
        let goes_on = self.only_when(followed, Term::TRUE, "afterwards");
        let goes_on = self.wherever_evaluated(goes_on);
        self.said[self.step].afterwards.push(goes_on);
    }

    /// A run of bytes is accessed through a pointer.
    pub(super) fn known_in_object(&mut self, pointer: Term) -> Evaluated<()> {
        let is_open = self.addresses == Addresses::Exact && !self.is_constant(pointer);
        if is_open && self.is_read_later(None) {
            let same = self.same_entry(pointer)?;
            let null = self.is_null(pointer);
            let followed = self.terms.or(&[same, null]);
            self.known_after_if(followed);
        }
        Ok(())
    }

    /// A scalar is stored through a pointer: in another object, that matters where one is read later.
    pub(super) fn known_beside(&mut self, pointer: Term, own: ObjectId) -> Evaluated<()> {
        match self.is_read_later(Some(own)) {
            true => self.known_in_object(pointer),
            false => Ok(()),
        }
    }

    /// Does a later step read memory? With an object: another one that pointers reach.
    fn is_read_later(&mut self, own: Option<ObjectId>) -> bool {
        let (program, trace, step) = (self.program, self.trace, self.step);
        let last = self.last_reads.get_or_insert_with(|| LastReads::new(program, trace));
        let Some(own) = own else { return last.of_all > step };
        let is_there =
            |id: ObjectId| trace.object(id).is_some_and(|it| it.created as usize <= step);
        let mut others = last.by_object.iter().filter(|&(&id, _)| id != own && is_there(id));
        others.any(|(_, &read)| read > step)
    }

    /// As [`Walk::stays`] of a step that sets bytes in memory and nothing else: they have to be read.
    pub(super) fn stays_in_memory(&mut self, term: Term) -> Evaluated<()> {
        if self.is_read_later(None) || self.addresses == Addresses::Guarded {
            return self.stays(term);
        }
        if self.is_constant(term) {
            return Ok(());
        }
        let same = self.unchanged(term)?;
        let goes_on = self.only_when(same, Term::TRUE, "elsewhere");
        self.require(goes_on)
    }

    /// What a call of the library that sets bytes in memory leaves is known under a condition.
    pub(super) fn known_in_memory_if(&mut self, followed: Term) {
        if self.is_read_later(None) {
            self.known_after_if(followed);
        }
    }

    /// Is the pointer the null pointer? There every access fails.
    fn is_null(&mut self, pointer: Term) -> Term {
        let width = self.terms.width(pointer);
        let null = self.bits(width, 0_u32);
        self.terms.eq(pointer, null)
    }

    /// A call goes on where its pointer leads to a function, and along the trace where that is the one of the run.
    pub(super) fn calls(&mut self, pointer: Term, same: Term) -> Evaluated<()> {
        let null = self.is_null(pointer);
        let leads = self.unknown("a function", Sort::Bool);
        let leads = self.terms.ite(null, Term::FALSE, leads);
        let leads = self.terms.or(&[same, leads]);
        self.require(leads)?;
        self.said[self.step].afterwards.push(same);
        Ok(())
    }
}
