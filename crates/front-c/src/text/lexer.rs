//! What did the preprocessor return?
//!
//! Its output is a stream of tokens, each on a line of some file, with the definitions of macros in
//! between (they are asked for because the alignment with the original text needs to know which names were macros at
//! each point). Comments other than annotations vanish here, and so do all pragmas but `pack`.

use std::borrow::Cow;

use super::scan::{Flaw, Kind, scan, splice_len, without_splices};
use crate::limits::MAX_LINE;

/// A token of the preprocessed text.
#[derive(Clone, Debug)]
pub(super) struct PpToken<'a> {
    pub(super) kind: Kind,
    pub(super) text: Cow<'a, str>,
    /// Index into [`Lexed::files`].
    pub(super) file: u32,
    pub(super) line: u32,
    /// Byte offset in the preprocessed text.
    pub(super) offset: u32,
}

/// A file that a line marker named.
#[derive(Clone, Debug)]
pub(super) struct NamedFile {
    pub(super) name: String,
    /// The marker called it a system header.
    pub(super) is_system: bool,
}

/// A `#define` or `#undef` that took effect before the token with index `before`.
#[derive(Clone, Debug)]
pub(super) struct MacroEvent<'a> {
    pub(super) before: usize,
    pub(super) name: &'a str,
    /// `None` for `#undef`.
    pub(super) definition: Option<Definition<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Definition<'a> {
    pub(super) function_like: bool,
    pub(super) body: &'a str,
}

#[derive(Clone, Debug)]
pub(super) struct LexError {
    pub(super) message: String,
    pub(super) file: String,
    pub(super) line: u32,
    /// The offending text, to find the column with.
    pub(super) text: String,
}

#[derive(Debug, Default)]
pub(super) struct Lexed<'a> {
    pub(super) tokens: Vec<PpToken<'a>>,
    pub(super) files: Vec<NamedFile>,
    pub(super) macros: Vec<MacroEvent<'a>>,
}

/// Lexes the output of the preprocessor.
pub(super) fn lex(text: &str) -> Result<Lexed<'_>, LexError> {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        pos: 0,
        file: 0,
        line: 1,
        pack: PackStack::default(),
        out: Lexed::default(),
    };
    lexer.out.files.push(NamedFile { name: String::new(), is_system: true });
    lexer.run()?;
    Ok(lexer.out)
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pos: usize,
    file: u32,
    line: u32,
    pack: PackStack,
    out: Lexed<'a>,
}

impl<'a> Lexer<'a> {
    fn run(&mut self) -> Result<(), LexError> {
        let mut at_line_start = true;
        while self.pos < self.bytes.len() {
            match self.bytes[self.pos] {
                b'\n' => {
                    self.pos += 1;
                    self.line += 1;
                    at_line_start = true;
                }
                byte if byte.is_ascii_whitespace() || byte == 0x0b => self.pos += 1,
                b'\\' if splice_len(self.bytes, self.pos) > 0 => {
                    self.pos += splice_len(self.bytes, self.pos);
                    self.line += 1;
                }
                b'#' if at_line_start => self.directive(),
                _ => {
                    at_line_start = false;
                    self.token()?;
                }
            }
        }
        Ok(())
    }

    fn token(&mut self) -> Result<(), LexError> {
        let start = self.pos;
        let scanned = scan(self.bytes, start);
        let end = ceil_char_boundary(self.text, scanned.end);
        let text = &self.text[start..end];
        if let Some(flaw) = scanned.flaw {
            let message = match flaw {
                Flaw::String => "this string has no closing quote",
                Flaw::Char => "this character constant has no closing quote",
                Flaw::Comment => "this comment is never closed",
            };
            return Err(self.error(message.to_owned(), text));
        }
        if scanned.kind == Kind::Stray || (scanned.kind == Kind::Punct && text.starts_with('#')) {
            return Err(self.error(format!("stray `{}` in the program", text.escape_debug()), text));
        }
        if scanned.kind != Kind::Comment {
            self.out.tokens.push(PpToken {
                kind: scanned.kind,
                text: without_splices(text),
                file: self.file,
                line: self.line,
                offset: start as u32,
            });
        }
        self.line += text.bytes().filter(|&byte| byte == b'\n').count() as u32;
        self.pos = end;
        Ok(())
    }

    fn error(&self, message: String, text: &str) -> LexError {
        let text = text.lines().next().unwrap_or("").to_owned();
        let file = self.out.files[self.file as usize].name.clone();
        LexError { message, file, line: self.line, text }
    }

