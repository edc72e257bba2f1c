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
    /// What speaks for it.
    pub grade: RepairGrade,
    /// Against what it has this grade: `the contract of f`, `reference good.c`, `6 tests`, `the checks that are on`, `this run`.
    pub against: String,
    /// The search that `bounded` tells of has looked at all inputs.
    pub exhaustive: bool,
    /// What fails as it did before, elsewhere; `bounded` and `grade` are about the failure that was to be repaired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining: Option<String>,
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
    /// Tests that fail.
    pub failing: usize,
    /// Nobody gave them: a search has generated them.
    pub generated: bool,
    /// Failing inputs that were found on the way and became tests.
    pub counterexamples: usize,
    /// Changes of the source that were tried.
    pub changes: usize,
    /// Runs of tests.
    pub runs: u64,
    /// Changed programs that were compiled, and searched for failures.
    pub compiled: usize,
    /// Changes that were tried.
    pub searched: usize,
    /// Did time suffice for all changes?
    pub complete: bool,
    /// What was compared along failing runs, and why changes were tried; where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// What the diagnosis with proofs names, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnosis: Option<DiagnosisReport>,
}

/// Statements whose change keeps the failing runs from failing (PED).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DiagnosisReport {
    /// How much was used: `default`, `no-inv`, `with-inv`, `relevant`.
    pub level: &'static str,
    /// Steps of the failing run that matter to its check.
    pub steps: usize,
    /// Solutions that were not refuted when they were tried.
    pub solutions: Vec<SolutionReport>,
    /// Lines that proofs of other checks rest on, which are not changed.
    pub trusted: Vec<u32>,
    /// Conditions of checks that were proved for all runs, and all that there are.
    pub proved: usize,
    /// Conditions that were looked at.
    pub conditions: usize,
    /// There may be more solutions.
    pub complete: bool,
    /// What was found besides, one sentence each.
    pub notes: Vec<String>,
    /// The repair program, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<Vec<String>>,
}

/// Changes that together keep the failing runs from failing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SolutionReport {
    /// Counted from 1.
    pub rank: u32,
    /// The changes that it proposes together.
    pub fixes: Vec<FixReport>,
    /// It only keeps the run from coming as far.
    pub cuts_short: bool,
}

/// A statement that is to be changed: like this, or so that it computes such values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct FixReport {
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// The statement as it stands.
    pub text: String,
    /// What it becomes, where the library has an entry: `i <= n -> i < n`.
    pub change: Option<String>,
    /// What it should compute, where the library has none.
    pub values: Option<String>,
    /// What it costs, in the library of likely mistakes.
    pub weight: Option<u32>,
}

/// Replaces `old`, which begins at `line:column` and ends just before `end_line:end_column`, by `new`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct EditReport {
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// The line of its last character.
    pub end_line: u32,
    /// Of the first character behind it.
    pub end_column: u32,
    /// What stands there.
    pub old: String,
    /// What is to stand there.
    pub new: String,
}

/// Tests of a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TestCount {
    /// Tests that pass.
    pub passed: usize,
    /// All tests that were run.
    pub total: usize,
    /// Of all, those that a search has generated.
    pub generated: usize,
}

/// What speaks for a repair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RepairGrade {
    /// A contract, an assertion or a reference says what is right, and no input makes the program do otherwise.
    Proved,
    /// The same within bounds.
    Bounded,
    /// All tests pass; nothing more is known.
    Tests,
    /// No check fails any more; nothing says what is right.
    Checks,
    /// The run that failed no longer does; there is no other, or none is known.
    ThisRun,
    /// All tests pass, and still there is an input that fails.
    Refuted,
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
