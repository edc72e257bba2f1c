//! Output whose values are as expected, with other text between them: a missing space, a wrong word in a format.
//!
//! White space alone is different: the same bytes otherwise, in the same order. Or the text between two values is replaced, and all that comes behind it is as expected.

use std::cmp::Ordering;

use whydunit_suite::Apart;

use crate::printed::shown;
use crate::record::{Emission, Recording};

/// The call that wrote the text, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text {
    /// Among the emissions of the recording.
    pub(crate) emission: usize,
    /// Where something is missing between two calls: the later one.
    pub(crate) next: Option<usize>,
    pub(crate) said: String,
    /// The byte of the output at which it begins to differ.
    pub(crate) at: usize,
    /// Words are missing where the call writes none.
    pub(crate) adds_words: bool,
}

pub(crate) fn only_text_differs(
    recording: &Recording,
    expected: &[u8],
    apart: Apart,
) -> Option<Text> {
    let actual = recording.stdout.as_slice();
    match bare(actual).eq(bare(expected)) {
        true => white_space(recording, expected, apart),
        false => replaced(recording, expected, apart),
    }
}

/// Without white space.
fn bare(text: &[u8]) -> impl Iterator<Item = u8> + '_ {
    text.iter().copied().filter(|byte| !byte.is_ascii_whitespace())
}

fn white_space(recording: &Recording, expected: &[u8], apart: Apart) -> Option<Text> {
    let ours = recording.stdout.get(apart.actual);
    let theirs = expected.get(apart.expected);
    let name = |byte: Option<&u8>| match byte {
        Some(b'\n') => "a new line",
        Some(b'\t') => "a tab",
        Some(b' ') => "a space",
        _ => "white space",
    };
    let holds = |at: usize| move |it: &Emission| it.start <= at && at < it.start + it.length;
    let find = |at: usize| recording.emissions.iter().position(holds(at));
    let run = |text: &[u8], from: usize| {
        text[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    };
    let (here, there) = (run(&recording.stdout, apart.actual), run(expected, apart.expected));
    let behind = |at: usize| at.checked_sub(1).and_then(find);
    let (said, at) = match here.cmp(&there) {
        _ if here + there == 0 => return None,
        Ordering::Equal => {
            (format!("{} stands for {}", name(ours), name(theirs)), find(apart.actual))
        }
        Ordering::Greater => (format!("{} is too much", name(ours)), find(apart.actual)),
        Ordering::Less => (format!("{} is missing", name(theirs)), behind(apart.actual)),
    };
    let emission = at?;
    let next = find(apart.actual).filter(|&next| next != emission && here == 0);
    Some(Text { emission, next, said, at: apart.actual, adds_words: false })
}

/// Text between two values of one call, in the place of which another one would have made everything right.
fn replaced(recording: &Recording, expected: &[u8], apart: Apart) -> Option<Text> {
    let at = apart.actual;
    let holds = |it: &Emission| it.start <= at && at < it.start + it.length;
    let index = recording.emissions.iter().position(holds)?;
    let emission = &recording.emissions[index];
    let pieces =
        || emission.pieces.iter().map(|it| (emission.start + it.start, emission.start + it.end));
    if pieces().any(|(start, end)| start <= at && at < end) {
        return None;
    }
    let start = pieces().map(|(_, end)| end).filter(|&end| end <= at).max();
    let end = pieces().map(|(start, _)| start).filter(|&start| start > at).min();
    let start = start.unwrap_or(emission.start);
    let end = end.unwrap_or(emission.start + emission.length);
    let before = expected.get(..apart.expected.checked_sub(at - start)?)?;
    let behind = &recording.stdout[end..];
    let written = expected[before.len()..].strip_suffix(behind)?;
    // Text that is as long as all of the rest would be no text of a format.
    (written.iter().filter(|&&byte| byte == b'\n').count() <= 1).then(|| {
        let (ours, theirs) = (shown(&recording.stdout[start..end]), shown(written));
        let said = match (ours.is_empty(), theirs.is_empty()) {
            (false, true) => format!("\"{ours}\" is too much"),
            (true, false) => format!("\"{theirs}\" is missing"),
            _ => format!("\"{ours}\" stands for \"{theirs}\""),
        };
        let adds_words = ours.is_empty() && theirs.chars().any(char::is_alphanumeric);
        Text { emission: index, next: None, said, at, adds_words }
    })
}
