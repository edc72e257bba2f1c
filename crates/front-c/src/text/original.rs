//! The tokens of a file as its author wrote it, before preprocessing.
//!
//! Directives are left out; what conditional compilation skips is not (the scanner cannot know), so
//! scanning never fails: text in a skipped group may be no C at all.

use std::borrow::Cow;
use std::ops::Range;

use super::lexer::ceil_char_boundary;
use super::scan::{Kind, scan, splice_len, without_splices};

#[derive(Clone, Debug)]
pub(super) struct OriginalToken<'a> {
    pub(super) kind: Kind,
    pub(super) text: Cow<'a, str>,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) line: u32,
}

/// The tokens of an original file, in order.
#[derive(Debug, Default)]
pub(super) struct Original<'a> {
    pub(super) tokens: Vec<OriginalToken<'a>>,
    /// Lines that a splice joins with the next one, ascending.
    pub(super) spliced_lines: Vec<u32>,
    /// Comments with a directive behind them on the same line.
    pub(super) comments_before_directives: Vec<Range<usize>>,
}

impl<'a> Original<'a> {
    pub(super) fn scan(text: &'a str) -> Original<'a> {
        let mut scanner = Scanner { text, bytes: text.as_bytes(), pos: 0, line: 1 };
        let mut out = Original::default();
        let mut at_line_start = true;
        let mut comments_on_line: Vec<Range<usize>> = Vec::new();
        while scanner.pos < scanner.bytes.len() {
            let splice = splice_len(scanner.bytes, scanner.pos);
            match scanner.bytes[scanner.pos] {
                b'\n' => {
                    scanner.pos += 1;
                    scanner.line += 1;
                    at_line_start = true;
                    comments_on_line.clear();
                }
                byte if byte.is_ascii_whitespace() || byte == 0x0b => scanner.pos += 1,
                _ if splice > 0 => {
                    out.spliced_lines.push(scanner.line);
                    scanner.pos += splice;
                    scanner.line += 1;
                }
                b'#' if at_line_start => {
                    out.comments_before_directives.append(&mut comments_on_line);
                    scanner.skip_directive();
                }
                _ => {
                    let (first_line, start) = (scanner.line, scanner.pos);
                    let token = scanner.token();
                    if token.kind == Kind::Comment && at_line_start {
                        comments_on_line.push(start..scanner.pos);
                    }
                    if !matches!(token.kind, Kind::Comment | Kind::Annotation) {
                        out.spliced_lines.extend(first_line..scanner.line);
                    }
                    if token.kind != Kind::Comment && token.kind != Kind::Annotation {
                        at_line_start = false;
                    }
                    if token.kind != Kind::Comment {
                        out.tokens.push(token);
                    }
                }
            }
        }
        out
    }

    /// Index of the first token on `line` or after it.
    pub(super) fn first_on(&self, line: u32) -> usize {
        self.tokens.partition_point(|token| token.line < line)
    }

    pub(super) fn has_annotations(&self) -> bool {
        self.tokens.iter().any(|token| token.kind == Kind::Annotation)
    }
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pos: usize,
    line: u32,
}

impl<'a> Scanner<'a> {
    fn token(&mut self) -> OriginalToken<'a> {
        let start = self.pos;
        let scanned = scan(self.bytes, start);
        let end = ceil_char_boundary(self.text, scanned.end);
        let text = &self.text[start..end];
        let token = OriginalToken {
            kind: if scanned.flaw.is_some() { Kind::Stray } else { scanned.kind },
            text: without_splices(text),
            start: start as u32,
            end: end as u32,
            line: self.line,
        };
        self.line += text.bytes().filter(|&byte| byte == b'\n').count() as u32;
        self.pos = end;
        token
    }

    /// Leaves `pos` at the newline that ends the directive's logical line.
    fn skip_directive(&mut self) {
        while self.pos < self.bytes.len() && self.bytes[self.pos] != b'\n' {
            let splice = splice_len(self.bytes, self.pos);
            if splice > 0 {
                self.pos += splice;
                self.line += 1;
            } else if self.bytes[self.pos..].starts_with(b"/*") {
                self.token();
            } else if matches!(self.bytes[self.pos], b'"' | b'\'') {
                // A quote in an `#error` message may have no partner: the line ends it all the same.
                self.token();
            } else {
                self.pos += 1;
            }
        }
        self.pos = ceil_char_boundary(self.text, self.pos);
    }
}
