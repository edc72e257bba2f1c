//! What is demanded along a trace, piece by piece, and which piece an execution breaks first.

use whydunit_claim::Blocked;
use whydunit_encode::StepObligation;
use whydunit_term::{Evaluator, Substitution, Term, Terms};
use whydunit_trace::{ErrorTrace, StepIndex, StepKind};

use crate::responsibility::trial::Block;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Item {
    pub(super) step: u32,
    pub(super) term: Term,
    pub(super) kind: Kind,
    /// Of facts: that the first that does not hold is the program's own.
    own: Term,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Where it does not hold, nothing is known: no execution of ours.
    Limit,
    Fact,
    /// Where it does not hold, the program excludes the execution.
    Assumption,
    Decision,
    /// The failing check is violated.
    Check,
}

impl Item {
    /// What a step demands, without what always holds.
    pub(super) fn of(
        trace: &ErrorTrace,
        step: usize,
        obligation: StepObligation,
    ) -> impl Iterator<Item = Item> + use<> {
        let decision = match trace.steps[step].kind {
            StepKind::Branch { .. } | StepKind::Call { .. } => Kind::Decision,
            _ => Kind::Assumption,
        };
        let all = [
            (obligation.limits, Kind::Limit),
            (obligation.facts, Kind::Fact),
            (obligation.decision, decision),
        ];
        let demanding = all.into_iter().filter(|(term, _)| *term != Term::TRUE);
        let own = obligation.own;
        demanding.map(move |(term, kind)| Item { step: step as u32, term, kind, own })
    }

    /// The end of a trace of so many steps: the check is violated.
    pub(super) fn end(terms: &mut Terms, steps: usize, check: Term) -> Item {
        let (step, term) = (steps as u32 - 1, terms.not(check));
        Item { step, term, kind: Kind::Check, own: Term::FALSE }
    }

    /// The same of another execution.
    pub(super) fn renamed(self, terms: &mut Terms, renaming: &mut Substitution) -> Item {
        let (term, own) = (renaming.apply(terms, self.term), renaming.apply(terms, self.own));
        Item { term, own, ..self }
    }
}

/// That the first item that does not hold is one that counts.
pub(super) fn some_fails(
    terms: &mut Terms,
    items: &[Item],
    counts: impl Fn(&Item) -> bool,
) -> Term {
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
    let step = StepIndex(item.step);
    let how = match item.kind {
        Kind::Limit => return None,
        Kind::Fact if evaluator.value(terms, item.own) == Some(1) => Blocked::OwnCheck,
        Kind::Fact => Blocked::OtherFailure,
        Kind::Assumption => Blocked::Assumption,
        Kind::Decision => Blocked::OtherArm,
        Kind::Check => return Some(Block::check_passes(trace)),
    };
    Some(Block { step, how })
}
