//! What is claimed of an error trace: explanations and judgements, as plain data.
//!
//! Whoever makes claims and whoever checks them share these types and nothing else: `explain` fills them in, `verify` reads them
//! without knowing how they came about. Nothing here computes.

mod declaration;
mod explanation;
mod judgement;
mod more_input;
mod storage;

pub use declaration::{Declaration, Stated};
pub use explanation::{
    Conjunct, Explanation, Held, Inputs, Interval, Method, Otherwise, Relevant, Role,
    StateVariable, Status, Why,
};
pub use judgement::{
    Blocked, Counting, Criterion, Grounds, InputPower, Judged, JudgedConditional, Judgement, Label,
    MinimalSet, Power, Verdict, Witness,
};
pub use more_input::MoreInput;
pub use storage::{Range, Storage};
