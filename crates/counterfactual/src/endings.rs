//! How does a run with other inputs or values end, seen from a failure?
//!
//! It fails here, fails elsewhere, ends, never ends, is excluded by a contract or an assumption, or nothing is known of it. Who asks whether a failure is avoided
//! needs all six: a run that never ends does not fail, and one that is excluded is no run of the program at all.

use whydunit_interp::{
    Budget as Spent, Compiled, Config, Ending, Failure, NoObserver, RunResult, RunSpec,
};
use whydunit_program::{Function, Program};
use whydunit_solver::Budget;
use whydunit_source::Span;
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
        never_ends(program, steps.min(LASSO_STEPS), |steps| {
            let mut lasso = Lasso::new(program);
            let result = compiled.run(spec, &config(steps), &mut |_, _| {}, &mut lasso);
            (lasso, result.ending)
        })
    });
    (ended, result)
}

/// Does a run come back to a state that it was in, within so many steps? Jumps are steps that nobody announces: where none is announced although there is time for more jumps than a function has
/// blocks, and for the block behind them, the run goes round without a statement.
pub(crate) fn never_ends<'p>(
    program: &'p Program,
    steps: u64,
    watched: impl Fn(u64) -> (Lasso<'p>, Ending),
) -> bool {
    let (lasso, _) = watched(steps);
    let blocks = |function: &Function| {
        let longest = function.blocks().iter().map(|block| block.stmts.len()).max();
        (function.blocks().len(), longest.unwrap_or(0))
    };
    let sizes = program.functions.iter().map(blocks);
    let (count, longest) = sizes.fold((0, 0), |(a, b), (c, d)| (a.max(c), b.max(d)));
    lasso.is_found() || {
        let (later, ending) = watched(steps + (count + longest + 2) as u64);
        let is_cut_off = matches!(ending, Ending::OutOfBudget { budget: Spent::Steps, .. });
        is_cut_off && later.announced() == lasso.announced()
    }
}

/// The number of steps after which a state of the run has come back, if it does so within that many: it never ends.
pub fn comes_back(
    program: &Program,
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    config: &Config,
    steps: u64,
) -> Option<u64> {
    let steps = config.max_steps.map_or(steps, |most| most.min(steps));
    let mut lasso = Lasso::new(program);
    let config = Config { max_steps: Some(steps), ..config.clone() };
    compiled.run(spec, &config, &mut |_, _| {}, &mut lasso);
    lasso.found_after()
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
