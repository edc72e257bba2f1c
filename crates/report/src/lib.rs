//! Findings, and one renderer per output format.
//!
//! [`Report`] is the one value every format is made from (`model`). It is plain data: names, values and places
//! as text, nothing that refers back into the analysis. What all formats say in the same words is in `words`; renderers only
//! arrange it: they compute nothing, print nothing and never touch the outside.

#![warn(missing_docs)]

mod brief;
mod controls;
mod html;
mod json;
mod limits;
mod loops;
mod model;
mod redact;
mod sarif;
mod text;
mod words;

pub use controls::without_controls;
pub use html::to_html;
pub use json::{json_schema, to_json};
pub use model::{
    AdmittingInput, AssumptionKind, AssumptionReport, Avoided, BoundedAnswer, BoundedLoop,
    BoundedRecursion, CallFrame, CallReport, CauseReport, CellReport, Classification,
    ConditionalReport, ContrastReport, CoverageReport, DecidingInput, DeclarationReport,
    DiagnosisReport, DifferingReport, EditReport, EndingReport, EnforcingShare, ErrorReport,
    EvidenceReport, ExplanationReport, ExplanationStatus, FailureReport, FixReport, FurtherRun,
    InconsistentReport, InputKind, InputReport, InputThatMatters, InvariantReport, JudgedReport,
    Label, LimitReport, ObjectReport, Origin, PartingReport, PictureReport, Place, PrintedReport,
    ProofReport, Property, Reason, RelevantReport, RepairGrade, RepairReport, RepairingReport,
    Replaced, Report, Role, RunReport, SearchGap, SearchStop, SecurityLevel, SecurityReport,
    SolutionReport, SourceText, StatedReport, StatementCount, StepReport, TestCount, TestOutcome,
    TestReport, TestVerdict, TraceReport, UndecidedReport, Verdict, WriteReport,
};
pub use sarif::to_sarif;
pub use text::{CAUSES, Message, MessageKind, TextOptions, render_message, to_text, trace_to_text};
pub use words::{input_in_words, mentions, reason_in_words};
