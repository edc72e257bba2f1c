//! Since when variables live, and what their storage was given since then.

use whydunit_interp::{BulkSource, Cell, CellObject, Subject};
use whydunit_program::{CheckKind, LocalId, PlaceBase, Point, Program, StmtKind};

use crate::{ErrorTrace, Step, StepIndex, StepKind};

impl ErrorTrace {
    /// The first step of a call at which the latest instance of a variable exists. That it begins is no step: it is seen by the steps around it. Where these do not tell, the
    /// variable lives since the call.
    pub fn lives_since(&self, program: &Program, frame: u32, local: LocalId) -> StepIndex {
        let start = StepIndex(0);
        let number = |index: usize| StepIndex(u32::try_from(index).unwrap_or(u32::MAX));
        let Some(call) = self.frames.get(frame as usize) else { return start };
        let Some((begun, _)) = program.function(call.function).beginning(local) else {
            return start;
        };
        let place = |step: &Step| (step.point.block, step.point.index);
        let mut later: Option<(usize, &Step)> = None;
        for (index, step) in self.steps.iter().enumerate().rev() {
            if step.frame != frame || !step.kind.is_executed() {
                continue;
            }
            if let Some((index, next)) = later {
                let (before, after) = (place(step), place(next));
                let goes_straight = before.0 == after.0 && before.1 < after.1;
                let enters = after.0 == begun.0 && after.1 > begun.1;
                let leaves = before.0 == begun.0 && before.1 < begun.1;
                let passes = match goes_straight {
                    true => enters && leaves,
                    false => enters || leaves,
                };
                if passes {
                    return number(index);
                }
            }
            later = Some((index, step));
        }
        start
    }

    /// Does a statement of a call, from a step on and before another, give a variable a value, or the result of a function that has none?
    pub fn is_assigned_between(
        &self,
        program: &Program,
        (frame, local): (u32, LocalId),
        since: StepIndex,
        until: StepIndex,
    ) -> bool {
        let steps = self.steps.iter().take(until.index()).skip(since.index());
        let mut steps = steps.filter(|step| step.frame == frame);
        steps.any(|step| is_destination(program, step.point, local))
    }

    /// Has a call of a function that returned nothing left a variable without the value that it was to have?
    pub fn lacks_result(&self, program: &Program, frame: u32, local: LocalId) -> bool {
        self.steps.iter().any(|step| {
            let call = self.frames.get(step.frame as usize).and_then(|callee| callee.call);
            let call = call.map(|call| self.step(call));
            step.kind == StepKind::Return
                && self.writes(step).is_empty()
                && self.bulk_writes(step).is_empty()
                && call.is_some_and(|call| {
                    call.frame == frame && is_destination(program, call.point, local)
                })
        })
    }

    /// Where a byte of a cell that has no value at a step comes from: from the cell itself, or from the one that it was copied or computed from. `None` where a step has set it.
    pub fn unset_origin(
        &self,
        program: &Program,
        cell: Cell,
        byte: u32,
        step: StepIndex,
    ) -> Option<UnsetOrigin> {
        // A variable of a block begins anew each time that the block is entered.
        let since = |cell: Cell| match cell.object {
            CellObject::Register { frame, local } => self.lives_since(program, frame, local),
            CellObject::Memory(_) => StepIndex(0),
        };
        let mut origin = UnsetOrigin { cell, until: step };
        let (mut byte, mut begun) = (byte, since(cell));
        for (index, step) in self.steps[..step.index()].iter().enumerate().rev() {
            if index < begun.index() {
                break;
            }
            let number = StepIndex(u32::try_from(index).unwrap_or(u32::MAX));
            let object = origin.cell.object;
            let covers = |cell: &Cell| {
                let range = cell.offset..cell.offset + cell.size;
                cell.object == object && range.contains(&byte)
            };
            if let Some(carried) = self.carried(number).rev().find(|carried| covers(&carried.to)) {
                let distance = (byte - carried.to.offset).min(carried.from.size.saturating_sub(1));
                byte = carried.from.offset + distance;
                origin = UnsetOrigin { cell: carried.from, until: number };
                begun = since(carried.from);
                continue;
            }
            if self.writes(step).iter().any(|access| covers(&access.cell)) {
                return None;
            }
            let copied = self.bulk_writes(step).iter().rev().find(|bulk| {
                CellObject::Memory(bulk.object) == object
                    && (bulk.offset..bulk.offset + bulk.size).contains(&byte.into())
            });
            match copied.map(|bulk| (bulk.source, bulk.offset)) {
                Some((BulkSource::Copy { object: from, offset: first }, start)) => {
                    let moved = |offset: u32| {
                        let moved = (first + u64::from(offset)).checked_sub(start)?;
                        u32::try_from(moved).ok()
                    };
                    byte = moved(byte)?;
                    let offset = moved(origin.cell.offset)?;
                    let cell = Cell { object: CellObject::Memory(from), offset, ..origin.cell };
                    origin = UnsetOrigin { cell, until: number };
                    begun = since(cell);
                }
                Some((BulkSource::Fill(_), _)) => return None,
                None => {}
            }
        }
        Some(origin)
    }
}

impl ErrorTrace {
    /// The storage that the failed check is about. Where a result without a value was used, which has no name: what the failing step found it in.
    pub fn subject(&self) -> Option<Subject> {
        if self.failure.subject.is_some() || self.failure.kind != CheckKind::Uninit {
            return self.failure.subject;
        }
        let reads = self.reads(self.steps.last()?).iter();
        let mut unset = reads.map(|access| access.cell).filter(|&cell| self.was_carried(cell));
        let Cell { object, offset, size, .. } = unset.next()?;
        Some(Subject { object, offset: offset.into(), size: size.into(), array: None })
    }

    /// Is what a cell holds at the end something that was stored without a value?
    fn was_carried(&self, cell: Cell) -> bool {
        let writes = |step: &Step| {
            self.writes(step)
                .iter()
                .any(|write| (write.cell.object, write.cell.offset) == (cell.object, cell.offset))
        };
        let Some(last) = self.steps.iter().rposition(writes) else { return false };
        let number = StepIndex(u32::try_from(last).unwrap_or(u32::MAX));
        self.carried(number).any(|it| (it.to.object, it.to.offset) == (cell.object, cell.offset))
    }
}

/// Storage that was never given a value, as far as what a step found without one comes from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnsetOrigin {
    /// The storage.
    pub cell: Cell,
    /// The step that read it.
    pub until: StepIndex,
}

fn is_destination(program: &Program, point: Point, local: LocalId) -> bool {
    let place = program.stmt_at(point).and_then(|stmt| StmtKind::destination(&stmt.kind));
    place.is_some_and(|place| place.base == PlaceBase::Local(local))
}
