//! What a verdict rests on.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Place;

/// Something that a verdict takes for granted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AssumptionReport {
    /// What kind of thing is taken for granted.
    pub kind: AssumptionKind,
    /// In words.
    pub what: String,
    /// The place in the program that it concerns, if it concerns one.
    pub file: Option<String>,
    /// Counted from 1.
    pub line: Option<u32>,
}

impl AssumptionReport {
    /// Of its parts.
    pub fn new(kind: AssumptionKind, what: impl Into<String>, place: Option<&Place>) -> Self {
        AssumptionReport {
            kind,
            what: what.into(),
            file: place.map(|place| place.file.clone()),
            line: place.map(|place| place.line),
        }
    }
}

/// What an assumption is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AssumptionKind {
    /// Nothing beyond these iterations, this depth or these values of inputs was looked at.
    Bound,
    /// How much lies behind a pointer among the inputs.
    Size,
    /// What was in static storage before the start.
    State,
    /// What the outside answers.
    Outside,
    /// A check is off: what it would report is not known.
    CheckOff,
    /// Memory that is asked for is there.
    Alloc,
    /// A loop or recursion ends.
    Termination,
}
