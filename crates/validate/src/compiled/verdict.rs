//! From how a compiled program ended to what that means for a test.

use std::fs::File;
use std::path::Path;
use std::process::Stdio;

use whydunit_suite::{Expected, Test, output_difference};

use super::process::{Ended, Ran, run};
use super::toolchain::{
    PROGRAM_NAME, TIME_IS_UP, Toolchain, Trouble, sanitizer_options, sanitizer_report,
};
use crate::limits::{MORE_OUTPUT, TIME_OF_A_TEST};

/// `abort()`.
const SIGABRT: i32 = 6;
/// What shells report of a program that called it.
const ABORTED: i32 = 134;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// With what could not be compared.
    Passed(Vec<String>),
    /// What happened.
    Failed(String),
    /// Why nothing can be said.
    Skipped(String),
    TimeIsUp,
}

/// How the end of a program is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// The program itself.
    Whole,
    /// A test of the harness: it ends with 0 unless something fails, and with 2 where the inputs do not fit.
    Emitted,
}

/// Runs an executable on a test.
pub(super) fn judge(
    toolchain: &Toolchain,
    program: &Path,
    test: &Test,
    form: Form,
    stdin: &Path,
) -> Verdict {
    let input = match std::fs::write(stdin, &test.stdin).and_then(|()| File::open(stdin)) {
        Ok(input) => input,
        Err(error) => return Verdict::Skipped(error.to_string()),
    };
    let args = if form == Form::Whole { test.args.as_slice() } else { &[] };
    let mut command = match toolchain.program(program, args) {
        Ok(command) => command,
        Err(error) => return Verdict::Skipped(error.to_string()),
    };
    sanitizer_options(&mut command).stdin(Stdio::from(input));
    let most = test.expected.stdout.as_ref().map_or(0, Vec::len) + MORE_OUTPUT;
    match run(&mut command, toolchain.limits(TIME_OF_A_TEST, most)) {
        Ran::Ended(ended) => verdict(&ended, &test.expected, form),
        Ran::TooLong => {
            Verdict::Failed(format!("did not end within {} s", TIME_OF_A_TEST.as_secs()))
        }
        Ran::TimeIsUp => Verdict::TimeIsUp,
        Ran::NotStarted(error) => Verdict::Skipped(error.to_string()),
    }
}

fn verdict(ended: &Ended, expected: &Expected, form: Form) -> Verdict {
    if let Some(report) = sanitizer_report(ended) {
        return Verdict::Failed(report);
    }
    let is_aborted = ended.signal == Some(SIGABRT) && expected.exit_code == Some(ABORTED);
    let different = match (ended.code, form) {
        _ if is_aborted => None,
        (None, _) => Some(killed(ended)),
        (Some(0), Form::Emitted) => None,
        (Some(2), Form::Emitted) => {
            let why = ended.stderr.lines().last().unwrap_or("it could not be set up");
            return Verdict::Skipped(why.to_owned());
        }
        (Some(code), Form::Emitted) => Some(format!("exit code {code}")),
        // The operating system keeps 8 bits.
        (Some(code), Form::Whole) => expected
            .exit_code
            .filter(|expected| expected & 0xff != code & 0xff)
            .map(|expected| format!("exit code {code}, expected {expected}")),
    };
    let different = different.or_else(|| {
        expected.stdout.as_deref().and_then(|stdout| output_difference(&ended.stdout, stdout))
    });
    different.map_or(Verdict::Passed(Vec::new()), Verdict::Failed)
}

/// Its last words tell more than the signal.
fn killed(ended: &Ended) -> String {
    let said = ended.stderr.lines().rev().find(|line| !line.trim().is_empty());
    match (said, ended.signal) {
        (Some(line), _) => {
            let line = line.trim();
            // `assert` says which program it is in.
            let own = line.strip_prefix(PROGRAM_NAME).and_then(|rest| rest.strip_prefix(": "));
            own.unwrap_or(line).to_owned()
        }
        (None, Some(SIGABRT)) => "aborted".to_owned(),
        (None, Some(signal)) => format!("killed by signal {signal}"),
        (None, None) => "killed".to_owned(),
    }
}

impl From<Trouble> for Verdict {
    /// For a program that could not be made.
    fn from(trouble: Trouble) -> Verdict {
        match trouble {
            Trouble::Refused(why) => Verdict::Skipped(why),
            Trouble::TimeIsUp => Verdict::TimeIsUp,
        }
    }
}

impl Verdict {
    /// Why it says nothing about the repair.
    pub(super) fn silence(&self) -> Option<&str> {
        match self {
            Verdict::Passed(_) | Verdict::Failed(_) => None,
            Verdict::Skipped(why) => Some(why),
            Verdict::TimeIsUp => Some(TIME_IS_UP),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: Option<i32>, signal: Option<i32>, stdout: &str, stderr: &str) -> Ended {
        Ended { code, signal, stdout: stdout.into(), stderr: stderr.to_owned() }
    }

    #[test]
    fn programs_pass_if_they_end_as_expected() {
        let passed = Verdict::Passed(Vec::new());
        let failed = |what: &str| Verdict::Failed(what.to_owned());
        let anything = Expected::default();
        let code = |code| Expected { exit_code: Some(code), ..Expected::default() };
        let output = Expected { stdout: Some(b"3\n".to_vec()), ..Expected::default() };
        let whole = |ended: Ended, expected: &Expected| verdict(&ended, expected, Form::Whole);
        assert_eq!(whole(ended(Some(3), None, "x", ""), &anything), passed);
        assert_eq!(whole(ended(Some(3), None, "", ""), &code(3)), passed);
        assert_eq!(whole(ended(Some(255), None, "", ""), &code(-1)), passed);
        let other = whole(ended(Some(1), None, "", ""), &code(0));
        assert_eq!(other, failed("exit code 1, expected 0"));
        assert_eq!(whole(ended(Some(0), None, "3\n", ""), &output), passed);
        let other = whole(ended(Some(0), None, "4\n", ""), &output);
        assert_eq!(other, failed("line 1 of the output is \"4\", expected \"3\""));
        assert_eq!(whole(ended(None, Some(11), "", ""), &anything), failed("killed by signal 11"));
        assert_eq!(whole(ended(None, Some(6), "", ""), &code(134)), passed);
        let assertion = "program: a.c:3: main: Assertion `x' failed.\n";
        let died = whole(ended(None, Some(6), "", assertion), &anything);
        assert_eq!(died, failed("a.c:3: main: Assertion `x' failed."));
        let report = "a.c:3:5: runtime error: division by zero\n";
        let sanitized = whole(ended(Some(231), None, "", report), &anything);
        assert_eq!(sanitized, failed("a.c:3:5: runtime error: division by zero"));
        assert_eq!(whole(ended(Some(231), None, "", "bye\n"), &code(231)), passed);
    }

    #[test]
    fn tests_of_the_harness_end_with_zero() {
        let anything = Expected::default();
        let emitted = |ended: Ended| verdict(&ended, &anything, Form::Emitted);
        assert_eq!(emitted(ended(Some(0), None, "", "")), Verdict::Passed(Vec::new()));
        let said = "a.c:3: contract: \\result > 0\n";
        let failed = Verdict::Failed("a.c:3: contract: \\result > 0".to_owned());
        assert_eq!(emitted(ended(None, Some(6), "", said)), failed);
        let misfit = emitted(ended(Some(2), None, "", "the inputs do not meet `requires n`\n"));
        assert_eq!(misfit, Verdict::Skipped("the inputs do not meet `requires n`".to_owned()));
    }
}
