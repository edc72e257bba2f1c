//! What conjunctions of comparisons of one term with constants imply.
//!
//! An operand `x = k`, `x ≠ k`, `x < k` or `k ≤ x` (signed or unsigned) is a set of values of `x`. In a conjunction a set that
//! includes another one of the same `x` says nothing, and two disjoint ones contradict each other. A disjunction is
//! treated as the negation of the conjunction of the complements.

use smallvec::SmallVec;

use crate::fold::sign_bit;
use crate::{Op, Term, Terms};

/// A set of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Region {
    Point(u128),
    NotPoint(u128),
    /// Below a limit; the bias, added without carry to value and limit, turns the order into the unsigned one.
    Below {
        limit: u128,
        bias: u128,
    },
    AtLeast {
        limit: u128,
        bias: u128,
    },
}

impl Region {
    /// `(x, region)` when the term says that `x` is in the region.
    fn of(terms: &Terms, term: Term) -> Option<(Term, Region)> {
        let node = terms.node(term);
        match (node.op, node.children) {
            (Op::Not, &[equality]) => {
                let (x, k) = terms.match_constant(Op::Eq, equality)?;
                Some((x, Region::NotPoint(k)))
            }
            (Op::Eq, &[x, k]) => Some((x, Region::Point(terms.value(k)?))),
            (op @ (Op::ULt | Op::SLt), &[x, k]) => {
                let bias = if op == Op::SLt { sign_bit(terms.width(x)) } else { 0 };
                Some((x, Region::Below { limit: terms.value(k)? ^ bias, bias }))
            }
            (op @ (Op::ULe | Op::SLe), &[k, x]) => {
                let bias = if op == Op::SLe { sign_bit(terms.width(x)) } else { 0 };
                Some((x, Region::AtLeast { limit: terms.value(k)? ^ bias, bias }))
            }
            _ => None,
        }
    }

    fn complement(self) -> Region {
        match self {
            Region::Point(value) => Region::NotPoint(value),
            Region::NotPoint(value) => Region::Point(value),
            Region::Below { limit, bias } => Region::AtLeast { limit, bias },
            Region::AtLeast { limit, bias } => Region::Below { limit, bias },
        }
    }

    fn contains(self, value: u128) -> bool {
        match self {
            Region::Point(point) => value == point,
            Region::NotPoint(point) => value != point,
            Region::Below { limit, bias } => value ^ bias < limit,
            Region::AtLeast { limit, bias } => value ^ bias >= limit,
        }
    }

    /// Is this region surely within the other one?
    fn is_within(self, other: Region) -> bool {
        use Region::{AtLeast, Below, NotPoint, Point};
        match (self, other) {
            (Point(value), _) => other.contains(value),
            (_, NotPoint(value)) => !self.contains(value),
            (Below { limit, bias }, Below { limit: other, bias: other_bias }) => {
                bias == other_bias && limit <= other
            }
            (AtLeast { limit, bias }, AtLeast { limit: other, bias: other_bias }) => {
                bias == other_bias && limit >= other
            }
            _ => false,
        }
    }
}

/// The operands (with their positions) that are regions, complemented for a disjunction.
fn regions(terms: &Terms, op: Op, list: &[Term]) -> SmallVec<[(usize, Term, Region); 8]> {
    let region = |(position, &operand): (usize, &Term)| {
        let (x, region) = Region::of(terms, operand)?;
        Some((position, x, if op == Op::And { region } else { region.complement() }))
    };
    list.iter().enumerate().filter_map(region).collect()
}

/// Do two operands decide the conjunction (disjunction)?
pub(super) fn contradict(terms: &Terms, op: Op, list: &[Term]) -> bool {
    let regions = regions(terms, op, list);
    regions.iter().enumerate().any(|(index, &(_, x, first))| {
        let mut others = regions[index + 1..].iter().filter(|other| other.1 == x);
        others.any(|&(_, _, second)| first.is_within(second.complement()))
    })
}

/// Removes an operand that another one implies (that implies another one).
pub(super) fn drop_implied<A: smallvec::Array<Item = Term>>(
    terms: &Terms,
    op: Op,
    list: &mut SmallVec<A>,
) -> bool {
    let regions = regions(terms, op, list);
    for &(position, x, weaker) in &regions {
        let implied = |&(other, y, stronger): &(usize, Term, Region)| {
            other != position && y == x && stronger.is_within(weaker)
        };
        if regions.iter().any(implied) {
            list.remove(position);
            return true;
        }
    }
    false
}
