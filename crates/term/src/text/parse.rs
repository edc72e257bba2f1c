//! Parsing; see the module above for the form of the text.
//!
//! The parser keeps its own stack: nesting is limited by memory alone. Terms are made by the simplifying constructors.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::text::syntax::{self, Numbers};
use crate::{Op, Sort, Term, Terms};

/// Text that is not a term.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at byte {offset}: {message}")]
pub struct ParseError {
    /// Where in the text.
    pub offset: usize,
    pub message: String,
}

impl Terms {
    /// Reads what [`Terms::display`] writes. Variables and functions that the store does not know are declared.
    pub fn parse(&mut self, text: &str) -> Result<Term, ParseError> {
        Parser { terms: self, text, position: 0, stack: Vec::new(), bound: FxHashMap::default() }
            .parse()
    }
}

struct Parser<'a> {
    terms: &'a mut Terms,
    text: &'a str,
    position: usize,
    stack: Vec<Frame<'a>>,
    /// What the names of the enclosing `let`s stand for, innermost last.
    bound: FxHashMap<Cow<'a, str>, Vec<Term>>,
}

/// An open parenthesis.
enum Frame<'a> {
    Apply {
        head: Head<'a>,
        operands: Vec<Term>,
        offset: usize,
    },
    /// In the bindings of a `let`, within the one of the last name.
    Binding {
        names: Vec<Cow<'a, str>>,
    },
    /// In the body of a `let`.
    Body {
        names: Vec<Cow<'a, str>>,
    },
}

enum Head<'a> {
    Operation(Op),
    Opaque(Cow<'a, str>, Sort),
}

#[derive(Debug)]
enum Token<'a> {
    Open,
    Close,
    Atom { name: Cow<'a, str>, sort: Option<Sort>, quoted: bool },
}

impl<'a> Parser<'a> {
    fn parse(mut self) -> Result<Term, ParseError> {
        loop {
            let Some(mut value) = self.term_start()? else { continue };
            // Every parenthesis that the value ends gives the next value.
            loop {
                match self.value_end(value)? {
                    Next::Value(outer) => value = outer,
                    Next::Operand => break,
                    Next::Finished => return Ok(value),
                }
            }
        }
    }

    /// Reads a leaf or what opens a term; without a value, another term is to follow.
    fn term_start(&mut self) -> Result<Option<Term>, ParseError> {
        let offset = self.skip_space();
        match self.token()? {
            Token::Close => Err(error(offset, "a term is missing")),
            Token::Atom { name, sort, quoted } => self.leaf(name, sort, quoted, offset).map(Some),
            Token::Open => self.open(offset),
        }
    }

    fn leaf(
        &mut self,
        name: Cow<'a, str>,
        sort: Option<Sort>,
        quoted: bool,
        offset: usize,
    ) -> Result<Term, ParseError> {
        if let Some(sort) = sort {
            self.check_sort(&name, sort, offset)?;
            return Ok(self.terms.variable(&name, sort));
        }
        if !quoted {
            match &*name {
                "true" => return Ok(Term::TRUE),
                "false" => return Ok(Term::FALSE),
                _ => {}
            }
            if let Some(digits) = name.strip_prefix("#x") {
                return self.constant(digits, 16, 4, offset);
            }
            if let Some(digits) = name.strip_prefix("#b") {
                return self.constant(digits, 2, 1, offset);
            }
        }
        if let Some(&value) = self.bound.get(&name).and_then(|values| values.last()) {
            return Ok(value);
        }
        let Some(symbol) = self.terms.find_symbol(&name) else {
            return Err(error(offset, format!("`{name}` is not known; declare it as `name:sort`")));
        };
        Ok(self.terms.variable(&name, self.terms.symbol_sort(symbol)))
    }

    fn constant(
        &mut self,
        digits: &str,
        radix: u32,
        bits: u32,
        offset: usize,
    ) -> Result<Term, ParseError> {
        let most = Sort::MAX_WIDTH / bits;
        if digits.is_empty() || digits.len() > most as usize || digits.starts_with('+') {
            return Err(error(offset, format!("a constant has 1 to {most} digits")));
        }
        let width = digits.bytes().map(|_| bits).sum();
        let value = u128::from_str_radix(digits, radix)
            .map_err(|_| error(offset, "a digit does not fit the constant"))?;
        Ok(self.terms.bits(width, value))
    }

    fn check_sort(&self, name: &str, sort: Sort, offset: usize) -> Result<(), ParseError> {
        match self.terms.find_symbol(name) {
            Some(symbol) if self.terms.symbol_sort(symbol) != sort => {
                Err(error(offset, format!("`{name}` has another sort")))
            }
            _ => Ok(()),
        }
    }

    /// What follows an opening parenthesis.
    fn open(&mut self, offset: usize) -> Result<Option<Term>, ParseError> {
        let head_offset = self.skip_space();
        let Token::Atom { name, sort, quoted } = self.token()? else {
            return Err(error(head_offset, "an operation is missing"));
        };
        if sort.is_none() && !quoted && name == "let" {
            let offset = self.skip_space();
            let Token::Open = self.token()? else {
                return Err(error(offset, "a list of bindings is missing"));
            };
            return self.binding(Vec::new()).map(|()| None);
        }
        let head = match sort {
            Some(sort) => {
                self.check_sort(&name, sort, head_offset)?;
                Head::Opaque(name, sort)
            }
            None => Head::Operation(self.operation(&name, quoted, head_offset)?),
        };
        if self.peek_close() {
            self.token()?;
            return self.apply(head, &[], offset).map(Some);
        }
        self.stack.push(Frame::Apply { head, operands: Vec::new(), offset });
        Ok(None)
    }

