//! Reading and writing storage: where the walk meets its memory.
//!
//! Pieces of memory that nobody has written as such are made when they are read: initial contents, and parts of long runs of bytes.

use whydunit_interp::ObjectKind;
use whydunit_term::{Op, Sort, Term};
use whydunit_trace::Access;

use crate::encoder::{Encoder, Evaluated, Halt, Style};
use crate::generated::{Definition, Unset};
use crate::memory::{Filled, Filling, Missing, Time};
use crate::number::of_position;
use crate::storage::{Range, Storage, Value};

impl Encoder<'_> {
    pub(crate) fn read(&mut self, range: Range, at: Option<Time>) -> Evaluated<Value> {
        self.read_flagged(range, at).map(|(value, _)| value)
    }

    /// What a range holds, and whether it was given a value.
    pub(crate) fn read_flagged(
        &mut self,
        range: Range,
        at: Option<Time>,
    ) -> Evaluated<(Value, Value)> {
        let time = at.unwrap_or_else(|| self.memory.now());
        self.note_read(range, at);
        let found = self.read_at(range, time)?;
        match at {
            None => {
                let value = self.through_frames(range, found.0);
                Ok((value, found.1))
            }
            Some(_) => Ok(found),
        }
    }

    /// As [`Encoder::read_flagged`], without a record. Copies of copies are followed with a list of what is wanted, not
    /// by recursion: a chain of them may be as long as the trace.
    pub(crate) fn read_at(&mut self, range: Range, time: Time) -> Evaluated<(Value, Value)> {
        if let Some(found) = self.read_before(range, time) {
            return found;
        }
        let mut wanted = vec![(range, time)];
        while let Some(&(wanted_range, wanted_time)) = wanted.last() {
            match self.memory.read(self.terms, wanted_range, wanted_time) {
                Ok(found) if wanted.len() == 1 => return Ok(found),
                Ok(_) => {
                    wanted.pop();
                }
                Err(Missing::Initial { range }) => self.make_initial(range)?,
                Err(Missing::Filled { range, filled }) => {
                    if let Some(source) = self.make_filled(range, filled)? {
                        wanted.push(source);
                    }
                }
            }
        }
        Err(Halt::Gap(format!("no contents of {range:?}")))
    }

    fn make_initial(&mut self, range: Range) -> Evaluated<()> {
        if self.make_state(range)? {
            return Ok(());
        }
        let recorded = self.recorded(range);
        let found = self.initial.contents(self.program, self.trace, range, recorded);
        let known = self.terms.bits(8 * range.size, found.bits);
        let value = if found.is_determined && self.is_state(range) {
            // Given, as what a step sets is: other arms and other addresses may have set it.
            let name = format!("{}@start", self.storage_name(range));
            let variable = self.terms.fresh(&name, Sort::Bits(8 * range.size));
            self.generated.unset.push(Unset { variable, known, range });
            Value { term: variable, known }
        } else if found.is_determined {
            Value::constant(known)
        } else {
            self.unset_value(range, known, recorded.is_some())
        };
        let validity = self.truth(!found.is_indeterminate);
        self.memory.insert(range, value, Time::START, validity);
        Ok(())
    }

    /// Is what a range holds at the start something that steps may set? Constants, literals and variables that no statement of the program may write are none: what they hold
    /// is said by its value.
    fn is_state(&mut self, range: Range) -> bool {
        if self.style != Style::Equations {
            return false;
        }
        let trace = self.trace;
        let Storage::Object(id) = range.storage else { return false };
        let Some(object) = trace.object(id) else { return false };
        match object.info.kind {
            ObjectKind::Global(id) => {
                let global = self.program.global(id);
                let is_users = self.program.sources.file(global.span.file).is_user();
                let is_variable = is_users && !global.is_const && !global.is_literal;
                is_variable && self.initial.may_be_written(self.program, id)
            }
            ObjectKind::Heap { function: "calloc", .. } => true,
            _ => false,
        }
    }

    /// What the run found in a range when the current step read it.
    fn recorded(&self, range: Range) -> Option<u64> {
        let step = self.current();
        let matches = |access: &&Access| {
            Storage::from(access.cell.object) == range.storage
                && access.cell.offset == range.offset
                && access.cell.size == range.size
                && access.cell.bits.is_none()
        };
        self.trace.reads(step).iter().find(matches).map(|access| access.bits)
    }

    /// Makes a part of a long run of bytes a piece, or says what has to be known first.
    fn make_filled(&mut self, range: Range, filled: Filled) -> Evaluated<Option<(Range, Time)>> {
        let (value, validity) = match filled.filling {
            Filling::Copy { from, offset, time } => {
                let offset = offset + (range.offset - filled.range.offset);
                let source = Range::new(from, offset, range.size);
                if 8 * range.size > Sort::MAX_WIDTH {
                    return Err(Halt::Gap(format!("{} bytes read at once", range.size)));
                }
                match self.memory.read(self.terms, source, time) {
                    Ok(found) => found,
                    Err(_) => return Ok(Some((source, time))),
                }
            }
            Filling::Kept => {
                let kept = self.memory.read_below(self.terms, range, filled.since);
                // Nobody has looked there: any value of the run will do.
                let nothing = self.bits(8 * range.size, 0);
                (kept.unwrap_or(nothing), self.truth(true))
            }
            Filling::Repeat(byte) => {
                let mut value = byte;
                for _ in 1..range.size {
                    value = self.apply(Op::Concat, &[byte, value]);
                }
                (value, self.truth(true))
            }
        };
        let (value, validity) = if filled.is_open {
            (self.open_part(range, value), self.truth(true))
        } else {
            (self.defined(range, value, filled.step), validity)
        };
        self.memory.insert(range, value, filled.since, validity);
        Ok(None)
    }

    /// The value as the formula holds it: in equations, a new variable that the step makes equal to it.
    pub(crate) fn defined(&mut self, range: Range, value: Value, step: u32) -> Value {
        if self.style == Style::Functions {
            return value;
        }
        let name = format!("{}@{step}", self.storage_name(range));
        let sort = self.terms.sort(value.known);
        let variable = if self.terms.find_symbol(&name).is_some() {
            self.terms.fresh(&name, sort)
        } else {
            self.terms.variable(&name, sort)
        };
        let equation = self.terms.eq(variable, value.term);
        self.generated.contribution(step).equations.push(equation);
        let known = value.known;
        let definition = Definition { variable, range, step, value: value.term, known };
        self.generated.definitions.push(definition);
        Value { term: variable, known }
    }

    /// Of a scalar that is overwritten in part, what is left becomes something of its own: facts speak of what storage holds, and of the scalar nothing is left to speak of.
    fn keep_rest(&mut self, range: Range) {
        if self.style != Style::Equations {
            return;
        }
        for rest in self.memory.cut_off_by(range).into_iter().flatten() {
            let Ok((value, validity)) = self.read_at(rest, self.memory.now()) else { continue };
            if value.is_constant() {
                continue;
            }
            let since = self.memory.since(rest, self.memory.now());
            match self.step_at(since) {
                // It is what the step before made it.
                Some(step) => {
                    let value = self.defined(rest, value, step);
                    self.memory.insert(rest, value, since, validity);
                }
                None => {
                    let value = self.defined(rest, value, self.step);
                    self.memory.write_valid(rest, value, validity);
                }
            }
        }
    }

    /// The step that wrote at a moment.
    fn step_at(&self, time: Time) -> Option<u32> {
        let after = self.generated.times.partition_point(|&before| before < time);
        after.checked_sub(1).map(of_position)
    }

    pub(crate) fn write(&mut self, range: Range, value: Value) {
        self.keep_rest(range);
        let given = Value::constant(Term::TRUE);
        if let Some((value, validity)) = self.unless_skipped(range, value, given) {
            self.memory.write_valid(range, value, validity);
            return;
        }
        let value = self.defined(range, value, self.step);
        self.memory.write(range, value);
    }

    /// Writes what may or may not have been given a value.
    pub(crate) fn write_valid(&mut self, range: Range, value: Value, validity: Value) {
        self.keep_rest(range);
        let (value, validity) =
            self.unless_skipped(range, value, validity).unwrap_or((value, validity));
        let value = self.defined(range, value, self.step);
        self.memory.write_valid(range, value, validity);
    }

    pub(crate) fn fill(&mut self, range: Range, filling: Filling) {
        if range.size > 0 {
            self.keep_rest(range);
            self.not_skipped();
            self.memory.fill(range, filling, self.step);
        }
    }

    fn storage_name(&self, range: Range) -> String {
        crate::names::range_name(self.program, self.trace, range)
    }
}
