//! From the judgements of atomic steps to the statements that users see.
//!
//! A statement may consist of several assignments. It matters if one of them does, it is undecided if none is known to matter and one
//! is undecided, and its label is admitting if an input in it matters. Of the reasons it is given the last one that
//! speaks of something with a name. Inputs that exist when the run starts belong to no statement.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_explain::{Counting, Criterion, Judged, Judgement, Label, Verdict};
use whydunit_interp::InputRecord;
use whydunit_program::InputOrigin;
use whydunit_report::{
    ConditionalReport, EndingReport, ExplanationReport, ExplanationStatus, InputThatMatters,
    JudgedReport, Label as ReportedLabel, Reason, RelevantReport, Role, UndecidedReport,
    input_in_words,
};
use whydunit_trace::StepIndex;

use super::source_level::{SourceLevel, reading, reported_status};
use super::tried::Trials;

impl SourceLevel<'_> {
    pub fn judged_report(&self, judgement: &Judgement, trials: &Trials) -> ExplanationReport {
        let criterion = judgement.criterion;
        let (relevant, sets) = match criterion {
            Criterion::MinimalSet => {
                let sets = self.sets(judgement);
                (self.in_smallest_sets(judgement, trials), Some(sets))
            }
            _ => (self.relevant_statements(judgement, trials), None),
        };
        let lines: BTreeSet<u32> = relevant.iter().map(|entry| entry.line).collect();
        let (sets, set_texts) = sets.unzip();
        let may_avoid = |input: &InputThatMatters| input.ending.is_none_or(EndingReport::may_avoid);
        let (inputs_that_matter, redirecting_inputs) =
            self.relevant_inputs(judgement, trials).into_iter().partition(may_avoid);
        let judged = JudgedReport {
            inputs_that_matter,
            redirecting_inputs,
            unknown: self.undecided(judgement, &relevant),
            sets,
            irrelevant_conditionals: (criterion == Criterion::BranchRelevance)
                .then(|| self.irrelevant_conditionals(judgement)),
            set_texts: set_texts.unwrap_or_default(),
            nothing: nothing(criterion, judgement.counting),
        };
        ExplanationReport {
            method: criterion.name(),
            inputs: reading(judgement.inputs),
            status: self.status_of_statements(judgement, &relevant),
            statements: self.statements(&relevant),
            relevant,
            lines: lines.into_iter().collect(),
            invariants: Vec::new(),
            general: None,
            verified: None,
            judged: Some(judged),
            general_scope: "path",
            counterexample: None,
            question: question(criterion),
            verification: None,
        }
    }

    /// The assignments that matter by the listed steps that they belong to; those of inputs that no statement receives are not among them.
    fn parts(&self, judgement: &Judgement) -> BTreeMap<usize, Vec<usize>> {
        let mut statements: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, judged) in judgement.judged.iter().enumerate() {
            let is_relevant = matches!(judged.verdict, Verdict::Relevant(_));
            if is_relevant
                && !self.is_early(judged)
                && let Some(step) = self.shown_as(judged.step)
            {
                statements.entry(step).or_default().push(index);
            }
        }
        statements
    }

    /// Of the parts of a statement the one whose reason is given.
    fn spoken_of(&self, judgement: &Judgement, parts: &[usize]) -> Option<usize> {
        let mut named = parts.iter().rev();
        let named = named.find(|&&index| self.has_names(&judgement.judged[index]));
        named.or(parts.last()).copied()
    }

    /// Inputs that matter and that no statement receives: each name once, with the first of its parts.
    fn early(&self, judgement: &Judgement) -> Vec<(String, usize)> {
        let mut inputs: Vec<(String, usize)> = Vec::new();
        for (index, judged) in judgement.judged.iter().enumerate() {
            if !matches!(judged.verdict, Verdict::Relevant(_)) || !self.is_early(judged) {
                continue;
            }
            let Some(name) = self.received_input(judged) else { continue };
            // Parts of one input that have the same name to the user are one.
            if inputs.iter().all(|(known, _)| *known != name) {
                inputs.push((name, index));
            }
        }
        inputs
    }

    /// Positions of the judged assignments whose reasons are shown.
    pub(super) fn shown_witnesses(&self, judgement: &Judgement) -> Vec<usize> {
        let parts = self.parts(judgement);
        let statements = parts.values().filter_map(|parts| self.spoken_of(judgement, parts));
        let early = self.early(judgement);
        statements.chain(early.into_iter().map(|(_, index)| index)).collect()
    }

    fn relevant_statements(&self, judgement: &Judgement, trials: &Trials) -> Vec<RelevantReport> {
        let entry = |(step, parts): (usize, Vec<usize>)| {
            let index = self.spoken_of(judgement, &parts)?;
            let judged = &judgement.judged[index];
            let Verdict::Relevant(witness) = &judged.verdict else { return None };
            let witness = trials.shown(index, witness);
            let replaced = Some(self.might_have_been(judged, witness, trials.of(index)));
            let steps = || parts.iter().map(|&index| &judgement.judged[index]);
            let is_input = steps().any(|judged| self.is_input(judged.step));
            let role = if is_input { Role::Input } else { Role::Assign };
            let labels = steps().filter_map(|judged| match &judged.verdict {
                Verdict::Relevant(witness) => witness.label,
                Verdict::Irrelevant(_) | Verdict::Unknown(_) => None,
            });
            Some(self.entry(step, role, label(labels), Reason { replaced, ..Reason::default() }))
        };
        let mut entries: Vec<RelevantReport> =
            self.parts(judgement).into_iter().filter_map(entry).collect();
        for conditional in &judgement.conditionals {
            let Some(step) = self.shown_as(conditional.branch) else { continue };
            let Some(ended) = trials.of_arm(conditional.branch) else { continue };
            let place = entries.binary_search_by_key(&step, |entry| entry.position);
            if let (Err(at), Some(replaced)) = (place, self.switched(conditional.branch, ended)) {
                let reason = Reason { replaced: Some(replaced), ..Reason::default() };
                entries.insert(at, self.entry(step, Role::Condition, None, reason));
            }
        }
        entries
    }

    /// Is it an input that no statement receives: one that is there when the run starts, or what storage held before it was set?
    pub(super) fn is_early(&self, judged: &Judged) -> bool {
        let records = self.trace.inputs_of(self.trace.step(judged.step));
        let is_unset = |record: &InputRecord| record.origin == InputOrigin::Uninitialised;
        judged.step.index() < self.trace.first_executed()
            || (!records.is_empty() && records.iter().all(is_unset))
    }

    /// Inputs that no statement receives, and with other values of which the run leaves the trace.
    fn relevant_inputs(&self, judgement: &Judgement, trials: &Trials) -> Vec<InputThatMatters> {
        let input = |(name, index): (String, usize)| {
            let judged = &judgement.judged[index];
            let Verdict::Relevant(witness) = &judged.verdict else { return None };
            let shown = trials.shown(index, witness);
            let replaced = self.might_have_been(judged, shown, trials.of(index));
            let (why, ending) = (input_in_words(&replaced), replaced.ending);
            let label = label(witness.label.into_iter());
            Some(InputThatMatters { name, label, why, ending, step: self.shown_as(judged.step) })
        };
        self.early(judgement).into_iter().filter_map(input).collect()
    }

    /// What an input is called that is received by a judged step.
    pub(super) fn received_input(&self, judged: &Judged) -> Option<String> {
        let received = self.trace.input_positions(self.trace.step(judged.step));
        let is_own = |&record: &usize| judged.target.contains(&self.trace.inputs[record].cell);
        let own = received.clone().find(is_own);
        own.or(received.clone().next()).map(|record| self.input_name(record as u32).to_owned())
    }

    fn undecided(
        &self,
        judgement: &Judgement,
        relevant: &[RelevantReport],
    ) -> Vec<UndecidedReport> {
        let mut undecided: BTreeMap<usize, &str> = BTreeMap::new();
        for (raw, why) in unknown(judgement) {
            let Some(step) = self.shown_as(raw) else { continue };
            if !is_among(relevant, step) {
                undecided.entry(step).or_insert(why);
            }
        }
        undecided.into_iter().map(|(step, why)| self.undecided_step(step, why.to_owned())).collect()
    }

    /// A statement that matters by one of its assignments is decided, whatever becomes of the others: all but inputs, which decide its label.
    fn status_of_statements(
        &self,
        judgement: &Judgement,
        relevant: &[RelevantReport],
    ) -> ExplanationStatus {
        let is_decided = |(raw, _): (StepIndex, &str)| {
            let is_shown = self.shown_as(raw).is_some_and(|step| is_among(relevant, step));
            is_shown && !self.is_input(raw)
        };
        match judgement.criterion {
            // Sets may be missing.
            Criterion::MinimalSet => reported_status(judgement.status),
            _ if unknown(judgement).all(is_decided) => ExplanationStatus::Complete,
            _ => reported_status(judgement.status),
        }
    }

    fn irrelevant_conditionals(&self, judgement: &Judgement) -> Vec<ConditionalReport> {
        let irrelevant = judgement
            .conditionals
            .iter()
            .filter(|it| matches!(it.verdict, Verdict::Irrelevant(_)) && !it.may_end);
        let steps: BTreeSet<usize> =
            irrelevant.filter_map(|conditional| self.shown_as(conditional.branch)).collect();
        let report = |step: usize| {
            let report = &self.reports[step];
            ConditionalReport {
                step,
                file: report.file.clone(),
                line: report.line,
                column: report.column,
                text: report.text.clone(),
            }
        };
        steps.into_iter().map(report).collect()
    }
}

