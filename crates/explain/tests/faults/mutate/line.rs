//! A line as mutations see it: its tokens, and what each token is for.

use super::super::outline::StatementLine;
use super::super::tokens::{Token, TokenKind, closing, tokens};

const TYPE_WORDS: [&str; 8] =
    ["int", "char", "const", "struct", "enum", "unsigned", "long", "static"];
const ASSIGNMENTS: [&str; 6] = ["=", "+=", "-=", "*=", "/=", "%="];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Names what is declared, or belongs to the form of the statement.
    Form,
    /// Says what is assigned.
    Target,
    /// Computes something.
    Value,
}

pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    pub(crate) tokens: Vec<Token<'a>>,
    pub(crate) places: Vec<Place>,
    pub(crate) variables: &'a [String],
    pub(crate) members: &'a [Vec<String>],
}

impl<'a> Line<'a> {
    pub(crate) fn new(statement: &'a StatementLine, members: &'a [Vec<String>]) -> Line<'a> {
        let tokens = tokens(&statement.text);
        let mut line = Line {
            text: &statement.text,
            places: vec![Place::Form; tokens.len()],
            tokens,
            variables: &statement.variables,
            members,
        };
        for (from, to) in line.segments() {
            line.place(from, to);
        }
        line
    }

    /// The statements and expressions on the line, as ranges of tokens.
    fn segments(&self) -> Vec<(usize, usize)> {
        let tokens = &self.tokens;
        let keyword = tokens.iter().position(|token| {
            matches!(token.text, "if" | "while" | "for" | "switch") && token.kind == TokenKind::Word
        });
        let Some(keyword) = keyword else {
            let from = usize::from(tokens.first().is_some_and(|token| token.is("return")));
            let to = tokens.iter().rposition(|token| token.is(";")).unwrap_or(tokens.len());
            return vec![(from, to.max(from))];
        };
        let Some(close) = closing(tokens, keyword + 1) else { return Vec::new() };
        let mut ranges = Vec::new();
        let mut from = keyword + 2;
        for (at, token) in tokens.iter().enumerate().take(close + 1).skip(from) {
            if token.is(";") || at == close {
                ranges.push((from, at));
                from = at + 1;
            }
        }
        ranges
    }

    fn place(&mut self, from: usize, to: usize) {
        let tokens = &self.tokens[from..to];
        let is_declaration = tokens.first().is_some_and(|token| TYPE_WORDS.contains(&token.text));
        let mut depth = 0;
        let assignment = tokens.iter().position(|token| {
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            depth == 0 && ASSIGNMENTS.contains(&token.text)
        });
        let counted = tokens.iter().position(|token| token.is("++") || token.is("--"));
        let (value_start, before) = match (assignment, counted) {
            (Some(at), _) if is_declaration => (at + 1, Place::Form),
            (Some(at), _) => (at, Place::Target),
            (None, Some(at)) => (at, Place::Target),
            (None, None) if is_declaration => (tokens.len(), Place::Form),
            (None, None) => (0, Place::Target),
        };
        for (offset, place) in self.places[from..to].iter_mut().enumerate() {
            *place = if offset < value_start { before } else { Place::Value };
        }
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = usize> {
        (0..self.tokens.len()).filter(|&at| self.places[at] == Place::Value)
    }

    pub(crate) fn targets(&self) -> impl Iterator<Item = usize> {
        (0..self.tokens.len()).filter(|&at| self.places[at] == Place::Target)
    }

    /// The line with the tokens `from..=to` replaced.
    pub(crate) fn with_range(&self, from: usize, to: usize, new: &str) -> String {
        let (start, end) = (self.tokens[from].start, self.tokens[to].end());
        format!("{}{new}{}", &self.text[..start], &self.text[end..])
    }

    pub(crate) fn with(&self, at: usize, new: &str) -> String {
        self.with_range(at, at, new)
    }

    /// The text of the tokens `from..to`.
    pub(crate) fn slice(&self, from: usize, to: usize) -> &'a str {
        if from >= to {
            return "";
        }
        &self.text[self.tokens[from].start..self.tokens[to - 1].end()]
    }

    pub(crate) fn token(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    pub(crate) fn before(&self, at: usize) -> &'a str {
        at.checked_sub(1).map_or("", |at| self.token(at))
    }

    /// Does an operand end right before this token? Then `-` and `*` are binary.
    pub(crate) fn follows_operand(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|before| {
            let token = self.tokens[before];
            let is_end = token.is(")") || token.is("]");
            let is_cast = token.is(")") && self.token(before.saturating_sub(1)) == "*";
            (token.kind != TokenKind::Symbol && !token.is("return")) || (is_end && !is_cast)
        })
    }

    /// Where the condition of an `if` or a loop stands: the tokens between its brackets.
    pub(crate) fn condition(&self) -> Option<(usize, usize)> {
        let keyword = self.tokens.iter().position(|token| token.is("if") || token.is("while"))?;
        Some((keyword + 2, closing(&self.tokens, keyword + 1)?))
    }

    pub(crate) fn is_loop(&self) -> bool {
        self.tokens.iter().any(|token| token.is("for") || token.is("while"))
    }

    /// A statement that only computes: no declaration, condition or jump.
    pub(crate) fn is_simple(&self) -> bool {
        let first = self.token(0);
        let is_other = ["if", "for", "while", "switch", "return", "}", "do", "else", ";"];
        self.text.ends_with(';') && !TYPE_WORDS.contains(&first) && !is_other.contains(&first)
    }

    /// What else a name could have been: another variable, or another member of the same record.
    pub(crate) fn alternatives(&self, at: usize) -> Vec<&'a str> {
        let token = self.tokens[at];
        if token.kind != TokenKind::Word || self.token(at + 1) == "(" {
            return Vec::new();
        }
        let name = token.text;
        let all: Vec<&'a String> = if matches!(self.before(at), "." | "->") {
            let records = self.members.iter().filter(|list| list.iter().any(|n| n == name));
            records.flatten().collect()
        } else if self.variables.iter().any(|variable| variable == name) {
            self.variables.iter().collect()
        } else {
            Vec::new()
        };
        let mut names: Vec<&'a str> =
            all.into_iter().map(String::as_str).filter(|other| *other != name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
