//! Boolean circuits: what bit-blasting produces and what becomes clauses.
//!
//! [`Gates`] is a graph of gates without duplicates, simplified as it grows; [`Clauses`] hands the part of it that matters to
//! the SAT solver; [`Assignment`] reads values back.

mod bit;
mod clauses;
mod graph;
mod rules;
mod values;

pub(crate) use bit::Bit;
pub(crate) use clauses::Clauses;
pub(crate) use graph::{Gate, Gates, Kind};
pub(crate) use values::Assignment;
