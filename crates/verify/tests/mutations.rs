//! Explanations changed in one place, checked in both ways: step by step and by the definition.
//!
//! Whenever the two disagree, one of them is wrong. Leaving out a conjunct of an invariant makes nearly every explanation wrong, because little
//! is said that is not needed; so the checks are seen to work on hundreds of wrong explanations.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::traces as common;

use std::collections::BTreeSet;

use common::{Failing, embedded, failing_file, program_paths};
use whydunit_encode::Inputs;
use whydunit_explain::{Explanation, Method, explain};
use whydunit_solver::Budget;
use whydunit_term::Terms;
use whydunit_testing::{is_all, part};
use whydunit_verify::{Options, Proofs, Verdict, verify};

const METHODS: [Method; 2] = [Method::ErrorInvariants, Method::FlowSensitive];
/// Longer traces take too long when every change is checked by the definition.
const LONGEST: usize = 30;
/// Programs in the suite: one in that many.
const EVERY: usize = 3;
/// Of each explanation, changes are tried evenly up to this number.
const CHANGES: usize = 12;

/// The explanation without one conjunct in one interval; the steps around it bring it about and use it up accordingly.
fn without(explanation: &Explanation, interval: usize, conjunct: u32) -> Explanation {
    let mut changed = explanation.clone();
    let mut sets: Vec<BTreeSet<u32>> = explanation.invariants().map(|(_, set)| set).collect();
    sets[interval].remove(&conjunct);
    let mut before = BTreeSet::new();
    for (entry, set) in changed.intervals.iter_mut().zip(sets) {
        entry.gained = set.difference(&before).copied().collect();
        entry.lost = before.difference(&set).copied().collect();
        before = set;
    }
    for relevant in &mut changed.relevant {
        let after = changed.intervals.iter().find(|entry| entry.from == relevant.step.index() + 1);
        let after = after.expect("a relevant step should lie before an interval");
        relevant.why.establishes.clone_from(&after.gained);
        relevant.why.uses.clone_from(&after.lost);
    }
    changed
}

fn verdict(
    failing: &Failing,
    terms: &mut Terms,
    explanation: &Explanation,
    proofs: Proofs,
) -> Verdict {
    let options = Options { solver: &embedded, proofs, budget: Budget::unlimited() };
    verify(&failing.program, &failing.trace, explanation, terms, &options)
        .unwrap_or_else(|error| panic!("{}: {error}", failing.name))
}

#[test]
fn both_ways_agree() {
    let (mut tried, mut refuted) = (0, 0);
    let paths = part(program_paths(), EVERY);
    let least = if is_all() { 300 } else { 300 / EVERY };
    for path in paths {
        let failing = failing_file(&path);
        if failing.trace.steps.len() > LONGEST {
            continue;
        }
        for method in METHODS {
            for inputs in [Inputs::Fixed, Inputs::Free] {
                let mut terms = Terms::new();
                let options =
                    whydunit_explain::Options { method, inputs, budget: Budget::unlimited() };
                let right = explain(&failing.program, &failing.trace, &mut terms, &options)
                    .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
                let holds = verdict(&failing, &mut terms, &right, Proofs::Definition);
                assert_eq!(holds, Verdict::Holds, "{}: {method:?}, {inputs:?}", failing.name);
                let invariants = right.invariants().enumerate();
                let all: Vec<(usize, u32)> = invariants
                    .flat_map(|(index, (_, set))| set.into_iter().map(move |it| (index, it)))
                    .collect();
                for &(interval, conjunct) in all.iter().step_by(all.len().div_ceil(CHANGES).max(1))
                {
                    let wrong = without(&right, interval, conjunct);
                    let [quick, slow] = [Proofs::Induction, Proofs::Definition]
                        .map(|proofs| verdict(&failing, &mut terms, &wrong, proofs));
                    let holds = |verdict: &Verdict| *verdict == Verdict::Holds;
                    assert_eq!(
                        holds(&quick),
                        holds(&slow),
                        "{}: {method:?}, {inputs:?}, without conjunct {conjunct} in interval {interval}: {quick:?}, {slow:?}",
                        failing.name
                    );
                    tried += 1;
                    refuted += usize::from(!holds(&quick));
                }
            }
        }
    }
    eprintln!("{refuted} of {tried} changed explanations are refuted");
    if std::env::var("WHYDUNIT_TEST").is_err() {
        assert!(tried >= least && 10 * refuted >= 8 * tried, "{refuted} of {tried}");
    }
}
