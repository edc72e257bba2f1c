//! One step of the trace: what it sets, what it demands, and whether that is what the run did.

use rustc_hash::FxHashSet;
use whydunit_claim::{Range, Storage};
use whydunit_interp::{Cell, CellObject, ObjectKind};
use whydunit_program::{CheckKind, ExprKind, Place, StmtKind, SwitchCase, TerminatorKind};
use whydunit_term::{Sort, Term};
use whydunit_trace::StepKind;

use super::InputVariable;
use super::memory::{Filling, Time};
use super::place::{Found, aim_of};
use super::pointer::{Access, Located};
use super::scalar::Form;
use super::walk::{Evaluated, Scope, Stop, Walk, gap};
use crate::limits::LONGEST_JOINED;

/// The bytes of a cell.
pub(super) fn range_of(cell: Cell) -> Range {
    Range::new(cell.object.into(), cell.offset, cell.size)
}

/// The bytes that hold a cell's value: of a `long double` in memory the first eight.
pub(super) fn value_range(cell: Cell) -> Range {
    let range = range_of(cell);
    match cell.object {
        CellObject::Memory(_) if cell.bits.is_none() => Range { size: range.size.min(8), ..range },
        _ => range,
    }
}

impl<'a> Walk<'a> {
    /// `Err` says how the step at hand does not agree with the run.
    pub(super) fn one_step(&mut self) -> Result<(), String> {
        // What a failing step read is what was there before its own writes.
        let as_read = match self.is_last() && self.overwrites_what_it_read() {
            true => {
                self.fails_as_read()?;
                self.failing.take()
            }
            false => None,
        };
        match self.evaluate() {
            Ok(()) if !self.is_last() => self.compare_with_run(),
            Err(Stop::Fails) if self.is_last() && self.failing.is_some() => Ok(()),
            // Whatever is not expressed of the failing step: the values it read made it fail.
            Ok(()) | Err(Stop::Gap(_)) if self.is_last() => match as_read {
                Some(failing) => {
                    self.failing = Some(failing);
                    Ok(())
                }
                None => self.fails_as_read(),
            },
            Ok(()) | Err(Stop::Fails) => Err("a check fails that the run passed".into()),
            Err(Stop::Gap(message)) => Err(message),
        }
    }

    fn evaluate(&mut self) -> Evaluated<()> {
        let step = self.current();
        if self.step < self.trace.first_executed() {
            self.take_inputs()?;
            return self.write_recorded();
        }
        if let StepKind::ScopeEnd(end) = step.kind {
            let now = self.memory.now();
            if let Some(joins) = &mut self.joins {
                joins.close(end.branch.index(), self.step, now);
            }
            return Ok(());
        }
        // Storage that is read before it was written gets its value first.
        self.take_inputs()?;
        let mut scope = Scope::new(step.frame);
        match self.program.stmt_at(step.point) {
            Some(stmt) => self.statement(&stmt.kind, &mut scope),
            None => self.terminator(&self.program.terminator_at(step.point).kind, &mut scope),
        }
    }

