//! All tests of this crate, in one binary. One file for each subject.

mod common;

mod proofs;
mod sweep;
