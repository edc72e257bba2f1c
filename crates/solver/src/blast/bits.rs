//! Rows of bits: constants and changes of width, which cost no gate.

use crate::gates::Bit;

pub(super) fn constant(value: u128, width: u32) -> Vec<Bit> {
    (0..width).map(|index| Bit::constant(value >> index & 1 == 1)).collect()
}

pub(super) fn inverted(row: &[Bit]) -> Vec<Bit> {
    row.iter().map(|&bit| !bit).collect()
}

/// The row with more high bits, each of them `fill`.
pub(super) fn extend(row: &[Bit], width: usize, fill: Bit) -> Vec<Bit> {
    let mut wide = row.to_vec();
    wide.resize(width, fill);
    wide
}

/// The highest bit.
pub(super) fn sign(row: &[Bit]) -> Bit {
    *row.last().expect("a row should have a bit")
}

pub(super) fn rotate_left(row: &[Bit], by: usize) -> Vec<Bit> {
    let mut rotated = row.to_vec();
    rotated.rotate_right(by);
    rotated
}
