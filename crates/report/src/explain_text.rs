//! An explained failure for a terminal: what failed, on which inputs, and the lines of the source that matter with the reason beside each.
//!
//! The failing line comes last. Lines keep to the width of the terminal: source lines are shortened, reasons go on below.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::explain_rows::{Row, invariant_text, rows};
use crate::fit::{shorten, wrap};
use crate::reasons::values;
use crate::style::Style;
use crate::text::inputs_text;
use crate::{
    ExplanationReport, ExplanationStatus, FailureReport, InputReport, StepReport, TextOptions,
    TraceReport, WriteReport,
};

/// What stands before the text: the line number and a bar.
const MARGIN: usize = 7;
const NARROWEST: usize = 60;
/// A reason has at most this many lines, an invariant too.
const MOST_LINES: usize = 3;
const TAB: &str = "    ";

/// A failure and all its explanations.
pub(crate) fn explained_failure(
    failure: &FailureReport,
    trace: &TraceReport,
    options: &TextOptions,
    out: &mut String,
) {
    let width = options.width.max(NARROWEST);
    title(failure, width, options.colour, out);
    let conditions: Vec<Option<String>> =
        failure.explanations.iter().map(|explanation| condition(failure, explanation)).collect();
    let inputs =
        (!failure.inputs.is_empty()).then(|| format!("with {}", inputs_text(&failure.inputs)));
    let (alone, several) = match conditions.as_slice() {
        [only] => (only.as_deref(), false),
        _ => (None, true),
    };
    paragraph(&[inputs.as_deref(), alone], width, out);
    for (explanation, condition) in failure.explanations.iter().zip(&conditions) {
        out.push('\n');
        if several {
            section(explanation, width, options.colour, out);
            paragraph(&[condition.as_deref()], width, out);
            out.push('\n');
        }
        Excerpt::new(failure, trace, explanation, options).write(out);
        remarks(explanation, width, options.colour, out);
    }
    if let Some(command) = &failure.reproduce {
        let _ = writeln!(out, "  reproduce: {command}");
    }
    for line in failure.hint.iter().flat_map(|hint| wrap(hint, width - 2, MOST_LINES)) {
        let _ = writeln!(out, "  {line}");
    }
}

/// `error: message` and the place, at the right margin if there is room.
fn title(failure: &FailureReport, width: usize, colour: bool, out: &mut String) {
    let property = &failure.property;
    let place = format!("{}:{}", property.place.file, property.place.line);
    let mut lines = wrap(&property.message, width - MARGIN, MOST_LINES).into_iter();
    let first = lines.next().unwrap_or_default();
    let rest: Vec<String> = lines.collect();
    let gap = width.saturating_sub(MARGIN + first.chars().count() + place.chars().count());
    let label = Style::Error.paint("error:", colour);
    let _ = write!(out, "{label} {}", Style::Strong.paint(&first, colour));
    if gap >= 2 && rest.is_empty() {
        let _ = writeln!(out, "{}{place}", " ".repeat(gap));
        return;
    }
    out.push('\n');
    for line in &rest {
        let _ = writeln!(out, "{:MARGIN$}{}", "", Style::Strong.paint(line, colour));
    }
    let _ = writeln!(out, "{:MARGIN$}at {place}", "");
}

/// The method and its question.
fn section(explanation: &ExplanationReport, width: usize, colour: bool, out: &mut String) {
    let heading = format!("{}: {}", explanation.method, explanation.question);
    for (index, line) in wrap(&heading, width, MOST_LINES).into_iter().enumerate() {
        let line = match line.strip_prefix(explanation.method).filter(|_| index == 0) {
            Some(rest) => format!("{}{rest}", Style::Strong.paint(explanation.method, colour)),
            None => line,
        };
        let _ = writeln!(out, "{line}");
    }
}

/// Under which inputs the failure is certain. How many there are and how long is taken for granted.
fn condition(failure: &FailureReport, explanation: &ExplanationReport) -> Option<String> {
    let condition = explanation.general.as_deref()?;
    if condition == "1" {
        let has_length =
            |input: &InputReport| input.origin == "stdin" || input.value.starts_with(['{', '"']);
        let of_this = if failure.inputs.iter().any(has_length) { " of this length" } else { "" };
        let on_path = if explanation.keeps_to_path { " that takes this path" } else { "" };
        return Some(format!("fails for every input{of_this}{on_path}"));
    }
    let first = explanation.invariants.first();
    let first = first.filter(|first| first.formula.as_deref() == Some(condition));
    let condition = first.and_then(invariant_text).unwrap_or_else(|| condition.to_owned());
    let on_path = if explanation.keeps_to_path { "on this path, " } else { "" };
    Some(format!("{on_path}fails whenever {condition}"))
}

