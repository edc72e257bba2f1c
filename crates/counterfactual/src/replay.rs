//! What the program itself does, with other inputs and with other values in place of assigned ones.
//!
//! Claims of the kind *had x been v* are tried here, before they are shown and when they are verified. A run is compared with the trace step by step: the same points in the same frames, the same arms of branches, and at the end the same
//! failure. Conditionals that are irrelevant as a whole may be passed in any way: there the comparison rests until their arms have joined. An input is given its value by putting it where the run of the trace put it, right after the step that received it; so the program need not be
//! asked for inputs in any other way than it was in the run.

use rustc_hash::FxHashMap;
use whydunit_claim::Blocked;
use whydunit_interp::{
    BulkSource, Cell, CellObject, Compiled, Config, Ending, InputRecord, ObjectId, ObjectInfo,
    ObjectKind, Observer, Release, RunResult, RunSpec, prepare,
};
use whydunit_program::{FunctionId, InputOrigin, Point, Program, StmtKind};
use whydunit_solver::Budget;
use whydunit_trace::{ErrorTrace, StepKind};

use crate::answers::GivenAnswers;
use crate::endings::{Ended, config, ended};
use crate::lasso::Lasso;
use crate::limits::{LASSO_STEPS, STEPS_AROUND};

/// How a run compares with the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// It fails as the run of the trace did.
    Fails,
    /// It does not go on from this step as the trace does.
    Blocks(usize, Blocked),
    /// The interpreter does not follow it beyond this step.
    Lost(usize),
}

/// When something is changed, by steps of the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    Before(usize),
    After(usize),
}

/// From a moment on, a cell holds this. After a step, a cell that the step wrote in the run of the trace stands for the one that it writes now: an
/// address may have been changed as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    pub moment: Moment,
    pub cell: Cell,
    pub bits: u64,
}

/// A conditional that a run may pass in any way, from its branch to the end of its scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skipped {
    pub branch: usize,
    pub end: usize,
}

/// A decision that is made in another way: the step of the branch, and where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switched {
    pub branch: usize,
    /// Counts the terminator's successors.
    pub arm: u32,
}

/// What is different in a run.
#[derive(Clone, Copy, Default, Debug)]
pub struct Different<'d> {
    /// Positions in `ErrorTrace::inputs`, and bits.
    pub inputs: &'d [(u32, u64)],
    pub changes: &'d [Change],
    pub switched: Option<Switched>,
    /// Conditionals that may be passed in any way.
    pub skipped: &'d [Skipped],
}

/// What became of a run that was followed to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    pub course: Course,
    pub ended: Ended,
    /// Has it ended inside of a conditional that it may pass in any way?
    pub is_inside: bool,
    /// Steps that it took.
    pub steps: u64,
}

/// What was seen of a run.
#[derive(Clone, Debug)]
pub struct Seen {
    pub course: Course,
    /// What the step of interest wrote; of runs of bytes only where.
    pub written: Vec<(Cell, u64)>,
}

/// A step that the interpreter announces.
#[derive(Clone, Copy, Debug)]
struct Expected {
    point: Point,
    frame: u32,
    arm: Option<u32>,
    /// The frame that it makes.
    callee: Option<u32>,
    /// Its number in the trace.
    step: usize,
}

#[derive(Debug)]
pub struct Replay<'p> {
    program: &'p Program,
    trace: &'p ErrorTrace,
    compiled: Compiled<'p>,
    expected: Vec<Expected>,
    /// For each input the step that received it.
    received_by: Vec<usize>,
    config: Config,
}

