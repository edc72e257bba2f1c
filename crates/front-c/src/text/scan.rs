//! Where does the token that starts here end, and what is it?
//!
//! One scanner serves the text the user wrote and the text the preprocessor returned, so that equal
//! tokens compare equal when the two are aligned.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Ident,
    /// A preprocessing number: everything C calls a number, and some things it does not.
    Number,
    Char,
    Str,
    Punct,
    /// A comment that starts with `@`.
    Annotation,
    /// Any other comment.
    Comment,
    /// A character that starts no token of C.
    Stray,
    /// `#pragma pack`: the maximal member alignment from here on (`0`: none). Its text is the number.
    Pack,
}

/// A token that the end of the line, or of the text, cuts off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flaw {
    String,
    Char,
    Comment,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Scanned {
    pub(super) kind: Kind,
    pub(super) end: usize,
    pub(super) flaw: Option<Flaw>,
}

/// Length of the line splice (backslash, line end) at `pos`, or 0.
pub(super) fn splice_len(bytes: &[u8], pos: usize) -> usize {
    if bytes.get(pos) != Some(&b'\\') {
        return 0;
    }
    match (bytes.get(pos + 1), bytes.get(pos + 2)) {
        (Some(b'\n'), _) => 2,
        (Some(b'\r'), Some(b'\n')) => 3,
        _ => 0,
    }
}

/// `text` without line splices.
pub(super) fn without_splices(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains("\\\n") && !text.contains("\\\r\n") {
        return text.into();
    }
    text.replace("\\\r\n", "").replace("\\\n", "").into()
}

pub(super) fn is_ident_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

pub(super) fn is_ident_continue(byte: u8) -> bool {
    is_ident_start(byte) || byte.is_ascii_digit()
}

/// Longest first, so that the first match is the right one.
const PUNCTUATORS: [&str; 54] = [
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:", "[", "]",
    "(", ")", "{", "}", ".", "&", "*", "+", "-", "~", "!", "/", "%", "<", ">", "^", "|", "?", ":",
    ";", "=", ",", "#",
];

/// Scans the token at `pos`, which is not white space.
pub(super) fn scan(bytes: &[u8], pos: usize) -> Scanned {
    let done = |kind, end| Scanned { kind, end, flaw: None };
    let byte = bytes[pos];
    let next = bytes.get(pos + 1).copied();
    if byte == b'/' && (next == Some(b'/') || next == Some(b'*')) {
        return comment(bytes, pos);
    }
    if let Some(quote) = literal_quote(bytes, pos) {
        if quote > pos && bytes[quote - 1] == b'R' {
            return raw_string(bytes, quote);
        }
        return literal(bytes, quote);
    }
    if is_ident_start(byte) || universal_len(bytes, pos) > 0 {
        let mut end = pos;
        while end < bytes.len() {
            if is_ident_continue(bytes[end]) {
                end += 1;
            } else if universal_len(bytes, end) > 0 {
                end += universal_len(bytes, end);
            } else {
                break;
            }
        }
        return done(Kind::Ident, end);
    }
    if byte.is_ascii_digit() || (byte == b'.' && next.is_some_and(|byte| byte.is_ascii_digit())) {
        return done(Kind::Number, number_end(bytes, pos));
    }
    match PUNCTUATORS.iter().find(|mark| bytes[pos..].starts_with(mark.as_bytes())) {
        Some(mark) => done(Kind::Punct, pos + mark.len()),
        None => done(Kind::Stray, pos + 1),
    }
}

/// Position of the opening quote of the string or character constant that starts at `pos`.
fn literal_quote(bytes: &[u8], pos: usize) -> Option<usize> {
    const PREFIXES: [&str; 9] = ["u8R", "LR", "uR", "UR", "R", "u8", "L", "u", "U"];
    let is_quote = |at: usize| matches!(bytes.get(at), Some(b'"' | b'\''));
    if is_quote(pos) {
        return Some(pos);
    }
    let prefix = PREFIXES.iter().find(|prefix| bytes[pos..].starts_with(prefix.as_bytes()))?;
    let quote = pos + prefix.len();
    let raw = prefix.ends_with('R');
    (is_quote(quote) && (!raw || bytes[quote] == b'"')).then_some(quote)
}

fn literal(bytes: &[u8], quote: usize) -> Scanned {
    let mark = bytes[quote];
    let (kind, flaw) =
        if mark == b'"' { (Kind::Str, Flaw::String) } else { (Kind::Char, Flaw::Char) };
    let mut pos = quote + 1;
    while pos < bytes.len() {
        let splice = splice_len(bytes, pos);
        if splice > 0 {
            pos += splice;
        } else if bytes[pos] == b'\n' {
            break;
        } else if bytes[pos] == b'\\' {
            pos += 2;
        } else if bytes[pos] == mark {
            return Scanned { kind, end: pos + 1, flaw: None };
        } else {
            pos += 1;
        }
    }
    // An escape may have swallowed the last character boundary of a cut-off file.
    Scanned { kind, end: pos.min(bytes.len()), flaw: Some(flaw) }
}

