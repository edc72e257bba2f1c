//! A program that questions are asked about.

use std::path::Path;
use std::time::{Duration, Instant};

use whydunit_compare::Reference;
use whydunit_find::Given;
use whydunit_interp::{Config, RunSpec};
use whydunit_program::Program;
use whydunit_project::{
    Error, Options, Subject, compile, config, input_values, reads_standard_input,
};
use whydunit_solver::Budget;
use whydunit_suite::Loaded;
use whydunit_validate::{Testing, load};

use crate::{
    Answer, CheckOptions, Checked, Compared, ExplainOptions, RepairOptions, Repaired, Streams,
    TraceOptions, Traced, WhyQuestion, causes, check, explain, repair, run, suite, trace,
};

/// A program that was read, and what is known of its runs. Every question has the budget of [`Options`] for itself.
#[derive(Debug)]
pub struct Session {
    options: Options,
    subject: Subject,
    tests: Option<Tests>,
    /// How long it took to read the program: the first part of the budget.
    opening: Duration,
}

/// A suite, and a correct version of the program.
#[derive(Debug)]
pub(crate) struct Tests {
    pub(crate) suite: Loaded,
    pub(crate) reference: Option<Subject>,
}

impl Session {
    /// Reads the program, and the suites of tests if there are any.
    ///
    /// # Errors
    /// The files are no program, the options do not fit it, or it is not clear where runs start.
    pub fn open(mut options: Options) -> Result<Session, Error> {
        let begin = Instant::now();
        // What is wrong with the options is said before anything is read.
        config(&options)?;
        if options.tests.is_given() {
            let Testing { suite, subject, reference, common } = load(&options)?;
            let tests = Some(Tests { suite, reference });
            return Ok(Session { options: common, subject, tests, opening: begin.elapsed() });
        }
        let subject = compile(&mut options)?;
        input_values(&options, &subject.program)?;
        Ok(Session { options, subject, tests: None, opening: begin.elapsed() })
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.subject.program
    }

    /// The options, with what was found out about the program.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Is there anything in the program that reads standard input?
    #[must_use]
    pub fn reads_standard_input(&self) -> bool {
        reads_standard_input(&self.subject.program)
    }

    /// Gives the run this standard input, in place of a file.
    pub fn set_standard_input(&mut self, bytes: Vec<u8>) {
        self.options.start.piped = bytes;
    }

    /// Runs the program under checks; `streams` takes what it prints.
    ///
    /// # Errors
    /// The run cannot be started.
    pub fn run(&self, streams: &mut dyn Streams) -> Result<Answer, Error> {
        run::run(self, streams)
    }

    /// Runs the tests of the suite.
    ///
    /// # Errors
    /// There are no tests.
    pub fn run_suite(&self) -> Result<Answer, Error> {
        suite::run(self)
    }

    /// The failing run, step by step: the one that the options describe, or one that a search finds.
    ///
    /// # Errors
    /// A witness that leads nowhere; a budget that is over before there is a run.
    pub fn trace(&self, options: &TraceOptions) -> Result<Traced, Error> {
        trace::trace(self, options)
    }

    /// Why the program fails: the few steps that matter, what each contributes, what holds between them.
    ///
    /// # Errors
    /// As of [`Session::trace`]; a solver that is not there.
    pub fn explain(&self, options: &ExplainOptions) -> Result<Answer, Error> {
        explain::explain(self, options)
    }

    /// The lines that are to blame, best first, without an explanation: of the tests of the session, of what is expected of its run, or of the failing run that is
    /// found.
    ///
    /// # Errors
    /// As of [`Session::explain`].
    pub fn causes(&self, options: &ExplainOptions) -> Result<crate::Causes, Error> {
        causes::causes_alone(self, options)
    }

    /// The coefficient of Ochiai of each line that the tests execute: file, line, coefficient.
    ///
    /// # Errors
    /// As of [`Session::explain`].
    pub fn ochiai(&self, options: &ExplainOptions) -> Result<Vec<(String, u32, f64)>, Error> {
        causes::ochiai_of_lines(self, options)
    }

