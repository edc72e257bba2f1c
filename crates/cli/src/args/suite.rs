//! Suites of tests, for the commands that run them.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use whydunit::TestsOptions;

#[derive(Clone, Args, Debug)]
#[command(next_help_heading = "Tests")]
pub(crate) struct TestsArgs {
    /// Run a suite: a TOML file, or a directory of NAME.in and NAME.out; may be given several times
    ///
    /// A test gives inputs (or arguments, standard input) and may say what to expect: the result, the output, the exit code, the
    /// contents of arrays and globals. The checks and the contract judge in any case. A test that takes more than a million steps
    /// (`--max-steps`) fails. The start function may be named in the suite.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) tests: Vec<PathBuf>,

    /// A correct version of the program; what it does is expected where a test does not say
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        requires = "tests"
    )]
    pub(crate) reference: Vec<PathBuf>,
}

impl TestsArgs {
    pub(crate) fn options(&self) -> TestsOptions {
        TestsOptions { tests: self.tests.clone(), reference: self.reference.clone() }
    }

    pub(super) fn inputs(&self) -> impl Iterator<Item = PathBuf> {
        self.tests.iter().chain(&self.reference).cloned()
    }

    pub(crate) fn is_given(&self) -> bool {
        !self.tests.is_empty()
    }
}
