//! Places as SARIF has them: which artifact, and which region of it.
//!
//! Our columns count characters, those of SARIF's viewers UTF-16 code units. The text of the line converts one into the other; it comes from the sources of
//! the report, or with the place. Without it columns are taken as they are. Regions are always complete: both ends, line and column, from 1.

use std::collections::BTreeMap;

use serde_sarif::sarif::{
    Artifact, ArtifactContent, ArtifactLocation, Location, LogicalLocation, PhysicalLocation,
    Region,
};
use sha2::{Digest, Sha256};

use super::message::message;
use super::uri::{file_uri, is_no_file};
use crate::limits::{LONGEST_SNIPPET, SNIPPET_CONTEXT};
use crate::words::shorten;
use crate::{EditReport, Origin, Place, SourceText, StepReport};

/// What relative names start from.
pub(super) const SOURCE_ROOT: &str = "%SRCROOT%";

/// Where something is: a part of a line or several, or one whole line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'r> {
    file: &'r str,
    line: u32,
    /// Columns and last line; `None`: the whole line.
    part: Option<(u32, u32, u32)>,
    /// Of the first line, if the sources do not have it.
    line_text: &'r str,
}

impl<'r> Spot<'r> {
    pub(super) fn line(file: &'r str, line: u32) -> Spot<'r> {
        Spot { file, line, part: None, line_text: "" }
    }

    /// One character.
    pub(super) fn at(file: &'r str, line: u32, column: u32) -> Spot<'r> {
        let part = Some((column, line, column.saturating_add(1)));
        Spot { file, line, part, line_text: "" }
    }

    /// Two spots with the same key are in the same line.
    pub(super) fn key(&self) -> (&'r str, u32) {
        (self.file, self.line)
    }
}

impl<'r> From<&'r Place> for Spot<'r> {
    fn from(place: &'r Place) -> Spot<'r> {
        let part = Some((place.column, place.end_line, place.end_column));
        Spot { file: &place.file, line: place.line, part, line_text: &place.line_text }
    }
}

impl<'r> From<&'r StepReport> for Spot<'r> {
    fn from(step: &'r StepReport) -> Spot<'r> {
        let part = Some((step.column, step.end_line, step.end_column));
        Spot { file: &step.file, line: step.line, part, line_text: "" }
    }
}

impl<'r> From<&'r EditReport> for Spot<'r> {
    fn from(edit: &'r EditReport) -> Spot<'r> {
        let part = Some((edit.column, edit.end_line, edit.end_column));
        Spot { file: &edit.file, line: edit.line, part, line_text: "" }
    }
}

/// The files of a report.
pub(super) struct Places<'r> {
    directory: &'r str,
    sources: &'r [SourceText],
    /// Lines of each source, without their ends.
    lines: Vec<Vec<&'r str>>,
    index: BTreeMap<&'r str, usize>,
}

impl<'r> Places<'r> {
    pub(super) fn new(origin: &'r Origin) -> Places<'r> {
        let sources = origin.sources.as_slice();
        let lines = sources.iter().map(|source| lines(&source.text)).collect();
        let mut index = BTreeMap::new();
        for (number, source) in sources.iter().enumerate() {
            index.entry(source.name.as_str()).or_insert(number);
        }
        Places { directory: &origin.directory, sources, lines, index }
    }

    pub(super) fn text(&self, file: &str) -> Option<&'r str> {
        Some(&self.sources[*self.index.get(file)?].text)
    }

    /// How a place is called inside of a message; the file only if there are several.
    pub(super) fn name(&self, spot: Spot<'_>) -> String {
        match self.sources.len() {
            0 | 1 => format!("Line {}", spot.line),
            _ => format!("{}:{}", spot.file, spot.line),
        }
    }

    /// The text of a line, if it is known: from the source, or if there is none, from the spot itself.
    pub(super) fn line_text<'s>(&self, spot: Spot<'s>) -> &'s str
    where
        'r: 's,
    {
        match self.index.contains_key(spot.file) {
            true => self.line(spot.file, spot.line).unwrap_or_default(),
            false => spot.line_text,
        }
    }

    pub(super) fn location(&self, spot: Spot<'_>, text: &str) -> Location {
        Location {
            physical_location: Some(self.physical(spot)),
            message: Some(message(text)),
            ..Location::default()
        }
    }

    /// In a function.
    pub(super) fn location_in(&self, spot: Spot<'_>, function: &str, text: &str) -> Location {
        Location { physical_location: Some(self.physical(spot)), ..in_function(function, text) }
    }

