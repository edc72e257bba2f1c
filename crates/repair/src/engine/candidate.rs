//! What may become a repair.

use whydunit_program::SourceStmtId;

use crate::Edit;
use crate::changes::{Change, Variant};

/// A change that passes all tests so far.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) edits: Vec<Edit>,
    pub(crate) cost: u32,
    pub(crate) source: Option<SourceStmtId>,
    pub(crate) evidence: Option<String>,
    /// How it is tried without compiling it.
    pub(crate) change: Option<Change>,
    /// Was put off in favour of others.
    pub(crate) is_deferred: bool,
}

impl Candidate {
    /// What it means, where that was tried on the tests; others have to be compiled for that.
    pub(super) fn tried_change(&self) -> Option<&Change> {
        self.change.as_ref().filter(|change| !matches!(change.variant, Variant::Text))
    }

    /// The statement in front of which it puts a check.
    pub(super) fn guarded(&self) -> Option<SourceStmtId> {
        let change = self.change.as_ref()?;
        matches!(change.variant, Variant::Guard { .. }).then_some(change.source)
    }
}
