//! Single tokens of the text: `break` for `continue`, `==` for `=` in a condition, `x++` for `++x`, a cast before a division.
//!
//! What these mean is left to the compiler: such changes are tried by compiling them.

use whydunit_program::SourceStmtId;
use whydunit_source::{FileId, Span};

use super::{Change, Variant, cost};
use crate::Edit;
use crate::limits::MOST_TOKENS_OF_A_KIND;

pub(super) fn tokens(file: FileId, text: &str, into: &mut Vec<Change>) {
    let code = without_comments(text);
    let mut propose = |at: usize, length: usize, new: String, cost: u32| {
        let span = Span::new(file, at as u32, (at + length) as u32);
        let edit = Edit { span, new };
        into.push(Change { edit, variant: Variant::Text, cost, source: SourceStmtId(u32::MAX) });
    };
    for (word, other) in [("break", "continue"), ("continue", "break")] {
        for at in words(&code, word).take(MOST_TOKENS_OF_A_KIND) {
            if code[at + word.len()..].trim_start().starts_with(';') {
                propose(at, word.len(), other.to_owned(), cost::TOKEN);
            }
        }
    }
    for head in ["if", "while"] {
        for at in words(&code, head).take(MOST_TOKENS_OF_A_KIND) {
            for place in lonely_assignments(&code, at + head.len()) {
                propose(place, 1, "==".to_owned(), cost::TOKEN);
            }
        }
    }
    steps(&code, &mut propose);
    divisions(&code, &mut propose);
}

/// The same length, comments and literals blank.
pub(super) fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text.as_bytes()[at..];
        let end = match rest {
            [b'/', b'*', ..] => find(rest, b"*/").map_or(rest.len(), |end| end + 2),
            [b'/', b'/', ..] => find(rest, b"\n").unwrap_or(rest.len()),
            [b'"', ..] | [b'\'', ..] => literal(rest),
            _ => {
                at += 1;
                continue;
            }
        };
        for byte in &mut bytes[at..at + end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at += end;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).skip(1).position(|window| window == wanted).map(|at| at + 1)
}

fn literal(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != text[0] && text[at] != b'\n' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

/// Where a word stands by itself.
pub(super) fn words<'t>(code: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part = |byte: Option<u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_');
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let bytes = code.as_bytes();
        !is_part(at.checked_sub(1).map(|before| bytes[before]))
            && !is_part(bytes.get(at + word.len()).copied())
    })
}

/// Single `=` in the parentheses that follow.
fn lonely_assignments(code: &str, from: usize) -> Vec<usize> {
    let bytes = code.as_bytes();
    let mut depth = 0;
    let mut found = Vec::new();
    for at in from..bytes.len() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b'=' => {
                let before = bytes[at - 1];
                let is_other =
                    b"=!<>+-*/%&|^".contains(&before) || bytes.get(at + 1) == Some(&b'=');
                if !is_other && depth > 0 {
                    found.push(at);
                }
            }
            _ => {}
        }
        if depth == 0 && bytes[at] == b')' || bytes[at] == b';' {
            break;
        }
    }
    found
}

/// `x++` inside of an expression becomes `++x`, and the other way round.
fn steps(code: &str, propose: &mut dyn FnMut(usize, usize, String, u32)) {
    let bytes = code.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    for (at, step) in
        code.match_indices("++").chain(code.match_indices("--")).take(MOST_TOKENS_OF_A_KIND)
    {
        let after = bytes[at + 2..].iter().take_while(|byte| is_word(**byte)).count();
        let before = bytes[..at].iter().rev().take_while(|byte| is_word(**byte)).count();
        if after > 0 && before == 0 {
            let name = &code[at + 2..at + 2 + after];
            propose(at, 2 + after, format!("{name}{step}"), cost::DISTANT_TOKEN);
        } else if before > 0 && after == 0 {
            let name = &code[at - before..at];
            propose(at - before, before + 2, format!("{step}{name}"), cost::DISTANT_TOKEN);
        }
    }
}

/// A division of integers that is to be one of fractions.
fn divisions(code: &str, propose: &mut dyn FnMut(usize, usize, String, u32)) {
    if words(code, "double").next().is_none() && words(code, "float").next().is_none() {
        return;
    }
    let bytes = code.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    for (at, _) in code.match_indices('/').take(MOST_TOKENS_OF_A_KIND) {
        let left = code[..at].trim_end().len();
        let length = bytes[..left].iter().rev().take_while(|byte| is_word(**byte)).count();
        if length > 0 {
            propose(left - length, 0, "(double)".to_owned(), cost::DISTANT_TOKEN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_a_text() {
        let text = "double f(int a, int b) {\n  /* break; a = b */\n  while (a = b) { if (a == 1) break; b = *++p; }\n  return a / b;\n}\n";
        let mut found = Vec::new();
        tokens(FileId(0), text, &mut found);
        let shown: Vec<String> = found
            .iter()
            .map(|change| {
                let span = change.edit.span;
                format!("{} -> {}", &text[span.start as usize..span.end as usize], change.edit.new)
            })
            .collect();
        assert_eq!(shown, ["break -> continue", "= -> ==", "++p -> p++", " -> (double)"]);
    }
}
