//! Assumptions that become restrictive (the first definition of responsibility as its author's prose reads it). Here for comparison.
//!
//! # Question
//!
//! With the value open, does some later assumption not always hold that always held?
//!
//! # Definition
//!
//! As [`restrictive`](restrictive.md), but the assumption must not be restrictive already in the trace as it is.
//!
//! # Guarantees
//!
//! Exact where it is decided; the rest is *not decided*. What happens to be read only by assumptions that later inputs decide as well is irrelevant here, however much it matters: the definition's known weakness.
//!
//! # Cost
//!
//! As for [`relevance`](relevance.md): values are tried first, then the solver is asked.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/down_and_up.c --method becoming-restrictive
//! ```
//!
//! Of `tests/papers/havoc_hides_assignment.c`, where `restrictive` names three lines, it names none: the check can be passed anyway, by another input.

use std::collections::BTreeSet;

use whydunit_claim::{Judged, Verdict};
use whydunit_encode::Replaced;
use whydunit_solver::Reason;

use crate::responsibility::blocking::{Blocking, Start};
use crate::responsibility::each::{
    blocks_in_run, changes_nothing, irrelevant, judge_each, open_fully,
};
use crate::responsibility::ground::Ground;
use crate::responsibility::trial::Outcome;

pub(super) fn judge(ground: &mut Ground<'_>) -> Vec<Judged> {
    let mut blocking = Blocking::new(ground, Start::ErrorPrecondition);
    let restrictive: Result<BTreeSet<u32>, Reason> = blocking.steps(ground);
    judge_each(ground, false, |ground, bench, assignment| {
        let restrictive = restrictive.as_ref().map_err(Verdict::unknown)?;
        let mut decide = |ground: &mut Ground<'_>, replaced: &Replaced| {
            if changes_nothing(ground, replaced) {
                return irrelevant(replaced.is_observed);
            }
            blocking.with_open(ground, assignment, replaced, restrictive, false)
        };
        let verdict = match bench.try_values(ground, assignment)? {
            Outcome::Leads { found, .. } if !restrictive.contains(&found.block.step.0) => {
                blocks_in_run(assignment, &found)
            }
            // The value that was found blocks where others do as well; some value may block elsewhere.
            Outcome::Leads { .. } => {
                let replaced = open_fully(ground, assignment)?;
                decide(ground, &replaced)
            }
            // The steps up to the later assignment demand what they did, and after it nothing becomes restrictive.
            Outcome::Harmless { is_observed } => irrelevant(is_observed),
            Outcome::Open { replaced, .. } => decide(ground, &replaced),
            Outcome::OutOfBudget(reason) => Verdict::unknown(&reason),
        };
        bench.remember(ground, assignment, &verdict);
        Ok(verdict)
    })
}
