//! Differences between token sequences: of predicates, to name what one has and the other has not; of source
//! text, to keep an edit as small as it can be.

use std::ops::Range;

const OPERATORS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

/// The tokens of a piece of C, by their places in it.
pub(crate) fn tokens(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or(' ');
        let length = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first == '"' || first == '\'' {
            quoted(rest, first)
        } else if first.is_alphanumeric() || first == '_' || first == '\\' {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\\';
            rest.find(|c: char| !is_part(c)).unwrap_or(rest.len())
        } else {
            let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
            operator.map_or(first.len_utf8(), |operator| operator.len())
        };
        found.push(at..at + length);
        at += length;
    }
    found
}

fn quoted(text: &str, quote: char) -> usize {
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

/// The part of `old` to be replaced, and the part of `new` that replaces it: what is left between the tokens that
/// both begin and both end with. `None` when nothing differs.
pub(crate) fn changed(old: &str, new: &str) -> Option<(Range<usize>, Range<usize>)> {
    let (old_tokens, new_tokens) = (tokens(old), tokens(new));
    let shorter = old_tokens.len().min(new_tokens.len());
    let equal = |a: &Range<usize>, b: &Range<usize>| old[a.clone()] == new[b.clone()];
    let pairs = || old_tokens.iter().zip(&new_tokens);
    let prefix = pairs().take_while(|(a, b)| equal(a, b)).count();
    if prefix == old_tokens.len() && prefix == new_tokens.len() {
        return None;
    }
    let backwards = old_tokens.iter().rev().zip(new_tokens.iter().rev());
    let suffix = backwards.take(shorter - prefix).take_while(|(a, b)| equal(a, b)).count();
    let part = |tokens: &[Range<usize>], text: &str| {
        let start = if prefix == 0 { 0 } else { tokens[prefix - 1].end };
        let end = match suffix {
            0 => text.len(),
            suffix => tokens[tokens.len() - suffix].start,
        };
        start..end
    };
    Some((part(&old_tokens, old), part(&new_tokens, new)))
}

/// `d_e` and `d_c`: the tokens of each that are no part of a longest common subsequence.
pub(crate) fn differences(e: &str, c: &str) -> (String, String) {
    let (e_tokens, c_tokens) = (tokens(e), tokens(c));
    let same = |i: usize, j: usize| e[e_tokens[i].clone()] == c[c_tokens[j].clone()];
    let (rows, columns) = (e_tokens.len(), c_tokens.len());
    if rows * columns > 40_000 {
        return (e.to_owned(), c.to_owned());
    }
    let mut longest = vec![vec![0u32; columns + 1]; rows + 1];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            longest[i][j] = match same(i, j) {
                true => longest[i + 1][j + 1] + 1,
                false => longest[i + 1][j].max(longest[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut only_e, mut only_c) = (Vec::new(), Vec::new());
    while i < rows || j < columns {
        if i < rows && j < columns && same(i, j) {
            (i, j) = (i + 1, j + 1);
        } else if j == columns || (i < rows && longest[i + 1][j] >= longest[i][j + 1]) {
            only_e.push(&e[e_tokens[i].clone()]);
            i += 1;
        } else {
            only_c.push(&c[c_tokens[j].clone()]);
            j += 1;
        }
    }
    (only_e.join(" "), only_c.join(" "))
}

#[cfg(test)]
mod tests {
    use super::{changed, differences, tokens};

    fn edit(old: &str, new: &str) -> Option<(String, String)> {
        changed(old, new).map(|(a, b)| (old[a].to_owned(), new[b].to_owned()))
    }

    #[test]
    fn tokens_of_c() {
        let text = "a[i+1]<=p->x && 'c'!=\"a b\"";
        let words: Vec<&str> = tokens(text).into_iter().map(|range| &text[range]).collect();
        let expected =
            ["a", "[", "i", "+", "1", "]", "<=", "p", "->", "x", "&&", "'c'", "!=", "\"a b\""];
        assert_eq!(words, expected);
    }

    #[test]
    fn an_edit_is_what_differs() {
        assert_eq!(edit("a[0]", "a[i]"), Some(("0".into(), "i".into())));
        assert_eq!(edit("i<n-1", "i < n"), Some(("-1".into(), String::new())));
        assert_eq!(edit("a[i]", "s + a[i]"), Some((String::new(), "s + ".into())));
        assert_eq!(edit("s >= a[i]", "s < a[i]"), Some((" >= ".into(), " < ".into())));
        assert_eq!(edit("x+1", "x + 1"), None);
    }

    #[test]
    fn differences_of_predicates() {
        assert_eq!(differences("s-a[0]=0", "s-a[2]=0"), ("0".into(), "2".into()));
        assert_eq!(differences("s-a[2]<=0", "s-a[2]>=0"), ("<=".into(), ">=".into()));
        assert_eq!(differences("s-a[1]=0", "s-t-a[1]=0"), (String::new(), "t -".into()));
    }
}
