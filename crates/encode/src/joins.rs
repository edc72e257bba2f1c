//! Reading through the joins of branches: where the walk meets the frame parts.
//!
//! Only the flow-sensitive form has them: there, every read of the present contents goes through the joins before it. Elsewhere contents are what was written.

use rustc_hash::FxHashMap;
use whydunit_program::{CheckKind, Program};
use whydunit_term::{Sort, Term};
use whydunit_trace::{ErrorTrace, StepIndex, StepKind};

use crate::encoder::{Addresses, Encoder, Evaluated};
use crate::frames::{Frames, Link};
use crate::limits::LONGEST_FRAMED;
use crate::memory::Time;
use crate::number::{in_object, low_half};
use crate::pointer::Located;
use crate::storage::{Range, Storage, Value};

#[derive(Clone, Debug)]
pub(crate) struct Joining {
    pub(crate) frames: Frames,
    /// What links were in the run.
    pub(crate) link_values: Vec<(Term, Term)>,
    /// Values after joins, with what they were made of: the moment of the write and the conjunction.
    reads: FxHashMap<Range, (Time, Term, Value)>,
    /// The last value after joins, with the moment of the write and the step of the read.
    last: FxHashMap<Range, (Time, u32, Value)>,
}

impl Joining {
    pub(crate) fn new(program: &Program, trace: &ErrorTrace) -> Joining {
        Joining {
            frames: Frames::new(program, trace),
            link_values: Vec::new(),
            reads: FxHashMap::default(),
            last: FxHashMap::default(),
        }
    }
}

impl Encoder<'_> {
    /// The branch at hand opens its scope.
    pub(crate) fn open_scope(&mut self) {
        let StepKind::Branch { others, .. } = self.current().kind else { return };
        let Some(Joining { frames, .. }) = &mut self.joins else { return };
        let step = StepIndex(self.step);
        let current = &self.trace.steps[self.step as usize];
        let owner = (current.frame, current.point.function.0);
        frames.open(step, owner, &self.trace.arms[others as usize], self.memory.now());
    }

    /// The scope of a branch ends at the step at hand.
    pub(crate) fn close_scope(&mut self, branch: StepIndex) {
        if let Some(Joining { frames, .. }) = &mut self.joins {
            frames.close(self.terms, branch, self.step);
        }
    }

    /// The contents of a range that were there before joins, after them. The write stays what it was: scopes that are open now
    /// have yet to close over it.
    pub(crate) fn through_frames(&mut self, range: Range, value: Value) -> Value {
        if self.joins.is_none() {
            return value;
        }
        let since = self.memory.since(range, self.memory.now());
        self.joined(range, since, value).unwrap_or(value)
    }

    /// Did joins happen since storage came into being that may concern it?
    fn has_pending_frames(&mut self, range: Range) -> bool {
        let existing = self.existing_since(range);
        let Some(Joining { frames, .. }) = &mut self.joins else { return false };
        frames.pending(self.program, self.trace, self.terms, range, existing) != Term::TRUE
    }

    fn existing_since(&self, range: Range) -> Time {
        match range.storage {
            Storage::Object(id) => self.history.existing_since(id),
            _ => Time::START,
        }
    }

    /// Copies what joins before it left, where there are any: cell by cell.
    pub(crate) fn copy_through_joins(
        &mut self,
        target: &Located,
        from: Storage,
        offset: u32,
        size: u64,
    ) -> Evaluated<bool> {
        let source = Range::new(from, offset, in_object(size));
        if size > LONGEST_FRAMED || !self.has_pending_frames(source) {
            return Ok(false);
        }
        self.stays(target.offset)?;
        let start = low_half(self.known(target.offset));
        let mut cells = Vec::new();
        let mut at = offset;
        while at < source.end() {
            let end = (at / 8 * 8 + 8).min(source.end());
            let cell = Range::new(from, at, end - at);
            cells.push((at - offset, cell.size, self.read_flagged(cell, None)?));
            at = end;
        }
        for (distance, size, (value, validity)) in cells {
            let range = Range::new(Storage::Object(target.object), start + distance, size);
            self.write_valid(range, value, validity);
        }
        Ok(true)
    }

    /// A new variable for what joins since a moment leave of a value; `None` if there are none.
    fn joined(&mut self, range: Range, since: Time, value: Value) -> Option<Value> {
        let since = since.max(self.existing_since(range));
        let Joining { frames, link_values, reads, last } = self.joins.as_mut()?;
        let framed = frames.pending(self.program, self.trace, self.terms, range, since);
        if framed == Term::TRUE {
            return None;
        }
        if let Some(&(moment, known, joined)) = reads.get(&range)
            && (moment, known, joined.known) == (since, framed, value.known)
        {
            return Some(joined);
        }
        let name = crate::names::range_name(self.program, self.trace, range);
        let sort: Sort = self.terms.sort(value.known);
        let variable = self.terms.fresh(&format!("{name}'{}", self.step), sort);
        let link = Link { range, step: self.step, variable, before: value.term, framed };
        frames.links.push(link);
        // Whatever an earlier join made of the value, two reads see the same unless a join lies between them.
        if let Some(&(moment, read_at, earlier)) = last.get(&range)
            && (moment, earlier.known) == (since, value.known)
        {
            let (program, trace) = (self.program, self.trace);
            let framed = frames.closed_since(program, trace, self.terms, range, read_at);
            let before = earlier.term;
            frames.links.push(Link { range, step: self.step, variable, before, framed });
        }
        link_values.push((variable, value.known));
        let joined = Value { term: variable, known: value.known };
        reads.insert(range, (since, framed, joined));
        last.insert(range, (since, self.step, joined));
        Some(joined)
    }

    /// The cell that is being read must have been given a value. When that is the failure, the condition speaks
    /// of a flag that nothing on the path has set, and that other arms of branches might have.
    pub(crate) fn check_initialised(&mut self, range: Range, validity: Value) -> Evaluated<()> {
        if validity.is_true() && validity.term != Term::TRUE || self.is_speculative() {
            if self.addresses == Addresses::Guarded || self.is_last() {
                return self.require(validity);
            }
            // What has no value may be moved on: whether something is decided by it is not followed.
            let moves_on = self.unknown("moved unset", Sort::Bool);
            let term = self.terms.or(&[validity.term, moves_on]);
            return self.require(Value { term, ..validity });
        }
        if validity.term == Term::TRUE && self.is_given_instead(range) {
            // What was put in place of the run's contents has a value. A variable that begins anew in each iteration has lost it.
            return Ok(());
        }
        let failure = &self.trace.failure;
        // All that a macro reads stands at the same place: what has no value is the storage that the run names.
        let is_meant =
            failure.subject.is_none_or(|subject| Storage::from(subject.object) == range.storage);
        let is_named = is_meant && self.reading.is_some_and(|span| span == failure.span);
        let fails = self.is_last()
            && failure.kind == CheckKind::Uninit
            && (!validity.is_true() || is_named);
        if !fails {
            return Ok(());
        }
        if validity.term != validity.known {
            return self.require(validity);
        }
        let since = match validity.is_true() {
            false => Time::START,
            true => self.memory.since(range, self.memory.now()),
        };
        let unset = self.bits(8, 0);
        let flag = self.joined(range, since, unset).unwrap_or(unset);
        let set = self.bits(8, 1);
        let is_set = self.equal(flag, set);
        self.require(is_set)
    }
}
