//! How does a run with other inputs end, seen from a failure?
//!
//! It fails here, fails elsewhere, ends, never ends, is excluded by a contract or an assumption, or nothing is known of it. Who asks whether a failure is avoided
//! needs all six: a run that never ends does not fail, and one that is excluded is no run of the program at all.

use whydunit_interp::{
    Budget as Spent, Compiled, Config, Ending, Failure, NoObserver, RunResult, RunSpec,
};
use whydunit_program::Program;
use whydunit_solver::Budget;
use whydunit_trace::ErrorTrace;

use crate::lasso::Lasso;
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

/// Runs the program, for so many steps at most.
pub(crate) fn counterfactual(
    program: &Program,
    compiled: &Compiled<'_>,
    trace: &ErrorTrace,
    spec: &RunSpec,
    steps: u64,
    budget: &Budget,
) -> (Counterfactual, RunResult) {
    let config = |steps| Config {
        checks: trace.checks,
        max_steps: Some(steps),
        deadline: budget.deadline,
        memory_limit: budget.memory,
        ..Config::default()
    };
    let result = compiled.run(spec, &config(steps), &mut |_, _| {}, &mut NoObserver);
    let ending = match &result.ending {
        Ending::Failed(failure) if is_same_error(trace, failure) => Counterfactual::FailsHere,
        Ending::Failed(_) => Counterfactual::Avoids(Avoided::FailsElsewhere),
        Ending::Finished { .. } | Ending::Aborted { .. } => Counterfactual::Avoids(Avoided::Ends),
        Ending::AssumptionFailed { .. } => Counterfactual::Excluded,
        Ending::Limit { message, .. }
        | Ending::OutOfRange { message, .. }
        | Ending::Trapped { message, .. } => Counterfactual::Unknown(message.clone()),
        Ending::OutOfBudget { budget: Spent::Steps, .. } => {
            let mut lasso = Lasso::new(program);
            let config = config(steps.min(LASSO_STEPS));
            compiled.run(spec, &config, &mut |_, _| {}, &mut lasso);
            match lasso.is_found() {
                true => Counterfactual::Avoids(Avoided::NeverEnds),
                false => {
                    Counterfactual::Unknown(format!("another run does not end in {steps} steps"))
                }
            }
        }
        Ending::OutOfBudget { .. } => Counterfactual::Unknown("the budget ran out".into()),
    };
    (ending, result)
}

/// Is it the check that failed in the trace? Another path may lead to it.
pub(crate) fn is_same_error(trace: &ErrorTrace, failure: &Failure) -> bool {
    (failure.kind, failure.span) == (trace.failure.kind, trace.failure.span)
}
