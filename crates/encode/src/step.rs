//! One step of the trace: what it changes and what it demands.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use whydunit_interp::{Cell, CellObject, ObjectKind};
use whydunit_program::{CheckKind, Place, Program, TerminatorKind};
use whydunit_semantics::in_case;
use whydunit_term::Term;
use whydunit_trace::{PointerEntry, StepKind};

use crate::encoder::{
    Addresses, Contribution, EncodeError, Encoder, Evaluated, Halt, InputVariable, Scope, Style,
    local_objects,
};
use crate::memory::{Filling, Memory};
use crate::place::Target;
use crate::pointer::Located;
use crate::storage::{Range, Storage, Value};
use whydunit_program::obligation::Access;

impl<'a> Encoder<'a> {
    /// Encodes the whole trace.
    pub(crate) fn walk(&mut self) -> Result<(), EncodeError> {
        self.locals = Rc::new(local_objects(self.trace));
        self.walk_from(0)
    }

    /// Encodes the steps from one on.
    pub(crate) fn walk_from(&mut self, first: usize) -> Result<(), EncodeError> {
        let mut index = first;
        while index < self.trace.steps.len() {
            self.begin_step(index);
            match self.unions.get(&(index as u32)).copied() {
                Some(end) => {
                    self.join_all_sides()?;
                    while index < end as usize {
                        index += 1;
                        self.begin_step(index);
                    }
                }
                None => self.run_step()?,
            }
            index += 1;
        }
        self.times.push(self.memory.now());
        if self.violated.is_none() {
            return Err(self.gap("the failing condition was not found"));
        }
        Ok(())
    }

    /// A conditional as one step. What it writes is joined over a memory of its own: sides are copied.
    fn join_all_sides(&mut self) -> Result<(), EncodeError> {
        let base = Rc::new(std::mem::take(&mut self.memory));
        self.memory = Memory::over(Rc::clone(&base));
        let left = self.left_by_sides();
        self.memory = Memory::default();
        self.memory = Rc::try_unwrap(base).unwrap_or_else(|shared| (*shared).clone());
        let left = match left {
            Ok(left) => left,
            Err(Halt::Violated) => return Err(self.gap("a side cannot be followed")),
            Err(Halt::Gap(message)) => return Err(self.gap(message)),
        };
        for (range, value, validity) in left {
            self.memory.write_valid(range, value, validity);
        }
        Ok(())
    }

    pub(crate) fn begin_step(&mut self, index: usize) {
        self.step = index as u32;
        self.contributions.push(Contribution::default());
        self.times.push(self.memory.now());
        self.activate_objects();
    }

    pub(crate) fn run_step(&mut self) -> Result<(), EncodeError> {
        match self.evaluate_step() {
            Ok(()) => {
                if self.is_last() && self.violated.is_none() {
                    self.same_reads_fail()?;
                    return Ok(());
                }
            }
            Err(Halt::Violated) if self.is_last() => return Ok(()),
            // Whatever we cannot express of the failing step: the values it read made it fail.
            Err(Halt::Gap(_)) if self.is_last() => return self.same_reads_fail(),
            Err(Halt::Violated) => return Err(self.gap("a check fails that the run passed")),
            Err(Halt::Gap(message)) => return Err(self.gap(message)),
        }
        self.compare_with_run()
    }

