//! How much is tried before lines are ranked, and why not more?
//!
//! The work is bounded in steps of runs: the same program is ranked alike on any machine. A step takes 10 to 50 ns.

use std::time::Duration;

/// Steps of all experiments together: some three seconds of two cores in an unoptimised build, one in a release.
pub(crate) const STEPS: u64 = 150_000_000;

/// Of these, how many parts of ten the first round may take, in which every attempt is tried on few tests.
pub(crate) const FIRST_ROUND: u64 = 5;

/// However few steps there are, this is how long it may take: an answer that is late is not read.
pub(crate) const TIME: Duration = Duration::from_secs(5);

/// Failing tests of the first round: three that take different ways tell most faults apart, and each costs a run of every attempt.
pub(crate) const FIRST_FAILING: usize = 3;

/// Failing tests that attempts are counted on.
pub(crate) const MOST_FAILING: usize = 20;

/// Passing tests that attempts are counted on.
pub(crate) const MOST_PASSING: usize = 40;

/// Tests whose executed lines are compared: further ones change the figures little, and all of a suite of 5,000 took longer than the experiments.
pub(crate) const MOST_WATCHED: usize = 400;

/// Steps of one run of an experiment, in lengths of the longest test: one that takes more does not end, most likely.
pub(crate) const LONGER: u64 = 4;

/// Steps of one run that are always allowed: short tests may become much longer without being endless.
pub(crate) const LEAST_STEPS: u64 = 3_000;

/// Executions of a branch that are switched one by one, the first and the last ones: those between are a loop's.
pub(crate) const MOST_VISITS: u64 = 6;

/// Other successors of a `switch` that are tried.
pub(crate) const MOST_SUCCESSORS: usize = 4;

/// Runs near the failing one that are made.
pub(crate) const MOST_NEARBY: usize = 400;

/// Of these, how many failing and passing ones are kept: as tests they are worth less than those a person wrote.
pub(crate) const KEPT_NEARBY: (usize, usize) = (8, 30);

/// Causes that are reported: nobody reads more, and tools that do can ask tests of their own.
pub(crate) const MOST_CAUSES: usize = 20;
