//! Fixes: proposed, run, checked within bounds, ranked.
//!
//! ```text
//!  suite ── failing runs ── autodebug ── evidence ─┐
//!                                                  ├─ candidates ─ trial ─ text compiled ─ tests ─ bounded search ─ Repair
//!  program ── changes (sites × families) ──────────┘                                          │
//!                    ▲                                                                       failing input
//!                    └───────────────────────────── a new test ────────────────────────────────┘
//! ```

mod angelic;
pub mod autodebug;
mod changes;
mod coverage;
mod diff;
mod edit;
mod engine;
mod evidence;
mod expectation;
mod macros;
mod made;
mod model;
mod numbers;
mod output;
mod pairs;
mod piece;
mod pool;
mod schema;
mod trial;
mod walk;

#[cfg(test)]
mod tests;

pub use diff::unified;
pub use edit::{Edit, apply};
pub use engine::repair;
pub use made::covering_runs;
pub use model::{Built, Findings, Grade, Judgement, Options, Repair, Request, Tried, Workshop};
