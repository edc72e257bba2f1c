//! An explained failure for a terminal, with all that matters (`--chain`): what failed, on which inputs, and the lines of the source that matter with the reason beside each.
//!
//! The failing line comes last. Lines keep to the width of the terminal: source lines are shortened, reasons go on below.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::rows::{Detail, Row, rows, rows_before_failure};
use super::style::Style;
use crate::limits::{
    MOST_CONJUNCTS, MOST_HEADLINE_LINES, MOST_REASON_LINES, MOST_TITLE_LINES, NARROWEST_EXCERPT,
};
use crate::words::{
    Marks, Remark, columns, condition_worded, failing_values, inputs_text, joined_remarks, remarks,
    security_remarks, shorten, shorten_front, wrap, wrap_first_fitting,
};
use crate::{
    ContrastReport, DeclarationReport, ExplanationReport, FailureReport, Label, RelevantReport,
    StepReport, TextOptions, TraceReport,
};

/// What stands before the text: the line number and a bar.
const MARGIN: usize = 7;
const TAB: &str = "    ";
/// A failure and all its explanations.
pub(crate) fn explained_failure(
    failure: &FailureReport,
    trace: &TraceReport,
    options: &TextOptions,
    out: &mut String,
) {
    let width = options.width.max(NARROWEST_EXCERPT);
    let mut head = Vec::new();
    title(failure, width, options.colour, &mut head);
    let causes = |out: &mut String| super::causes::causes(failure, options, out);
    match failure.explanations.as_slice() {
        [only] => {
            head.extend(condition_lines(failure, Some(only), width));
            write_lines(&head, out);
            causes(out);
            explanation(failure, trace, only, options, out);
        }
        [told, judged, ..] if failure.is_joined => {
            head.extend(condition_lines(failure, Some(told), width));
            write_lines(&head, out);
            causes(out);
            joined(failure, trace, (told, judged), options, out);
        }
        several => {
            head.extend(condition_lines(failure, None, width));
            write_lines(&head, out);
            causes(out);
            let without_inputs = FailureReport { inputs: Vec::new(), ..failure.clone() };
            for one in several {
                let mut head = vec![String::new()];
                section(one, width, options.colour, &mut head);
                head.extend(condition_lines(&without_inputs, Some(one), width));
                write_lines(&head, out);
                explanation(failure, trace, one, options, out);
            }
        }
    }
    if let Some(security) = failure.security.as_ref().filter(|_| !failure.is_joined) {
        write_remarks(&security_remarks(security), options, out);
    }
    let contrast = failure.contrast.iter().map(ContrastReport::words);
    for line in contrast.flat_map(|words| wrap(&words, width - 2, MOST_REASON_LINES)) {
        let _ = writeln!(out, "  {line}");
    }
    // Whole, however long: it is there to be copied.
    if let Some(command) = &failure.reproduce {
        let _ = writeln!(out, "  reproduce: {command}");
    }
    for line in failure.hint.iter().flat_map(|hint| wrap(hint, width - 2, MOST_REASON_LINES)) {
        let _ = writeln!(out, "  {line}");
    }
}

fn write_lines(lines: &[String], out: &mut String) {
    for line in lines {
        let _ = writeln!(out, "{line}");
    }
}

fn explanation(
    failure: &FailureReport,
    trace: &TraceReport,
    explanation: &ExplanationReport,
    options: &TextOptions,
    out: &mut String,
) {
    out.push('\n');
    let excerpt = Excerpt::new(failure, trace, explanation, options);
    excerpt.write(out);
    out.push('\n');
    write_remarks(&remarks(explanation, Marks::of(excerpt.marks())), options, out);
}

/// One explanation, marked with what the other says of its lines; then what only the other one names.
fn joined(
    failure: &FailureReport,
    trace: &TraceReport,
    (told, judged): (&ExplanationReport, &ExplanationReport),
    options: &TextOptions,
    out: &mut String,
) {
    out.push('\n');
    let excerpt = Excerpt::new(failure, trace, told, options);
    excerpt.write(out);
    out.push('\n');
    let others = Excerpt::of_statements(trace, &only_judged(told, judged), options);
    if !others.rows.is_empty() {
        let _ = writeln!(out, "  Other lines where another value would have led elsewhere:");
        others.write(out);
        out.push('\n');
    }
    let marks = Marks::of(excerpt.marks().chain(others.marks()));
    let remarks = joined_remarks(told, judged, failure.security.as_ref(), marks);
    write_remarks(&remarks, options, out);
}

