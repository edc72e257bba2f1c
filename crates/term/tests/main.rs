//! All tests of this crate, in one binary: it is linked once, and all tests share the cores. One file for each subject.

// What tests share.
mod reference;

// The tests.
mod evaluate;
mod float;
mod growth;
mod operations;
mod rules;
mod simplification;
mod small_widths;
mod text;
