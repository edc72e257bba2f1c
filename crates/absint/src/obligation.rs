//! Obligations of the program: what has to hold for a check to pass, at which place, and whether it is known to.
//!
//! The two ends of a bounds check, or of an overflow check, are obligations of their own: often one is proved and the other is not.

use rustc_hash::FxHashMap;
use whydunit_program::{CheckKind, Point};
use whydunit_source::Span;

use crate::graph::NodeId;
use crate::numeric::Linear;

/// An obligation at a place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Obligation {
    pub(crate) point: Point,
    pub(crate) kind: CheckKind,
    pub(crate) span: Span,
    /// Which of the forms that make up the check.
    pub(crate) side: u8,
}

/// Before the statement with this number (or the end) of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Place {
    pub(crate) node: NodeId,
    pub(crate) index: u32,
}

/// An obligation as it was met.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    pub(crate) obligation: Obligation,
    /// In all contexts.
    pub(crate) is_proved: bool,
    /// Where it was met, with the form that has to be at most 0 there.
    pub(crate) forms: Vec<(Place, Linear)>,
}

/// All obligations, in the order in which they were met.
#[derive(Default, Debug)]
pub(crate) struct Obligations {
    pub(crate) met: Vec<Met>,
    /// Something was met that the analysis does not follow.
    pub(crate) is_partial: bool,
    by_obligation: FxHashMap<Obligation, usize>,
}

impl Obligations {
    #[expect(clippy::too_many_arguments, reason = "a obligation has this many parts")]
    pub(crate) fn note(
        &mut self,
        point: Point,
        kind: CheckKind,
        span: Span,
        side: u8,
        is_proved: bool,
        at: Place,
        form: Option<&Linear>,
    ) {
        let obligation = Obligation { point, kind, span, side };
        let met = &mut self.met;
        let index = *self.by_obligation.entry(obligation).or_insert_with(|| {
            met.push(Met { obligation, is_proved: true, forms: Vec::new() });
            met.len() - 1
        });
        let entry = &mut self.met[index];
        entry.is_proved &= is_proved;
        if let Some(form) = form
            && !entry.forms.iter().any(|(place, known)| *place == at && known == form)
        {
            entry.forms.push((at, form.clone()));
        }
    }
}
