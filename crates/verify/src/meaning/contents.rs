//! Reading and writing storage: what the run gave it, what it held at the start, and variables for what steps set.

use whydunit_claim::{Range, Storage};
use whydunit_interp::ObjectKind;
use whydunit_program::{CheckKind, GlobalId, InitValue};
use whydunit_term::{Sort, Term};
use whydunit_trace::{Access, TraceObject};

use super::concern::Concern;
use super::memory::{Fill, Filling, Time};
use super::walk::{Evaluated, Walk, gap};
use super::{Definition, Unset};

/// What bytes held before any step wrote them.
enum Initial {
    /// The program and the way it was started decide it.
    Decided(u128),
    /// Whatever the run found.
    Found,
    /// The same, and nothing has given the bytes a value.
    NotGiven,
}

impl Walk<'_> {
    /// What a range holds now (or held at a moment), and whether it was given a value. Contents of now have gone through the joins since they were set.
    pub(super) fn read(&mut self, range: Range, at: Option<Time>) -> Evaluated<(Term, Term)> {
        let now = self.memory.now();
        let (value, given) = self.read_at(range, at.unwrap_or(now))?;
        if at.is_some() || self.joins.is_none() {
            return Ok((value, given));
        }
        let since = self.memory.since(range, now);
        let value = self.through_joins(range, since, value)?;
        Ok((value, given))
    }

    /// What a range holds at a moment. A chain of copies may be as long as the trace, so what has to be known first is a list.
    fn read_at(&mut self, range: Range, time: Time) -> Evaluated<(Term, Term)> {
        if 8 * range.size > Sort::MAX_WIDTH {
            return gap(format!("{} bytes read at once", range.size));
        }
        let mut wanted = vec![(range, time)];
        while let Some(&(range, time)) = wanted.last() {
            match self.memory.read(self.terms, range, time) {
                Ok(found) if wanted.len() == 1 => return Ok(found),
                Ok(_) => drop(wanted.pop()),
                Err(missing) => match missing.fill {
                    None => self.make_initial(missing.range),
                    Some(fill) => wanted.extend(self.make_filled(missing.range, &fill)?),
                },
            }
        }
        gap(format!("no contents of {range:?}"))
    }

    fn make_initial(&mut self, range: Range) {
        let width = 8 * range.size;
        let recorded = self.recorded(range).unwrap_or(0);
        let initial = self.initial(range);
        let value = match initial {
            Initial::Decided(value) => self.bits(width, value),
            Initial::Found | Initial::NotGiven => {
                let known = self.bits(width, recorded);
                let variable = self.terms.fresh("unset", Sort::Bits(width));
                self.set_in_run(variable, recorded.into());
                self.unset.push(Unset { variable, known, range });
                variable
            }
        };
        let given = self.terms.bool(!matches!(initial, Initial::NotGiven));
        self.memory.insert(range, value, given, Time::START);
    }

    /// What the step at hand found in a range.
    fn recorded(&self, range: Range) -> Option<u64> {
        let is_this = |access: &&Access| {
            let cell = access.cell;
            (Storage::from(cell.object), cell.offset, cell.size, cell.bits)
                == (range.storage, range.offset, range.size, None)
        };
        self.trace.reads(self.current()).iter().find(is_this).map(|access| access.bits)
    }

    fn initial(&mut self, range: Range) -> Initial {
        let object = match range.storage {
            Storage::Object(id) => self.trace.object(id),
            // Facts about storage say when they begin to hold.
            Storage::Extent(_) => return Initial::Decided(0),
            Storage::Alive(_) => return Initial::Decided(1),
            Storage::Register { .. } | Storage::PushedBack(_) => None,
        };
        let Some(object) = object else { return Initial::NotGiven };
        match &object.info.kind {
            ObjectKind::Global(id) => {
                if !self.global_bytes.contains_key(&id.0) {
                    let bytes = self.bytes_of_global(*id, object);
                    self.global_bytes.insert(id.0, bytes);
                }
                Initial::Decided(number(&self.global_bytes[&id.0], range))
            }
            ObjectKind::Argument(0) => {
                Initial::Decided(number(self.trace.spec.program_name.as_bytes(), range))
            }
            ObjectKind::Argument(index) => {
                let text = self.trace.spec.args.get(*index as usize - 1);
                Initial::Decided(number(text.map_or(&[], |text| text.as_slice()), range))
            }
            ObjectKind::Stdin => Initial::Decided(number(&self.trace.spec.stdin, range)),
            ObjectKind::Heap { function: "calloc", .. }
            | ObjectKind::ArgumentVector
            | ObjectKind::Environment => Initial::Decided(0),
            ObjectKind::Pointee { .. } => Initial::Found,
            ObjectKind::Local { .. }
            | ObjectKind::Heap { .. }
            | ObjectKind::Vla { .. }
            | ObjectKind::Alloca { .. } => Initial::NotGiven,
        }
    }

    fn bytes_of_global(&self, id: GlobalId, object: &TraceObject) -> Vec<u8> {
        let pointer = self.program.types.target().pointer_bytes() as usize;
        let mut bytes = vec![0; object.info.size as usize];
        for part in &self.program.global(id).init {
            let address;
            let part_bytes = match &part.value {
                InitValue::Bytes(list) => list.as_slice(),
                InitValue::GlobalAddr(other, addend) => {
                    let other = self.trace.objects.get(other.index());
                    let start = other.map_or(0, |object| object.info.address);
                    address = start.wrapping_add_signed(*addend).to_le_bytes();
                    &address[..pointer]
                }
                InitValue::FunctionAddr(function) => {
                    address = self.trace.function_address(*function).to_le_bytes();
                    &address[..pointer]
                }
            };
            let to = bytes.iter_mut().skip(part.offset as usize);
            to.zip(part_bytes).for_each(|(to, &from)| *to = from);
        }
        bytes
    }

    /// Makes a part of a fill a piece, or says what has to be known first.
    fn make_filled(&mut self, range: Range, fill: &Fill) -> Evaluated<Option<(Range, Time)>> {
        let (value, given) = match fill.filling {
            Filling::Copy { from, offset, at } => {
                let source =
                    Range::new(from, offset + range.offset - fill.range.offset, range.size);
                match self.memory.read(self.terms, source, at) {
                    Ok(found) => found,
                    Err(_) => return Ok(Some((source, at))),
                }
            }
            Filling::Repeat(byte) => {
                let mut value = byte;
                for _ in 1..range.size {
                    value = self.terms.concat(byte, value);
                }
                (value, Term::TRUE)
            }
        };
        let variable = self.define(range, value, (fill.step, false))?;
        self.memory.insert(range, variable, given, fill.since);
        Ok(None)
    }

    /// A variable that a step makes equal to a value.
    fn define(
        &mut self,
        range: Range,
        value: Term,
        (step, is_exact): (usize, bool),
    ) -> Evaluated<Term> {
        let known = self.known(value)?;
        let sort = self.terms.sort(value);
        let variable = self.terms.fresh("set", sort);
        self.set_in_run(variable, known);
        self.definitions.push(Definition { variable, range, step, value, is_exact });
        Ok(variable)
    }

    /// The step at hand sets a range.
    pub(super) fn write(&mut self, range: Range, value: Term, given: Term) -> Evaluated<()> {
        let variable = self.define(range, value, (self.step, false))?;
        self.memory.write(range, variable, given);
        Ok(())
    }

    /// As [`Walk::write`], whatever addresses the step used.
    pub(super) fn write_exactly(
        &mut self,
        range: Range,
        value: Term,
        given: Term,
    ) -> Evaluated<()> {
        let variable = self.define(range, value, (self.step, true))?;
        self.memory.write(range, variable, given);
        Ok(())
    }

    /// The step at hand sets a run of bytes.
    pub(super) fn fill(&mut self, range: Range, filling: Filling) {
        if range.size > 0 {
            self.memory.fill(range, filling, self.step);
        }
    }

    /// What is read must have been given a value. When that is the failure, the condition speaks of a flag that nothing on the path has set, and that
    /// other arms of branches might have.
    pub(super) fn check_given(&mut self, range: Range, given: Term) -> Evaluated<()> {
        if !self.is_checked(CheckKind::Uninit) {
            return Ok(());
        }
        let holds = self.holds(given);
        if holds && given != Term::TRUE || self.is_speculative() {
            return self.require(given);
        }
        let failure = &self.trace.failure;
        // Places of one macro cannot be told apart by where they stand.
        let is_other =
            failure.subject.is_some_and(|about| Storage::from(about.object) != range.storage);
        let is_named = self.reads_named && !is_other;
        let fails = self.is_last() && failure.kind == CheckKind::Uninit && (!holds || is_named);
        if !fails {
            return Ok(());
        }
        if !self.is_constant(given) {
            return self.require_of(given, Some(Concern::Unset(range)));
        }
        // A variable that begins anew in each iteration has lost what it was given before.
        let since = match holds {
            true => self.memory.since(range, self.memory.now()),
            false => Time::START,
        };
        let unset = self.bits(8, 0_u32);
        let flag = match self.joins.is_some() {
            true => self.through_joins(range, since, unset)?,
            false => unset,
        };
        let is_given = self.terms.is_nonzero(flag);
        self.require_of(is_given, Some(Concern::Unset(range)))
    }
}

/// Bytes as a little-endian number; beyond the end they are zero.
fn number(bytes: &[u8], range: Range) -> u128 {
    let bytes = bytes.iter().skip(range.offset as usize).take(range.size as usize);
    bytes.zip(0..).fold(0, |value, (&byte, index)| value | u128::from(byte) << (8 * index))
}
