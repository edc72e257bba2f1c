//! Which few rows tell a chain, from the first thing that matters to the check that fails?
//!
//! Everything that matters is an [`Item`], one for each statement of a repetition. Items are folded until no more are left than were asked for: loops that ended
//! are told by what they achieved, a call that returned by what it brought back, set-up that every run shares in one row. Conditions that merely let
//! the run through go next, then neighbours are told together. A pinned line keeps a row of its own, whatever is folded around it; so does the failing check. Nothing is cut
//! out of the middle: every part of the chain has a row, if only together with others.

mod fold;
mod items;
mod spans;

use std::collections::BTreeSet;

pub(crate) use items::{BriefRow, RowText};

use crate::{ExplanationReport, StepReport};

/// Lines that are to have rows of their own: file and line.
pub(crate) type Pins<'p> = BTreeSet<(&'p str, u32)>;

/// At most `most` rows before that of the failing check.
pub(crate) fn brief_rows(
    steps: &[StepReport],
    explanation: &ExplanationReport,
    pins: &Pins<'_>,
    most: usize,
) -> Vec<BriefRow> {
    let mut chain = items::Chain::of(steps, explanation, pins);
    chain.fold_to(most);
    chain.into_rows()
}
