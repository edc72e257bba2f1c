//! All tests of this crate, in one binary: it is linked once, and all tests share the cores. One file for each subject.

// What tests share.
mod common;

// The tests.
mod checks;
mod inputs;
mod suite;
mod text;
