//! Evidence along a failing run, and the modifications it suggests.

/// To be replaced by the method.
#[derive(Debug)]
pub struct Debugging;
