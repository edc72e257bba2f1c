//! What the proofs of a program say about how it is meant: partial specifications, mined from checks that cannot fail
//! (Balakrishnan and Ganai, "PED: Proof-guided Error Diagnosis by Triangulation of Program Error Causes", SEFM 2008, section 4.1).

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::Point;

/// A range of values; `None` where it is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bounds {
    pub low: Option<i128>,
    pub high: Option<i128>,
}

/// What proofs say about statements and conditions.
#[derive(Clone, Default, Debug)]
pub struct Mined {
    /// Statements and conditions on relevant edges of proofs (Definition 4.3): they are not to be changed.
    pub trusted: FxHashSet<Point>,
    /// What an assignment may set so that the checks that were proved stay so (safety projections, Definition 4.1). Integers as their
    /// types read them; of a pointer, the offset in bytes from the start of the object that it points into.
    pub results: FxHashMap<Point, Bounds>,
}
