//! How much of something is followed, and why not more?
//!
//! Where a program exceeds one of these, an error says so; those of hints and of places in the source only make these less exact.

/// Parentheses and square brackets inside one another: the parser's time grows with the cube of it.
pub(crate) const MAX_PARENS: usize = 256;

/// Curly braces inside one another: parser, analysis and lowering recurse into each.
pub(crate) const MAX_BRACES: usize = 512;

/// Statements, conditional expressions and declarators inside one another: the same phases recurse into them without braces, too.
pub(crate) const MAX_NESTING: u32 = 1024;

/// Operators in one expression: a chain such as `a + b + c` is a tree of that depth, and trees are walked recursively. Also labels or
/// `else if` in a row.
pub(crate) const MAX_CHAIN: usize = 50_000;

/// Brackets in a row, as in `a[1][2][3]`: each is a type or an expression inside another, and types of that depth are walked for each.
pub(crate) const MAX_SUFFIXES: usize = 1_000;

/// Prefix operators and casts in a row: each is a level of recursion in the parser.
pub(crate) const MAX_PREFIXES: usize = 2_000;

/// Bytes of a source file: offsets are 32 bits wide, and preprocessing may multiply the text.
pub(crate) const MAX_FILE_BYTES: u64 = 256 << 20;

/// Bytes of the list of files that the preprocessor opened: 2^18 names fit in.
pub(crate) const MOST_OF_A_RULE: u64 = 64 << 20;

/// Bytes of memory that reading a program takes for each byte of preprocessed text, tokens and trees included: 25 to 60 were measured on
/// declarations, statements and macros. So much text is taken from the preprocessor as fits in the memory.
pub(crate) const MEMORY_OF_A_BYTE: u64 = 24;

/// Bytes of what the compiler complains that are looked at: the first error is near the beginning.
pub(crate) const MOST_COMPLAINTS: u64 = 1 << 20;

/// Bytes of address space that the compiler may take besides the memory of the budget: its code, its tables, its heap before it reads anything.
pub(crate) const COMPILER_OVERHEAD: u64 = 128 << 20;

/// Lines that a line marker may name: lines are counted on from it in 32 bits, and no file has so many.
pub(crate) const MAX_LINE: u32 = 1 << 30;

/// Lines of a file that is not there and is put together from the preprocessed text: a line marker may name any number, and every line
/// up to it takes storage.
pub(crate) const MAX_RECONSTRUCTED_LINE: u32 = 1_000_000;

/// Tokens of a macro call's arguments that are searched for one token of its expansion: without an end the search is quadratic.
pub(crate) const MAX_ARGUMENT_SEARCH: usize = 512;

/// Tokens of a macro call: where a parenthesis is never closed, the rest of the file would be searched for each.
pub(crate) const MAX_CALL_TOKENS: usize = 50_000;

/// Directories above a file in which a missing header is looked for: a project's `include` lies this near to its sources. A hint only.
pub(crate) const LEVELS_UP: usize = 3;

/// Directories below each of those. A hint only.
pub(crate) const LEVELS_DOWN: usize = 4;

/// Entries of directories that are looked at for a hint: an error message must not wait for a whole disk.
pub(crate) const MOST_ENTRIES: usize = 20_000;

/// Headers that are read for the sake of a hint: an error message must not wait for them all.
pub(crate) const MOST_HEADERS_READ: usize = 500;

/// Elements that `[low ... high] =` designates at once: each has an entry of its own. More is taken for a mistake.
pub(crate) const MAX_RANGE: u64 = 1 << 24;

/// Expressions inside one another, and operators in a row, of an annotation: its parser recurses, and people write short ones.
pub(crate) const MAX_ANNOTATION_DEPTH: u32 = 200;

/// Errors that are reported: more help nobody.
pub(crate) const MAX_ERRORS: usize = 20;

/// Different globals and functions whose addresses one constant expression takes: each has a place of its own in the layouts that it is evaluated in, and 32
/// bits have room for no more. Constants have one or two.
pub(crate) const ADDRESSES_IN_CONSTANTS: usize = 32;
