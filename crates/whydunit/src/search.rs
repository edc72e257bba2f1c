//! The search for failing runs: from options to a [`Search`], and from there to the verdict that is reported.

mod witness;

use std::time::Instant;

use whydunit_find::{Given, Request, Search, Stopped, Verdict};
use whydunit_host::stretched;
use whydunit_interp::{Compiled, Config, RunSpec};
use whydunit_program::{Point, Program};
use whydunit_project::{BudgetOptions, Error, Options, Outcome, Progress, SearchOptions};
use whydunit_solver::Budget;

use crate::limits::{KEPT_PART, MOST_KEPT, TIME_FOR_WRITTEN};

/// What the search is about; options say the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) program: &'a Program,
    pub(crate) compiled: &'a Compiled<'a>,
    pub(crate) spec: &'a RunSpec,
    pub(crate) given: Given,
    pub(crate) config: &'a Config,
    /// Points whose checks need not be looked at: they are proved.
    pub(crate) proved: &'a [Point],
}

/// How many failures, and how many runs of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    OneRun,
    /// All failures, each with this many runs.
    Failures(usize),
    /// All that can be found soon, while there is an answer already.
    Soon,
}

/// Looks for failing runs, or follows the witness that is given, within the time that `scope.config` leaves.
pub(crate) fn search(
    common: &Options,
    options: &SearchOptions,
    scope: Scope<'_>,
    wanted: Wanted,
) -> Result<Search, Error> {
    let request = request(common, options, scope, wanted);
    let observer = &common.observer;
    observer.phase("searching");
    let search = |request: &Request<'_>| {
        whydunit_find::search(request, &mut |found| observer.progress(&progress(found)))
    };
    let found = match &options.witness {
        None => Ok(search(&request)),
        Some(file) => witness::follow(
            (file, &common.budget.host()),
            &request,
            observer,
            &mut |spec, given| {
                search(&Request { spec, given, budget: request.budget.clone(), ..request })
            },
        ),
    };
    observer.clear();
    found
}

fn progress(found: &whydunit_find::Progress) -> Progress {
    let whydunit_find::Progress { unwind, statements, queries, failures } = *found;
    Progress { unwind, statements, queries, failures }
}

/// Do preconditions and assumptions exclude every run? `None`: there was no answer in time.
pub(crate) fn is_vacuous(
    common: &Options,
    options: &SearchOptions,
    scope: Scope<'_>,
) -> Option<bool> {
    whydunit_find::is_vacuous(&request(common, options, scope, Wanted::OneRun))
}

/// For what is looked at beside the answer: all runs, without a word about it.
pub(crate) fn quiet_request<'a>(
    common: &Options,
    options: &SearchOptions,
    scope: Scope<'a>,
) -> Request<'a> {
    let asked = request(common, options, scope, Wanted::Failures(1));
    // Nothing has to be done with its answer: the time is all its own.
    let budget = Budget { deadline: scope.config.deadline, ..asked.budget.clone() };
    Request { budget, ..asked }
}

fn request<'a>(
    common: &Options,
    options: &SearchOptions,
    scope: Scope<'a>,
    wanted: Wanted,
) -> Request<'a> {
    let soon = (wanted == Wanted::Soon).then(|| Instant::now() + stretched(TIME_FOR_WRITTEN));
    let deadline = scope.config.deadline.into_iter().chain(soon).min();
    Request {
        program: scope.program,
        spec: scope.spec,
        given: scope.given,
        checks: scope.config.checks,
        unwind: options.unwind,
        max_steps: scope.config.max_steps,
        modular: options.modular,
        state_is_open: true,
        proved: scope.proved,
        runs_per_failure: match wanted {
            Wanted::OneRun | Wanted::Soon => 1,
            Wanted::Failures(runs) => runs,
        },
        first_only: wanted == Wanted::OneRun,
        patience: common.budget.patience(),
        budget: search_budget(&common.budget, deadline),
    }
}

pub(crate) fn search_budget(given: &BudgetOptions, deadline: Option<Instant>) -> Budget {
    let kept = (given.timeout() / KEPT_PART).min(MOST_KEPT);
    let budget = Budget::unlimited().with_memory(given.bytes()).with_interrupt(given.cancel.flag());
    Budget { deadline: deadline.map(|end| end.checked_sub(kept).unwrap_or(end)), ..budget }
}

/// The exit code that a search leads to. One that was interrupted has no answer, even if what it had looked at holds.
pub(crate) fn outcome(search: &Search) -> Outcome {
    match (search.verdict, search.coverage.stopped) {
        (Verdict::Fails, _) => Outcome::Failure,
        (Verdict::Unknown, _) | (_, Some(Stopped::Interrupted)) => Outcome::OutOfBudget,
        (Verdict::Holds | Verdict::HoldsWithinBound, _) => Outcome::NoFailure,
    }
}
