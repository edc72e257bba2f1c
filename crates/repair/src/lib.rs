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
mod annotations;
mod attempts;
pub mod autodebug;
mod changes;
mod coverage;
mod diagnosed;
mod diff;
mod edit;
mod engine;
mod evidence;
mod expectation;
mod free_values;
mod generated;
mod grade;
mod limits;
mod macros;
mod model;
mod numbers;
mod output;
mod pairs;
pub mod ped;
mod piece;
mod pool;
mod proofs;
mod schema;
mod trial;

#[cfg(test)]
mod tests;

pub use annotations::{Alternative, Library};
pub use attempts::{
    Attempt, AttemptKind, Extent, Hurdle, Laboratory, Tried as TriedAttempts, edits, forced,
    insertions, rearranged,
};
pub use coverage::lines_before;
pub use diff::unified;
pub use edit::{Edit, apply, apply_bytes};
pub use engine::repair;
pub use generated::covering_runs;
pub use grade::{Grade, Searched, Standard, TestsBy};
pub use model::{
    Built, Diagnosed, Findings, Judged, Judgement, Options, Oracle, Proofs, Repair, Request, Tried,
};
