//! Relevance from states that need not be reachable, and the power of inputs, by brute force.

use std::collections::BTreeSet;

use whydunit_interp::{Cell, CellObject};
use whydunit_trace::ErrorTrace;

use super::play::{Change, Outcome, Spot, Way};
use super::reference::{Assignment, Reference, join};
use super::rng::Rng;

/// Cells of one byte that a state before a step consists of, as far as the trace ever uses them.
fn state_cells(trace: &ErrorTrace, step: usize) -> Vec<Cell> {
    let mut active = BTreeSet::new();
    let mut frame = Some(trace.steps[step].frame);
    while let Some(number) = frame {
        active.insert(number);
        frame = trace.frames[number as usize].caller;
    }
    // Before it was written, a register holds nothing.
    let written = trace.steps[..step].iter().flat_map(|step| trace.writes(step));
    let used = trace.steps.iter().flat_map(|step| trace.reads(step));
    let registers = written.map(|access| access.cell).filter(|cell| {
        matches!(cell.object, CellObject::Register { frame, local } if active.contains(&frame) && local != Cell::RESULT)
    });
    let memory =
        used.map(|access| access.cell).filter(|cell| matches!(cell.object, CellObject::Memory(_)));
    let cells: BTreeSet<Cell> =
        registers.chain(memory).filter(|cell| cell.size == 1 && cell.bits.is_none()).collect();
    cells.into_iter().collect()
}

impl Reference<'_> {
    /// Is an assignment relevant from one of some states that are drawn?
    pub(crate) fn is_relevant_from_drawn_states(
        &self,
        assignment: Assignment,
        rng: &mut Rng,
        states: usize,
    ) -> bool {
        let trace = self.player.trace;
        if assignment.step < trace.first_executed() {
            return false;
        }
        let cells = state_cells(trace, assignment.step);
        let later = self.is_later(assignment.step);
        let continuations = self.continuations(&later);
        let run: Vec<u64> = trace.inputs.iter().map(|record| record.bits).collect();
        for _ in 0..states {
            let mut state = Vec::new();
            for &cell in &cells {
                if rng.percent(40) {
                    let values = self.bytes_of(cell);
                    let bits = values[rng.below(values.len())];
                    state.push(Change { from: assignment.step, spot: Spot::Cell(cell), bits });
                }
            }
            let fails = |changes: &[Change]| {
                continuations.iter().any(|continuation| {
                    let inputs = join(&run, continuation, &later);
                    self.player.play(&inputs, changes) == Outcome::Fails
                })
            };
            // An input that is judged has any value in the failing execution.
            let own: Vec<Option<u64>> = match assignment.is_input {
                true => self.bytes_of(assignment.cell).into_iter().map(Some).collect(),
                false => vec![None],
            };
            let with = |bits: u64| {
                let mut changes = state.clone();
                changes.push(assignment.change(bits));
                changes
            };
            let may_fail = own.iter().any(|own| match own {
                Some(bits) => fails(&with(*bits)),
                None => fails(&state),
            });
            let mut values = self.values(assignment, assignment.cell);
            if may_fail && values.any(|bits| !fails(&with(bits))) {
                return true;
            }
        }
        false
    }

    /// Can whoever chooses this input decide: after the same inputs before it, does some value fail whatever comes, and some other not?
    pub(crate) fn decides(&self, position: usize) -> bool {
        let count = self.player.trace.inputs.len();
        let groups = self.all_inputs();
        let starts: BTreeSet<&[u64]> = groups.iter().map(|inputs| &inputs[..position]).collect();
        starts.into_iter().any(|start| {
            let mut surely_fails = BTreeSet::new();
            let mut may_pass = BTreeSet::new();
            for inputs in groups.iter().filter(|inputs| inputs.starts_with(start)) {
                let value = inputs[position.min(count - 1)];
                match self.player.way(inputs, &[], &[]) {
                    None => surely_fails.insert(value),
                    // What is excluded neither fails nor avoids anything.
                    Some(Way::Excluded) => false,
                    Some(Way::Own | Way::OtherCheck) => may_pass.insert(value),
                };
            }
            let has_sure = surely_fails.iter().any(|value| !may_pass.contains(value));
            has_sure && !may_pass.is_empty()
        })
    }
}