    fn statement(&mut self, kind: &'a StmtKind, scope: &mut Scope) -> Evaluated<()> {
        match kind {
            StmtKind::Assign { place, value } => {
                if self.program.types.is_scalar(place.ty) {
                    let value = self.expr(value, scope)?;
                    return self.store(place, value, scope);
                }
                match &value.kind {
                    ExprKind::Load(from) => self.copy(place, from, self.size_of(place.ty), scope),
                    _ => gap("a record that is not loaded from anywhere"),
                }
            }
            StmtKind::Zero { place } if self.program.types.is_scalar(place.ty) => {
                let zero = self.bits(self.class(place.ty).width, 0_u32);
                self.store(place, zero, scope)
            }
            StmtKind::Zero { place } => {
                let size = self.size_of(place.ty);
                let (located, aim) = self.written_bytes_of(place, size, scope)?;
                let zero = self.bits(8, 0_u32);
                self.fill_located(&located, size, Filling::Repeat(zero))?;
                self.store_elsewhere(&aim)
            }
            StmtKind::Copy { to, from, bytes } => self.copy(to, from, *bytes, scope),
            StmtKind::Input { place, .. } => self.input(place, scope),
            StmtKind::Call { dest, callee, args } => self.call(dest.as_ref(), callee, args, scope),
            StmtKind::VaArg { place, list } => self.va_arg(place, list, scope),
            StmtKind::Assume { cond } => {
                let cond = self.condition(cond, scope)?;
                self.say_condition(cond);
                Ok(())
            }
            // Asked at the end of the trace only.
            StmtKind::Check { kind: CheckKind::Expectation, .. } if !self.is_last() => Ok(()),
            StmtKind::Check { kind, cond, .. } => {
                let cond = self.condition(cond, scope)?;
                let is_start = self.trace.frames[scope.frame as usize].caller.is_none();
                if *kind == CheckKind::Requires && is_start {
                    self.say_condition(cond);
                    return Ok(());
                }
                self.own_checks_follow();
                self.check(*kind, cond)
            }
            StmtKind::AllocVla { local, count } => self.alloc_vla(*local, count, scope),
            StmtKind::Snapshot { slot } => {
                self.snapshots.insert((scope.frame, *slot), self.memory.now());
                Ok(())
            }
            StmtKind::Live { .. } | StmtKind::Dead { .. } | StmtKind::Unsupported { .. } => Ok(()),
        }
    }

    fn terminator(&mut self, kind: &TerminatorKind, scope: &mut Scope) -> Evaluated<()> {
        let taken = match self.current().kind {
            StepKind::Branch { taken, .. } => Some(taken),
            _ => None,
        };
        let condition = match (kind, taken) {
            (TerminatorKind::Return(value), _) => return self.return_from(value.as_ref(), scope),
            (TerminatorKind::Goto(_) | TerminatorKind::Unreachable, _) => return Ok(()),
            (TerminatorKind::Branch { cond, .. }, taken) => {
                let cond = self.condition(cond, scope)?;
                if taken == Some(1) { self.terms.not(cond) } else { cond }
            }
            (TerminatorKind::Switch { value, cases, .. }, taken) => {
                let is_signed = self.class(value.ty).is_signed();
                let value = self.expr(value, scope)?;
                match taken.and_then(|taken| cases.get(taken as usize)) {
                    Some(case) => self.is_case(value, case, is_signed),
                    None => {
                        let any = cases.iter().map(|case| self.is_case(value, case, is_signed));
                        let any: Vec<Term> = any.collect();
                        let any = self.terms.or(&any);
                        self.terms.not(any)
                    }
                }
            }
        };
        if taken.is_none() {
            return Ok(());
        }
        if !self.holds(condition) {
            return gap("the branch goes the other way");
        }
        self.say_condition(condition);
        let now = self.memory.now();
        if let Some(joins) = &mut self.joins {
            joins.open(self.step, now);
        }
        Ok(())
    }

    fn is_case(&mut self, value: Term, case: &SwitchCase, is_signed: bool) -> Term {
        let width = self.terms.width(value);
        let low = self.bits(width, case.low as u128);
        let high = self.bits(width, case.high as u128);
        if low == high {
            return self.terms.eq(value, low);
        }
        let (above, below) = match is_signed {
            true => (self.terms.sle(low, value), self.terms.sle(value, high)),
            false => (self.terms.ule(low, value), self.terms.ule(value, high)),
        };
        self.terms.and(&[above, below])
    }

    // Inputs.

    /// The step's inputs become variables and are where the run put them. Addresses are given, not chosen.
    fn take_inputs(&mut self) -> Evaluated<()> {
        let trace = self.trace;
        for position in trace.input_positions(self.current()) {
            let record = &trace.inputs[position];
            let class = self.class(record.ty);
            let known = self.bits(class.width, record.bits);
            let value = match class.form {
                Form::Pointer => known,
                _ => {
                    let variable = self.terms.fresh("input", Sort::Bits(class.width));
                    self.set_in_run(variable, record.bits.into());
                    let record = position as u32;
                    self.inputs.push(InputVariable { variable, known, step: self.step, record });
                    variable
                }
            };
            self.put(record.cell, value)?;
        }
        Ok(())
    }