    /// The failing condition when nothing finer is known: some value that the step read is another one.
    fn same_reads_fail(&mut self) -> Result<(), EncodeError> {
        self.is_guessed = true;
        self.violated = Some(self.unlike_run()?);
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

    /// What the step left must be what the run left: its last write of every byte.
    fn compare_with_run(&mut self) -> Result<(), EncodeError> {
        let trace = self.trace;
        let mut later = FxHashSet::default();
        for access in trace.writes(self.current()).iter().rev() {
            let range = range_of(access.cell);
            let bytes = (range.offset..range.end()).map(|byte| (range.storage, byte));
            // A later write of some of its bytes hides this one; bit-fields share their bytes.
            let fresh = bytes.filter(|&byte| later.insert(byte)).count();
            if fresh < range.size as usize {
                continue;
            }
            let found = self.read_at(value_range(range, access.cell), self.memory.now());
            let (found, _) = found.map_err(|_| self.gap("a written cell cannot be read"))?;
            let found = self.cell_bits(found, access.cell);
            let expected = u128::from(access.bits);
            if found != expected {
                let name = crate::names::range_name(self.program, trace, range);
                let message = format!("{name} is {found:#x}, in the run {expected:#x}");
                return Err(self.gap(message));
            }
        }
        Ok(())
    }

    fn cell_bits(&self, value: Value, cell: Cell) -> u128 {
        let bits = self.known(value);
        match cell.bits {
            Some((shift, width)) => (bits >> shift) & (u128::MAX >> (128 - u32::from(width))),
            None => bits,
        }
    }

    pub(crate) fn evaluate_step(&mut self) -> Evaluated<()> {
        let program: &'a Program = self.program;
        let step = self.current();
        if (self.step as usize) < self.trace.first_executed() {
            self.take_inputs();
            return self.write_as_recorded();
        }
        if let StepKind::ScopeEnd(end) = step.kind {
            if let Some(frames) = &mut self.frames {
                frames.close(self.terms, end.branch, self.step);
            }
            return Ok(());
        }
        let mut scope = Scope::new(step.frame);
        // Storage that is read before it was written gets its value first.
        self.take_inputs();
        match program.stmt_at(step.point) {
            Some(stmt) => whydunit_semantics::statement(self, stmt, &mut scope),
            None => {
                let terminator = &program.terminator_at(step.point).kind;
                self.terminator(terminator, &mut scope)
            }
        }
    }

    fn terminator(&mut self, kind: &'a TerminatorKind, scope: &mut Scope) -> Evaluated<()> {
        let StepKind::Branch { taken, .. } = self.current().kind else {
            return match kind {
                TerminatorKind::Return(value) => self.return_from(value.as_ref(), scope),
                TerminatorKind::Branch { cond, .. } => self.condition(cond, scope).map(drop),
                TerminatorKind::Switch { value, .. } => self.expr(value, scope).map(drop),
                TerminatorKind::Goto(_) | TerminatorKind::Unreachable => Ok(()),
            };
        };
        let condition = match kind {
            TerminatorKind::Branch { cond, .. } => {
                let cond = self.condition(cond, scope)?;
                if taken == 0 { cond } else { self.not(cond) }
            }
            TerminatorKind::Switch { value, cases, .. } => {
                let class = self.class(value.ty);
                let value = self.expr(value, scope)?;
                match cases.get(taken as usize) {
                    Some(case) => in_case(self, case, class, value),
                    None => {
                        let mut none = self.truth(true);
                        for case in cases {
                            let this = in_case(self, case, class, value);
                            let other = self.not(this);
                            none = self.both(none, other);
                        }
                        none
                    }
                }
            }
            _ => return Err(Halt::Gap("a branch at a statement that does not branch".into())),
        };
        if !condition.is_true() {
            return Err(Halt::Gap("the branch goes the other way".into()));
        }
        self.contribution().condition = Some(condition.term);
        self.open_scope();
        Ok(())
    }

    // Inputs.

    /// The inputs of the step become variables and are where the run put them.
    fn take_inputs(&mut self) {
        let trace = self.trace;
        let step = self.current();
        for position in trace.input_positions(step) {
            let record = &trace.inputs[position];
            let class = self.class(record.ty);
            let known = self.terms.bits(class.width(), record.bits.into());
            let is_address = matches!(class, whydunit_program::Class::Pointer { .. });
            let value = if self.is_replay {
                let given = match self.input_instead {
                    Some((record, term)) if record as usize == position => Some(term),
                    _ => self.given_inputs.get(&(position as u32)).copied(),
                };
                Value { term: given.unwrap_or(known), known }
            } else if is_address || self.constant_inputs {
                Value::constant(known)
            } else {
                let name = format!("input {}", record.name);
                let sort = self.terms.sort(known);
                let variable = match self.terms.find_symbol(&name) {
                    Some(_) => self.terms.fresh(&name, sort),
                    None => self.terms.variable(&name, sort),
                };
                self.inputs.push(InputVariable {
                    variable,
                    known,
                    is_address,
                    step: self.step,
                    record: position as u32,
                });
                Value { term: variable, known }
            };
            let range = range_of(record.cell);
            let value = self.selected_input(position as u32, value, range);
            if range.size > 8 {
                let low = Range::new(range.storage, range.offset, 8);
                let value = self.resize(value, 64, false);
                self.write(low, value);
                let rest = Range::new(range.storage, range.offset + 8, range.size - 8);
                let zero = self.bits(8 * rest.size, 0);
                self.write(rest, zero);
            } else {
                let value = self.resize(value, 8 * range.size, false);
                self.write(range, value);
            }
        }
    }

    /// The value of the step's last input.
    pub(crate) fn last_input(&mut self) -> Option<Value> {
        let record = self.trace.inputs_of(self.current()).last()?;
        let range = range_of(record.cell);
        self.read_at(range, self.memory.now()).ok().map(|(value, _)| value)
    }

    /// The place of an input has its value already.
    pub(crate) fn settle_input(&mut self, place: &Place, scope: &mut Scope) -> Evaluated<()> {
        match self.find(place, scope)? {
            Target::Register(_) => Ok(()),
            Target::Memory(found) => {
                let located = self.settle(&found, Access::Write)?;
                if found.bits.is_some() {
                    let Some(value) = self.last_input() else { return Ok(()) };
                    return self.store(place, value, scope);
                }
                self.stays(located.offset)
            }
        }
    }

    /// Writes of the step with the values of the run.
    fn write_as_recorded(&mut self) -> Evaluated<()> {
        let trace = self.trace;
        for access in trace.writes(self.current()) {
            let range = value_range(range_of(access.cell), access.cell);
            let value = self.bits(8 * range.size, access.bits.into());
            self.write(range, value);
        }
        Ok(())
    }

    // Runs of bytes.

    pub(crate) fn copy_located(
        &mut self,
        target: &Located,
        source: &Located,
        size: u64,
    ) -> Evaluated<()> {
        self.stays(source.offset)?;
        let from = Storage::Object(source.object);
        let offset = self.known(source.offset) as u32;
        if self.style == Style::Functions {
            self.read_log.push((self.step, Range::new(from, offset, size as u32), None));
        }
        if self.frames.is_some() && self.copy_through_frames(target, from, offset, size)? {
            return Ok(());
        }
        let filling = Filling::Copy { from, offset, time: self.memory.now() };
        self.fill_located(target, size, filling)
    }

    /// Copies what joins before it left, where there are any: cell by cell.
    fn copy_through_frames(
        &mut self,
        target: &Located,
        from: Storage,
        offset: u32,
        size: u64,
    ) -> Evaluated<bool> {
        let source = Range::new(from, offset, size as u32);
        if size > LONGEST_FRAMED || !self.has_pending_frames(source) {
            return Ok(false);
        }
        self.stays(target.offset)?;
        let start = self.known(target.offset) as u32;
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

    pub(crate) fn fill_located(
        &mut self,
        target: &Located,
        size: u64,
        filling: Filling,
    ) -> Evaluated<()> {
        self.stays(target.offset)?;
        let offset = self.known(target.offset) as u32;
        self.fill(Range::new(Storage::Object(target.object), offset, size as u32), filling);
        Ok(())
    }

    /// The effect of the step is only followed for this value: guarded, or unknown for any other.
    pub(crate) fn stays(&mut self, value: Value) -> Evaluated<()> {
        if value.is_constant() {
            return Ok(());
        }
        if self.addresses == Addresses::Guarded {
            self.guard(value);
            return Ok(());
        }
        let same = self.unchanged(value);
        let truth = self.truth(true);
        let goes_on = self.only_when(same, truth, "elsewhere");
        self.require(goes_on)
    }
}

/// Longer copies are not looked at for joins before them.
const LONGEST_FRAMED: u64 = 4096;

/// The bytes of a cell.
pub(crate) fn range_of(cell: Cell) -> Range {
    Range { storage: cell.object.into(), offset: cell.offset, size: cell.size }
}

/// The bytes that hold a cell's value: of a `long double` the first eight.
pub(crate) fn value_range(range: Range, cell: Cell) -> Range {
    match cell.object {
        CellObject::Memory(_) if cell.bits.is_none() => Range { size: range.size.min(8), ..range },
        _ => range,
    }
}