impl<'p> Replay<'p> {
    pub fn new(program: &'p Program, trace: &'p ErrorTrace) -> Replay<'p> {
        let executed = trace.steps.iter().enumerate().skip(trace.first_executed());
        let expected: Vec<Expected> = executed
            .filter(|(_, step)| step.kind.is_executed())
            .map(|(index, step)| Expected {
                point: step.point,
                frame: step.frame,
                arm: match step.kind {
                    StepKind::Branch { taken, .. } => Some(taken),
                    _ => None,
                },
                callee: match step.kind {
                    StepKind::Call { callee } => Some(callee),
                    _ => None,
                },
                step: index,
            })
            .collect();
        // The interpreter counts the steps of a block when it enters it.
        let blocks = program.functions.iter().flat_map(|function| function.blocks());
        let longest = blocks.map(|block| block.stmts.len());
        let beyond = longest.max().unwrap_or(0) + 2;
        let config = Config {
            checks: trace.checks,
            max_steps: Some((2 * expected.len() + beyond + STEPS_AROUND) as u64),
            ..Config::default()
        };
        let mut received_by = vec![0; trace.inputs.len()];
        for (index, step) in trace.steps.iter().enumerate() {
            received_by[trace.input_positions(step)].fill(index);
        }
        Replay { program, trace, compiled: prepare(program), expected, received_by, config }
    }

    pub(crate) fn trace(&self) -> &'p ErrorTrace {
        self.trace
    }

    /// Number of steps of one run.
    #[expect(clippy::len_without_is_empty, reason = "a trace has steps")]
    pub fn len(&self) -> usize {
        self.expected.len()
    }

    /// Runs with these inputs (positions in `ErrorTrace::inputs`) and changes. What is written by the step of interest is told.
    pub fn run(&self, inputs: &[(u32, u64)], changes: &[Change], interest: Option<usize>) -> Seen {
        self.run_around(inputs, changes, interest, &[])
    }

    /// As [`Replay::run`], where it does not matter which way these conditionals are passed.
    pub fn run_around(
        &self,
        inputs: &[(u32, u64)],
        changes: &[Change],
        interest: Option<usize>,
        skipped: &[Skipped],
    ) -> Seen {
        let different = Different { inputs, changes, switched: None, skipped };
        let (spec, due) = self.prepared(&different);
        let mut watch = Watch::new(self, &different, &due, interest);
        let result = self.compiled.run(&spec, &self.config, &mut |_, _| {}, &mut watch);
        let course = self.course(&watch, &result.ending);
        Seen { course, written: watch.written }
    }

    /// Follows a run to its end, for so many steps at most.
    pub fn follow(&self, different: &Different<'_>, steps: u64, budget: &Budget) -> Tried {
        let (spec, due) = self.prepared(different);
        let mut watch = Watch::new(self, different, &due, None);
        let config_of = |steps| config(self.trace, steps, budget);
        let result: RunResult =
            self.compiled.run(&spec, &config_of(steps), &mut |_, _| {}, &mut watch);
        let ended = ended(self.trace, &result.ending, steps, || {
            let watch = Watch::new(self, different, &due, None);
            let mut both = Both { watch, lasso: Lasso::new(self.program, GivenAnswers::unknown()) };
            let config = config_of(steps.min(LASSO_STEPS));
            self.compiled.run(&spec, &config, &mut |_, _| {}, &mut both);
            both.lasso.is_found()
        });
        Tried {
            course: self.course(&watch, &result.ending),
            ended,
            is_inside: watch.resumes_at.is_some(),
            steps: result.steps,
        }
    }

    /// The inputs of a run, and what is changed while it goes on.
    fn prepared(&self, different: &Different<'_>) -> (RunSpec, Vec<Due>) {
        let mut spec = self.trace.spec.clone();
        let mut due: Vec<Due> = Vec::new();
        for &(record, bits) in different.inputs {
            due.extend(self.given(&mut spec, record, bits));
        }
        for change in different.changes {
            let written = match change.moment {
                Moment::After(step) => self.number_of_write(step, change.cell),
                Moment::Before(_) => None,
            };
            let moment = self.announced(change.moment);
            due.push(Due { moment, cell: change.cell, bits: change.bits, written });
        }
        // Changes come after the inputs of the same moment.
        due.sort_by_key(|due| due.moment);
        (spec, due)
    }

    /// How many steps are announced before a moment.
    fn announced(&self, moment: Moment) -> usize {
        self.expected.partition_point(|expected| match moment {
            Moment::Before(step) => expected.step < step,
            Moment::After(step) => expected.step <= step,
        })
    }

    /// How an input gets its value.
    fn given(&self, spec: &mut RunSpec, record: u32, bits: u64) -> Option<Due> {
        let input = self.trace.inputs.get(record as usize)?;
        let step = *self.received_by.get(record as usize)?;
        if let CellObject::Memory(id) = input.cell.object
            && self.is_stdin(id)
        {
            if let Some(byte) = spec.stdin.get_mut(input.cell.offset as usize) {
                *byte = bits as u8;
            }
            return None;
        }
        let is_explicit = matches!(
            self.program.stmt_at(self.trace.steps[step].point).map(|stmt| &stmt.kind),
            Some(StmtKind::Input { .. })
        );
        let moment = match input.origin {
            // The step that finds it unset already uses it.
            InputOrigin::Uninitialised if !is_explicit => Moment::Before(step),
            _ => Moment::After(step),
        };
        Some(Due { moment: self.announced(moment), cell: input.cell, bits, written: None })
    }

    /// Which write of a step in the trace sets a cell.
    fn number_of_write(&self, step: usize, cell: Cell) -> Option<(usize, usize)> {
        let mut writes = self.trace.writes(&self.trace.steps[step]).iter();
        Some((step, writes.position(|access| access.cell == cell)?))
    }

    fn is_stdin(&self, id: ObjectId) -> bool {
        self.trace.object(id).is_some_and(|object| object.info.kind == ObjectKind::Stdin)
    }

    fn course(&self, watch: &Watch<'_>, ending: &Ending) -> Course {
        let last = self.expected.len() - 1;
        let at = watch.left.unwrap_or(watch.seen.saturating_sub(1));
        if let (Some(_), Ending::OutOfBudget { .. } | Ending::Limit { .. }) =
            (watch.resumes_at, ending)
        {
            return Course::Lost(self.expected[at].step);
        }
        let step = self.expected[at].step;
        if at == last && watch.left.is_some() {
            return Course::Blocks(step, Blocked::CheckPasses);
        }
        if watch.left.is_some() {
            return Course::Blocks(step, Blocked::OtherArm);
        }
        match ending {
            Ending::Failed(failure) => {
                let known = &self.trace.failure;
                let is_same = (failure.kind, failure.point, failure.span)
                    == (known.kind, known.point, known.span);
                match at == last && is_same {
                    true => Course::Fails,
                    // What a statement states is decided after everything that it is computed from.
                    false
                        if at == last && failure.kind.is_written() && !known.kind.is_written() =>
                    {
                        Course::Blocks(step, Blocked::CheckPasses)
                    }
                    false if failure.kind.is_written() => Course::Blocks(step, Blocked::OwnCheck),
                    false => Course::Blocks(step, Blocked::OtherFailure),
                }
            }
            Ending::Trapped { .. } => Course::Blocks(step, Blocked::OtherFailure),
            Ending::AssumptionFailed { .. } => Course::Blocks(step, Blocked::Assumption),
            Ending::Finished { .. } | Ending::Aborted { .. } if at == last => {
                Course::Blocks(step, Blocked::CheckPasses)
            }
            Ending::Finished { .. } | Ending::Aborted { .. } => {
                Course::Blocks(step, Blocked::OtherArm)
            }
            Ending::Limit { .. } | Ending::OutOfRange { .. } | Ending::OutOfBudget { .. } => {
                Course::Lost(step)
            }
        }
    }
}

