//! Restrictive assumptions (the first definition of responsibility: Definitions 4 and 5). Here for comparison.
//!
//! # Question
//!
//! With the value open, does some later assumption not always hold?
//!
//! # Definition
//!
//! An assumption (a branch's side, an assumed condition, a passed check, the violated check at the end) is *restrictive* in a trace `π` for a precondition if some execution of the steps before it, from a state of the
//! precondition, breaks it. With `π'` the trace in which an assignment leaves any value, the assignment is relevant iff some assumption after it is restrictive in `π'` for the error precondition of `π`.
//!
//! Inputs are not judged: to leave them open changes nothing.
//!
//! # Guarantees
//!
//! Exact where it is decided; the rest is *not decided*. The known weakness of the definition: an assumption that is restrictive in `π` is so in `π'`, so whatever comes before an input that decides a later assumption is relevant, be it read by anybody or
//! not. A reason of that kind replaces nothing (`had x been anything here, with …`).
//!
//! # Cost
//!
//! As for [`relevance`](relevance.md): values are tried first, then the solver is asked.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/havoc_hides_assignment.c --method restrictive
//! ```
//!
//! Three assignments that nobody reads are named, because of the input behind them.

use std::collections::BTreeSet;
use whydunit_claim::{Judged, Verdict};

use crate::responsibility::blocking::{Blocking, Start};
use crate::responsibility::each::{blocks_in_run, changes_nothing, irrelevant, judge_each};
use crate::responsibility::ground::Ground;
use crate::responsibility::trial::Outcome;

pub(super) fn judge(ground: &mut Ground<'_>) -> Vec<Judged> {
    let mut blocking = Blocking::new(ground, Start::ErrorPrecondition);
    let last = blocking.last(ground);
    judge_each(ground, false, |ground, bench, assignment| {
        let verdict = match bench.try_values(ground, assignment)? {
            Outcome::Leads { found, .. } => blocks_in_run(assignment, &found),
            // Nothing becomes restrictive after a later assignment when that one is open: no more when it has only some of its values.
            Outcome::Harmless { is_observed } => irrelevant(is_observed),
            Outcome::Open { replaced, .. } if changes_nothing(ground, &replaced) => {
                irrelevant(replaced.is_observed)
            }
            Outcome::Open { replaced, .. } => {
                blocking.with_open(ground, assignment, &replaced, &BTreeSet::new(), false)
            }
            Outcome::OutOfBudget(reason) => Verdict::unknown(&reason),
        };
        let verdict = match (verdict, &last) {
            (Verdict::Relevant(witness), _) => Verdict::Relevant(witness),
            (_, Ok(Some(last))) if last.step() > assignment.step => {
                Verdict::Relevant(Box::new(last.witness()))
            }
            (_, Err(reason)) => Verdict::unknown(reason),
            (verdict, _) => verdict,
        };
        bench.remember(ground, assignment, &verdict);
        Ok(verdict)
    })
}
