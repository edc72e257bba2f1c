//! How much of a run is kept and shown, and why not more?
//!
//! Only what people read depends on these; replay and formulas do not.

/// Bytes that are kept of a run of bytes set at once: for display, and runs copy large blocks often.
pub(crate) const KEPT_BYTES: usize = 256;

/// Bytes within which the end of a text is looked for: it is looked for at every pointer to characters that is shown.
pub(crate) const LONGEST_TEXT: u64 = 256;

/// Characters of a literal as a name: longer ones lose their middle.
pub(crate) const LONGEST_LITERAL: usize = 40;

/// Characters of a compound literal that has its text for a name: longer ones are no name.
pub(crate) const LONGEST_COMPOUND_LITERAL: usize = 40;

/// Rounds in which types are passed on from block to block: enough for arguments behind `argv` and lists of lists; what is left is shown by bytes.
pub(crate) const MOST_ROUNDS: usize = 3;

/// Cells that hold the address of a block and are remembered for its name: the latest are the likeliest to hold it still.
pub(crate) const REMEMBERED_HOLDERS: usize = 4;

/// Blocks on the way from a variable to a block that is named by it: longer names are harder to read than none.
pub(crate) const LONGEST_WAY: usize = 3;

/// Characters of a value: longer texts are made again with less of their parts, so that it stays one line or two.
pub(crate) const LONGEST_VALUE: usize = 160;

/// Equal elements in a row that are counted rather than listed.
pub(crate) const SHORTEST_REPETITION: usize = 8;
