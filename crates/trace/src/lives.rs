//! Since when variables live, and what their storage was given since then.

use whydunit_interp::{BulkSource, CellObject, ObjectId};
use whydunit_program::{LocalId, PlaceBase, Point, Program, StmtKind};

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

    /// Does a statement of a call, from a step on, give a variable a value, or the result of a function that has none?
    pub fn is_assigned_since(
        &self,
        program: &Program,
        frame: u32,
        local: LocalId,
        since: StepIndex,
    ) -> bool {
        let last = self.steps.len().saturating_sub(1);
        let steps = self.steps.iter().take(last).skip(since.index());
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

    /// Where a byte that has no value at a step comes from: itself, or the byte that it was copied from. `None` where a step has set it.
    pub fn unset_origin(
        &self,
        object: ObjectId,
        offset: u64,
        step: StepIndex,
    ) -> Option<(ObjectId, u64)> {
        let (mut object, mut offset) = (object, offset);
        for step in self.steps[..step.index()].iter().rev() {
            let is_set = self.writes(step).iter().any(|access| {
                let (first, size) = (u64::from(access.cell.offset), u64::from(access.cell.size));
                access.cell.object == CellObject::Memory(object)
                    && (first..first + size).contains(&offset)
            });
            if is_set {
                return None;
            }
            let copied = self.bulk_writes(step).iter().rev().find(|bulk| {
                bulk.object == object && (bulk.offset..bulk.offset + bulk.size).contains(&offset)
            });
            match copied.map(|bulk| (bulk.source, bulk.offset)) {
                Some((BulkSource::Copy { object: from, offset: first }, start)) => {
                    (object, offset) = (from, first + (offset - start));
                }
                Some((BulkSource::Fill(_), _)) => return None,
                None => {}
            }
        }
        Some((object, offset))
    }
}

fn is_destination(program: &Program, point: Point, local: LocalId) -> bool {
    let place = program.stmt_at(point).and_then(|stmt| StmtKind::destination(&stmt.kind));
    place.is_some_and(|place| place.base == PlaceBase::Local(local))
}
