//! Is the explanation well-formed?
//!
//! Intervals cover all positions without overlap; the relevant steps are the steps between them, but for those before
//! the run starts; each has a role that a step of its kind can have and reasons that are what changes there. No question about the
//! program's meaning is asked here, and no other check looks at an explanation that is not well-formed.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use whydunit_claim::{Explanation, Method, Relevant, Role};
use whydunit_term::Term;
use whydunit_trace::{ErrorTrace, StepKind};

use crate::meaning::Formula;
use crate::verdict::Complaint;

/// Complaints about positions and indices; without them the other checks make sense.
pub(crate) fn check_cover(trace: &ErrorTrace, explanation: &Explanation) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let Some(last) = explanation.intervals.last() else { return vec![Complaint::NoIntervals] };
    let mut expected = 0;
    for (index, interval) in explanation.intervals.iter().enumerate() {
        if interval.from != expected {
            complaints.push(Complaint::Gap { interval: index, expected, found: interval.from });
        }
        if interval.to < interval.from {
            complaints.push(Complaint::Backwards { interval: index });
        }
        expected = interval.to + 1;
    }
    if last.to + 1 != trace.steps.len() {
        let expected = trace.steps.len().saturating_sub(1);
        complaints.push(Complaint::WrongEnd { expected, found: last.to });
    }
    complaints.extend(check_changes(explanation));
    complaints
}

/// Each interval loses what it had and gains what it had not.
fn check_changes(explanation: &Explanation) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let mut current = BTreeSet::new();
    for (index, interval) in explanation.intervals.iter().enumerate() {
        for &conjunct in &interval.lost {
            if !current.remove(&conjunct) {
                complaints.push(Complaint::BadLoss { interval: index, conjunct });
            }
        }
        let ascending = interval.gained.is_sorted_by(|a, b| a < b);
        for &conjunct in &interval.gained {
            let exists = (conjunct as usize) < explanation.conjuncts.len();
            let was_lost = interval.lost.contains(&conjunct);
            if !ascending || !exists || was_lost || !current.insert(conjunct) {
                complaints.push(Complaint::BadGain { interval: index, conjunct });
            }
        }
    }
    complaints
}

/// Complaints about the relevant steps of an explanation whose intervals are in order.
pub(crate) fn check_steps(
    trace: &ErrorTrace,
    formula: &Formula,
    explanation: &Explanation,
) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let is_executed = |step: &usize| *step >= trace.first_executed();
    let framed = formula.framed();
    let mut listed = explanation.relevant.iter().peekable();
    for pair in explanation.intervals.windows(2) {
        let (step, after) = (pair[0].to, &pair[1]);
        while let Some(early) = listed.next_if(|relevant| relevant.step.index() < step) {
            complaints.push(Complaint::NotBetween { step: early.step.index() });
        }
        let found = listed.next_if(|relevant| relevant.step.index() == step);
        let is_branch = matches!(trace.steps[step].kind, StepKind::Branch { .. });
        let may_change_nothing = found.is_some_and(|relevant| match relevant.role {
            Role::Frame | Role::Call => true,
            Role::Condition => is_branch,
            _ => false,
        });
        if after.gained.is_empty() && after.lost.is_empty() && !may_change_nothing {
            complaints.push(Complaint::SameInvariant { step });
        }
        match found {
            Some(relevant) if is_executed(&step) => {
                if !fits(trace, formula, &framed, explanation.method, relevant) {
                    complaints.push(Complaint::WrongRole { step, role: relevant.role });
                }
                let why = &relevant.why;
                let wrong = why.establishes.iter().filter(|&it| !after.gained.contains(it));
                let wrong = wrong.chain(why.uses.iter().filter(|&it| !after.lost.contains(it)));
                complaints.extend(wrong.map(|&conjunct| Complaint::WrongReason { step, conjunct }));
            }
            Some(_) => complaints.push(Complaint::NotBetween { step }),
            None if is_executed(&step) => complaints.push(Complaint::Unlisted { step }),
            None => {}
        }
    }
    complaints.extend(listed.map(|relevant| Complaint::NotBetween { step: relevant.step.index() }));
    complaints
}

/// Can a step of this kind play that part? Evaluating an operand may pass a check in a step of any kind.
fn fits(
    trace: &ErrorTrace,
    formula: &Formula,
    framed: &FxHashSet<usize>,
    method: Method,
    Relevant { step, role, why }: &Relevant,
) -> bool {
    let kind = trace.step(*step).kind;
    let is_frame = *role == Role::Frame;
    if is_frame == why.left_alone.is_empty() {
        return false;
    }
    match role {
        Role::Assign => matches!(
            kind,
            StepKind::Assign
                | StepKind::Input
                | StepKind::Call { .. }
                | StepKind::Return
                | StepKind::Other
        ),
        Role::Input => kind == StepKind::Input,
        Role::Condition => matches!(kind, StepKind::Branch { .. } | StepKind::Assume),
        // A branch whose other side may set something, a write that might have gone elsewhere, a jump over something.
        Role::Frame => {
            method != Method::ErrorInvariants
                && (framed.contains(&step.index())
                    || formula.guards(step.index()) != Term::TRUE
                    || !trace.skipped_by(*step).is_empty())
        }
        Role::Call => method != Method::ErrorInvariants && matches!(kind, StepKind::Call { .. }),
        Role::Check => {
            matches!(kind, StepKind::Check(_) | StepKind::Assume)
                || formula.facts(step.index()) != Term::TRUE
        }
    }
}
