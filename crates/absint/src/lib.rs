//! Abstract interpretation: facts that hold in all runs of a program, the checks that these facts prove, and what the
//! proofs rest on.

mod access;
mod analysis;
mod backward;
mod blocks;
mod choices;
mod condition;
mod eval;
mod facts;
mod fixpoint;
mod graph;
mod initial;
mod library;
mod limits;
mod machine;
mod mined;
mod numbers;
mod numeric;
mod objects;
mod obligation;
mod partition;
mod relevance;
mod scan;
mod shown;
mod state;
mod statement;
mod step;
mod summary;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Options, Property, analyse};
pub use facts::{Cases, Fact, Variable};
pub use mined::{Bounds, Mined};
pub use relevance::Row;
