//! What a page shows of a run besides its steps: its storage, and what it printed.

/// Storage and output, for forms that have room; nothing of it is in documents.
#[derive(Clone, Debug, Default)]
pub struct PictureReport {
    /// What pointers can lead to, in the order in which it came to be.
    pub objects: Vec<ObjectReport>,
    /// What the run printed on its standard output, call by call.
    pub printed: Vec<PrintedReport>,
}

/// A piece of storage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectReport {
    /// As [`crate::CellReport`] names it.
    pub object: String,
    /// As values that point to it call it.
    pub title: String,
    /// The step with which it came to be.
    pub made: usize,
    /// The step with which it was freed, or its call was over.
    pub gone: Option<usize>,
    /// It was allocated, and has to be freed.
    pub is_allocated: bool,
}

/// What one call printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedReport {
    /// The step; `None` of what the failing run would print behind the failing step.
    pub step: Option<usize>,
    /// The text.
    pub text: String,
}
