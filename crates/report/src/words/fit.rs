//! Text in less room than it would take. Lengths are counted in columns of a terminal: some characters take two, some none.

use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How wide a text is.
pub(crate) fn columns(text: &str) -> usize {
    // A character that joins its neighbours to one sign is drawn as several by many terminals.
    text.chars().map(width_of).sum::<usize>().max(text.width())
}

fn width_of(c: char) -> usize {
    c.width().unwrap_or(1)
}

/// The longest beginning that fits: its length in bytes.
fn fitting(text: &str, room: usize) -> usize {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += width_of(c);
        if used > room {
            return at;
        }
    }
    text.len()
}

/// The longest end that fits: where it begins.
fn fitting_end(text: &str, room: usize) -> usize {
    let mut used = 0;
    let mut start = text.len();
    for (at, c) in text.char_indices().rev() {
        used += width_of(c);
        if used > room {
            break;
        }
        start = at;
    }
    start
}

/// Cuts out the middle of what is too long: the end of a value tells as much as its beginning.
pub(crate) fn shorten(text: &str, room: usize) -> String {
    if columns(text) <= room {
        return text.to_owned();
    }
    let tail = room / 4;
    let head = &text[..fitting(text, room.saturating_sub(1 + tail))];
    format!("{head}…{}", &text[fitting_end(text, tail)..])
}

/// Cuts off the beginning.
pub(crate) fn shorten_front(text: &str, room: usize) -> String {
    match columns(text) <= room {
        true => text.to_owned(),
        false => format!("…{}", &text[fitting_end(text, room.saturating_sub(1))..]),
    }
}

/// Cuts off both ends: what stands at `focus`, in bytes, stays with as much around it as there is room for.
pub(crate) fn shorten_around(text: &str, room: usize, focus: Range<usize>) -> String {
    if columns(text) <= room {
        return text.to_owned();
    }
    let kept = shorten(text.get(focus.clone()).unwrap_or_default(), room.saturating_sub(2));
    let left = text.get(..focus.start).unwrap_or_default();
    let right = text.get(focus.end..).unwrap_or_default();
    let spare = room.saturating_sub(columns(&kept));
    // Most of what was not needed on one side is for the other.
    let wanted_right = columns(right).min(spare / 2);
    let at = fitting_end(left, (spare - wanted_right).saturating_sub(1));
    let at = if columns(left) <= spare - wanted_right { 0 } else { at };
    let before = if at == 0 { left.to_owned() } else { format!("…{}", &left[at..]) };
    let rest = spare.saturating_sub(columns(&before));
    let after = match columns(right) <= rest {
        true => right.to_owned(),
        false => format!("{}…", &right[..fitting(right, rest.saturating_sub(1))]),
    };
    format!("{before}{kept}{after}")
}

/// Lines of at most `room` columns, broken between words, between conjuncts of a formula rather than inside one; at most `most` of them, the last one then shortened.
pub(crate) fn wrap(text: &str, room: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let is_last = lines.len() + 1 >= most;
        let end = fitting(rest, room);
        if end == rest.len() {
            lines.push(rest.to_owned());
            break;
        }
        if is_last {
            lines.push(shorten(rest, room));
            break;
        }
        // Some progress is made, however narrow the room.
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let cut = best_cut(rest, end.max(first));
        lines.push(rest[..cut].trim_end().to_owned());
        rest = rest[cut..].trim_start();
    }
    lines
}

/// The first of these texts, from long to short, that has at most `most` lines of this length; if none has, the last one, shortened.
pub(crate) fn wrap_first_fitting(
    texts: impl IntoIterator<Item = String>,
    room: usize,
    most: usize,
) -> Vec<String> {
    let mut last = String::new();
    for text in texts {
        let lines = wrap(&text, room, usize::MAX);
        if lines.len() <= most {
            return lines;
        }
        last = text;
    }
    wrap(&last, room, most)
}

