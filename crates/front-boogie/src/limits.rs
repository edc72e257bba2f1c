//! How much of something is followed, and why not more?
//!
//! Where a program exceeds one of these, an error, a warning or a gap says so. Windows and carriers are part of the meaning of a
//! search: it is bounded by them, and says that.

/// Bytes of a file, this number not included: spans have offsets of 32 bits.
pub(crate) const LARGEST_FILE: u64 = u32::MAX as u64;

/// Errors that are listed; further ones are counted, since many follow from the first.
pub(crate) const MOST_ERRORS: usize = 40;

/// Warnings that are listed: axioms made by tools can give hundreds.
pub(crate) const MOST_WARNINGS: usize = 10;

/// Procedures that are listed as possible starts: nobody reads a longer list.
pub(crate) const MOST_LISTED: usize = 12;

/// Bits of a bit-vector type, supported or not: a wider one is read as this wide, so that numbers do not overflow.
pub(crate) const WIDEST_PARSED: u32 = 1 << 20;

/// Expressions inside one another: the parser recurses.
pub(crate) const DEEPEST_EXPRESSION: u32 = 1000;

/// Depth of an expression's tree, chains of operators included: the type checker recurses.
pub(crate) const DEEPEST_CHECKED: u32 = 2000;

/// Synonyms of synonyms; more are taken for a cycle.
pub(crate) const DEEPEST_SYNONYM: u32 = 100;

/// Parts of a type: synonyms can make it grow exponentially.
pub(crate) const LARGEST_TYPE: usize = 10_000;

/// Parts of an expression, functions written out: they can make it grow exponentially.
pub(crate) const LARGEST_EXPRESSION: usize = 200_000;

/// Depth of such an expression: whatever comes later walks over it recursively.
pub(crate) const DEEPEST_LOWERED: u32 = 2500;

/// Bits of a bit vector that a quantifier goes through value by value: time doubles with each bit.
pub(crate) const WIDEST_QUANTIFIED: u32 = 16;

/// Values of a quantifier's range that are written out one by one; longer ranges become loops, which do not grow the program.
pub(crate) const MOST_WRITTEN_OUT: i128 = 64;

/// `unique` constants that are said to be different: there is an assumption for each pair.
pub(crate) const MOST_UNIQUE: usize = 64;

/// Integer keys of a map's window, at least: loops go beyond the numbers that stand in the program.
pub(crate) const SMALLEST_WINDOW: u64 = 32;

/// Integer keys of a map's window, at most, however large the numbers in the program are: every cell takes storage.
pub(crate) const LARGEST_WINDOW: u64 = 1024;

/// Values of a declared type that maps and quantifiers know of, at least: there are more than those with a name.
pub(crate) const SMALLEST_CARRIER: u64 = 8;

/// Values of a declared type, at most: every one is a cell of each map over the type.
pub(crate) const LARGEST_CARRIER: u64 = 256;

/// Cells of one map: windows of several keys multiply, and shrink until they fit.
pub(crate) const MOST_CELLS: u64 = 8192;

/// Cells of a map that is computed as a whole and written cell by cell: each is a statement.
pub(crate) const MOST_STORED_CELLS: u64 = 1024;
