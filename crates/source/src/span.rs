//! Places in the source.

/// Index of a file in a [`crate::SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A half-open range of bytes `[start, end)` in one original file.
///
/// What a macro produced carries the span of the macro's outermost invocation, because that is the
/// text the user sees and can change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end: end.max(start) }
    }

    /// An empty span at `offset`.
    pub fn at(file: FileId, offset: u32) -> Span {
        Span { file, start: offset, end: offset }
    }

    /// The smallest span that covers both; `self` when they lie in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A position as people count: both numbers start at 1, columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}