/// A change that is to be made.
#[derive(Clone, Copy, Debug)]
struct Due {
    /// How many steps are announced before.
    moment: usize,
    cell: Cell,
    bits: u64,
    /// The step and the number of its write whose cell is meant, wherever that is now.
    written: Option<(usize, usize)>,
}

#[derive(Debug)]
struct Watch<'w> {
    expected: &'w [Expected],
    /// Steps that were as expected.
    seen: usize,
    /// The last of them, when what came next was not.
    left: Option<usize>,
    skipped: &'w [Skipped],
    /// Within a skipped conditional: the expected step after it.
    resumes_at: Option<usize>,
    /// Numbers of frames that differ from those of the trace, since a skipped conditional made others.
    frames: FxHashMap<u32, u32>,
    /// Ascending by the number of announced steps before which they are due.
    due: &'w [Due],
    /// Cells written by steps after which something is due.
    recent: Vec<(usize, Cell)>,
    applied: usize,
    interest: Option<usize>,
    written: Vec<(Cell, u64)>,
    switched: Option<Switched>,
}

impl<'w> Watch<'w> {
    fn new(
        replay: &'w Replay<'_>,
        different: &Different<'w>,
        due: &'w [Due],
        interest: Option<usize>,
    ) -> Watch<'w> {
        Watch {
            expected: &replay.expected,
            seen: 0,
            left: None,
            skipped: different.skipped,
            resumes_at: None,
            frames: FxHashMap::default(),
            due,
            recent: Vec::new(),
            applied: 0,
            interest,
            written: Vec::new(),
            switched: different.switched,
        }
    }

    /// Is this the step that is expected there?
    fn is_at(&self, position: usize, point: Point, frame: u32) -> bool {
        self.expected.get(position).is_some_and(|next| {
            let known = self.frames.get(&next.frame).copied().unwrap_or(next.frame);
            (next.point, known) == (point, frame)
        })
    }

    /// The cell of this run that corresponds to one of the trace.
    fn own(&self, cell: Cell) -> Cell {
        match cell.object {
            CellObject::Register { frame, local } => {
                let frame = self.frames.get(&frame).copied().unwrap_or(frame);
                Cell { object: CellObject::Register { frame, local }, ..cell }
            }
            CellObject::Memory(_) => cell,
        }
    }

    fn is_of_interest(&self) -> bool {
        let is_along = self.left.is_none() && self.resumes_at.is_none();
        let current = self.seen.checked_sub(1).filter(|_| is_along);
        current.is_some_and(|current| Some(self.expected[current].step) == self.interest)
    }
}

