//! Runs tests.

use whydunit_interp::{Compiled, Config, Ending, NoObserver, RunSpec, Stream, prepare};
use whydunit_program::{FunctionId, Program};

use crate::{Outcome, Reason, Suite, Test, Verdict};

/// A program that tests are run on.
#[derive(Debug)]
pub struct Runner<'p> {
    program: &'p Program,
    compiled: Compiled<'p>,
    start: FunctionId,
    config: Config,
}

impl<'p> Runner<'p> {
    /// `config` holds for each test.
    pub fn new(program: &'p Program, start: FunctionId, config: Config) -> Runner<'p> {
        Runner { program, compiled: prepare(program), start, config }
    }

    pub fn spec(&self, test: &Test) -> RunSpec {
        RunSpec {
            args: test.args.clone(),
            stdin: test.stdin.clone(),
            inputs: test.inputs.clone(),
            ..RunSpec::new(self.start)
        }
    }

    pub fn run(&self, test: &Test) -> Outcome {
        let mut stdout = Vec::new();
        let mut sink = |stream: Stream, bytes: &[u8]| {
            if stream == Stream::Out {
                stdout.extend_from_slice(bytes);
            }
        };
        let _ = self.program;
        let result = self.compiled.run(&self.spec(test), &self.config, &mut sink, &mut NoObserver);
        let steps = result.steps;
        let verdict = match result.ending {
            Ending::Finished { .. } => Verdict::Passed,
            Ending::Failed(failure) => Verdict::Failed(Reason::Check(Box::new(failure))),
            Ending::OutOfBudget { .. } => Verdict::Failed(Reason::DoesNotEnd(Box::new(result))),
            Ending::AssumptionFailed { text, .. } => Verdict::Unjudged(text),
            Ending::Aborted { .. } => Verdict::Failed(Reason::Died("aborted".into())),
            Ending::Trapped { message, .. } => Verdict::Failed(Reason::Died(message)),
            Ending::Limit { message, .. } | Ending::OutOfRange { message, .. } => {
                Verdict::Unjudged(message)
            }
        };
        Outcome { verdict, steps }
    }

    /// All of them, in the order of the suite.
    pub fn run_all(&self, suite: &Suite) -> Vec<Outcome> {
        suite.tests.iter().map(|test| self.run(test)).collect()
    }
}
