//! The tokens of one line of C: enough to change one of them and leave the rest as it is.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    Word,
    Number,
    Character,
    Text,
    Symbol,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'a str,
    /// In bytes from the start of the line.
    pub(crate) start: usize,
}

impl Token<'_> {
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub(crate) fn is(&self, text: &str) -> bool {
        self.text == text
    }
}

const LONG_SYMBOLS: [&str; 20] = [
    "<<=", ">>=", "->", "++", "--", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "<<", ">>", "&=", "|=",
];

pub(crate) fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut list = Vec::new();
    let mut start = 0;
    while let Some(first) = line[start..].chars().next() {
        let rest = &line[start..];
        if first.is_whitespace() {
            start += first.len_utf8();
            continue;
        }
        let (kind, length) = match first {
            'a'..='z' | 'A'..='Z' | '_' => (TokenKind::Word, word_length(rest)),
            '0'..='9' => (TokenKind::Number, word_length(rest)),
            '\'' => (TokenKind::Character, quoted_length(rest, '\'')),
            '"' => (TokenKind::Text, quoted_length(rest, '"')),
            _ => {
                let long = LONG_SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
                (TokenKind::Symbol, long.map_or(first.len_utf8(), |symbol| symbol.len()))
            }
        };
        list.push(Token { kind, text: &rest[..length], start });
        start += length;
    }
    list
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The position of the bracket that closes the one at `open`.
pub(crate) fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
