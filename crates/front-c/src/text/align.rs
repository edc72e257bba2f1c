//! Where did the user write what the preprocessor returned?
//!
//! The preprocessor keeps line numbers but not columns. Each group of lines of the original file (one
//! line, or several when a macro call or a splice spans them) is matched with the tokens that came
//! out of it. Names that were macros at that point split the group: tokens between them must
//! reappear as they are, and what stands between two such runs is what the macro call in between
//! produced. A token that a macro produced gets the span of the call, except that tokens found again
//! among the call's arguments get their own place.
//!
//! The matching is exact unless a call's expansion contains the very tokens that follow the call; then
//! a few tokens may be credited to the wrong side, always within the same group of lines.

use rustc_hash::FxHashMap;
use whydunit_source::{FileId, SourceMap, Span};

use super::lexer::{Definition, Lexed, PpToken};
use super::original::{Original, OriginalToken};
use super::scan::{Kind, scan};
use crate::limits::{MAX_ARGUMENT_SEARCH, MAX_CALL_TOKENS};

/// How tokens of one named file find their places.
#[derive(Debug)]
pub(super) struct AlignFile<'a> {
    pub(super) id: FileId,
    /// Absent for files whose columns nobody will see: tokens then map to their line.
    pub(super) original: Option<Original<'a>>,
}

/// The place of every token of `lexed`, in order.
pub(super) fn align(lexed: &Lexed<'_>, files: &[AlignFile<'_>], sources: &SourceMap) -> Vec<Span> {
    let mut macros = MacroTable::new();
    let mut events = lexed.macros.iter().peekable();
    let mut spans = Vec::with_capacity(lexed.tokens.len());
    while spans.len() < lexed.tokens.len() {
        let index = spans.len();
        while let Some(event) = events.next_if(|event| event.before <= index) {
            macros.apply(event.name, event.definition);
        }
        let token = &lexed.tokens[index];
        let file = &files[token.file as usize];
        let line = line_span(sources, file.id, token.line);
        let Some(original) = &file.original else {
            spans.push(line);
            continue;
        };
        let (range, last_line) = group(original, token.line, &macros);
        let length = lexed.tokens[index..]
            .iter()
            .take_while(|next| {
                next.file == token.file && (token.line..=last_line).contains(&next.line)
            })
            .count();
        let mut matcher = Matcher {
            original: &original.tokens[range],
            produced: &lexed.tokens[index..index + length],
            file: file.id,
            places: vec![line; length],
        };
        matcher.run(&macros);
        spans.append(&mut matcher.places);
    }
    spans
}

/// The text of a line without leading and trailing white space.
pub(super) fn line_span(sources: &SourceMap, file: FileId, line: u32) -> Span {
    let source = sources.file(file);
    let Some((start, text)) = source.line_start(line).zip(source.line_text(line)) else {
        let last = source.text().len() as u32;
        return Span::at(file, if line == 0 { 0 } else { last });
    };
    let start = start + (text.len() - text.trim_start().len()) as u32;
    Span::new(file, start, start + text.trim().len() as u32)
}

/// The macros in force at a point of the preprocessed text.
struct MacroTable<'a> {
    definitions: FxHashMap<&'a str, Definition<'a>>,
}

impl<'a> MacroTable<'a> {
    fn new() -> MacroTable<'a> {
        // Those the preprocessor computes have no definition it could print.
        let computed = [
            "__LINE__",
            "__FILE__",
            "__COUNTER__",
            "__DATE__",
            "__TIME__",
            "__TIMESTAMP__",
            "__INCLUDE_LEVEL__",
            "__BASE_FILE__",
        ];
        let one = Definition { function_like: false, body: "0" };
        let mut definitions: FxHashMap<_, _> =
            computed.map(|name| (name, one)).into_iter().collect();
        definitions.insert("_Pragma", Definition { function_like: true, body: "" });
        MacroTable { definitions }
    }

    fn apply(&mut self, name: &'a str, definition: Option<Definition<'a>>) {
        match definition {
            Some(definition) => self.definitions.insert(name, definition),
            None => self.definitions.remove(name),
        };
    }

    /// End of the macro call that starts at `tokens[at]`, if one does.
    fn call_end(&self, tokens: &[OriginalToken<'_>], at: usize) -> Option<usize> {
        let token = &tokens[at];
        if token.kind != Kind::Ident {
            return None;
        }
        let definition = self.definitions.get(token.text.as_ref())?;
        let mut end = at + 1;
        // An object-like macro may stand for the name of a function-like one.
        let takes_arguments = definition.function_like || self.names_function(definition.body, 8);
        if takes_arguments {
            match closing_paren(tokens, end) {
                Some(close) => end = close + 1,
                None if definition.function_like => return None,
                None => {}
            }
        }
        Some(end)
    }

    fn names_function(&self, body: &str, fuel: u32) -> bool {
        fuel > 0
            && self.definitions.get(body).is_some_and(|definition| {
                definition.function_like || self.names_function(definition.body, fuel - 1)
            })
    }

    /// How many tokens the object-like macro `name` expands to, when its body settles that.
    fn expansion_len(&self, name: &str, fuel: u32) -> Option<usize> {
        let definition = self.definitions.get(name)?;
        if fuel == 0 || definition.function_like || definition.body.len() > 200 {
            return None;
        }
        let bytes = definition.body.as_bytes();
        let (mut pos, mut count) = (0, 0);
        while pos < bytes.len() {
            if bytes[pos].is_ascii_whitespace() {
                pos += 1;
                continue;
            }
            let scanned = scan(bytes, pos);
            let text = definition.body.get(pos..scanned.end)?;
            pos = scanned.end;
            if text.starts_with('#') {
                return None;
            }
            count += match scanned.kind {
                Kind::Comment | Kind::Annotation => 0,
                Kind::Ident if text != name && self.definitions.contains_key(text) => {
                    self.expansion_len(text, fuel - 1)?
                }
                _ => 1,
            };
        }
        Some(count)
    }
}

