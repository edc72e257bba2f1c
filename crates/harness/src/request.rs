//! What is asked for, and what comes back.

use whydunit_interp::{Failure, InputRecord, RunSpec};
use whydunit_program::Program;

/// A run, and the failure that its test is to show.
///
/// `spec` and `inputs` need not be those of the failing run: a test made of the inputs of a run that
/// passes looks for the same failure and does not find it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub program: &'a Program,
    pub spec: &'a RunSpec,
    /// [`whydunit_interp::RunResult::inputs`] of the run of `spec`.
    pub inputs: &'a [InputRecord],
    pub failure: &'a Failure,
    /// The program's C files as the compiler is to find them; also their names in
    /// [`Program::sources`].
    pub files: &'a [String],
    /// What the program is compiled with: `-I`, `-D`, `-U`, `-std`, `-m32`, one word each.
    pub flags: &'a [String],
    /// Where the text will be kept, for the command.
    pub test_file: &'a str,
    /// The C compiler of the command, `cc` if in doubt; gcc and clang understand all of it, but for
    /// `uninit` it has to be gcc 12 or newer.
    pub compiler: &'a str,
}

/// A C file and how to use it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmittedTest {
    pub text: String,
    /// One line for a shell, in the directory that the files' names are relative to: builds and runs.
    /// It succeeds when the failure does not show.
    pub command: String,
}

/// Why no test can show the failure, in words that follow "no test: ".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

impl Unsupported {
    pub(crate) fn new(reason: impl Into<String>) -> Unsupported {
        Unsupported(reason.into())
    }
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsupported {}
