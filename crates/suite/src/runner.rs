//! Runs tests.

use rayon::prelude::*;
use whydunit_interp::{
    BorrowedSpec, Budget, Compiled, Config, Ending, FinalState, Observer, RunResult, RunSpec,
    Stream, prepare,
};
use whydunit_program::{About, FunctionId, Point, Program};

use crate::judge::{Comparison, verdict};
use crate::limits::{DEFAULT_STEPS, MORE_OUTPUT};
use crate::words::verdict_in_words;
use crate::{Outcome, OutputMode, Suite, Test, Verdict};

/// `argv[0]`.
const PROGRAM_NAME: &str = "program";

/// It would go on, with values that nobody gave.
fn has_outlived_its_inputs(result: &RunResult) -> bool {
    result.is_lacking_inputs
        && matches!(result.ending, Ending::OutOfBudget { budget: Budget::Steps, .. })
}

/// One decision of a run that goes another way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    pub point: Point,
    /// How many decisions at this point came before.
    pub visit: u64,
    pub successor: u32,
}

struct Switched<'e> {
    comparison: Comparison<'e>,
    switch: Switch,
    seen: u64,
}

impl Observer for Switched<'_> {
    fn redirect(&mut self, point: Point, successor: u32) -> u32 {
        if point != self.switch.point {
            return successor;
        }
        self.seen += 1;
        if self.seen == self.switch.visit + 1 { self.switch.successor } else { successor }
    }

    fn finished(&mut self, state: &FinalState<'_>) {
        self.comparison.finished(state);
    }
}

/// A program that tests are run on. Nothing is translated before the first run.
#[derive(Debug)]
pub struct Runner<'p> {
    program: &'p Program,
    compiled: Compiled<'p>,
    start: FunctionId,
    config: Config,
    mode: OutputMode,
}

impl<'p> Runner<'p> {
    /// `config` holds for each test, its deadline and its interrupt for all of them together.
    pub fn new(program: &'p Program, start: FunctionId, config: Config) -> Runner<'p> {
        let max_steps = config.max_steps.or(Some(DEFAULT_STEPS));
        let config = Config { max_steps, ..config };
        Runner { program, compiled: prepare(program), start, config, mode: OutputMode::Exact }
    }

    /// What counts as the same output.
    #[must_use]
    pub fn comparing(self, mode: OutputMode) -> Runner<'p> {
        Runner { mode, ..self }
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    pub fn start(&self) -> FunctionId {
        self.start
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn spec(&self, test: &Test) -> RunSpec {
        RunSpec {
            args: test.args.clone(),
            stdin: test.stdin.clone(),
            files: test.files.clone(),
            inputs: test.inputs.clone(),
            program_name: PROGRAM_NAME.to_owned(),
            function: self.start,
        }
    }

    pub fn run(&self, test: &Test) -> Outcome {
        let comparison = Comparison {
            program: self.program,
            start: self.start,
            expected: &test.expected,
            difference: None,
        };
        self.judged(test, comparison, |comparison| comparison.difference)
    }

    /// The test with one decision of its run switched to another successor.
    pub fn run_switched(&self, test: &Test, switch: Switch) -> Outcome {
        let comparison = Comparison {
            program: self.program,
            start: self.start,
            expected: &test.expected,
            difference: None,
        };
        let switched = Switched { comparison, switch, seen: 0 };
        self.judged(test, switched, |switched| switched.comparison.difference)
    }

    fn judged<O: Observer>(
        &self,
        test: &Test,
        mut observer: O,
        difference: impl FnOnce(O) -> Option<(About, String)>,
    ) -> Outcome {
        let expected = &test.expected;
        // What comes after that is different in any case.
        let room =
            |text: &Option<Vec<u8>>| text.as_ref().map_or(0, |text| text.len() + MORE_OUTPUT);
        let (most, most_errors) = (room(&expected.stdout), room(&expected.stderr));
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut sink = |stream: Stream, bytes: &[u8]| {
            let (kept, most) = match stream {
                Stream::Out => (&mut stdout, most),
                Stream::Error => (&mut stderr, most_errors),
            };
            kept.extend_from_slice(&bytes[..bytes.len().min(most - kept.len())]);
        };
        let mut result = self.execute(test, &mut sink, &mut observer);
        if test.is_open_ended && has_outlived_its_inputs(&result) {
            result.ending = Ending::Finished { exit_code: 0 };
        }
        Outcome {
            steps: result.steps,
            unused_inputs: std::mem::take(&mut result.unused_inputs),
            misfit_inputs: std::mem::take(&mut result.misfit_inputs),
            verdict: verdict(result, expected, (&stdout, &stderr, self.mode), difference(observer)),
        }
    }

    /// The run of a test, whatever it is to show.
    pub(crate) fn execute<O: Observer>(
        &self,
        test: &Test,
        output: &mut dyn FnMut(Stream, &[u8]),
        observer: &mut O,
    ) -> RunResult {
        let spec = BorrowedSpec {
            function: self.start,
            args: &test.args,
            program_name: PROGRAM_NAME,
            stdin: &test.stdin,
            files: &test.files,
            inputs: &test.inputs,
        };
        self.compiled.run_borrowed(spec, &self.config, output, observer)
    }

    /// All of them, in the order of the suite. Tests that time does not suffice for are [`Verdict::NotRun`].
    pub fn run_all(&self, suite: &Suite) -> Vec<Outcome> {
        let run = |test| match self.config.is_over() {
            true => Outcome {
                verdict: Verdict::NotRun,
                steps: 0,
                unused_inputs: Vec::new(),
                misfit_inputs: Vec::new(),
            },
            false => self.run(test),
        };
        suite.tests.par_iter().map(run).collect()
    }

    /// How a test failed, or why it is not judged, in a few words; empty if it passed.
    pub fn in_words(&self, verdict: &Verdict) -> String {
        verdict_in_words(self.program, &self.config, verdict)
    }
}
