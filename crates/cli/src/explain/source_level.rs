//! From the atomic steps of an explanation to the steps that users see.
//!
//! An explanation speaks of raw steps and of the positions between them. Listed steps (see [`crate::steps`]) consist of several raw
//! ones, what library functions do inside included, and some raw steps are not listed:
//!
//! - raw steps that matter and belong to one listed step are one entry; its reason keeps what can be seen before and after the whole step;
//! - the end of a scope stands for its branch;
//! - invariants are those that hold right before listed steps (see [`super::invariants`]).

use std::collections::{BTreeMap, BTreeSet};

use whydunit_encode::Inputs;
use whydunit_explain::{Explanation, Method, Relevant, Role, Status};
use whydunit_program::Program;
use whydunit_report::{
    ExplanationReport, ExplanationStatus, Reason, RelevantReport, StatementCount, StepReport,
    reason_in_words,
};
use whydunit_trace::{ErrorTrace, SourceStep, StepIndex, StepKind};

use super::invariants::{distinct_texts, general_condition, invariants_before};

/// The listed steps of one trace.
pub(super) struct SourceLevel<'a> {
    program: &'a Program,
    trace: &'a ErrorTrace,
    listed: &'a [SourceStep],
    reports: &'a [StepReport],
    /// The listed step that each raw step belongs to.
    number: Vec<Option<u32>>,
}

impl<'a> SourceLevel<'a> {
    pub(super) fn new(
        program: &'a Program,
        trace: &'a ErrorTrace,
        listed: &'a [SourceStep],
        reports: &'a [StepReport],
    ) -> SourceLevel<'a> {
        let mut number = vec![None; trace.steps.len()];
        for (index, step) in listed.iter().enumerate() {
            for raw in &step.steps {
                number[raw.index()] = Some(index as u32);
            }
        }
        SourceLevel { program, trace, listed, reports, number }
    }

    pub(super) fn report(&self, explanation: &Explanation) -> ExplanationReport {
        let relevant = self.relevant(explanation);
        let lines: BTreeSet<u32> = relevant.iter().map(|entry| entry.line).collect();
        let positions: Vec<usize> = self.listed.iter().map(|step| step.steps[0].index()).collect();
        let has_inputs = !self.trace.inputs.is_empty();
        ExplanationReport {
            method: explanation.method.name(),
            inputs: match explanation.inputs {
                Inputs::Fixed => "fixed",
                Inputs::Free => "free",
            },
            status: match explanation.status {
                Status::Complete => ExplanationStatus::Complete,
                Status::Partial => ExplanationStatus::Partial,
            },
            statements: self.statements(&relevant),
            relevant,
            lines: lines.into_iter().collect(),
            general: has_inputs.then(|| general_condition(explanation)).flatten(),
            invariants: invariants_before(explanation, &positions),
            verified: None,
            keeps_to_path: explanation.method == Method::ErrorInvariants,
            question: question(explanation.method),
            verification: None,
        }
    }

    /// The listed step that a raw step is shown as. Nothing is shown of conditions that are constants.
    fn shown_as(&self, raw: StepIndex) -> Option<usize> {
        let raw = match self.trace.step(raw).kind {
            StepKind::ScopeEnd(end) => end.branch,
            _ => raw,
        };
        self.number[raw.index()].map(|number| number as usize)
    }

    fn relevant(&self, explanation: &Explanation) -> Vec<RelevantReport> {
        let mut groups: BTreeMap<usize, Vec<&Relevant>> = BTreeMap::new();
        for entry in &explanation.relevant {
            if let Some(step) = self.shown_as(entry.step) {
                groups.entry(step).or_default().push(entry);
            }
        }
        groups
            .into_iter()
            .map(|(step, entries)| self.relevant_step(explanation, step, &entries))
            .collect()
    }

    /// One listed step, of which these raw steps matter.
    fn relevant_step(
        &self,
        explanation: &Explanation,
        step: usize,
        entries: &[&Relevant],
    ) -> RelevantReport {
        let reason = net_reason(explanation, entries);
        let role = role(self.listed[step].kind, entries);
        let report = &self.reports[step];
        let file = self.program.sources.file(self.listed[step].span.file);
        RelevantReport {
            step,
            file: report.file.clone(),
            line: report.line,
            column: report.column,
            text: report.text.clone(),
            role,
            label: None,
            why: reason_in_words(role, &reason, report),
            reason,
            line_text: file.line_text(report.line).unwrap_or_default().to_owned(),
        }
    }

    fn statements(&self, relevant: &[RelevantReport]) -> StatementCount {
        let place = |step: usize| self.listed[step].span;
        let first = self.trace.first_executed();
        let executed: BTreeSet<_> = self
            .listed
            .iter()
            .filter(|step| step.steps[0].index() >= first)
            .map(|step| step.span)
            .collect();
        let failing = self.listed.last().map(|step| step.span);
        let relevant: BTreeSet<_> = relevant.iter().map(|entry| place(entry.step)).collect();
        let count =
            |spans: &BTreeSet<_>| spans.iter().filter(|&&span| Some(span) != failing).count();
        StatementCount { relevant: count(&relevant), executed: count(&executed) }
    }
}

