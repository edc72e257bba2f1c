//! *Had x been v* is run before it is shown.
//!
//! Every witness of a judgement that a statement is shown with is replayed in the interpreter, with the other values put in place: it has to leave the run where and how it claims, and how
//! the run then ends is told. A value with which it avoids the failure is preferred to one with which it fails all the same. Where the program does something else, other values are asked for; where there are none, the claim is withdrawn, and nothing else is. Runs cost steps, and
//! there are only so many: what could not be tried says so.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_counterfactual::{
    Change, Counterfactual, Course, Different, Ended, Moment, Replay, Skipped, Switched, Trial,
};
use whydunit_explain::{
    Blocked, Criterion, JudgeOptions, Judged, Judgement, MinimalSet, Status, Verdict, Witness,
    another_witness,
};
use whydunit_scope::values_worth_trying;
use whydunit_solver::Budget;
use whydunit_trace::{ErrorTrace, StepIndex, cell_type};

use super::source_level::SourceLevel;
use crate::limits::{MOST_OTHER_VALUES, MOST_RECONSIDERED, STEPS_OF_A_TRIAL, STEPS_OF_TRIALS};

/// What became of trying what a judgement says.
#[derive(Default, Debug)]
pub struct Trials {
    /// By the position in [`Judgement::judged`].
    endings: BTreeMap<usize, Outcome>,
    /// By the same: witnesses that are shown in place of those that were found, because with their values the run avoids the failure.
    shown: BTreeMap<usize, Witness>,
    /// Of each set that is left in [`Judgement::sets`], how the run ends with its replacements.
    sets: Vec<Ended>,
    /// By the branch of a conditional with an arm that does not come to its join.
    arms: BTreeMap<StepIndex, Ended>,
    /// Statements whose claims did not stand, by their lines.
    withdrawn: BTreeSet<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Ended(Ended),
    NotTried,
}

impl Trials {
    pub(super) fn of(&self, judged: usize) -> Option<&Outcome> {
        self.endings.get(&judged)
    }

    /// The witness that is shown, of one that was found.
    pub(super) fn shown<'w>(&'w self, judged: usize, found: &'w Witness) -> &'w Witness {
        self.shown.get(&judged).unwrap_or(found)
    }

    /// How the run ends with the replacements of a set, by its position in [`Judgement::sets`].
    pub(super) fn of_set(&self, set: usize) -> Option<&Ended> {
        self.sets.get(set)
    }

    pub(super) fn of_arm(&self, branch: StepIndex) -> Option<&Ended> {
        self.arms.get(&branch)
    }

    /// What is said of claims that did not stand.
    pub fn withdrawn(&self) -> Option<String> {
        let lines: Vec<String> = self.withdrawn.iter().map(u32::to_string).collect();
        match lines.as_slice() {
            [] => None,
            [line] => {
                Some(format!("what another value in line {line} would do was tried, and is not so"))
            }
            lines => {
                let lines = lines.join(", ");
                Some(format!(
                    "what other values in lines {lines} would do was tried, and is not so"
                ))
            }
        }
    }
}

/// Tries everything that will be shown; what does not stand leaves the judgement.
pub fn try_judgement(
    level: &SourceLevel<'_>,
    judgement: &mut Judgement,
    options: &JudgeOptions,
) -> Trials {
    let mut trying = Trying {
        level,
        replay: Replay::new(level.program, level.trace),
        options,
        budget: &options.budget,
        steps: STEPS_OF_TRIALS,
        reconsidered: 0,
        trials: Trials::default(),
    };
    trying.arms(judgement);
    match judgement.criterion {
        Criterion::MinimalSet => trying.sets(judgement),
        _ => trying.witnesses(judgement),
    }
    trying.trials
}

struct Trying<'a> {
    level: &'a SourceLevel<'a>,
    replay: Replay<'a>,
    options: &'a JudgeOptions,
    budget: &'a Budget,
    /// Steps that may still be run.
    steps: u64,
    reconsidered: usize,
    trials: Trials,
}

