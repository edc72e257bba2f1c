//! Real C, in the dialect the parser accepts.
//!
//! The parser takes standard C11 and many GNU extensions, but not all that compilers take: implicit
//! `int`, old-style parameters without declarations, attributes in odd places, labels before a closing brace,
//! computed `goto`, assembler, and so on. The normaliser walks the tokens along the structure of
//! declarations, statements and expressions and rewrites those. It never rejects what it does not
//! understand: it copies such tokens, and the parser reports them. Every token keeps its place;
//! inserted ones stand where they are inserted.
//!
//! Names it introduces, for the semantic phase to recognise:
//! - `__whydunit_annotation(N);` for annotation number N inside a function,
//! - `__whydunit_unsupported("what");` for a statement that cannot be handled,
//! - `a ? __whydunit_same() : b` for `a ?: b`,
//! - `_Decimal128x` for 128-bit integers,
//! - the attribute `__whydunit_pack__(n)` for records under `#pragma pack(n)`,
//! - `__builtin_types_compatible_p((T *)0, (U *)0)` for the builtin applied to types `T` and `U`.

mod attribute;
mod declaration;
mod declarator;
mod expression;
mod limits;
mod statement;
mod words;

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use whydunit_source::{SourceMap, Span};

use super::Token;
use super::emit::{Annotation, Normalised};
use super::scan::Kind;

pub(crate) use words::display_name;
pub(super) use words::{Dialect, literal, mangle};

/// Why text cannot be handed to the parser.
#[derive(Clone, Debug)]
pub(super) struct NormaliseError {
    pub(super) message: String,
    pub(super) span: Span,
    pub(super) note: Option<String>,
}

type Normalise<T = ()> = Result<T, NormaliseError>;

/// What a name stands for, where that matters for reading the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Typedef,
    /// A variable or function that hides a typedef.
    Ordinary,
    /// A parameter that hides a typedef. The parser forgets parameters before it reads the body, so
    /// the parameter gets a name of its own.
    Renamed,
}

struct Normaliser<'a> {
    input: Vec<Token<'a>>,
    pos: usize,
    out: Vec<Token<'a>>,
    scopes: Vec<FxHashMap<String, Meaning>>,
    /// Annotations that are still to be placed, last one first, with the input index each stands before.
    waiting: Vec<(usize, Token<'a>)>,
    annotations: Vec<(usize, Annotation)>,
    /// Alignment in force from each input index on, ascending.
    packs: Vec<(usize, u32)>,
    dialect: Dialect,
    sources: &'a SourceMap,
    /// Names declared since the list was last cleared; kept only while old-style parameters are read.
    declared: Option<Vec<String>>,
    nesting: u32,
    in_function: bool,
}

pub(super) fn normalise<'a>(
    tokens: Vec<Token<'a>>,
    dialect: Dialect,
    sources: &'a SourceMap,
) -> Normalise<Normalised<'a>> {
    let mut normaliser = Normaliser::new(tokens, dialect, sources);
    limits::check(&normaliser.input)?;
    while !normaliser.at_end() {
        normaliser.external()?;
    }
    normaliser.place_contracts(normaliser.pos);
    Ok(Normalised { tokens: normaliser.out, annotations: normaliser.annotations })
}

