//! From traces, explanations and judgements to what is reported of the source: plain findings in the program's own words.
//!
//! ```text
//!  RunResult, Search          present, coverage      how a run ended, what a search has looked at
//!  ErrorTrace                 steps, values          the steps that are listed, what they set and read
//!  Explanation, Judgement     source_level, ...      the statements that matter, invariants, witnesses in words
//! ```
//!
//! Nothing is found out here but what another value would have done (`tried`): a witness is replayed before it is told.

mod blocks;
mod cells;
mod control;
mod coverage;
mod declarations;
mod end_of_input;
mod invariants;
mod judged;
mod limits;
mod might_have_been;
mod picture;
mod present;
mod private;
mod security;
mod sets;
mod source_level;
mod steps;
mod tried;
mod values;

pub use coverage::{assumption, verdict_report};
pub use picture::picture;
pub use present::{
    budget_limits, cancelled, failure_report, failure_with_trace, origin, outcome, place,
    run_report, time_limit,
};
pub use security::KnownInputs;
pub use source_level::{SourceLevel, relevant_places};
pub use steps::{listed_steps, trace_report};
pub use tried::{Trials, try_judgement};
pub use values::{inputs, read_by_failing_step};
