//! Why an error trace fails.
//!
//! Each method takes an `ErrorTrace` and gives an [`Explanation`]: the steps that matter, and the facts that carry the failure from one to
//! the next. An explanation is plain data that can be checked without this crate.

mod conjunction;
mod error_invariants;
mod express;
mod flow_sensitive;
mod frames;
mod journal;
mod judgement;
mod linear;
mod localize;
mod method;
mod model;
mod normalise;
mod recursive;
mod responsibility;
mod state;
mod variables;
mod walk;
mod widen;

pub use judgement::{
    Blocked, Criterion, Grounds, InputPower, Judged, JudgedConditional, Judgement, Label,
    MinimalSet, Power, Verdict, Witness,
};
pub use method::explain;
pub use model::{
    Conjunct, ExplainError, Explanation, Held, Interval, Method, Options, Relevant, Role,
    StateVariable, Status, Why,
};
pub use responsibility::{JudgeOptions, input_powers, judge};
