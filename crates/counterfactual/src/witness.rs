//! Does a witness of a judgement do in the program what it claims?
//!
//! The execution that it speaks of has to fail as the run did, and with the other values put in place it has to leave the trace at the step and in the way that is claimed. What
//! becomes of it then is told besides.

use whydunit_claim::{Blocked, Judged, Witness};
use whydunit_solver::Budget;
use whydunit_trace::{ErrorTrace, StepIndex};

use crate::endings::{Counterfactual, Ended};
use crate::replay::{Change, Course, Different, Moment, Replay, Skipped, Tried};

/// What came of trying a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trial {
    /// It is as claimed, and the run then ends so.
    Agrees(Ended),
    /// The program does something else.
    Differs,
    /// The run could not be followed far enough.
    Lost,
}

/// What trying a witness has cost, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TriedWitness {
    pub trial: Trial,
    pub steps: u64,
}

impl Replay<'_> {
    /// Tries what is claimed of an assignment; each run takes so many steps at most. `around` are conditionals after it that may be passed in any way.
    pub fn try_witness(
        &self,
        judged: &Judged,
        witness: &Witness,
        around: &[Skipped],
        steps: u64,
        budget: &Budget,
    ) -> TriedWitness {
        let mut spent = 0;
        if !witness.execution.is_empty() || !witness.state.is_empty() {
            let (inputs, changes) = (&witness.execution, state_before(judged, witness));
            let own = Different { inputs, changes: &changes, switched: None, skipped: around };
            let tried = self.follow(&own, steps, budget);
            spent += tried.steps;
            match tried.course {
                Course::Fails => {}
                Course::Blocks(..) => return TriedWitness { trial: Trial::Differs, steps: spent },
                Course::Lost(_) => return TriedWitness { trial: Trial::Lost, steps: spent },
            }
        }
        let tried = self.replaced(judged, witness, around, steps, budget);
        spent += tried.steps;
        TriedWitness { trial: self.compared(witness, around, tried), steps: spent }
    }

    /// A witness with another value in place of its own, if the run then avoids the failure: it says where and how the run leaves the trace. It need not be one by the definition of the
    /// criterion, which asks for more than one run can show. Gives the steps that were run, too.
    pub fn try_value(
        &self,
        judged: &Judged,
        witness: &Witness,
        bits: u64,
        steps: u64,
        budget: &Budget,
    ) -> (Option<(Witness, Ended)>, u64) {
        let &[(cell, _)] = witness.replaced.as_slice() else { return (None, 0) };
        let mut other = Witness { replaced: vec![(cell, bits)], ..witness.clone() };
        let tried = self.replaced(judged, &other, &[], steps, budget);
        let Course::Blocks(at, how) = tried.course else { return (None, tried.steps) };
        let (Ok(at), Counterfactual::Avoids(_)) = (u32::try_from(at), &tried.ended.how) else {
            return (None, tried.steps);
        };
        (other.blocked_at, other.blocked) = (StepIndex(at), how);
        (Some((other, tried.ended)), tried.steps)
    }

    /// Follows the run with the values of a witness put in place.
    fn replaced(
        &self,
        judged: &Judged,
        witness: &Witness,
        around: &[Skipped],
        steps: u64,
        budget: &Budget,
    ) -> Tried {
        let step = judged.step.index();
        let mut changes = state_before(judged, witness);
        let received = received_input(self.trace(), judged);
        let horizon = match received {
            Some(record) => record + 1,
            None => inputs_up_to(self.trace(), step),
        };
        let earlier = witness.execution.iter().filter(|(record, _)| *record < horizon);
        let mut inputs: Vec<(u32, u64)> = earlier.copied().collect();
        inputs.extend(&witness.continuation);
        match (received, witness.replaced.as_slice()) {
            (Some(record), &[(_, bits)]) => {
                inputs.retain(|&(other, _)| other != record);
                inputs.push((record, bits));
            }
            (_, replaced) => {
                let moment = Moment::After(step);
                changes.extend(replaced.iter().map(|&(cell, bits)| Change { moment, cell, bits }));
            }
        }
        let other =
            Different { inputs: &inputs, changes: &changes, switched: None, skipped: around };
        self.follow(&other, steps, budget)
    }

    fn compared(&self, witness: &Witness, around: &[Skipped], tried: Tried) -> Trial {
        match tried.course {
            Course::Fails => Trial::Differs,
            Course::Lost(_) => Trial::Lost,
            Course::Blocks(at, how) => {
                let is_last = at + 1 == self.trace().steps.len();
                // One check of the failing step may be passed, and the next one fail.
                let is_passed = is_last
                    && (how, witness.blocked) == (Blocked::OtherFailure, Blocked::CheckPasses);
                let is_inside = around.iter().any(|skipped| skipped.branch == at);
                let is_so = how == witness.blocked || is_passed || is_inside;
                match at == witness.blocked_at.index() && is_so {
                    true => Trial::Agrees(tried.ended),
                    false => Trial::Differs,
                }
            }
        }
    }
}

/// The contents before an assignment that differ from the run.
fn state_before(judged: &Judged, witness: &Witness) -> Vec<Change> {
    let moment = Moment::Before(judged.step.index());
    witness.state.iter().map(|&(cell, bits)| Change { moment, cell, bits }).collect()
}

/// The input that an assignment receives: its position.
fn received_input(trace: &ErrorTrace, judged: &Judged) -> Option<u32> {
    let &[cell] = judged.target.as_slice() else { return None };
    let positions = trace.input_positions(trace.step(judged.step));
    let found = positions.into_iter().find(|&at| trace.inputs[at].cell == cell)?;
    u32::try_from(found).ok()
}

/// How many inputs have been received after a step.
fn inputs_up_to(trace: &ErrorTrace, step: usize) -> u32 {
    let ends = trace.steps[..=step].iter().map(|step| trace.input_positions(step).end);
    u32::try_from(ends.max().unwrap_or(0)).unwrap_or(u32::MAX)
}
