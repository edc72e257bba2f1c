//! Why an error trace fails.
//!
//! Each method takes an `ErrorTrace` and gives an [`Explanation`]: the steps that matter, and the facts that carry the failure from one to
//! the next. An explanation is plain data that can be checked without this crate.

mod arms;
mod conjunction;
mod declaration;
mod error_invariants;
mod express;
mod flow_sensitive;
mod frames;
mod journal;
mod limits;
mod linear;
mod localize;
mod method;
mod model;
mod normalise;
mod pace;
mod path_condition;
mod recursive;
mod responsibility;
mod state;
mod variables;
mod walk;
mod widen;

pub use method::explain;
pub use model::{ExplainError, Options};
pub use path_condition::{Implied, path_condition};
pub use responsibility::{JudgeOptions, another_witness, input_powers, judge};
pub use whydunit_claim::{
    Blocked, Conjunct, Counting, Criterion, Declaration, Explanation, Grounds, Held, InputPower,
    Interval, Judged, JudgedConditional, Judgement, Label, Method, MinimalSet, MoreInput,
    Otherwise, Power, Range, Relevant, Role, StateVariable, Stated, Status, Storage, Verdict, Why,
    Witness,
};
