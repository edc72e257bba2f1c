//! Branch-aware relevance by brute force.
//!
//! Going back from the failure, a whole conditional is judged first. Once it is irrelevant, executions may take any way through it: a run is compared with
//! the trace only outside of such conditionals. What is judged before is judged on these executions.

use std::collections::BTreeMap;

use whydunit_explain::Counting;
use whydunit_interp::Cell;
use whydunit_trace::{ErrorTrace, StepKind};

use super::play::{Change, Outcome, Skipped, Spot};
use super::reference::{Assignment, Reference};

/// A conditional from its branch to the end of its scope, as steps of the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conditional {
    pub(crate) branch: usize,
    pub(crate) end: usize,
}

/// Conditionals that end before the failure, by their branches.
pub(crate) fn conditionals(trace: &ErrorTrace) -> Vec<Conditional> {
    let mut list = Vec::new();
    for (end, step) in trace.steps.iter().enumerate() {
        if let StepKind::ScopeEnd(scope) = step.kind {
            list.push(Conditional { branch: scope.branch.index(), end });
        }
    }
    list.sort_by_key(|conditional| conditional.branch);
    list
}

/// Ways through irrelevant conditionals that lie after a step.
pub(crate) fn skipped_after(irrelevant: &[Conditional], step: usize) -> Vec<Skipped> {
    let later = irrelevant.iter().filter(|conditional| conditional.branch >= step);
    later.map(|conditional| Skipped { branch: conditional.branch, end: conditional.end }).collect()
}

impl Reference<'_> {
    /// Does some way through irrelevant conditionals fail?
    fn fails_around(&self, inputs: &[u64], changes: &[Change], skipped: &[Skipped]) -> bool {
        self.player.play_around(inputs, changes, skipped) == Outcome::Fails
    }

    /// Relevance of an assignment on executions that go any way through irrelevant conditionals after it.
    pub(crate) fn is_relevant_around(
        &self,
        assignment: Assignment,
        irrelevant: &[Conditional],
        counting: Counting,
    ) -> bool {
        let skipped = skipped_after(irrelevant, assignment.step);
        let change = |_: &[u64], bits: u64| vec![assignment.change(bits)];
        self.leads_away(assignment.step, counting, &skipped, &skipped, &change, &|inputs| {
            let cell = self.cell(assignment, inputs);
            cell.map_or_else(Vec::new, |cell| self.values(assignment, cell).collect())
        })
    }

    /// Is there another value for one cell after a conditional that leads away, whatever way was taken through it?
    pub(crate) fn conditional_matters(
        &self,
        conditional: Conditional,
        cell: Cell,
        irrelevant: &[Conditional],
        counting: Counting,
    ) -> bool {
        let mut before = skipped_after(irrelevant, conditional.end);
        let after = before.clone();
        before.push(Skipped { branch: conditional.branch, end: conditional.end });
        let change = |_: &[u64], bits: u64| {
            vec![Change { from: conditional.end + 1, spot: Spot::Cell(cell), bits }]
        };
        let values = |_: &[u64]| self.bytes_of(cell);
        let mut skipped = after;
        skipped.push(Skipped { branch: conditional.branch, end: conditional.end });
        self.leads_away(conditional.end, counting, &before, &skipped, &change, &values)
    }

    /// Some failing execution and some value with which no later inputs lead to the failure.
    fn leads_away(
        &self,
        step: usize,
        counting: Counting,
        before: &[Skipped],
        after: &[Skipped],
        change: &dyn Fn(&[u64], u64) -> Vec<Change>,
        values: &dyn Fn(&[u64]) -> Vec<u64>,
    ) -> bool {
        let later = self.is_later(step);
        let continuations = self.continuations(&later);
        let mut known: BTreeMap<(Vec<u64>, u64), bool> = BTreeMap::new();
        for inputs in self.all_inputs() {
            if !self.fails_around(inputs, &[], before) {
                continue;
            }
            let earlier = inputs.iter().zip(&later).filter(|(_, later)| !**later);
            let earlier: Vec<u64> = earlier.map(|(&value, _)| value).collect();
            for bits in values(inputs) {
                let changes = change(inputs, bits);
                if !Self::counts(counting, self.player.way(inputs, &changes, after)) {
                    continue;
                }
                let is_sure = *known.entry((earlier.clone(), bits)).or_insert_with(|| {
                    continuations.iter().all(|continuation| {
                        let joined = super::reference::join(inputs, continuation, &later);
                        !self.fails_around(&joined, &changes, after)
                    })
                });
                if is_sure {
                    return true;
                }
            }
        }
        false
    }
}
