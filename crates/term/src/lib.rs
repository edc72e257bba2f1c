//! Hash-consed terms over Booleans, bit-vectors and floating-point numbers.
//!
//! The language of all formulas. It knows nothing of programs: what a variable means is for its maker to
//! remember.

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
