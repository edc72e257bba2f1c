//! How does a run with other inputs or values end, seen from a failure?
//!
//! It fails here, fails elsewhere, ends, never ends, is excluded by a contract or an assumption, or nothing is known of it. Who asks whether a failure is avoided
//! needs all six: a run that never ends does not fail, and one that is excluded is no run of the program at all.

use whydunit_interp::{
    Budget as Spent, Compiled, Config, Ending, Failure, NoObserver, RunResult, RunSpec,
};
use whydunit_program::Program;
use whydunit_solver::Budget;
use whydunit_source::Span;
use whydunit_trace::ErrorTrace;

use crate::answers::GivenAnswers;
use crate::lasso::{Lasso, Round};
use crate::limits::LASSO_STEPS;

/// How a run ends, seen from the failure of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counterfactual {
    FailsHere,
    /// It does not fail as the trace does.
    Avoids(Avoided),
    /// A contract or an assumption rules the run out.
    Excluded,
    Unknown(String),
}

/// What happens instead of a failure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Avoided {
    Ends,
    /// A state comes back: shown, not guessed from the number of steps.
    NeverEnds,
    FailsElsewhere,
}

/// How a run ends, and where, as far as there is a place to name: the check that fails, the assumption that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    pub how: Counterfactual,
    pub place: Option<Span>,
}

/// Runs the program, for so many steps at most.
pub fn counterfactual(
    program: &Program,
    compiled: &Compiled<'_>,
    trace: &ErrorTrace,
    spec: &RunSpec,
    steps: u64,
    budget: &Budget,
) -> (Ended, RunResult) {
    let config = |steps| config(trace, steps, budget);
    let result = compiled.run(spec, &config(steps), &mut |_, _| {}, &mut NoObserver);
    let ended = ended(trace, &result.ending, steps, || {
        let mut lasso = Lasso::new(program, GivenAnswers::of(spec));
        compiled.run(spec, &config(steps.min(LASSO_STEPS)), &mut |_, _| {}, &mut lasso);
        lasso.is_found()
    });
    (ended, result)
}

/// The round of a run that comes back to a state that it was in, if it does so within that many steps: it never ends.
pub fn comes_back(
    program: &Program,
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    config: &Config,
    steps: u64,
) -> Option<Round> {
    let steps = config.max_steps.map_or(steps, |most| most.min(steps));
    let mut lasso = Lasso::new(program, GivenAnswers::of(spec));
    let config = Config { max_steps: Some(steps), ..config.clone() };
    compiled.run(spec, &config, &mut |_, _| {}, &mut lasso);
    lasso.round()
}

pub(crate) fn config(trace: &ErrorTrace, steps: u64, budget: &Budget) -> Config {
    Config {
        checks: trace.checks,
        max_steps: Some(steps),
        deadline: budget.deadline,
        interrupt: budget.interrupt.clone(),
        memory_limit: budget.memory,
        ..Config::default()
    }
}

/// What the end of a run of at most so many steps amounts to; where it has taken all of them, `is_endless` says whether a state has come back.
pub fn ended(
    trace: &ErrorTrace,
    ending: &Ending,
    steps: u64,
    is_endless: impl FnOnce() -> bool,
) -> Ended {
    let (how, place) = match ending {
        Ending::Failed(failure) if is_same_error(trace, failure) => {
            (Counterfactual::FailsHere, None)
        }
        Ending::Failed(failure) => {
            (Counterfactual::Avoids(Avoided::FailsElsewhere), Some(failure.span))
        }
        Ending::Finished { .. } | Ending::Aborted { .. } => {
            (Counterfactual::Avoids(Avoided::Ends), None)
        }
        Ending::AssumptionFailed { place, .. } => (Counterfactual::Excluded, Some(*place)),
        Ending::Limit { message, .. }
        | Ending::OutOfRange { message, .. }
        | Ending::Trapped { message, .. } => (Counterfactual::Unknown(message.clone()), None),
        Ending::OutOfBudget { budget: Spent::Steps, .. } => match is_endless() {
            true => (Counterfactual::Avoids(Avoided::NeverEnds), None),
            false => {
                let reason = format!("another run does not end in {steps} steps");
                (Counterfactual::Unknown(reason), None)
            }
        },
        Ending::OutOfBudget { .. } => (Counterfactual::Unknown("the budget ran out".into()), None),
    };
    Ended { how, place }
}

/// Is it the check that failed in the trace? Another path may lead to it.
pub fn is_same_error(trace: &ErrorTrace, failure: &Failure) -> bool {
    (failure.kind, failure.span) == (trace.failure.kind, trace.failure.span)
}
