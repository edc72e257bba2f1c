//! Where is the fault? The lines of a program, ranked by evidence that was run.
//!
//! ```text
//!  tests ── spectra ── who executes what ────────────────────┐
//!    └───── nearby  ── more of them, where there is one      ├── signals, by line ── rank ── Cause, with its evidence in words
//!  program ── attempts ── experiments ── which tests turn ───┤
//!         └── switches ── one decision, once ────────────────┘
//! ```

mod experiments;
mod flow;
mod limits;
mod model;
mod nearby;
mod rank;
mod sample;
mod signals;
mod spectra;
mod switches;
mod texts;
mod weights;
mod words;

pub use model::{Builder, Cause, Evidence, EvidenceKind, Findings, Request};
pub use nearby::passing_nearby;
pub use rank::causes;
pub use signals::Signals;
pub use spectra::ochiai_lines;
