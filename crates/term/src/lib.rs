//! Hash-consed terms over Booleans, bit-vectors and floating-point numbers.
//!
//! The language of all formulas. It knows nothing of programs: what a variable means is for its maker to
//! remember.

// A silent truncation would be a wrong answer.
#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod build;
mod evaluate;
mod float;
mod fold;
mod limits;
mod model;
mod op;
mod simplify;
mod store;
mod substitute;
#[doc(hidden)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "what is drawn at random may lose bits: any others are as good"
)]
pub mod testing;
mod text;
mod traverse;

pub use evaluate::Evaluator;
pub use float::FloatLowering;
pub use model::Model;
pub use op::{ConstantId, Node, Op, Sort, SortError, Symbol};
pub use store::{Term, Terms};
pub use substitute::Substitution;
pub use text::{Display, ParseError};
