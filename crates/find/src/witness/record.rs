//! A failing run, watched for what a witness tells of it.

use whydunit_interp::{Compiled, Config, Ending, Failure, InputRecord, Observer, RunSpec};
use whydunit_program::{FunctionId, Point, Program, TerminatorKind};

use crate::limits::MOST_EVENTS;

/// A run that fails, with what it did on the way.
#[derive(Clone, Debug)]
pub struct FailingRun<'p> {
    pub(super) program: &'p Program,
    pub(super) start: FunctionId,
    pub(super) failure: Failure,
    pub(super) inputs: Vec<InputRecord>,
    pub(super) args: Vec<Vec<u8>>,
    /// In the program's own code, in the order of the run.
    pub(super) events: Vec<Event>,
    /// The statement of the program's own code in which it failed.
    pub(super) last: Option<Point>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    Enter {
        function: FunctionId,
        call: Point,
    },
    Return {
        function: FunctionId,
        at: Point,
    },
    /// The result of a call, by its number among the inputs of the run.
    Input {
        number: usize,
        at: Point,
    },
    /// A two-way branch.
    Branch {
        at: Point,
        is_then: bool,
    },
}

impl<'p> FailingRun<'p> {
    /// Runs the program.
    ///
    /// # Errors
    /// How the run ended when it did not fail.
    #[expect(clippy::result_large_err, reason = "how a run ended is handed on once a run")]
    pub fn record(
        program: &'p Program,
        compiled: &Compiled<'_>,
        spec: &RunSpec,
        config: &Config,
    ) -> Result<FailingRun<'p>, Ending> {
        let mut recorder = Recorder {
            program,
            events: Vec::new(),
            other_events: 0,
            inputs: 0,
            frames: Vec::new(),
            last: None,
        };
        let result = compiled.run(spec, config, &mut |_, _| {}, &mut recorder);
        let Ending::Failed(failure) = result.ending else { return Err(result.ending) };
        let mut events = recorder.events;
        if recorder.other_events > MOST_EVENTS {
            events.retain(|event| matches!(event, Event::Input { .. }));
        }
        Ok(FailingRun {
            program,
            start: spec.function,
            failure,
            inputs: result.inputs,
            args: spec.args.clone(),
            events,
            last: recorder.last,
        })
    }

    pub fn failure(&self) -> &Failure {
        &self.failure
    }
}

struct Recorder<'p> {
    program: &'p Program,
    events: Vec<Event>,
    other_events: usize,
    inputs: usize,
    frames: Vec<FunctionId>,
    last: Option<Point>,
}

impl Recorder<'_> {
    fn is_user(&self, function: FunctionId) -> bool {
        !self.program.function(function).is_library
    }

    fn add(&mut self, event: Event) {
        self.other_events += 1;
        if self.other_events <= MOST_EVENTS {
            self.events.push(event);
        }
    }
}

impl Observer for Recorder<'_> {
    fn step(&mut self, point: Point, _frame: u32) {
        if self.is_user(point.function) {
            self.last = Some(point);
        }
    }

    fn enter(&mut self, _: u32, function: FunctionId, call: Option<Point>, _: Option<u32>) {
        self.frames.push(function);
        if let Some(call) = call
            && self.is_user(call.function)
            && self.is_user(function)
        {
            self.add(Event::Enter { function, call });
        }
    }

    fn leave(&mut self, _: u32) {
        let function = self.frames.pop();
        if let (Some(function), Some(at)) = (function, self.last)
            && self.is_user(function)
            && self.frames.last().is_some_and(|caller| self.is_user(*caller))
        {
            self.add(Event::Return { function, at });
        }
    }

    fn input(&mut self, record: &InputRecord) {
        let number = self.inputs;
        self.inputs += 1;
        if let (Some(_), Some(at)) = (record.origin.called(), self.last) {
            self.events.push(Event::Input { number, at });
        }
    }

    fn branch(&mut self, point: Point, successor: u32) {
        if self.is_user(point.function)
            && matches!(self.program.terminator_at(point).kind, TerminatorKind::Branch { .. })
        {
            self.add(Event::Branch { at: point, is_then: successor == 0 });
        }
    }
}