    /// Why anything is as it is in a run: a value, a line that was executed or not, what was printed, the end.
    ///
    /// ```
    /// use whydunit::{ExplainOptions, Options, Place, Session, WhyQuestion};
    ///
    /// let program = "int main(void) {\n  int a = 2, b = 3;\n  int c = a * b;\n  return c;\n}\n";
    /// let session = Session::open(Options::of_text("six.c", program))?;
    /// let at = Place::parse("4").expect("a line is a place");
    /// let question = WhyQuestion::Value { expression: "c".to_owned(), at };
    /// let answer = session.why(&question, &ExplainOptions::default())?;
    /// assert_eq!(answer.report.failures[0].property.message, "c is 6");
    /// # Ok::<(), whydunit::Error>(())
    /// ```
    ///
    /// # Errors
    /// There is no such place, or nothing to ask about.
    pub fn why(&self, question: &WhyQuestion, options: &ExplainOptions) -> Result<Answer, Error> {
        explain::why(self, question, options)
    }

    /// Every failure that inputs can cause, or what was looked at.
    ///
    /// # Errors
    /// Options that do not go together.
    pub fn check(&self, options: &CheckOptions) -> Result<Checked, Error> {
        check::check(self, options)
    }

    /// Changes of the program with which its tests pass; without a suite, tests are made from what a search finds.
    ///
    /// ```
    /// use whydunit::{Options, RepairOptions, Session};
    ///
    /// let program = "int get(int i) {\n  int a[4] = {1, 2, 3, 4};\n  if (i < 0 || i > 4) return 0;\n  return a[i];\n}\n";
    /// let mut options = Options::of_text("get.c", program);
    /// options.start.function = Some("get".to_owned());
    /// let repaired = Session::open(options)?.repair(&RepairOptions::default())?;
    /// let files = repaired.best.expect("there should be a repair");
    /// assert!(files[0].text().contains("i >= 4") || files[0].text().contains("i > 3"));
    /// # Ok::<(), whydunit::Error>(())
    /// ```
    ///
    /// # Errors
    /// Tests that cannot be judged; a reference that is no program.
    pub fn repair(&self, options: &RepairOptions) -> Result<Repaired, Error> {
        repair::repair(self, options)
    }

    /// What is checked, and until when.
    pub(crate) fn config(&self) -> Result<Config, Error> {
        let config = config(&self.options)?;
        let deadline = config.deadline.map(|end| end.checked_sub(self.opening).unwrap_or(end));
        Ok(Config { deadline, ..config })
    }

    pub(crate) fn subject(&self) -> &Subject {
        &self.subject
    }

    pub(crate) fn tests(&self) -> Option<&Tests> {
        self.tests.as_ref()
    }
}

/// How a program behaves differently from a reference version of it, which takes the place of its file of the same name, or
/// of the whole program. Loops are looked at `unwind` times; more and more often if that is `None`.
///
/// ```
/// use whydunit::{Comparison, Options, compare};
///
/// # let directory = tempfile::tempdir().expect("a directory should be possible");
/// # let reference = directory.path().join("reference.c");
/// # std::fs::write(&reference, "int twice(int x) { return x > 1000 ? 0 : x + x; }").expect("writing should work");
/// let mut options = Options::of_text("twice.c", "int twice(int x) { return x > 1000 ? 0 : x * x; }");
/// options.start.function = Some("twice".to_owned());
/// let compared = compare(&options, &reference, None)?;
/// assert!(matches!(compared.comparison, Comparison::Different(_)));
/// # Ok::<(), whydunit::Error>(())
/// ```
///
/// # Errors
/// One of them is no C program.
pub fn compare(
    options: &Options,
    reference: &Path,
    unwind: Option<u32>,
) -> Result<Compared, Error> {
    whydunit_project::examine_files(options)?;
    let prepared = Reference::new(options, reference)?;
    let budget = Budget {
        deadline: Instant::now().checked_add(options.budget.timeout()),
        memory: Some(options.budget.bytes()),
        interrupt: Some(options.budget.cancel.flag()),
        ..Budget::unlimited()
    };
    let count = (!options.args.is_empty()).then_some(options.args.len());
    let (differences, comparison) = prepared.differences(options, &[], &budget, unwind, count)?;
    Ok(Compared { differences, comparison })
}

/// Which parts of the run the user has given. An empty pipe is what scripts and services have as standard input: it says nothing.
pub(crate) fn given(args: &Options, spec: &RunSpec) -> Given {
    Given {
        args: !spec.args.is_empty(),
        stdin: args.start.stdin.is_some() || !spec.stdin.is_empty(),
    }
}
