//! What is wrong at a place of the source.

use whydunit_source::{Diagnostic, SourceMap, Span};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    pub(crate) span: Span,
    pub(crate) message: String,
}

impl Problem {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Problem {
        Problem { span, message: message.into() }
    }

    pub(crate) fn error(self, sources: &SourceMap) -> Diagnostic {
        Diagnostic::error(self.message).at(sources, self.span)
    }

    pub(crate) fn warning(self, sources: &SourceMap) -> Diagnostic {
        Diagnostic::warning(self.message).at(sources, self.span)
    }
}
