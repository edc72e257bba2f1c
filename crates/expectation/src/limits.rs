//! Limits of this crate, each with its reason.

/// Decisions that are switched to find the one with which the output goes on as expected, the latest first: each costs a run, and what kept something from being printed is rarely further away.
pub(crate) const MOST_SWITCHED: usize = 400;
/// Decisions that are switched after the condition of a loop made everything right: one with a better reason is near, or there is none.
pub(crate) const FURTHER_SWITCHED: usize = 60;
/// Executions of one branch that are switched: of a loop the first rounds are like the last ones.
pub(crate) const MOST_OF_ONE_BRANCH: usize = 12;
/// A switched run may take this many times the steps of the run: it may go round for ever.
pub(crate) const LONGER: u64 = 4;
/// And so many more, for runs that were short.
pub(crate) const FURTHER_STEPS: u64 = 20_000;
/// Decisions that are kept of a run, the latest ones: more are never switched.
pub(crate) const KEPT_DECISIONS: usize = 100_000;
/// Characters of a value of the program that a message shows.
pub(crate) const MOST_SHOWN: usize = 40;
/// Passing runs that are compared with a failing one, the nearest in length first: each is run once.
pub(crate) const MOST_PASSING: usize = 30;
/// Values of a run that are compared with those of another.
pub(crate) const KEPT_VALUES: usize = 100_000;
/// Parts of an expected value that are asked about one by one: each costs a run.
pub(crate) const MOST_PARTS: usize = 1_000;
/// Moments at which one run shows its heap: a look costs as much as all that is allocated, a run as much as all its steps.
pub(crate) const LOOKS_OF_A_RUN: u64 = 15;
/// Allocating calls whose loss is looked for: each costs some runs, and more are rarely read.
pub(crate) const MOST_LEAKS: usize = 20;
