//! The order in which assignments are judged: from the last to the first, so that what is known of a later one can be used for those before.

use rustc_hash::FxHashMap;
use whydunit_claim::{Grounds, Judged, Verdict, Witness};
use whydunit_encode::{Assignment, Replaced};
use whydunit_term::Evaluator;
use whydunit_trace::StepIndex;

use crate::responsibility::ground::Ground;
use crate::responsibility::relevance::{evaluate_run, remember, replaced_cells};
use crate::responsibility::trial::{Found, Memory, Outcome, try_values};

/// What is at hand while one assignment is judged.
pub(super) struct Bench<'b, 'v> {
    /// Values under the inputs of the run.
    pub(super) base: &'b Evaluator<'v>,
    pub(super) memory: Memory,
    /// Was the value last tried followed without its deciding what is looked at?
    is_straight: bool,
}

impl Bench<'_, '_> {
    /// Tries values in place of the assigned one. What cannot be encoded is unknown.
    pub(super) fn try_values(
        &mut self,
        ground: &mut Ground<'_>,
        assignment: &Assignment,
    ) -> Result<Outcome, Verdict> {
        let outcome = try_values(ground, self.base, &self.memory, assignment)
            .map_err(|gap| Verdict::Unknown(gap.message))?;
        self.is_straight = match &outcome {
            Outcome::OutOfBudget(reason) => return Err(Verdict::unknown(reason)),
            Outcome::Leads { is_straight, .. } | Outcome::Open { is_straight, .. } => *is_straight,
            Outcome::Harmless { .. } => true,
        };
        Ok(outcome)
    }

    /// Keeps a verdict for the assignments before, where it speaks of the run's own inputs or of all.
    pub(super) fn remember(
        &mut self,
        ground: &Ground<'_>,
        assignment: &Assignment,
        verdict: &Verdict,
    ) {
        let is_of_run = match verdict {
            Verdict::Relevant(witness) => witness.continuation.is_empty(),
            Verdict::Irrelevant(_) | Verdict::Unknown(_) => true,
        };
        if self.is_straight && is_of_run {
            remember(ground, &mut self.memory, assignment, verdict);
        }
    }
}

/// Judges every assignment, or all but the inputs. `Err` of `decide` is a verdict as well: it ends the judgement of one assignment early.
pub(super) fn judge_each(
    ground: &mut Ground<'_>,
    with_inputs: bool,
    mut decide: impl FnMut(&mut Ground<'_>, &mut Bench<'_, '_>, &Assignment) -> Result<Verdict, Verdict>,
) -> Vec<Judged> {
    let known = ground.known.clone();
    let mut base = Evaluator::new(&known);
    evaluate_run(ground, &mut base);
    let mut bench = Bench { base: &base, memory: FxHashMap::default(), is_straight: false };
    let mut judged = Vec::with_capacity(ground.assignments.len());
    for index in (0..ground.assignments.len()).rev() {
        let assignment = ground.assignments[index].clone();
        if assignment.input.is_some() && !with_inputs {
            continue;
        }
        let verdict = match ground.budget.exceeded() {
            Some(reason) => Verdict::unknown(&reason),
            None => decide(ground, &mut bench, &assignment).unwrap_or_else(|verdict| verdict),
        };
        judged.push(Judged { step: StepIndex(assignment.step), target: assignment.cells, verdict });
    }
    judged.reverse();
    judged
}

/// The rest of the run with the assignment open, to its end.
pub(super) fn open_fully(
    ground: &mut Ground<'_>,
    assignment: &Assignment,
) -> Result<Replaced, Verdict> {
    let havocked =
        ground.run.open(ground.program, ground.trace, ground.terms, assignment, &mut |_, _| {
            std::ops::ControlFlow::Continue(())
        });
    havocked.map_err(|gap| Verdict::Unknown(gap.message))
}

/// Does the open assignment change nothing that is demanded?
pub(super) fn changes_nothing(ground: &Ground<'_>, replaced: &Replaced) -> bool {
    replaced.obligations.is_empty() && replaced.check == ground.run.check
}

pub(super) fn irrelevant(is_observed: bool) -> Verdict {
    Verdict::Irrelevant(if is_observed { Grounds::Excluded } else { Grounds::NotObserved })
}

/// With the inputs of the run, another value blocks.
pub(super) fn blocks_in_run(assignment: &Assignment, found: &Found) -> Verdict {
    Verdict::Relevant(Box::new(Witness {
        label: None,
        execution: Vec::new(),
        state: Vec::new(),
        replaced: replaced_cells(assignment, &found.values),
        continuation: Vec::new(),
        is_sure: false,
        blocked_at: found.block.step,
        blocked: found.block.how,
    }))
}
