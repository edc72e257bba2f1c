//! Boolean circuits: what bit-blasting produces and what becomes clauses.
//!
//! [`Gates`] is a graph of gates without duplicates, simplified as it grows; [`Clauses`] hands the part of it that matters to
//! the SAT solver; [`values`] computes what gates evaluate to under an assignment.

mod bit;
mod clauses;
mod graph;
mod rules;
pub(crate) mod values;

pub(crate) use bit::Bit;
pub(crate) use clauses::Clauses;
pub(crate) use graph::{Gate, Gates, Kind};
