//! A way to mend the program, as plain data.

use schemars::JsonSchema;
use serde::Serialize;

/// A change of the program with which the failure does not occur.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct RepairReport {
    /// 1 is the best.
    pub rank: u32,
    /// Its name in `--method`.
    pub method: &'static str,
    /// Ascending by place, without overlap.
    pub edits: Vec<EditReport>,
    /// How the test suite ends with these edits; `None` without a suite.
    pub tests: Option<TestCount>,
    /// What a bounded search finds with these edits; `None` if there was none.
    pub bounded: Option<BoundedAnswer>,
    /// A unified diff that `patch` accepts.
    pub patch: String,
}

/// Replaces `old`, which begins at `line:column` and ends just before `end_line:end_column`, by `new`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct EditReport {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    pub old: String,
    pub new: String,
}

/// Tests of a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TestCount {
    pub passed: usize,
    pub total: usize,
}

/// What a bounded search finds in the changed program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoundedAnswer {
    /// No failing run.
    Holds,
    /// A failing run.
    Fails,
    /// Not everything could be looked at.
    Unknown,
}
