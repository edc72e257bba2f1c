//! Tests of the crate, one binary.

mod kill;
mod read;
mod write;
