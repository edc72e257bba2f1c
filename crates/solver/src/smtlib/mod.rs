//! SMT-LIB 2: writing queries, reading answers, driving solver programs.

mod float;
mod names;
mod operation;
mod printer;
pub(crate) mod process;
mod read;
pub(crate) mod session;
pub(crate) mod write;

pub use write::{NamedAssertion, QueryOptions, write_query};
