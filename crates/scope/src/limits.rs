//! How much is tried, and why not more?
//!
//! All of this comes on top of an explanation, whose time it shares. Where a limit is met, the answer is *unknown* or names it.

use std::time::Duration;

/// Time after which no deeper round of one search begins: every input needs some.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// Failing values that are tried for one input: each costs a search, and one that leads to the error for certain is enough.
pub(crate) const CANDIDATES: usize = 4;

/// Steps of a run that confirms a value: with another input it may not end.
pub(crate) const CONFIRMING_STEPS: u64 = 10_000_000;

/// Executions along the same path that are kept: every branch whose other side leads to the error is switched in each of them.
pub(crate) const MOST_EXECUTIONS: usize = 12;

/// Runs that are tried for them.
pub(crate) const MOST_RUNS: usize = 300;

/// Numbers of the program that are tried, the smallest first: each input is tried with each.
pub(crate) const MOST_NUMBERS: usize = 24;

/// Steps of a trace: longer ones cost too much to be run that often.
pub(crate) const LONGEST_TRACE: usize = 20_000;

/// Instances of one branch of the program that are looked at, the latest first: each costs a run for every other side.
pub(crate) const INSTANCES: u32 = 4;

/// Steps after which a switched run counts as one without end: so many ...
pub(crate) const FURTHER_STEPS: u64 = 20_000;

/// ... and so many times those of the trace. The report says how many that is.
pub(crate) const LONGER: u64 = 4;

/// Inputs that a changed program pins: each costs something in every input statement.
pub(crate) const MOST_PINNED: usize = 256;

/// Runs that try a claim about all inputs: they cost less than the explanation that makes it.
pub(crate) const MOST_TRIALS: usize = 600;

/// Steps that these take together.
pub(crate) const TRIAL_STEPS: u64 = 3_000_000;

/// Steps of a trace whose claims are tried: longer ones would be run a few times only.
pub(crate) const LONGEST_TRIAL: usize = 500_000;

/// Models of a claim's condition that are looked for, for each input in it: solvers give extreme ones first.
pub(crate) const MOST_MODELS: usize = 3;

/// Steps of a run that tries another value or another shape of the inputs, beyond eight times those of the trace: most end at once.
pub(crate) const OTHER_STEPS: u64 = 100_000;

/// Runs that look for a value, or a shape of the inputs, with which a failure is avoided.
pub(crate) const MOST_OTHERS: usize = 200;

/// Of these, runs that take all of their steps: where one value does not lead to an end, many do not.
pub(crate) const MOST_ENDLESS: usize = 6;

/// Arguments that are made to give `argc` a value: programs look at the first few.
pub(crate) const MOST_ARGUMENTS: u64 = 64;

/// Time after which no deeper round begins of a search for a run that refutes a claim: the answer waits for it, and what a search of a small program finds it finds in the first rounds.
pub(crate) const REFUTING_PATIENCE: Duration = Duration::from_millis(700);

/// Steps of a trace whose claims are searched for counterexamples: a search of a longer run does not come to the end of it in that time.
pub(crate) const LONGEST_REFUTED: usize = 20_000;

/// Parts of a condition that is assumed in a copy of the program: conditions that people read have a few dozen.
pub(crate) const LARGEST_CONDITION: usize = 2_000;

/// How deep these are nested: expressions are evaluated by recursion.
pub(crate) const DEEPEST_CONDITION: usize = 64;

/// Texts of the program that arguments are made of: each is combined with every other.
pub(crate) const MOST_LITERALS: usize = 5;

/// Questions that look for the smallest and the largest value of an input under a claim's condition: a halving each.
pub(crate) const MOST_HALVINGS: u32 = 64;

/// Bits of the widest bit-vector in an assumed condition: programs have no wider numbers to keep it in.
pub(crate) const WIDEST: u32 = 64;
