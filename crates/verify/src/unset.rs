//! Is storage without a value that an invariant says has none?
//!
//! It is no condition over values, so no formula speaks of it; the run tells. Up to the last position at which it is said, some byte of the storage must not have been given a value: what was copied is
//! followed to where it was copied from, and what was computed from something without a value has none.

use std::collections::BTreeMap;

use whydunit_claim::{Explanation, Range, Storage};
use whydunit_interp::{BulkSource, Cell, CellObject};
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

/// The step before a position that has given all bytes of a range a value, the last one that did.
fn given(program: &Program, trace: &ErrorTrace, range: Range, position: usize) -> Option<usize> {
    let end = position.min(trace.steps.len());
    let mut last = None;
    for byte in range.offset..range.end() {
        last = last.max(Some(given_byte(program, trace, (range.storage, byte), end)?));
    }
    last
}

/// The step before a position that has given a byte the value that it has there; `None` if it has none, or only what was computed from something that has none.
fn given_byte(
    program: &Program,
    trace: &ErrorTrace,
    (mut storage, mut byte): (Storage, u32),
    position: usize,
) -> Option<usize> {
    // A variable of a block begins anew each time that the block is entered.
    let since = |storage: Storage| match storage {
        Storage::Register { frame, local } => trace.lives_since(program, frame, local).index(),
        _ => 0,
    };
    let mut first = since(storage);
    for (index, step) in trace.steps.iter().enumerate().take(position).rev() {
        if index < first {
            return None;
        }
        // A function that ends without a value sets what it should have given one to nothing.
        if step.kind == StepKind::Return && returns_nothing(program, step.point) {
            continue;
        }
        let covers = |cell: &Cell| {
            let is_inside = (cell.offset..cell.offset + cell.size).contains(&byte);
            Storage::from(cell.object) == storage
                && (is_inside || matches!(cell.object, CellObject::Register { .. }))
        };
        let number = StepIndex(u32::try_from(index).unwrap_or(u32::MAX));
        if trace.carried(number).any(|carried| covers(&carried.to)) {
            return None;
        }
        // What a bit-field leaves of its bytes is not looked at.
        let writes = trace.writes(step).iter();
        if writes.filter(|write| write.cell.bits.is_none()).any(|write| covers(&write.cell)) {
            return Some(index);
        }
        let bulk = trace.bulk_writes(step).iter().rev().find(|bulk| {
            let range = bulk.offset..bulk.offset + bulk.size;
            Storage::Object(bulk.object) == storage && range.contains(&byte.into())
        });
        match bulk.map(|bulk| (bulk.source, bulk.offset)) {
            Some((BulkSource::Copy { object, offset }, start)) => {
                storage = Storage::Object(object);
                byte = u32::try_from(offset + (u64::from(byte) - start)).ok()?;
                first = since(storage);
            }
            Some((BulkSource::Fill(_), _)) => return Some(index),
            None => {}
        }
    }
    None
}
