//! What is the first difference between the output of a run and the expected one, in words?

use crate::Apart;
use crate::limits::{MOST_SHOWN, SHOWN_BEFORE};
use crate::value_text::string_text;

/// `None` if they are the same, byte by byte.
pub fn output_difference(actual: &[u8], expected: &[u8]) -> Option<String> {
    if actual == expected {
        return None;
    }
    let mut ours = actual.split_inclusive(|&byte| byte == b'\n');
    let mut theirs = expected.split_inclusive(|&byte| byte == b'\n');
    for number in 1.. {
        match (ours.next(), theirs.next()) {
            (Some(ours), Some(theirs)) if ours == theirs => {}
            (Some(ours), Some(theirs)) => return Some(different_lines(number, ours, theirs)),
            (Some(ours), None) => {
                let line = excerpt(without_end(ours), 0);
                return Some(format!("line {number} of the output is {line}, expected no more"));
            }
            (None, Some(theirs)) => {
                let line = excerpt(without_end(theirs), 0);
                let what = if number == 1 {
                    "printed nothing".to_owned()
                } else {
                    format!("the output ends after line {}", number - 1)
                };
                return Some(format!("{what}, expected {line}"));
            }
            (None, None) => break,
        }
    }
    None
}

/// The lines in which they part there: of a comparison that leaves out some differences.
pub(crate) fn output_difference_at(actual: &[u8], expected: &[u8], apart: Apart) -> String {
    let (number, ours, from) = line_around(actual, apart.actual);
    let (_, theirs, their_from) = line_around(expected, apart.expected);
    if apart.actual >= actual.len() && ours.is_empty() {
        let line = excerpt(theirs, apart.expected - their_from);
        return match number {
            1 => format!("printed nothing, expected {line}"),
            _ => format!("the output ends after line {}, expected {line}", number - 1),
        };
    }
    let ours = excerpt(ours, apart.actual - from);
    if apart.expected >= expected.len() && theirs.is_empty() {
        return format!("line {number} of the output is {ours}, expected no more");
    }
    let theirs = excerpt(theirs, apart.expected - their_from);
    format!("line {number} of the output is {ours}, expected {theirs}")
}

/// The line of a byte: its number, its text, and where it begins.
fn line_around(text: &[u8], at: usize) -> (usize, &[u8], usize) {
    let at = at.min(text.len());
    let from = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let length = text[from..].iter().position(|&byte| byte == b'\n');
    let to = length.map_or(text.len(), |length| from + length);
    let number = text[..from].iter().filter(|&&byte| byte == b'\n').count() + 1;
    (number, &text[from..to], from)
}

fn different_lines(number: u32, ours: &[u8], theirs: &[u8]) -> String {
    let (our_text, their_text) = (without_end(ours), without_end(theirs));
    if our_text == their_text {
        return match ours.ends_with(b"\n") {
            true => format!("line {number} of the output ends with a newline, expected none"),
            false => format!("line {number} of the output lacks the newline at its end"),
        };
    }
    let at = our_text.iter().zip(their_text).take_while(|(a, b)| a == b).count();
    let (ours, theirs) = (excerpt(our_text, at), excerpt(their_text, at));
    format!("line {number} of the output is {ours}, expected {theirs}")
}

fn without_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

/// The line, or what of it is around byte `at` if it is long.
fn excerpt(line: &[u8], at: usize) -> String {
    if line.len() <= MOST_SHOWN {
        return string_text(line);
    }
    let is_boundary = |index: usize| line.get(index).is_none_or(|&byte| byte & 0xc0 != 0x80);
    let boundary = |mut index: usize| {
        while !is_boundary(index) {
            index -= 1;
        }
        index
    };
    let start = boundary(at.min(line.len()).saturating_sub(SHOWN_BEFORE));
    let end = boundary((start + MOST_SHOWN).min(line.len()));
    let before = if start > 0 { "..." } else { "" };
    let after = if end < line.len() { "..." } else { "" };
    format!("{before}{}{after}", string_text(&line[start..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let difference = |actual: &str, expected: &str| {
            output_difference(actual.as_bytes(), expected.as_bytes()).unwrap_or_default()
        };
        assert_eq!(difference("a\nb\n", "a\nb\n"), "");
        assert_eq!(difference("a\nb\n", "a\nc\n"), r#"line 2 of the output is "b", expected "c""#);
        assert_eq!(difference("a\n", "a\nc\n"), r#"the output ends after line 1, expected "c""#);
        assert_eq!(difference("", "c"), r#"printed nothing, expected "c""#);
        assert_eq!(difference("a\nb", "a\n"), r#"line 2 of the output is "b", expected no more"#);
        assert_eq!(difference("a", "a\n"), "line 1 of the output lacks the newline at its end");
        assert_eq!(
            difference("a\n", "a"),
            "line 1 of the output ends with a newline, expected none"
        );
        assert_eq!(difference("\n", ""), r#"line 1 of the output is "", expected no more"#);
    }

    #[test]
    fn long_lines_are_cut() {
        let long = "é".repeat(60);
        let difference =
            output_difference(format!("{long}x").as_bytes(), format!("{long}y").as_bytes());
        let shown = "é".repeat(10);
        assert_eq!(
            difference.unwrap_or_default(),
            format!("line 1 of the output is ...\"{shown}x\", expected ...\"{shown}y\"")
        );
    }
}
