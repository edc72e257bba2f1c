//! Text in less room than it would take. Lengths are counted in characters.

/// Cuts out the middle of what is too long: the end of a value tells as much as its beginning.
pub(crate) fn shorten(text: &str, room: usize) -> String {
    let length = text.chars().count();
    if length <= room {
        return text.to_owned();
    }
    let tail = room / 4;
    let head: String = text.chars().take(room.saturating_sub(1 + tail)).collect();
    let tail: String = text.chars().skip(length - tail).collect();
    format!("{head}…{tail}")
}

/// Lines of at most `room` characters, broken between words, between conjuncts of a formula rather than inside one; at most `most` of them, the last one then shortened.
pub(crate) fn wrap(text: &str, room: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let is_last = lines.len() + 1 >= most;
        let Some((end, _)) = rest.char_indices().nth(room) else {
            lines.push(rest.to_owned());
            break;
        };
        if is_last {
            lines.push(shorten(rest, room));
            break;
        }
        let cut = best_cut(rest, end);
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
}
