//! What a run should have done.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use whydunit::{ExpectOptions, OutputMode, TestsOptions};

#[derive(Clone, Args, Debug)]
#[command(next_help_heading = "What should have happened")]
pub(crate) struct ExpectArgs {
    /// Explain a failing test of this suite: a TOML file, or a directory of NAME.in and NAME.out
    ///
    /// Of the tests that fail it is the one with the fewest steps. Output, result, exit code and contents after the run are expectations as a check is.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) tests: Vec<PathBuf>,

    /// Explain this test of the suite
    #[arg(long, value_name = "NAME", requires = "tests")]
    test: Option<String>,

    /// Explain why the program does not print what this file holds
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "tests")]
    expect_output: Option<PathBuf>,

    /// Explain why the program does not end with this exit code
    #[arg(long, value_name = "N", conflicts_with = "tests", allow_hyphen_values = true)]
    expect_exit: Option<i32>,

    /// Explain why the start function does not return this
    #[arg(long, value_name = "VALUE", conflicts_with = "tests", allow_hyphen_values = true)]
    expect_result: Option<String>,

    /// Explain why the program does not do what this version of it does, on the same inputs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    reference: Vec<PathBuf>,

    /// What counts as the same output: exact, lines, tokens, or numbers=EPS
    #[arg(long, value_name = "MODE", default_value = "exact", value_parser = OutputMode::parse)]
    compare_output: OutputMode,
}

impl ExpectArgs {
    pub(crate) fn options(&self) -> ExpectOptions {
        ExpectOptions {
            test: self.test.clone(),
            output: self.expect_output.clone(),
            exit_code: self.expect_exit,
            result: self.expect_result.clone(),
            reference: if self.tests.is_empty() { self.reference.clone() } else { Vec::new() },
            compare: self.compare_output,
        }
    }

    pub(crate) fn suite(&self) -> TestsOptions {
        let reference = if self.tests.is_empty() { Vec::new() } else { self.reference.clone() };
        TestsOptions { tests: self.tests.clone(), reference }
    }
}
