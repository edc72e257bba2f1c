//! All tests of this crate, in one binary: it is linked once, and all tests share the cores. One file for each subject.

// What tests share.
mod common;

// The tests.
mod budgets;
mod choice;
mod embedded;
mod operations;
mod queries;
mod searches;
mod smtlib;
