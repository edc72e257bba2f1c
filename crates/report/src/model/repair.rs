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
    /// What speaks for it: `proved` (no input makes a check fail), `bounded` (none within bounds), `tests` (all tests pass),
    /// `refuted` (all tests pass, and still there is an input that fails).
    #[schemars(extend("enum" = ["proved", "bounded", "tests", "refuted"]))]
    pub grade: &'static str,
    /// What led to it, or what is to be said about its grade.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Does the machine's C compiler agree that all tests pass? `null` if it was not asked.
    pub verified: Option<bool>,
    /// A unified diff that `patch` accepts.
    pub patch: String,
}

/// The work that a repair took.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct RepairingReport {
    /// Tests that speak, and how many of them the program failed.
    pub tests: usize,
    pub failing: usize,
    /// Failing inputs that were found on the way and became tests.
    pub counterexamples: usize,
    /// Changes of the source that were tried.
    pub changes: usize,
    /// Runs of tests.
    pub runs: u64,
    /// Changed programs that were compiled, and searched for failures.
    pub compiled: usize,
    pub searched: usize,
    /// Did time suffice for all changes?
    pub complete: bool,
    /// What was compared along failing runs, and why changes were tried; where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
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
