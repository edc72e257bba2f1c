//! How a question ends: with an answer, or with an error that says why there is none.
//!
//! That the program fails is no error but an answer ([`Outcome::Failure`]).

use whydunit_front_c::Candidate;
use whydunit_host::ReadError;
use whydunit_source::{Diagnostic, Severity};

/// What an answer says about the program, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No check fails, as far as was looked.
    NoFailure,
    /// A check fails.
    Failure,
    /// The run met something that is not supported: a limit of ours.
    Unusable,
    /// Time, memory or steps ran out, or the work was cancelled.
    OutOfBudget,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program, a suite or another file cannot be read; each entry has its place.
    #[error("{}", first_of(.0))]
    Diagnostics(Vec<Diagnostic>),
    /// It is not clear in which function runs start.
    #[error("{}", .0.title)]
    Start(UnclearStart),
    /// A budget ran out before there was a run.
    #[error("{0}")]
    OutOfBudget(String),
    /// Options, or what they name, cannot be used.
    #[error("{0}")]
    Unusable(String),
    /// A file cannot be read or written.
    #[error("{what}: {error}")]
    Io {
        /// What was tried: `cannot read x.toml`.
        what: String,
        /// Why it did not work.
        #[source]
        error: std::io::Error,
    },
    /// Something that should not happen.
    #[error("internal error: {0}; please report this")]
    Internal(String),
}

/// Nothing to start in, or too much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnclearStart {
    /// What is wrong, in a sentence.
    pub title: String,
    /// Further sentences.
    pub notes: Vec<String>,
    /// Functions that may have been meant.
    pub candidates: Vec<Candidate>,
}

impl Error {
    /// What was found wrong with a text; or that a budget ran out before it was read.
    #[must_use]
    pub fn diagnostics(diagnostics: Vec<Diagnostic>) -> Error {
        let is_over = |it: &&Diagnostic| it.severity == Severity::OutOfBudget;
        match diagnostics.iter().find(is_over) {
            Some(over) => Error::OutOfBudget(over.message.clone()),
            None => Error::Diagnostics(diagnostics),
        }
    }

    /// For `map_err`: what was tried with a file, and why it was not read.
    pub fn read(what: impl Into<String>) -> impl FnOnce(ReadError) -> Error {
        let what = what.into();
        move |error| match error {
            ReadError::Io(error) => Error::Io { what, error },
            ReadError::Exhausted(_) => Error::OutOfBudget(format!("{what}: {error}")),
            error => Error::Unusable(format!("{what}: {error}")),
        }
    }

    /// Options that cannot be used, and why.
    pub fn unusable(message: impl Into<String>) -> Error {
        Error::Unusable(message.into())
    }

    /// For `map_err`: what was tried with a file.
    pub fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Error {
        let what = what.into();
        move |error| Error::Io { what, error }
    }

    /// What to say of a question that ended so.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Error::OutOfBudget(_) => Outcome::OutOfBudget,
            _ => Outcome::Unusable,
        }
    }
}

fn first_of(diagnostics: &[Diagnostic]) -> String {
    diagnostics.first().map_or_else(|| "the input cannot be used".to_owned(), ToString::to_string)
}
