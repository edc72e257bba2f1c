//! Questions about a failure that its trace alone cannot answer: they need the rest of the program.
//!
//! A trace has no choices left. Where the arms *not* taken would have led ([`control_relevance`]) is asked of the program by
//! running it; whether an input decides about the failure on every path ([`program_inputs`]), by searching it; whether a claim about
//! all inputs is true of others than the run's ([`try_general`]), by running these.

mod assumed;
mod control;
mod endless;
mod executions;
mod limits;
mod others;
mod refutation;
mod security;
mod shapes;
mod trial;
mod variant;

pub use control::{Away, ControlBranch, ControlVerdict, ControlView, Undecided, control_relevance};
pub use others::values_worth_trying;
pub use security::{
    Decision, ProgramInput, ProgramPower, SecurityOptions, arguments_with, program_inputs, replayed,
};
pub use shapes::{ProgramShape, Shape, Stream, program_shape};
pub use trial::{
    Counterexample, Trial, conditions_on_inputs, implies, search_general, try_general,
    with_argument_count,
};
