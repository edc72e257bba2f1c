//! Do texts go with formulas?
//!
//! Whether a text means what its formula means cannot be told without reading C; the tests of this crate evaluate both for many values. Here: every
//! conjunct has a text, and every formula says something. That storage was never given a value is nothing that formulas speak of, but worth telling when
//! just that is the failure.

use whydunit_claim::Explanation;
use whydunit_program::CheckKind;
use whydunit_term::Term;
use whydunit_trace::ErrorTrace;

use crate::verdict::Complaint;

pub(crate) fn check_texts(trace: &ErrorTrace, explanation: &Explanation) -> Vec<Complaint> {
    let may_say_nothing = trace.failure.kind == CheckKind::Uninit;
    let mut complaints = Vec::new();
    for (said, conjunct) in explanation.conjuncts.iter().zip(0..) {
        let says_nothing = said.term == Term::TRUE && !(may_say_nothing && said.unset.is_some());
        if said.text.trim().is_empty() || says_nothing {
            complaints.push(Complaint::EmptyText { conjunct });
        }
    }
    complaints
}
