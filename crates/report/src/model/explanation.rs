//! An explanation as plain data: which steps matter, why, and what holds between them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{JudgedReport, Place};

/// Steps that matter and the facts between them. Steps are numbered as in the trace.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplanationReport {
    /// Its name in `--method`.
    pub method: &'static str,
    /// Whether claims are about the inputs of the run or about all inputs that meet the first invariant.
    #[schemars(extend("enum" = ["fixed", "free"]))]
    pub inputs: &'static str,
    /// Is there more to be known?
    pub status: ExplanationStatus,
    /// In the order of the run, each step once; declarations come before the steps that follow them.
    pub relevant: Vec<RelevantReport>,
    /// Distinct lines of `relevant`, ascending.
    pub lines: Vec<u32>,
    /// Ascending; together they cover all steps.
    pub invariants: Vec<InvariantReport>,
    /// Under which inputs the run fails in this way: a C expression, `1` when under all of them. `None` when there are no inputs, or
    /// when it is too long to be of use.
    pub general: Option<String>,
    /// What `general` is about: `program`, every run whose inputs meet it; `path`, those that take this path as well.
    #[schemars(extend("enum" = ["program", "path"]))]
    pub general_scope: &'static str,
    /// How many statements matter, of how many.
    pub statements: StatementCount,
    /// Checked by something independent; `None` when that was not asked for or had no answer.
    pub verified: Option<bool>,
    /// What only methods say that judge one assignment after the other.
    #[serde(flatten)]
    pub judged: Option<JudgedReport>,
    /// A run of the same path that the explanation should be true of, and is not: `with k = 2 it does not fail`. Something matters that is not shown.
    #[serde(skip)]
    pub counterexample: Option<String>,
    /// What this method answers, as a question.
    #[serde(skip)]
    pub question: &'static str,
    /// What the checker was, or why there is no answer.
    #[serde(skip)]
    pub verification: Option<String>,
}

/// Whether everything that was asked is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExplanationStatus {
    /// It is.
    Complete,
    /// A budget ran out: everything said is true, but less might have been enough.
    Partial,
}

/// What a step contributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It sets a value.
    Assign,
    /// It receives a value from outside.
    Input,
    /// A branch or assumption that had to go this way.
    Condition,
    /// Something that then mattered could have been set and was not: by the other side of a branch, by a store that went elsewhere, by what a jump skipped.
    Frame,
    /// A check that was passed.
    Check,
    /// A call of a function in which something mattered.
    Call,
    /// What the failing check is about was declared here: it is too small, or has no initialiser. No step.
    Declaration,
}

/// What the environment has to do with a step whose value matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// The program itself sets the value.
    Enforcing,
    /// The value is an input: another one could have come.
    Admitting,
}

/// A step that matters, or a declaration.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RelevantReport {
    /// Its index in the trace; `null` of a declaration, which is no step.
    pub step: Option<usize>,
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// As written, in one line.
    pub text: String,
    /// What the step is.
    pub role: Role,
    /// `null` where no method has judged the value.
    pub label: Option<Label>,
    /// The reason in words.
    pub why: String,
    /// How the run ends with the other value, or on the other arm, that `why` speaks of: it was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingReport>,
    /// Why it matters, in its parts.
    #[serde(skip)]
    pub reason: Reason,
    /// Where it is told: the index of the step; of a declaration that of the step after it.
    #[serde(skip)]
    pub position: usize,
    /// The whole source line, for excerpts.
    #[serde(skip)]
    pub line_text: String,
}

/// Why a step matters, in its parts: C expressions and names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reason {
    /// What the step brings about.
    pub establishes: Vec<String>,
    /// What it makes use of.
    pub uses: Vec<String>,
    /// What the other side of a branch could have set.
    pub left_alone: Vec<String>,
    /// Of a branch with an arm that ends the program or never ends: which of both.
    pub otherwise: Option<EndingReport>,
    /// What another value would have done; of methods that replace values, which say nothing else.
    pub replaced: Option<Replaced>,
    /// Of a declaration.
    pub declaration: Option<DeclarationReport>,
}

/// A declaration that is a reason: the failing check is about what it states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclarationReport {
    /// Where it is in the source.
    pub place: Place,
    /// As written, in one line.
    pub text: String,
    /// It stands in a function: that of the step that follows it.
    pub is_local: bool,
    /// What it is about: `a`, `r.name`, `each m[]`.
    pub what: String,
    /// What it says of its storage.
    pub states: StatedReport,
}

/// What a declaration states of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatedReport {
    /// An array has so many elements.
    Elements(u64),
    /// So many bytes.
    Bytes(u64),
    /// It gives no value.
    NoValue,
}

/// A run that might have been: `with x = 3, had y been 0 here, line 4 would not have been taken`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// What else differs from the run: `x = 3`.
    pub with: Vec<String>,
    /// `y been 0`.
    pub had: String,
    /// `line 4 would not have been taken`.
    pub then: String,
    /// It would have failed, too, in another way, or it takes another address: a reason, but not one to point out unasked.
    pub is_far_fetched: bool,
    /// How that run ends; `None` where it was not run.
    pub ending: Option<EndingReport>,
}

/// How a run ends that might have been, seen from the failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndingReport {
    /// At the same check, in another way.
    FailsHere,
    /// Another check fails.
    FailsElsewhere,
    /// No check fails, and the run ends.
    Ends,
    /// A state of the run comes back.
    NeverEnds,
    /// A contract or an assumption rules it out: no run of the program.
    Excluded,
    /// It is not known.
    Unknown,
}

impl EndingReport {
    /// Does a run that ends so avoid the failure, as far as is known? One that is excluded is no run of the program, and avoids nothing.
    pub fn may_avoid(self) -> bool {
        !matches!(self, EndingReport::FailsHere | EndingReport::Excluded)
    }
}

impl RelevantReport {
    /// The label, as a mark: *another value here would have led elsewhere* is not said of a value with which it fails all the same.
    pub fn mark(&self) -> Option<Label> {
        self.label.filter(|_| self.ending.is_none_or(EndingReport::may_avoid))
    }
}

/// What holds before each of the steps `from..=to`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InvariantReport {
    /// The first position at which it holds.
    pub from: usize,
    /// The last one.
    pub to: usize,
    /// A C expression, `1` when nothing needs to hold; `None` when it is too long to be of use.
    pub formula: Option<String>,
    /// Number of its conjuncts.
    pub conjuncts: usize,
    /// Nothing small was found: this is the exact condition, or the values of the run.
    pub exact: bool,
    /// The conjuncts of `formula`.
    #[serde(skip)]
    pub parts: Vec<String>,
}

/// Statements of the source, however often each was executed; the failing one is not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct StatementCount {
    /// Statements that matter.
    pub relevant: usize,
    /// All that were executed.
    pub executed: usize,
}