    /// The operation of that name, with the numbers that follow.
    fn operation(&mut self, name: &str, quoted: bool, offset: usize) -> Result<Op, ParseError> {
        let unknown = || error(offset, format!("`{name}` is not an operation"));
        let count = syntax::number_count(name).filter(|_| !quoted).ok_or_else(unknown)?;
        let mut numbers = Numbers::new();
        for _ in 0..count {
            let offset = self.skip_space();
            let number = match self.token()? {
                Token::Atom { name, sort: None, quoted: false } => name.parse().ok(),
                _ => None,
            };
            numbers.push(number.ok_or_else(|| error(offset, "a number below 256 is missing"))?);
        }
        syntax::operation(name, &numbers).ok_or_else(unknown)
    }

    /// The next binding of a `let`, or the end of the bindings.
    fn binding(&mut self, mut names: Vec<Cow<'a, str>>) -> Result<(), ParseError> {
        let offset = self.skip_space();
        match self.token()? {
            Token::Close => self.stack.push(Frame::Body { names }),
            Token::Open => {
                let offset = self.skip_space();
                let Token::Atom { name, sort: None, .. } = self.token()? else {
                    return Err(error(offset, "a name without a sort is missing"));
                };
                names.push(name);
                self.stack.push(Frame::Binding { names });
            }
            Token::Atom { .. } => return Err(error(offset, "a binding is missing")),
        }
        Ok(())
    }

    /// Hands a value to the innermost open parenthesis, and closes that if the text does.
    fn value_end(&mut self, value: Term) -> Result<Next, ParseError> {
        match self.stack.pop() {
            None => {
                let offset = self.skip_space();
                match offset == self.text.len() {
                    true => Ok(Next::Finished),
                    false => Err(error(offset, "the term has ended before")),
                }
            }
            Some(Frame::Apply { head, mut operands, offset }) => {
                operands.push(value);
                if self.peek_close() {
                    self.token()?;
                    return self.apply(head, &operands, offset).map(Next::Value);
                }
                self.stack.push(Frame::Apply { head, operands, offset });
                Ok(Next::Operand)
            }
            Some(Frame::Binding { names }) => {
                self.close()?;
                if let Some(name) = names.last() {
                    self.bound.entry(name.clone()).or_default().push(value);
                }
                self.binding(names)?;
                Ok(Next::Operand)
            }
            Some(Frame::Body { names }) => {
                self.close()?;
                for name in names {
                    self.bound.entry(name).or_default().pop();
                }
                Ok(Next::Value(value))
            }
        }
    }

    fn apply(
        &mut self,
        head: Head<'_>,
        operands: &[Term],
        offset: usize,
    ) -> Result<Term, ParseError> {
        match head {
            Head::Operation(op) => self
                .terms
                .try_apply(op, operands)
                .map_err(|sort_error| error(offset, sort_error.to_string())),
            Head::Opaque(name, sort) => {
                self.check_sort(&name, sort, offset)?;
                Ok(self.terms.opaque(&name, sort, operands))
            }
        }
    }

    fn close(&mut self) -> Result<(), ParseError> {
        let offset = self.skip_space();
        match self.token()? {
            Token::Close => Ok(()),
            _ => Err(error(offset, "a closing parenthesis is missing")),
        }
    }

    fn peek_close(&mut self) -> bool {
        self.skip_space();
        self.rest().starts_with(')')
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn skip_space(&mut self) -> usize {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
        self.position
    }

    fn token(&mut self) -> Result<Token<'a>, ParseError> {
        let offset = self.skip_space();
        let rest = self.rest();
        match rest.as_bytes().first() {
            None => Err(error(offset, "the text ends too early")),
            Some(b'(') => {
                self.position += 1;
                Ok(Token::Open)
            }
            Some(b')') => {
                self.position += 1;
                Ok(Token::Close)
            }
            Some(b'|') => self.quoted_atom(offset),
            Some(_) => {
                let atom = self.word();
                match atom.rsplit_once(':') {
                    None => Ok(Token::Atom { name: atom.into(), sort: None, quoted: false }),
                    Some((name, sort)) => {
                        let sort = parse_sort(sort, offset)?;
                        Ok(Token::Atom { name: name.into(), sort: Some(sort), quoted: false })
                    }
                }
            }
        }
    }

    /// The text up to the next space, parenthesis or bar.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let is_end = |c: char| c.is_whitespace() || "()|".contains(c);
        let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        self.position += word.len();
        word
    }

    fn quoted_atom(&mut self, offset: usize) -> Result<Token<'a>, ParseError> {
        let mut name = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        let end = loop {
            match characters.next() {
                Some((index, '|')) => break index + 1,
                Some((_, '\\')) => name.extend(characters.next().map(|(_, c)| c)),
                Some((_, c)) => name.push(c),
                None => return Err(error(offset, "a quoted name does not end")),
            }
        };
        self.position += end;
        let sort_offset = self.position;
        let sort = match self.rest().starts_with(':') {
            true => Some(parse_sort(&self.word()[1..], sort_offset)?),
            false => None,
        };
        Ok(Token::Atom { name: name.into(), sort, quoted: true })
    }
}

/// What is to come after a value.
enum Next {
    /// It ended a parenthesis, which has this value.
    Value(Term),
    /// Another term.
    Operand,
    /// Nothing.
    Finished,
}

fn parse_sort(text: &str, offset: usize) -> Result<Sort, ParseError> {
    match text.parse() {
        _ if text == "bool" => Ok(Sort::Bool),
        Ok(width @ 1..=Sort::MAX_WIDTH) => Ok(Sort::Bits(width)),
        _ => Err(error(offset, "a sort is `bool` or a width from 1 to 128")),
    }
}

fn error(offset: usize, message: impl Into<String>) -> ParseError {
    ParseError { offset, message: message.into() }
}
