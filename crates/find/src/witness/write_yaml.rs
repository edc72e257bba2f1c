//! A failing run as a violation witness of format 2.0: what each call returned, in order, then the target.
//!
//! Branches are not told: the inputs determine them.

use std::fmt::Write;

use whydunit_source::{FileId, LineColumn, Span};

use super::FailingRun;
use super::record::Event;
use super::write::{PRODUCER, VERSION};

/// `creation_time` is a date and time of ISO 8601, `2026-01-31T12:00:00Z`.
pub fn write_yaml(run: &FailingRun<'_>, creation_time: &str) -> String {
    let mut content = String::from("  content:\n");
    let start = run.start_facts();
    if !start.is_empty() {
        let span = run.start_span();
        let constraint = Some((start.join(" && "), "c_expression"));
        let function = &run.program.function(run.start).name;
        let at = run.program.sources.line_column(span);
        waypoint(&mut content, run, "assumption", (span.file, at, function), constraint);
    }
    for event in &run.events {
        let Event::Input { number, at } = *event else { continue };
        let Some(input) = run.inputs.get(number) else { continue };
        let Some((_, value)) = run.returned(input) else { continue };
        let constraint = Some((format!("\\result == {value}"), "acsl_expression"));
        let function = &run.program.function(at.function).name;
        let place = (input.span.file, last_character(run, input.span), function.as_str());
        waypoint(&mut content, run, "function_return", place, constraint);
    }
    let target = run.target();
    let function = match run.last {
        Some(last) => &run.program.function(last.function).name,
        None => &run.program.function(run.start).name,
    };
    let at = run.program.sources.line_column(target);
    waypoint(&mut content, run, "target", (target.file, at, function), None);
    format!("{}{content}", head(run, creation_time, &content))
}

/// Where a call ends: its closing parenthesis.
fn last_character(run: &FailingRun<'_>, span: Span) -> LineColumn {
    let end = span.end.max(span.start + 1) - 1;
    run.program.sources.line_column(Span::at(span.file, end))
}

fn head(run: &FailingRun<'_>, creation_time: &str, content: &str) -> String {
    let files = run.files();
    let specification = run.specification();
    let identity = format!("{creation_time} {files:?} {specification} {content}");
    let pair =
        |indent: usize, key: &str, value: &str| format!("{:indent$}{key}: {}\n", "", quoted(value));
    let mut text = pair(0, "- entry_type", "violation_sequence");
    text += "  metadata:\n";
    text += &pair(4, "format_version", "2.0");
    text += &pair(4, "uuid", &run.uuid(&identity));
    text += &pair(4, "creation_time", creation_time);
    text += "    producer:\n";
    text += &pair(6, "name", PRODUCER);
    text += &pair(6, "version", VERSION);
    text += "    task:\n      input_files:\n";
    for (file, _) in &files {
        text += &format!("        - {}\n", quoted(file));
    }
    text += "      input_file_hashes:\n";
    for (file, hash) in &files {
        text += &pair(8, &quoted(file), hash);
    }
    text += &pair(6, "specification", &specification);
    text += &pair(6, "data_model", if run.is_32_bit() { "ILP32" } else { "LP64" });
    text += &pair(6, "language", "C");
    text
}

/// A segment of one waypoint.
fn waypoint(
    text: &mut String,
    run: &FailingRun<'_>,
    kind: &str,
    (file, at, function): (FileId, LineColumn, &str),
    constraint: Option<(String, &str)>,
) {
    let file = quoted(run.program.sources.file(file).name());
    let (line, column, function) = (at.line, at.column, quoted(function));
    let mut lines = format!(
        "    - segment:
        - waypoint:
            type: \"{kind}\"
            action: \"follow\"
            location:
              file_name: {file}
              line: {line}
              column: {column}
              function: {function}
"
    );
    if let Some((value, format)) = constraint {
        let value = quoted(&value);
        lines += &format!(
            "            constraint:
              value: {value}
              format: \"{format}\"
"
        );
    }
    text.push_str(&lines);
}

/// In double quotes, which can hold everything.
fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                result.push('\\');
                result.push(c);
            }
            '\n' => result.push_str("\\n"),
            '\t' => result.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{feff}' | '\u{2028}' | '\u{2029}') => {
                write!(result, "\\u{:04x}", u32::from(c)).expect("a string should take text");
            }
            c => result.push(c),
        }
    }
    result.push('"');
    result
}
