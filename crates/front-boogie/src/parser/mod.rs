//! From tokens to the syntax tree, by recursive descent.
//!
//! One error ends the reading of a file: what follows a misunderstood place is rarely worth a
//! message. Nesting is limited, because what comes later walks over trees recursively.

mod declaration;
mod expression;
mod statement;
mod types;

use whydunit_source::{FileId, Span};

use crate::lexer::{Token, TokenKind, tokens};
use crate::limits::DEEPEST_EXPRESSION;
use crate::problem::Problem;
use crate::syntax::{Attribute, Decl, Expr, Ident};

pub(crate) use statement::counted;

type Res<T> = Result<T, Problem>;

/// Words that cannot be names.
const KEYWORDS: &[&str] = &[
    "assert",
    "assume",
    "axiom",
    "bool",
    "break",
    "call",
    "complete",
    "const",
    "div",
    "else",
    "ensures",
    "exists",
    "extends",
    "false",
    "forall",
    "free",
    "function",
    "goto",
    "havoc",
    "if",
    "implementation",
    "int",
    "invariant",
    "lambda",
    "mod",
    "modifies",
    "old",
    "procedure",
    "real",
    "requires",
    "return",
    "returns",
    "then",
    "true",
    "type",
    "unique",
    "var",
    "where",
    "while",
];

/// Attributes that change which runs there are or which checks count. All others only say how a prover should work.
const CHANGING: &[&str] = &[
    "assumption",
    "selective_checking",
    "start_checking_here",
    "verified_under",
    "only",
    "linear",
    "linear_in",
    "linear_out",
    "layer",
    "yields",
    "atomic",
];

/// Reads a file.
pub(crate) fn parse_file(file: FileId, text: &str) -> Res<Vec<Decl>> {
    let mut parser = Parser::new(file, text)?;
    parser.declarations()
}

/// Reads one expression.
pub(crate) fn parse_expression(file: FileId, text: &str) -> Res<Expr> {
    let mut parser = Parser::new(file, text)?;
    let expr = parser.expression()?;
    match parser.peek() {
        TokenKind::End => Ok(expr),
        _ => Err(parser.unexpected("the end of the expression")),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    /// Attributes that change the meaning of the declaration at hand, with their places.
    attributes: Vec<(String, Span)>,
}

impl Parser {
    fn new(file: FileId, text: &str) -> Res<Parser> {
        Ok(Parser { tokens: tokens(file, text)?, at: 0, depth: 0, attributes: Vec::new() })
    }

    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn peek_after(&self, ahead: usize) -> &TokenKind {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// From `start` to the end of the last token that was taken.
    fn since(&self, start: Span) -> Span {
        start.to(self.tokens[self.at.saturating_sub(1)].span)
    }

    fn advance(&mut self) {
        // The last token is the end; it stays.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), TokenKind::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Word { text, escaped: false } if text == word)
    }

    fn accept(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Res<Span> {
        let span = self.span();
        if self.accept(sign) { Ok(span) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn expect_word(&mut self, word: &str) -> Res<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    fn unexpected(&self, expected: &str) -> Problem {
        let found = match self.peek() {
            TokenKind::Word { text, .. } => format!("`{text}`"),
            TokenKind::Int(digits) => format!("`{digits}`"),
            TokenKind::Bv { digits, width } => format!("`{digits}bv{width}`"),
            TokenKind::Real | TokenKind::Float => "a number".into(),
            TokenKind::Text(_) => "a string".into(),
            TokenKind::Sign(sign) => format!("`{sign}`"),
            TokenKind::End => "the end of the text".into(),
        };
        Problem::new(self.span(), format!("expected {expected}, found {found}"))
    }

    /// The name that comes next, if one does.
    fn name_ahead(&self) -> Option<&str> {
        match self.peek() {
            TokenKind::Word { text, escaped } if *escaped || !KEYWORDS.contains(&text.as_str()) => {
                Some(text)
            }
            _ => None,
        }
    }

    fn ident(&mut self, what: &str) -> Res<Ident> {
        let Some(name) = self.name_ahead() else { return Err(self.unexpected(what)) };
        let ident = Ident { name: name.to_owned(), span: self.span() };
        self.advance();
        Ok(ident)
    }

    fn idents(&mut self, what: &str) -> Res<Vec<Ident>> {
        let mut idents = vec![self.ident(what)?];
        while self.accept(",") {
            idents.push(self.ident(what)?);
        }
        Ok(idents)
    }

    /// Does something one level deeper.
    fn nested<T>(&mut self, work: impl FnOnce(&mut Parser) -> Res<T>) -> Res<T> {
        self.depth += 1;
        let result = if self.depth > DEEPEST_EXPRESSION {
            Err(Problem::new(self.span(), "this is nested too deeply"))
        } else {
            work(self)
        };
        self.depth -= 1;
        result
    }

    fn starts_attribute(&self) -> bool {
        self.is_sign("{") && *self.peek_after(1) == TokenKind::Sign(":")
    }

    /// `{:name "text", e, ...}`, any number of them.
    fn attributes(&mut self) -> Res<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.starts_attribute() {
            let start = self.span();
            self.advance();
            self.advance();
            let TokenKind::Word { text: name, .. } = self.peek().clone() else {
                return Err(self.unexpected("the name of an attribute"));
            };
            self.advance();
            let mut text = None;
            while !self.is_sign("}") {
                if let TokenKind::Text(argument) = self.peek() {
                    text.get_or_insert_with(|| argument.clone());
                    self.advance();
                } else {
                    self.expression()?;
                }
                if !self.accept(",") {
                    break;
                }
            }
            self.expect("}")?;
            if CHANGING.contains(&name.as_str()) {
                self.attributes.push((name.clone(), self.since(start)));
            }
            attributes.push(Attribute { name, text });
        }
        Ok(attributes)
    }
}
