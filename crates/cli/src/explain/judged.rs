//! From the judgements of atomic steps to the statements that users see.
//!
//! A statement may consist of several assignments. It matters if one of them does, it is undecided if none is known to matter and one
//! is undecided, and its label is admitting if an input in it matters. Of the reasons it is given the last one that
//! speaks of something with a name. Inputs that exist when the run starts belong to no statement.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_explain::{Criterion, Judged, Judgement, Label, Verdict, Witness};
use whydunit_interp::InputRecord;
use whydunit_program::InputOrigin;
use whydunit_report::{
    ConditionalReport, ExplanationReport, InputThatMatters, JudgedReport, Label as ReportedLabel,
    Reason, RelevantReport, Role, UndecidedReport, input_in_words,
};

use super::source_level::{SourceLevel, reading, reported_status};

impl SourceLevel<'_> {
    pub(super) fn judged_report(&self, judgement: &Judgement) -> ExplanationReport {
        let criterion = judgement.criterion;
        let (relevant, sets) = match criterion {
            Criterion::MinimalSet => {
                let sets = self.sets(judgement);
                (self.in_smallest_sets(judgement), Some(sets))
            }
            _ => (self.relevant_statements(judgement), None),
        };
        let lines: BTreeSet<u32> = relevant.iter().map(|entry| entry.line).collect();
        let (sets, set_texts) = sets.unzip();
        let judged = JudgedReport {
            inputs_that_matter: self.inputs_that_matter(judgement),
            unknown: self.undecided(judgement, &relevant),
            sets,
            irrelevant_conditionals: (criterion == Criterion::BranchRelevance)
                .then(|| self.irrelevant_conditionals(judgement)),
            set_texts: set_texts.unwrap_or_default(),
            nothing: nothing(criterion),
        };
        ExplanationReport {
            method: criterion.name(),
            inputs: reading(judgement.inputs),
            status: reported_status(judgement.status),
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

    fn relevant_statements(&self, judgement: &Judgement) -> Vec<RelevantReport> {
        let mut statements: BTreeMap<usize, Vec<(&Judged, &Witness)>> = BTreeMap::new();
        for (judged, witness) in judgement.relevant().filter(|(judged, _)| !self.is_early(judged)) {
            if let Some(step) = self.shown_as(judged.step) {
                statements.entry(step).or_default().push((judged, witness));
            }
        }
        let entry = |(step, parts): (usize, Vec<(&Judged, &Witness)>)| {
            let named = parts.iter().rev().find(|(judged, _)| self.has_names(judged));
            let &(judged, witness) = named.or(parts.last())?;
            let replaced = Some(self.might_have_been(judged, witness));
            let is_input = parts.iter().any(|(judged, _)| self.is_input(judged.step));
            let role = if is_input { Role::Input } else { Role::Assign };
            let labels = parts.iter().filter_map(|(_, witness)| witness.label);
            Some(self.entry(step, role, label(labels), Reason { replaced, ..Reason::default() }))
        };
        statements.into_iter().filter_map(entry).collect()
    }

    /// Is it an input that no statement receives: one that is there when the run starts, or what storage held before it was set?
    pub(super) fn is_early(&self, judged: &Judged) -> bool {
        let records = self.trace.inputs_of(self.trace.step(judged.step));
        let is_unset = |record: &InputRecord| record.origin == InputOrigin::Uninitialised;
        judged.step.index() < self.trace.first_executed()
            || (!records.is_empty() && records.iter().all(is_unset))
    }

    fn inputs_that_matter(&self, judgement: &Judgement) -> Vec<InputThatMatters> {
        let mut inputs: Vec<InputThatMatters> = Vec::new();
        for (judged, witness) in judgement.relevant().filter(|(judged, _)| self.is_early(judged)) {
            let Some(name) = self.received_input(judged) else { continue };
            // Parts of one input that have the same name to the user are one.
            if inputs.iter().all(|known| known.name != name) {
                let why = input_in_words(&self.might_have_been(judged, witness));
                let label = label(witness.label.into_iter());
                let step = self.shown_as(judged.step);
                inputs.push(InputThatMatters { name, label, why, step });
            }
        }
        inputs
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
        let assignments = judgement.judged.iter().map(|judged| (judged.step, &judged.verdict));
        let conditionals =
            judgement.conditionals.iter().map(|judged| (judged.branch, &judged.verdict));
        let mut undecided: BTreeMap<usize, &str> = BTreeMap::new();
        for (raw, verdict) in assignments.chain(conditionals) {
            let Verdict::Unknown(why) = verdict else { continue };
            let Some(step) = self.shown_as(raw) else { continue };
            if relevant.binary_search_by_key(&step, |entry| entry.step).is_err() {
                undecided.entry(step).or_insert(why);
            }
        }
        undecided.into_iter().map(|(step, why)| self.undecided_step(step, why.to_owned())).collect()
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
        Criterion::Restrictive => "after which open values can a later condition fail?",
        Criterion::BecomingRestrictive => {
            "after which open values can a condition fail that could not before?"
        }
        Criterion::MoreBlocking => "which open values let more executions get stuck?",
        Criterion::UnsatCore => "which assignments are in the core that the solver gives?",
        Criterion::MinimalSet => "which few assignments could be changed to pass the check?",
    }
}

/// What it means that nothing matters.
fn nothing(criterion: Criterion) -> &'static str {
    match criterion {
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
