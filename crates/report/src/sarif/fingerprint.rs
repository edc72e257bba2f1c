//! What identifies a failure from one version of the program to the next.
//!
//! Two partial fingerprints: GitHub's, computed as its upload action does, so that it makes no difference who computes it; and one of our own that
//! survives changes around the failing line: kind of check, function, and text of the line.

use std::collections::BTreeMap;

use serde_sarif::sarif::Result as SarifResult;

use crate::FailureReport;

/// The key that GitHub looks at.
const LINE_HASH: &str = "primaryLocationLineHash";
/// The number is that of the way in which it is computed.
const OWN: &str = "whydunit/failure/v1";

/// Characters from the beginning of a line on that GitHub's hash takes into account; blanks are not counted.
const WINDOW: usize = 100;
const FACTOR: u64 = 37;
/// Stands for the end of the file.
const END: u64 = 0xffff;

/// `text` is that of the file, if it is known, `line_text` that of the failing line.
pub(super) fn fingerprints(
    failure: &FailureReport,
    text: Option<&str>,
    line_text: &str,
) -> BTreeMap<String, String> {
    let property = &failure.property;
    let function = failure.stack.first().map_or("", |frame| frame.function.as_str());
    let line: Vec<&str> = line_text.split_whitespace().collect();
    let own = hash(&[property.kind, function, &line.join(" "), &property.text]);
    let mut prints = BTreeMap::from([(OWN.to_owned(), format!("{own:016x}"))]);
    let line_hash = text.and_then(|text| line_hash(text, property.place.line));
    prints.extend(line_hash.map(|hash| (LINE_HASH.to_owned(), hash)));
    prints
}

/// Appends `:1`, `:2`, … in the order of the results, so that equal statements are told apart.
pub(super) fn number_equal_ones(results: &mut [SarifResult]) {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for result in results {
        let print = result.partial_fingerprints.as_mut().and_then(|prints| prints.get_mut(OWN));
        let Some(print) = print else { continue };
        let count = seen.entry(print.clone()).or_default();
        *count += 1;
        *print = format!("{print}:{count}");
    }
}

/// FNV-1a of the parts, each with its end.
fn hash(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The hash that GitHub's upload action gives to a line, and which line with this hash it is.
///
/// It is a polynomial over the next [`WINDOW`] UTF-16 code units, blanks left out and all line ends taken as `\n`; behind the end of the file are zeros.
fn line_hash(text: &str, line: u32) -> Option<String> {
    let (units, starts) = units(text);
    let hash_at = |start: usize| {
        let padded = units[start..].iter().copied().chain(std::iter::repeat(0));
        padded.take(WINDOW).fold(0_u64, |hash, unit| hash.wrapping_mul(FACTOR).wrapping_add(unit))
    };
    let index = (line as usize).checked_sub(1)?;
    let wanted = hash_at(*starts.get(index)?);
    let same = starts[..=index].iter().filter(|&&start| hash_at(start) == wanted).count();
    Some(format!("{wanted:x}:{same}"))
}

/// What is hashed, and where in it each line starts.
fn units(text: &str) -> (Vec<u64>, Vec<usize>) {
    let text = text.replace("\r\n", "\n");
    let mut units: Vec<u64> = Vec::new();
    let mut starts = vec![0];
    for unit in text.encode_utf16() {
        match unit {
            0x20 | 0x09 => {}
            0x0a | 0x0d => {
                units.push(0x0a);
                starts.push(units.len());
            }
            _ => units.push(unit.into()),
        }
    }
    units.push(END);
    (units, starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(text: &str) -> Vec<String> {
        (1..).map_while(|line| line_hash(text, line)).collect()
    }

    /// The values are those that GitHub's action has been seen to compute.
    #[test]
    fn lines_have_the_hashes_that_github_gives_them() {
        assert_eq!(hashes(""), ["c129715d7a2bc9a3:1"]);
        assert_eq!(
            hashes(" a\nb\n  \t\tc\n d"),
            ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"]
        );
        let ended = [
            "e9496ae3ebfced30:1",
            "fb7c023a8b9ccb3f:1",
            "ce8ba1a563dcdaca:1",
            "e20e36e16fcb0cc8:1",
            "b3edc88f2938467e:1",
            "c8e28b0b4002a3a0:1",
            "c129715d7a2bc9a3:1",
        ];
        for end in ["\n", "\r", "\r\n"] {
            let text = " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n".replace('\n', end);
            assert_eq!(hashes(&text), ended, "{end:?}");
        }
        let repeated = hashes(&"Lorem ipsum dolor sit amet.\n".repeat(10));
        assert_eq!(repeated[4], "a7f2ff13bc495cf2:5");
        assert_eq!(repeated[6], "a7f2ff1481e87703:1");
    }

    #[test]
    fn lines_that_do_not_exist_have_none() {
        assert_eq!(line_hash("a\nb", 0), None);
        assert_eq!(line_hash("a\nb", 3), None);
    }
}
