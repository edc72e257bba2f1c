//! How expected and actual output are held against each other.

/// What counts as the same output.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum OutputMode {
    /// The same bytes.
    #[default]
    Exact,
    /// The same lines; white space at their ends, and empty lines at the end of the output, do not count.
    Lines,
    /// The same words between white space.
    Tokens,
    /// The same words, and numbers that differ by no more than this.
    Numbers(f64),
}

impl OutputMode {
    /// Reads `exact`, `lines`, `tokens`, `numbers=EPS`.
    ///
    /// # Errors
    /// Anything else, with what there is.
    pub fn parse(text: &str) -> Result<OutputMode, String> {
        let unknown =
            || format!("unknown comparison `{text}` (known: exact, lines, tokens, numbers=EPS)");
        match text.split_once('=') {
            None => match text {
                "exact" => Ok(OutputMode::Exact),
                "lines" => Ok(OutputMode::Lines),
                "tokens" => Ok(OutputMode::Tokens),
                _ => Err(unknown()),
            },
            Some(("numbers", eps)) => match eps.parse::<f64>() {
                Ok(eps) if eps >= 0.0 => Ok(OutputMode::Numbers(eps)),
                _ => Err(format!("`{eps}` is not a difference that numbers may have")),
            },
            Some(_) => Err(unknown()),
        }
    }
}

/// Where two outputs part: byte positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Apart {
    pub actual: usize,
    pub expected: usize,
}

/// The first difference that counts.
pub fn first_difference(actual: &[u8], expected: &[u8], mode: OutputMode) -> Option<Apart> {
    match mode {
        OutputMode::Exact => bytes_apart(actual, expected),
        OutputMode::Lines => lines_apart(actual, expected),
        OutputMode::Tokens => words_apart(actual, expected, |a, b| a == b),
        OutputMode::Numbers(eps) => words_apart(actual, expected, |a, b| {
            let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<f64>().ok();
            a == b || number(a).zip(number(b)).is_some_and(|(a, b)| (a - b).abs() <= eps)
        }),
    }
}

fn bytes_apart(actual: &[u8], expected: &[u8]) -> Option<Apart> {
    let same = actual.iter().zip(expected).take_while(|(a, b)| a == b).count();
    (same < actual.len() || same < expected.len()).then_some(Apart { actual: same, expected: same })
}

/// Lines without white space at their ends, with where they begin.
fn lines(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        lines.push((start, line.trim_ascii_end()));
        start += line.len();
    }
    while lines.last().is_some_and(|(_, line)| line.is_empty()) {
        lines.pop();
    }
    lines
}

fn lines_apart(actual: &[u8], expected: &[u8]) -> Option<Apart> {
    let (ours, theirs) = (lines(actual), lines(expected));
    let pairs = ours.iter().zip(&theirs);
    for ((at, line), (other_at, other)) in pairs {
        if let Some(apart) = bytes_apart(line, other) {
            return Some(Apart { actual: at + apart.actual, expected: other_at + apart.expected });
        }
    }
    let next = |lines: &[(usize, &[u8])], count: usize, whole: &[u8]| {
        lines.get(count).map_or(whole.len(), |(at, _)| *at)
    };
    let count = ours.len().min(theirs.len());
    (ours.len() != theirs.len()).then(|| Apart {
        actual: next(&ours, count, actual),
        expected: next(&theirs, count, expected),
    })
}

fn words(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut words = Vec::new();
    let mut at = 0;
    for word in text.split(u8::is_ascii_whitespace) {
        if !word.is_empty() {
            words.push((at, word));
        }
        at += word.len() + 1;
    }
    words
}

fn words_apart(
    actual: &[u8],
    expected: &[u8],
    is_same: impl Fn(&[u8], &[u8]) -> bool,
) -> Option<Apart> {
    let (ours, theirs) = (words(actual), words(expected));
    for ((at, word), (other_at, other)) in ours.iter().zip(&theirs) {
        if !is_same(word, other) {
            let same = word.iter().zip(*other).take_while(|(a, b)| a == b).count();
            return Some(Apart { actual: at + same, expected: other_at + same });
        }
    }
    let next = |words: &[(usize, &[u8])], count: usize, whole: &[u8]| {
        words.get(count).map_or(whole.len(), |(at, _)| *at)
    };
    let count = ours.len().min(theirs.len());
    (ours.len() != theirs.len()).then(|| Apart {
        actual: next(&ours, count, actual),
        expected: next(&theirs, count, expected),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_counts_as_the_mode_says() {
        let apart = |actual: &str, expected: &str, mode| {
            first_difference(actual.as_bytes(), expected.as_bytes(), mode)
                .map(|it| (it.actual, it.expected))
        };
        let (exact, lines, tokens) = (OutputMode::Exact, OutputMode::Lines, OutputMode::Tokens);
        assert_eq!(apart("a b\n", "a b\n", exact), None);
        assert_eq!(apart("a b \n", "a b\n", exact), Some((3, 3)));
        assert_eq!(apart("a b \n\n", "a b\n", lines), None);
        assert_eq!(apart("a  b\n", "a b\n", lines), Some((2, 2)));
        assert_eq!(apart("a  b", "a b\n", tokens), None);
        assert_eq!(apart("a  bc", "a bd", tokens), Some((4, 3)));
        assert_eq!(apart("a", "a b", tokens), Some((1, 2)));
        assert_eq!(apart("a\nb\n", "a\n", lines), Some((2, 2)));
        assert_eq!(apart("1.001", "1.0", OutputMode::Numbers(0.01)), None);
        assert_eq!(apart("x 1.1", "x 1.0", OutputMode::Numbers(0.01)), Some((4, 4)));
    }

    #[test]
    fn modes_are_read() {
        assert_eq!(OutputMode::parse("numbers=0.5"), Ok(OutputMode::Numbers(0.5)));
        assert!(OutputMode::parse("numbers=x").is_err());
        assert!(OutputMode::parse("words").unwrap_err().contains("known: exact"));
    }
}
