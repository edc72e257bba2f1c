//! Bytes as C writes them: characters and string literals, and whether an array of bytes is a text at all.
//!
//! Every literal can be pasted into a C program: what cannot be typed is written with escapes of three octal digits, which end
//! whatever follows. (Hexadecimal ones swallow the digits behind them.)

use std::fmt::Write;

/// `'a'`, `'\n'`; `None` for what nobody means as a character.
pub(crate) fn character(byte: u8) -> Option<String> {
    match byte {
        b'\'' | b'\\' => Some(format!("'\\{}'", char::from(byte))),
        b' '..=b'~' => Some(format!("'{}'", char::from(byte))),
        b'\n' => Some("'\\n'".into()),
        b'\t' => Some("'\\t'".into()),
        b'\r' => Some("'\\r'".into()),
        _ => None,
    }
}

/// The string literal that has these bytes (and a NUL behind them).
pub(crate) fn string(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            at += c.len_utf8();
            push_character(&mut text, c, bytes.get(at).copied());
        }
        for &byte in chunk.invalid() {
            at += 1;
            push_octal(&mut text, byte);
        }
    }
    text.push('"');
    text
}

fn push_character(text: &mut String, c: char, next: Option<u8>) {
    match c {
        '"' | '\\' => {
            text.push('\\');
            text.push(c);
        }
        '\n' => text.push_str("\\n"),
        '\t' => text.push_str("\\t"),
        '\r' => text.push_str("\\r"),
        '\x07' => text.push_str("\\a"),
        '\x08' => text.push_str("\\b"),
        '\x0b' => text.push_str("\\v"),
        '\x0c' => text.push_str("\\f"),
        '\0' if !next.is_some_and(|byte| byte.is_ascii_digit()) => text.push_str("\\0"),
        ' '..='~' => text.push(c),
        _ if !c.is_ascii() && c.is_alphanumeric() => text.push(c),
        _ => {
            let mut buffer = [0; 4];
            for &byte in c.encode_utf8(&mut buffer).as_bytes() {
                push_octal(text, byte);
            }
        }
    }
}

fn push_octal(text: &mut String, byte: u8) {
    let _ = write!(text, "\\{byte:03o}");
}

/// Would a person call these bytes a text? Most of them have to be what texts consist of.
pub(crate) fn looks_like_text(bytes: &[u8]) -> bool {
    let is_typed = |c: &char| matches!(c, ' '..='~' | '\n' | '\t' | '\r');
    let is_letter = |c: &char| !c.is_ascii() && c.is_alphanumeric();
    let typed: usize = bytes
        .utf8_chunks()
        .flat_map(|chunk| chunk.valid().chars())
        .filter(|c| is_typed(c) || is_letter(c))
        .map(char::len_utf8)
        .sum();
    typed > 0 && 4 * typed >= 3 * bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_valid_c() {
        let cases: [(&[u8], &str); 9] = [
            (b"", r#""""#),
            (b"abc", r#""abc""#),
            (b"say \"hi\"\n", r#""say \"hi\"\n""#),
            (b"it's a \\", r#""it's a \\""#),
            (b"a\0b", r#""a\0b""#),
            (b"a\x001", r#""a\0001""#),
            (b"\x01f\xff1", r#""\001f\3771""#),
            ("gr\u{fc}n \u{202e}".as_bytes(), "\"gr\u{fc}n \\342\\200\\256\""),
            (b"\x07\x08\x0b\x0c\x1b[0m", r#""\a\b\v\f\033[0m""#),
        ];
        for (bytes, text) in cases {
            assert_eq!(string(bytes), text);
        }
    }

    #[test]
    fn characters_are_valid_c() {
        assert_eq!(character(b'a').as_deref(), Some("'a'"));
        assert_eq!(character(b'\'').as_deref(), Some(r"'\''"));
        assert_eq!(character(b'"').as_deref(), Some("'\"'"));
        assert_eq!(character(b'\n').as_deref(), Some(r"'\n'"));
        assert_eq!(character(0), None);
        assert_eq!(character(200), None);
    }

    #[test]
    fn texts_are_told_from_numbers() {
        for text in [&b"abc"[..], b"a\tb\n", "\u{e9}t\u{e9}".as_bytes(), b"\x1b[0m"] {
            assert!(looks_like_text(text), "{text:?}");
        }
        for numbers in [&b""[..], b"\x01\x02\x03", b"\xffa1\x07", b"\0\0\0a"] {
            assert!(!looks_like_text(numbers), "{numbers:?}");
        }
    }
}
