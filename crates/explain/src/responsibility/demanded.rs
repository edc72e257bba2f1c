//! What is demanded along a trace, piece by piece, and which piece an execution breaks first.

use std::collections::BTreeSet;

use whydunit_encode::{Demand, Unions};
use whydunit_term::{Evaluator, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::responsibility::trial::Block;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Item {
    pub(super) step: u32,
    pub(super) term: Term,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Where it does not hold, nothing is known: no execution of ours.
    Limit,
    Fact,
    Decision,
    /// The failing check is violated.
    Check,
}

impl Item {
    /// What a step demands, without what always holds.
    pub(super) fn of(step: usize, demand: Demand) -> impl Iterator<Item = Item> {
        let all = [
            (demand.limits, Kind::Limit),
            (demand.facts, Kind::Fact),
            (demand.decision, Kind::Decision),
        ];
        let demanding = all.into_iter().filter(|(term, _)| *term != Term::TRUE);
        demanding.map(move |(term, kind)| Item { step: step as u32, term, kind })
    }

    /// The end of a trace of so many steps: the check is violated.
    pub(super) fn end(terms: &mut Terms, steps: usize, check: Term) -> Item {
        Item { step: steps as u32 - 1, term: terms.not(check), kind: Kind::Check }
    }
}

/// That the first item that does not hold is none of the limits and none of the steps that are excused.
pub(super) fn some_fails(terms: &mut Terms, items: &[Item], excused: &BTreeSet<u32>) -> Term {
    let counts = |item: &Item| item.kind != Kind::Limit && !excused.contains(&item.step);
    let mut fails = Term::FALSE;
    for group in items.chunk_by(|a, b| counts(a) == counts(b)).rev() {
        let all: Vec<Term> = group.iter().map(|item| item.term).collect();
        let all = terms.and(&all);
        fails = if counts(&group[0]) {
            let some = terms.not(all);
            terms.or(&[some, fails])
        } else {
            terms.and(&[all, fails])
        };
    }
    fails
}

/// Where an execution blocks: at the first item that does not hold. `None` if all hold, or if the execution is none of ours.
pub(super) fn first_failing(
    trace: &ErrorTrace,
    terms: &Terms,
    evaluator: &mut Evaluator<'_>,
    items: &[Item],
) -> Option<Block> {
    let item = items.iter().find(|item| evaluator.value(terms, item.term) != Some(1))?;
    if evaluator.value(terms, item.term) != Some(0) {
        return None;
    }
    match item.kind {
        Kind::Limit => None,
        Kind::Fact => Some(Block::of(trace, &Unions::new(), item.step, true)),
        Kind::Decision => Some(Block::of(trace, &Unions::new(), item.step, false)),
        Kind::Check => Some(Block::check_passes(trace)),
    }
}