impl Observer for Watch<'_> {
    fn step(&mut self, point: Point, frame: u32) {
        if self.left.is_some() {
            return;
        }
        if let Some(join) = self.resumes_at {
            if !self.is_at(join, point, frame) {
                return;
            }
            self.resumes_at = None;
            self.seen = join;
        }
        if self.is_at(self.seen, point, frame) {
            self.seen += 1;
        } else {
            self.left = Some(self.seen.saturating_sub(1));
        }
    }

    fn redirect(&mut self, _: Point, successor: u32) -> u32 {
        let is_along = self.left.is_none() && self.resumes_at.is_none();
        let current = self.seen.checked_sub(1).filter(|_| is_along);
        let step = current.map(|current| self.expected[current].step);
        match self.switched {
            Some(switched) if step == Some(switched.branch) => switched.arm,
            _ => successor,
        }
    }

    fn branch(&mut self, _: Point, successor: u32) {
        if self.left.is_some() || self.resumes_at.is_some() {
            return;
        }
        let Expected { step, arm, .. } = self.expected[self.seen - 1];
        if let Some(skipped) = self.skipped.iter().find(|skipped| skipped.branch == step) {
            let join = self.expected.partition_point(|expected| expected.step <= skipped.end);
            self.resumes_at = Some(join);
        } else if arm != Some(successor) {
            self.left = Some(self.seen - 1);
        }
    }

    fn enter(&mut self, frame: u32, _: FunctionId, _: Option<Point>, _: Option<u32>) {
        if self.left.is_some() || self.resumes_at.is_some() {
            return;
        }
        let current = self.seen.checked_sub(1).map(|current| self.expected[current]);
        if let Some(callee) = current.and_then(|current| current.callee)
            && callee != frame
        {
            self.frames.insert(callee, frame);
        }
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        let is_along = self.left.is_none() && self.resumes_at.is_none();
        if let Some(current) = self.seen.checked_sub(1).filter(|_| is_along) {
            let step = self.expected[current].step;
            let mut soon =
                self.due[self.applied..].iter().take_while(|due| due.moment <= self.seen);
            if soon.any(|due| due.written.is_some_and(|(writer, _)| writer == step)) {
                self.recent.push((step, cell));
            }
        }
        if self.is_of_interest() {
            self.written.push((cell, bits));
        }
    }

    fn bulk_write(&mut self, object: ObjectId, offset: u64, bytes: &[u8], _: BulkSource) {
        if self.is_of_interest() {
            let cell = Cell::memory(object, offset as u32, bytes.len() as u32);
            self.written.push((cell, 0));
        }
    }

    fn intervene(&mut self) -> Option<(Cell, u64)> {
        let due = *self.due.get(self.applied)?;
        let is_along = self.left.is_none() && self.resumes_at.is_none();
        (is_along && due.moment < self.seen).then(|| {
            self.applied += 1;
            let now = due.written.and_then(|(step, number)| {
                let mut writes = self.recent.iter().filter(|(writer, _)| *writer == step);
                writes.nth(number).map(|&(_, cell)| cell)
            });
            (now.unwrap_or_else(|| self.own(due.cell)), due.bits)
        })
    }
}

