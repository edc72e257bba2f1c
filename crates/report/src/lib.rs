//! Findings, and one renderer per output format.
//!
//! [`Report`] is the one value every format is made from. It is plain data: names, values and places
//! as text, nothing that refers back into the analysis. Renderers only arrange it; they compute
//! nothing, print nothing and never touch the outside.

mod coverage;
mod explain_remarks;
mod explain_rows;
mod explain_text;
mod explanation;
mod fit;
mod json;
mod judged;
mod model;
mod reasons;
mod repetition;
mod search_text;
mod security;
mod snippet;
mod style;
mod text;
mod trace_text;
mod verdict_text;

pub use coverage::{BoundedLoop, BoundedRecursion, CoverageReport, SearchGap, SearchStop};
pub use explanation::{
    ExplanationReport, ExplanationStatus, InvariantReport, Label, Reason, RelevantReport, Replaced,
    Role, StatementCount,
};
pub use json::to_json;
pub use judged::{ConditionalReport, InputThatMatters, JudgedReport, UndecidedReport};
pub use model::{
    CallFrame, FailureReport, FurtherRun, InputReport, LimitReport, Place, Property, Report,
    RunReport, StepReport, TestReport, TraceReport, Verdict, WriteReport,
};
pub use reasons::{input_in_words, reason_in_words};
pub use security::{
    AdmittingInput, Avoided, Classification, DecidingInput, EnforcingShare, SecurityLevel,
    SecurityReport,
};
pub use snippet::{Message, MessageKind, render_message};
pub use text::{TextOptions, to_text};
pub use trace_text::trace_to_text;