/// The explanation without the statements that `told` names, and without those that other values would only have made fail in another way.
pub(crate) fn only_judged(
    told: &ExplanationReport,
    judged: &ExplanationReport,
) -> ExplanationReport {
    fn statement(entry: &RelevantReport) -> (&str, u32, u32) {
        (entry.file.as_str(), entry.line, entry.column)
    }
    let named: BTreeSet<(&str, u32, u32)> = told.relevant.iter().map(statement).collect();
    let mut added = judged.clone();
    let is_plain = |entry: &RelevantReport| {
        entry.reason.replaced.as_ref().is_none_or(|replaced| !replaced.is_far_fetched)
    };
    added.relevant.retain(|entry| is_plain(entry) && !named.contains(&statement(entry)));
    added
}

/// `error: message` and the place, at the right margin if there is room.
pub(super) fn title(failure: &FailureReport, width: usize, colour: bool, out: &mut Vec<String>) {
    let property = &failure.property;
    let place = format!("{}:{}", property.place.file, property.place.line);
    let mut lines = wrap(&property.message, width - MARGIN, MOST_TITLE_LINES).into_iter();
    let first = lines.next().unwrap_or_default();
    let rest: Vec<String> = lines.collect();
    let gap = width.saturating_sub(MARGIN + columns(&first) + columns(&place));
    let is_question = property.kind == "question";
    let label = if is_question { "  why:" } else { "error:" };
    let label = Style::Error.paint(label, colour);
    let first = format!("{label} {}", Style::Strong.paint(&first, colour));
    if gap >= 2 && rest.is_empty() {
        out.push(format!("{first}{}{place}", " ".repeat(gap)));
    } else {
        out.push(first);
        for line in &rest {
            out.push(format!("{:MARGIN$}{}", "", Style::Strong.paint(line, colour)));
        }
        // The end of a path tells more than its beginning.
        let room = width - MARGIN - "at ".len();
        out.push(format!("{:MARGIN$}at {}", "", shorten_front(&place, room)));
    }
    // What was concluded, and not seen, is told as such.
    let inferred = property.inferred.iter().map(|inferred| format!("inferred: {inferred}"));
    for line in inferred.flat_map(|line| wrap(&line, width - MARGIN, MOST_TITLE_LINES)) {
        out.push(format!("{:MARGIN$}{line}", ""));
    }
}

/// The method and its question.
pub(super) fn section(
    explanation: &ExplanationReport,
    width: usize,
    colour: bool,
    out: &mut Vec<String>,
) {
    let heading = format!("{}: {}", explanation.method, explanation.question);
    for (index, line) in wrap(&heading, width, MOST_REASON_LINES).into_iter().enumerate() {
        let line = match line.strip_prefix(explanation.method).filter(|_| index == 0) {
            Some(rest) => format!("{}{rest}", Style::Strong.paint(explanation.method, colour)),
            None => line,
        };
        out.push(line);
    }
}

/// Inputs and the condition under which it fails: under the title, on one line if they fit.
pub(super) fn condition_lines(
    failure: &FailureReport,
    explanation: Option<&ExplanationReport>,
    width: usize,
) -> Vec<String> {
    let room = width - MARGIN;
    let inputs =
        (!failure.inputs.is_empty()).then(|| format!("with {}", inputs_text(&failure.inputs)));
    let conditions =
        |most| explanation.and_then(|explanation| condition_worded(failure, explanation, most));
    let sentences: Vec<String> = inputs.iter().cloned().chain(conditions(MOST_CONJUNCTS)).collect();
    let together = sentences.join("; ");
    let lines = if columns(&together) <= room {
        wrap(&together, room, 1)
    } else {
        let mut lines =
            inputs.map_or(Vec::new(), |inputs| wrap(&inputs, room, MOST_HEADLINE_LINES));
        let shorter = (2..=MOST_CONJUNCTS).rev().filter_map(conditions);
        lines.extend(wrap_first_fitting(shorter, room, MOST_HEADLINE_LINES));
        lines
    };
    lines.into_iter().map(|line| format!("{:MARGIN$}{line}", "")).collect()
}

