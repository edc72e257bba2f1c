//! The tests of this crate that need programs.

mod invariance;
mod near_runs;
mod planted;
mod support;
