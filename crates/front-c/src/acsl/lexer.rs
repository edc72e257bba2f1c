//! Tokens of the contract language.

use super::AcslError;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Name,
    /// `\forall`, `\result`, ...
    Backslash,
    Int,
    Float,
    Char,
    Str,
    Punct,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

const PUNCTUATORS: [&str; 44] = [
    "<==>", "<-->", "==>", "-->", "...", "..", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||", "^^", "::", "(", ")", "[", "]", "{", "}", ".", "&", "*", "+", "-", "~", "!", "/", "%",
    "<", ">", "^", "|", "?", ":", ";", "=", ",", "≤", "≥", "≠",
];

/// Splits the text of an annotation. The last token is always of kind `End`.
pub(super) fn lex(text: &str) -> Result<Vec<Token<'_>>, AcslError> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut pos = 0;
    while pos < bytes.len() {
        let start = pos;
        let rest = &text[pos..];
        // `@` at the start of a line of a comment is decoration.
        if bytes[pos].is_ascii_whitespace() || bytes[pos] == b'@' {
            pos += 1;
            continue;
        }
        if rest.starts_with("//") {
            pos += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if rest.starts_with("/*") {
            pos += rest.find("*/").map_or(rest.len(), |at| at + 2);
            continue;
        }
        let (kind, length) = token(rest).ok_or_else(|| {
            let found = rest.chars().next().unwrap_or(' ');
            AcslError { message: format!("unexpected `{}`", found.escape_debug()), offset: start }
        })?;
        pos += length;
        tokens.push(Token { kind, text: &text[start..pos], start, end: pos });
    }
    tokens.push(Token { kind: TokenKind::End, text: "", start: text.len(), end: text.len() });
    Ok(tokens)
}

/// Kind and length of the token that `text` starts with.
fn token(text: &str) -> Option<(TokenKind, usize)> {
    let first = text.chars().next()?;
    let word = |from: usize| {
        from + text[from..]
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(text.len() - from)
    };
    if first.is_ascii_alphabetic() || first == '_' {
        let end = word(0);
        if matches!(&text[..end], "L" | "u" | "U" | "u8") && text[end..].starts_with(['"', '\'']) {
            return quoted(text, end);
        }
        return Some((TokenKind::Name, end));
    }
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    if is_digit(0) || (first == '.' && is_digit(1)) {
        return Some(number(text));
    }
    match first {
        '\\' if word(1) > 1 => Some((TokenKind::Backslash, word(1))),
        '"' | '\'' => quoted(text, 0),
        _ => {
            let mark = PUNCTUATORS.iter().find(|mark| text.starts_with(**mark))?;
            Some((TokenKind::Punct, mark.len()))
        }
    }
}

fn quoted(text: &str, quote: usize) -> Option<(TokenKind, usize)> {
    let mark = *text.as_bytes().get(quote)?;
    let kind = if mark == b'"' { TokenKind::Str } else { TokenKind::Char };
    let mut escaped = false;
    for (at, character) in text[quote + 1..].char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return None,
            _ if u32::from(character) == u32::from(mark) => {
                return Some((kind, quote + 1 + at + 1));
            }
            _ => {}
        }
    }
    None
}

/// Numbers end before `..`, which in a range follows directly.
fn number(text: &str) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    let hex = text.starts_with("0x") || text.starts_with("0X");
    let mut float = false;
    let mut end = 0;
    while end < bytes.len() {
        let byte = bytes[end];
        let exponent = if hex { b'p' } else { b'e' };
        if byte == b'.' {
            if float || bytes.get(end + 1) == Some(&b'.') {
                break;
            }
            float = true;
        } else if byte.eq_ignore_ascii_case(&exponent) && end > 0 {
            float = true;
            if matches!(bytes.get(end + 1), Some(b'+' | b'-')) {
                end += 1;
            }
        } else if !byte.is_ascii_alphanumeric() {
            break;
        }
        end += 1;
    }
    (if float { TokenKind::Float } else { TokenKind::Int }, end)
}
