//! Facts as people say them: `!\\valid(p)` is *p is freed*, 18446744073709551615 is `SIZE_MAX`.
//!
//! The formulas themselves keep the notation of contracts; this is for sentences.

/// How far below the largest number one is still told by its distance: a loop that counts down below zero gets no further.
const NEAR: u128 = 4096;

/// In front of unsigned variables in formulas: their sums are those of integers.
const EXACT: &str = "(__int128)";

/// The fact, in words where the notation is not that of programs.
pub(crate) fn fact_in_words(fact: &str) -> String {
    if let Some(sentence) = about_storage(fact) {
        return numbers_in_words(&sentence);
    }
    numbers_in_words(fact)
}

/// Is it told as a sentence, not as an expression?
pub(crate) fn is_sentence(fact: &str) -> bool {
    about_storage(fact).is_some()
}

fn about_storage(fact: &str) -> Option<String> {
    const INITIALISED: &str = "!\\initialized(&";
    const VALID: &str = "\\valid(";
    const LENGTH: &str = "\\block_length(";
    if let Some((name, "")) = fact.strip_prefix(INITIALISED).and_then(argument) {
        return Some(format!("{name} has no value"));
    }
    let invalid = fact.strip_prefix('!').and_then(|fact| fact.strip_prefix(VALID));
    if let Some((name, "")) = invalid.and_then(argument) {
        return Some(match name.strip_prefix('&') {
            Some(variable) => format!("{variable} no longer exists"),
            None => format!("{name} is freed"),
        });
    }
    let (name, rest) = fact.strip_prefix(LENGTH).and_then(argument)?;
    size_in_words(name, rest)
}

/// What stands before the parenthesis that closes, and what behind it.
fn argument(text: &str) -> Option<(&str, &str)> {
    let mut depth = 1_usize;
    let end = text.char_indices().find(|(_, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some((&text[..end.0], &text[end.0 + 1..]))
}

/// ` <= 8` said of the size of a block.
fn size_in_words(name: &str, relation: &str) -> Option<String> {
    let relation = relation.trim_start();
    let is_alone = |size: &str| !size.contains("&&") && !size.contains("\\block_length");
    for (operator, words) in [
        ("<= ", "at most "),
        (">= ", "at least "),
        ("== ", ""),
        ("< ", "fewer than "),
        ("> ", "more than "),
    ] {
        if let Some(size) = relation.strip_prefix(operator).filter(|size| is_alone(size)) {
            let bytes = if size == "1" { "byte" } else { "bytes" };
            return Some(format!("{name} has {words}{size} {bytes}"));
        }
    }
    None
}

/// Numbers at the ends of C's types by their names: nobody knows twenty digits by heart. Casts that only keep sums exact are for compilers.
pub(crate) fn numbers_in_words(text: &str) -> String {
    let text = text.replace(EXACT, "");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let before = rest[..start].chars().next_back();
        let length = rest[start..].find(|c: char| !c.is_ascii_digit());
        let end = length.map_or(rest.len(), |length| start + length);
        let after = rest[end..].chars().next();
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "_.#".contains(c));
        let is_negative =
            before == Some('-') && !rest[..start - 1].ends_with(|c: char| c.is_alphanumeric());
        let named = rest[start..end].parse().ok().filter(|_| !is_word(before) && !is_word(after));
        match named.and_then(|number: u128| end_of_type(number, is_negative)) {
            Some(name) => {
                out.push_str(&rest[..start - usize::from(is_negative)]);
                out.push_str(&name);
            }
            None => out.push_str(&rest[..end]),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

fn end_of_type(number: u128, is_negative: bool) -> Option<String> {
    const SIGNED: [(u128, &str); 2] = [(1 << 31, "INT"), (1 << 63, "LONG")];
    for (bound, name) in SIGNED {
        match (is_negative, number.checked_sub(bound)) {
            (true, Some(0)) => return Some(format!("{name}_MIN")),
            (true, Some(1)) => return Some(format!("{name}_MIN - 1")),
            (false, Some(0)) => return Some(format!("{name}_MAX + 1")),
            (false, None) if number + 1 == bound => return Some(format!("{name}_MAX")),
            _ => {}
        }
    }
    for (largest, name) in [(u128::from(u32::MAX), "UINT_MAX"), (u128::from(u64::MAX), "SIZE_MAX")]
    {
        match largest.checked_sub(number).filter(|_| !is_negative) {
            Some(0) => return Some(name.to_owned()),
            Some(below) if below < NEAR => return Some(format!("{name} - {below}")),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storage_is_told_in_words() {
        let said = fact_in_words;
        assert_eq!(said("!\\valid(list->next)"), "list->next is freed");
        assert_eq!(said("!\\valid(&x)"), "x no longer exists");
        assert_eq!(said("!\\initialized(&a[(i)])"), "a[(i)] has no value");
        assert_eq!(said("\\block_length(b) <= i + 8"), "b has at most i + 8 bytes");
        assert_eq!(said("\\block_length(b) == 1"), "b has 1 byte");
        assert_eq!(said("x <= 1"), "x <= 1");
    }

    #[test]
    fn ends_of_types_have_names() {
        let said = numbers_in_words;
        assert_eq!(said("had i been 18446744073709551615 here"), "had i been SIZE_MAX here");
        assert_eq!(said("n >= 4294967294"), "n >= UINT_MAX - 1");
        assert_eq!(said("i + k <= -2147483649"), "i + k <= INT_MIN - 1");
        assert_eq!(said("x == 2147483647 && y"), "x == INT_MAX && y");
        assert_eq!(said("n -9223372036854775808"), "n LONG_MIN");
        assert_eq!(said("4 * (__int128)n + 1 <= m"), "4 * n + 1 <= m");
        assert_eq!(said("a1 <= 3 && x2147483647 && 0.5"), "a1 <= 3 && x2147483647 && 0.5");
    }
}
