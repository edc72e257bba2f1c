//! Division: restoring, as on paper.
//!
//! Unsigned division by zero needs no case of its own: every trial subtraction of zero succeeds, so the quotient is all ones and
//! the remainder the dividend, which is what SMT-LIB wants. Signed division reduces to it by taking absolute values.
//!
//! Gates compute quotient and remainder from given operands by propagation alone, which an equation with unknown quotient and
//! remainder does not. What the gates do not show is that the remainder is smaller than the divisor, so that is
//! a lemma: without it, `x % n < n` for 32 bits is out of reach.

use super::{add, bits, compare};
use crate::gates::{Bit, Gates};

pub(super) struct Division {
    pub(super) quotient: Vec<Bit>,
    pub(super) remainder: Vec<Bit>,
}

pub(super) fn unsigned(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Division {
    let width = a.len();
    let mut quotient = vec![Bit::FALSE; width];
    // Dividend bits taken so far, minus what was subtracted: never wider than those bits.
    let mut remainder: Vec<Bit> = Vec::with_capacity(width + 1);
    for step in (0..width).rev() {
        remainder.insert(0, a[step]);
        let taken = remainder.len();
        let not_b = bits::inverted(&b[..taken]);
        let (difference, fits_low) = add::add_with_carry(gates, &remainder, &not_b, Bit::TRUE);
        let rest_is_zero = !gates.or_all(&b[taken..]);
        let fits = gates.and(fits_low, rest_is_zero);
        quotient[step] = fits;
        remainder = gates.ite_all(fits, &difference, &remainder);
    }
    let smaller = compare::unsigned_less(gates, &remainder, b);
    let by_zero = !gates.or_all(b);
    let lemma = gates.or(smaller, by_zero);
    gates.add_lemma(lemma);
    Division { quotient, remainder }
}

pub(super) fn signed_quotient(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let (sign_a, sign_b) = (bits::sign(a), bits::sign(b));
    let (a, b) = (add::negate_if(gates, sign_a, a), add::negate_if(gates, sign_b, b));
    let division = unsigned(gates, &a, &b);
    let negative = gates.xor(sign_a, sign_b);
    add::negate_if(gates, negative, &division.quotient)
}

pub(super) fn signed_remainder(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let (sign_a, sign_b) = (bits::sign(a), bits::sign(b));
    let (a, b) = (add::negate_if(gates, sign_a, a), add::negate_if(gates, sign_b, b));
    let division = unsigned(gates, &a, &b);
    add::negate_if(gates, sign_a, &division.remainder)
}