/// `R"delimiter(...)delimiter"`; falls back to an ordinary string when the delimiter is malformed.
fn raw_string(bytes: &[u8], quote: usize) -> Scanned {
    let open = bytes[quote + 1..].iter().take(17).position(|&byte| byte == b'(');
    let Some(length) = open else { return literal(bytes, quote) };
    let mut close = vec![b')'];
    close.extend_from_slice(&bytes[quote + 1..quote + 1 + length]);
    close.push(b'"');
    let body = quote + 2 + length;
    match bytes[body..].windows(close.len()).position(|window| window == close) {
        Some(at) => Scanned { kind: Kind::Str, end: body + at + close.len(), flaw: None },
        None => Scanned { kind: Kind::Str, end: bytes.len(), flaw: Some(Flaw::String) },
    }
}

fn comment(bytes: &[u8], pos: usize) -> Scanned {
    let kind = match bytes.get(pos + 2) {
        Some(b'@') => Kind::Annotation,
        _ => Kind::Comment,
    };
    if bytes[pos + 1] == b'*' {
        let body = pos + 2;
        return match bytes[body..].windows(2).position(|pair| pair == b"*/") {
            Some(at) => Scanned { kind, end: body + at + 2, flaw: None },
            None => Scanned { kind, end: bytes.len(), flaw: Some(Flaw::Comment) },
        };
    }
    let mut end = pos + 2;
    while end < bytes.len() && bytes[end] != b'\n' {
        end += splice_len(bytes, end).max(1);
    }
    Scanned { kind, end: end.min(bytes.len()), flaw: None }
}

fn number_end(bytes: &[u8], pos: usize) -> usize {
    let mut end = pos + 1;
    while end < bytes.len() {
        let byte = bytes[end];
        let sign = matches!(byte, b'+' | b'-')
            && matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P')
            && !(bytes[end - 1].eq_ignore_ascii_case(&b'e') && is_hex(&bytes[pos..end]));
        let separator = byte == b'\''
            && bytes.get(end + 1).is_some_and(|byte| byte.is_ascii_alphanumeric())
            && bytes[end - 1].is_ascii_alphanumeric();
        if is_ident_continue(byte) || byte == b'.' || sign || separator {
            end += 1;
        } else {
            break;
        }
    }
    end
}

fn is_hex(digits: &[u8]) -> bool {
    digits.len() > 1 && digits[0] == b'0' && digits[1].eq_ignore_ascii_case(&b'x')
}

/// Length of the universal character name (`\u00e9`, `\U0001f600`) at `pos`, or 0.
pub(super) fn universal_len(bytes: &[u8], pos: usize) -> usize {
    if bytes.get(pos) != Some(&b'\\') {
        return 0;
    }
    let digits = match bytes.get(pos + 1) {
        Some(b'u') => 4,
        Some(b'U') => 8,
        _ => return 0,
    };
    match bytes.get(pos + 2..pos + 2 + digits) {
        Some(hex) if hex.iter().all(u8::is_ascii_hexdigit) => 2 + digits,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> String {
        let bytes = text.as_bytes();
        let (mut pos, mut out) = (0, Vec::new());
        while pos < bytes.len() {
            if bytes[pos].is_ascii_whitespace() {
                pos += 1;
                continue;
            }
            let scanned = scan(bytes, pos);
            out.push(format!("{:?}:{}", scanned.kind, &text[pos..scanned.end]));
            pos = scanned.end;
        }
        out.join(" ")
    }

    #[test]
    fn tokens_are_as_long_as_c_says() {
        for (text, expected) in [
            ("a+++b", "Ident:a Punct:++ Punct:+ Ident:b"),
            ("x>>=1", "Ident:x Punct:>>= Number:1"),
            ("1.5e-3f+.5", "Number:1.5e-3f Punct:+ Number:.5"),
            ("0x1p-3 0xe+1", "Number:0x1p-3 Number:0xe Punct:+ Number:1"),
            ("1'000", "Number:1'000"),
            ("L'\\'' u8\"a\\\"b\"", "Char:L'\\'' Str:u8\"a\\\"b\""),
            ("R\"x(a)\"b)x\";", "Str:R\"x(a)\"b)x\" Punct:;"),
            ("//@ assert 1;", "Annotation://@ assert 1;"),
            ("/*@ a */ /* b */x", "Annotation:/*@ a */ Comment:/* b */ Ident:x"),
            ("a$b \\u00e9t", "Ident:a$b Ident:\\u00e9t"),
            ("<::>`", "Punct:<: Punct::> Stray:`"),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_cut_off_is_said_to_be() {
        for (text, flaw) in [
            ("\"abc", Flaw::String),
            ("\"abc\\", Flaw::String),
            ("'a\nb'", Flaw::Char),
            ("/* x", Flaw::Comment),
            ("R\"(", Flaw::String),
        ] {
            assert_eq!(scan(text.as_bytes(), 0).flaw, Some(flaw), "{text}");
        }
    }
}
