//! A failing run as a C file that any compiler can build.
//!
//! [`emit`] writes a test: a C file that includes the program, hands it the inputs of the run and ends with an error
//! when the failure shows. Values that the program took from outside are constants in it, functions that the program
//! leaves undefined are defined. Most failures are made visible by gcc's sanitizers; contracts, which
//! are comments to a compiler, are translated to C.
//!
//! The text depends on the request only.

mod answers;
mod command;
mod ctype;
mod draft;
mod emit;
mod files;
mod instrument;
mod kinds;
mod limits;
mod literal;
mod names;
mod request;
mod scan;
mod spec;
mod start;
mod stubs;
mod values;

pub use emit::emit;
pub use request::{EmittedTest, Request, Unsupported};
