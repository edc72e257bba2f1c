//! A test as a C file of the harness: the call, or the program, with its inputs; and what is looked at in it.
//!
//! One file looks at the postconditions of the start function and at what the test expects, joined to one condition, while
//! sanitizers look at the rest. What stands inside the program as a comment (assertions, invariants, contracts of other
//! functions) needs a file each.

use whydunit_harness::{EmittedTest, Request, Unsupported, emit};
use whydunit_interp::{Config, Ending, Failure, InputRecord, NoObserver, RunSpec, prepare};
use whydunit_program::{Body, CheckKind, InputOrigin, Intrinsic, Program};
use whydunit_project::Subject;
use whydunit_suite::{Runner, Test};

use super::clauses::clauses;
use super::patched::Patched;
use super::promises::{Promise, joined, promises};
use super::toolchain::Toolchain;
use super::verdict::{Form, Verdict, judge};

/// A repaired program whose tests are written, built and run.
#[derive(Debug)]
pub(super) struct Bench<'a> {
    pub(super) patched: &'a Patched<'a>,
    pub(super) toolchain: &'a Toolchain,
    pub(super) config: &'a Config,
    /// Without what tests expect.
    pub(super) subject: &'a Subject,
}

/// A run of ours with which a test is written.
struct Recorded {
    spec: RunSpec,
    inputs: Vec<InputRecord>,
}

