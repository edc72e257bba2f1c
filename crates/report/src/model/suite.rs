//! How tests of a suite went, as plain data.

use schemars::JsonSchema;
use serde::Serialize;

use super::Place;

/// One test of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TestOutcome {
    /// As the suite calls it.
    pub name: String,
    /// How it went.
    pub verdict: TestVerdict,
    /// How it failed, or why it is not judged; empty for a test that passes.
    pub message: String,
    /// Number of atomic steps of its run.
    pub steps: u64,
    /// Where a check failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// A command that runs this test alone; given for tests that fail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reproduce: Option<String>,
}

/// What can be said of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TestVerdict {
    /// It did what was expected.
    Passed,
    /// It did something else.
    Failed,
    /// Its inputs break the precondition, the reference fails on it, or it meets something that is not supported.
    Unjudged,
    /// Time ran out.
    NotRun,
}