/// If `tokens[open]` is `(`, the index of its partner.
fn closing_paren(tokens: &[OriginalToken<'_>], open: usize) -> Option<usize> {
    if tokens.get(open)?.text != "(" {
        return None;
    }
    let mut depth = 0usize;
    for (offset, token) in tokens[open..].iter().enumerate().take(MAX_CALL_TOKENS) {
        match token.text.as_ref() {
            "(" => depth += 1,
            ")" => {
                depth -= 1;
                if depth == 0 {
                    return Some(open + offset);
                }
            }
            _ => {}
        }
    }
    None
}

/// The original tokens that belong together with those on `line`, and the last line among them.
fn group(
    original: &Original<'_>,
    line: u32,
    macros: &MacroTable<'_>,
) -> (std::ops::Range<usize>, u32) {
    let start = original.first_on(line);
    let (mut at, mut last_line) = (start, line);
    loop {
        while original.spliced_lines.binary_search(&last_line).is_ok() {
            last_line += 1;
        }
        match original.tokens.get(at) {
            Some(token) if token.line <= last_line => {}
            _ => break,
        }
        at = macros.call_end(&original.tokens, at).unwrap_or(at + 1);
        last_line = last_line.max(original.tokens[at - 1].line);
    }
    (start..at, last_line)
}

/// A part of a group: one token that must reappear, or a macro call.
#[derive(Clone, Copy, Debug)]
enum Piece {
    Plain(usize),
    Call { from: usize, to: usize, length: Option<usize> },
}

struct Matcher<'m, 'a> {
    original: &'m [OriginalToken<'a>],
    produced: &'m [PpToken<'a>],
    file: FileId,
    /// Starts out as the span of the line for each produced token.
    places: Vec<Span>,
}

impl Matcher<'_, '_> {
    fn run(&mut self, macros: &MacroTable<'_>) {
        let pieces = self.pieces(macros);
        let (mut left, mut right) = (0, pieces.len());
        let (mut low, mut high) = (0, self.produced.len());
        while left < right && low < high {
            let Piece::Plain(at) = pieces[left] else { break };
            if !self.same(at, low) {
                break;
            }
            self.place(low, at);
            (left, low) = (left + 1, low + 1);
        }
        while left < right && low < high {
            let Piece::Plain(at) = pieces[right - 1] else { break };
            if !self.same(at, high - 1) {
                break;
            }
            self.place(high - 1, at);
            (right, high) = (right - 1, high - 1);
        }
        self.middle(&pieces[left..right], low, high);
    }

    fn pieces(&self, macros: &MacroTable<'_>) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(self.original.len());
        let mut at = 0;
        while at < self.original.len() {
            let Some(to) = macros.call_end(self.original, at) else {
                pieces.push(Piece::Plain(at));
                at += 1;
                continue;
            };
            let length =
                if to == at + 1 { macros.expansion_len(&self.original[at].text, 8) } else { None };
            match pieces.last_mut() {
                // Nothing tells where the expansion of one call ends and the next begins.
                Some(Piece::Call { to: end, length: None, .. }) if length.is_none() => *end = to,
                _ => pieces.push(Piece::Call { from: at, to, length }),
            }
            at = to;
        }
        pieces
    }

