//! What is claimed of a declaration.

use whydunit_program::Declared;

use crate::Range;

/// A declaration that is a reason: the failing check is about what it states. It is no step: nothing was executed there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declaration {
    pub declared: Declared,
    pub states: Stated,
    /// The storage whose bounds were exceeded; of what has no value, the bytes that nothing has set since they exist.
    pub part: Range,
}

/// What a declaration states, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stated {
    /// An array has so many elements; dimensions count from the outermost.
    Length { dimension: u32, length: u64 },
    /// What is no array has so many bytes.
    Size { bytes: u64 },
    /// No value: there is no initialiser.
    NoValue,
}
