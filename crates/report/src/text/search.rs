//! What a search found, for a terminal: one message for each cause of failures, and the verdict.

use std::collections::BTreeSet;

use super::verdict::verdict_text;
use super::{failure_message, push_stack};
use crate::words::inputs_text;
use crate::{
    CoverageReport, FailureReport, InconsistentReport, Message, MessageKind, Report, TextOptions,
    render_message,
};

pub(crate) fn search_text(
    report: &Report,
    coverage: &CoverageReport,
    options: &TextOptions,
    out: &mut String,
) {
    let mut shown = BTreeSet::new();
    for (index, failure) in report.failures.iter().enumerate() {
        let is_first = failure.group.is_none_or(|group| shown.insert(group));
        if is_first {
            let others = report.failures[index + 1..]
                .iter()
                .filter(|other| failure.group.is_some() && other.group == failure.group);
            let notes = notes(failure, others);
            out.push_str(&render_message(&failure_message(failure, notes), options));
            out.push('\n');
        }
    }
    for found in &report.inconsistent {
        out.push_str(&render_message(&inconsistent_message(found), options));
        out.push('\n');
    }
    out.push_str(&verdict_text(report, coverage, options));
}

fn inconsistent_message(found: &InconsistentReport) -> Message {
    let others: Vec<String> =
        found.lines.iter().filter(|line| **line != found.place.line).map(u32::to_string).collect();
    let note = match others.as_slice() {
        [] => None,
        [only] => Some(format!("decided by line {only}")),
        [first @ .., last] => Some(format!("decided by lines {} and {last}", first.join(", "))),
    };
    Message {
        kind: MessageKind::Warning,
        title: found.message.clone(),
        place: Some(found.place.clone()),
        label: None,
        notes: note.into_iter().collect(),
    }
}

/// What there is to say of a failure and of `others` that have the same cause.
fn notes<'r>(
    failure: &FailureReport,
    others: impl Iterator<Item = &'r FailureReport>,
) -> Vec<String> {
    let mut notes = Vec::new();
    if !failure.inputs.is_empty() {
        notes.push(format!("with {}", inputs_text(&failure.inputs)));
    }
    push_stack(&failure.stack, &mut notes);
    for run in &failure.further_runs {
        notes.push(format!("also with {}", inputs_text(&run.inputs)));
    }
    for other in others {
        let property = &other.property;
        let place = format!("{}:{}", property.place.file, property.place.line);
        let mut note = format!("same cause: {place}: {}", property.message);
        let inputs = inputs_text(&other.inputs);
        if !inputs.is_empty() && inputs != inputs_text(&failure.inputs) {
            note.push_str(&format!(" (with {inputs})"));
        }
        notes.push(note);
    }
    notes.extend(failure.reproduce.iter().map(|command| format!("reproduce: {command}")));
    if let Some(test) = &failure.test {
        notes.push(format!("test {}: {}", test.file, test.command));
    }
    notes.extend(failure.witness.iter().map(|file| format!("witness: {file}")));
    notes
}
