//! Conversions between integers that may lose something, by name: what is lost is what is meant to be lost.

/// A position in a list, as ids and steps hold it.
///
/// # Panics
///
/// Beyond 32 bits: no run that is recorded is so long.
pub(crate) fn of_position(position: usize) -> u32 {
    u32::try_from(position).expect("no list of a trace should have four billion entries")
}

/// An offset or a size inside an object, as ranges hold it. Of an object beyond 4 GiB, which no run that is recorded reaches, the last one.
pub(crate) fn in_object(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// The lower 64 bits of a value: addresses, offsets and sizes have no others.
pub(crate) const fn low_word(bits: u128) -> u64 {
    (bits & 0xffff_ffff_ffff_ffff) as u64
}

/// The lower 32 bits of a value.
pub(crate) const fn low_half(bits: u128) -> u32 {
    (bits & 0xffff_ffff) as u32
}

/// The number of a bit, or how many there are.
///
/// # Panics
///
/// Beyond 255: values have at most 128 bits.
pub(crate) fn bit(number: u32) -> u8 {
    u8::try_from(number).expect("a value should have at most 128 bits")
}

/// A number of elements or bytes that are held in memory.
///
/// # Panics
///
/// Where memory has fewer addresses.
pub(crate) fn to_position(count: u64) -> usize {
    usize::try_from(count).expect("what is held should have addresses")
}
