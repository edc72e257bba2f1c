//! How much is tried by itself, and why not more?
//!
//! What users can set has its default beside its option. These are not set by anybody: they keep a part of the time for
//! what was asked for.

use std::time::Duration;

/// Claims that were refuted: a user who reports a defect needs no more.
pub(crate) const SHOWN_COMPLAINTS: usize = 3;

/// One in so many parts of the time is kept for what comes after a search: runs again, causes, reports.
pub(crate) const KEPT_PART: u32 = 10;

/// What is kept at most: these take no longer.
pub(crate) const MOST_KEPT: Duration = Duration::from_secs(2);

/// Kept of the time for what comes after the search for repairs: differences and reports.
pub(crate) const KEPT_AFTER_REPAIR: Duration = Duration::from_millis(500);

/// Kept for the C compiler when it is asked, and no more than a quarter of all: it builds each repair with its tests.
pub(crate) const KEPT_FOR_COMPILER: Duration = Duration::from_secs(10);

/// One in so many parts of the time that is left goes to a proof that a run does not end: it is tried before anything else is known.
pub(crate) const SHARE_FOR_ENDLESS: u32 = 4;

/// And no more than this: proofs that are found take milliseconds.
pub(crate) const TIME_FOR_ENDLESS: Duration = Duration::from_secs(3);

/// Of a passing run that is made to stand beside the failing one: an answer without it is an answer, too.
pub(crate) const TIME_FOR_CONTRAST: Duration = Duration::from_millis(300);

/// And no more than one in so many parts of the time that is left.
pub(crate) const SHARE_FOR_CONTRAST: u32 = 20;

/// Steps of such a run: one that takes many more is not near.
pub(crate) const STEPS_OF_CONTRAST: u64 = 200_000;

/// Of the search for rounds that change nothing: it comes on top of the one for failures, and what it finds it finds soon.
pub(crate) const TIME_FOR_SUSPECTS: Duration = Duration::from_secs(5);

/// And no more than one in so many parts of the time.
pub(crate) const SHARE_FOR_SUSPECTS: u32 = 4;

/// Rounds of each loop that are looked at: a round that changes nothing is among the first, or comes after many that do.
pub(crate) const ROUNDS_OF_SUSPECTS: u32 = 4;

/// Runs of each loop that are tried: other storage may have changed in the first.
pub(crate) const RUNS_OF_A_SUSPECT: usize = 3;

/// Runs that a search saw cut off and of which a proof is tried: each takes up to a second.
pub(crate) const MOST_UNENDED: usize = 8;

/// For what was not asked for explicitly, where the user has given no time or little: the answer must not wait for it.
pub(crate) const ASIDE: Duration = Duration::from_secs(2);

/// Or one in so many parts of the time that the user has given.
pub(crate) const ASIDE_PART: u32 = 10;

/// For the lines that are to blame: they are what most people read.
pub(crate) const CAUSES: Duration = Duration::from_secs(5);

/// For what was run to a failure once and is run again although the time is up: it has ended before.
pub(crate) const A_MOMENT: Duration = Duration::from_secs(1);

/// For the analysis before a search: what it does not prove by then, the search looks at.
pub(crate) const MOST_TIME_FOR_PROOFS: Duration = Duration::from_secs(5);

/// And no more than one in so many parts of the time.
pub(crate) const SHARE_FOR_PROOFS: u32 = 5;

/// Steps of the run without inputs: it is a guess, not what was asked for.
pub(crate) const STEPS_OF_A_GUESS: u64 = 200_000;

/// Atomic steps of one run that is listed in full: its trace is held in memory.
pub(crate) const LONGEST_RUN: u64 = 2_000_000;

/// Listed steps of all failures together: a report with more cannot be opened.
pub(crate) const MOST_LISTED_STEPS: usize = 200_000;

/// Conflicts for the cause of one failure: most need none of these, and there are many failures.
pub(crate) const MOST_CONFLICTS_OF_A_CAUSE: u64 = 20_000;

/// Steps of a run whose whole path becomes a condition: each may add to it.
pub(crate) const LONGEST_STRICT: usize = 5_000;

/// Conjuncts of such a condition: longer ones say little more than that the inputs were these.
pub(crate) const MOST_CONJUNCTS: usize = 8;

/// Failing runs of each failure when tests are made: one fits many wrong changes, and more than a few are alike.
pub(crate) const RUNS_OF_A_FAILURE: usize = 3;

/// Bytes of a witness: those of competitions have a few MiB.
pub(crate) const MOST_BYTES_OF_A_WITNESS: u64 = 64 << 20;

/// Bytes of a library of likely mistakes: people write it.
pub(crate) const MOST_BYTES_OF_ANNOTATIONS: u64 = 16 << 20;

/// Passing tests that are kept beside a failing one: each is run again to be compared.
pub(crate) const MOST_PASSING: usize = 30;

/// For the failure of a check that the user wrote, once another one is found: the small programs of fault localisation need less than a second, and an answer is
/// there already.
pub(crate) const TIME_FOR_WRITTEN: Duration = Duration::from_secs(5);

/// Characters of the command that lists every failure, in the sentence that names it: the sentence is to be one line or two.
pub(crate) const LONGEST_CHECK_COMMAND: usize = 70;

/// Files that were not found and are named after a run that fails: more are a search path of the program's.
pub(crate) const MOST_MISSING_FILES: usize = 3;

/// Looking for code that contradicts itself: of a command, and of one function. It is beside the answer, and most functions take a few milliseconds.
pub(crate) const TIME_FOR_INCONSISTENT: Duration = Duration::from_secs(3);
pub(crate) const TIME_FOR_INCONSISTENT_FUNCTION: Duration = Duration::from_millis(700);

/// Conditions that go one way: who has more reads the first.
pub(crate) const MOST_INCONSISTENT: usize = 8;

/// For inputs that reach the branches of a program whose runs are looked at for leaks: small programs need a second.
pub(crate) const TIME_FOR_LEAKS: Duration = Duration::from_secs(10);

/// It is at most this part of the time that the user has given.
pub(crate) const SHARE_FOR_LEAKS: u32 = 4;

/// Failures after which a run goes on: each costs a run from the beginning, and nobody reads more.
pub(crate) const MOST_PASSED: usize = 100;
