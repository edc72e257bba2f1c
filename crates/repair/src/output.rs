//! Text that the program prints otherwise than expected: where the difference lies within a string of the source, the string is
//! changed.
//!
//! The outputs are compared from both ends; what is left differs. With as much of the equal text around it as a string of the
//! program has too, the place of the difference in the string is known, and so is what should stand there.

use whydunit_interp::{NoObserver, Stream, prepare};
use whydunit_program::SourceStmtId;
use whydunit_source::{FileId, Span};
use whydunit_suite::{Runner, Test};

use crate::Edit;
use crate::changes::{Change, Variant};
use crate::engine::Engine;
use crate::limits::{
    LONGEST_CONTEXT, LONGEST_OUTPUT, MOST_CHANGES_OF_OUTPUT, MOST_TESTS_OF_OUTPUT,
};

/// As much as a token.
const COST: u32 = 10;

/// Changes of strings that would make the output of failing tests the expected one.
pub(crate) fn changes(engine: &Engine<'_>) -> Vec<Change> {
    let compiled = prepare(engine.program);
    let runner = Runner::new(engine.program, engine.request.start, engine.config.clone());
    let mut found: Vec<Change> = Vec::new();
    let failing = engine.suite.tests.iter().take(engine.failing_now());
    for test in failing.filter(|test| test.expected.stdout.is_some()).take(MOST_TESTS_OF_OUTPUT) {
        let mut printed = Vec::new();
        let mut sink = |stream: Stream, bytes: &[u8]| {
            if stream == Stream::Out && printed.len() < LONGEST_OUTPUT {
                printed.extend_from_slice(bytes);
            }
        };
        compiled.run(&runner.spec(test), &engine.config, &mut sink, &mut NoObserver);
        for change in of_test(engine, test, &printed) {
            if !found.iter().any(|known| known.edit == change.edit)
                && found.len() < MOST_CHANGES_OF_OUTPUT
            {
                found.push(change);
            }
        }
    }
    found
}

fn of_test(engine: &Engine<'_>, test: &Test, printed: &[u8]) -> Vec<Change> {
    let expected = test.expected.stdout.as_deref().unwrap_or_default();
    let Some(difference) = Difference::new(printed, expected) else { return Vec::new() };
    let sources = engine.program.sources.files();
    let own = sources.filter(|(file, _)| engine.request.options.files.contains(file));
    own.flat_map(|(file, source)| difference.in_strings(file, source.text())).collect()
}

/// Where two outputs differ, with what is equal around it.
struct Difference<'o> {
    before: &'o [u8],
    printed: &'o [u8],
    expected: &'o [u8],
    after: &'o [u8],
}

impl<'o> Difference<'o> {
    fn new(printed: &'o [u8], expected: &'o [u8]) -> Option<Difference<'o>> {
        let same = |a: &u8, b: &u8| a == b;
        let front = printed.iter().zip(expected).take_while(|(a, b)| same(a, b)).count();
        let (rest, other) = (&printed[front..], &expected[front..]);
        let back =
            rest.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| same(a, b)).count();
        let (middle, wanted) = (&rest[..rest.len() - back], &other[..other.len() - back]);
        let is_text = |bytes: &[u8]| bytes.len() <= 200 && bytes.is_ascii();
        (printed != expected && is_text(middle) && is_text(wanted)).then_some(Difference {
            before: &printed[..front],
            printed: middle,
            expected: wanted,
            after: &rest[rest.len() - back..],
        })
    }

    /// Strings of the text that hold what was printed, with the most equal text around it.
    fn in_strings(&self, file: FileId, text: &str) -> Vec<Change> {
        let strings = strings(text);
        for around in (1..=LONGEST_CONTEXT).rev() {
            let mut found: Vec<Change> = Vec::new();
            // At the edge of a string there is equal text on one side only.
            for (left, right) in [(around, around), (around, 0), (0, around)] {
                let left = escaped(&self.before[self.before.len().saturating_sub(left)..]);
                let right = escaped(&self.after[..right.min(self.after.len())]);
                if left.is_empty() && right.is_empty() {
                    continue;
                }
                let old = format!("{left}{}{right}", escaped(self.printed));
                for &(start, end) in &strings {
                    let Some(at) = text[start..end].find(&old) else { continue };
                    let at = (start + at + left.len()) as u32;
                    let length = escaped(self.printed).len() as u32;
                    let span = Span::new(file, at, at + length);
                    let edit = Edit { span, new: escaped(self.expected) };
                    let source = SourceStmtId(u32::MAX);
                    found.push(Change { edit, variant: Variant::Text, cost: COST, source });
                }
            }
            if !found.is_empty() {
                found.dedup_by(|a, b| a.edit == b.edit);
                return found;
            }
        }
        Vec::new()
    }
}

/// As it is written in a string.
fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b'"' => text.push_str("\\\""),
            b'\\' => text.push_str("\\\\"),
            b'%' => text.push_str("%%"),
            _ => text.push(byte as char),
        }
    }
    text
}

/// The insides of string literals; comments and characters are passed over.
fn strings(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        at += match bytes[at] {
            b'/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            quote @ (b'"' | b'\'') => {
                let mut end = at + 1;
                while end < bytes.len() && bytes[end] != quote && bytes[end] != b'\n' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                let end = end.min(bytes.len());
                let is_included = text[..at].trim_end().ends_with("#include");
                if quote == b'"' && !is_included && text.is_char_boundary(end) {
                    found.push((at + 1, end));
                }
                end + 1 - at
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, printed: &str, expected: &str) -> Vec<String> {
        let Some(difference) = Difference::new(printed.as_bytes(), expected.as_bytes()) else {
            return Vec::new();
        };
        let changes = difference.in_strings(FileId(0), text);
        let apply = |change: &Change| {
            let (start, end) = (change.edit.span.start as usize, change.edit.span.end as usize);
            format!("{}{}{}", &text[..start], change.edit.new, &text[end..])
        };
        changes.iter().map(apply).collect()
    }

    #[test]
    fn strings_take_over_what_is_expected() {
        let text = "printf(\"Studnet %d\\n\", n); /* Studnet */";
        let wanted = "printf(\"Student %d\\n\", n); /* Studnet */";
        assert!(changed(text, "Studnet 3\n", "Student 3\n").contains(&wanted.to_owned()));
        let text = "printf(\"sum: %d\", n);";
        assert_eq!(changed(text, "sum: 3", "sum: 3\n"), Vec::<String>::new());
        let text = "puts(\"done\"); printf(\"all %d done.\", n);";
        assert_eq!(
            changed(text, "all 3 done.", "all 3 done!\n"),
            ["puts(\"done\"); printf(\"all %d done!\\n\", n);"]
        );
        assert_eq!(changed(text, "other", "text"), Vec::<String>::new());
    }
}
