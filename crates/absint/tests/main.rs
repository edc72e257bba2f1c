//! All tests of this crate, in one binary: it is linked once, and all tests share the cores. One file for each subject.

// What tests share.
#[allow(dead_code, reason = "a part is used")]
#[path = "../../harness/tests/common/directives.rs"]
mod directives;
#[allow(dead_code, reason = "only programs are wanted, not all their runs")]
#[path = "../../find/tests/generator/mod.rs"]
mod generator;
mod support;

// The tests.
mod programs;
mod random;
