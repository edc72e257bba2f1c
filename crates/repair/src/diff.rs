//! Unified diffs that `patch` accepts.

use similar::TextDiff;
use whydunit_source::{FileId, SourceMap};

use crate::{Edit, apply};

/// The difference that the edits make, for all files that they touch.
pub fn unified(sources: &SourceMap, edits: &[Edit]) -> String {
    let mut files: Vec<FileId> = edits.iter().map(|edit| edit.span.file).collect();
    files.sort_unstable();
    files.dedup();
    files.into_iter().map(|file| of_file(sources, file, edits)).collect()
}

fn of_file(sources: &SourceMap, file: FileId, edits: &[Edit]) -> String {
    let source = sources.file(file);
    let changed = apply(sources, file, edits);
    let name = source.name();
    let (before, after) = match name.starts_with('/') {
        true => (name.to_owned(), name.to_owned()),
        false => (format!("a/{name}"), format!("b/{name}")),
    };
    TextDiff::from_lines(source.text(), &changed).unified_diff().header(&before, &after).to_string()
}
