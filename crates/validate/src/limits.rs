//! How long patches are tried, and why not longer?

use std::time::Duration;

/// One search for failures of a repair: there are several repairs to search.
pub(crate) const TIME_OF_A_SEARCH: Duration = Duration::from_secs(10);

/// Iterations of loops in such a search: arrays and loops of contracts are mostly small, so this is enough for most faults, and fast.
pub(crate) const UNWIND: u32 = 8;

/// Steps of a run that was found so: it becomes a test of every later change.
pub(crate) const MOST_STEPS_OF_A_FOUND_RUN: u64 = 1_000_000;

/// For the explanation of a run for the ranking: without it changes are only tried in another order.
pub(crate) const TIME_OF_AN_EXPLANATION: Duration = Duration::from_secs(3);

/// One call of the compiler, where the user has given more: one that takes longer has met something that it will not finish.
pub(crate) const TIME_OF_A_BUILD: Duration = Duration::from_secs(60);

/// Bytes that are read of what compilers say: the first error decides.
pub(crate) const MOST_COMPLAINTS: usize = 1 << 16;

/// Programs that are built for one repair besides the one that serves most tests: tests that need one of their own are spread over all.
pub(crate) const MOST_BUILDS: usize = 40;

/// Comparisons that what a test expects becomes, and elements of a list in it: each is a line of the program that is built.
pub(crate) const MOST_COMPARISONS: usize = 400;

/// One test: one that runs longer does not end, as those of a suite take seconds at most.
pub(crate) const TIME_OF_A_TEST: Duration = Duration::from_secs(10);

/// Bytes of output that are read beyond those that are expected: that there are more decides, and a loop prints without end.
pub(crate) const MORE_OUTPUT: usize = 1 << 16;

/// Characters of a condition in a message: it must fit on a line.
pub(crate) const LONGEST_CONDITION: usize = 80;
