//! Who can trigger a failure, as plain data.

use serde::Serialize;

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SecurityReport {
    pub classification: Classification,
    /// The external inputs that decide, in the order in which they come.
    pub inputs: Vec<DecidingInput>,
    /// What the classification speaks of.
    pub level: SecurityLevel,
    /// Why it is not known.
    pub reason: Option<String>,
    /// The last input of the run whose value matters.
    pub last_admitting_input: Option<AdmittingInput>,
    /// Of the relevant steps, those whose values the program itself sets; `None` if that is not known.
    pub enforcing_share: Option<EnforcingShare>,
    /// Does the run have inputs that an outsider chooses?
    #[serde(skip)]
    pub has_external_inputs: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Classification {
    /// Some external input decides: one value of it surely fails, another does not.
    Security,
    NotSecurity,
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecurityLevel {
    /// Failing in this way along the path of the run.
    Trace,
    /// Failing at this check in whatever way, within the bounds of a search.
    Program,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecidingInput {
    pub name: String,
    pub failing_value: String,
    pub passing_value: String,
    pub level: SecurityLevel,
    /// How the run with `passing_value` avoids this failure.
    pub avoided: Avoided,
    /// Other inputs that differ from the run, for both values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Avoided {
    /// No check fails.
    Passes,
    /// Another check fails, or the same one elsewhere.
    FailsOtherwise,
    /// It leaves the path of the run, and what comes of it is not known.
    LeavesPath,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AdmittingInput {
    pub name: String,
    pub file: String,
    pub line: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct EnforcingShare {
    pub enforcing: usize,
    pub relevant: usize,
}
