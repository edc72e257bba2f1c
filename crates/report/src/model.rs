//! What there is to say, before it has a form.
//!
//! Field names are those of the JSON output and part of the interface: add freely, rename only
//! with a new [`SCHEMA`] number.

mod coverage;
mod explanation;
mod judged;
mod origin;
mod repair;
mod security;

use serde::Serialize;

pub use coverage::{BoundedLoop, BoundedRecursion, CoverageReport, SearchGap, SearchStop};
pub use explanation::{
    ExplanationReport, ExplanationStatus, InvariantReport, Label, Reason, RelevantReport, Replaced,
    Role, StatementCount,
};
pub use judged::{ConditionalReport, InputThatMatters, JudgedReport, UndecidedReport};
pub use origin::{Origin, SourceText};
pub use repair::{BoundedAnswer, EditReport, RepairReport, TestCount};
pub use security::{
    AdmittingInput, Avoided, Classification, DecidingInput, EnforcingShare, SecurityLevel,
    SecurityReport,
};

/// Version of the JSON form.
pub(crate) const SCHEMA: u32 = 1;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Fails,
    Holds,
    HoldsWithinBound,
    Unknown,
}

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub schema: u32,
    pub verdict: Verdict,
    pub failures: Vec<FailureReport>,
    pub limits: Vec<LimitReport>,
    /// How a single run ended (`whydunit run`, and the run behind a trace).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<RunReport>,
    /// What the program printed, when it was not passed through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stdout: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// What a search looked at, for its verdict in words; scripts find it in `limits`.
    #[serde(skip)]
    pub coverage: Option<CoverageReport>,
    /// What was asked, and of which files.
    #[serde(skip)]
    pub origin: Origin,
}

impl Report {
    pub fn new(verdict: Verdict) -> Report {
        Report {
            schema: SCHEMA,
            verdict,
            failures: Vec::new(),
            limits: Vec::new(),
            run: None,
            stdout: None,
            stderr: None,
            coverage: None,
            origin: Origin::default(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    /// `finished`, `failed`, `aborted`, `assumption`, `precondition`, `trapped`, `limit`, `budget`.
    pub ending: &'static str,
    /// The program's own exit code, when it got that far.
    pub exit_code: Option<i32>,
    pub steps: u64,
    pub message: String,
    /// Where it ended, when that is a place in the program.
    pub place: Option<Place>,
    pub inputs: Vec<InputReport>,
    /// Active calls where it ended, innermost first.
    pub stack: Vec<CallFrame>,
}

/// A place in a file as the user wrote it; lines and columns start at 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    /// The whole source line, for excerpts.
    #[serde(skip)]
    pub line_text: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct FailureReport {
    pub property: Property,
    pub inputs: Vec<InputReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<TraceReport>,
    /// Why it fails, one for each method that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub explanations: Vec<ExplanationReport>,
    /// Can someone outside of the program trigger it?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub security: Option<SecurityReport>,
    /// Best first; each was tried before it is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<RepairReport>,
    pub stack: Vec<CallFrame>,
    /// A command that shows the failure again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reproduce: Option<String>,
    /// Failures of the same number have one cause; counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
    /// Further runs that end in this failure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further_runs: Vec<FurtherRun>,
    /// A C file that shows the failure without whydunit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestReport>,
    /// The file that the failing run was written to as a violation witness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
    /// What to do next, for people.
    #[serde(skip)]
    pub hint: Option<String>,
    /// For people, the first two explanations are one: the first, with what the second adds to it. Further ones are for forms that have room.
    #[serde(skip)]
    pub is_joined: bool,
}

impl FailureReport {
    /// What failed on which inputs, and nothing else.
    pub fn new(
        property: Property,
        inputs: Vec<InputReport>,
        stack: Vec<CallFrame>,
    ) -> FailureReport {
        FailureReport {
            property,
            inputs,
            trace: None,
            explanations: Vec::new(),
            security: None,
            repairs: Vec::new(),
            stack,
            reproduce: None,
            group: None,
            further_runs: Vec::new(),
            test: None,
            witness: None,
            hint: None,
            is_joined: false,
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct FurtherRun {
    pub inputs: Vec<InputReport>,
    pub reproduce: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TestReport {
    pub file: String,
    /// Builds and runs it.
    pub command: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Property {
    pub kind: &'static str,
    #[serde(flatten)]
    pub place: Place,
    /// The condition or expression that failed, as written.
    pub text: String,
    pub message: String,
    /// What the failing step read, where that has names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<WriteReport>,
}

#[derive(Clone, Debug, Serialize)]
pub struct InputReport {
    pub name: String,
    pub value: String,
    pub origin: &'static str,
    pub external: bool,
    pub file: String,
    pub line: u32,
}

/// One call on the stack: the function, and where it was called.
#[derive(Clone, Debug, Serialize)]
pub struct CallFrame {
    pub function: String,
    pub called_at: Option<Place>,
}

#[derive(Clone, Debug, Serialize)]
pub struct TraceReport {
    /// Source-level steps; several atomic steps of one statement count once.
    pub length: usize,
    pub steps: Vec<StepReport>,
}

#[derive(Clone, Debug, Serialize)]
pub struct StepReport {
    pub index: usize,
    /// `assign`, `input`, `branch`, `call`, `return`, `assume`, `check`.
    pub kind: &'static str,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Just behind the last character.
    pub end_line: u32,
    pub end_column: u32,
    pub text: String,
    pub function: String,
    pub writes: Vec<WriteReport>,
    /// Side taken, of a branch: `true`, `false`, or the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<String>,
    /// Calls around this step; 0 in the start function.
    pub depth: u32,
    /// Conditionals around this step inside its function.
    pub scope: u32,
    /// Iterations of the loops around this step inside its function, outermost first, from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub iterations: Vec<u32>,
    /// Lines of the loops that `iterations` counts.
    #[serde(skip)]
    pub loop_lines: Vec<u32>,
    /// Addresses that depended on values: `i == 5`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WriteReport {
    pub name: String,
    pub value: String,
    /// Whose variable it is: the depth of its call, as in [`StepReport::depth`]; `None` for globals, allocated storage, and where that
    /// is not known.
    #[serde(skip)]
    pub frame: Option<u32>,
}

impl WriteReport {
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> WriteReport {
        WriteReport { name: name.into(), value: value.into(), frame: None }
    }
}

/// A bound that held or ended the work.
#[derive(Clone, Debug, Serialize)]
pub struct LimitReport {
    pub what: String,
    pub value: String,
    pub reached: bool,
    /// The place in the program that the bound concerns, if it concerns one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl LimitReport {
    pub fn new(what: impl Into<String>, value: impl Into<String>, reached: bool) -> LimitReport {
        LimitReport { what: what.into(), value: value.into(), reached, file: None, line: None }
    }

    #[must_use]
    pub fn at(mut self, place: &Place) -> LimitReport {
        self.file = Some(place.file.clone());
        self.line = Some(place.line);
        self
    }
}
