//! What there is to say, before it has a form.
//!
//! Field names are those of the JSON output and part of the interface: add freely, rename only
//! with a new [`SCHEMA`] number.

mod assumption;
mod cause;
mod contrast;
mod coverage;
mod error;
mod explanation;
mod inconsistent;
mod judged;
mod origin;
mod picture;
mod proof;
mod repair;
mod security;
mod suite;
mod trace;

use schemars::JsonSchema;
use serde::Serialize;

pub use assumption::{AssumptionKind, AssumptionReport};
pub use cause::{CauseReport, EvidenceReport};
pub use contrast::{ContrastReport, DifferingReport, PartingReport};
pub use coverage::{BoundedLoop, BoundedRecursion, CoverageReport, SearchGap, SearchStop};
pub use error::ErrorReport;
pub use explanation::{
    DeclarationReport, EndingReport, ExplanationReport, ExplanationStatus, InvariantReport, Label,
    Reason, RelevantReport, Replaced, Role, StatedReport, StatementCount,
};
pub use inconsistent::InconsistentReport;
pub use judged::{ConditionalReport, InputThatMatters, JudgedReport, UndecidedReport};
pub use origin::{Origin, SourceText};
pub use picture::{ObjectReport, PictureReport, PrintedReport};
pub use proof::ProofReport;
pub use repair::{
    BoundedAnswer, DiagnosisReport, EditReport, FixReport, RepairGrade, RepairReport,
    RepairingReport, SolutionReport, TestCount,
};
pub use security::{
    AdmittingInput, Avoided, Classification, DecidingInput, EnforcingShare, InputKind,
    SecurityLevel, SecurityReport,
};
pub use suite::{TestOutcome, TestVerdict};
pub use trace::{CallReport, CellReport, StepReport, TraceReport, WriteReport};

/// Version of the JSON form.
pub(crate) const SCHEMA: u32 = 2;

/// Whether checks of the program can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// There is a failing run.
    Fails,
    /// No run fails.
    Holds,
    /// No run fails among those that were looked at; `limits` says which.
    HoldsWithinBound,
    /// No failing run is known, and not everything could be looked at.
    Unknown,
}

/// What whydunit has found out about a program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Report {
    /// Version of this form: fields may be added to it, none is renamed or removed.
    #[schemars(extend("const" = SCHEMA))]
    pub schema: u32,
    /// What is known of the program.
    pub verdict: Verdict,
    /// What the verdict rests on; of `fails`, nothing.
    pub assumptions: Vec<AssumptionReport>,
    /// Each is another check, or the same one in another place.
    pub failures: Vec<FailureReport>,
    /// Conditions that go one way in every run of their function (`whydunit check`): code that contradicts itself. No verdict rests on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inconsistent: Vec<InconsistentReport>,
    /// Bounds and budgets of the work.
    pub limits: Vec<LimitReport>,
    /// How a single run ended (`whydunit run`, and the run behind a trace).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<RunReport>,
    /// The work that `whydunit repair` took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repairing: Option<RepairingReport>,
    /// What the program printed on its standard output, when it was not passed through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stdout: Option<String>,
    /// What the program printed on its standard error, when it was not passed through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// How the tests of a suite went (`whydunit run --tests`), in the order of the suite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<Vec<TestOutcome>>,
    /// What was proved for all runs, and what was not (`whydunit check --proofs`), in the order of the files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proofs: Option<Vec<ProofReport>>,
    /// Why the input cannot be used (exit code 2). Where that is known before there is anything else to say, a document has `schema` and this alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReport>,
    /// What a search looked at, for its verdict in words; scripts find it in `limits`.
    #[serde(skip)]
    pub coverage: Option<CoverageReport>,
    /// What was asked, and of which files.
    #[serde(skip)]
    pub origin: Origin,
}

impl Report {
    /// Nothing but a verdict.
    pub fn new(verdict: Verdict) -> Report {
        Report {
            schema: SCHEMA,
            verdict,
            assumptions: Vec::new(),
            failures: Vec::new(),
            inconsistent: Vec::new(),
            limits: Vec::new(),
            run: None,
            repairing: None,
            proofs: None,
            stdout: None,
            stderr: None,
            tests: None,
            error: None,
            coverage: None,
            origin: Origin::default(),
        }
    }

    /// Of input that cannot be used.
    pub fn of_error(error: ErrorReport) -> Report {
        Report { error: Some(error), ..Report::new(Verdict::Unknown) }
    }

    /// The error, where there is nothing besides.
    pub(crate) fn only_error(&self) -> Option<&ErrorReport> {
        self.error.as_ref().filter(|_| self.run.is_none() && self.tests.is_none())
    }

