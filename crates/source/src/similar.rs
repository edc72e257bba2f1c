//! Which of several names somebody may have meant who wrote another one.

/// The known name that is closest to `written`, if it is close enough to be what was meant. Of equally close ones the first.
pub fn similar<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = match written.chars().count() {
        0..=1 => return None,
        2..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    let distances = known.into_iter().map(|name| (distance(written, name), name));
    let (_, name) = distances
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)?;
    Some(name)
}

/// How many characters have to be put in, left out, replaced or swapped with their neighbour; upper and lower case are the same.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(x != y);
            let mut least = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_mistakes_of_typing() {
        assert_eq!(distance("input", "inptu"), 1);
        assert_eq!(distance("max", "mx"), 1);
        assert_eq!(distance("Max", "max"), 0);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("absolute", "absolut"), 1);
    }

    #[test]
    fn only_close_names_are_meant() {
        let known = ["main", "maximum", "minimum", "f"];
        assert_eq!(similar("maxmum", known), Some("maximum"));
        assert_eq!(similar("mian", known), Some("main"));
        assert_eq!(similar("average", known), None);
        assert_eq!(similar("g", known), None);
        assert_eq!(similar("", known), None);
    }
}
