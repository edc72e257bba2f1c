//! Does the run itself satisfy the invariants?
//!
//! With fixed inputs the run is all that `ψ ∧ TF(0..p)` leaves, so an invariant is reached if the values of the run make it true: evaluation
//! decides, for every position. With free inputs the run is one of many, and this is a first, cheap half; see [`crate::induction`].

use whydunit_solver::Reason;
use whydunit_term::{Evaluator, Terms};

use crate::meaning::Formula;
use crate::timeline::{Instance, Timeline};
use crate::verdict::Complaint;

pub(crate) fn check_truth(
    terms: &Terms,
    formula: &Formula,
    timeline: &Timeline,
) -> (Vec<Complaint>, Option<Reason>) {
    let mut evaluator = Evaluator::new(formula.run());
    let mut complaints = Vec::new();
    let mut unknown = None;
    let later = timeline.changes.iter().map(|change| (change.step + 1, &change.added));
    for (position, instances) in std::iter::once((0, &timeline.start)).chain(later) {
        for &Instance { conjunct, term } in instances {
            match evaluator.value(terms, term) {
                Some(1) => {}
                Some(_) => complaints.push(Complaint::NotReached { conjunct, position }),
                None => unknown = Some(Reason::Abstracted),
            }
        }
    }
    (complaints, unknown)
}
