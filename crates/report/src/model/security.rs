//! Who can trigger a failure, as plain data.

use schemars::JsonSchema;
use serde::Serialize;

/// Can someone outside of the program trigger the failure?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SecurityReport {
    /// The answer.
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
    /// Does the run have inputs that an attacker chooses?
    #[serde(skip)]
    pub has_external_inputs: bool,
}

/// Whether the failure is a matter of security.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Classification {
    /// Some external input decides: one value of it surely fails, another does not.
    Security,
    /// No external input alone decides.
    NotSecurity,
    /// There is no answer; `reason` says why.
    Unknown,
}

/// Which runs an answer speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SecurityLevel {
    /// Failing in this way along the path of the run.
    Trace,
    /// Failing at this check in whatever way, within the bounds of a search.
    Program,
}

/// An input that decides whether the failure occurs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DecidingInput {
    /// Of all arguments `argv`, of all of standard input `stdin`.
    pub name: String,
    /// What the input is.
    #[serde(skip)]
    pub kind: InputKind,
    /// With which it fails.
    pub failing_value: String,
    /// With which it does not.
    pub passing_value: String,
    /// Along the path of the run, or of the whole program.
    pub level: SecurityLevel,
    /// How the run with `passing_value` avoids this failure.
    pub avoided: Avoided,
    /// The line of the check that fails instead, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avoided_line: Option<u32>,
    /// Other inputs that differ from the run, for both values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
}

/// What happens instead of the failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Avoided {
    /// No check fails, and the run ends.
    Ends,
    /// Another check fails, or the same one elsewhere.
    FailsElsewhere,
    /// A state of the run comes back.
    NeverEnds,
}

/// What of the inputs is one, seen from whoever sends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// One value.
    Value,
    /// All arguments; the values are texts in quotes, with blanks between them.
    Arguments,
    /// All of standard input; the values are texts in quotes.
    StandardInput,
}

/// An input and where it enters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AdmittingInput {
    /// As the program calls it.
    pub name: String,
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
}

/// How many of the relevant steps are the program's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct EnforcingShare {
    /// Relevant assignments that are the program's own.
    pub enforcing: usize,
    /// All relevant ones.
    pub relevant: usize,
}
