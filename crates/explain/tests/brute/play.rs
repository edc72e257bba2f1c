//! Runs that are compared with the run of a trace.

use whydunit_interp::{Cell, Compiled, Config, Ending, InputValue, Observer, RunSpec, prepare};
use whydunit_program::Point;
use whydunit_trace::{ErrorTrace, StepKind};

use crate::common::Failing;

/// What became of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Outcome {
    /// It went along the trace up to this step (of the trace), and not on from there.
    Blocks(usize),
    /// It failed as the run of the trace did.
    Fails,
}

impl Outcome {
    pub(crate) fn blocks_after(self, step: usize) -> bool {
        matches!(self, Outcome::Blocks(at) if at > step)
    }
}

/// How a run leaves the trace, as the two readings of relevance tell it apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// By a condition that the program states, or by passing the check.
    Own,
    /// By an assumption that does not hold: no run of the program at all.
    Excluded,
    /// By another check that C demands.
    OtherCheck,
}

/// What is changed after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    Cell(Cell),
    /// What the step has just written, by the number of the write: an address may lead elsewhere in another execution.
    Write(usize),
}

/// From a step of the trace on, something holds another value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// Before this step and after the one before.
    pub(crate) from: usize,
    pub(crate) spot: Spot,
    pub(crate) bits: u64,
}

/// A conditional that a run may go through in any way, as steps of the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Skipped {
    pub(crate) branch: usize,
    pub(crate) end: usize,
}

/// A step as the interpreter announces it, and the side that it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Expected {
    point: Point,
    frame: u32,
    side: Option<u32>,
    /// Its number in the trace.
    step: usize,
}

pub(crate) struct Player<'f> {
    pub(crate) trace: &'f ErrorTrace,
    compiled: Compiled<'f>,
    expected: Vec<Expected>,
    config: Config,
}

impl<'f> Player<'f> {
    pub(crate) fn new(failing: &'f Failing) -> Player<'f> {
        let trace = &failing.trace;
        let executed = trace.steps.iter().enumerate().skip(trace.first_executed());
        let expected: Vec<Expected> = executed
            .filter(|(_, step)| step.kind.is_executed())
            .map(|(index, step)| Expected {
                point: step.point,
                frame: step.frame,
                side: match step.kind {
                    StepKind::Branch { taken, .. } => Some(taken),
                    _ => None,
                },
                step: index,
            })
            .collect();
        let config = Config {
            checks: trace.checks,
            // Steps of a block count when it is entered.
            max_steps: Some(expected.len() as u64 + 200),
            ..Config::default()
        };
        Player { trace, compiled: prepare(&failing.program), expected, config }
    }

    /// Runs with these values of the inputs (in the order of `ErrorTrace::inputs`).
    pub(crate) fn play(&self, inputs: &[u64], changes: &[Change]) -> Outcome {
        self.watch(inputs, changes, None, &[]).outcome
    }

    /// How the run leaves the trace; nothing if it fails as that did.
    pub(crate) fn way(
        &self,
        inputs: &[u64],
        changes: &[Change],
        skipped: &[Skipped],
    ) -> Option<Way> {
        self.watch(inputs, changes, None, skipped).way
    }

    /// As [`Player::play`], where it does not matter which way some conditionals are passed. Their sides must not call.
    pub(crate) fn play_around(
        &self,
        inputs: &[u64],
        changes: &[Change],
        skipped: &[Skipped],
    ) -> Outcome {
        self.watch(inputs, changes, None, skipped).outcome
    }

    /// Does the run go along the trace and pass the check?
    pub(crate) fn passes(&self, inputs: &[u64], changes: &[Change]) -> bool {
        self.watch(inputs, changes, None, &[]).passes
    }

    /// The cells that a step writes, in the run with these inputs; none if it is not reached.
    pub(crate) fn cells_written(&self, inputs: &[u64], step: usize) -> Vec<Cell> {
        let written = self.watch(inputs, &[], Some(step), &[]).written;
        written.into_iter().map(|(cell, _)| cell).collect()
    }

    /// What a cell is set to by a step, in the run with these inputs.
    pub(crate) fn written(&self, inputs: &[u64], step: usize, cell: Cell) -> Option<u64> {
        let written = self.watch(inputs, &[], Some(step), &[]).written;
        written.into_iter().find(|(at, _)| *at == cell).map(|(_, bits)| bits)
    }

    fn watch(
        &self,
        inputs: &[u64],
        changes: &[Change],
        wanted: Option<usize>,
        skipped: &[Skipped],
    ) -> Watched {
        let mut spec: RunSpec = self.trace.spec.clone();
        for (record, &bits) in self.trace.inputs.iter().zip(inputs) {
            spec.inputs.set(record.name.clone(), InputValue::Int(bits.into()));
        }
        let mut watch = Watch {
            expected: &self.expected,
            seen: 0,
            left: None,
            changes,
            skipped,
            resumes_at: None,
            applied: 0,
            wanted,
            written: Vec::new(),
            current: Vec::new(),
        };
        let result = self.compiled.run(&spec, &self.config, &mut |_, _| {}, &mut watch);
        let known = &self.trace.failure;
        let fails = matches!(&result.ending, Ending::Failed(failure)
            if (failure.kind, failure.point, failure.span) == (known.kind, known.point, known.span));
        let is_whole = watch.seen == self.expected.len() && watch.resumes_at.is_none();
        let last = watch.left.unwrap_or(watch.seen.saturating_sub(1));
        let outcome = match is_whole && watch.left.is_none() && fails {
            true => Outcome::Fails,
            false => Outcome::Blocks(self.expected[last].step),
        };
        let way = match &result.ending {
            _ if outcome == Outcome::Fails => None,
            _ if watch.left.is_some() => Some(Way::Own),
            Ending::Failed(failure) if !failure.kind.is_written() => Some(Way::OtherCheck),
            Ending::Trapped { .. } => Some(Way::OtherCheck),
            Ending::AssumptionFailed { .. } => Some(Way::Excluded),
            _ => Some(Way::Own),
        };
        // A run that stops at the failing step has failed in another way.
        let has_gone_on = matches!(result.ending, Ending::Finished { .. }) || watch.left.is_some();
        Watched { outcome, passes: is_whole && has_gone_on, written: watch.written, way }
    }
}

struct Watched {
    outcome: Outcome,
    passes: bool,
    written: Vec<(Cell, u64)>,
    way: Option<Way>,
}

struct Watch<'w> {
    expected: &'w [Expected],
    /// Steps that were as expected.
    seen: usize,
    /// The last of them, when the next one was not.
    left: Option<usize>,
    /// Ascending by step.
    changes: &'w [Change],
    skipped: &'w [Skipped],
    /// Inside of a skipped conditional: the expected step after it.
    resumes_at: Option<usize>,
    applied: usize,
    /// The step whose writes are wanted.
    wanted: Option<usize>,
    written: Vec<(Cell, u64)>,
    /// What was written since the last change.
    current: Vec<(usize, Cell)>,
}

