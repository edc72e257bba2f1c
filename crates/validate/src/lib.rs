//! Is a patch right? What decides: the tests of a suite, a search for failing inputs, a reference version, and the machine's C compiler.
//!
//! ```text
//!  options, suite ── testing ── Parts ── target ── Target      what is to be repaired, and a failing test to speak of
//!                                                    |
//!  whydunit_repair ── edits ──> validator ── build, judge      contracts and checks by search, or comparison with a reference
//!                               compiled  ── ask               the C compiler builds and runs the tests (`--verify`)
//! ```

mod compiled;
mod limits;
mod standard;
mod target;
mod testing;
mod validator;

use std::time::{Duration, Instant};

pub use compiled::{Agreement, ask};
pub use target::{Chosen, Parts, Shown, Site, Target, choose, site, test};
pub use testing::{Testing, compile_reference, load};
pub use validator::Validator;

/// What is left of the time, and no more than this.
#[must_use]
pub fn within(deadline: Option<Instant>, most: Duration) -> Duration {
    match deadline {
        Some(end) => end.saturating_duration_since(Instant::now()).min(most),
        None => most,
    }
}
