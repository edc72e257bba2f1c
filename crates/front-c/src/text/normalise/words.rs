//! Spellings: keywords, and words and literals that the parser knows under another name.

use std::borrow::Cow;

use super::super::lexer::PpToken;
use super::super::scan::{Kind, universal_len};

/// What stands before a name that the parser would not take as it is.
const MANGLE_PREFIX: &str = "__whydunit_name_";

const UNQUALIFIED: &[&str] =
    &["__attribute__", "(", "(", "__whydunit_unqualified__", ")", ")", "__typeof"];

/// Which of the words that only newer standards reserve are reserved.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Dialect {
    pub(super) c23: bool,
}

impl Dialect {
    pub(in super::super) fn from_std(std: Option<&str>) -> Dialect {
        let newer = ["c23", "c2x", "gnu23", "gnu2x", "c2y", "gnu2y", "iso9899:2024"];
        Dialect { c23: std.is_some_and(|std| newer.contains(&std)) }
    }

    /// The tokens a word stands for, if it is not itself. An empty list drops it.
    pub(super) fn respell(self, word: &str) -> Option<&'static [&'static str]> {
        Some(match word {
            "__extension__" => &[],
            "__const" | "__const__" => &["const"],
            "__volatile" | "__volatile__" => &["volatile"],
            "__restrict" | "__restrict__" => &["restrict"],
            "__inline" | "__inline__" => &["inline"],
            "__signed" | "__signed__" => &["signed"],
            "__complex" | "__complex__" => &["_Complex"],
            "__thread" => &["_Thread_local"],
            "__attribute" => &["__attribute__"],
            "__asm" | "__asm__" => &["__asm__"],
            "__alignof" | "__alignof__" => &["_Alignof"],
            // Of the spellings of this word, the parser reserves only one.
            "typeof" | "__typeof__" => &["__typeof"],
            // No type of the parser's is free for 128-bit integers, so one that nothing else uses is.
            "__int128" | "__int128__" | "__int128_t" => &["_Decimal128x"],
            "__uint128_t" => &["unsigned", "_Decimal128x"],
            "__float128" => &["_Float128"],
            "__float80" => &["long", "double"],
            "<:" => &["["],
            ":>" => &["]"],
            "<%" => &["{"],
            "%>" => &["}"],
            "bool" if self.c23 => &["_Bool"],
            "true" if self.c23 => &["1"],
            "false" if self.c23 => &["0"],
            "nullptr" if self.c23 => &["(", "(", "void", "*", ")", "0", ")"],
            "static_assert" if self.c23 => &["_Static_assert"],
            "alignas" if self.c23 => &["_Alignas"],
            "alignof" if self.c23 => &["_Alignof"],
            "thread_local" if self.c23 => &["_Thread_local"],
            // Attributes of our own say what the parser has no words for.
            "constexpr" if self.c23 => {
                &["const", "__attribute__", "(", "(", "__whydunit_constexpr__", ")", ")"]
            }
            "typeof_unqual" if self.c23 => UNQUALIFIED,
            "__typeof_unqual__" | "__typeof_unqual" => UNQUALIFIED,
            _ => return None,
        })
    }
}

/// The name as the user wrote it, of a name that occurs in prepared text.
pub(crate) fn display_name(name: &str) -> Cow<'_, str> {
    let Some(rest) = name.strip_prefix(MANGLE_PREFIX) else { return name.into() };
    let mut out = String::new();
    let mut rest = rest;
    while let Some(at) = rest.find("_x") {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 2..];
        let decoded = escape.split_once('_').and_then(|(hex, tail)| {
            Some((char::from_u32(u32::from_str_radix(hex, 16).ok()?)?, tail))
        });
        match decoded {
            Some((character, tail)) => {
                out.push(character);
                rest = tail;
            }
            None => {
                out.push_str("_x");
                rest = escape;
            }
        }
    }
    out.push_str(rest);
    out.into()
}

/// A name that the parser takes for an ordinary identifier, and [`display_name`] leads back from.
pub(in super::super) fn mangle(name: &str) -> String {
    let mut out = MANGLE_PREFIX.to_owned();
    let mut pos = 0;
    while pos < name.len() {
        let universal = universal_len(name.as_bytes(), pos);
        if universal > 0 {
            out.push_str("_x");
            out.push_str(name[pos + 2..pos + universal].trim_start_matches('0'));
            out.push('_');
            pos += universal;
            continue;
        }
        let character = name[pos..].chars().next().unwrap_or('_');
        pos += character.len_utf8();
        // `_x` itself must not be taken for an escape.
        let ambiguous = character == '_' && name[pos..].starts_with('x');
        if (character.is_ascii_alphanumeric() || character == '_') && !ambiguous {
            out.push(character);
        } else {
            out.push_str(&format!("_x{:x}_", u32::from(character)));
        }
    }
    out
}

