//! Relevance in which whole conditionals are judged first.
//!
//! What comes before an irrelevant conditional is judged on executions that pass it in any way, so here runs are compared with the trace only outside of
//! irrelevant conditionals that come later. A conditional itself is judged as an assignment to what its sides may set, at its end. That no values of all this together lead away is
//! not proved here; single ones are tried.

use std::collections::BTreeSet;

use whydunit_claim::{Grounds, JudgedConditional, Verdict, Witness};
use whydunit_interp::{Cell, CellObject};
use whydunit_term::Terms;
use whydunit_trace::{StepIndex, StepKind};

use super::Checker;
use super::irrelevant::fitting;
use crate::limits::{ARM_STEPS, MOST_TRIED};
use crate::verdict::Complaint;
use whydunit_counterfactual::{
    Change, Counterfactual, Course, Different, Moment, Skipped, Switched,
};

/// What is tried in place of something that a conditional has set.
const VALUES: [u64; 6] = [0, 1, 2, 7, 0x80, u64::MAX];

impl Checker<'_> {
    pub(super) fn check_branch_relevance(&mut self, terms: &mut Terms) {
        self.check_conditionals_listed();
        let irrelevant: Vec<Skipped> = (self.judgement.conditionals.iter())
            .filter(|conditional| matches!(conditional.verdict, Verdict::Irrelevant(_)))
            .map(|found| Skipped { branch: found.branch.index(), end: found.end.index() })
            .collect();
        for conditional in &self.judgement.conditionals {
            if self.is_exhausted() {
                return;
            }
            let end = conditional.end.index();
            self.around = after(&irrelevant, end);
            self.around.push(Skipped { branch: conditional.branch.index(), end });
            match &conditional.verdict {
                Verdict::Unknown(_) => {}
                Verdict::Relevant(witness) => match conditional.stays_away {
                    Some(arm) => self.check_arm(conditional, arm),
                    None => self.check_relevant_conditional(conditional, witness),
                },
                Verdict::Irrelevant(grounds) => {
                    self.try_conditional(conditional);
                    if *grounds != Grounds::NotObserved {
                        let branch = conditional.branch.index();
                        self.unclear(branch, "of conditionals only single values are tried");
                    }
                }
            }
        }
        for judged in &self.judgement.judged {
            if self.is_exhausted() {
                return;
            }
            let step = judged.step.index();
            if let Verdict::Irrelevant(Grounds::Skipped(branch)) = judged.verdict {
                let is_inside = irrelevant.iter().any(|skipped| {
                    skipped.branch == branch.index()
                        && (skipped.branch..=skipped.end).contains(&step)
                });
                if !is_inside {
                    self.complain(Complaint::NotInside { step, branch: branch.index() });
                }
                continue;
            }
            self.around = after(&irrelevant, step);
            self.check_relevance(terms, judged);
        }
    }

    /// Every conditional that has ended before the failure is judged, unless it lies in an irrelevant one.
    fn check_conditionals_listed(&mut self) {
        let judged = &self.judgement.conditionals;
        let mut complaints = Vec::new();
        for pair in judged.windows(2) {
            if pair[0].branch >= pair[1].branch {
                complaints.push(pair[1].branch);
            }
        }
        let is_none = |found: &&JudgedConditional| self.ends(found.end) != Some(found.branch);
        complaints.extend(judged.iter().filter(is_none).map(|found| found.branch));
        for end in 0..self.trace.steps.len() {
            let Some(branch) = self.ends(StepIndex(end as u32)) else { continue };
            let is_around = |found: &&JudgedConditional| {
                found.branch < branch
                    && end < found.end.index()
                    && matches!(found.verdict, Verdict::Irrelevant(_))
            };
            let is_listed = judged.iter().any(|found| found.branch == branch);
            if is_listed == judged.iter().any(|found| is_around(&found)) {
                complaints.push(branch);
            }
        }
        for branch in complaints {
            self.complain(Complaint::NoConditional { branch: branch.index() });
        }
    }

    /// The branch whose scope a step closes.
    fn ends(&self, step: StepIndex) -> Option<StepIndex> {
        match self.trace.steps.get(step.index())?.kind {
            StepKind::ScopeEnd(end) => Some(end.branch),
            _ => None,
        }
    }

    /// Sent to this arm, the run does not come to the join, and does not fail as it did.
    fn check_arm(&mut self, conditional: &JudgedConditional, arm: u32) {
        let (branch, end) = (conditional.branch.index(), conditional.end.index());
        let different = Different {
            switched: Some(Switched { branch, arm }),
            skipped: &[Skipped { branch, end }],
            ..Different::default()
        };
        let steps = (2 * self.replay.len()) as u64 + ARM_STEPS;
        let tried = self.replay.follow(&different, steps, &self.options.budget);
        match tried.ended.how {
            Counterfactual::Avoids(_) if tried.is_inside => {}
            Counterfactual::Unknown(_) => self.lose(branch),
            _ => self.complain(Complaint::StillFails { step: branch }),
        }
    }

    /// After the conditional its targets hold what the witness says, and the run blocks.
    fn check_relevant_conditional(&mut self, conditional: &JudgedConditional, witness: &Witness) {
        let step = conditional.branch.index();
        let seen = self.replay.run_around(&witness.execution, &[], None, &self.around);
        if seen.course != Course::Fails {
            return self.complain(Complaint::NoExecution { step });
        }
        let horizon = self.horizon_after(conditional.end.index());
        let mut inputs: Vec<(u32, u64)> =
            witness.execution.iter().filter(|(record, _)| *record < horizon).copied().collect();
        inputs.extend(&witness.continuation);
        match self.course_after(conditional, &witness.replaced, &inputs) {
            Course::Fails => return self.complain(Complaint::StillFails { step }),
            Course::Lost(step) => return self.lose(step),
            Course::Blocks(found, _) if found != witness.blocked_at.index() => {
                let claimed = witness.blocked_at.index();
                return self.complain(Complaint::BlocksElsewhere { step, claimed, found });
            }
            // Inside of what is passed in any way a claim says less than the run shows.
            Course::Blocks(at, how) if !self.judgement.counting.counts(how) => {
                return self.complain(Complaint::BlocksOtherwise { step, at, how });
            }
            Course::Blocks(..) => {}
        }
        let later: Vec<u32> = self.later(horizon).iter().map(|&(record, _)| record).collect();
        if later.is_empty() || !witness.is_sure {
            return;
        }
        let Some(all) = self.all_values(&later) else {
            return self.unclear(step, "later inputs are too many to be tried around conditionals");
        };
        inputs.retain(|(record, _)| *record < horizon);
        for continuation in all {
            let inputs: Vec<(u32, u64)> = inputs.iter().copied().chain(continuation).collect();
            if self.course_after(conditional, &witness.replaced, &inputs) == Course::Fails {
                return self.complain(Complaint::NotSure { step });
            }
        }
    }

    /// What becomes of the run when cells hold something else after a conditional.
    fn course_after(
        &self,
        conditional: &JudgedConditional,
        replaced: &[(Cell, u64)],
        inputs: &[(u32, u64)],
    ) -> Course {
        let moment = Moment::After(conditional.end.index());
        let changes: Vec<Change> =
            replaced.iter().map(|&(cell, bits)| Change { moment, cell, bits }).collect();
        self.replay.run_around(inputs, &changes, None, &self.around).course
    }

    /// Other values for single cells, in the run itself, where no later input could make up for them.
    fn try_conditional(&mut self, conditional: &JudgedConditional) {
        let horizon = self.horizon_after(conditional.end.index());
        if !self.later(horizon).is_empty() {
            return;
        }
        for cell in self.set_inside(conditional) {
            for bits in VALUES {
                self.tried += self.replay.len();
                if self.tried > MOST_TRIED {
                    return;
                }
                let replaced = [(cell, fitting(cell, bits))];
                let course = self.course_after(conditional, &replaced, &[]);
                if matches!(course, Course::Blocks(_, how) if self.judgement.counting.counts(how)) {
                    let branch = conditional.branch.index();
                    return self.complain(Complaint::RelevantConditional { branch });
                }
            }
        }
    }

    /// Numbers that the run has set inside of a conditional and that last.
    fn set_inside(&self, conditional: &JudgedConditional) -> BTreeSet<Cell> {
        let steps = &self.trace.steps[conditional.branch.index()..=conditional.end.index()];
        let own = self.trace.step(conditional.branch).frame;
        let lasts = |cell: &Cell| match cell.object {
            CellObject::Register { frame, .. } => frame == own && !self.is_truth(*cell),
            // Of memory it is not known which types its cells have.
            CellObject::Memory(_) => false,
        };
        let writes = steps.iter().flat_map(|step| self.trace.writes(step));
        writes.map(|access| access.cell).filter(|cell| cell.size <= 8 && lasts(cell)).collect()
    }
}

/// Conditionals that come after a step.
fn after(irrelevant: &[Skipped], step: usize) -> Vec<Skipped> {
    irrelevant.iter().filter(|skipped| skipped.branch > step).copied().collect()
}
