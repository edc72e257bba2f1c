//! What is asked of a search, and what it answers.

use std::time::Duration;

use whydunit_interp::{CheckSet, Failure, RunSpec};
use whydunit_program::{Point, Program};
use whydunit_solver::Budget;
use whydunit_source::Span;

/// One search.
#[derive(Debug)]
pub struct Request<'a> {
    pub program: &'a Program,
    /// Where runs start, and the values of those inputs that are given.
    pub spec: &'a RunSpec,
    /// Which parts of `spec` are given rather than searched for.
    pub given: Given,
    pub checks: CheckSet,
    /// Iterations of every loop and depth of every recursion; grows by itself where it is `None`.
    pub unwind: Option<u32>,
    /// Steps that one run may take.
    pub max_steps: Option<u64>,
    /// Contracts of called functions stand in for their bodies.
    pub modular: bool,
    /// Where runs do not start in `main`, what other functions write is open ([`whydunit_program::SharedState`]).
    pub state_is_open: bool,
    /// Points whose checks are known to hold in all runs: they need not be reached.
    pub proved: &'a [Point],
    /// Different failing runs wanted of each failure; at least 1.
    pub runs_per_failure: usize,
    /// Stop at the first failure.
    pub first_only: bool,
    /// Once this much time has passed without a failure no deeper round begins; 10 seconds where it is `None`. With a
    /// failure a tenth of it is enough.
    pub patience: Option<Duration>,
    pub budget: Budget,
}

/// Parts of a [`RunSpec`] that the user gave. Named inputs count as given wherever they have a value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Given {
    pub args: bool,
    pub stdin: bool,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Search {
    pub verdict: Verdict,
    /// One for each check and place that fails: those that plain inputs trigger first, then in the order of their places.
    pub failures: Vec<FoundFailure>,
    /// Runs that were cut off: they go beyond the bounds, and took more steps than most that end.
    pub unended: Vec<RunSpec>,
    pub coverage: Coverage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Fails,
    /// No input makes a check fail.
    Holds,
    /// No input does within the bounds of [`Coverage`].
    HoldsWithinBound,
    /// Something within the bounds was not decided: see [`Coverage::gaps`], [`Coverage::doubts`] and [`Coverage::stopped`].
    Unknown,
}

#[derive(Clone, Debug)]
pub struct FoundFailure {
    /// How the first run ends.
    pub failure: Failure,
    /// Failing runs, the shortest and most typical first; each was run to this failure.
    pub runs: Vec<RunSpec>,
}

/// What a search has looked at, completely unless `stopped` or `gaps` say otherwise.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    /// Loops that may go on beyond what was looked at. A loop that is not here was followed to its end.
    pub loops: Vec<LoopCoverage>,
    pub recursions: Vec<RecursionCoverage>,
    /// Bounds on the inputs and other values, in words: `standard input of up to 16 bytes`.
    pub inputs: Vec<String>,
    /// What could not be followed; failures behind it may have been missed.
    pub gaps: Vec<Gap>,
    /// What keeps the bounds from being a verdict: nothing was explored, something that we assumed ended a path, or a check was never reached.
    pub doubts: Vec<Gap>,
    /// What the verdict rests on, unless it is [`Verdict::Fails`].
    pub assumptions: Vec<Assumption>,
    /// Runs that were looked at differ by inputs; where none was met there is one run.
    pub has_inputs: bool,
    /// Why the search ended before its bounds did.
    pub stopped: Option<Stopped>,
    /// The largest unwinding that was looked at completely; 0 if none.
    pub unwind: u32,
    /// Arms of branches that no run takes, if that was asked; only where nothing lies beyond the bounds, so that it is true of all runs.
    pub dead: Vec<DeadArm>,
    /// Questions put to the solver.
    pub queries: u64,
    /// Concrete runs.
    pub runs: u64,
}

/// An arm of a branch that no run takes, though runs come to the branch.
#[derive(Clone, Debug)]
pub struct DeadArm {
    /// The branch: the terminator of its block.
    pub branch: Point,
    /// Is it the arm for a condition that holds?
    pub then: bool,
    /// A run that comes to the branch.
    pub run: RunSpec,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopCoverage {
    /// The loop's condition, or the first statement of its body.
    pub place: Span,
    pub iterations: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecursionCoverage {
    pub function: String,
    /// Where the function is declared.
    pub place: Span,
    pub depth: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub message: String,
    pub place: Option<Span>,
}

/// Something that a verdict takes for granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumption {
    pub kind: AssumptionKind,
    /// In words.
    pub what: String,
    pub place: Option<Span>,
}

impl Assumption {
    /// Says the same, be it elsewhere.
    pub(crate) fn is_like(&self, other: &Assumption) -> bool {
        self.kind == other.kind && self.what == other.what
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssumptionKind {
    /// Iterations, depth, or values of inputs beyond which nothing was looked at.
    Bound,
    /// How much lies behind a pointer among the inputs.
    Size,
    /// What was in static storage before the start.
    State,
    /// What the outside answers.
    Outside,
    /// Something happens that a check would report which is off.
    CheckOff,
    /// Memory that is asked for is there.
    Alloc,
    /// A loop or recursion ends.
    Termination,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    Time,
    Memory,
    Interrupted,
}

/// The state of a search that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    pub unwind: u32,
    /// Statements followed so far.
    pub statements: u64,
    pub queries: u64,
    pub failures: usize,
}
