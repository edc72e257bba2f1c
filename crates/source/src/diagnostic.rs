//! What we tell a user whose program we cannot read: a message and the exact place it is about.
//!
//! A [`Diagnostic`] stands on its own (it carries the file name and the text of the line), so it can
//! outlive the source map of a compilation that failed.

use crate::{SourceMap, Span};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    Error,
    Warning,
    /// Nothing is wrong so far: time or memory ran out.
    OutOfBudget,
}

/// A place in a file, as people count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePlace {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub line_text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    pub place: Option<SourcePlace>,
    /// Further sentences, each on a line of its own.
    pub notes: Vec<String>,
}

impl Diagnostic {
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            place: None,
            notes: Vec::new(),
        }
    }

    pub fn warning(message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message) }
    }

    pub fn out_of_budget(message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::OutOfBudget, ..Diagnostic::error(message) }
    }

    /// The same diagnostic at the start of `span`.
    #[must_use]
    pub fn at(mut self, sources: &SourceMap, span: Span) -> Diagnostic {
        let position = sources.line_column(span);
        let file = sources.file(span.file);
        self.place = Some(SourcePlace {
            file: file.name().to_owned(),
            line: position.line,
            column: position.column,
            line_text: file.line_text(position.line).unwrap_or("").to_owned(),
        });
        self
    }

    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }
}

impl std::fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::OutOfBudget => "out of budget",
        };
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{severity}: {}", self.message)?;
        for note in &self.notes {
            write!(f, "\n  {note}")?;
        }
        Ok(())
    }
}
