//! What comes back: a report to be rendered, and what else was asked for.

use std::path::PathBuf;

use whydunit_compare::{Comparison, Difference};
use whydunit_project::Outcome;
use whydunit_report::Report;
use whydunit_trace::ErrorTrace;

/// A report and what it says in a word.
#[derive(Debug)]
pub struct Answer {
    /// All that was found out; `whydunit_report` renders it.
    pub report: Report,
    /// Whether the program fails.
    pub outcome: Outcome,
    /// What might be asked next.
    pub hint: Option<String>,
}

/// The failing run, step by step.
#[derive(Debug)]
pub struct Traced {
    /// With the steps as users see them.
    pub report: Report,
    /// Whether the program fails.
    pub outcome: Outcome,
    /// What might be asked next.
    pub hint: Option<String>,
    /// The run itself, if it failed.
    pub trace: Option<ErrorTrace>,
    /// The run as a formula in SMT-LIB, if that was asked for.
    pub formula: Option<String>,
}

/// Every failure that a search finds, or what was looked at.
#[derive(Debug)]
pub struct Checked {
    /// Failures and coverage.
    pub report: Report,
    /// Whether the program fails.
    pub outcome: Outcome,
    /// Tests and witnesses that were asked for, to be written.
    pub files: Vec<GeneratedFile>,
}

/// A file to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedFile {
    /// Where it belongs.
    pub path: PathBuf,
    /// What it holds.
    pub text: String,
}

/// Changes with which the tests pass.
#[derive(Debug)]
pub struct Repaired {
    /// The repairs, best first; or that nothing fails.
    pub report: Report,
    /// Whether the program fails.
    pub outcome: Outcome,
    /// The files that the best repair changes; `None` if there is no repair.
    pub best: Option<Vec<PatchedFile>>,
    /// The C compiler does not agree that the best repair helps.
    pub is_refused: bool,
}

/// A file and what a repair makes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatchedFile {
    /// Its name.
    pub name: String,
    /// What it holds without the repair.
    pub before: Vec<u8>,
    /// What it is to hold: what the repair does not change keeps its bytes.
    pub after: Vec<u8>,
}

impl PatchedFile {
    /// What it is to hold, as text.
    #[must_use]
    pub fn text(&self) -> String {
        whydunit_source::Encoding::decode(&self.after).0
    }
}

/// How a program differs from a reference version of it.
#[derive(Debug)]
pub struct Compared {
    /// One input for each thing that differs.
    pub differences: Vec<Difference>,
    /// The answer in a word.
    pub comparison: Comparison,
}
