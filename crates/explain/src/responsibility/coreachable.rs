//! Relevance from co-reachable states (fault localization and relevance analysis, section 3.2.3: the algorithm without strongest postconditions). Here for comparison.
//!
//! # Question
//!
//! Could another value here have kept the trace from failing, from whatever state?
//!
//! # Definition
//!
//! As [`relevance`](relevance.md), but `P_i` are all states from which the rest of the trace can fail, be they reachable or not: a step is relevant iff some such state with some value of what it assigns lies outside of `Q_{i+1}`.
//!
//! # Guarantees
//!
//! Every state that relevance looks at is one of these, so what is relevant there is relevant here, for the same reason. The converse does not hold, and that is the known weakness of this definition: it names assignments because of states that no
//! run can be in.
//!
//! # Cost
//!
//! For what relevance does not name, the rest of the trace is encoded anew from an arbitrary state before the step. Nothing of one encoding helps with the next: what is a constant in the rest from one step on is a variable in the rest from a
//! later one. So this is quadratic in the length of the trace, and long ones end with the budget.
//!
//! # Example
//!
//! <!-- file: either.c -->
//! ```c
//! int main(void) {
//!   int a = 1;
//!   int b = 2;
//!   int either = (a == 1) | (b == 2);
//!   //@ assert either == 0;
//! }
//! ```
//!
//! ```console
//! $ whydunit explain either.c --method coreachable
//! ```
//!
//! Line 3 matters in states in which `a` is not 1. No run is ever in one; relevance names line 4 alone.

use std::collections::BTreeMap;

use whydunit_claim::{Judged, Verdict};
use whydunit_encode::Inputs;
use whydunit_trace::StepIndex;

use crate::model::ExplainError;
use crate::responsibility::each::open_fully;
use crate::responsibility::ground::Ground;
use crate::responsibility::{question, relevance};

pub(super) fn judge(ground: &mut Ground<'_>, inputs: Inputs) -> Result<Vec<Judged>, ExplainError> {
    let mut judged = relevance::judge(ground);
    let mut open: BTreeMap<StepIndex, Vec<usize>> = BTreeMap::new();
    for (position, judged) in judged.iter().enumerate() {
        if !matches!(judged.verdict, Verdict::Relevant(_)) {
            open.entry(judged.step).or_default().push(position);
        }
    }
    // Short rests first: there are more of them to a budget.
    for (step, positions) in open.into_iter().rev() {
        let verdicts = match ground.budget.exceeded() {
            Some(reason) => vec![Verdict::unknown(&reason); positions.len()],
            None => from_any_state(ground, inputs, step, &positions),
        };
        for (position, verdict) in positions.into_iter().zip(verdicts) {
            judged[position].verdict = verdict;
        }
    }
    Ok(judged)
}

/// Judges assignments of one step.
fn from_any_state(
    ground: &Ground<'_>,
    inputs: Inputs,
    step: StepIndex,
    positions: &[usize],
) -> Vec<Verdict> {
    // What is made for one step is of no use for the next.
    let mut terms = ground.terms.clone();
    let (program, trace) = (ground.program, ground.trace);
    let rest = ground.run.encode_suffix(program, trace, &mut terms, inputs, step.index());
    let rest = match rest {
        Ok(rest) => rest,
        Err(gap) => return vec![Verdict::Unknown(gap.message); positions.len()],
    };
    let mut suffix = Ground::of(program, trace, &mut terms, rest, Vec::new(), ground.budget);
    let mut solver = None;
    let mut verdicts = Vec::with_capacity(positions.len());
    for &position in positions {
        let assignment = &ground.assignments[position];
        let verdict = match open_fully(&mut suffix, assignment) {
            Ok(replaced) => question::decide(&mut suffix, &mut solver, assignment, &replaced),
            Err(verdict) => verdict,
        };
        verdicts.push(verdict);
    }
    verdicts
}