impl Observer for Watch<'_> {
    fn step(&mut self, point: Point, frame: u32) {
        if self.left.is_some() {
            return;
        }
        if let Some(at) = self.resumes_at {
            let join = self.expected[at];
            if (join.point, join.frame) != (point, frame) {
                return;
            }
            self.resumes_at = None;
            self.seen = at;
        }
        let next = self.expected.get(self.seen);
        if next.is_some_and(|next| (next.point, next.frame) == (point, frame)) {
            self.seen += 1;
        } else {
            self.left = Some(self.seen.saturating_sub(1));
        }
    }

    fn branch(&mut self, _: Point, successor: u32) {
        if self.resumes_at.is_some() {
            return;
        }
        if self.left.is_none() {
            let step = self.expected[self.seen - 1].step;
            if let Some(skipped) = self.skipped.iter().find(|skipped| skipped.branch == step) {
                let at = self.expected.partition_point(|expected| expected.step <= skipped.end);
                self.resumes_at = Some(at);
                return;
            }
        }
        if self.left.is_none() && self.expected[self.seen - 1].side != Some(successor) {
            self.left = Some(self.seen - 1);
        }
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        if self.left.is_none() && self.resumes_at.is_none() && self.seen > 0 {
            let step = self.expected[self.seen - 1].step;
            if self.wanted == Some(step) {
                self.written.push((cell, bits));
            }
            if self.changes.iter().any(|change| change.from == step + 1) {
                self.current.push((step, cell));
            }
        }
    }

    fn intervene(&mut self) -> Option<(Cell, u64)> {
        let change = self.changes.get(self.applied)?;
        let is_inside = self.left.is_some() || self.resumes_at.is_some();
        if is_inside || self.expected[self.seen - 1].step < change.from {
            return None;
        }
        self.applied += 1;
        let cell = match change.spot {
            Spot::Cell(cell) => cell,
            Spot::Write(number) => {
                let writes = self.current.iter().filter(|(step, _)| *step + 1 == change.from);
                writes.map(|&(_, cell)| cell).nth(number).expect("the step should write it")
            }
        };
        Some((cell, change.bits))
    }
}
