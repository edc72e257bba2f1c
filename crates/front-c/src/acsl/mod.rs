//! The contract language: a subset of ACSL.
//!
//! [`parse_annotation`] reads the text of an annotation comment, [`parse_predicate`] a single
//! predicate given elsewhere. The result is an AST of its own: names are not resolved and types are
//! not known here. Quantifiers come out with their bounds (see [`bounds`]), so that they can be evaluated.

mod ast;
mod bounds;
mod clause;
mod lexer;
mod parser;
mod print;
mod term;
#[cfg(test)]
mod tests;

use whydunit_source::Span;

pub(crate) use ast::{Builtin, Clause, ClauseKind, SpecExpr, SpecKind, SpecType};
pub(crate) use clause::{parse_annotation, parse_predicate};

/// What is wrong with an annotation, and where in its text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct AcslError {
    pub(crate) message: String,
    /// Byte offset in the annotation's text.
    pub(crate) offset: usize,
}

/// The place of a byte range of an annotation's text, given the place of the text as a whole.
pub(crate) fn place(base: Span, start: usize, end: usize) -> Span {
    let at = |offset: usize| (base.start.saturating_add(offset as u32)).min(base.end);
    Span::new(base.file, at(start), at(end))
}
