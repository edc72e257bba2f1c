//! A failing run, step by step, as plain data.

use schemars::JsonSchema;
use serde::Serialize;

/// A failing run from its start to the check that fails.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TraceReport {
    /// Source-level steps; several atomic steps of one statement count once.
    pub length: usize,
    /// In the order of execution.
    pub steps: Vec<StepReport>,
}

/// One statement or decision of the run. Lines and columns start at 1.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StepReport {
    /// From 0; explanations name steps by it.
    pub index: usize,
    /// What it does.
    #[schemars(extend("enum" = ["assign", "input", "branch", "call", "return", "jump", "assume", "check"]))]
    pub kind: &'static str,
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1.
    pub column: u32,
    /// The line of its last character.
    pub end_line: u32,
    /// Just behind the last character.
    pub end_column: u32,
    /// As written, in one line.
    pub text: String,
    /// The function, by its name.
    pub function: String,
    /// What it set.
    pub writes: Vec<WriteReport>,
    /// The function that it calls, where that is one of the program's.
    pub call: Option<CallReport>,
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

/// A function that was called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CallReport {
    /// The function, by its name.
    pub function: String,
    /// Where it is defined: `file:line`.
    pub at: String,
}

/// What was written: two cells are the same where both parts are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CellReport {
    /// A name that no other storage of the run has.
    pub object: String,
    /// Where in the object: fields and elements as in C, or bytes.
    pub path: String,
}

/// A variable or a part of one, and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WriteReport {
    /// As the program calls it.
    pub name: String,
    /// As it is written in C.
    pub value: String,
    /// Which storage it is, however it is called; `null` where that is nothing of its own, as what is printed.
    pub cell: Option<CellReport>,
    /// Whose variable it is: the depth of its call, as in [`StepReport::depth`]; `None` for globals, allocated storage, and where that
    /// is not known.
    #[serde(skip)]
    pub frame: Option<u32>,
}

impl WriteReport {
    /// Of storage without identity.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> WriteReport {
        WriteReport { name: name.into(), value: value.into(), cell: None, frame: None }
    }
}
