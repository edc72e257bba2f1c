//! What all forms of a report say in the same words: reasons, conditions, remarks. Renderers put them in their places.

mod facts;
mod fit;
mod headline;
mod reasons;
mod remarks;
mod standing;

pub(crate) use fit::{
    columns, shorten, shorten_around, shorten_front, without_comment, wrap, wrap_first_fitting,
};
pub use headline::mentions;
pub(crate) use headline::{
    condition, condition_worded, failing_values, inputs_text, invariant_text, invariant_worded,
    mentions_at,
};
pub(crate) use reasons::{
    Tone, Wording, brings_about, list, reason_worded, repeated_reason, values,
};
pub use reasons::{input_in_words, reason_in_words};
pub(crate) use remarks::{
    Marks, Remark, deciding_input, joined_remarks, remarks, security_remarks,
};
pub(crate) use standing::{Standing, standing};