    pub(super) fn physical(&self, spot: Spot<'_>) -> PhysicalLocation {
        PhysicalLocation {
            artifact_location: Some(self.artifact_location(spot.file)),
            region: Some(self.region(spot)),
            ..PhysicalLocation::default()
        }
    }

    /// The lines around a place, if there are any.
    pub(super) fn context(&self, spot: Spot<'_>) -> Option<Region> {
        let lines = &self.lines[*self.index.get(spot.file)?];
        let last = spot.part.map_or(spot.line, |(_, end_line, _)| end_line).max(spot.line);
        let from = spot.line.saturating_sub(SNIPPET_CONTEXT).max(1);
        let to = last.saturating_add(SNIPPET_CONTEXT).min(lines.len() as u32);
        let shown = lines.get(from as usize - 1..to as usize)?;
        if shown.len() <= (last - spot.line) as usize + 1 {
            return None;
        }
        Some(Region {
            start_line: Some(from.into()),
            start_column: Some(1),
            end_line: Some(to.into()),
            end_column: Some(utf16_length(shown.last()?) + 1),
            snippet: Some(content(&shown.join("\n"))),
            ..Region::default()
        })
    }

    pub(super) fn region(&self, spot: Spot<'_>) -> Region {
        let line = spot.line.max(1);
        let text = self.line_text(spot);
        let Some((column, end_line, end_column)) = spot.part else {
            let indent = utf16_length(text) - utf16_length(text.trim_start());
            // A line of spaces alone is all indentation.
            let end = utf16_length(text.trim_end()).max(indent);
            return region(line, indent + 1, line, end + 1, text.trim());
        };
        let start = utf16_column(text, column);
        if end_line <= line {
            let end = utf16_column(text, end_column).max(start);
            let snippet = characters(text, column, Some(end_column)).unwrap_or_default();
            return region(line, start, line, end, snippet);
        }
        let last = self.line(spot.file, end_line).unwrap_or_default();
        let snippet = self.text_of_lines(spot.file, (line, column), (end_line, end_column));
        let end = utf16_column(last, end_column);
        region(line, start, end_line, end, &snippet.unwrap_or_default())
    }

    /// The text from a place in one line to a place in a later one, if both are in the file.
    fn text_of_lines(&self, file: &str, start: (u32, u32), end: (u32, u32)) -> Option<String> {
        let last = characters(self.line(file, end.0)?, 1, Some(end.1))?;
        let mut text = characters(self.line(file, start.0)?, start.1, None)?.to_owned();
        for line in start.0 + 1..end.0 {
            text = text + "\n" + self.line(file, line)?;
        }
        Some(text + "\n" + last)
    }

    pub(super) fn artifact_location(&self, file: &str) -> ArtifactLocation {
        let uri = file_uri(file, self.directory);
        ArtifactLocation {
            uri: Some(uri.text),
            uri_base_id: uri.is_relative.then(|| SOURCE_ROOT.to_owned()),
            index: self.index.get(file).map(|&index| index as i64),
            ..ArtifactLocation::default()
        }
    }

    /// All sources, in their order. Text that is in no file is part of the report.
    pub(super) fn artifacts(&self) -> Vec<Artifact> {
        let artifact = |(index, source): (usize, &SourceText)| {
            // A character that could not be read has another length in the file.
            let is_exact = !source.text.contains(char::REPLACEMENT_CHARACTER);
            let location = self.artifact_location(&source.name);
            Artifact {
                location: Some(ArtifactLocation { index: Some(index as i64), ..location }),
                length: is_exact.then_some(source.text.len() as i64),
                hashes: is_exact.then(|| hashes(&source.text)),
                source_language: language(&source.name).map(str::to_owned),
                roles: Some(vec!["analysisTarget".into()]),
                contents: is_no_file(&source.name).then(|| content_in_full(&source.text)),
                ..Artifact::default()
            }
        };
        self.sources.iter().enumerate().map(artifact).collect()
    }

    /// The language that all sources are written in.
    pub(super) fn language(&self) -> Option<&'static str> {
        let mut languages = self.sources.iter().map(|source| language(&source.name));
        let first = languages.next()??;
        languages.all(|other| other == Some(first)).then_some(first)
    }

    fn line(&self, file: &str, line: u32) -> Option<&'r str> {
        let lines = &self.lines[*self.index.get(file)?];
        lines.get((line as usize).checked_sub(1)?).copied()
    }
}

