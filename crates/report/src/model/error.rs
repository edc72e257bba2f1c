//! Input that cannot be used, as plain data.

use schemars::JsonSchema;
use serde::Serialize;

/// Why there is no answer: the command line, a file, or something in the program that is not supported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ErrorReport {
    /// One sentence.
    pub message: String,
    /// Where it is, if it concerns a place in a file; `null` otherwise.
    pub file: Option<String>,
    /// Counted from 1.
    pub line: Option<u32>,
    /// Counted from 1.
    pub column: Option<u32>,
    /// What else is wrong, in the order of the files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<ErrorReport>,
}

impl ErrorReport {
    /// About no place in particular.
    pub fn new(message: String) -> ErrorReport {
        ErrorReport { message, file: None, line: None, column: None, further: Vec::new() }
    }

    /// About a place in a file.
    pub fn at(message: String, file: String, line: u32, column: u32) -> ErrorReport {
        ErrorReport {
            file: Some(file),
            line: Some(line),
            column: Some(column),
            ..ErrorReport::new(message)
        }
    }
}
