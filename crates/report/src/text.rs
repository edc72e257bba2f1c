//! The text form of a report, for a terminal.

mod answer;
mod causes;
mod chain;
mod explained;
mod proofs;
mod repairs;
mod repetition;
mod rows;
mod search;
mod snippet;
mod style;
mod suite;
mod trace;
mod verdict;

use crate::controls::rendered;
use crate::limits::SHOWN_FRAMES;
use crate::words::inputs_text;
use crate::{CallFrame, FailureReport, InputReport, Report, RunReport};

use answer::answer;
use explained::explained_failure;
pub(crate) use explained::{heading, mark, only_judged};
pub(crate) use repetition::Repetitions;
pub(crate) use rows::{
    Detail, Occurrence, Row, blocks, invariant_at, occurrences, rows_before_failure, statements,
};
use search::search_text;
pub use snippet::{Message, MessageKind, render_message};
use suite::tests_text;
pub use trace::trace_to_text;
use verdict::verdict_text;

/// How a text is to look.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions {
    /// With escape sequences for colours.
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Show all that matters, every iteration of every loop, and every test of a suite.
    pub unfold: bool,
    /// How many causes of a failure are shown.
    pub causes: usize,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions { colour: false, width: 100, unfold: false, causes: CAUSES }
    }
}

/// Causes that are shown unless another number is asked for: people read three to five lines.
pub const CAUSES: usize = 3;

/// The answer for a terminal.
pub fn to_text(report: &Report, options: &TextOptions) -> String {
    rendered(options, |options| arranged(report, options))
}

fn arranged(report: &Report, options: &TextOptions) -> String {
    let mut out = String::new();
    if let Some(tests) = &report.tests {
        tests_text(tests, options, &mut out);
        return out;
    }
    if let Some(proofs) = &report.proofs {
        proofs::proofs_text(proofs, options, &mut out);
    }
    if let Some(repairing) = &report.repairing {
        repairs::repairs_text(report, repairing, options, &mut out);
        return out;
    }
    if let Some(coverage) = report.coverage.as_ref().filter(|_| !report.is_explained()) {
        search_text(report, coverage, options, &mut out);
        return out;
    }
    if report.is_explained() && !options.unfold {
        answer(report, options, &mut out);
        return out;
    }
    for (index, failure) in report.failures.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        failure_text(failure, options, &mut out);
    }
    if let Some(coverage) = &report.coverage {
        out.push('\n');
        out.push_str(&verdict_text(report, coverage, options));
    }
    if let Some(run) = report.run.as_ref().filter(|_| report.failures.is_empty()) {
        run_text(run, options, &mut out);
    }
    out
}

fn failure_text(failure: &FailureReport, options: &TextOptions, out: &mut String) {
    if let Some(trace) = failure.trace.as_ref().filter(|_| !failure.explanations.is_empty()) {
        explained_failure(failure, trace, options, out);
        return;
    }
    if let Some(trace) = &failure.trace {
        out.push_str(&trace_to_text(trace, options));
        out.push('\n');
    }
    let mut notes = Vec::new();
    push_inputs(&failure.inputs, &mut notes);
    push_stack(&failure.stack, &mut notes);
    notes.extend(failure.hint.clone());
    out.push_str(&render_message(&failure_message(failure, notes), options));
}

/// What failed and where, with these notes.
pub(crate) fn failure_message(failure: &FailureReport, notes: Vec<String>) -> Message {
    Message {
        kind: MessageKind::Error,
        title: failure.property.message.clone(),
        place: Some(failure.property.place.clone()),
        label: Some(failure.property.kind.to_string()),
        notes,
    }
}

fn run_text(run: &RunReport, options: &TextOptions, out: &mut String) {
    let kind = match run.ending {
        "finished" => MessageKind::Note,
        "limit" | "budget" => MessageKind::Error,
        _ => MessageKind::Warning,
    };
    let mut notes = Vec::new();
    if run.ending != "finished" {
        push_inputs(&run.inputs, &mut notes);
        push_stack(&run.stack, &mut notes);
    }
    let message =
        Message { kind, title: run.message.clone(), place: run.place.clone(), label: None, notes };
    out.push_str(&render_message(&message, options));
}

pub(crate) fn push_inputs(inputs: &[InputReport], notes: &mut Vec<String>) {
    if inputs.is_empty() {
        return;
    }
    let label = if inputs.len() == 1 { "input" } else { "inputs" };
    notes.push(format!("{label}: {}", inputs_text(inputs)));
}

pub(crate) fn push_stack(stack: &[CallFrame], notes: &mut Vec<String>) {
    // Calls from one place after another (recursion) are one line.
    let mut calls: Vec<(String, usize)> = Vec::new();
    for frame in stack {
        let Some(at) = &frame.called_at else { continue };
        let place = format!("{}:{}:{}", at.file, at.line, at.column);
        let call = format!("in {}, called at {place}", frame.function);
        match calls.last_mut() {
            Some((last, count)) if *last == call => *count += 1,
            _ => calls.push((call, 1)),
        }
    }
    let hidden = SHOWN_FRAMES..calls.len().saturating_sub(SHOWN_FRAMES);
    for (index, (call, count)) in calls.iter().enumerate() {
        if hidden.contains(&index) {
            if index == hidden.start {
                let more: usize = calls[hidden.clone()].iter().map(|(_, count)| count).sum();
                notes.push(format!("... {more} more calls ..."));
            }
            continue;
        }
        notes.push(match count {
            1 => call.clone(),
            _ => format!("{call} ({count} times)"),
        });
    }
}
