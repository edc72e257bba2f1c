//! Strictly more blocking executions (the second definition of responsibility: Definitions 6 to 8). Here for comparison.
//!
//! # Question
//!
//! Does the trace block in ways in which it did not, when the value is open?
//!
//! # Definition
//!
//! With `β` the blocking executions of the trace `π`, and `β'` those of the trace `π'` in which an assignment leaves any value, the assignment is relevant iff `β ⊊ β'`. Executions are sequences of states, so
//! every execution of `π'` with another value than the assigned one is new: it is enough that one of them blocks after the assignment. There is no precondition but what inputs can be and what the contract says.
//!
//! Inputs are not judged: to leave them open changes nothing.
//!
//! # Guarantees
//!
//! Exact where it is decided; the rest is *not decided*. Nothing asks that an execution blocks because of the other value: before an input that decides a later assumption everything is relevant, be it read by anybody or not. This is
//! the definition's known weakness.
//!
//! # Cost
//!
//! As for [`relevance`](relevance.md): values are tried first, then the solver is asked.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/input_decides_alone.c --method more-blocking
//! ```
//!
//! `y` is 7 and has no part in the failure; relevance names the input alone.

use std::collections::BTreeSet;
use whydunit_claim::{Judged, Verdict};

use crate::responsibility::blocking::{Blocking, Start};
use crate::responsibility::each::{
    blocks_in_run, changes_nothing, irrelevant, judge_each, open_fully,
};
use crate::responsibility::ground::Ground;
use crate::responsibility::trial::Outcome;

pub(super) fn judge(ground: &mut Ground<'_>) -> Vec<Judged> {
    let mut blocking = Blocking::new(ground, Start::Anywhere);
    let last = blocking.last(ground);
    judge_each(ground, false, |ground, bench, assignment| {
        let last = last.as_ref().map_err(Verdict::unknown)?;
        let blocks_anyway = last.as_ref().is_some_and(|last| last.step() > assignment.step);
        let replaced = match bench.try_values(ground, assignment)? {
            Outcome::Leads { found, .. } => {
                let verdict = blocks_in_run(assignment, &found);
                bench.remember(ground, assignment, &verdict);
                return Ok(verdict);
            }
            // Where the trace as it is goes on, it blocks after the later assignment only with another value of that one.
            Outcome::Harmless { is_observed } if !blocks_anyway => {
                return Ok(irrelevant(is_observed));
            }
            Outcome::Harmless { .. } => open_fully(ground, assignment)?,
            Outcome::Open { replaced, .. } => replaced,
            Outcome::OutOfBudget(reason) => return Err(Verdict::unknown(&reason)),
        };
        let verdict = if !blocks_anyway && changes_nothing(ground, &replaced) {
            irrelevant(replaced.is_observed)
        } else {
            blocking.with_open(ground, assignment, &replaced, &BTreeSet::new(), true)
        };
        bench.remember(ground, assignment, &verdict);
        Ok(verdict)
    })
}
