//! The text for the parser, and the way back from it.

use whydunit_source::{FileId, SourceMap, Span};

use super::Token;

/// A contract or an assertion in a comment.
#[derive(Clone, Debug)]
pub(crate) struct Annotation {
    /// What is in the comment, without the comment marks and the first `@`.
    pub(crate) text: String,
    /// Where `text` stands: offset `n` of it is byte `span.start + n` of the file.
    pub(crate) span: Span,
    /// Where in [`Prepared::text`] it stands: before the token that starts there (or later).
    pub(crate) text_offset: usize,
    /// Inside a function it is also the statement `__whydunit_annotation(N);` in the text.
    pub(crate) in_function: bool,
}

impl Annotation {
    /// Reads the comment at `span` (or, where the file does not show it there, `comment`).
    pub(super) fn new(
        comment: &str,
        span: Span,
        in_function: bool,
        sources: &SourceMap,
    ) -> Annotation {
        let original = sources.text(span);
        let (comment, exact) = match original.get(..3) {
            Some("/*@" | "//@") => (original, true),
            _ => (comment, false),
        };
        let body = comment.get(3..).unwrap_or("");
        let body = if comment.starts_with("/*") {
            let body = body.strip_suffix("*/").unwrap_or(body);
            body.strip_suffix('@').unwrap_or(body)
        } else {
            body
        };
        let span = if exact {
            Span::new(span.file, span.start + 3, span.start + 3 + body.len() as u32)
        } else {
            span
        };
        Annotation { text: body.to_owned(), span, text_offset: 0, in_function }
    }
}

/// Normalised tokens, and the annotations with the index of the token each stands before.
#[derive(Debug, Default)]
pub(super) struct Normalised<'a> {
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) annotations: Vec<(usize, Annotation)>,
}

/// Text for the parser.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// C without directives and comments.
    pub(crate) text: String,
    pub(crate) annotations: Vec<Annotation>,
    /// Start of each token in `text`, ascending.
    starts: Vec<u32>,
    /// End of each token in `text`, ascending.
    ends: Vec<u32>,
    /// Original place of each token.
    spans: Vec<Span>,
    /// For text without tokens, and offsets past the end.
    fallback: Span,
}

impl Prepared {
    /// Text that maps to itself.
    pub(super) fn verbatim(file: FileId, text: &str) -> Prepared {
        let whole = Span::new(file, 0, text.len() as u32);
        Prepared {
            text: text.to_owned(),
            annotations: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            spans: Vec::new(),
            fallback: whole,
        }
    }

    /// Original-source span of a byte range of `text` (a node's span). Tokens from macros map to the
    /// outermost invocation. An empty range stands for the token at or after it.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        if self.starts.is_empty() {
            return self.fallback;
        }
        let first = self.ends.partition_point(|&token_end| token_end as usize <= start);
        let last = self.starts.partition_point(|&token_start| (token_start as usize) < end);
        match self.spans.get(first) {
            None => self.fallback,
            Some(&span) if last <= first + 1 => span,
            Some(&span) => span.to(self.spans[last - 1]),
        }
    }

    /// The token of `text` at or after `offset`, and its place.
    pub(crate) fn token_at(&self, offset: usize) -> Option<(&str, Span)> {
        let index = self.ends.partition_point(|&end| end as usize <= offset);
        let range = *self.starts.get(index)? as usize..*self.ends.get(index)? as usize;
        Some((self.text.get(range)?, self.spans[index]))
    }

    /// The place just behind the last token before `offset`: where something is missing.
    pub(crate) fn end_of_previous(&self, offset: usize) -> Option<Span> {
        let index = self.starts.partition_point(|&start| (start as usize) < offset);
        let span = self.spans.get(index.checked_sub(1)?)?;
        Some(Span::at(span.file, span.end))
    }
}

pub(super) fn emit(normalised: Normalised<'_>) -> Prepared {
    let count = normalised.tokens.len();
    let mut out = Prepared {
        text: String::with_capacity(
            normalised.tokens.iter().map(|token| token.text.len() + 1).sum(),
        ),
        annotations: Vec::with_capacity(normalised.annotations.len()),
        starts: Vec::with_capacity(count),
        ends: Vec::with_capacity(count),
        spans: Vec::with_capacity(count),
        fallback: Span::at(FileId(0), 0),
    };
    let mut annotations = normalised.annotations.into_iter().peekable();
    for (index, token) in normalised.tokens.iter().enumerate() {
        while let Some((_, annotation)) = annotations.next_if(|&(before, _)| before <= index) {
            out.annotations.push(Annotation { text_offset: out.text.len(), ..annotation });
        }
        out.starts.push(out.text.len() as u32);
        out.text.push_str(&token.text);
        out.ends.push(out.text.len() as u32);
        out.spans.push(token.span);
        // One blank between any two tokens keeps them apart; the lines are for people.
        let breaks = matches!(token.text.as_ref(), ";" | "{" | "}");
        out.text.push(if breaks { '\n' } else { ' ' });
    }
    for (_, annotation) in annotations {
        out.annotations.push(Annotation { text_offset: out.text.len(), ..annotation });
    }
    if let Some(last) = out.spans.last() {
        out.fallback = Span::at(last.file, last.end);
    }
    out
}
