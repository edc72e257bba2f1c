//! How a trace is to be explained, and why it may not be.

use whydunit_claim::{Inputs, Method};
use whydunit_encode::EncodeError;
use whydunit_solver::Budget;

/// How a trace is to be explained.
#[derive(Clone, Debug)]
pub struct Options {
    pub method: Method,
    pub inputs: Inputs,
    /// When it ends, the explanation is still correct, but larger than it might be.
    pub budget: Budget,
}

/// The encoder does not agree with the run: a defect of ours.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExplainError {
    #[error("encoding gap: {0}")]
    Encode(#[from] EncodeError),
}
