//! Shifts by a variable amount: barrel shifters, one layer for each bit of the amount that matters.

use crate::gates::{Bit, Gates};

pub(super) fn left(gates: &mut Gates, a: &[Bit], by: &[Bit]) -> Vec<Bit> {
    let mut reversed: Vec<Bit> = a.iter().rev().copied().collect();
    reversed = right(gates, &reversed, by, Bit::FALSE);
    reversed.reverse();
    reversed
}

pub(super) fn right(gates: &mut Gates, a: &[Bit], by: &[Bit], fill: Bit) -> Vec<Bit> {
    let mut row = a.to_vec();
    let mut too_far = Vec::new();
    for (layer, &bit) in by.iter().enumerate() {
        let distance = if layer < usize::BITS as usize - 1 { 1 << layer } else { usize::MAX };
        if distance >= row.len() {
            too_far.push(bit);
            continue;
        }
        let shifted: Vec<Bit> = (0..row.len())
            .map(|index| row.get(index + distance).copied().unwrap_or(fill))
            .collect();
        row = gates.ite_all(bit, &shifted, &row);
    }
    let too_far = gates.or_all(&too_far);
    row.iter().map(|&bit| gates.ite(too_far, fill, bit)).collect()
}
