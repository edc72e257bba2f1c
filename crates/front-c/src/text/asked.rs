//! An assertion that somebody asks about, put among the tokens of a file: it sees the names that a statement of that line sees.

use std::borrow::Cow;

use whydunit_source::{SourceMap, Span};

use super::Token;
use super::scan::Kind;
use crate::Asked;

/// What may stand before a statement on its line.
const BEFORE: [&str; 5] = ["}", "else", "{", ";", "do"];

/// Puts the assertion in front of the first statement that begins on the line.
pub(super) fn insert(tokens: &mut Vec<Token<'_>>, asked: &Asked, sources: &SourceMap) {
    let is_on_line = |token: &Token<'_>| {
        sources.line_column(token.span).line == asked.line
            && sources.file(token.span.file).name() == asked.file
    };
    let Some(first) = tokens.iter().position(is_on_line) else { return };
    let mut at = first;
    while at < tokens.len() && is_on_line(&tokens[at]) {
        let text = tokens[at].text.as_ref();
        if BEFORE.contains(&text) {
            at += 1;
        } else if let Some(end) = label_end(&tokens[at..]) {
            at += end;
        } else {
            break;
        }
    }
    let Some(token) = tokens.get(at) else { return };
    let span = Span::at(token.span.file, token.span.start);
    let text = Cow::Owned(format!("//@ assert {};", asked.condition));
    tokens.insert(at, Token { kind: Kind::Annotation, text, span });
}

/// Tokens of `case X:`, `default:` or `name:` at the beginning.
fn label_end(tokens: &[Token<'_>]) -> Option<usize> {
    let colon = tokens.iter().position(|token| token.text == ":")?;
    let is_case = matches!(tokens[0].text.as_ref(), "case" | "default");
    let is_name = colon == 1 && tokens[0].kind == Kind::Ident;
    (is_case || is_name).then_some(colon + 1)
}
