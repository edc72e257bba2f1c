//! All tests of this crate, in one binary: it is linked once, and all tests share the cores. One file for each subject.

// What tests share.
mod brute;
mod common;

// The tests.
mod conditionals;
mod cores;
mod criteria;
mod enumeration;
mod enumeration_programs;
mod faults;
mod figures;
mod recursive;
