//! Test suites: what to run, what to expect, and how it went.
//!
//! A [`Suite`] does not know the program it is for: the same tests are run on a program and on its changed versions.
//! [`Runner`] runs them in parallel, each under a budget of steps, so that a test that does not end is a failing test.

mod model;
mod runner;

pub use model::{Expected, Outcome, Reason, Suite, Test, Verdict};
pub use runner::Runner;
