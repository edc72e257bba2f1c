//! Output whose values are as expected, with other text between them: a missing space, a wrong word in a format.
//!
//! White space alone is different: the same bytes otherwise, in the same order. Or the text between two values is replaced, and all that comes behind it is as expected.

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

fn is_space(byte: Option<&u8>) -> bool {
    byte.is_some_and(u8::is_ascii_whitespace)
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
    let (said, at) = match (is_space(ours), is_space(theirs)) {
        (true, true) => (format!("{} stands for {}", name(ours), name(theirs)), find(apart.actual)),
        (true, false) => (format!("{} is too much", name(ours)), find(apart.actual)),
        (false, true) => {
            (format!("{} is missing", name(theirs)), find(apart.actual.checked_sub(1)?))
        }
        (false, false) => return None,
    };
    let emission = at?;
    let next = find(apart.actual).filter(|&next| next != emission && !is_space(ours));
    Some(Text { emission, next, said })
}

/// Text between two values of one call, in the place of which another one would have made everything right.
fn replaced(recording: &Recording, expected: &[u8], apart: Apart) -> Option<Text> {
    let at = apart.actual;
    let holds = |it: &Emission| it.start <= at && at < it.start + it.length;
    let index = recording.emissions.iter().position(holds)?;
    let emission = &recording.emissions[index];
    let pieces = || emission.pieces.iter().map(|it| (emission.start + it.start, emission.start + it.end));
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
    (written.iter().filter(|&&byte| byte == b'\n').count() <= 1).then(|| Text {
        emission: index,
        next: None,
        said: format!(
            "\"{}\" stands for \"{}\"",
            shown(&recording.stdout[start..end]),
            shown(written)
        ),
    })
}
