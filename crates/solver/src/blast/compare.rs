//! Order: the borrow of a subtraction.

use super::bits;
use crate::gates::{Bit, Gates};

pub(super) fn unsigned_less(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    let mut less = Bit::FALSE;
    for (&a, &b) in a.iter().zip(b) {
        less = gates.majority(!a, b, less);
    }
    less
}

/// The same with the signs exchanged: a negative number is the smaller one.
pub(super) fn signed_less(gates: &mut Gates, a: &[Bit], b: &[Bit]) -> Bit {
    let high = a.len() - 1;
    let less = unsigned_less(gates, &a[..high], &b[..high]);
    gates.majority(bits::sign(a), !bits::sign(b), less)
}