impl Bench<'_> {
    /// Does all that the program needs come from arguments and standard input?
    pub(super) fn needs_nothing(&self, test: &Test) -> bool {
        let is_plain =
            |input: &InputRecord| matches!(input.origin, InputOrigin::Argv | InputOrigin::Stdin);
        let recorded = run(self.subject, self.config, test).0;
        self.patched.is_main() && recorded.inputs.iter().all(is_plain)
    }

    /// The test with all that the start function promises and the test expects.
    pub(super) fn try_test(&self, name: &str, test: &Test) -> Verdict {
        let mut expected = clauses(&self.subject.program, self.subject.start, test);
        let expecting = match &expected.text {
            Some(text) => {
                let found = self.expecting(text, test);
                if found.is_none() {
                    expected.left = vec!["what the test expects".to_owned()];
                }
                found
            }
            None => None,
        };
        let (extended, recorded) = match expecting {
            Some((subject, recorded)) => (Some(subject), recorded),
            None => match recorded(self.subject, self.config, test) {
                Some(recorded) => (None, recorded),
                None => return self.unrecorded(),
            },
        };
        let subject = extended.as_ref().unwrap_or(self.subject);
        let expects_code = self.patched.is_main() && test.expected.exit_code.is_some();
        if expects_code && calls_exit(&subject.program) {
            expected.left.push("the exit code".to_owned());
        }
        let (emitted, left) = match self.emit_promises(subject, &recorded, name) {
            Ok(found) => found,
            Err(Unsupported(why)) => return Verdict::Skipped(why),
        };
        expected.left.extend(left);
        match self.build_and_run(&emitted, name, test) {
            Verdict::Passed(_) => Verdict::Passed(expected.left),
            other => other,
        }
    }

    /// The test with one check inside the program.
    pub(super) fn try_check(&self, name: &str, test: &Test, check: &Promise) -> Verdict {
        let Some(recorded) = recorded(self.subject, self.config, test) else {
            return self.unrecorded();
        };
        match self.emit(&self.subject.program, &recorded, &check.failure, name) {
            Ok(emitted) => self.build_and_run(&emitted, name, test),
            Err(Unsupported(why)) => Verdict::Skipped(why),
        }
    }

    /// Why our own run of a test is of no use.
    fn unrecorded(&self) -> Verdict {
        match self.config.is_over() {
            true => Verdict::TimeIsUp,
            false => Verdict::Skipped("it ends in another way than by returning".to_owned()),
        }
    }

    /// The program that promises what the test expects; `None` where that cannot be said, or where the promise does not mean
    /// what the test does: it has to be kept exactly if our own run passes the test.
    fn expecting(&self, postcondition: &str, test: &Test) -> Option<(Subject, Recorded)> {
        let subject = self.patched.subject(Some(postcondition)).ok()?;
        let (recorded, ending) = run(&subject, self.config, test);
        let own = Runner::new(&self.subject.program, self.subject.start, self.config.clone());
        let is_passed = own.run(test).verdict.is_passed();
        let is_meant = match ending {
            Ending::Finished { .. } => is_passed,
            Ending::Failed(_) => !is_passed,
            _ => false,
        };
        is_meant.then_some((subject, recorded))
    }

    /// Looks at as many of the promises as can be said in C; the others are returned.
    fn emit_promises(
        &self,
        subject: &Subject,
        recorded: &Recorded,
        name: &str,
    ) -> Result<(EmittedTest, Vec<String>), Unsupported> {
        let all = match self.config.checks.contains(CheckKind::Contract) {
            true => promises(&subject.program, subject.start),
            false => Vec::new(),
        };
        let emit_some = |some: &[&Promise]| {
            let (program, failure) = joined(&subject.program, subject.start, some);
            self.emit(&program, recorded, &failure, name)
        };
        if let Ok(emitted) = emit_some(&all.iter().collect::<Vec<_>>()) {
            return Ok((emitted, Vec::new()));
        }
        let (some, left): (Vec<&Promise>, Vec<&Promise>) =
            all.iter().partition(|promise| emit_some(&[promise]).is_ok());
        let left = left.iter().map(|promise| promise.failure.text.clone()).collect();
        Ok((emit_some(&some)?, left))
    }

    fn emit(
        &self,
        program: &Program,
        recorded: &Recorded,
        failure: &Failure,
        name: &str,
    ) -> Result<EmittedTest, Unsupported> {
        emit(&Request {
            program,
            spec: &recorded.spec,
            inputs: &recorded.inputs,
            failure,
            files: &self.patched.copies(),
            flags: &self.toolchain.flags,
            test_file: &self.file(name, "c").to_string_lossy(),
            compiler: &self.toolchain.compiler,
        })
    }

    fn file(&self, name: &str, extension: &str) -> std::path::PathBuf {
        self.patched.directory.join(name).with_extension(extension)
    }

    fn build_and_run(&self, emitted: &EmittedTest, name: &str, test: &Test) -> Verdict {
        let Some((build, _)) = emitted.command.rsplit_once(" && ") else {
            return Verdict::Skipped("there is no command that builds it".to_owned());
        };
        if let Err(error) = std::fs::write(self.file(name, "c"), &emitted.text) {
            return Verdict::Skipped(error.to_string());
        }
        if let Err(trouble) = self.toolchain.shell(build) {
            return trouble.into();
        }
        let program = self.file(name, "");
        let verdict = judge(self.toolchain, &program, test, Form::Emitted, &self.file(name, "in"));
        // Executables with sanitizers are large.
        let _ = std::fs::remove_file(program);
        verdict
    }
}

fn run(subject: &Subject, config: &Config, test: &Test) -> (Recorded, Ending) {
    let runner = Runner::new(&subject.program, subject.start, config.clone());
    let spec = runner.spec(test);
    let compiled = prepare(&subject.program);
    let result = compiled.run(&spec, runner.config(), &mut |_, _| {}, &mut NoObserver);
    (Recorded { spec, inputs: result.inputs }, result.ending)
}

/// The run of a test, if it comes to an end that a test of the harness can show.
fn recorded(subject: &Subject, config: &Config, test: &Test) -> Option<Recorded> {
    let (recorded, ending) = run(subject, config, test);
    matches!(ending, Ending::Finished { .. } | Ending::Failed(_)).then_some(recorded)
}

fn calls_exit(program: &Program) -> bool {
    let is_exit = |body: &Body| matches!(body, Body::Intrinsic(Intrinsic::Exit));
    program.functions.iter().any(|function| is_exit(&function.body))
}
