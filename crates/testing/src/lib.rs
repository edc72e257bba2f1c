//! What the tests of all crates share: how much is tried, on how many cores, and tools of the machine that they compare with.
//!
//! A tool that is missing must not pass unseen. Where all of them are demanded (`WHYDUNIT_REQUIRE_TOOLS` is set, as `.ci/run` does) the test
//! fails; elsewhere a line says what is not tried.

mod parallel;
mod sweep;

pub use parallel::parallel;
pub use sweep::{count, is_all, part};

use std::io::Write;

/// Set where a missing tool is an error.
const REQUIRED: &str = "WHYDUNIT_REQUIRE_TOOLS";

/// A test goes without a tool: fails where all tools are demanded.
///
/// The line goes to the stream itself, not through `eprintln!`: what that prints is kept back for tests that pass.
///
/// # Panics
///
/// Where `WHYDUNIT_REQUIRE_TOOLS` is set to anything but nothing.
pub fn missing(what: &str) {
    let is_required = std::env::var_os(REQUIRED).is_some_and(|value| !value.is_empty());
    assert!(!is_required, "{what}, and {REQUIRED} demands all tools");
    // Nobody reads it if the stream is closed.
    let _ = writeln!(std::io::stderr(), "not tried: {what}");
}