/// Where to break a text of which the part before `end` fits.
fn best_cut(text: &str, end: usize) -> usize {
    const AND: &str = " && ";
    let fitting = &text[..end];
    let between_conjuncts = fitting.rfind(AND).map(|start| start + AND.len());
    if let Some(cut) = between_conjuncts.filter(|&cut| cut > end / 2) {
        return cut;
    }
    // A word that ends exactly where the room does still fits.
    let spaces = || (1..=end).rev().filter(|&at| text.as_bytes().get(at) == Some(&b' '));
    let between_phrases =
        spaces().find(|&space| space > end / 2 && !is_inside_expression(text, space));
    between_phrases.or_else(|| spaces().next()).unwrap_or(end)
}

/// Is this the space before or after an operator?
fn is_inside_expression(text: &str, space: usize) -> bool {
    let is_operator = |word: Option<&str>| {
        word.is_some_and(|word| word.chars().all(|c| "=!<>+-*/%&|^".contains(c)) && word != "&&")
    };
    is_operator(text[..space].rsplit(' ').next())
        || is_operator(text[space + 1..].split(' ').next())
}

/// A line of the program as it is shown on its own: what was written about it is beside the point.
pub(crate) fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '/') if before == '/' => {
                let kept = line[..at - 1].trim();
                return if kept.is_empty() { line.trim() } else { kept };
            }
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open && before != '\\' => quote = None,
            _ => {}
        }
        // A backslash that is quoted itself quotes nothing.
        before = if before == '\\' && c == '\\' { ' ' } else { c };
    }
    line.trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_cut_out() {
        assert_eq!(shorten("abcdefgh", 8), "abcdefgh");
        assert_eq!(shorten("abcdefghi", 8), "abcde…hi");
        assert_eq!(shorten("äöüß", 3), "äö…");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(columns("漢字ab"), 6);
        assert_eq!(shorten("漢字漢字漢字", 7), "漢字…");
        assert_eq!(wrap("漢字漢字 ab", 5, 3), ["漢字", "漢字", "ab"]);
        for room in 4..20 {
            assert!(columns(&shorten("e\u{301}漢字 and more of 漢字漢字", room)) <= room);
            assert!(columns(&shorten_around("漢字 and more of 漢字漢字", room, 7..10)) <= room);
        }
    }

    #[test]
    fn what_is_spoken_of_stays() {
        let text = "(i + j) <= k || (j + k) <= i || (i + k) <= j";
        let at = text.find("(i + k)").expect("it should be there");
        assert!(shorten_around(text, 22, at..at + 7).contains("(i + k)"));
        assert_eq!(shorten_front("/a/b/c.c:3", 6), "…c.c:3");
    }

    #[test]
    fn what_fits_is_taken() {
        let texts = || ["one two three", "one two", "one"].map(str::to_owned);
        assert_eq!(wrap_first_fitting(texts(), 7, 2), ["one two", "three"]);
        assert_eq!(wrap_first_fitting(texts(), 8, 1), ["one two"]);
        assert_eq!(wrap_first_fitting(texts(), 2, 1), ["o…"]);
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("", 5, 3), Vec::<String>::new());
        assert_eq!(wrap("ein übergroßes Wort", 6, 4), ["ein", "übergr", "oßes", "Wort"]);
        assert_eq!(wrap("one two three", 7, 3), ["one two", "three"]);
        assert_eq!(wrap("one two three four five", 8, 2), ["one two", "three…ve"]);
        assert_eq!(wrap("unbreakable", 4, 3), ["unbr", "eaka", "ble"]);
        assert_eq!(wrap("a == 1 && bc == 2", 15, 3), ["a == 1 &&", "bc == 2"]);
        assert_eq!(wrap("because x >= 5 holds", 12, 3), ["because", "x >= 5 holds"]);
    }

    #[test]
    fn comments_go_and_texts_stay() {
        for (line, kept) in [
            ("  x = 1; // one", "x = 1;"),
            ("f(\"http://a\"); // b", "f(\"http://a\");"),
            (r#"f("\\"); // b"#, r#"f("\\");"#),
            ("c = '\"'; // b", "c = '\"';"),
            ("a / b", "a / b"),
            ("  //@ assert a;", "//@ assert a;"),
        ] {
            assert_eq!(without_comment(line), kept, "{line}");
        }
    }
}
