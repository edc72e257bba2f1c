//! How much does a test hold, and why not more?

/// Inputs that the comment at the top lists: the rest of a long list says nothing to a reader.
pub(crate) const LISTED_INPUTS: usize = 16;

/// Bytes of standard input: the test writes them into a pipe before anything reads, and a pipe of Linux takes so many.
pub(crate) const LONGEST_INPUT: usize = 1 << 16;
