//! Questions about a failure that its trace alone cannot answer: they need the rest of the program.
//!
//! A trace has no choices left. Where the sides *not* taken would have led ([`control_relevance`]) is asked of the program by
//! running it; whether an input decides about the failure on every path ([`program_inputs`]), by searching it; whether a claim about
//! all inputs is true of others than the run's ([`try_general`]), by running these.

mod control;
mod executions;
mod limits;
mod security;
mod trial;
mod variant;

pub use control::{Away, ControlBranch, ControlVerdict, ControlView, Undecided, control_relevance};
pub use security::{Decision, ProgramInput, ProgramPower, SecurityOptions, program_inputs};
pub use trial::{Counterexample, Trial, conditions_on_inputs, try_general};
