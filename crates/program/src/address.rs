//! Addresses: which object a pointer belongs to, wherever it points, and what may be done with it.
//!
//! Runs, formulas of traces and the search give addresses of their own to objects, but all of them keep to this rule.
//!
//! **Entries.** Null, every function, every object and every *view* (a part of an object that a pointer is confined to) is an
//! entry. An entry has a region of addresses of its own, those around its first byte. Regions do not overlap, so a pointer
//! belongs to the entry whose region it lies in, before, in or past what is stored there. Its *offset* is the signed distance
//! from the first byte. Provenance is in the bits: byte copies, unions, casts to integers and back keep it.
//!
//! **Regions.** With 64-bit pointers the high half is the number of the entry and the low half the offset from the middle of the
//! region. With 32-bit pointers regions are handed out one after the other: [`NARROW_REACH`] bytes before the first byte, what
//! the entry holds, and as many after it. Addresses that are in no region are wild.
//!
//! **Arithmetic.** A sum belongs to the entry of its pointer. One that would leave the [`Reach`] of the entry is out of bounds
//! there and then: it could not be told from a pointer to something else. Null and wild pointers are moved freely.
//! The element that `p[i]` names and the member that `p->m` names are sums that are not formed: the access looks for them from
//! the entry of `p`, so only the access fails. The address of a member is formed; with 32-bit pointers one that the object has no room
//! for stops at the edge of the reach.
//!
//! **Comparisons, differences, conversions to integers** see through views: a pointer to a view stands for the address in the whole
//! object that lies at the same signed distance, inside of the view or not. These addresses are unsigned numbers: before an
//! object is less, past it is more. A conversion from an integer gives the pointer that has these bits, so one that was a view
//! is good for the whole object afterwards, and so is one that [leaves its view](leaves_view).
//!
//! **Access.** Null, wild pointers and functions hold no data; what is gone is not accessed; else the offset must not be negative and
//! the end not lie past the size, of the view if the pointer is confined to one. The first of these that is broken fails.

use crate::number::low_half;
use crate::{Target, TypeId, TypeTable};

/// Objects at least this large cannot exist: their offsets would not fit a region.
pub const MAX_OBJECT: u64 = 1 << 31;

/// Bytes that no process of a 64-bit machine has room for: a block of that size cannot be had anywhere. One below it that is not below
/// [`MAX_OBJECT`] may be had on a real machine, and is a limit of ours.
pub const ADDRESS_SPACE: u64 = 1 << 47;

/// How far from zero, on either side, an address still counts as null: a page.
pub const NULL_REACH: u64 = 4096;

/// An index at least this far from zero names no element of any object, and scaled it could wrap around.
pub const FARTHEST_INDEX: u64 = 1 << 32;

/// How far a 32-bit pointer may be moved before or past its entry. Half a million entries then fit the address space, and
/// the sums that programs form without using them (one before the start, ends of blocks that were asked for) stay inside.
pub const NARROW_REACH: u64 = 4096;

/// With 32-bit pointers, addresses below this belong to null: offsets of members are computed from it, and
/// members may lie far behind the start of a record.
pub const NARROW_FIRST: u64 = 1 << 24;

/// With 32-bit pointers, addresses from here on belong to null, which may be moved down as well.
const NARROW_END: u64 = (1 << 32) - (1 << 16);

/// As every compiler aligns what it knows nothing about.
const NARROW_ALIGN: u64 = 16;

/// Where the first byte of an entry lies in its region of 64-bit addresses.
const WIDE_MIDDLE: u64 = 1 << 31;

/// The first byte of an entry with 64-bit pointers.
#[inline(always)]
pub const fn wide_address(entry: u64) -> u64 {
    (entry << 32) + WIDE_MIDDLE
}

/// Entry and offset of a 64-bit pointer.
#[inline(always)]
pub const fn wide_parts(address: u64) -> (u64, i64) {
    (address >> 32, (low_half(address) ^ low_half(WIDE_MIDDLE)).cast_signed() as i64)
}

/// Does the address come from null?
pub const fn is_null(target: Target, address: u64) -> bool {
    let distance = match target {
        Target::Lp64 => address.cast_signed(),
        Target::Ilp32 => low_half(address).cast_signed() as i64,
    };
    distance.unsigned_abs() < NULL_REACH
}

/// Does a conversion between pointer types lead from a part back to the whole object? One to another record does
/// (`container_of`): a pointer is confined to an array only as long as it is used as one.
pub fn leaves_view(types: &TypeTable, from: TypeId, to: TypeId) -> bool {
    match (types.pointee(from), types.pointee(to)) {
        (Some(from), Some(to)) => from != to && types.is_record(to),
        _ => false,
    }
}

