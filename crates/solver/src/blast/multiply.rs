//! Multiplication: shift and add.

use super::{add, bits};
use crate::gates::{Bit, Gates};

/// The lowest `width` bits of the product of two unsigned numbers.
pub(super) fn multiply(gates: &mut Gates, a: &[Bit], b: &[Bit], width: usize) -> Vec<Bit> {
    let (a, b) = order(gates, a, b);
    if let Some(v) = std::env::var_os("MUL") {
        let lifo = v == "lifo";
        let mut columns: Vec<std::collections::VecDeque<Bit>> = vec![Default::default(); width];
        for (j, &y) in b.iter().enumerate().take(width) { for (i, &x) in a.iter().enumerate().take(width - j) { let p = gates.and(x, y); if p != Bit::FALSE { columns[i + j].push_back(p); } } }
        let mut out = vec![];
        for c in 0..width {
            loop {
                let col = &mut columns[c];
                match col.len() { 0 => { out.push(Bit::FALSE); break } 1 => { out.push(col[0]); break } _ => {} }
                let x = col.pop_front().unwrap(); let y = col.pop_front().unwrap(); let z = col.pop_front().unwrap_or(Bit::FALSE);
                let s = gates.sum(x, y, z); let k = gates.majority(x, y, z);
                if lifo { columns[c].push_front(s); } else { columns[c].push_back(s); }
                if c + 1 < width && k != Bit::FALSE { columns[c + 1].push_back(k); }
            }
        }
        return out;
    }
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
