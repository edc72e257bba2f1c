//! All tests of this crate, in one binary: it is linked once, and all tests share the cores. One file for each subject.

// What tests share.
mod common;
#[expect(dead_code, reason = "only programs with two numbers are generated")]
#[path = "../../cli/tests/claims/generated.rs"]
mod generated;
#[path = "../../cli/tests/claims/marked.rs"]
mod marked;
#[path = "../../cli/tests/generator/rng.rs"]
mod rng;
#[expect(dead_code, reason = "only programs with two numbers are generated")]
#[path = "../../cli/tests/claims/sources.rs"]
mod sources;

// The tests.
mod control;
mod lies;
mod refutation;
mod security;
mod security_sweep;
