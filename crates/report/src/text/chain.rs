//! The few rows of a chain on a terminal: number, statement, reason.

use std::collections::{BTreeMap, BTreeSet};

use super::style::Style;
use super::{Repetitions, heading, mark};
use crate::brief::{BriefRow, RowText};
use crate::limits::NARROWEST_EXCERPT;
use crate::words::{
    columns, failing_values, mentions_at, shorten, shorten_around, wrap_first_fitting,
};
use crate::{ExplanationReport, FailureReport, Label, TextOptions};

/// What stands before the text: the line number and a bar.
const MARGIN: usize = 7;
const TAB: &str = "    ";
const GAP: usize = 3;

/// Rows with their texts, laid out in lines.
pub(super) struct Excerpt {
    marks: Vec<Label>,
    lines: Vec<String>,
}

struct Row {
    row: BriefRow,
    is_failing: bool,
    text: String,
}

impl Excerpt {
    /// The failing check comes last.
    pub(super) fn new(
        failure: &FailureReport,
        explanation: &ExplanationReport,
        rows: Vec<BriefRow>,
        reason_lines: usize,
        options: &TextOptions,
    ) -> Excerpt {
        let width = options.width.max(NARROWEST_EXCERPT);
        let most = (width - MARGIN) * 9 / 20;
        let marks = rows.iter().filter_map(|row| row.label).collect();
        let failing = failing_row(failure, explanation);
        let mut rows: Vec<Row> = rows
            .into_iter()
            .map(|row| (row, false))
            .chain(failing.map(|row| (row, true)))
            .map(|(row, is_failing)| Row { text: String::new(), row, is_failing })
            .collect();
        let starts = columns_of_steps(failure);
        let texts: Vec<String> = rows.iter().map(|row| source_text(&row.row, &starts)).collect();
        let indent = texts.iter().map(|text| leading_spaces(text)).min().unwrap_or(0);
        for (row, text) in rows.iter_mut().zip(texts) {
            row.text = fitted(&row.row, text.get(indent..).unwrap_or(""), most);
        }
        let column = rows.iter().map(|row| columns(&row.text)).max().unwrap_or(0);
        let mut lines = Vec::new();
        let mut around = None;
        let files: BTreeSet<&str> = rows.iter().map(|row| row.row.file.as_str()).collect();
        let functions: BTreeSet<&str> =
            rows.iter().filter_map(|row| row.row.function.as_deref()).collect();
        let names_functions = functions.len() > 1 || files.len() > 1;
        for row in &rows {
            let here = (row.row.function.as_deref(), row.row.file.as_str());
            if names_functions && around != Some(here) {
                heading(Some(here), files.len() > 1, width, &mut lines);
                around = Some(here);
            }
            row.write(column, width, reason_lines, options.colour, &mut lines);
        }
        Excerpt { marks, lines }
    }

    pub(super) fn marks(&self) -> impl Iterator<Item = Label> {
        self.marks.iter().copied()
    }

    pub(super) fn height(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn write(self, out: &mut Vec<String>) {
        out.extend(self.lines);
    }
}

impl Row {
    fn write(
        &self,
        column: usize,
        width: usize,
        reason_lines: usize,
        colour: bool,
        out: &mut Vec<String>,
    ) {
        let room = width - MARGIN - column - GAP;
        let reasons = self.row.reasons.iter().cloned();
        let mut reasons = wrap_first_fitting(reasons, room, reason_lines).into_iter();
        let (number_style, said_style) = match self.is_failing {
            true => (Style::Error, Style::Error),
            false => (Style::Margin, Style::Fact),
        };
        let number = number_style.paint(&format!("{:>4}", self.row.line), colour);
        let mark = Style::Warning.paint(self.row.label.map_or("", mark), colour);
        let mark = if mark.is_empty() { " ".to_owned() } else { mark };
        let bar = Style::Margin.paint("│", colour);
        let first = said_style.paint(&reasons.next().unwrap_or_default(), colour);
        let padding = " ".repeat(column + GAP - columns(&self.text));
        out.push(format!("{number}{mark}{bar} {}{padding}{first}", self.text));
        for reason in reasons {
            let reason = said_style.paint(&reason, colour);
            out.push(format!("     {bar} {}{reason}", " ".repeat(column + GAP)));
        }
    }
}

/// The failing step with what it read.
fn failing_row(failure: &FailureReport, explanation: &ExplanationReport) -> Option<BriefRow> {
    let steps = &failure.trace.as_ref()?.steps;
    let step = steps.last()?;
    let place = &failure.property.place;
    let wanted = [steps.len() - 1];
    let when = Repetitions::of(steps, wanted.into_iter()).when(&wanted);
    let values = failing_values(failure, explanation);
    let separator = if when.is_empty() || values.is_empty() { "" } else { ": " };
    let about = failure.property.values.iter().map(|value| value.name.clone());
    Some(BriefRow {
        position: step.index,
        file: step.file.clone(),
        line: step.line,
        function: Some(step.function.clone()),
        label: None,
        text: RowText::Source {
            line_text: place.line_text.clone(),
            column: step.column,
            statement: step.text.clone(),
        },
        reasons: vec![format!("{when}{separator}{values}")],
        about: about.collect(),
    })
}

/// Where in each line something begins that was executed.
type Columns<'r> = BTreeMap<(&'r str, u32), BTreeSet<u32>>;

fn columns_of_steps(failure: &FailureReport) -> Columns<'_> {
    let mut columns = Columns::new();
    for step in failure.trace.iter().flat_map(|trace| &trace.steps) {
        columns.entry((&step.file, step.line)).or_default().insert(step.column);
    }
    columns
}

/// The line as written; where it has several statements, the one that is meant, at the line's indentation.
fn source_text(row: &BriefRow, starts: &Columns<'_>) -> String {
    match &row.text {
        RowText::Words(words) => words.clone(),
        RowText::Source { line_text, statement, column } => {
            let line = line_text.trim_end().replace('\t', TAB);
            let indent = leading_spaces(&line);
            let mut others = starts.get(&(row.file.as_str(), row.line)).into_iter().flatten();
            let is_alone = others.all(|other| other == column);
            match is_alone && !line.is_empty() {
                true => line,
                false => format!("{}{statement}", " ".repeat(indent)),
            }
        }
    }
}

/// In this room: a statement rather than its line, and of a long one the part that the reason speaks of.
fn fitted(row: &BriefRow, text: &str, room: usize) -> String {
    let RowText::Source { statement, .. } = &row.text else { return shorten(text, room) };
    if columns(text) <= room {
        return text.to_owned();
    }
    let indent = leading_spaces(text).min(room / 3);
    let focus = row.about.iter().find_map(|name| mentions_at(statement, name));
    let shown = match focus {
        Some(focus) => shorten_around(statement, room - indent, focus),
        None => shorten(statement, room - indent),
    };
    format!("{}{shown}", " ".repeat(indent))
}

fn leading_spaces(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}
