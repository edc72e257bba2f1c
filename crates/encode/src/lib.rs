//! Error traces as formulas: the symbolic semantics that claims are made with; `verify` checks them with another.
//!
//! [`TraceFormula`] is the form with one removable part per step, for cores and invariants; [`SymbolicRun`] is the form
//! in which every value is a term over the inputs, for relevance and repair.

// A silent truncation would be a wrong answer.
#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod arms;
mod assignment;
mod call;
mod changeable;
mod contents;
mod domain;
mod encoder;
mod ending;
mod execute;
mod exposure;
mod followed;
mod formula;
mod frames;
mod generated;
mod guarded;
mod history;
mod hypothesis;
mod initial;
mod inputs;
mod intrinsic;
mod joins;
mod limits;
mod memory;
mod mode;
mod names;
mod number;
mod other_arms;
mod place;
mod pointer;
mod precondition;
mod readers;
mod relaxable;
mod render;
mod replace;
mod replay;
mod run;
mod specification;
mod step;
mod storage;
mod suffix;
mod summarised;

pub use arms::Choice;
pub use assignment::{Assignment, assigned_type, type_at};
pub use changeable::{Changeable, ChangeableStep, Guard, Hole, Holes, Selecting, Stored, Used};
pub use encoder::{Addresses, EncodeError, IsEnough};
pub use exposure::{Exposure, OtherArms};
pub use formula::{Flow, Group, Grouping, Named, Options, Part, PartKind, TraceFormula};
pub use frames::{FrameClass, FramePart, Link};
pub use generated::{Definition, InputVariable, Store, Unset};
pub use names::cell_of;
pub use relaxable::Relaxable;
pub use render::{Renderer, Shown, ShownKind};
pub use replace::{Havocked, Replaced, Visited};
pub use run::{StepObligation, SymbolicRun, Unions, Written};
pub use summarised::{Adopted, Summarised};
pub use whydunit_claim::{Inputs, Range, Storage};
