//! Numeric abstract domains: sets of integer vectors that are described by bounds of single values (intervals) and of
//! sums and differences of two (octagons), and the linear expressions in which the analysis speaks to them.

mod bits;
mod equalities;
mod interval;
mod linear;
mod octagon;
#[cfg(test)]
mod tests;

pub(crate) use equalities::Equalities;
pub(crate) use interval::Interval;
pub(crate) use linear::{Dim, Linear};
pub(crate) use octagon::Octagon;
