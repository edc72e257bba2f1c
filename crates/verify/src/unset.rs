//! Is storage without a value that an invariant says has none?
//!
//! It is no condition over values, so no formula speaks of it; the run tells. Up to the last position at which it is said, some byte of the storage must not have been stored to. What a copy brings along may
//! itself have no value: copied bytes are not held against the claim, nor what was computed from what has none.

use std::collections::BTreeMap;

use whydunit_claim::{Explanation, Range, Storage};
use whydunit_interp::CellObject;
use whydunit_program::{Point, Program, TerminatorKind};
use whydunit_trace::{ErrorTrace, StepIndex, StepKind};

use crate::verdict::Complaint;

pub(crate) fn check_unset(
    program: &Program,
    trace: &ErrorTrace,
    explanation: &Explanation,
) -> Vec<Complaint> {
    // Each with the last position at which it is said.
    let mut said: BTreeMap<u32, (Range, usize)> = BTreeMap::new();
    for (interval, conjuncts) in explanation.invariants() {
        for conjunct in conjuncts {
            let claimed = explanation.conjuncts.get(conjunct as usize);
            if let Some(range) = claimed.and_then(|claimed| claimed.unset) {
                said.insert(conjunct, (range, interval.to));
            }
        }
    }
    let wrong = |(conjunct, (range, position)): (u32, (Range, usize))| {
        let step = given(program, trace, range, position)?;
        Some(Complaint::HasValue { conjunct, step })
    };
    said.into_iter().filter_map(wrong).collect()
}

fn returns_nothing(program: &Program, point: Point) -> bool {
    matches!(program.terminator_at(point).kind, TerminatorKind::Return(None))
}

/// The step before a position that has stored to the last of the bytes that had no value.
fn given(program: &Program, trace: &ErrorTrace, range: Range, position: usize) -> Option<usize> {
    let since = match range.storage {
        // A variable of a block begins anew each time that the block is entered.
        Storage::Register { frame, local } => trace.lives_since(program, frame, local).index(),
        _ => 0,
    };
    let end = position.min(trace.steps.len());
    let mut open: Vec<u32> = (range.offset..range.end()).collect();
    for (index, step) in trace.steps.iter().enumerate().take(end).skip(since) {
        // A function that ends without a value sets what it should have given one to nothing.
        if step.kind == StepKind::Return && returns_nothing(program, step.point) {
            continue;
        }
        let before = open.len();
        for write in trace.writes(step) {
            let (first, last) = (write.cell.offset, write.cell.offset + write.cell.size);
            let is_here = match write.cell.object {
                CellObject::Register { .. } => Storage::from(write.cell.object) == range.storage,
                CellObject::Memory(id) => range.storage == Storage::Object(id),
            };
            // What a bit-field leaves of its bytes is not looked at; and what has no value itself gives none.
            let number = StepIndex(u32::try_from(index).unwrap_or(u32::MAX));
            let is_unset = trace
                .carried(number)
                .any(|it| it.to.object == write.cell.object && it.to.offset == first);
            if is_here && write.cell.bits.is_none() && !is_unset {
                open.retain(|byte| !(first..last).contains(byte));
            }
        }
        if open.is_empty() && before > 0 {
            return Some(index);
        }
    }
    None
}
