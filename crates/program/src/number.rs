//! Conversions between integers that may lose something, by name: what is lost is what is meant to be lost.

/// A position in a list, as ids and steps hold it.
///
/// # Panics
///
/// Beyond 32 bits: no list of a program is so long.
pub(crate) fn of_position(position: usize) -> u32 {
    u32::try_from(position).expect("no list of a program should have four billion entries")
}

/// The lower half of a word.
pub(crate) const fn low_half(word: u64) -> u32 {
    (word & 0xffff_ffff) as u32
}