/// What was left open of assignments and whole conditionals: the step, and why.
fn unknown(judgement: &Judgement) -> impl Iterator<Item = (StepIndex, &str)> {
    let assignments = judgement.judged.iter().map(|judged| (judged.step, &judged.verdict));
    let conditionals = judgement.conditionals.iter().map(|judged| (judged.branch, &judged.verdict));
    assignments.chain(conditionals).filter_map(|(step, verdict)| match verdict {
        Verdict::Unknown(why) => Some((step, why.as_str())),
        Verdict::Relevant(_) | Verdict::Irrelevant(_) => None,
    })
}

fn is_among(relevant: &[RelevantReport], step: usize) -> bool {
    relevant.binary_search_by_key(&step, |entry| entry.position).is_ok()
}

/// The label of what has parts with these labels.
fn label(labels: impl Iterator<Item = Label>) -> Option<ReportedLabel> {
    labels.fold(None, |known, label| match (known, label) {
        (Some(ReportedLabel::Admitting), _) | (_, Label::Admitting) => {
            Some(ReportedLabel::Admitting)
        }
        (_, Label::Enforcing) => Some(ReportedLabel::Enforcing),
    })
}

fn question(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Relevance => "where would another value have led away from the failure?",
        Criterion::BranchRelevance => {
            "where would another value have led away, conditionals taken as a whole?"
        }
        Criterion::Coreachable => "where would another value lead away from some state?",
        Criterion::Restrictive => "which assigned values can make a later condition fail?",
        Criterion::BecomingRestrictive => {
            "which assigned values make a condition able to fail that was not before?"
        }
        Criterion::MoreBlocking => "which open values let more executions get stuck?",
        Criterion::UnsatCore => "which assignments are in the core that the solver gives?",
        Criterion::MinimalSet => "which few assignments could be changed to pass the check?",
    }
}

/// What it means that nothing matters.
fn nothing(criterion: Criterion, counting: Counting) -> &'static str {
    match criterion {
        Criterion::Relevance | Criterion::BranchRelevance if counting == Counting::Own => {
            "No assigned value matters: no other one lets the check pass or a condition go another way."
        }
        Criterion::Relevance | Criterion::Coreachable => {
            "No assigned value matters: with any other one it would have failed in the same way."
        }
        Criterion::BranchRelevance => {
            "No assigned value matters: with any other one it would have failed, too."
        }
        Criterion::Restrictive => "No open value makes a later condition fail.",
        Criterion::BecomingRestrictive => {
            "No open value makes a condition fail that could not fail before."
        }
        Criterion::MoreBlocking => "No open value lets more executions get stuck.",
        Criterion::UnsatCore => "No assignment is in the core.",
        Criterion::MinimalSet => "However the assignments are changed, the check is not passed.",
    }
}
