//! A passing run beside the failing one, for people to compare.

use schemars::JsonSchema;
use serde::Serialize;

/// The passing test that is nearest to the failing run; without tests, a run that was made near it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ContrastReport {
    /// The name of the passing test; empty of a run that was made.
    pub test: String,
    /// Of a run that was made: the inputs that are others there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<String>,
    /// The first decision that goes another way there; `null` where they differ in values alone.
    pub parts: Option<PartingReport>,
    /// The first value that the explanation names and that is another one there.
    pub value: Option<DifferingReport>,
}

/// Where two runs part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PartingReport {
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// The condition as it is written.
    pub text: String,
    /// Does it hold in the failing run? `null` of a `switch`.
    pub holds: Option<bool>,
}

/// A value in two runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DifferingReport {
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// What holds the value, as it is written.
    pub name: String,
    /// In the failing run.
    pub failing: String,
    /// In the passing one.
    pub passing: String,
}

impl ContrastReport {
    /// One sentence.
    pub fn words(&self) -> String {
        let mut words = match &self.inputs {
            Some(inputs) => format!("compare: with {inputs} it passes"),
            None if self.test.starts_with("test ") => format!("compare: {} passes", self.test),
            None => format!("compare: test {} passes", self.test),
        };
        if let Some(value) = &self.value {
            let DifferingReport { line, name, failing, passing, .. } = value;
            words.push_str(&format!("; in line {line} {name} is {failing}, there {passing}"));
        }
        if let Some(parts) = &self.parts {
            let PartingReport { line, text, holds, .. } = parts;
            words.push_str(&match holds {
                Some(true) => format!("; they part in line {line}: {text} is false there"),
                Some(false) => format!("; they part in line {line}: {text} is true there"),
                None => format!("; they part in line {line}: {text} selects another case there"),
            });
        }
        words
    }
}
