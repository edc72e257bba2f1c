//! One step of the trace: what it changes and what it demands.

use rustc_hash::FxHashSet;
use whydunit_interp::{Cell, CellObject};
use whydunit_program::{Program, TerminatorKind};
use whydunit_semantics::in_case;
use whydunit_trace::StepKind;

use crate::encoder::{Addresses, EncodeError, Encoder, Evaluated, Halt, Scope};
use crate::generated::Contribution;
use crate::memory::Filling;
use crate::number::{in_object, low_half, of_position};
use crate::pointer::Located;
use crate::storage::{Range, Storage, Value};

impl<'a> Encoder<'a> {
    /// Encodes the whole trace.
    pub(crate) fn walk(&mut self) -> Result<(), EncodeError> {
        self.walk_from(0)
    }

    /// Encodes the steps from one on.
    pub(crate) fn walk_from(&mut self, first: usize) -> Result<(), EncodeError> {
        let mut index = first;
        while index < self.trace.steps.len() {
            self.begin_step(index);
            self.go_on()?;
            match self.arms.taken_summarised(of_position(index)) {
                Some(end) => {
                    self.join_all_arms()?;
                    while index < end as usize {
                        index += 1;
                        self.begin_step(index);
                    }
                }
                None => self.run_step()?,
            }
            index += 1;
        }
        self.end()
    }

    pub(crate) fn begin_step(&mut self, index: usize) {
        self.step = of_position(index);
        self.generated.contributions.push(Contribution::default());
        self.generated.times.push(self.memory.now());
        self.activate_objects();
    }

    pub(crate) fn run_step(&mut self) -> Result<(), EncodeError> {
        self.note_overwritten()?;
        match self.evaluate_step() {
            Ok(()) => {
                if self.is_last() && self.ending.violated.is_none() {
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
            self.close_scope(end.branch);
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
        self.stays_in_memory(source.offset)?;
        let from = Storage::Object(source.object);
        let offset = low_half(self.known(source.offset));
        self.note_read(Range::new(from, offset, in_object(size)), None);
        if self.copy_through_joins(target, from, offset, size)? {
            return Ok(());
        }
        let filling = Filling::Copy { from, offset, time: self.memory.now() };
        self.fill_located(target, size, filling)
    }

    pub(crate) fn fill_located(
        &mut self,
        target: &Located,
        size: u64,
        filling: Filling,
    ) -> Evaluated<()> {
        self.stays_in_memory(target.offset)?;
        let offset = low_half(self.known(target.offset));
        self.fill(Range::new(Storage::Object(target.object), offset, in_object(size)), filling);
        Ok(())
    }

    /// The effect of the step is only followed for this value: guarded, or unknown for any other.
    pub(crate) fn stays(&mut self, value: Value) -> Evaluated<()> {
        match self.is_unguarded(value) {
            true => {
                let same = self.unchanged(value);
                self.only_followed(same, "elsewhere")
            }
            false => Ok(()),
        }
    }

    /// As [`Encoder::stays`] of a step that sets nothing but bytes in memory.
    pub(crate) fn stays_in_memory(&mut self, value: Value) -> Evaluated<()> {
        match self.is_unguarded(value) {
            true => {
                let same = self.unchanged(value);
                self.only_followed_in_memory(same, "elsewhere")
            }
            false => Ok(()),
        }
    }

    /// Could the value be another, with no guard that says it is not? Where addresses are guarded, it gets one.
    fn is_unguarded(&mut self, value: Value) -> bool {
        if value.is_constant() {
            return false;
        }
        let is_guarded = self.addresses == Addresses::Guarded;
        if is_guarded {
            self.guard(value);
        }
        !is_guarded
    }
}

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
