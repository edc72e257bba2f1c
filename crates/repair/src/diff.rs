//! Unified diffs that `patch` accepts.

use whydunit_source::{FileId, SourceMap};

use crate::{Edit, apply};

/// Lines around a change.
const CONTEXT: usize = 3;

/// The difference that the edits make, for all files that they touch.
pub fn unified(sources: &SourceMap, edits: &[Edit]) -> String {
    let mut files: Vec<FileId> = edits.iter().map(|edit| edit.span.file).collect();
    files.sort_unstable();
    files.dedup();
    files.into_iter().map(|file| of_file(sources, file, edits)).collect()
}

/// Lines that change together: from 0, ends excluded.
#[derive(Clone, Copy)]
struct Change {
    old: (usize, usize),
    new: (usize, usize),
}

fn of_file(sources: &SourceMap, file: FileId, edits: &[Edit]) -> String {
    let source = sources.file(file);
    let before: Vec<&str> = source.text().split_inclusive('\n').collect();
    let changed = apply(sources, file, edits);
    let after: Vec<&str> = changed.split_inclusive('\n').collect();
    let changes = changes(sources, file, edits);
    let name = source.name();
    let mut text = match name.starts_with('/') {
        true => format!("--- {name}\n+++ {name}\n"),
        false => format!("--- a/{name}\n+++ b/{name}\n"),
    };
    let is_near = |a: &Change, b: &Change| b.old.0 <= a.old.1 + 2 * CONTEXT;
    for hunk in changes.chunk_by(is_near) {
        write_hunk(&mut text, hunk, &before, &after);
    }
    text
}

/// The lines that the edits touch, ascending; edits that share a line are one change.
fn changes(sources: &SourceMap, file: FileId, edits: &[Edit]) -> Vec<Change> {
    let source = sources.file(file);
    let mut own: Vec<&Edit> = edits.iter().filter(|edit| edit.span.file == file).collect();
    own.sort();
    let mut found: Vec<Change> = Vec::new();
    let mut shift = 0isize;
    for edit in own {
        let first = source.line_column(edit.span.start).line as usize - 1;
        let last = source.line_column(edit.span.end.max(edit.span.start + 1) - 1).line as usize;
        let removed = sources.text(edit.span).matches('\n').count() as isize;
        let grown = edit.new.matches('\n').count() as isize - removed;
        let new_first = (first as isize + shift) as usize;
        shift += grown;
        let new_last = (last as isize + shift) as usize;
        match found.last_mut() {
            Some(change) if first < change.old.1 => {
                change.old.1 = change.old.1.max(last);
                change.new.1 = (change.old.1 as isize + shift) as usize;
            }
            _ => found.push(Change { old: (first, last), new: (new_first, new_last) }),
        }
    }
    found
}

fn write_hunk(text: &mut String, hunk: &[Change], before: &[&str], after: &[&str]) {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { return };
    let lead = first.old.0.min(CONTEXT);
    let trail = (before.len() - last.old.1).min(CONTEXT);
    let old_count = last.old.1 - first.old.0 + lead + trail;
    let new_count = last.new.1 - first.new.0 + lead + trail;
    let (old_start, new_start) = (first.old.0 - lead + 1, first.new.0 - lead + 1);
    text.push_str(&format!("@@ -{old_start},{old_count} +{new_start},{new_count} @@\n"));
    let mut line = |mark: char, content: &str| {
        text.push(mark);
        text.push_str(content);
        if !content.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
    };
    let mut done = first.old.0 - lead;
    for change in hunk {
        before[done..change.old.0].iter().for_each(|content| line(' ', content));
        before[change.old.0..change.old.1].iter().for_each(|content| line('-', content));
        after[change.new.0..change.new.1].iter().for_each(|content| line('+', content));
        done = change.old.1;
    }
    before[done..last.old.1 + trail].iter().for_each(|content| line(' ', content));
}
