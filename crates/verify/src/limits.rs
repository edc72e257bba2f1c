//! How much is spent on judging one claim, and why not more?
//!
//! A claim that exceeds one of these is neither proved nor refuted, and the answer says so.

// Proofs.

/// Questions to one solver, which keeps what it was asked; then another one is made.
pub(crate) const QUESTIONS_PER_SOLVER: u32 = 64;

/// Steps that a proof in the plain reading goes over at once: the formula has a copy of the state for each.
pub(crate) const LONGEST_LEAP: usize = 32;

/// Conjuncts that such a proof ends in: each is a question of its own.
pub(crate) const MOST_CONJUNCTS: usize = 64;

/// Inequalities that are combined in pairs: with more, the pairs are too many for a step that only saves a question.
pub(crate) const MOST_PAIRED: usize = 24;

/// Bits of a number that is read: sums and products with coefficients must fit 128.
pub(crate) const WIDEST: u32 = 96;

/// Levels of a term that are taken apart: linear sums of programs are shallow.
pub(crate) const DEEPEST: u32 = 10;

// Runs that are tried.

/// Steps that may be replayed to try values, all together: traces are long or values are many, but rarely both.
pub(crate) const MOST_TRIED: usize = 20_000_000;

/// Steps of a run in which a branch is sent to another arm, beside twice those of the trace: arms that end the program do so soon.
pub(crate) const ARM_STEPS: u64 = 50_000;

/// Values of all later inputs together that are tried one by one: a run each.
pub(crate) const MOST_CONTINUATIONS: u64 = 1 << 10;

/// Numbers that are run in place of one that is said not to matter: small ones are indices and lengths.
pub(crate) const RUN_AGAIN: [u64; 10] = [0, 1, 2, 3, 5, 6, 7, 0x80, u64::MAX, i32::MAX as u64];

/// Objects, the latest first, that a pointer is run with in place of its own: in programs that are read, the other one is near.
pub(crate) const MOST_POINTED: usize = 12;

/// Steps of a run up to which that is done: each value of each assignment is a run.
pub(crate) const LONGEST_RUN_AGAIN: usize = 2_000;

/// Members of a set that is looked for; larger ones are not listed.
pub(crate) const MOST_MEMBERS: u128 = 3;

/// Assignments of a trace up to which it is asked whether all sets are listed: all sets of that size are counted.
pub(crate) const MOST_JUDGED: usize = 400;

/// Proposals that are answered one by one, after which nothing is said: each makes the formula longer.
pub(crate) const MOST_ROUNDS: usize = 200;

/// Later inputs that are moved by the difference: those that make up for it come soon after.
pub(crate) const MOST_MOVED: usize = 8;

// Formulas.

/// Values of a quantifier that are written out: each instance is a formula of its own.
pub(crate) const MOST_INSTANCES: i128 = 4096;

/// Cells of an object that is resolved cell by cell: a store through an address makes a term for each of them.
pub(crate) const MOST_CELLS: u64 = 4096;

/// Bytes of a copy that is looked at for joins before it: longer ones would become a variable for every eight bytes.
pub(crate) const LONGEST_JOINED: u64 = 4096;

/// Bytes of a fill that is noted byte by byte: larger ones are looked through when something in them is read.
pub(crate) const LARGEST_NOTED: u32 = 256;

/// Objects that another address may lie in, where that of the run lies in none: each is a comparison in the condition.
pub(crate) const MOST_OTHER_OBJECTS: usize = 32;

/// Steps of a run with more standard input, beside twice those of the trace: it goes on where the run has failed.
pub(crate) const STEPS_WITH_MORE: u64 = 100_000;
