//! How the command ends: exit codes, and messages about input that cannot be used.

use std::io::Write;
use std::process::ExitCode;

use whydunit::{Diagnostic, Error, Outcome, Severity};
use whydunit_report::{Message, MessageKind, Place, render_message};

use crate::limits::SHOWN_DIAGNOSTICS;
pub(crate) use crate::terminal::{file_options, stderr_options, stdout_options};
use crate::{progress, start};

/// The four exit codes of the interface.
pub(crate) fn exit_code(outcome: Outcome) -> ExitCode {
    ExitCode::from(code(outcome))
}

pub(crate) fn code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::NoFailure => 0,
        Outcome::Failure => 1,
        Outcome::Unusable => 2,
        Outcome::OutOfBudget => 3,
    }
}

/// Why nothing could be done.
#[derive(Debug)]
pub(crate) enum Problem {
    /// What the library says.
    Library(Error),
    Other(anyhow::Error),
}

impl Problem {
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Problem::Library(error) => error.outcome(),
            Problem::Other(_) => Outcome::Unusable,
        }
    }

    /// What is wrong with the program, if that is it.
    pub(crate) fn diagnostics(&self) -> Option<Vec<Diagnostic>> {
        match self {
            Problem::Library(Error::Diagnostics(diagnostics)) => Some(diagnostics.clone()),
            Problem::Library(Error::Start(unclear)) => Some(vec![start::diagnostic(unclear)]),
            _ => None,
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Problem::Library(error) => write!(f, "{error}"),
            Problem::Other(error) => write!(f, "{error:#}"),
        }
    }
}

impl<E: Into<anyhow::Error>> From<E> for Problem {
    fn from(error: E) -> Problem {
        match error.into().downcast() {
            Ok(error) => Problem::Library(error),
            Err(error) => Problem::Other(error),
        }
    }
}

pub(crate) fn print_problem(problem: &Problem) {
    match problem.diagnostics() {
        Some(diagnostics) => print_diagnostics(&diagnostics),
        None => print_message(MessageKind::Error, problem.to_string()),
    }
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
            Severity::Error | Severity::OutOfBudget => MessageKind::Error,
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
