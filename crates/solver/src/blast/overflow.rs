//! Does the exact result fit the width?
//!
//! For products the exact result is never built. An unsigned product of `n`-bit numbers overflows if the positions of
//! the leading ones add up to `n` or more; otherwise it is below `2^(n+1)`, and bit `n` of a product one bit wider decides. Signed
//! numbers are treated alike, with the bits that differ from the sign in place of ones (M. Schulte, M. Gok, P. Balzola
//! and R. Brocato, "Combined unsigned and two's complement saturating multipliers", 2000). The low bits of the wider
//! product are the gates of the product itself.

use super::{add, bits, multiply};
use crate::gates::{Bit, Gates};

pub(super) fn negate(gates: &mut Gates, a: &[Bit]) -> Bit {
    let mut smallest = vec![Bit::FALSE; a.len() - 1];
    smallest.push(Bit::TRUE);
    gates.equal_all(a, &smallest)
}

pub(super) fn unsigned_add(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    add::add_with_carry(gates, a, b, Bit::FALSE).1
}

pub(super) fn signed_add(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    let sum = add::add(gates, a, b);
    signs_clash(gates, bits::sign(a), bits::sign(b), bits::sign(&sum))
}

pub(super) fn signed_subtract(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    let difference = add::subtract(gates, a, b);
    signs_clash(gates, bits::sign(a), !bits::sign(b), bits::sign(&difference))
}

/// Operands of one sign have a sum of the other.
fn signs_clash(gates: &mut Gates, a: Bit, b: Bit, sum: Bit) -> Bit {
    let (from_a, from_b) = (gates.xor(a, sum), gates.xor(b, sum));
    gates.and(from_a, from_b)
}

pub(super) fn signed_divide(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    let (smallest, minus_one) = (negate(gates, a), gates.and_all(b));
    gates.and(smallest, minus_one)
}

pub(super) fn unsigned_multiply(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    let width = a.len();
    let too_long = leading_too_far(gates, a, b, width);
    let wide_a = bits::extend(a, width + 1, Bit::FALSE);
    let wide_b = bits::extend(b, width + 1, Bit::FALSE);
    let product = multiply::multiply(gates, &wide_a, &wide_b, width + 1);
    gates.or(too_long, product[width])
}

pub(super) fn signed_multiply(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    let width = a.len();
    let significant = |gates: &mut Gates, row: &[Bit]| -> Vec<Bit> {
        row[..width - 1].iter().map(|&bit| gates.xor(bit, bits::sign(row))).collect()
    };
    let (digits_a, digits_b) = (significant(gates, a), significant(gates, b));
    let too_long = leading_too_far(gates, &digits_a, &digits_b, width - 1);
    let wide_a = bits::extend(a, width + 1, bits::sign(a));
    let wide_b = bits::extend(b, width + 1, bits::sign(b));
    let product = multiply::multiply(gates, &wide_a, &wide_b, width + 1);
    let outside = gates.xor(product[width], product[width - 1]);
    gates.or(too_long, outside)
}

/// Is there a one at position `i` of `a` and a one at `j` of `b` with `i + j >= limit`?
fn leading_too_far(gates: &mut Gates, a: &[Bit], b: &[Bit], limit: usize) -> Bit {
    let mut pairs = Vec::new();
    // Some bit of `a` at `from` or above.
    let mut above = Bit::FALSE;
    for from in (1..a.len()).rev() {
        above = gates.or(above, a[from]);
        if let Some(&bit) = b.get(limit - from) {
            pairs.push(gates.and(above, bit));
        }
    }
    gates.or_all(&pairs)
}