impl<'a> Normaliser<'a> {
    fn new(tokens: Vec<Token<'a>>, dialect: Dialect, sources: &'a SourceMap) -> Normaliser<'a> {
        let mut input = Vec::with_capacity(tokens.len());
        let (mut waiting, mut packs) = (Vec::new(), Vec::new());
        for token in tokens {
            match token.kind {
                Kind::Annotation => waiting.push((input.len(), token)),
                Kind::Pack => packs.push((input.len(), token.text.parse().unwrap_or(0))),
                Kind::Ident | Kind::Punct => match dialect.respell(&token.text) {
                    None => input.push(token),
                    Some(words) => input.extend(words.iter().map(|&word| Token {
                        kind: if token.kind == Kind::Ident && word.len() == 1 {
                            Kind::Punct
                        } else {
                            token.kind
                        },
                        text: Cow::Borrowed(word),
                        span: token.span,
                    })),
                },
                _ => input.push(token),
            }
        }
        for token in &mut input {
            if token.kind == Kind::Ident && words::needs_mangling(&token.text) {
                token.text = words::mangle(&token.text).into();
            }
        }
        waiting.reverse();
        let builtin = FxHashMap::from_iter([("__builtin_va_list".to_owned(), Meaning::Typedef)]);
        Normaliser {
            out: Vec::with_capacity(input.len() + input.len() / 8),
            input,
            pos: 0,
            scopes: vec![builtin],
            waiting,
            annotations: Vec::new(),
            packs,
            dialect,
            sources,
            declared: None,
            nesting: 0,
            in_function: false,
        }
    }

    fn at_end(&self) -> bool {
        self.pos >= self.input.len()
    }

    /// The current token's text; empty at the end.
    fn peek(&self) -> &str {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> &str {
        self.input.get(self.pos + ahead).map_or("", |token| token.text.as_ref())
    }

    /// The name `ahead` tokens from here, if an identifier that is no keyword stands there.
    fn name_at(&self, ahead: usize) -> Option<&str> {
        let token = self.input.get(self.pos + ahead)?;
        (token.kind == Kind::Ident && !words::is_keyword(&token.text))
            .then_some(token.text.as_ref())
    }

    /// Copies the current token.
    fn bump(&mut self) {
        if let Some(token) = self.input.get(self.pos) {
            self.out.push(token.clone());
            self.pos += 1;
        }
    }

    /// Copies the current token if it is `text`.
    fn eat(&mut self, text: &str) -> bool {
        let found = self.peek() == text;
        if found {
            self.bump();
        }
        found
    }

    /// Drops the current token.
    fn skip(&mut self) {
        if !self.at_end() {
            self.pos += 1;
        }
    }

    /// Where an inserted token stands: just behind the last one, or before the next.
    fn here(&self) -> Span {
        let span_of = |token: &Token<'_>| token.span;
        let next = self.input.get(self.pos).map(span_of);
        match self.out.last().map(span_of) {
            Some(last) if next.is_none_or(|next| next.file == last.file) => {
                Span::at(last.file, last.end)
            }
            last => next.or(last).map_or(Span::at(whydunit_source::FileId(0), 0), |span| {
                Span::at(span.file, span.start)
            }),
        }
    }

    /// Inserts tokens of our own, separated by blanks in `text`.
    fn insert(&mut self, text: &'static str) {
        let span = self.here();
        self.insert_at(text, span);
    }

    fn insert_at(&mut self, text: &'static str, span: Span) {
        for word in text.split(' ') {
            self.push_word(word, span);
        }
    }

    fn push_word(&mut self, word: impl Into<Cow<'a, str>>, span: Span) {
        let text = word.into();
        let kind = match text.as_bytes().first() {
            Some(b'"') => Kind::Str,
            Some(first) if first.is_ascii_alphabetic() || *first == b'_' => Kind::Ident,
            Some(first) if first.is_ascii_digit() => Kind::Number,
            _ => Kind::Punct,
        };
        self.out.push(Token { kind, text, span });
    }

    /// Copies from an opening bracket to its partner without looking inside.
    fn skip_brackets(&mut self) {
        let mut depth = 0usize;
        while !self.at_end() {
            match self.peek() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.skip();
            if depth == 0 {
                return;
            }
        }
    }

    fn meaning(&self, name: &str) -> Option<Meaning> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    fn is_typedef(&self, name: &str) -> bool {
        self.meaning(name) == Some(Meaning::Typedef)
    }

    fn declare(&mut self, name: &str, meaning: Meaning) {
        if let Some(declared) = &mut self.declared {
            declared.push(name.to_owned());
        }
        // Ordinary names matter only where they hide a typedef.
        if meaning == Meaning::Ordinary && self.meaning(name).is_none() {
            return;
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), meaning);
        }
    }

    fn scoped<T>(&mut self, body: impl FnOnce(&mut Self) -> Normalise<T>) -> Normalise<T> {
        self.scopes.push(FxHashMap::default());
        let result = body(self);
        self.scopes.pop();
        result
    }

    /// Runs `body` one level deeper, unless the program is nested too deeply for the phases to come.
    fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> Normalise<T>) -> Normalise<T> {
        self.nesting += 1;
        if self.nesting > crate::limits::MAX_NESTING {
            return Err(self.error("nesting too deep"));
        }
        let result = body(self);
        self.nesting -= 1;
        result
    }

    fn error(&self, message: impl Into<String>) -> NormaliseError {
        let span = self.input.get(self.pos).map_or_else(|| self.here(), |token| token.span);
        NormaliseError { message: message.into(), span, note: None }
    }

    fn unknown_type(&self, name: &str) -> NormaliseError {
        let message = format!("unknown type name `{}`", display_name(name));
        let note = words::header_of_type(name)
            .map(|header| format!("`{name}` is declared in <{header}>: is an #include missing?"));
        NormaliseError { note, ..self.error(message) }
    }

    /// One declaration or definition at file scope.
    fn external(&mut self) -> Normalise {
        self.place_contracts(self.pos);
        match self.peek() {
            ";" => self.skip(),
            "__asm__" | "asm" if self.at_asm() => {
                self.skip_asm();
                if self.peek() == ";" {
                    self.skip();
                }
            }
            "_Static_assert" => self.static_assert()?,
            _ => {
                let start = self.pos;
                self.declaration(declaration::Context::File)?;
                if self.pos == start {
                    self.bump();
                }
            }
        }
        Ok(())
    }

    /// Notes the annotations that stand before input token `until` as contracts of what follows.
    fn place_contracts(&mut self, until: usize) {
        while let Some((_, token)) = self.waiting.pop_if(|(before, _)| *before <= until) {
            let annotation = Annotation::new(&token.text, token.span, false, self.sources);
            self.annotations.push((self.out.len(), annotation));
        }
    }

    /// Inserts the annotations that stand here as statements. Those that stood inside an earlier
    /// statement or expression belong to nothing and are dropped.
    fn place_annotations(&mut self) {
        while let Some((before, token)) = self.waiting.pop_if(|(before, _)| *before <= self.pos) {
            if before < self.pos {
                continue;
            }
            let number = self.annotations.len();
            let annotation = Annotation::new(&token.text, token.span, true, self.sources);
            self.annotations.push((self.out.len(), annotation));
            self.push_word("__whydunit_annotation", token.span);
            self.push_word("(", token.span);
            self.push_word(number.to_string(), token.span);
            self.push_word(")", token.span);
            self.push_word(";", token.span);
        }
    }

    /// Does an annotation stand before the current token?
    fn annotation_waits(&self) -> bool {
        self.waiting
            .iter()
            .rev()
            .find(|(before, _)| *before >= self.pos)
            .is_some_and(|(before, _)| *before == self.pos)
    }

    fn pack_at(&self, index: usize) -> u32 {
        let after = self.packs.partition_point(|&(from, _)| from <= index);
        after.checked_sub(1).map_or(0, |last| self.packs[last].1)
    }
}
