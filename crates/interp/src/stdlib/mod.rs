//! Library routines that are not written in C: formatted output and input, decimal conversion, and
//! the elementary functions.
//!
//! They know nothing of the machine but the [`Host`] trait, and behave as the GNU C library does in
//! the "C" locale, so that a program's output can be compared byte by byte with a native run.
//!
//! Invariant: memory is touched in the order and to the extent the C standard describes; `%.3s` of a
//! three-byte array without terminator is fine.

mod format;
mod host;
mod math;
mod number;
mod random;
mod scan;

#[cfg(test)]
mod testing;

pub(crate) use format::{Formatted, format};
pub(crate) use host::Host;
pub use math::math;
pub(crate) use number::parse_double;
pub(crate) use random::Random;
pub(crate) use scan::{ScanSource, scan};
pub use scan::{Scanned, ScannedStore, scan_known};
