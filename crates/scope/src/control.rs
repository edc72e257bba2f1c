//! Branches that matter because their other sides lead elsewhere: `--scope program`.
//!
//! # Question
//!
//! Which decisions kept the run on the way to this failure, as far as the whole program knows?
//!
//! # Definition
//!
//! A branch of the trace is *control-relevant* when from some state in which executions along the trace meet it, its other side does not lead to this error: the run then ends, fails another check, or goes on without
//! end. A side that a contract or an assumption excludes avoids nothing. The trace cannot tell: an assignment in a branch may be irrelevant while the branch decides whether the error is reached at all.
//!
//! # Guarantees
//!
//! Answered by running the program with this one decision switched, on the inputs of the trace and, where that leads to the error, on other inputs that take the same path to it. A way that leads away is a proof; ways that all lead to the
//! same check are none, since not all states were tried: such a branch is said to lead there, never to be irrelevant.
//!
//! # Cost
//!
//! A run of the program for each branch and side, and for each other execution that is tried. Of a branch in a loop the last four decisions are tried. A switched run that takes 20,000 steps and four times the length of the trace counts as one without end.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/other_side_never_returns.c --function endless --method relevance --scope program
//! ```
//!
//! No assignment matters here, but both decisions do.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;
use whydunit_interp::{
    Budget as RunBudget, Compiled, Config, Ending, Failure, Observer, RunSpec, prepare,
};
use whydunit_program::{CheckKind, Point, Program};
use whydunit_solver::Budget;
use whydunit_source::Span;
use whydunit_trace::{ErrorTrace, Step, StepIndex, StepKind};

use crate::executions::{Execution, executions};
use crate::limits::{FURTHER_STEPS, INSTANCES, LONGER};

/// What control relevance says of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ControlView {
    /// Every branch of the trace outside of library functions, ascending by step.
    pub branches: Vec<ControlBranch>,
    /// Steps after which a switched run counted as one that goes on without end.
    pub step_bound: u64,
}

