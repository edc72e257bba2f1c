//! Conditions of checks, and what speaks for them.

use schemars::JsonSchema;
use serde::Serialize;

/// A condition of a check: of a range, one of its ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ProofReport {
    /// The check, by the names of `--checks`.
    pub kind: &'static str,
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// As the user wrote it.
    pub text: String,
    /// Which part of the check, where it has several: `lower end`, `upper end`.
    pub part: Option<String>,
    /// It holds in all runs.
    pub proved: bool,
    /// A fact that holds there and says so.
    pub because: Option<String>,
    /// Lines of the statements and conditions that the proof rests on.
    pub rests_on: Vec<u32>,
}