    /// Does it say why something fails?
    pub(crate) fn is_explained(&self) -> bool {
        self.failures.iter().any(|failure| !failure.explanations.is_empty())
    }
}

/// How one run of the program ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RunReport {
    /// `limit`: at something that whydunit does not support; `range`: at a number that it does not represent; `budget`: steps, time or
    /// memory ran out.
    #[schemars(extend("enum" = [
        "finished", "failed", "aborted", "assumption", "precondition", "trapped", "limit", "range", "budget",
    ]))]
    pub ending: &'static str,
    /// The program's own exit code, when it got that far.
    pub exit_code: Option<i32>,
    /// Number of atomic steps, those of library functions included.
    pub steps: u64,
    /// How it ended, in words.
    pub message: String,
    /// Where it ended, when that is a place in the program.
    pub place: Option<Place>,
    /// What the run received from outside.
    pub inputs: Vec<InputReport>,
    /// Active calls where it ended, innermost first.
    pub stack: Vec<CallFrame>,
}

/// A place in a file as the user wrote it; lines and columns start at 1, columns count characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Place {
    /// The name as it was given.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// The line of its last character.
    pub end_line: u32,
    /// Just behind the last character.
    pub end_column: u32,
    /// The whole source line, for excerpts.
    #[serde(skip)]
    pub line_text: String,
}

/// A check that fails, a run in which it does, and what is known about it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FailureReport {
    /// What fails.
    pub property: Property,
    /// Lines that may be to blame, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseReport>,
    /// The inputs of the failing run.
    pub inputs: Vec<InputReport>,
    /// The failing run, step by step.
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
    /// Active calls where it failed, innermost first.
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
    /// The passing test that is nearest to the failing run; without tests, a run that was made near it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contrast: Option<ContrastReport>,
    /// Storage and output, where the report is for a form that shows them.
    #[serde(skip)]
    pub picture: PictureReport,
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
            causes: Vec::new(),
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
            contrast: None,
            picture: PictureReport::default(),
            hint: None,
            is_joined: false,
        }
    }
}

/// Another run that ends in the same failure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FurtherRun {
    /// Values with which it fails.
    pub inputs: Vec<InputReport>,
    /// A command that shows it.
    pub reproduce: String,
}

/// A C file that shows a failure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TestReport {
    /// The file, as the user named it.
    pub file: String,
    /// Builds and runs it.
    pub command: String,
}

/// What failed, and where.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Property {
    /// The check, by its name in `--checks`, or what was expected: something of the output, the result, the exit code, contents after the run, an end; or the answer to a question.
    #[schemars(extend("enum" = [
        "assert", "bounds", "null", "lifetime", "div", "overflow", "shift", "uninit", "unreach", "contract", "abort",
        "output", "result", "exit-code", "contents", "termination", "leak", "question",
    ]))]
    pub kind: &'static str,
    /// Where it is in the source.
    #[serde(flatten)]
    pub place: Place,
    /// The condition or expression that failed, as written.
    pub text: String,
    /// What happened, in words.
    pub message: String,
    /// Where something was expected: what was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was found in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// What was inferred to find the place where the expectation was not met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inferred: Option<String>,
    /// What the failing step read, where that has names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<WriteReport>,
}

/// A value that the program does not determine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InputReport {
    /// The variable that receives it, or what it is called in `--input`.
    pub name: String,
    /// As it is written in C.
    pub value: String,
    /// Where it comes from.
    #[schemars(extend("enum" = [
        "nondet", "parameter", "global", "argv", "stdin", "file", "uninitialised", "undefined-function", "library", "random",
    ]))]
    pub origin: &'static str,
    /// Can someone outside of the program choose it?
    pub external: bool,
    /// Where it enters.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
}

/// One call on the stack: the function, and where it was called.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CallFrame {
    /// The function, by its name.
    pub function: String,
    /// `null` for the start function.
    pub called_at: Option<Place>,
}

/// A bound that held or ended the work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LimitReport {
    /// Its name: that of an option (`unwind`, `timeout`, `memory`, `max-steps`), or `loop`, `recursion`, `input`, `gap` and the like.
    pub what: String,
    /// As people write it.
    pub value: String,
    /// Did it hold anything back?
    pub reached: bool,
    /// The place in the program that the bound concerns, if it concerns one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl LimitReport {
    /// Without a place.
    pub fn new(what: impl Into<String>, value: impl Into<String>, reached: bool) -> LimitReport {
        LimitReport { what: what.into(), value: value.into(), reached, file: None, line: None }
    }

    /// The same, at a place.
    #[must_use]
    pub fn at(mut self, place: &Place) -> LimitReport {
        self.file = Some(place.file.clone());
        self.line = Some(place.line);
        self
    }
}
