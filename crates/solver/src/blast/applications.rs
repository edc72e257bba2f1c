//! Uninterpreted functions.
//!
//! Every application is a row of inputs. That equal operands give equal results (Ackermann) is required only of pairs that a
//! model violates, one pair at a time: most are never looked at.

use rustc_hash::FxHashMap;
use whydunit_term::{Op, Sort, Term, Terms};

use crate::gates::{Bit, Gates};

#[derive(Debug, Default)]
pub(crate) struct Applications {
    list: Vec<Application>,
}

#[derive(Clone, Debug)]
pub(crate) struct Application {
    pub(crate) term: Term,
    pub(crate) result: Vec<Bit>,
}

impl Applications {
    pub(super) fn add(&mut self, term: Term, result: Vec<Bit>) {
        self.list.push(Application { term, result });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Application> {
        self.list.iter()
    }
}

/// Sorts and values.
type Operands = Vec<(Sort, u128)>;

/// Pairs of applications of one function with equal operands and different results, under the given values. The values of
/// rows are told by `value`.
pub(crate) fn violations<'a>(
    terms: &Terms,
    applications: impl Iterator<Item = &'a Application>,
    mut value: impl FnMut(Term) -> u128,
) -> Vec<(Term, Term)> {
    let mut first: FxHashMap<(Op, Operands), (Term, u128)> = FxHashMap::default();
    let mut pairs = Vec::new();
    for application in applications {
        let node = terms.node(application.term);
        let operands =
            node.children.iter().map(|&child| (terms.sort(child), value(child))).collect();
        let result = value(application.term);
        let (other, expected) =
            *first.entry((node.op, operands)).or_insert((application.term, result));
        if expected != result {
            pairs.push((other, application.term));
        }
    }
    pairs
}

/// Equal operands give equal results.
pub(crate) fn consistency<'a>(
    gates: &mut Gates,
    operands: impl Iterator<Item = (&'a [Bit], &'a [Bit])>,
    results: (&[Bit], &[Bit]),
) -> Bit {
    let equal: Vec<Bit> = operands.map(|(a, b)| gates.equal_all(a, b)).collect();
    let equal = gates.and_all(&equal);
    let same = gates.equal_all(results.0, results.1);
    gates.or(!equal, same)
}