    /// Sets a cell as a whole: of a `long double` what follows its value is cleared.
    pub(super) fn put(&mut self, cell: Cell, value: Term) -> Evaluated<()> {
        let range = range_of(cell);
        let first = Range { size: range.size.min(8), ..range };
        let value = self.terms.resize(value, 8 * first.size, false);
        self.write(first, value, Term::TRUE)?;
        if range.size <= 8 {
            return Ok(());
        }
        let rest = Range::new(range.storage, first.end(), range.size - 8);
        let zero = self.bits(8 * rest.size, 0_u32);
        self.write(rest, zero, Term::TRUE)
    }

    /// The value of the step's last input.
    pub(super) fn last_input(&mut self) -> Option<Term> {
        let record = self.trace.inputs_of(self.current()).last()?;
        let now = self.memory.now();
        self.memory.read(self.terms, range_of(record.cell), now).ok().map(|(value, _)| value)
    }

    fn input(&mut self, place: &Place, scope: &mut Scope) -> Evaluated<()> {
        let Found::Memory(found) = self.find(place, scope, false)? else { return Ok(()) };
        let computed = self.located(&found, found.size.into(), Access::Write)?;
        let located = self.pinned(computed, &found.steering)?;
        match (found.field, self.last_input()) {
            (None, _) => {
                let bytes = self.bits(64, found.size);
                let aim = aim_of(&found, computed, bytes);
                self.stays(located.offset)?;
                self.store_elsewhere(&aim)
            }
            (Some(_), Some(value)) => self.store(place, value, scope),
            (Some(_), None) => Ok(()),
        }
    }

    // Runs of bytes.

    fn copy(&mut self, to: &Place, from: &Place, size: u64, scope: &mut Scope) -> Evaluated<()> {
        if size == 0 {
            return Ok(());
        }
        let source = self.bytes_of(from, size, scope)?;
        let (target, aim) = self.written_bytes_of(to, size, scope)?;
        self.copy_located(&target, &source, size)?;
        self.store_elsewhere(&aim)
    }

    pub(super) fn copy_located(
        &mut self,
        target: &Located,
        source: &Located,
        size: u64,
    ) -> Evaluated<()> {
        self.stays_in_memory(source.offset)?;
        let from = self.here(source, size as u32)?;
        if size <= LONGEST_JOINED && self.has_joins(from) {
            return self.copy_joined(target, from);
        }
        let at = self.memory.now();
        let filling = Filling::Copy { from: from.storage, offset: from.offset, at };
        self.fill_located(target, size, filling)
    }

    /// Copies what joins have left of the source, word by word.
    fn copy_joined(&mut self, target: &Located, from: Range) -> Evaluated<()> {
        self.stays_in_memory(target.offset)?;
        let to = self.here(target, from.size)?;
        let mut words = Vec::new();
        let mut offset = from.offset;
        while offset < from.end() {
            let end = ((offset / 8 + 1) * 8).min(from.end());
            let word = self.read(Range::new(from.storage, offset, end - offset), None)?;
            let at = to.offset + (offset - from.offset);
            words.push((Range::new(to.storage, at, end - offset), word));
            offset = end;
        }
        for (range, (value, given)) in words {
            self.write(range, value, given)?;
        }
        Ok(())
    }

    pub(super) fn fill_located(
        &mut self,
        target: &Located,
        size: u64,
        filling: Filling,
    ) -> Evaluated<()> {
        self.stays_in_memory(target.offset)?;
        let range = self.here(target, size as u32)?;
        self.fill(range, filling);
        Ok(())
    }

    // The run.

    /// Writes of the step with the values of the run.
    pub(super) fn write_recorded(&mut self) -> Evaluated<()> {
        for access in self.trace.writes(self.current()) {
            let range = value_range(access.cell);
            let value = self.bits(8 * range.size, access.bits);
            self.write(range, value, Term::TRUE)?;
        }
        Ok(())
    }