/// Sentences under the title, on one line if they fit.
fn paragraph(sentences: &[Option<&str>], width: usize, out: &mut String) {
    let sentences: Vec<&str> = sentences.iter().copied().flatten().collect();
    let room = width - MARGIN;
    let together = sentences.join("; ");
    let lines = if together.chars().count() <= room {
        wrap(&together, room, 1)
    } else {
        sentences.iter().flat_map(|sentence| wrap(sentence, room, MOST_LINES)).collect()
    };
    for line in lines {
        let _ = writeln!(out, "{:MARGIN$}{line}", "");
    }
}

/// What the reader should know about the explanation as a whole.
fn remarks(explanation: &ExplanationReport, width: usize, colour: bool, out: &mut String) {
    let mut lines = Vec::new();
    let count = explanation.statements;
    match (count.relevant, count.executed) {
        (_, 0) => {}
        (0, executed) => {
            let (which, they_do) = match executed {
                1 => ("The statement executed before it does not matter".to_owned(), "it does"),
                _ => (format!("None of the {executed} statements before it matters"), "they do"),
            };
            let why = match explanation.general.as_deref() {
                None | Some("1") => format!("the check fails whatever {they_do}"),
                Some(_) => "the inputs alone decide".to_owned(),
            };
            lines.push(format!("{which}: {why}."));
        }
        (1, 1) => lines.push("The one statement executed before it matters.".to_owned()),
        (1, executed) => lines.push(format!("1 of {executed} executed statements matters.")),
        (relevant, executed) => {
            lines.push(format!("{relevant} of {executed} executed statements matter."));
        }
    }
    if let Some(verification) = &explanation.verification {
        lines.push(verification.clone());
    }
    out.push('\n');
    if explanation.status == ExplanationStatus::Partial {
        let text = "partial: the budget ran out; all of this is true, but less might be enough";
        let _ = writeln!(out, "  {}", Style::Warning.paint(text, colour));
    }
    for line in lines.iter().flat_map(|line| wrap(line, width - 2, MOST_LINES)) {
        let _ = writeln!(out, "  {line}");
    }
}

/// The annotated lines.
struct Excerpt<'r> {
    steps: &'r [StepReport],
    rows: Vec<Row>,
    /// Columns at which statements begin in each line: where there are several, a line tells too little.
    columns: BTreeMap<(&'r str, u32), BTreeSet<u32>>,
    width: usize,
    colour: bool,
}

