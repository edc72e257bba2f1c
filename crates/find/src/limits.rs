//! How far is the search for failing inputs followed, and why not farther?
//!
//! Where a program exceeds one of these, the coverage says so: the verdict is then not that it holds. Those of questions that only save work
//! say nothing.

use std::time::Duration;

// The search.

/// Bytes of the thread's stack: symbolic execution follows calls by recursion, and pages that are not used cost nothing.
pub(crate) const STACK: usize = 1 << 30;

/// For going deeper where nothing was found and nothing else is said: what a user waits for without asking.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Iterations of loops that the search goes up to by itself: every round doubles them, and formulas grow with each.
pub(crate) const DEEPEST_UNWINDING: u32 = 1 << 10;

/// Steps of a replay when the request sets no limit: a failing run of a bounded search is short.
pub(crate) const REPLAY_STEPS: u64 = 50_000_000;

/// Steps of the run with the plainest inputs: it comes before every search, and failures that it finds come early.
pub(crate) const PLAIN_STEPS: u64 = 1_000_000;

/// Bytes of its memory: a recursion without end should not take all there is before the search begins.
pub(crate) const PLAIN_MEMORY: u64 = 1 << 28;

/// Models of one check that are no runs: what was approximated there will not come right by itself.
pub(crate) const MOST_SPURIOUS: u32 = 8;

/// For finding typical inputs in place of the first ones: they are easier to read and fail as well.
pub(crate) const TYPICAL_TIME: Duration = Duration::from_secs(3);

/// Runs that making one input smaller is worth: the step is halved as it goes, so that numbers of some twenty bits become as small as they
/// can.
pub(crate) const MOST_TRIALS: usize = 40;

/// Parts of the inputs that are made typical: a question each, and nobody reads more of them.
pub(crate) const MOST_PARTS: usize = 400;

/// Numbered inputs that are named though they are zero: longer lists of zeros say nothing.
pub(crate) const FEW_NUMBERS: u32 = 16;

// Paths.

/// Calls inside one another: each is a recursion of ours, and the stack has room for so many.
pub(crate) const MAX_DEPTH: usize = 1200;

/// Conflicts of a question about a single path: the answer only saves work.
pub(crate) const PROBE_CONFLICTS: u64 = 500;

/// For such questions, or a quarter of the time if that is more: then they are not asked any more.
pub(crate) const PROBE_TIME: Duration = Duration::from_millis(300);

/// Iterations of a loop that does not depend on inputs, times the square of the bound for those that do: it may never end, and what it does
/// first should be asked about first.
pub(crate) const FREE_ITERATIONS: u32 = 128;

/// Of these in all: terms are made for each.
pub(crate) const MOST_ITERATIONS: u32 = 1 << 17;

/// Values of a quantifier whose bounds depend on inputs: at least these, so that contracts over small arrays are decided in the first round.
pub(crate) const FEWEST_VALUES: u32 = 16;

/// Values of a quantifier with fixed bounds: each is a formula of its own.
pub(crate) const MOST_VALUES: i128 = 1 << 16;

// Memory.

/// Elements behind a pointer whose size nothing states: each is an input.
pub(crate) const MOST_ASSUMED: u32 = 32;

/// ... and where a precondition asks for more: some hundred megabytes of terms.
pub(crate) const MOST_STATED: u32 = 1 << 16;

/// Bytes of variable-length arrays, of blocks of unknown size, and of objects that a call may change by its contract: each may become an
/// input of its own.
pub(crate) const MOST_BYTES: u64 = 1 << 12;

/// Bytes of a copy of unknown length: each is copied under a condition of its own.
pub(crate) const LONGEST_COPY: u64 = 256;

/// Bytes of a file that are read at once: each is a term of its own.
pub(crate) const MOST_BYTES_OF_A_FILE: usize = 1 << 16;

/// Bytes of a range that is set, between two looks at the budget.
pub(crate) const CELLS_BETWEEN_LOOKS: u64 = 1 << 12;

/// Bytes of a copy of known length: it is made in cells, not in bytes.
pub(crate) const LONGEST_KNOWN_COPY: u128 = 1 << 20;

/// Offsets that an access whose address depends on inputs is compared with: each is a case of the value.
pub(crate) const MOST_OFFSETS: usize = 2048;

/// Numbers that an offset may be chosen from, so that these are compared with instead of all: with more the choice is not followed through
/// its term.
pub(crate) const FEW_CHOICES: usize = 64;

/// Elements of an array without values that become inputs: a variable each.
pub(crate) const MOST_OPEN: u64 = 4096;

/// Pointers inside what a pointer points to that are followed at least; with larger arrays, more: trees among the inputs grow exponentially
/// with it.
pub(crate) const DEEPEST_POINTERS: u32 = 3;

// Inputs.

/// Mathematical integers among the inputs lie between 2 to this power and its negation: with all 64 bits, nearly every sum would be beyond
/// what is followed.
pub(crate) const MATHEMATICAL_BITS: u32 = 40;

/// Arguments of `main` that are looked at even when the program asks for fewer: `argc` is tested against these mostly.
pub(crate) const FEW_ARGUMENTS: u32 = 2;

/// Arguments that are looked at, whatever the program asks for: each is an array of inputs.
pub(crate) const MOST_ARGUMENTS: i128 = 16;

// Witnesses of other tools.

/// Ways through a graph that are replayed: a witness of a failure has one, and a graph may have exponentially many.
pub(crate) const MOST_PATHS: usize = 8;

/// Edges tried on the way to these paths, besides as many as there are: ways that end nowhere may be as many.
pub(crate) const MOST_TRIED: usize = 1 << 16;

/// Calls that a returned value is followed through to the variable that a witness names: wrappers of wrappers are rare.
pub(crate) const FARTHEST_RETURN: usize = 8;

/// Facts beyond those of the visit that are looked at for an input: every input looks.
pub(crate) const FARTHEST_FACT: usize = 1 << 12;

/// Branches and calls of a run, beyond which only the inputs are told: they determine the run.
pub(crate) const MOST_EVENTS: usize = 1 << 14;

/// Tokens of an assumption: tools write long conjunctions, but none that fills memory.
pub(crate) const MOST_TOKENS: usize = 1 << 16;

/// Levels of expressions, which are read by recursion, and of collections in YAML: tools write few.
pub(crate) const DEEPEST: usize = 64;

/// Bytes of a variable with its indices and members: names grow by what follows them, and no program's are longer.
pub(crate) const LONGEST_NAME: usize = 1 << 10;

/// Elements or bytes of one input that are taken from a witness: an index in it may be any number, and everything up to it takes storage.
pub(crate) const MOST_ELEMENTS: usize = 1 << 12;

/// Runs with other candidates for inputs: a witness that says enough needs one.
pub(crate) const MOST_ATTEMPTS: usize = 256;

/// Inputs for which other candidates are tried: each multiplies the attempts.
pub(crate) const MOST_CHOICES: usize = 32;

/// Runs of one attempt in which values are learnt that could not be changed in mid-run: one for each such input.
pub(crate) const MOST_RESTARTS: usize = 1000;

/// Steps of a run where the request has no limit: an attempt that goes astray need not end.
pub(crate) const MOST_STEPS: u64 = 100_000_000;

/// Runs beyond the bounds that are kept because they were cut off: who asks whether they end has a second for each.
pub(crate) const MOST_UNENDED: usize = 8;

/// Arms that no run takes: who has more has a reason that is the same for all.
pub(crate) const MOST_DEAD: usize = 16;