/// Puts values in place, and looks for a state that comes back.
struct Both<'w, 'p> {
    watch: Watch<'w>,
    lasso: Lasso<'p>,
}

impl Observer for Both<'_, '_> {
    fn step(&mut self, point: Point, frame: u32) {
        self.watch.step(point, frame);
        self.lasso.step(point, frame);
    }

    fn idle(&mut self, point: Point, frame: u32) {
        self.lasso.idle(point, frame);
    }

    fn stdin(&mut self, position: usize, put_back: &[u8], at_end: bool) {
        self.lasso.stdin(position, put_back, at_end);
    }

    fn redirect(&mut self, point: Point, successor: u32) -> u32 {
        self.watch.redirect(point, successor)
    }

    fn branch(&mut self, point: Point, successor: u32) {
        self.watch.branch(point, successor);
        self.lasso.branch(point, successor);
    }

    fn enter(
        &mut self,
        frame: u32,
        function: FunctionId,
        call: Option<Point>,
        caller: Option<u32>,
    ) {
        self.watch.enter(frame, function, call, caller);
        self.lasso.enter(frame, function, call, caller);
    }

    fn leave(&mut self, frame: u32) {
        self.lasso.leave(frame);
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        self.watch.write(cell, bits);
        self.lasso.write(cell, bits);
    }

    fn carried(&mut self, from: Cell, to: Cell) {
        self.lasso.carried(from, to);
    }

    fn bulk_write(&mut self, object: ObjectId, offset: u64, bytes: &[u8], source: BulkSource) {
        self.watch.bulk_write(object, offset, bytes, source);
        self.lasso.bulk_write(object, offset, bytes, source);
    }

    fn input(&mut self, record: &InputRecord) {
        self.lasso.input(record);
    }

    fn allocate(&mut self, object: ObjectId, info: &ObjectInfo) {
        self.lasso.allocate(object, info);
    }

    fn release(&mut self, object: ObjectId, release: Release) {
        self.lasso.release(object, release);
    }

    fn intervene(&mut self) -> Option<(Cell, u64)> {
        let found = self.watch.intervene();
        // What is put in place is not told otherwise.
        if let Some((cell, bits)) = found {
            self.lasso.write(cell, bits);
        }
        found
    }
}
