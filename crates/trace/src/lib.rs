//! [`ErrorTrace`]: one failed run, with no choices left.
//!
//! The waist of the architecture. Everything that finds a failure returns one; everything that
//! explains or repairs takes one. It is plain data: no solver, no interpreter state, no reference into a
//! front end.
//!
//! A trace is made by running twice. The first run records a compact log; the second, on the same
//! inputs, is watched in full detail ([`build`]) and must agree with the log step by step. A trace that exists
//! has therefore been replayed.

#![warn(missing_docs)]

mod arms;
mod build;
mod contents;
mod guards;
mod heap_types;
mod holders;
mod input_names;
mod limits;
mod literals;
mod lives;
mod model;
mod names;
mod parts;
mod pointees;
mod pointers;
mod shown;
mod source_steps;
mod targets;
mod texts;
mod unions;
mod values;
mod writes;

pub use arms::{ArmEffects, MayAssign, Scalar};
pub use build::{BuildError, build};
pub use guards::{AddressGuard, GuardKind};
pub use lives::UnsetOrigin;
pub use model::{
    Access, BulkWrite, Carried, ErrorTrace, Frame, LoopContext, PointerEntry, ScopeEnd, Step,
    StepIndex, StepKind, TraceObject,
};
pub use names::{cell_name, cell_type, cell_value, object_name, with_arrows};
pub use parts::sign_extended;
pub use shown::{ByteKind, Shown};
pub use source_steps::{SourceStep, source_steps};
pub use values::value_text;
pub use writes::{CellIdentity, NamedWrite, Writes};
