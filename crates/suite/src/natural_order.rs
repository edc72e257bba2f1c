//! Names in the order that people expect: `test2` before `test10`.

use std::cmp::Ordering;

/// Compares by pieces: numbers as numbers, everything else byte by byte. Names that differ are never equal.
pub(crate) fn compare(a: &str, b: &str) -> Ordering {
    let (mut rest_a, mut rest_b) = (a, b);
    while !rest_a.is_empty() && !rest_b.is_empty() {
        let (piece_a, after_a) = split(rest_a);
        let (piece_b, after_b) = split(rest_b);
        let is_number = |piece: &str| piece.starts_with(|c: char| c.is_ascii_digit());
        let order = if is_number(piece_a) && is_number(piece_b) {
            let (digits_a, digits_b) =
                (piece_a.trim_start_matches('0'), piece_b.trim_start_matches('0'));
            digits_a.len().cmp(&digits_b.len()).then_with(|| digits_a.cmp(digits_b))
        } else {
            piece_a.cmp(piece_b)
        };
        if order != Ordering::Equal {
            return order;
        }
        (rest_a, rest_b) = (after_a, after_b);
    }
    rest_a.len().cmp(&rest_b.len()).then_with(|| a.cmp(b))
}

/// The digits, or the other characters, that a text begins with.
fn split(text: &str) -> (&str, &str) {
    let first_is_digit = text.starts_with(|c: char| c.is_ascii_digit());
    let end = text.find(|c: char| c.is_ascii_digit() != first_is_digit).unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn numbers_count_as_numbers() {
        let mut names = ["b", "a10", "a2", "a", "a02", "2", "10", "a2b", "a2-1"];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names, ["2", "10", "a", "a02", "a2", "a2-1", "a2b", "a10", "b"]);
    }
}
