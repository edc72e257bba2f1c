//! Tests and what becomes of them.

use whydunit_interp::{Failure, Files, InputValue, InputValues, RunResult};
use whydunit_program::About;

use crate::OutputMode;

#[derive(Clone, Debug, Default)]
pub struct Suite {
    pub tests: Vec<Test>,
}

/// One run and what is expected of it. Without any expectation the checks and contracts of the program are the judge;
/// they judge in any case.
#[derive(Clone, Debug, Default)]
pub struct Test {
    pub name: String,
    /// `argv[1]` and up.
    pub args: Vec<Vec<u8>>,
    pub stdin: Vec<u8>,
    /// Files that the run finds.
    pub files: Files,
    pub inputs: InputValues,
    pub expected: Expected,
    /// The inputs are those of a run that failed: one that goes on for ever once they are used up is in order.
    pub is_open_ended: bool,
}

/// What is not mentioned is not compared, and neither is a value, or a part of one, that is [`Expected::ANYTHING`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    /// What the start function returns.
    pub result: Option<InputValue>,
    pub stdout: Option<Vec<u8>>,
    pub stderr: Option<Vec<u8>>,
    pub exit_code: Option<i32>,
    /// What counts as the same output; `None`: what whoever runs it says.
    pub compare: Option<OutputMode>,
    /// Contents after the run of globals, and of what pointer parameters point to, by name.
    pub after: Vec<(String, InputValue)>,
    /// Files after the run, by name; `None`: there is none.
    pub files: Vec<(String, Option<Vec<u8>>)>,
}

impl Expected {
    /// The name that stands for any value.
    pub const ANYTHING: &'static str = "_";
}

/// How a test went.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    pub steps: u64,
    /// Names in the inputs of the test that nothing asked for.
    pub unused_inputs: Vec<String>,
    /// Given values that were changed to fit their types, in words.
    pub misfit_inputs: Vec<String>,
}

#[derive(Clone, Debug)]
pub enum Verdict {
    Passed,
    Failed(Reason),
    /// Nothing can be said: the inputs break the precondition, or the run meets a limit of ours.
    Unjudged(String),
    /// Time ran out before its end, or before its beginning.
    NotRun,
}

#[derive(Clone, Debug)]
pub enum Reason {
    /// A check or a contract.
    Check(Box<Failure>),
    /// Other than expected, in words: `returned 3, expected 4`.
    Different(About, String),
    /// More steps than the budget allows, or endless recursion.
    DoesNotEnd(Box<RunResult>),
    /// Aborted or trapped while that is no failed check.
    Died(String),
}

impl Verdict {
    pub fn is_passed(&self) -> bool {
        matches!(self, Verdict::Passed)
    }

    pub fn is_failed(&self) -> bool {
        matches!(self, Verdict::Failed(_))
    }
}