impl Trying<'_> {
    fn trace(&self) -> &ErrorTrace {
        self.level.trace
    }

    /// Steps of one run: with another value it may not end.
    fn longest(&self) -> u64 {
        2 * self.trace().steps.len() as u64 + STEPS_OF_A_TRIAL
    }

    fn is_spent(&self) -> bool {
        self.steps < 2 * self.trace().steps.len() as u64 || self.budget.exceeded().is_some()
    }

    /// Until every statement is shown with a witness that was tried: where one falls, another assignment of the statement takes its place.
    fn witnesses(&mut self, judgement: &mut Judgement) {
        loop {
            let shown = self.level.shown_witnesses(judgement);
            let open: Vec<usize> =
                shown.into_iter().filter(|index| self.trials.of(*index).is_none()).collect();
            if open.is_empty() {
                return;
            }
            for index in self.by_statement(judgement, open) {
                self.witness(judgement, index);
            }
        }
    }

    /// One of each statement first: most of what is left is the same in other iterations.
    fn by_statement(&self, judgement: &Judgement, open: Vec<usize>) -> Vec<usize> {
        let mut seen = BTreeMap::new();
        let mut ranked: Vec<(usize, usize)> = Vec::with_capacity(open.len());
        for index in open {
            let point = self.trace().step(judgement.judged[index].step).point;
            let count = seen.entry(point).or_insert(0);
            ranked.push((*count, index));
            *count += 1;
        }
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    fn witness(&mut self, judgement: &mut Judgement, index: usize) {
        let around = around(judgement, judgement.judged[index].step);
        let judged = &mut judgement.judged[index];
        let Verdict::Relevant(first) = &judged.verdict else { return };
        let mut witness = (**first).clone();
        let mut refuted: Vec<Witness> = Vec::new();
        loop {
            if self.is_spent() {
                // What was refuted is not shown for want of steps.
                if refuted.is_empty() {
                    self.trials.endings.insert(index, Outcome::NotTried);
                    return;
                }
                break;
            }
            let longest = self.longest().min(self.steps);
            let tried = self.replay.try_witness(judged, &witness, &around, longest, self.budget);
            self.steps = self.steps.saturating_sub(tried.steps);
            match tried.trial {
                Trial::Agrees(ended) => {
                    let ended = self.avoiding(index, judged, &witness, &ended).unwrap_or(ended);
                    judged.verdict = Verdict::Relevant(Box::new(witness));
                    self.trials.endings.insert(index, Outcome::Ended(ended));
                    return;
                }
                Trial::Lost => {
                    judged.verdict = Verdict::Relevant(Box::new(witness));
                    self.trials.endings.insert(index, Outcome::NotTried);
                    return;
                }
                Trial::Differs => {}
            }
            refuted.push(witness);
            if self.reconsidered == MOST_RECONSIDERED {
                break;
            }
            self.reconsidered += 1;
            let (program, trace) = (self.level.program, self.level.trace);
            match another_witness(program, trace, self.options, judged, &refuted) {
                Some(other) => witness = other,
                None => break,
            }
        }
        judged.verdict = Verdict::Unknown("the values that were tried do something else".into());
        judgement.status = Status::Partial;
        let step = judged.step;
        self.withdraw(step);
    }

    /// With the value of a witness the run leaves the trace, and may fail all the same. One that avoids the failure tells more, if there is one.
    fn avoiding(
        &mut self,
        index: usize,
        judged: &Judged,
        witness: &Witness,
        ended: &Ended,
    ) -> Option<Ended> {
        let avoids_nothing =
            matches!(ended.how, Counterfactual::FailsHere | Counterfactual::Excluded);
        let &[(cell, _)] = witness.replaced.as_slice() else { return None };
        if !avoids_nothing || self.options.criterion != Criterion::Relevance {
            return None;
        }
        let (program, trace) = (self.level.program, self.level.trace);
        let ty = cell_type(program, trace, cell)?;
        let writes = trace.writes(trace.step(judged.step)).iter();
        let own = writes.rev().find(|access| access.cell == cell).map(|access| access.bits);
        let values = values_worth_trying(program, ty, own.unwrap_or(0));
        for bits in values.into_iter().take(MOST_OTHER_VALUES) {
            if self.is_spent() {
                return None;
            }
            let longest = self.longest().min(self.steps);
            let (found, steps) = self.replay.try_value(judged, witness, bits, longest, self.budget);
            self.steps = self.steps.saturating_sub(steps);
            if let Some((other, ended)) = found {
                self.trials.shown.insert(index, other);
                return Some(ended);
            }
        }
        None
    }

    fn withdraw(&mut self, step: StepIndex) {
        let place = self.level.program.sources.line_column(self.trace().step(step).span);
        self.trials.withdrawn.insert(place.line);
    }

    /// Sets of assignments that are replaced together.
    fn sets(&mut self, judgement: &mut Judgement) {
        let sets = std::mem::take(&mut judgement.sets);
        for set in sets {
            let passed =
                if self.is_spent() { Passed::NotTried } else { self.passes(judgement, &set) };
            if let Passed::Yes(ended) = passed {
                self.trials.sets.push(ended);
                judgement.sets.push(set);
                continue;
            }
            judgement.status = Status::Partial;
            if matches!(passed, Passed::NotTried) {
                continue;
            }
            for &member in &set.members {
                let step = judgement.judged[member].step;
                self.withdraw(step);
            }
        }
        self.forget_members(judgement);
    }

    /// What belongs to no set any more is not known to matter.
    fn forget_members(&self, judgement: &mut Judgement) {
        let reason = match self.budget.exceeded() {
            Some(_) => "the time limit was reached",
            None => "its sets were not run",
        };
        let sets = &judgement.sets;
        for (position, judged) in judgement.judged.iter_mut().enumerate() {
            let is_member = sets.iter().any(|set| set.members.contains(&position));
            if matches!(judged.verdict, Verdict::Relevant(_)) && !is_member {
                judged.verdict = Verdict::Unknown(reason.to_owned());
            }
        }
    }

    fn passes(&mut self, judgement: &Judgement, set: &MinimalSet) -> Passed {
        let mut inputs = set.execution.clone();
        let mut changes = Vec::new();
        for judged in set.members.iter().map(|&member| &judgement.judged[member]) {
            let own = set.replaced.iter().filter(|(cell, _)| judged.target.contains(cell));
            let records = self.trace().input_positions(self.trace().step(judged.step));
            for &(cell, bits) in own {
                let received =
                    records.clone().find(|&record| self.trace().inputs[record].cell == cell);
                match received.and_then(|record| u32::try_from(record).ok()) {
                    Some(record) => {
                        inputs.retain(|(other, _)| *other != record);
                        inputs.push((record, bits));
                    }
                    None => {
                        let moment = Moment::After(judged.step.index());
                        changes.push(Change { moment, cell, bits });
                    }
                }
            }
        }
        let different =
            Different { inputs: &inputs, changes: &changes, switched: None, skipped: &[] };
        let tried = self.replay.follow(&different, self.longest().min(self.steps), self.budget);
        self.steps = self.steps.saturating_sub(tried.steps);
        let last = self.trace().steps.len() - 1;
        match tried.course {
            Course::Blocks(at, Blocked::CheckPasses | Blocked::OtherFailure) if at == last => {
                Passed::Yes(tried.ended)
            }
            Course::Lost(_) => Passed::NotTried,
            Course::Blocks(..) | Course::Fails => Passed::No,
        }
    }

    /// Branches that decide because an arm does not come to the join: what happens there.
    fn arms(&mut self, judgement: &Judgement) {
        for conditional in &judgement.conditionals {
            let Some(arm) = conditional.stays_away else { continue };
            let branch = conditional.branch.index();
            let switched = Some(Switched { branch, arm });
            let different = Different { switched, ..Different::default() };
            let tried = self.replay.follow(&different, self.longest(), self.budget);
            self.trials.arms.insert(conditional.branch, tried.ended);
        }
    }
}

/// Does the run pass the check with the replacements of a set?
enum Passed {
    Yes(Ended),
    No,
    NotTried,
}

/// Conditionals after a step that are irrelevant as a whole: runs may pass them in any way.
fn around(judgement: &Judgement, step: StepIndex) -> Vec<Skipped> {
    let later = judgement.conditionals.iter().filter(|conditional| {
        conditional.branch > step && matches!(conditional.verdict, Verdict::Irrelevant(_))
    });
    later
        .map(|conditional| Skipped {
            branch: conditional.branch.index(),
            end: conditional.end.index(),
        })
        .collect()
}
