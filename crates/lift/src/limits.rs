//! How much is told of a run, and why not more?

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

/// Values that are tried in place of one with which the run fails all the same: conditions compare with the first numbers of a program, and each costs a run.
pub(crate) const MOST_OTHER_VALUES: usize = 24;

/// Steps of a run with another value, beside twice those of the trace: most leave it and end soon, and some never end.
pub(crate) const STEPS_OF_A_TRIAL: u64 = 100_000;

/// Steps of all these runs together, less than a second: a long run has thousands of assignments, and people read the first of each statement.
pub(crate) const STEPS_OF_TRIALS: u64 = 5_000_000;

/// Witnesses that are replaced by others because the program did something else: each encodes the run anew, and there should be none.
pub(crate) const MOST_RECONSIDERED: usize = 8;

/// Calls that met the end of standard input and are looked at: the first ones tell, and a loop that goes on reading has many.
pub(crate) const MOST_ENDED_READS: usize = 8;

/// Pointers that a name follows from block to block: `list->next->next->next` can still be read.
pub(crate) const LONGEST_WAY: usize = 3;

/// Objects that a page can draw: more are no picture any more, and each costs room in the page.
pub(crate) const MOST_OBJECTS: usize = 2_000;

/// Bytes of output that a page shows.
pub(crate) const MOST_PRINTED: usize = 64 * 1024;
