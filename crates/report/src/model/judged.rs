//! What methods say that judge one assignment after the other, beside the steps that matter.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{EndingReport, Label};

/// What only methods say that judge one assignment after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct JudgedReport {
    /// Inputs that are there when the run starts: no statement receives them.
    pub inputs_that_matter: Vec<InputThatMatters>,
    /// Such inputs that only redirect the run: with the other value it takes another path, and fails all the same or is excluded. They do not matter for whether it fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redirecting_inputs: Vec<InputThatMatters>,
    /// Ascending by step: assignments about which there is no answer. Nothing is said of those that do not matter.
    pub unknown: Vec<UndecidedReport>,
    /// Of `minimal-set`: steps that replaced together let the check pass, smallest sets first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sets: Option<Vec<Vec<usize>>>,
    /// Of `branch-relevance`: conditionals that do not matter, whichever of their sides is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub irrelevant_conditionals: Option<Vec<ConditionalReport>>,
    /// Each of `sets` as a sentence.
    #[serde(skip)]
    pub set_texts: Vec<String>,
    /// What it means that no step matters.
    #[serde(skip)]
    pub nothing: &'static str,
}

/// An input that is there when the run starts, and with another value of which the run takes another path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct InputThatMatters {
    /// As the program calls it.
    pub name: String,
    /// Whether it is for the program or for its inputs.
    pub label: Option<Label>,
    /// The reason in words.
    pub why: String,
    /// How the run ends with the other value that `why` speaks of: it was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingReport>,
    /// The step that stands for it, if there is one.
    #[serde(skip)]
    pub step: Option<usize>,
}

/// A step of which it is not known whether it matters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct UndecidedReport {
    /// The step, by its index in the trace.
    pub step: usize,
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// As the user wrote it.
    pub text: String,
    /// Why there is no answer.
    pub why: String,
}

/// A conditional that does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ConditionalReport {
    /// Its branch.
    pub step: usize,
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// As the user wrote it.
    pub text: String,
}
