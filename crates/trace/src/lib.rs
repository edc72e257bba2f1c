//! [`ErrorTrace`]: one failed run, with no choices left.
//!
//! The waist of the architecture. Everything that finds a failure returns one; everything that
//! explains or repairs takes one. It is plain data: no solver, no interpreter state, no reference into a
//! front end.
//!
//! A trace is made by running twice. The first run records a compact log; the second, on the same
//! inputs, is watched in full detail ([`build`]) and must agree with the log step by step. A trace that exists
//! has therefore been replayed.

mod build;
mod guards;
mod heap_types;
mod model;
mod names;
mod sides;
mod source_steps;
mod values;

pub use build::{BuildError, build};
pub use guards::{AddressGuard, GuardKind};
pub use model::{
    Access, BulkWrite, ErrorTrace, Frame, LoopContext, PointerEntry, ScopeEnd, Step, StepIndex,
    StepKind, TraceObject,
};
pub use names::{cell_name, object_name};
pub use sides::{MayAssign, Scalar, Sides};
pub use source_steps::{NamedWrite, SourceStep, source_steps};
pub use values::value_text;
