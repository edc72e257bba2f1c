//! A line that may be to blame, with the evidence for it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Place;

/// A place that may be to blame. Everything said of it was run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CauseReport {
    /// Counted from 1; each line is one cause.
    pub rank: usize,
    /// Where it is in the source.
    #[serde(flatten)]
    pub place: Place,
    /// The part of the line that the strongest evidence is about, as written.
    pub text: String,
    /// The strongest evidence, in a phrase.
    pub why: String,
    /// Strongest first.
    pub evidence: Vec<EvidenceReport>,
}

/// Something that was tried at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct EvidenceReport {
    /// `switch`: another outcome of a branch; `value`: another value; `edit`: a small edit of the source; `tests`: failing and passing tests differ in executing it; `contrast`: failing and passing runs
    /// nearby differ.
    #[schemars(extend("enum" = ["switch", "value", "edit", "tests", "contrast"]))]
    pub kind: &'static str,
    /// One phrase: what was changed, and what became of the runs.
    pub text: String,
}
