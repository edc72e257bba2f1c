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

/// A run of lines that change together.
struct Hunk {
    /// Lines of the old text, from 0, end excluded, without context.
    old: (usize, usize),
    new: (usize, usize),
}

fn of_file(sources: &SourceMap, file: FileId, edits: &[Edit]) -> String {
    let source = sources.file(file);
    let before: Vec<&str> = source.text().split_inclusive('\n').collect();
    let changed = apply(sources, file, edits);
    let after: Vec<&str> = changed.split_inclusive('\n').collect();
    let mut own: Vec<&Edit> = edits.iter().filter(|edit| edit.span.file == file).collect();
    own.sort_by_key(|edit| edit.span.start);
    let mut hunks: Vec<Hunk> = Vec::new();
    let mut shift = 0isize;
    for edit in own {
        let first = source.line_column(edit.span.start).line as usize - 1;
        let last = source.line_column(edit.span.end.max(edit.span.start + 1) - 1).line as usize;
        let removed = sources.text(edit.span).matches('\n').count() as isize;
        let added = edit.new.matches('\n').count() as isize;
        let grown = added - removed;
        let new_first = (first as isize + shift) as usize;
        let new_last = (last as isize + shift + grown) as usize;
        shift += grown;
        match hunks.last_mut() {
            Some(hunk) if first <= hunk.old.1 + 2 * CONTEXT => {
                hunk.old.1 = hunk.old.1.max(last);
                hunk.new.1 = hunk.new.1.max(new_last);
            }
            _ => hunks.push(Hunk { old: (first, last), new: (new_first, new_last) }),
        }
    }
    let name = source.name();
    let mut text = format!("--- a/{name}\n+++ b/{name}\n");
    if name.starts_with('/') {
        text = format!("--- {name}\n+++ {name}\n");
    }
    for hunk in &hunks {
        write_hunk(&mut text, hunk, &before, &after);
    }
    text
}

fn write_hunk(text: &mut String, hunk: &Hunk, before: &[&str], after: &[&str]) {
    let lead = hunk.old.0.min(CONTEXT);
    let trail = (before.len() - hunk.old.1).min(CONTEXT);
    let (old_start, old_count) = (hunk.old.0 - lead, hunk.old.1 - hunk.old.0 + lead + trail);
    let (new_start, new_count) = (hunk.new.0 - lead, hunk.new.1 - hunk.new.0 + lead + trail);
    text.push_str(&format!(
        "@@ -{},{old_count} +{},{new_count} @@\n",
        old_start + 1,
        new_start + 1
    ));
    let mut line = |mark: char, content: &str| {
        text.push(mark);
        text.push_str(content);
        if !content.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
    };
    before[old_start..hunk.old.0].iter().for_each(|content| line(' ', content));
    // Lines between two edits of one hunk that are the same on both sides are shown once.
    let (old, new) = (&before[hunk.old.0..hunk.old.1], &after[hunk.new.0..hunk.new.1]);
    if old.len() == new.len() {
        let mut at = 0;
        while at < old.len() {
            let end = (at..old.len()).find(|&i| (old[i] == new[i]) != (old[at] == new[at]));
            let end = end.unwrap_or(old.len());
            if old[at] == new[at] {
                old[at..end].iter().for_each(|content| line(' ', content));
            } else {
                old[at..end].iter().for_each(|content| line('-', content));
                new[at..end].iter().for_each(|content| line('+', content));
            }
            at = end;
        }
    } else {
        old.iter().for_each(|content| line('-', content));
        new.iter().for_each(|content| line('+', content));
    }
    before[hunk.old.1..hunk.old.1 + trail].iter().for_each(|content| line(' ', content));
}
