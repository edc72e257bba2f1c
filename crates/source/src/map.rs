//! The files of a program and their line tables.

use std::ops::Range;

use crate::{Encoding, FileId, LineColumn, Span};

/// One file, with the table that turns offsets into lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    /// Byte offset of the start of each line. Invariant: never empty, ascending, starts with 0.
    line_starts: Vec<u32>,
    is_user: bool,
    encoding: Encoding,
}

impl SourceFile {
    fn new(name: String, text: String, is_user: bool) -> SourceFile {
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts =
            std::iter::once(0).chain(newlines.map(|(index, _)| index as u32 + 1)).collect();
        SourceFile { name, text, line_starts, is_user, encoding: Encoding::default() }
    }

    /// The name as the user gave it (or a name in angle brackets for text of our own).
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the text does not say of the bytes that it was read from.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// The bytes that a part of the text was read from.
    pub fn bytes(&self, part: Range<usize>) -> Vec<u8> {
        self.encoding.bytes(&self.text, part)
    }

    /// All bytes of the file.
    pub fn all_bytes(&self) -> Vec<u8> {
        [self.encoding.mark(), &self.bytes(0..self.text.len())].concat()
    }

    /// The bytes of a text that comes into this file.
    pub fn bytes_of_new(&self, new: &str) -> Vec<u8> {
        self.encoding.bytes_of_new(&self.text, new)
    }

    /// How lines end in this file: as the first does.
    pub fn line_end(&self) -> &'static str {
        let first = self.line_start(2).map(|start| &self.text[..start as usize]);
        if first.is_some_and(|line| line.ends_with("\r\n")) { "\r\n" } else { "\n" }
    }

    /// False for whydunit's own headers and library sources: nothing in them is shown to users.
    pub fn is_user(&self) -> bool {
        self.is_user
    }

    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// Byte offset at which the 1-based `line` starts, if the file has such a line.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.line_starts.get(line.checked_sub(1)? as usize).copied()
    }

    /// The text of the 1-based `line` without its line end.
    pub fn line_text(&self, line: u32) -> Option<&str> {
        let start = self.line_start(line)? as usize;
        let end = self.line_start(line + 1).map_or(self.text.len(), |next| next as usize);
        Some(self.text[start..end].trim_end_matches(['\n', '\r']))
    }

    pub fn line_column(&self, offset: u32) -> LineColumn {
        let offset = (offset as usize).min(self.text.len());
        let index = self.line_starts.partition_point(|&start| start as usize <= offset) - 1;
        let start = self.line_starts[index] as usize;
        let column = String::from_utf8_lossy(&self.text.as_bytes()[start..offset]).chars().count();
        LineColumn { line: index as u32 + 1, column: column as u32 + 1 }
    }
}

/// All files of a program. Ids are handed out in order and stay valid.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a file of the user's program.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.push(SourceFile::new(name.into(), text.into(), true))
    }

    /// Adds a file that users should not see (our own headers and library sources).
    pub fn add_internal(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.push(SourceFile::new(name.into(), text.into(), false))
    }

    /// Says how the text of a file was read.
    pub fn set_encoding(&mut self, file: FileId, encoding: Encoding) {
        self.files[file.0 as usize].encoding = encoding;
    }

    fn push(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    pub fn find(&self, name: &str) -> Option<FileId> {
        self.files.iter().position(|file| file.name == name).map(|index| FileId(index as u32))
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index as u32), file))
    }

    pub fn line_column(&self, span: Span) -> LineColumn {
        self.file(span.file).line_column(span.start)
    }

    pub fn end_line_column(&self, span: Span) -> LineColumn {
        self.file(span.file).line_column(span.end)
    }

    /// The source text under `span`; empty if the span does not lie in the file.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text().get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// `file:line:column`, the form every message uses.
    pub fn describe(&self, span: Span) -> String {
        let LineColumn { line, column } = self.line_column(span);
        format!("{}:{line}:{column}", self.file(span.file).name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_one_based_and_count_characters() {
        let mut map = SourceMap::new();
        let file = map.add("a.c", "ab\nçx\n\nlast");
        let at = |offset| {
            let LineColumn { line, column } = map.line_column(Span::at(file, offset));
            (line, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 3));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(5), (2, 2), "ç takes two bytes and one column");
        assert_eq!(at(7), (3, 1));
        assert_eq!(at(12), (4, 5));
        assert_eq!(at(900), (4, 5), "an offset past the end is the end");
        assert_eq!(map.file(file).line_text(2), Some("çx"));
        assert_eq!(map.file(file).line_text(5), None);
        assert_eq!(map.describe(Span::at(file, 3)), "a.c:2:1");
    }
}