/// What a statement is reported as: what fits its kind, else the most telling of the roles of its parts.
fn role(kind: StepKind, entries: &[&Relevant]) -> whydunit_report::Role {
    let has = |role: Role| entries.iter().any(|entry| entry.role == role);
    let decides = matches!(kind, StepKind::Branch { .. });
    let by_rank = [Role::Frame, Role::Condition, Role::Input, Role::Assign, Role::Check];
    let fitting = match kind {
        // A branch inside a library function says less about an assignment than what is assigned.
        StepKind::Assign | StepKind::Call { .. } | StepKind::Return if has(Role::Assign) => {
            Some(Role::Assign)
        }
        StepKind::Input if has(Role::Input) => Some(Role::Input),
        _ => by_rank.into_iter().find(|&role| has(role)),
    };
    match fitting {
        // Decisions of library functions happen while the caller's statement assigns.
        Some(Role::Condition | Role::Frame) if !decides && has(Role::Assign) => {
            whydunit_report::Role::Assign
        }
        Some(Role::Frame) => whydunit_report::Role::Frame,
        Some(Role::Condition) => whydunit_report::Role::Condition,
        Some(Role::Input) => whydunit_report::Role::Input,
        Some(Role::Check) => whydunit_report::Role::Check,
        Some(Role::Assign) | None => whydunit_report::Role::Assign,
    }
}

fn question(method: Method) -> &'static str {
    match method {
        Method::ErrorInvariants => "what makes it fail, given the path?",
        Method::FlowSensitive => "what makes it fail, and why did it come to that?",
        Method::RecursiveFlowSensitive => "as flow-sensitive, by the reference algorithm",
    }
}

/// Why a statement matters of which these parts do: what one part prepares for the next is nobody's business.
fn net_reason(explanation: &Explanation, entries: &[&Relevant]) -> Reason {
    let (mut establishes, mut uses) = (Vec::new(), Vec::new());
    let mut left_alone: Vec<String> = Vec::new();
    for entry in entries {
        exchange(&entry.why.uses, &mut establishes, &mut uses);
        exchange(&entry.why.establishes, &mut uses, &mut establishes);
        for name in &entry.why.left_alone {
            if !left_alone.contains(name) {
                left_alone.push(name.clone());
            }
        }
    }
    let texts = |list: &[u32]| distinct_texts(explanation, list.iter().copied());
    Reason { establishes: texts(&establishes), uses: texts(&uses), left_alone }
}

/// Takes each conjunct out of `opposite` if it is there, else adds it to `own`.
fn exchange(conjuncts: &[u32], opposite: &mut Vec<u32>, own: &mut Vec<u32>) {
    for &conjunct in conjuncts {
        match opposite.iter().position(|&known| known == conjunct) {
            Some(position) => drop(opposite.remove(position)),
            None if own.contains(&conjunct) => {}
            None => own.push(conjunct),
        }
    }
}