/// Somewhere in a function.
pub(super) fn in_function(function: &str, text: &str) -> Location {
    let function = Some(function).filter(|function| !function.is_empty());
    let logical = function.map(|function| LogicalLocation {
        name: Some(function.to_owned()),
        fully_qualified_name: Some(function.to_owned()),
        kind: Some("function".to_owned()),
        ..LogicalLocation::default()
    });
    Location {
        logical_locations: logical.map(|logical| vec![logical]),
        message: Some(message(text)),
        ..Location::default()
    }
}

fn hashes(text: &str) -> BTreeMap<String, String> {
    let digest = Sha256::digest(text.as_bytes());
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    BTreeMap::from([("sha-256".to_owned(), digits)])
}

fn language(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "c" | "h" | "i" => Some("c"),
        "bpl" => Some("boogie"),
        _ => None,
    }
}

fn lines(text: &str) -> Vec<&str> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.split('\n').map(|line| line.trim_end_matches('\r')).collect()
}

fn region(line: u32, column: i64, end_line: u32, end_column: i64, snippet: &str) -> Region {
    let snippet = Some(snippet).filter(|snippet| !snippet.is_empty());
    Region {
        start_line: Some(line.into()),
        start_column: Some(column),
        end_line: Some(end_line.into()),
        end_column: Some(end_column),
        snippet: snippet.map(content),
        ..Region::default()
    }
}

fn content(text: &str) -> ArtifactContent {
    content_in_full(&shorten(text, LONGEST_SNIPPET))
}

pub(super) fn content_in_full(text: &str) -> ArtifactContent {
    ArtifactContent { text: Some(text.to_owned()), ..ArtifactContent::default() }
}

fn utf16_length(text: &str) -> i64 {
    text.encode_utf16().count() as i64
}

/// The column in UTF-16 code units. Behind the known text, characters count one each.
fn utf16_column(line: &str, column: u32) -> i64 {
    let before = i64::from(column.max(1)) - 1;
    let known: i64 = line.chars().take(before as usize).map(|c| c.len_utf16() as i64).sum();
    let missing = (before - line.chars().count() as i64).max(0);
    known + missing + 1
}

/// From one column to another, or to the end of the line; `None` if that is not part of the line.
fn characters(line: &str, from: u32, to: Option<u32>) -> Option<&str> {
    let offset = |column: u32| {
        let mut offsets = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        offsets.nth(column.max(1) as usize - 1)
    };
    line.get(offset(from)?..to.map_or(Some(line.len()), offset)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_code_units() {
        assert_eq!(utf16_column("a😀b", 1), 1);
        assert_eq!(utf16_column("a😀b", 3), 4);
        assert_eq!(utf16_column("a😀b", 4), 5);
        assert_eq!(utf16_column("a😀b", 9), 10);
        assert_eq!(utf16_column("", 0), 1);
    }

    #[test]
    fn regions_are_complete() {
        let text = "int x;\n  /* 😀é */ y = f(1,\r\n      2);\n".to_owned();
        let sources = vec![SourceText { name: "a.c".into(), text }];
        let origin = Origin { sources, ..Origin::default() };
        let places = Places::new(&origin);
        let check = |spot: Spot<'_>, expected: (i64, i64, i64, i64), snippet: &str| {
            let region = places.region(spot);
            let numbers =
                [region.start_line, region.start_column, region.end_line, region.end_column];
            let (line, column, end_line, end_column) = expected;
            assert_eq!(numbers, [line, column, end_line, end_column].map(Some));
            let text = region.snippet.and_then(|snippet| snippet.text).unwrap_or_default();
            assert_eq!(text, snippet);
        };
        let part = |line, column, end_line, end_column| Spot {
            part: Some((column, end_line, end_column)),
            ..Spot::line("a.c", line)
        };
        check(part(2, 12, 2, 13), (2, 13, 2, 14), "y");
        check(part(2, 12, 3, 9), (2, 13, 3, 9), "y = f(1,\n      2)");
        check(Spot::line("a.c", 3), (3, 7, 3, 10), "2);");
        check(Spot::line("a.c", 99), (99, 1, 99, 1), "");
        check(part(0, 0, 0, 0), (1, 1, 1, 1), "");
        check(part(2, 13, 2, 12), (2, 14, 2, 14), "");
        check(Spot::line("other.c", 7), (7, 1, 7, 1), "");
        let context = places.context(part(2, 12, 2, 13)).expect("there should be lines around it");
        assert_eq!((context.start_line, context.end_line), (Some(1), Some(3)));
    }
}
