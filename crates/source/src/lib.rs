//! Source text and places in it.
//!
//! Everything whydunit says points into files *as the user wrote them*. This crate answers "which
//! file, line and column is this?" and "what does the source say there?", and nothing else: it knows
//! neither C nor preprocessing. A front end that rewrites text (a preprocessor, a token mender) maps
//! its offsets back to [`Span`]s of the original files before anything leaves it. What a front end has to
//! say about a text that it cannot read is a [`Diagnostic`], and [`similar`] names are part of that; [`on_deep_stack`] is where it reads deeply nested ones.

mod deep_stack;
mod diagnostic;
mod encoding;
mod map;
mod similar;
mod span;

pub use deep_stack::on_deep_stack;
pub use diagnostic::{Diagnostic, Severity, SourcePlace};
pub use encoding::Encoding;
pub use map::{SourceFile, SourceMap};
pub use similar::similar;
pub use span::{FileId, LineColumn, Span};
