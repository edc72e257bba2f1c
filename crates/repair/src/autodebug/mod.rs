//! Evidence along a failing run, and the modifications it suggests.
