//! Addition: ripple carry, one full adder a bit.

use super::bits;
use crate::gates::{Bit, Gates};

/// The sum modulo the width, and the carry out of the highest bit.
pub(super) fn add_with_carry(
    gates: &mut Gates,
    a: &[Bit],
    b: &[Bit],
    mut carry: Bit,
) -> (Vec<Bit>, Bit) {
    let mut sum = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        sum.push(gates.sum(a, b, carry));
        carry = gates.majority(a, b, carry);
    }
    (sum, carry)
}

pub(super) fn add(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    add_with_carry(gates, a, b, Bit::FALSE).0
}

pub(super) fn subtract(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    add_with_carry(gates, a, &bits::inverted(b), Bit::TRUE).0
}

pub(super) fn negate(gates: &mut Gates, a: &[Bit]) -> Vec<Bit> {
    negate_if(gates, Bit::TRUE, a)
}

/// `if condition then -a else a`.
pub(super) fn negate_if(gates: &mut Gates, condition: Bit, a: &[Bit]) -> Vec<Bit> {
    let mut carry = condition;
    let mut result = Vec::with_capacity(a.len());
    for &bit in a {
        let flipped = gates.xor(bit, condition);
        result.push(gates.xor(flipped, carry));
        carry = gates.and(flipped, carry);
    }
    result
}
