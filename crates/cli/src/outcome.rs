//! How the command ends: exit codes, and messages about input that cannot be used.

use std::io::Write;
use std::process::ExitCode;

use whydunit_report::{Message, MessageKind, Place, render_message};
use whydunit_source::{Diagnostic, Severity};

use crate::limits::SHOWN_DIAGNOSTICS;
use crate::progress;
pub(crate) use crate::terminal::{file_options, stderr_options, stdout_options};

/// The four exit codes of the interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    NoFailure,
    Failure,
    Unusable,
    OutOfBudget,
}

impl Outcome {
    pub(crate) fn exit_code(self) -> ExitCode {
        ExitCode::from(self.code())
    }

    pub(crate) fn code(self) -> u8 {
        match self {
            Outcome::NoFailure => 0,
            Outcome::Failure => 1,
            Outcome::Unusable => 2,
            Outcome::OutOfBudget => 3,
        }
    }
}

/// Why nothing could be done.
#[derive(Debug)]
pub(crate) enum Problem {
    Diagnostics(Vec<Diagnostic>),
    /// A budget ran out before there was a run.
    OutOfBudget(String),
    Other(anyhow::Error),
}

impl Problem {
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Problem::OutOfBudget(_) => Outcome::OutOfBudget,
            Problem::Diagnostics(_) | Problem::Other(_) => Outcome::Unusable,
        }
    }
}

impl<E: Into<anyhow::Error>> From<E> for Problem {
    fn from(error: E) -> Problem {
        Problem::Other(error.into())
    }
}

pub(crate) fn print_problem(problem: &Problem) {
    let title = match problem {
        Problem::Diagnostics(diagnostics) => return print_diagnostics(diagnostics),
        Problem::OutOfBudget(message) => message.clone(),
        Problem::Other(error) => format!("{error:#}"),
    };
    print_message(MessageKind::Error, title);
}

/// A message about no place in particular.
pub(crate) fn print_message(kind: MessageKind, title: String) {
    let message = Message { kind, title, place: None, label: None, notes: Vec::new() };
    to_stderr(&render_message(&message, &stderr_options()));
}

/// What the user could do next, if there is anything.
pub(crate) fn print_hint(hint: Option<&str>) {
    if let Some(hint) = hint {
        print_message(MessageKind::Note, hint.to_owned());
    }
}

pub(crate) fn print_diagnostics(diagnostics: &[Diagnostic]) {
    let options = stderr_options();
    let mut messages: Vec<String> = diagnostics
        .iter()
        .map(|diagnostic| render_message(&message_of(diagnostic), &options))
        .collect();
    // A mistake in a contract is found at each place where the contract is checked.
    messages.dedup();
    for message in messages.iter().take(SHOWN_DIAGNOSTICS) {
        to_stderr(message);
    }
    if messages.len() > SHOWN_DIAGNOSTICS {
        to_stderr(&format!("... and {} more\n", messages.len() - SHOWN_DIAGNOSTICS));
    }
}

fn message_of(diagnostic: &Diagnostic) -> Message {
    let place = diagnostic.place.as_ref().map(|place| Place {
        file: place.file.clone(),
        line: place.line,
        column: place.column,
        end_line: place.line,
        end_column: place.column + 1,
        line_text: place.line_text.clone(),
    });
    Message {
        kind: match diagnostic.severity {
            Severity::Error => MessageKind::Error,
            Severity::Warning => MessageKind::Warning,
        },
        title: diagnostic.message.clone(),
        place,
        label: None,
        notes: diagnostic.notes.clone(),
    }
}

/// Writes to standard error; a closed one is no reason to stop.
pub(crate) fn to_stderr(text: &str) {
    progress::clear();
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