/// Offsets that pointers to an entry may have, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The lowest offset, from the start of the object.
    pub low: i64,
    /// The first offset behind it.
    pub high: i64,
}

impl Reach {
    /// Of an entry that holds that many bytes.
    pub const fn of(target: Target, size: u64) -> Reach {
        match target {
            Target::Lp64 => {
                let middle = WIDE_MIDDLE.cast_signed();
                Reach { low: -middle, high: middle - 1 }
            }
            Target::Ilp32 => {
                let reach = NARROW_REACH.cast_signed();
                Reach { low: -reach, high: size.cast_signed() + reach }
            }
        }
    }

    /// Does the offset lie in it?
    pub const fn contains(self, offset: i64) -> bool {
        self.low <= offset && offset <= self.high
    }
}

/// Addresses of one entry with 32-bit pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NarrowRegion {
    /// The first address.
    pub low: u64,
    /// Just past the last.
    pub end: u64,
}

impl NarrowRegion {
    /// The region that begins at an address and has room for that many bytes and the reach around them.
    pub const fn at(low: u64, size: u64) -> NarrowRegion {
        NarrowRegion { low, end: low + NarrowRegion::len_for(size) }
    }

    /// The region around an entry.
    pub const fn around(first_byte: u64, size: u64) -> NarrowRegion {
        NarrowRegion::at(first_byte - NARROW_REACH, size)
    }

    /// Addresses that an entry of that many bytes needs.
    pub const fn len_for(size: u64) -> u64 {
        // A pointer may lie at the very end of the reach.
        (size + 2 * NARROW_REACH + 1).next_multiple_of(NARROW_ALIGN)
    }

    /// How many addresses belong to it.
    pub const fn span(self) -> u64 {
        self.end - self.low
    }

    /// The address of the object's first byte.
    pub const fn first_byte(self) -> u64 {
        self.low + NARROW_REACH
    }

    /// Does the address belong to it?
    pub const fn contains(self, address: u64) -> bool {
        self.low <= address && address < self.end
    }
}

/// Hands out regions of 32-bit addresses, ascending.
#[derive(Clone, Copy, Debug)]
pub struct NarrowSpace {
    next: u64,
}

impl Default for NarrowSpace {
    fn default() -> NarrowSpace {
        NarrowSpace { next: NARROW_FIRST }
    }
}

impl NarrowSpace {
    /// `None` when no room is left for an entry of that many bytes.
    pub fn take(&mut self, size: u64) -> Option<NarrowRegion> {
        let region = NarrowRegion::at(self.next, size);
        if region.end > NARROW_END {
            return None;
        }
        self.next = region.end;
        Some(region)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_addresses_keep_their_entry() {
        for entry in [1, 7, 0xffff_ffff] {
            for offset in [i64::from(i32::MIN), -4, 0, 12, i64::from(i32::MAX)] {
                let address = wide_address(entry).wrapping_add_signed(offset);
                assert_eq!(wide_parts(address), (entry, offset));
                assert!(Reach::of(Target::Lp64, 8).contains(offset));
            }
        }
        assert!(!Reach::of(Target::Lp64, 8).contains(1 << 31));
    }

    #[test]
    fn narrow_regions_hold_what_can_be_reached() {
        let mut space = NarrowSpace::default();
        let mut last = NARROW_FIRST;
        for size in [0, 1, 8, 15, 16, 100_000] {
            let region = space.take(size).expect("there is room");
            assert_eq!(region.low, last);
            assert_eq!(region.first_byte() % NARROW_ALIGN, 0);
            assert_eq!(region, NarrowRegion::around(region.first_byte(), size));
            let reach = Reach::of(Target::Ilp32, size);
            for offset in [reach.low, reach.high] {
                assert!(region.contains(region.first_byte().wrapping_add_signed(offset)));
            }
            assert!(!region.contains(region.first_byte().wrapping_add_signed(reach.low - 1)));
            last = region.end;
        }
        assert_eq!(space.take(MAX_OBJECT).and_then(|_| space.take(MAX_OBJECT)), None);
    }

    #[test]
    fn null_reaches_both_ways() {
        for target in [Target::Lp64, Target::Ilp32] {
            let below = match target {
                Target::Lp64 => u64::MAX,
                Target::Ilp32 => u64::from(u32::MAX),
            };
            assert!(is_null(target, 0) && is_null(target, 4095) && is_null(target, below));
            assert!(!is_null(target, 4096) && !is_null(target, NARROW_FIRST + NARROW_REACH));
        }
    }
}
