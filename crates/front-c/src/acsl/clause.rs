//! Clauses: what an annotation is made of.

use whydunit_source::Span;

use super::AcslError;
use super::ast::{Clause, ClauseKind, SpecExpr, SpecKind};
use super::lexer::{TokenKind, lex};
use super::parser::Parser;
use super::term::no_range;

/// Reads the text of an annotation comment. `base` is where that text stands; offsets in the result
/// count from it (see [`super::place`]).
pub(crate) fn parse_annotation(text: &str, base: Span) -> Result<Vec<Clause>, AcslError> {
    debug_assert!(base.start <= base.end);
    let mut reader = Reader { text, parser: Parser::new(lex(text)?), clauses: Vec::new() };
    let mut assumption = None;
    while !reader.parser.at_end() {
        reader.clause(&mut assumption)?;
    }
    Ok(reader.clauses)
}

/// Reads a single predicate, such as the value of `--requires`.
pub(crate) fn parse_predicate(text: &str) -> Result<SpecExpr, AcslError> {
    let mut parser = Parser::new(lex(text)?);
    let expr = parser.expression()?;
    parser.eat(";");
    if !parser.at_end() {
        return Err(parser.unexpected("the end"));
    }
    no_range(&expr)?;
    Ok(expr)
}

struct Reader<'a> {
    text: &'a str,
    parser: Parser<'a>,
    clauses: Vec<Clause>,
}

impl Reader<'_> {
    /// One clause. `assumption` holds while the clauses of a behavior are read.
    fn clause(&mut self, assumption: &mut Option<SpecExpr>) -> Result<(), AcslError> {
        let start = self.parser.token().start;
        if self.parser.token().kind != TokenKind::Name {
            if self.parser.eat(";") {
                return Ok(());
            }
            return Err(self.parser.unexpected("a clause such as `requires` or `assert`"));
        }
        let mut keyword = self.parser.bump().text.to_owned();
        if keyword == "for" {
            // `for behavior, behavior: clause`
            while !self.parser.at_end() && !self.parser.eat(":") {
                self.parser.bump();
            }
            return Ok(());
        }
        if matches!(keyword.as_str(), "loop" | "check" | "admit" | "complete" | "disjoint")
            && matches!(
                self.parser.peek(),
                "invariant"
                    | "assigns"
                    | "variant"
                    | "allocates"
                    | "frees"
                    | "requires"
                    | "ensures"
                    | "assert"
                    | "behaviors"
                    | "loop"
                    | "pragma"
                    | "unroll"
            )
        {
            let second = self.parser.bump().text;
            keyword = match keyword.as_str() {
                "check" => second.to_owned(),
                _ => format!("{keyword} {second}"),
            };
        }
        match keyword.as_str() {
            "requires" => self.condition(ClauseKind::Requires, start, assumption.as_ref()),
            "ensures" => self.condition(ClauseKind::Ensures, start, assumption.as_ref()),
            "assert" | "check" | "invariant" => self.condition(ClauseKind::Assert, start, None),
            "loop invariant" => self.condition(ClauseKind::LoopInvariant, start, None),
            "behavior" => {
                *assumption = None;
                while !self.parser.at_end() && !self.parser.eat(":") {
                    self.parser.bump();
                }
                Ok(())
            }
            "assumes" => {
                let (expr, _) = self.predicate()?;
                *assumption = Some(match assumption.take() {
                    None => expr,
                    Some(earlier) => {
                        let (from, to) = (earlier.start, expr.end);
                        let both = SpecKind::And(Box::new(earlier), Box::new(expr));
                        SpecExpr::new(both, from, to)
                    }
                });
                Ok(())
            }
            _ => {
                self.ignored(keyword, start);
                Ok(())
            }
        }
    }

    /// A predicate, perhaps with names in front, and its semicolon.
    fn predicate(&mut self) -> Result<(SpecExpr, usize), AcslError> {
        while self.parser.token().kind == TokenKind::Name && self.parser.token_at(1).text == ":" {
            self.parser.bump();
            self.parser.bump();
        }
        let start = self.parser.token().start;
        let expr = self.parser.expression()?;
        no_range(&expr)?;
        // The last semicolon of a one-line annotation is often forgotten.
        if !self.parser.at_end() {
            self.parser.expect(";")?;
        }
        Ok((expr, start))
    }

    fn condition(
        &mut self,
        kind: ClauseKind,
        start: usize,
        assumption: Option<&SpecExpr>,
    ) -> Result<(), AcslError> {
        let (expr, from) = self.predicate()?;
        let end = expr.end;
        let expr = match assumption {
            None => expr,
            Some(assumption) => {
                let mut premise = assumption.clone();
                // What a behavior assumes is meant before the call.
                if kind == ClauseKind::Ensures {
                    let (start, end) = (premise.start, premise.end);
                    premise = SpecExpr::new(SpecKind::Old(Box::new(premise)), start, end);
                }
                let (start, end) = (expr.start, expr.end);
                SpecExpr::new(SpecKind::Implies(Box::new(premise), Box::new(expr)), start, end)
            }
        };
        let text = self.written(from, end);
        self.clauses.push(Clause { kind, expr: Some(expr), text, start, end });
        Ok(())
    }

    /// Reads over a clause: to its semicolon, or to the end of its braces.
    fn ignored(&mut self, keyword: String, start: usize) {
        let from = self.parser.token().start;
        let mut depth = 0usize;
        while !self.parser.at_end() {
            match self.parser.peek() {
                ";" if depth == 0 => break,
                "(" | "[" | "{" => depth += 1,
                "}" if depth == 1 => {
                    self.parser.bump();
                    break;
                }
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.parser.bump();
        }
        let end = self.parser.previous_end();
        self.parser.eat(";");
        let text = self.written(from.min(end), end);
        let kind = ClauseKind::Ignored { keyword };
        self.clauses.push(Clause { kind, expr: None, text, start, end });
    }

    /// A part of the text on one line, without the decoration of comments.
    fn written(&self, start: usize, end: usize) -> String {
        let words = self.text[start..end].split(|c: char| c.is_whitespace() || c == '@');
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}
