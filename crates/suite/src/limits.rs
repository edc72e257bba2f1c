//! How much of runs is kept, compared and shown, and why not more?

/// Steps of one test, where the configuration does not say: a test that loops forever must not hold up the others.
pub const DEFAULT_STEPS: u64 = 1_000_000;

/// Bytes of a suite, and of a file with the input or the output of a test.
pub(crate) const MOST_BYTES_OF_A_FILE: u64 = 1 << 30;

/// Bytes of memory that a suite takes for each byte of its text, with what its runs leave: 60 were measured on short tests.
pub(crate) const MEMORY_OF_A_BYTE: u64 = 60;

/// Bytes of output that are kept beyond those that are expected: enough to show a difference; what follows differs in any case.
pub(crate) const MORE_OUTPUT: usize = 1 << 12;

/// Bytes of a reference's output: it is kept whole for every test.
pub(crate) const MOST_REFERENCE_OUTPUT: usize = 16 << 20;

/// Scalars that are taken over from one variable: what a pointer leads to can be a structure of any size.
pub(crate) const MOST_READ: usize = 1 << 12;

/// Characters of a line that are shown: longer ones are cut around their first difference, to fit on a line of the report.
pub(crate) const MOST_SHOWN: usize = 60;

/// Characters that are shown before the difference, so that the place is recognised.
pub(crate) const SHOWN_BEFORE: usize = 20;

/// Elements of a list in the middle of a sentence: longer ones cannot be read.
pub(crate) const MOST_ELEMENTS: usize = 24;
