//! Changes of the source text.

use whydunit_source::{FileId, SourceMap, Span};

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
    let text = sources.file(file).text();
    let mut result = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for edit in edits {
        result.push_str(&text[done..edit.span.start as usize]);
        result.push_str(&edit.new);
        done = edit.span.end as usize;
    }
    result.push_str(&text[done..]);
    result
}