impl ControlView {
    /// Was every branch looked at, repetitions aside?
    pub fn is_complete(&self) -> bool {
        self.branches.iter().all(|branch| match &branch.verdict {
            ControlVerdict::Unknown(undecided) => {
                matches!(undecided, Undecided::Repeated | Undecided::Excluded)
            }
            ControlVerdict::Relevant { .. } | ControlVerdict::LeadsThere => true,
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ControlBranch {
    pub step: StepIndex,
    pub verdict: ControlVerdict,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ControlVerdict {
    /// The other side leads away from this error.
    Relevant {
        /// That side, as an index of the terminator's successors.
        side: u32,
        away: Away,
        /// The execution along the trace in which it does: inputs (positions in `ErrorTrace::inputs`) that differ from the run.
        execution: Vec<(u32, u64)>,
    },
    /// Every other side leads to the same check at the same place, from all states that were tried.
    LeadsThere,
    Unknown(Undecided),
}

/// What happens on a side that does not lead to the error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Away {
    /// The program ends.
    Finishes,
    /// Another check fails, or this one elsewhere.
    Fails { kind: CheckKind, message: String, place: Span },
    /// The program aborts, or does what it cannot do while the check of it is off.
    Stops { place: Span },
    /// It goes on beyond the bound; here it was then.
    GoesOn { place: Span },
}

/// Why nothing is known of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// Later instances of the same branch were looked at, and there are enough of them.
    Repeated,
    Budget,
    /// A contract or an assumption rules the other side out.
    Excluded,
    /// The other side meets a limit of ours.
    Limit(String),
}

/// Judges the branches of a trace, the latest first, while the budget lasts.
pub fn control_relevance(program: &Program, trace: &ErrorTrace, budget: &Budget) -> ControlView {
    let step_bound = FURTHER_STEPS + LONGER * trace.steps.len() as u64;
    let compiled = prepare(program);
    let executions = OnceCell::new();
    let switching = Switching { program, trace, compiled, budget, step_bound, executions };
    let mut instances: FxHashMap<Point, u32> = FxHashMap::default();
    let mut branches: Vec<ControlBranch> = Vec::new();
    let decisions = trace.steps.iter().zip(0..).filter_map(|(step, index)| match step.kind {
        StepKind::Branch { taken, .. } => Some((StepIndex(index), taken)),
        _ => None,
    });
    let decisions: Vec<(StepIndex, u32)> = decisions.collect();
    for (ordinal, &(step, taken)) in decisions.iter().enumerate().rev() {
        let Step { point, frame, .. } = *trace.step(step);
        if trace.frames[frame as usize].is_library {
            continue;
        }
        let seen = instances.entry(point).or_default();
        *seen += 1;
        let verdict = match *seen > INSTANCES {
            true => ControlVerdict::Unknown(Undecided::Repeated),
            false => switching.judge(point, ordinal, taken),
        };
        branches.push(ControlBranch { step, verdict });
    }
    branches.reverse();
    ControlView { branches, step_bound }
}

struct Switching<'a> {
    program: &'a Program,
    trace: &'a ErrorTrace,
    compiled: Compiled<'a>,
    budget: &'a Budget,
    step_bound: u64,
    /// Those along the trace; looked for when first needed.
    executions: OnceCell<Vec<Execution>>,
}

impl Switching<'_> {
    /// Judges the decision at `point`, the run's `ordinal`-th one: in the run itself first.
    fn judge(&self, point: Point, ordinal: usize, taken: u32) -> ControlVerdict {
        let own = Execution { spec: self.trace.spec.clone(), differs: Vec::new() };
        let verdict = self.judge_in(&own, point, ordinal, taken);
        if verdict != ControlVerdict::LeadsThere {
            return verdict;
        }
        let executions = self
            .executions
            .get_or_init(|| executions(self.program, &self.compiled, self.trace, self.budget));
        let others = executions.iter().filter(|execution| !execution.differs.is_empty());
        let verdicts = others.map(|execution| self.judge_in(execution, point, ordinal, taken));
        verdicts
            .into_iter()
            .find(|verdict| matches!(verdict, ControlVerdict::Relevant { .. }))
            .unwrap_or(verdict)
    }

    /// Tries all sides that were not taken.
    fn judge_in(
        &self,
        execution: &Execution,
        point: Point,
        ordinal: usize,
        taken: u32,
    ) -> ControlVerdict {
        let successors = self.program.terminator_at(point).kind.successors();
        let mut tried = vec![successors[taken as usize]];
        let mut undecided = None;
        for (side, &block) in (0..).zip(&successors) {
            // Cases that share their statements are one side.
            if tried.contains(&block) {
                continue;
            }
            tried.push(block);
            if self.budget.exceeded().is_some() {
                return ControlVerdict::Unknown(Undecided::Budget);
            }
            match self.take(&execution.spec, point, ordinal, side) {
                Outcome::Away(away) => {
                    let execution = execution.differs.clone();
                    return ControlVerdict::Relevant { side, away, execution };
                }
                Outcome::There => {}
                Outcome::Undecided(reason) => undecided = Some(reason),
            }
        }
        undecided.map_or(ControlVerdict::LeadsThere, ControlVerdict::Unknown)
    }

    fn take(&self, spec: &RunSpec, point: Point, ordinal: usize, side: u32) -> Outcome {
        let config = Config {
            checks: self.trace.checks,
            max_steps: Some(self.step_bound),
            deadline: self.budget.deadline,
            interrupt: self.budget.interrupt.clone(),
            memory_limit: self.budget.memory,
            ..Config::default()
        };
        let mut switch = Switch { point, ordinal, side, seen: 0 };
        let result = self.compiled.run(spec, &config, &mut |_, _| {}, &mut switch);
        self.outcome(result.ending)
    }

    fn outcome(&self, ending: Ending) -> Outcome {
        Outcome::Away(match ending {
            Ending::Failed(failure) if self.is_this_error(&failure) => return Outcome::There,
            Ending::Failed(Failure { kind, message, span, .. }) => {
                Away::Fails { kind, message, place: span }
            }
            Ending::Finished { .. } => Away::Finishes,
            // No run of the program at all: it avoids nothing.
            Ending::AssumptionFailed { .. } => return Outcome::Undecided(Undecided::Excluded),
            Ending::Aborted { place, .. } | Ending::Trapped { place, .. } => Away::Stops { place },
            Ending::OutOfBudget { budget: RunBudget::Steps, place, .. } => Away::GoesOn { place },
            Ending::OutOfBudget { .. } => return Outcome::Undecided(Undecided::Budget),
            Ending::Limit { message, .. } | Ending::OutOfRange { message, .. } => {
                return Outcome::Undecided(Undecided::Limit(message));
            }
        })
    }

    fn is_this_error(&self, failure: &Failure) -> bool {
        let error = &self.trace.failure;
        (failure.kind, failure.span) == (error.kind, error.span)
    }
}

/// Where a switched run leads.
enum Outcome {
    Away(Away),
    There,
    Undecided(Undecided),
}

/// Sends a run to another side at one of its decisions.
struct Switch {
    point: Point,
    /// Number of decisions before.
    ordinal: usize,
    side: u32,
    seen: usize,
}

impl Observer for Switch {
    fn redirect(&mut self, point: Point, successor: u32) -> u32 {
        let is_here = self.seen == self.ordinal && point == self.point;
        self.seen += 1;
        if is_here { self.side } else { successor }
    }
}