    /// A line that starts with `#`. Leaves `pos` at its end, before the newline.
    fn directive(&mut self) {
        let rest = &self.text[self.pos..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        self.pos += line.len();
        let body = line[1..].trim();
        if body.starts_with(|first: char| first.is_ascii_digit()) {
            self.line_marker(body);
            return;
        }
        let (word, rest) = split_word(body);
        match word {
            "line" => self.line_marker(rest.trim()),
            "define" => self.define(rest.trim_start()),
            "undef" => {
                let name = split_word(rest.trim_start()).0;
                self.macro_event(name, None);
            }
            "pragma" => self.pragma(rest.trim()),
            _ => {}
        }
    }

    fn macro_event(&mut self, name: &'a str, definition: Option<Definition<'a>>) {
        let before = self.out.tokens.len();
        self.out.macros.push(MacroEvent { before, name, definition });
    }

    fn define(&mut self, rest: &'a str) {
        let (name, body) = split_word(rest);
        let function_like = body.starts_with('(');
        let body = match (function_like, body.find(')')) {
            (true, Some(close)) => &body[close + 1..],
            _ => body,
        };
        self.macro_event(name, Some(Definition { function_like, body: body.trim() }));
    }

    fn line_marker(&mut self, body: &str) {
        let digits = body.len() - body.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(line) = body[..digits].parse::<u32>() else { return };
        self.line = line.min(MAX_LINE);
        // The marker speaks of the line that follows it.
        if self.bytes.get(self.pos) == Some(&b'\n') {
            self.pos += 1;
        }
        let rest = body[digits..].trim_start();
        if !rest.starts_with('"') {
            return;
        }
        let scanned = scan(rest.as_bytes(), 0);
        let end = ceil_char_boundary(rest, scanned.end);
        let name = unescape(rest[..end].trim_matches('"'));
        let is_system = rest[end..].split_ascii_whitespace().any(|flag| flag == "3");
        let known = self.out.files.iter().position(|file| file.name == name);
        self.file = match known {
            Some(index) => index as u32,
            None => {
                self.out.files.push(NamedFile { name, is_system });
                self.out.files.len() as u32 - 1
            }
        };
    }

    fn pragma(&mut self, rest: &str) {
        let Some(arguments) = rest.strip_prefix("pack") else { return };
        let arguments = arguments.trim_start();
        let Some(inner) = arguments.strip_prefix('(') else { return };
        let inner = inner.split(')').next().unwrap_or("");
        self.pack.apply(inner);
        self.out.tokens.push(PpToken {
            kind: Kind::Pack,
            text: self.pack.current.to_string().into(),
            file: self.file,
            line: self.line,
            offset: self.pos as u32,
        });
    }
}

/// The state of `#pragma pack`. 0 stands for the natural alignment.
#[derive(Default)]
struct PackStack {
    current: u32,
    saved: Vec<u32>,
}

impl PackStack {
    fn apply(&mut self, arguments: &str) {
        let mut set = None;
        let mut words = arguments.split(',').map(str::trim).filter(|word| !word.is_empty());
        match words.next() {
            None => self.current = 0,
            Some("push") => {
                self.saved.push(self.current);
                set = words.find_map(|word| word.parse().ok());
            }
            Some("pop") => self.current = self.saved.pop().unwrap_or(0),
            Some(word) => set = word.parse().ok(),
        }
        if let Some(bytes) = set {
            self.current = bytes;
        }
    }
}

/// The identifier `text` starts with, and the rest.
fn split_word(text: &str) -> (&str, &str) {
    let end =
        text.bytes().position(|byte| !super::scan::is_ident_continue(byte)).unwrap_or(text.len());
    text.split_at(end)
}

pub(super) fn ceil_char_boundary(text: &str, mut at: usize) -> usize {
    while at < text.len() && !text.is_char_boundary(at) {
        at += 1;
    }
    at.min(text.len())
}

/// Undoes the escapes of a file name in a line marker.
fn unescape(name: &str) -> String {
    let bytes = name.as_bytes();
    let (mut out, mut pos) = (Vec::with_capacity(bytes.len()), 0);
    while pos < bytes.len() {
        if bytes[pos] != b'\\' {
            out.push(bytes[pos]);
            pos += 1;
            continue;
        }
        let octal = bytes[pos + 1..].iter().take(3).take_while(|b| (b'0'..=b'7').contains(b));
        let digits = octal.count();
        if digits == 0 {
            out.extend(bytes.get(pos + 1));
            pos += 2;
        } else {
            let value = bytes[pos + 1..pos + 1 + digits]
                .iter()
                .fold(0u32, |value, digit| value * 8 + u32::from(digit - b'0'));
            out.push(value as u8);
            pos += 1 + digits;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_place_tokens_and_definitions_are_events() {
        let text = "# 0 \"a b\\\\c.c\"\n# 3 \"a.c\"\n#define N 3\n#define F(x) x+1\nint x;\n# 9 \"s.h\" 1 3\ny\n#undef N\n";
        let lexed = lex(text).unwrap();
        assert_eq!(lexed.files[1].name, "a b\\c.c");
        let places: Vec<_> = lexed
            .tokens
            .iter()
            .map(|token| {
                format!("{}:{}:{}", lexed.files[token.file as usize].name, token.line, token.text)
            })
            .collect();
        assert_eq!(places, ["a.c:5:int", "a.c:5:x", "a.c:5:;", "s.h:9:y"]);
        assert_eq!(lexed.macros.len(), 3);
        assert!(lexed.macros[1].definition.unwrap().function_like);
        assert_eq!(lexed.macros[1].definition.unwrap().body, "x+1");
        assert!(lexed.macros[2].definition.is_none());
    }

    #[test]
    fn pack_pragmas_leave_the_alignment_in_force() {
        let text =
            "#pragma pack(push, 1)\na\n#pragma pack(2)\nb\n#pragma pack(pop)\nc\n#pragma once\n";
        let lexed = lex(text).unwrap();
        let words: Vec<_> = lexed.tokens.iter().map(|token| token.text.as_ref()).collect();
        assert_eq!(words, ["1", "a", "2", "b", "0", "c"]);
    }

    #[test]
    fn stray_and_cut_off_text_is_an_error() {
        for text in ["int a @ b;", "a # b", "\"abc\n", "'x\n", "/* abc", "`"] {
            assert!(lex(text).is_err(), "{text}");
        }
    }
}
