//! How much of two programs is compared, and why not more?

use std::time::Duration;

/// Characters of an output: nobody reads more of it.
pub(crate) const MOST_SHOWN_OUTPUT: usize = 60;

/// Characters of a longer output before the first difference: enough to find the place.
pub(crate) const SHOWN_BEFORE_DIFFERENCE: usize = 10;

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
