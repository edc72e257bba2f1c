//! Code that no run gets through.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Place;

/// A condition that goes one way in every run of its function, whatever the inputs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InconsistentReport {
    /// The condition.
    #[serde(flatten)]
    pub place: Place,
    /// The function that it stands in.
    pub function: String,
    /// What is said of it.
    pub message: String,
    /// The lines that decide it, along a run that comes there; ascending.
    pub lines: Vec<u32>,
}
