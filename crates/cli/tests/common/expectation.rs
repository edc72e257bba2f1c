//! Expectations in the source of a test program: `//~ KIND@COLUMN: message` on the line that is reported,
//! or `//~ none` for a program in which nothing fails (`//~ none: aborted` when it does not end with exit code 0).
//!
//! With `UPDATE_EXPECT=1` the messages are rewritten, never kinds or places.

#![allow(dead_code, reason = "each test uses a part of this")]

use std::fs;

use crate::common::Case;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expectation {
    /// How the run ends without a failure.
    None {
        ending: String,
    },
    Some(Finding),
}

/// What is reported, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) kind: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) message: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}: {}", self.line, self.column, self.kind, self.message)
    }
}

const MARK: &str = "//~ ";

pub(crate) fn expectation(case: &Case) -> Result<Expectation, String> {
    let mut found = None;
    for (index, line) in case.source.lines().enumerate() {
        let Some((_, note)) = line.split_once(MARK) else { continue };
        if found.replace((index + 1, note.trim_end())).is_some() {
            return Err("more than one expectation".into());
        }
    }
    let (line, note) = found.ok_or("no expectation (`//~ kind@column: message` or `//~ none`)")?;
    if let Some(ending) = note.strip_prefix("none") {
        let ending = ending.strip_prefix(": ").unwrap_or("exit code 0");
        return Ok(Expectation::None { ending: ending.to_string() });
    }
    let (head, message) = note.split_once(": ").unwrap_or((note, ""));
    let (kind, column) = head.split_once('@').ok_or("the expectation has no column")?;
    let column = column.parse().map_err(|_| "the column is not a number")?;
    let message = message.to_string();
    Ok(Expectation::Some(Finding { kind: kind.to_string(), line, column, message }))
}

/// Compares, or rewrites the message when asked to and everything else is as expected.
pub(crate) fn compare(case: &Case, expected: &Finding, got: &Finding) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    let same_place =
        (&expected.kind, expected.line, expected.column) == (&got.kind, got.line, got.column);
    if same_place && std::env::var_os("UPDATE_EXPECT").is_some() {
        let lines: Vec<String> = case
            .source
            .lines()
            .map(|line| match line.split_once(MARK) {
                Some((code, _)) => {
                    format!("{code}{MARK}{}@{}: {}", got.kind, got.column, got.message)
                }
                None => line.to_string(),
            })
            .collect();
        return fs::write(&case.path, lines.join("\n") + "\n").map_err(|e| e.to_string());
    }
    Err(format!("\n    expected {expected}\n         got {got}\n"))
}