fn write_remarks(remarks: &[Remark], options: &TextOptions, out: &mut String) {
    let width = options.width.max(NARROWEST_EXCERPT);
    for remark in remarks {
        match remark {
            Remark::Plain(text) | Remark::Aside(text) => {
                for line in wrap(text, width - 2, MOST_REASON_LINES) {
                    let _ = writeln!(out, "  {line}");
                }
            }
            Remark::Warning(text) => {
                let _ = writeln!(out, "  {}", Style::Warning.paint(text, options.colour));
            }
        }
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
        let values = failing_values(failure, explanation);
        let failing = (failure.property.place.line_text.as_str(), values.as_str());
        let detail = Detail { unfold: options.unfold, is_brief: failure.is_joined };
        let rows = rows(&trace.steps, explanation, failing, detail);
        Excerpt::of_rows(trace, rows, options)
    }

    /// The statements that matter, without the failing one.
    fn of_statements(
        trace: &'r TraceReport,
        explanation: &ExplanationReport,
        options: &TextOptions,
    ) -> Excerpt<'r> {
        let detail = Detail { unfold: options.unfold, is_brief: true };
        let (rows, _) = rows_before_failure(&trace.steps, explanation, detail);
        Excerpt::of_rows(trace, rows, options)
    }

    fn of_rows(trace: &'r TraceReport, rows: Vec<Row>, options: &TextOptions) -> Excerpt<'r> {
        let mut columns: BTreeMap<(&str, u32), BTreeSet<u32>> = BTreeMap::new();
        for step in &trace.steps {
            columns.entry((&step.file, step.line)).or_default().insert(step.column);
        }
        let (width, colour) = (options.width.max(NARROWEST_EXCERPT), options.colour);
        Excerpt { steps: &trace.steps, rows, columns, width, colour }
    }

    /// What stands beside the numbers of lines.
    fn marks(&self) -> impl Iterator<Item = Label> {
        self.rows.iter().filter_map(|row| match row {
            Row::Statement { label, .. } => *label,
            Row::Declaration { .. } | Row::Invariant(_) => None,
        })
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
        let column = texts.iter().flatten().map(|text| columns(text)).max().unwrap_or(0);
        let mut function = None;
        let (names_functions, names_files) = self.tells_apart();
        for (row, text) in self.rows.iter().zip(&texts) {
            match row {
                Row::Statement { .. } | Row::Declaration { .. } => {
                    let here = self.around(row);
                    if names_functions && function != here {
                        let mut lines = Vec::new();
                        heading(here, names_files, self.width, &mut lines);
                        write_lines(&lines, out);
                        function = here;
                    }
                    let text = text.as_deref().unwrap_or("");
                    self.statement(row, (text, column), out);
                }
                Row::Invariant(texts) => {
                    let room = self.width - MARGIN;
                    for line in wrap_first_fitting(texts.iter().cloned(), room, MOST_REASON_LINES) {
                        let margin = Style::Margin.paint("┊", self.colour);
                        let _ = writeln!(
                            out,
                            "     {margin} {}",
                            Style::Fact.paint(&line, self.colour)
                        );
                    }
                }
            }
        }
    }

    /// The function (none outside of functions) and the file that a row belongs to.
    fn around<'a>(&'a self, row: &'a Row) -> Option<(Option<&'a str>, &'a str)> {
        let (step, declaration) = match row {
            Row::Statement { step, .. } => (step, None),
            Row::Declaration { position, declaration, .. } => (position, Some(declaration)),
            Row::Invariant(_) => return None,
        };
        Some(match declaration.filter(|it| !it.is_local) {
            Some(outside) => (None, outside.place.file.as_str()),
            None => {
                let step = &self.steps[*step];
                (Some(step.function.as_str()), step.file.as_str())
            }
        })
    }

    fn statement(&self, row: &Row, (text, column): (&str, usize), out: &mut String) {
        const GAP: usize = 3;
        let (line, label, reasons, is_failing) = match row {
            Row::Statement { step, label, reasons, .. } => {
                let step = &self.steps[*step];
                let is_failing = step.index + 1 == self.steps.len();
                (step.line, *label, reasons.as_slice(), is_failing)
            }
            Row::Declaration { declaration, reason, .. } => {
                (declaration.place.line, None, std::slice::from_ref(reason), false)
            }
            Row::Invariant(_) => return,
        };
        let room = self.width - MARGIN - column - GAP;
        let mut reasons =
            wrap_first_fitting(reasons.iter().cloned(), room, MOST_REASON_LINES).into_iter();
        let (number_style, said_style) = match is_failing {
            true => (Style::Error, Style::Error),
            false => (Style::Margin, Style::Fact),
        };
        let number = number_style.paint(&format!("{line:>4}"), self.colour);
        let mark = Style::Warning.paint(label.map_or("", mark), self.colour);
        let mark = if mark.is_empty() { " ".to_owned() } else { mark };
        let bar = Style::Margin.paint("│", self.colour);
        let first = said_style.paint(&reasons.next().unwrap_or_default(), self.colour);
        let padding = " ".repeat(column + GAP - columns(text));
        let body = format!("{number}{mark}{bar} {text}{padding}{first}");
        let _ = writeln!(out, "{}", body.trim_end());
        for reason in reasons {
            let reason = said_style.paint(&reason, self.colour);
            let _ = writeln!(out, "     {bar} {}{reason}", " ".repeat(column + GAP));
        }
    }

    /// The line as written; where it has several statements or is long, the one that is meant, at the line's indentation.
    fn source_text(&self, row: &Row, most: usize) -> Option<String> {
        let (file, number, column, text, line) = match row {
            Row::Statement { step, line_text, .. } => {
                let StepReport { file, line, column, text, .. } = &self.steps[*step];
                (file, *line, *column, text, line_text)
            }
            Row::Declaration { declaration, .. } => {
                let DeclarationReport { place, text, .. } = declaration;
                (&place.file, place.line, place.column, text, &place.line_text)
            }
            Row::Invariant(_) => return None,
        };
        let line = line.trim_end().replace('\t', TAB);
        let indent = leading_spaces(&line);
        let mut others = self.columns.get(&(file.as_str(), number)).into_iter().flatten();
        let is_alone = others.all(|&other| other == column);
        let is_clear = is_alone && columns(&line) - indent <= most;
        if is_clear && !line.is_empty() {
            return Some(line);
        }
        Some(format!("{}{text}", " ".repeat(indent)))
    }

    /// Are there several functions, and several files?
    fn tells_apart(&self) -> (bool, bool) {
        let (mut functions, mut files) = (BTreeSet::new(), BTreeSet::new());
        for (function, file) in self.rows.iter().filter_map(|row| self.around(row)) {
            functions.extend(function.map(|function| (function, file)));
            files.insert(file);
        }
        (functions.len() > 1 || files.len() > 1, files.len() > 1)
    }
}

/// Where the rows below belong to.
pub(crate) fn heading(
    around: Option<(Option<&str>, &str)>,
    names_files: bool,
    width: usize,
    out: &mut Vec<String>,
) {
    let text = match around {
        Some((Some(function), file)) if names_files => format!("{function}() in {file}"),
        Some((Some(function), _)) => format!("{function}()"),
        Some((None, file)) if names_files => format!("in {file}"),
        _ => return,
    };
    out.push(format!("{:MARGIN$}{}", "", shorten(&text, width - MARGIN)));
}

/// What stands beside the number of a line whose value matters.
pub(crate) fn mark(label: Label) -> &'static str {
    match label {
        Label::Enforcing => "*",
        Label::Admitting => "@",
    }
}

fn leading_spaces(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}