pub(super) fn needs_mangling(name: &str) -> bool {
    !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Words that start or continue a list of declaration specifiers, without naming a type.
pub(super) fn is_storage_or_qualifier(word: &str) -> bool {
    matches!(
        word,
        "static" | "extern" | "register" | "auto" | "inline" | "_Noreturn" | "_Thread_local"
    ) || is_qualifier(word)
}

pub(super) fn is_qualifier(word: &str) -> bool {
    matches!(word, "const" | "volatile" | "restrict" | "_Atomic")
}

/// Words that name a type by themselves or together with others of the kind.
pub(super) fn is_type_word(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "unsigned"
            | "_Bool"
            | "_Complex"
            | "_Decimal128x"
    ) || is_extended_float(word)
}

fn is_extended_float(word: &str) -> bool {
    let digits = word.strip_prefix("_Float").or_else(|| word.strip_prefix("_Decimal"));
    digits.is_some_and(|digits| matches!(digits.trim_end_matches('x'), "16" | "32" | "64" | "128"))
}

/// Words that are never the name of anything.
pub(super) fn is_keyword(word: &str) -> bool {
    is_storage_or_qualifier(word)
        || is_type_word(word)
        || matches!(
            word,
            "break"
                | "case"
                | "continue"
                | "default"
                | "do"
                | "else"
                | "enum"
                | "for"
                | "goto"
                | "if"
                | "return"
                | "sizeof"
                | "struct"
                | "switch"
                | "typedef"
                | "union"
                | "while"
                | "_Alignas"
                | "_Alignof"
                | "_Generic"
                | "_Static_assert"
                | "__typeof"
                | "__attribute__"
                | "__asm__"
                | "__auto_type"
                | "__label__"
                | "__real__"
                | "__real"
                | "__imag__"
                | "__imag"
        )
}

/// The standard header that declares a type, of those that are often forgotten.
pub(super) fn header_of_type(name: &str) -> Option<&'static str> {
    Some(match name {
        "bool" => "stdbool.h",
        "size_t" | "ptrdiff_t" | "wchar_t" => "stddef.h",
        "FILE" => "stdio.h",
        "va_list" => "stdarg.h",
        "time_t" | "clock_t" => "time.h",
        "ssize_t" | "pid_t" | "off_t" => "sys/types.h",
        "int8_t" | "int16_t" | "int32_t" | "int64_t" | "uint8_t" | "uint16_t" | "uint32_t"
        | "uint64_t" | "intptr_t" | "uintptr_t" | "intmax_t" | "uintmax_t" => "stdint.h",
        _ => return None,
    })
}

/// The spelling of a literal that the parser (and C11) knows.
pub(in super::super) fn literal<'a>(token: &PpToken<'a>, raw_offsets: &[u32]) -> Cow<'a, str> {
    match token.kind {
        Kind::Number => number(&token.text).map_or_else(|| token.text.clone(), Cow::Owned),
        Kind::Str | Kind::Char => {
            let start = token.offset;
            let from = raw_offsets.partition_point(|&offset| offset < start);
            let length = token.text.len() as u32;
            let raw: Vec<usize> = raw_offsets[from..]
                .iter()
                .take_while(|&&offset| offset < start + length)
                .map(|offset| (offset - start) as usize)
                .collect();
            quoted(&token.text, &raw).map_or_else(|| token.text.clone(), Cow::Owned)
        }
        _ => token.text.clone(),
    }
}

/// A number without digit separators, and with a suffix for `long double` instead of the GNU ones.
fn number(text: &str) -> Option<String> {
    let mut out = text.replace('\'', "");
    let hex = out.len() > 1 && out[1..].starts_with(['x', 'X']);
    let float = out.contains('.') || out.contains(['p', 'P']) || (!hex && out.contains(['e', 'E']));
    if float && out.ends_with(['q', 'Q', 'w', 'W']) {
        out.pop();
        out.push('L');
    }
    (out != text).then_some(out)
}

