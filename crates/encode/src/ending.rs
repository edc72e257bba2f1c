//! The end of a trace: the condition that fails there.
//!
//! It is one of the failing step's checks, found where evaluation first breaks one. Where no check is found that breaks, or the step cannot be expressed, the condition says that the step reads
//! something else than it read.

use whydunit_interp::{Cell, CellObject, ObjectKind};
use whydunit_program::CheckKind;
use whydunit_term::Term;
use whydunit_trace::PointerEntry;

use crate::encoder::{EncodeError, Encoder, Evaluated, Style};
use crate::step::range_of;
use crate::storage::Value;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ending {
    /// The condition that fails at the end, once it is met.
    pub(crate) violated: Option<Term>,
    /// It is not one of the step's checks: it says that the step reads what it read.
    pub(crate) is_guessed: bool,
    /// That the failing step reads something else, where it overwrites what it read: said of the moment before.
    pub(crate) unlike: Option<Term>,
    /// Something that never changes was read through an address that was computed: that address decided what was read.
    pub(crate) reads_given: bool,
}

impl Encoder<'_> {
    /// The walk has come to the end of the trace.
    pub(crate) fn end(&mut self) -> Result<(), EncodeError> {
        self.generated.times.push(self.memory.now());
        if self.ending.violated.is_none() {
            return Err(self.gap("the failing condition was not found"));
        }
        Ok(())
    }

    /// The failing condition when nothing finer is known: some value that the step read is another one.
    pub(crate) fn same_reads_fail(&mut self) -> Result<(), EncodeError> {
        self.ending.is_guessed = true;
        let unlike = match self.ending.unlike {
            Some(unlike) => unlike,
            None => self.unlike_run()?,
        };
        self.ending.violated = Some(unlike);
        Ok(())
    }

    /// Before the failing step: what it read is what was there before its own writes.
    pub(crate) fn note_overwritten(&mut self) -> Result<(), EncodeError> {
        let (trace, step) = (self.trace, self.current());
        let writes = trace.writes(step);
        let mut reads = trace.reads(step).iter();
        let overwrites = reads.any(|read| writes.iter().any(|write| write.cell == read.cell));
        if self.is_last() && overwrites {
            self.ending.unlike = Some(self.unlike_run()?);
        }
        Ok(())
    }

    /// As a condition: the failing step reads something else than in the run.
    pub(crate) fn unlike_run(&mut self) -> Result<Term, EncodeError> {
        let same = match self.dead_targets() {
            Ok(Some(dead)) => Ok(dead),
            Ok(None) => self.same_reads(),
            Err(halt) => Err(halt),
        };
        let same = same.map_err(|_| self.gap("the failing step cannot be read"))?;
        if self.style == Style::Functions {
            // With other values it may fail as well.
            let falsehood = self.truth(false);
            return Ok(self.only_when(same, falsehood, "failure").term);
        }
        Ok(self.terms.not(same.term))
    }

    /// Of a step that uses blocks which were freed: its pointers are what they were, and the blocks are not alive. What else it reads
    /// decides what it would print or copy, not whether it may. `None` where no such block is found.
    fn dead_targets(&mut self) -> Evaluated<Option<Value>> {
        let trace = self.trace;
        if trace.failure.kind != CheckKind::Lifetime {
            return Ok(None);
        }
        let mut dead = None;
        for access in trace.reads(self.current()) {
            let Some(entry) = self.entry(access.bits).filter(|entry| self.is_released(entry))
            else {
                continue;
            };
            let (pointer, _) = self.read_flagged(range_of(access.cell), None)?;
            let same = self.unchanged(pointer);
            let alive = self.is_alive(&entry)?;
            let gone = self.not(alive);
            let both = self.both(same, gone);
            dead = Some(match dead {
                Some(others) => self.both(others, both),
                None => both,
            });
        }
        Ok(dead)
    }

    /// A block of the heap that some step before this one has freed.
    fn is_released(&self, entry: &PointerEntry<'_>) -> bool {
        matches!(entry.object.info.kind, ObjectKind::Heap { .. })
            && entry.object.released.is_some_and(|step| step <= self.step)
    }

    /// Everything the step read was what it was.
    pub(crate) fn same_reads(&mut self) -> Evaluated<Value> {
        self.same_among(|_| true)
    }

    /// Everything the step read byte by byte was what it was.
    pub(crate) fn same_bytes(&mut self) -> Evaluated<Value> {
        self.same_among(|cell| cell.size == 1 && matches!(cell.object, CellObject::Memory(_)))
    }

    fn same_among(&mut self, counts: impl Fn(Cell) -> bool) -> Evaluated<Value> {
        let trace = self.trace;
        let mut all = Vec::new();
        let reads = trace.reads(self.current()).iter();
        for access in reads.filter(|access| counts(access.cell)) {
            let range = range_of(access.cell);
            let (value, _) = self.read_flagged(range, None)?;
            let same = self.unchanged(value);
            if same.term != Term::TRUE {
                all.push(same.term);
            }
        }
        let term = self.terms.and(&all);
        Ok(Value { term, known: Term::TRUE })
    }
}
