//! All tests of this crate, in one binary: it is linked once, and all tests share the cores. One file for each subject.

// What tests share.
#[path = "common/changes.rs"]
mod change_support;
mod common;
#[path = "../../cli/tests/generator/mod.rs"]
mod generator;

// The tests.
mod changes;
mod conditions;
mod pointers;
mod programs;
mod random;
mod render;
mod structure;
