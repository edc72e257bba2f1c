//! Multiplication: shift and add.

use super::{add, bits};
use crate::gates::{Bit, Gates};

/// The lowest `width` bits of the product of two unsigned numbers.
pub(super) fn multiply(gates: &mut Gates, a: &[Bit], b: &[Bit], width: usize) -> Vec<Bit> {
    let (a, b) = order(gates, a, b);
    let mut product: Vec<Bit> = bits::constant(0, 0);
    product.resize(width, Bit::FALSE);
    for (shift, &digit) in b.iter().enumerate().take(width) {
        let digit = gates.known(digit);
        if digit == Bit::FALSE {
            continue;
        }
        let room = width - shift;
        let mut row: Vec<Bit> = a.iter().take(room).map(|&bit| gates.and(bit, digit)).collect();
        row.resize(room, Bit::FALSE);
        let sum = add::add(gates, &product[shift..], &row);
        product.truncate(shift);
        product.extend(sum);
    }
    product
}

/// The same order for both ways of writing a product, the number with fewer rows to add second.
fn order<'a>(gates: &Gates, a: &'a [Bit], b: &'a [Bit]) -> (&'a [Bit], &'a [Bit]) {
    let rows = |row: &[Bit]| row.iter().filter(|&&bit| gates.known(bit) != Bit::FALSE).count();
    if (rows(a), a) < (rows(b), b) { (b, a) } else { (a, b) }
}
