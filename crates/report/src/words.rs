//! What all forms of a report say in the same words: reasons, conditions, remarks. Renderers put them in their places.

mod fit;
mod headline;
mod reasons;
mod remarks;

pub(crate) use fit::{shorten, wrap};
pub(crate) use headline::{condition, failing_values, inputs_text, invariant_text};
pub(crate) use reasons::repeated_reason;
pub use reasons::{input_in_words, reason_in_words};
pub(crate) use remarks::{Remark, joined_remarks, remarks, security_remarks};