    fn same(&self, original: usize, produced: usize) -> bool {
        let (original, produced) = (&self.original[original], &self.produced[produced]);
        if original.kind == Kind::Annotation || produced.kind == Kind::Annotation {
            return original.kind == produced.kind;
        }
        if original.text == produced.text {
            return true;
        }
        // The preprocessor spells letters outside ASCII its own way.
        original.kind == Kind::Ident
            && produced.text.contains('\\')
            && super::normalise::mangle(&original.text) == super::normalise::mangle(&produced.text)
    }

    fn place(&mut self, produced: usize, original: usize) {
        let token = &self.original[original];
        self.places[produced] = Span::new(self.file, token.start, token.end);
    }

    /// Matches what is left once the ends have been taken off.
    fn middle(&mut self, pieces: &[Piece], mut low: usize, high: usize) {
        for (index, &piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Plain(at) => {
                    let token = &self.original[at];
                    let here = Span::new(self.file, token.start, token.end);
                    let found = (low..high.min(low + 64)).find(|&produced| self.same(at, produced));
                    if let Some(found) = found {
                        self.places[low..found].fill(here);
                        self.place(found, at);
                        low = found + 1;
                    }
                }
                Piece::Call { from, to, length } => {
                    let end = match length {
                        Some(length) => (low + length).min(high),
                        None => self.expansion_end(&pieces[index + 1..], low, high),
                    };
                    self.call(from, to, low, end);
                    low = end;
                }
            }
        }
        if let Some(last) = pieces.last() {
            let (from, to) = match *last {
                Piece::Plain(at) => (at, at + 1),
                Piece::Call { from, to, .. } => (from, to),
            };
            let span = Span::new(self.file, self.original[from].start, self.original[to - 1].end);
            self.places[low..high].fill(span);
        }
    }

    /// Where the tokens that follow a call reappear.
    fn expansion_end(&self, rest: &[Piece], low: usize, high: usize) -> usize {
        let run: Vec<usize> = rest
            .iter()
            .map_while(|piece| match *piece {
                Piece::Plain(at) => Some(at),
                Piece::Call { .. } => None,
            })
            .take(8)
            .collect();
        if run.is_empty() {
            return if rest.is_empty() { high } else { low };
        }
        let fits = |at: usize| {
            run.iter()
                .enumerate()
                .all(|(offset, &original)| at + offset < high && self.same(original, at + offset))
        };
        let mut depth = 0i32;
        let mut unbalanced = None;
        for at in low..high {
            if depth <= 0 && fits(at) {
                return at;
            }
            if unbalanced.is_none() && fits(at) {
                unbalanced = Some(at);
            }
            match self.produced[at].text.as_ref() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
        }
        unbalanced.unwrap_or(high)
    }

    /// An operator that starts an argument, such as the minus of `f(-x)`: it is found again together
    /// with what follows it.
    fn prefix_in(
        &self,
        arguments: std::ops::Range<usize>,
        produced: usize,
        high: usize,
    ) -> Option<usize> {
        let follower = produced + 1;
        let bracket = matches!(self.produced[produced].text.as_ref(), "(" | ")" | ",");
        if bracket || follower >= high || self.produced[follower].kind == Kind::Punct {
            return None;
        }
        let end = arguments.end;
        arguments
            .take(MAX_ARGUMENT_SEARCH)
            .find(|&at| at + 1 < end && self.same(at, produced) && self.same(at + 1, follower))
    }

    /// Credits `produced[low..high]` to the call `original[from..to]`.
    fn call(&mut self, from: usize, to: usize, low: usize, high: usize) {
        let whole = Span::new(self.file, self.original[from].start, self.original[to - 1].end);
        let arguments = if to - from > 2 { from + 2..to - 1 } else { to..to };
        // The argument token that would continue the one matched last.
        let mut next = arguments.start;
        for produced in low..high {
            let token = &self.produced[produced];
            let continues =
                next > arguments.start && next < arguments.end && self.same(next, produced);
            let found = if continues {
                Some(next)
            } else if token.kind == Kind::Punct {
                self.prefix_in(next..arguments.end, produced, high)
            } else {
                let ahead = (next..arguments.end).take(MAX_ARGUMENT_SEARCH);
                let again = arguments.clone().take(MAX_ARGUMENT_SEARCH);
                ahead.chain(again).find(|&at| self.same(at, produced))
            };
            match found {
                Some(at) => {
                    self.place(produced, at);
                    next = at + 1;
                }
                None => {
                    self.places[produced] = whole;
                    // A token of the macro's own ends the run of argument tokens.
                    if next > arguments.start && token.kind != Kind::Punct {
                        next = arguments.start;
                    }
                }
            }
        }
    }
}
