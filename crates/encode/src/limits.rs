//! How far is a run followed, and how much of it is written out?
//!
//! What lies beyond a limit becomes unknown or a gap, never something wrong. The numbers are sizes at which a formula stops being worth its
//! cost, not properties of C.

// Values and addresses.

/// Cells of a width that an object may have where an access is resolved cell by cell, at the cost of all of them. Of larger objects
/// another address gives something unknown.
pub(crate) const MOST_CELLS: u64 = 4096;

/// Objects that an address where nothing is could have meant, the latest first: each is a comparison in the failing condition.
pub(crate) const MOST_OBJECTS: usize = 64;

/// Blocks that could have been freed where none was: each is a comparison in the failing condition.
pub(crate) const MOST_BLOCKS: usize = 64;

/// Functions that a pointer could have meant where none was: each is a comparison in the failing condition.
pub(crate) const MOST_FUNCTIONS: usize = 64;

/// Instances of a quantifier, which is written out: longer ranges are a gap.
pub(crate) const MOST_INSTANCES: i128 = 4096;

// Storage.

/// Bytes of a block under which runs of bytes are found: a run that is short compared with its object is looked up under few of them.
pub(crate) const BLOCK: u32 = 256;

/// Blocks that a run of bytes is listed under. Longer runs are few, and looked for one by one.
pub(crate) const MOST_LISTED_BLOCKS: u32 = 64;

/// Bytes of a word under which the readers of storage are found: most scalars lie in one.
pub(crate) const WORD: u32 = 8;

/// Bytes of a read that is noted under its words. Longer reads (copies) are few, and kept as ranges.
pub(crate) const LONGEST_READ: u32 = 16;

/// Bytes of a copy that is looked at for joins before it, word by word, in the flow-sensitive form.
pub(crate) const LONGEST_FRAMED: u64 = 4096;

// Conditionals that are taken with all their arms: every value after an open condition is a choice, and a gap costs only the answer about one conditional.

/// Conditions that are left open on the way through one conditional: a loop without a bound has no end of them.
pub(crate) const MOST_DECISIONS: u32 = 24;

/// Statements of all arms together.
pub(crate) const MOST_STATEMENTS: u32 = 4000;

/// Calls inside of each other: recursion whose end is left open has no bound.
pub(crate) const DEEPEST_CALL: u32 = 16;

/// Bytes of a run of bytes that arms set: it is joined word by word.
pub(crate) const LONGEST_JOINED: u32 = 1024;

// Text.

/// Pieces of the text of a term: longer texts are nothing that people read.
pub(crate) const LONGEST_TEXT: usize = 400;

/// Characters of a call or place as the name of a value: longer ones are no names.
pub(crate) const LONGEST_CALL: usize = 40;
