//! Reading through the joins of branches: where the walk meets the frame parts.

use whydunit_program::CheckKind;
use whydunit_term::{Sort, Term};
use whydunit_trace::{StepIndex, StepKind};

use crate::encoder::{Encoder, Evaluated};
use crate::frames::Link;
use crate::memory::Time;
use crate::storage::{Range, Storage, Value};

impl Encoder<'_> {
    /// The branch at hand opens its scope.
    pub(crate) fn open_scope(&mut self) {
        let StepKind::Branch { others, .. } = self.current().kind else { return };
        let Some(frames) = &mut self.frames else { return };
        let step = StepIndex(self.step);
        let current = &self.trace.steps[self.step as usize];
        let owner = (current.frame, current.point.function.0);
        frames.open(step, owner, &self.trace.sides[others as usize], self.memory.now());
    }

    /// The contents of a range that were there before joins, after them. The write stays what it was: scopes that are open now
    /// have yet to close over it.
    pub(crate) fn through_frames(&mut self, range: Range, value: Value) -> Value {
        if self.frames.is_none() {
            return value;
        }
        let since = self.memory.since(range, self.memory.now());
        self.joined(range, since, value).unwrap_or(value)
    }

    /// Did joins happen since storage came into being that may concern it?
    pub(crate) fn has_pending_frames(&mut self, range: Range) -> bool {
        let created = match range.storage {
            Storage::Object(id) => self.created.get(&id).copied().unwrap_or(Time::START),
            _ => Time::START,
        };
        let Some(frames) = self.frames.as_mut() else { return false };
        frames.pending(self.program, self.trace, self.terms, range, created) != Term::TRUE
    }

    /// A new variable for what joins since a moment leave of a value; `None` if there are none.
    fn joined(&mut self, range: Range, since: Time, value: Value) -> Option<Value> {
        let frames = self.frames.as_mut()?;
        let created = match range.storage {
            Storage::Object(id) => self.created.get(&id).copied().unwrap_or(Time::START),
            _ => Time::START,
        };
        let since = since.max(created);
        let framed = frames.pending(self.program, self.trace, self.terms, range, since);
        if framed == Term::TRUE {
            return None;
        }
        if let Some(&(moment, known, joined)) = self.joined_reads.get(&range)
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
        if let Some(&(moment, read_at, earlier)) = self.last_joined.get(&range)
            && (moment, earlier.known) == (since, value.known)
        {
            let (program, trace) = (self.program, self.trace);
            let framed = frames.closed_since(program, trace, self.terms, range, read_at);
            let before = earlier.term;
            frames.links.push(Link { range, step: self.step, variable, before, framed });
        }
        self.link_values.push((variable, value.known));
        let joined = Value { term: variable, known: value.known };
        self.joined_reads.insert(range, (since, framed, joined));
        self.last_joined.insert(range, (since, self.step, joined));
        Some(joined)
    }

    /// The cell that is being read must have been given a value. When that is the failure, the condition speaks
    /// of a flag that nothing on the path has set, and that other sides of branches might have.
    pub(crate) fn check_initialised(&mut self, range: Range, validity: Value) -> Evaluated<()> {
        if validity.is_true() && validity.term != Term::TRUE || self.is_speculative() {
            return self.require(validity);
        }
        if self.is_replay && validity.term == Term::TRUE && self.memory.is_given(self.terms, range)
        {
            // What was put in place of the run's contents has a value. A variable that begins anew in each iteration has lost it.
            return Ok(());
        }
        let failure = &self.trace.failure;
        let is_named = self.reading.is_some_and(|span| span == failure.span);
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
