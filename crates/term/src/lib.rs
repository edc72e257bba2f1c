//! Hash-consed terms over Booleans, bit-vectors and floating-point numbers.
//!
//! The language of all formulas. It knows nothing of programs: what a variable means is for its maker to
//! remember.

mod build;
mod model;
mod op;
mod simplify;
mod store;

pub use model::Model;
pub use op::{ConstantId, Node, Op, Sort, SortError, Symbol};
pub use store::{Term, Terms};