    /// What the step left must be what the run left: its last write of every byte.
    fn compare_with_run(&mut self) -> Result<(), String> {
        let trace = self.trace;
        let mut later = FxHashSet::default();
        for access in trace.writes(self.current()).iter().rev() {
            let range = range_of(access.cell);
            // A later write of some of its bytes hides this one.
            let bytes = (range.offset..range.end()).map(|byte| (range.storage, byte));
            if bytes.filter(|&byte| later.insert(byte)).count() < range.size as usize {
                continue;
            }
            let now = self.memory.now();
            let found = self.memory.read(self.terms, value_range(access.cell), now);
            let found = found.ok().and_then(|(value, _)| self.in_run(value));
            let found = found.map(|bits| match access.cell.bits {
                Some((shift, width)) => bits >> shift & (u128::MAX >> (128 - u32::from(width))),
                None => bits,
            });
            if found != Some(access.bits.into()) {
                let bits = access.bits;
                return Err(format!("{range:?} is {found:x?}, in the run {bits:#x}"));
            }
        }
        Ok(())
    }

    fn overwrites_what_it_read(&self) -> bool {
        let step = self.current();
        let writes = self.trace.writes(step);
        let mut reads = self.trace.reads(step).iter();
        reads.any(|read| writes.iter().any(|write| write.cell == read.cell))
    }

    /// The failing condition when nothing finer is known: some value that the step read is another one.
    fn fails_as_read(&mut self) -> Result<(), String> {
        let same = match self.dead_blocks() {
            Ok(None) => self.same_reads(|_| true),
            Ok(Some(dead)) => Ok(dead),
            Err(stop) => Err(stop),
        };
        let given = self.subject_is_given();
        let same = same.map_err(|_| "the failing step cannot be read".to_owned())?;
        let given = given.map_err(|_| "what has no value cannot be read".to_owned())?;
        let unlike = self.terms.not(same);
        self.failing = Some(self.terms.or(&[unlike, given]));
        Ok(())
    }

    /// Of a library function that found storage without a value, which it is not followed to: that storage has one, as it would if other arms of branches had
    /// set it.
    fn subject_is_given(&mut self) -> Evaluated<Term> {
        let failure = &self.trace.failure;
        let subject = failure.subject.filter(|_| failure.kind == CheckKind::Uninit);
        let range = subject.and_then(|subject| {
            let offset = u32::try_from(subject.offset).ok()?;
            let size = u32::try_from(subject.size).ok().filter(|&size| size > 0)?;
            Some(Range::new(subject.object.into(), offset, size))
        });
        match range.filter(|_| self.joins.is_some()) {
            Some(range) => {
                let unset = self.bits(8, 0_u32);
                let flag = self.through_joins(range, Time::START, unset)?;
                Ok(self.terms.is_nonzero(flag))
            }
            None => Ok(Term::FALSE),
        }
    }

    /// Of a step that uses blocks which were freed: its pointers are what they were, and the blocks are not alive. What else it reads decides what
    /// it would print or copy, not whether it may. `None` where no such block is found.
    fn dead_blocks(&mut self) -> Evaluated<Option<Term>> {
        if self.trace.failure.kind != CheckKind::Lifetime {
            return Ok(None);
        }
        let mut all = Vec::new();
        for access in self.trace.reads(self.current()) {
            let Some(entry) = self.entry(access.bits) else { continue };
            let is_block = matches!(entry.object.info.kind, ObjectKind::Heap { .. });
            if !is_block || !self.is_gone(entry.object) {
                continue;
            }
            let (pointer, _) = self.read(range_of(access.cell), None)?;
            all.push(self.unchanged(pointer)?);
            let alive = self.is_alive(entry.object.id)?;
            all.push(self.terms.not(alive));
        }
        Ok((!all.is_empty()).then(|| self.terms.and(&all)))
    }

    /// What the step read of the cells that count was what it was.
    pub(super) fn same_reads(&mut self, counts: impl Fn(Cell) -> bool) -> Evaluated<Term> {
        let mut all = Vec::new();
        for access in self.trace.reads(self.current()) {
            if counts(access.cell) {
                let (value, _) = self.read(range_of(access.cell), None)?;
                all.push(self.unchanged(value)?);
            }
        }
        Ok(self.terms.and(&all))
    }

    /// The storage of a whole cell in memory.
    pub(super) fn located_cell(&mut self, cell: Cell) -> Evaluated<Located> {
        let Storage::Object(object) = Storage::from(cell.object) else {
            return gap("a register where bytes are wanted");
        };
        let offset = self.address(cell.offset.into());
        Ok(Located { object, offset, low: 0, high: u64::from(cell.offset + cell.size) })
    }
}
