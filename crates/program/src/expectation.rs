//! What a run was expected to do, as a check of the program.
//!
//! A test that prints the wrong thing breaks no check. What was expected of it is stated as one: a copy of the program has a
//! [`crate::StmtKind::Check`] of the kind [`crate::CheckKind::Expectation`] where the wrong value was used, and [`Expectation`] says in which execution of
//! that statement it is asked. In all others it is no check: it neither fails nor says anything of the run.

/// The expectation that a program was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// Counted from 1.
    pub occurrence: u64,
    /// What was expected.
    pub about: About,
    /// One sentence: `line 1 of the output: total is 7, expected 9`.
    pub message: String,
    /// What should have been seen, as it is shown.
    pub expected: Option<String>,
    /// What was seen instead.
    pub actual: Option<String>,
    /// What was inferred to get here, in words: an alignment, a branch that was switched.
    pub inferred: Option<String>,
}

/// What is expected of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// What was printed.
    Output,
    /// What is printed to standard error.
    StandardError,
    /// What a function returned.
    Result,
    /// What the program ended with.
    ExitCode,
    /// Of storage, after the run.
    Contents,
    /// Of files, after the run.
    Files,
    /// That the run ends.
    Termination,
    /// That what the run has allocated is freed, or can still be reached.
    Leak,
    /// Something that the user asked about.
    Question,
}

impl About {
    /// The word used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            About::Output => "output",
            About::StandardError => "stderr",
            About::Files => "files",
            About::Result => "result",
            About::ExitCode => "exit-code",
            About::Contents => "contents",
            About::Termination => "termination",
            About::Leak => "leak",
            About::Question => "question",
        }
    }
}
