//! How much the commands read, try and show by themselves, and why not more?
//!
//! What users can set has its default beside its option. These are not set by anybody: they keep a part of the time and of the screen for
//! what was asked for.

use std::time::Duration;

// What is read.

/// Bytes of a program on standard input: as many as a source file may have.
pub(crate) const MOST_BYTES_OF_A_PROGRAM: u64 = 256 << 20;

/// Bytes of a compilation database: those of large projects have tens of MiB.
pub(crate) const MOST_BYTES_OF_A_DATABASE: u64 = 512 << 20;

/// Bytes of standard input that are read at once: the budgets of the run are looked at between two pieces.
pub(crate) const BYTES_AT_ONCE: usize = 1 << 16;

// What is shown.

/// Diagnostics of one program: a user who made one mistake rarely profits from a hundred messages.
pub(crate) const SHOWN_DIAGNOSTICS: usize = 20;

/// Functions that are listed where none is named: nobody reads a longer list.
pub(crate) const MOST_LISTED: usize = 12;

/// Characters of a prototype in that list: it must fit on a line.
pub(crate) const LONGEST_PROTOTYPE: usize = 60;

/// Columns that a help is wrapped to at least: narrower text cannot be read.
pub(crate) const NARROWEST: i64 = 40;

/// Before progress is shown: work that takes less time is not worth a flicker.
pub(crate) const FIRST_PROGRESS: Duration = Duration::from_millis(500);

/// Between two pictures of the progress: people see no more of them.
pub(crate) const REDRAW: Duration = Duration::from_millis(100);

/// Bytes of each stream of the program that are kept for a report: it is held in memory, and a document with more is not opened.
pub(crate) const KEPT_OUTPUT: usize = 16 << 20;

/// Bytes of standard output that are passed on at once: programs print a few bytes at a time.
pub(crate) const OUTPUT_AT_ONCE: usize = 1 << 16;

/// Claims that were refuted: a user who reports a defect needs no more.
pub(crate) const SHOWN_COMPLAINTS: usize = 3;

/// Bytes of a formula: longer ones help nobody.
pub(crate) const LONGEST_FORMULA: usize = 2000;

/// Bytes of all formulas of a report together, about: a long run has one for each step.
pub(crate) const MOST_BYTES_OF_FORMULAS: usize = 4 << 20;

/// Bytes of a formula that is kept however many there are: about what fits on two lines.
pub(crate) const ALWAYS_KEPT_FORMULA: usize = 200;

/// Changed values that are told one by one: a sentence with more is not understood.
pub(crate) const MOST_TOLD_VALUES: usize = 2;

/// Other inputs that are told one by one, in a list of their own.
pub(crate) const MOST_TOLD_INPUTS: usize = 3;

/// Characters of an output: nobody reads more of it.
pub(crate) const MOST_SHOWN_OUTPUT: usize = 60;

/// Characters of a longer output before the first difference: enough to find the place.
pub(crate) const SHOWN_BEFORE_DIFFERENCE: usize = 10;

// Time that is kept or given.

/// One in so many parts of the time is kept for what comes after a search: runs again, causes, reports.
pub(crate) const KEPT_PART: u32 = 10;

/// What is kept at most: these take no longer.
pub(crate) const MOST_KEPT: Duration = Duration::from_secs(2);

/// Kept of the time for what comes after the search for repairs: differences and reports.
pub(crate) const KEPT_AFTER_REPAIR: Duration = Duration::from_millis(500);

/// Kept for the C compiler when it is asked, and no more than a quarter of all: it builds each repair with its tests.
pub(crate) const KEPT_FOR_COMPILER: Duration = Duration::from_secs(10);

/// For what was not asked for explicitly, where the user has given no time or little: the answer must not wait for it.
pub(crate) const ASIDE: Duration = Duration::from_secs(2);

/// Or one in so many parts of the time that the user has given.
pub(crate) const ASIDE_PART: u32 = 10;

/// For what was run to a failure once and is run again although the time is up: it has ended before.
pub(crate) const A_MOMENT: Duration = Duration::from_secs(1);

/// After Ctrl-C, for a phase to end by itself: people wait a second, and most phases end at once.
pub(crate) const GRACE: Duration = Duration::from_millis(800);

/// For the analysis before a search: what it does not prove by then, the search looks at.
pub(crate) const MOST_TIME_FOR_PROOFS: Duration = Duration::from_secs(5);

/// And no more than one in so many parts of the time.
pub(crate) const SHARE_FOR_PROOFS: u32 = 5;

// Searches and runs.

/// Steps of the run without inputs: it is a guess, not what was asked for.
pub(crate) const STEPS_OF_A_GUESS: u64 = 200_000;

/// Atomic steps of one run that is listed in full: its trace is held in memory.
pub(crate) const LONGEST_RUN: u64 = 2_000_000;

/// Listed steps of all failures together: a report with more cannot be opened.
pub(crate) const MOST_LISTED_STEPS: usize = 200_000;

/// Conflicts for the cause of one failure: most need none of these, and there are many failures.
pub(crate) const MOST_CONFLICTS_OF_A_CAUSE: u64 = 20_000;

// Repairs.

/// One search for failures of a repair: there are several repairs to search.
pub(crate) const TIME_OF_A_SEARCH: Duration = Duration::from_secs(10);

