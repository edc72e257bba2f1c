//! All tests of this crate, in one binary: it is linked once, and all tests share the cores. One file for each subject.

// What tests share.
#[path = "../../explain/tests/brute/mod.rs"]
mod brute;
#[path = "../../encode/tests/common/mod.rs"]
mod common;
#[path = "common/mod.rs"]
mod traces;

// The tests.
mod declarations;
mod explanations;
mod flow;
mod judgement_mutations;
mod judgements;
mod lies;
mod long;
mod meanings;
mod mutations;
mod paper;
mod shape;
mod suite;
