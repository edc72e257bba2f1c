//! Programs with one planted fault.

mod cases;
mod families;
mod generate;
mod mutate;
mod outline;
mod subject;
mod tally;
mod tokens;

pub(crate) use cases::{Case, Wanted, collect, collect_families};
pub(crate) use mutate::Kind;
pub(crate) use tally::{Finding, Tally};

#[cfg(test)]
mod tests;
