//! Values, and where they live.

use crate::number::bit;
pub(crate) use whydunit_claim::{Range, Storage};
use whydunit_term::{Op, Term, Terms};

/// A symbolic value together with the value it had in the run.
///
/// Invariant: both have the same sort, and `known` is a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub(crate) term: Term,
    pub(crate) known: Term,
}

impl Value {
    pub(crate) fn constant(known: Term) -> Value {
        Value { term: known, known }
    }

    pub(crate) fn bits(terms: &mut Terms, width: u32, value: u128) -> Value {
        Value::constant(terms.bits(width, value))
    }

    pub(crate) fn is_constant(self) -> bool {
        self.term == self.known
    }

    pub(crate) fn known_bits(self, terms: &Terms) -> u128 {
        terms.value(self.known).expect("the value of the run should be a constant")
    }

    pub(crate) fn known_signed(self, terms: &Terms) -> i128 {
        let width = terms.width(self.known);
        let unused = 128 - width;
        (self.known_bits(terms) << unused).cast_signed() >> unused
    }

    pub(crate) fn is_true(self) -> bool {
        self.known == Term::TRUE
    }
}

/// Applies an operation to the symbolic values and to those of the run.
pub(crate) fn apply(terms: &mut Terms, op: Op, operands: &[Value]) -> Value {
    let mut list = smallvec::SmallVec::<[Term; 4]>::new();
    list.extend(operands.iter().map(|value| value.known));
    let known = terms.apply(op, &list);
    if operands.iter().all(|value| value.is_constant()) {
        return Value::constant(known);
    }
    list.clear();
    list.extend(operands.iter().map(|value| value.term));
    Value { term: terms.apply(op, &list), known }
}

/// To another width; new bits are zeros or copies of the sign.
pub(crate) fn resize(terms: &mut Terms, value: Value, width: u32, signed: bool) -> Value {
    let op = match width.cmp(&terms.width(value.known)) {
        std::cmp::Ordering::Equal => return value,
        std::cmp::Ordering::Less => Op::Extract { high: bit(width) - 1, low: 0 },
        std::cmp::Ordering::Greater if signed => Op::SignExtend(bit(width)),
        std::cmp::Ordering::Greater => Op::ZeroExtend(bit(width)),
    };
    apply(terms, op, &[value])
}
