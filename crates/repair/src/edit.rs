//! Changes of the source text.

use std::borrow::Cow;

use whydunit_source::{FileId, SourceFile, SourceMap, Span};

/// The text at `span` becomes `new`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edit {
    pub span: Span,
    pub new: String,
}

/// The text of `file` after the edits, which must not overlap.
pub fn apply(sources: &SourceMap, file: FileId, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().filter(|edit| edit.span.file == file).collect();
    edits.sort_by_key(|edit| edit.span.start);
    let source = sources.file(file);
    let text = source.text();
    let mut result = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for edit in edits {
        result.push_str(&text[done..edit.span.start as usize]);
        result.push_str(&edit.new_in(source));
        done = edit.span.end as usize;
    }
    result.push_str(&text[done..]);
    result
}

/// ... as it is written: what is not changed keeps its bytes.
pub fn apply_bytes(sources: &SourceMap, file: FileId, edits: &[Edit]) -> Vec<u8> {
    let mut edits: Vec<&Edit> = edits.iter().filter(|edit| edit.span.file == file).collect();
    edits.sort_by_key(|edit| edit.span.start);
    let source = sources.file(file);
    let mut result = source.encoding().mark().to_vec();
    let mut done = 0;
    for edit in edits {
        result.extend(source.bytes(done..edit.span.start as usize));
        result.extend(source.bytes_of_new(&edit.new_in(source)));
        done = edit.span.end as usize;
    }
    result.extend(source.bytes(done..source.text().len()));
    result
}

impl Edit {
    /// The new text with the line ends of the file.
    fn new_in(&self, source: &SourceFile) -> Cow<'_, str> {
        match source.line_end() {
            end @ "\r\n" => self.new.replace("\r\n", "\n").replace('\n', end).into(),
            _ => self.new.as_str().into(),
        }
    }
}
