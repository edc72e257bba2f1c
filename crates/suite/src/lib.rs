//! Test suites: what to run, what to expect, and how it went.
//!
//! A [`Suite`] does not know the program it is for: the same tests are run on a program and on its changed versions. It is read
//! from files ([`read`]) and held against a program once ([`Loaded::examine`]). [`Runner`] runs tests in parallel, each under a
//! budget of steps, so that a test that does not end is a failing test. [`expect_from`] takes what a test leaves open from a
//! correct version of the program.

mod contents;
mod examine;
mod judge;
mod limits;
mod model;
mod natural_order;
mod number;
mod output_difference;
mod output_mode;
mod read;
mod reference;
mod runner;
mod value_text;
mod words;

pub use limits::DEFAULT_STEPS;
pub use model::{Expected, Outcome, Reason, Suite, Test, Verdict};
pub use output_difference::output_difference;
pub use output_mode::{Apart, OutputMode, first_difference};
pub use read::{Loaded, read, read_within};
pub use reference::{LeftOut, expect_from};
pub use runner::{Runner, Switch};
pub use value_text::value_text;
