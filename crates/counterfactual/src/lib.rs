//! What does a program do with other inputs, other values and other decisions than a failing run had?
//!
//! Answered by running it, never by formulas: whoever claims that *had x been v* something else would have happened can be held to it ([`Replay`]), and what
//! then becomes of the run is one of six things ([`Counterfactual`]). Nothing here knows how claims are found.

mod answers;
mod endings;
mod lasso;
mod limits;
mod more_input;
mod replay;
mod witness;

pub use answers::GivenAnswers;
pub use endings::{
    Avoided, Counterfactual, Ended, comes_back, counterfactual, ended, is_same_error,
};
pub use lasso::Round;
pub use more_input::with_more_input;
pub use replay::{Change, Course, Different, Moment, Replay, Seen, Skipped, Switched, Tried};
pub use witness::{Trial, TriedWitness};