impl<'r> Excerpt<'r> {
    fn new(
        failure: &FailureReport,
        trace: &'r TraceReport,
        explanation: &ExplanationReport,
        options: &TextOptions,
    ) -> Excerpt<'r> {
        let mut columns: BTreeMap<(&str, u32), BTreeSet<u32>> = BTreeMap::new();
        for step in &trace.steps {
            columns.entry((&step.file, step.line)).or_default().insert(step.column);
        }
        let values = failing_values(failure, explanation);
        let failing = (failure.property.place.line_text.as_str(), values.as_str());
        let rows = rows(&trace.steps, explanation, failing, options.unfold);
        let (width, colour) = (options.width.max(NARROWEST), options.colour);
        Excerpt { steps: &trace.steps, rows, columns, width, colour }
    }

    fn write(&self, out: &mut String) {
        let most = (self.width - MARGIN) * 9 / 20;
        let texts: Vec<Option<String>> =
            self.rows.iter().map(|row| self.source_text(row, most)).collect();
        let indent = texts.iter().flatten().map(|text| leading_spaces(text)).min().unwrap_or(0);
        let texts: Vec<Option<String>> = texts
            .into_iter()
            .map(|text| text.map(|text| shorten(text.get(indent..).unwrap_or(""), most)))
            .collect();
        let column = texts.iter().flatten().map(|text| text.chars().count()).max().unwrap_or(0);
        let mut function = None;
        let (names_functions, names_files) = self.tells_apart();
        for (row, text) in self.rows.iter().zip(&texts) {
            match row {
                Row::Statement { step, reason, .. } => {
                    let step = &self.steps[*step];
                    let here = Some((step.function.as_str(), step.file.as_str()));
                    if names_functions && function != here {
                        let file =
                            if names_files { format!(" in {}", step.file) } else { String::new() };
                        let _ = writeln!(out, "{:MARGIN$}{}(){file}", "", step.function);
                        function = here;
                    }
                    self.statement(step.line, text.as_deref().unwrap_or(""), column, reason, out);
                }
                Row::Invariant(text) => {
                    for line in wrap(text, self.width - MARGIN, MOST_LINES) {
                        let margin = Style::Margin.paint("┊", self.colour);
                        let _ = writeln!(
                            out,
                            "     {margin} {}",
                            Style::Fact.paint(&line, self.colour)
                        );
                    }
                }
                Row::LeftOut(count) => {
                    let margin = Style::Margin.paint("┊", self.colour);
                    let _ =
                        writeln!(out, "     {margin} … {count} more lines (--unfold shows all) …");
                }
            }
        }
    }

    fn statement(&self, line: u32, text: &str, column: usize, reason: &str, out: &mut String) {
        const GAP: usize = 3;
        let room = self.width - MARGIN - column - GAP;
        let mut reasons = wrap(reason, room, MOST_LINES).into_iter();
        let margin = Style::Margin.paint(&format!("{line:>4} │"), self.colour);
        let first = reasons.next().unwrap_or_default();
        let padding = " ".repeat(column + GAP - text.chars().count());
        let body = format!("{margin} {text}{padding}{first}");
        let _ = writeln!(out, "{}", body.trim_end());
        for reason in reasons {
            let margin = Style::Margin.paint("     │", self.colour);
            let _ = writeln!(out, "{margin} {}{reason}", " ".repeat(column + GAP));
        }
    }

    /// The line as written; where it has several statements or is long, the one that is meant, at the line's indentation.
    fn source_text(&self, row: &Row, most: usize) -> Option<String> {
        let Row::Statement { step, line_text, .. } = row else { return None };
        let step = &self.steps[*step];
        let line = line_text.trim_end().replace('\t', TAB);
        let indent = leading_spaces(&line);
        let statements =
            self.columns.get(&(step.file.as_str(), step.line)).map_or(0, BTreeSet::len);
        let is_clear = statements <= 1 && line.chars().count() - indent <= most;
        if is_clear && !line.is_empty() {
            return Some(line);
        }
        Some(format!("{}{}", " ".repeat(indent), step.text))
    }

    /// Are there several functions, and several files?
    fn tells_apart(&self) -> (bool, bool) {
        let steps = self.rows.iter().filter_map(|row| match row {
            Row::Statement { step, .. } => Some(&self.steps[*step]),
            _ => None,
        });
        let (mut functions, mut files) = (BTreeSet::new(), BTreeSet::new());
        for step in steps {
            functions.insert((&step.function, &step.file));
            files.insert(&step.file);
        }
        (functions.len() > 1, files.len() > 1)
    }
}

/// What the failing step read: what the last invariant speaks of, rather numbers than pointers.
fn failing_values(failure: &FailureReport, explanation: &ExplanationReport) -> String {
    let parts = explanation.invariants.last().map_or(&[][..], |last| &last.parts);
    let is_address = |value: &WriteReport| value.value.starts_with('&');
    let is_in_question = |value: &WriteReport| parts.iter().any(|part| mentions(part, &value.name));
    let select = |wanted: &dyn Fn(&WriteReport) -> bool| -> Vec<WriteReport> {
        failure.property.values.iter().filter(|&value| wanted(value)).cloned().collect()
    };
    let choices = [
        select(&|value| is_in_question(value) && !is_address(value)),
        select(&|value| is_in_question(value)),
        select(&|value| !is_address(value)),
    ];
    let shown = choices.iter().find(|choice| !choice.is_empty());
    shown.and_then(|shown| values(shown)).unwrap_or_default()
}

/// Does a name occur in an expression, not merely as a part of another name?
fn mentions(expression: &str, name: &str) -> bool {
    let continues = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    expression.match_indices(name).any(|(start, _)| {
        let before = expression[..start].chars().next_back();
        let after = expression[start + name.len()..].chars().next();
        !continues(before) && !continues(after)
    })
}

fn leading_spaces(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}