/// A string or character constant with only the escapes of C11, or `None` if it needs no change.
/// `raw` are the offsets of characters that stand for single bytes of another encoding.
fn quoted(text: &str, raw: &[usize]) -> Option<String> {
    let quote = text.find(['"', '\''])?;
    let (prefix, body) = text.split_at(quote);
    if prefix.ends_with('R') {
        return Some(raw_string(prefix.trim_end_matches('R'), body));
    }
    let plain_prefix = !(prefix == "u8" && body.starts_with('\''));
    let simple = raw.is_empty() && plain_prefix && !has_odd_escape(body);
    if simple {
        return None;
    }
    let wide = matches!(prefix, "L" | "u" | "U");
    let mut out = if plain_prefix { prefix.to_owned() } else { String::new() };
    let mut pos = 0;
    while let Some(character) = body[pos..].chars().next() {
        if raw.binary_search(&(quote + pos)).is_ok() {
            out.push_str(&format!("\\{:03o}", u32::from(character) & 0xff));
            pos += character.len_utf8();
        } else if character == '\\' {
            pos += escape(&body[pos..], wide, &mut out);
        } else {
            out.push(character);
            pos += character.len_utf8();
        }
    }
    Some(out)
}

fn has_odd_escape(body: &str) -> bool {
    let mut characters = body.chars();
    while let Some(character) = characters.next() {
        let odd = |next: char| !"'\"?\\abfnrtvx01234567".contains(next);
        if character == '\\' && characters.next().is_some_and(odd) {
            return true;
        }
    }
    false
}

/// Appends the escape that `text` starts with to `out` and returns its length.
fn escape(text: &str, wide: bool, out: &mut String) -> usize {
    let universal = universal_len(text.as_bytes(), 0);
    if universal > 0 {
        let value = u32::from_str_radix(&text[2..universal], 16).unwrap_or(0xfffd);
        let character = char::from_u32(value).unwrap_or('\u{fffd}');
        // The character itself means the same, unless it is one that ends or escapes.
        if wide || character.is_ascii() {
            if matches!(character, '"' | '\'' | '\\') {
                out.push('\\');
            }
            out.push(character);
        } else {
            let mut buffer = [0; 4];
            for byte in character.encode_utf8(&mut buffer).bytes() {
                out.push_str(&format!("\\{byte:03o}"));
            }
        }
        return universal;
    }
    let Some(next) = text[1..].chars().next() else {
        out.push_str("\\\\");
        return 1;
    };
    match next {
        'e' | 'E' => out.push_str("\\033"),
        'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '\'' | '"' | '?' | '\\' | 'x' | '0'..='7' => {
            out.push('\\');
            out.push(next);
        }
        // Compilers take an unknown escape for the character itself.
        _ => out.push(next),
    }
    1 + next.len_utf8()
}

/// `R"delimiter(text)delimiter"` as an ordinary string.
fn raw_string(prefix: &str, body: &str) -> String {
    let open = body.find('(').map_or(1, |at| at + 1);
    let delimiter = open.saturating_sub(2);
    let close = body.len().saturating_sub(delimiter + 2).max(open);
    let mut out = format!("{prefix}\"");
    for character in body.get(open..close).unwrap_or("").chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            '\n' => out.push_str("\\n"),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mangled_names_lead_back() {
        for name in ["a$b", "été", "x_x24_y", "list", "_x"] {
            assert_eq!(display_name(&mangle(name)), name);
            assert!(!needs_mangling(&mangle(name)));
        }
        assert_eq!(display_name(&mangle("caf\\u00e9")), "café");
        assert_eq!(display_name("plain"), "plain");
    }

    #[test]
    fn literals_become_plain_c11() {
        let text = |text: &str| quoted(text, &[]).unwrap_or_else(|| text.to_owned());
        assert_eq!(text(r#""\e[0m""#), r#""\033[0m""#);
        assert_eq!(text(r#""\u00e9""#), r#""\303\251""#);
        assert_eq!(text(r#"L"\u00e9\"""#), r#"L"é\"""#);
        assert_eq!(text(r#""\d""#), r#""d""#);
        assert_eq!(text(r#""a\n\x41\0""#), r#""a\n\x41\0""#);
        assert_eq!(text("u8'a'"), "'a'");
        assert_eq!(text("R\"(a\"\n\\)\""), r#""a\"\n\\""#);
        assert_eq!(quoted("\"é\"", &[1]).unwrap(), r#""\351""#);
        assert_eq!(number("1'000'000").unwrap(), "1000000");
        assert_eq!(number("1.5Q").unwrap(), "1.5L");
        assert_eq!(number("0xfe"), None);
    }
}