/// Iterations of loops in such a search: arrays and loops of contracts are mostly small, so this is enough for most faults, and fast.
pub(crate) const UNWIND: u32 = 8;

/// Steps of a run that was found so: it becomes a test of every later change.
pub(crate) const MOST_STEPS_OF_A_FOUND_RUN: u64 = 1_000_000;

/// For the explanation of a run for the ranking: without it changes are only tried in another order.
pub(crate) const TIME_OF_AN_EXPLANATION: Duration = Duration::from_secs(3);

/// Failing runs of each failure when tests are made: one fits many wrong changes, and more than a few are alike.
pub(crate) const RUNS_OF_A_FAILURE: usize = 3;

/// One call of the compiler, where the user has given more: one that takes longer has met something that it will not finish.
pub(crate) const TIME_OF_A_BUILD: Duration = Duration::from_secs(60);

/// Bytes that are read of what compilers say: the first error decides.
pub(crate) const MOST_COMPLAINTS: usize = 1 << 16;

/// Programs that are built for one repair besides the one that serves most tests: tests that need one of their own are spread over all.
pub(crate) const MOST_BUILDS: usize = 40;

/// For the output of a command that has ended: a child of it may hold the pipe open for ever.
pub(crate) const LAST_WORDS: Duration = Duration::from_millis(500);

/// Before the second look at whether a command has ended: most tests are over at once.
pub(crate) const FIRST_PAUSE: Duration = Duration::from_micros(500);

/// For a pipe that is silent, before the next look at whether the user still waits.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// Between two looks in the long run: nobody notices that much, and nothing is burnt.
pub(crate) const LONGEST_PAUSE: Duration = Duration::from_millis(10);

/// Comparisons that what a test expects becomes, and elements of a list in it: each is a line of the program that is built.
pub(crate) const MOST_COMPARISONS: usize = 400;

/// One test: one that runs longer does not end, as those of a suite take seconds at most.
pub(crate) const TIME_OF_A_TEST: Duration = Duration::from_secs(10);

/// Bytes of output that are read beyond those that are expected: that there are more decides, and a loop prints without end.
pub(crate) const MORE_OUTPUT: usize = 1 << 16;

/// Characters of a condition in a message: it must fit on a line.
pub(crate) const LONGEST_CONDITION: usize = 80;

// Comparison with a reference.

/// Arguments of `main` that are looked at, however many the program names: each is an array of its own.
pub(crate) const MOST_ARGUMENTS: u32 = 16;

/// Arguments that are looked at when the program names none.
pub(crate) const FEW_ARGUMENTS: u32 = 2;

/// Nondeterministic values, as `support.c` has it: both programs take them from one array.
pub(crate) const NONDET_VALUES: u64 = 16;

/// Bytes of standard input, as `support.c` has it: every loop over it is unwound so often.
pub(crate) const STDIN_BYTES: u64 = 12;

/// Numbers on standard input, as `support.c` has it.
pub(crate) const STDIN_NUMBERS: u64 = 6;

/// Characters of an argument of `main` that is not a number: every loop over it is unwound so often.
pub(crate) const ARGUMENT_CHARACTERS: u64 = 8;

/// Steps of a run on small inputs: the reference takes far fewer.
pub(crate) const MOST_STEPS_ON_SMALL: u64 = 5_000_000;

/// For one round of the comparison, and no more than a third of what is left: the next has longer inputs.
pub(crate) const MOST_TIME_OF_A_ROUND: Duration = Duration::from_secs(5);

/// Inputs that are tried before anything is searched: they find the differences that are everywhere.
pub(crate) const SAMPLES: u64 = 48;

/// Scalars that one object is compared by: each is a check of its own.
pub(crate) const MOST_LEAVES: usize = 4096;

/// Steps of one run of either program: the user's clock holds besides.
pub(crate) const MOST_STEPS_OF_A_REPLAY: u64 = 20_000_000;

/// Times the steps of the reference on small inputs beyond which a program does not end: a slower algorithm takes fewer there.
pub(crate) const MANY_TIMES: u64 = 1000;

// What another value would do.

/// Values that are tried in place of one with which the run fails all the same: conditions compare with the first numbers of a program, and each costs a run.
pub(crate) const MOST_OTHER_VALUES: usize = 24;

/// Steps of a run with another value, beside twice those of the trace: most leave it and end soon, and some never end.
pub(crate) const STEPS_OF_A_TRIAL: u64 = 100_000;

/// Steps of all these runs together, less than a second: a long run has thousands of assignments, and people read the first of each statement.
pub(crate) const STEPS_OF_TRIALS: u64 = 5_000_000;

/// Witnesses that are replaced by others because the program did something else: each encodes the run anew, and there should be none.
pub(crate) const MOST_RECONSIDERED: usize = 8;

// Claims about all inputs.

/// Steps of a run whose whole path becomes a condition: each may add to it.
pub(crate) const LONGEST_STRICT: usize = 5_000;

/// Conjuncts of such a condition: longer ones say little more than that the inputs were these.
pub(crate) const MOST_CONJUNCTS: usize = 8;

/// Calls that met the end of standard input and are looked at: the first ones tell, and a loop that goes on reading has many.
pub(crate) const MOST_ENDED_READS: usize = 8;
