//! How much is tried before lines are ranked, and why not more?
//!
//! The work is bounded in steps of runs: the same program is ranked alike on any machine. A step takes 10 to 50 ns.

/// Steps of all experiments together: some five seconds of two cores in an unoptimised build, two in a release.
pub(crate) const STEPS: u64 = 250_000_000;

/// Of these, how many parts of ten are kept for the last question, whether every test of the suite passes: without an answer the best evidence is missing. Of TCAS, with 1,600 tests,
/// seventy changes can be asked about.
pub(crate) const LAST_ROUND: u64 = 3;

/// Of these, how many parts of ten the first round may take, in which every attempt is tried on few tests.
pub(crate) const FIRST_ROUND: u64 = 5;

/// Parts of ten of what is left that inserted statements may take: there are thousands, and few faults are mended by one.
pub(crate) const INSERTED: u64 = 1;

/// What starting a run costs, in steps: storage is made, arguments are copied. Measured on runs of 200 steps.
pub(crate) const STEPS_OF_A_START: u64 = 200;

/// Cost of the dearest edit that is tried like any other: up to another expression in place of one.
pub(crate) const CHEAP: u32 = 15;

/// Cost of the dearest edit that is tried at all, until a test fails: up to an added comparison there are thousands for each condition, and more of them fit any tests.
pub(crate) const DEAREST: u32 = 24;

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

/// Tenths of its steps that a failing run has to take again under a change, to count as one that goes on: the last round of a loop may be missing.
pub(crate) const GOES_ON: u64 = 8;

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

/// Bytes of output that are kept beyond those that are expected: the first difference comes before.
pub(crate) const MORE_OUTPUT: usize = 1 << 12;

/// Numbers of the program that are tried as inputs.
pub(crate) const MOST_NUMBERS: usize = 40;

/// Causes that are reported: nobody reads more, and tools that do can ask tests of their own.
pub(crate) const MOST_CAUSES: usize = 20;

/// Characters of an expression in a phrase: longer ones are read in the source.
pub(crate) const LONGEST_SHOWN: usize = 40;

/// Bytes of texts that are compiled to be tried: each attempt is a whole compilation, of 5 to 20 ms for a file of 2,000 bytes.
pub(crate) const TEXT_BYTES: usize = 200_000;

/// Texts that are compiled at most: starting the preprocessor takes its time for the shortest of files.
pub(crate) const MOST_TEXTS: usize = 60;

/// Assignments that values are followed back through, by names: after three nearly every variable is among them.
pub(crate) const ROUNDS_OF_FLOW: usize = 3;
