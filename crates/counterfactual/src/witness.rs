//! Does a witness of a judgement do in the program what it claims?
//!
//! The execution that it speaks of has to fail as the run did, and with the other values put in place it has to leave the trace at the step and in the way that is claimed. What
//! becomes of it then is told besides.

use whydunit_claim::{Blocked, Judged, Witness};
use whydunit_solver::Budget;
use whydunit_trace::ErrorTrace;

use crate::endings::Ended;
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
        let step = judged.step.index();
        let before = Moment::Before(step);
        let mut changes: Vec<Change> = witness
            .state
            .iter()
            .map(|&(cell, bits)| Change { moment: before, cell, bits })
            .collect();
        let mut spent = 0;
        if !witness.execution.is_empty() || !changes.is_empty() {
            let inputs = &witness.execution;
            let own = Different { inputs, changes: &changes, switched: None, skipped: around };
            let tried = self.follow(&own, steps, budget);
            spent += tried.steps;
            match tried.course {
                Course::Fails => {}
                Course::Blocks(..) => return TriedWitness { trial: Trial::Differs, steps: spent },
                Course::Lost(_) => return TriedWitness { trial: Trial::Lost, steps: spent },
            }
        }
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
        let tried = self.follow(&other, steps, budget);
        spent += tried.steps;
        TriedWitness { trial: self.compared(witness, around, tried), steps: spent }
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
