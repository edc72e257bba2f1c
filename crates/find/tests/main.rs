//! All tests of this crate, in one binary: it is linked once, and all tests share the cores. One file for each subject.

// What tests share.
#[path = "../../harness/tests/common/mod.rs"]
mod common;
mod generator;
mod witness_support;

// The tests.
mod figures;
mod mathematical;
mod pointers;
mod random;
mod same_as_run;
mod suite;
mod witness;
mod witness_fuzz;
mod witness_round_trip;
mod witness_schema;
