//! Unified diffs that `patch` accepts.

use std::fmt::Write;
use std::ops::Range;

use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};
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
    between(source.text(), &changed, &before, &after)
}

/// Lines around a change that are shown with it; what `diff -u` and `patch` take for granted.
const CONTEXT: usize = 3;

/// The library's own way from texts to a difference brings all of its algorithms into the program, for several types each: a megabyte. This is
/// one of them, on lines.
fn between(before: &str, after: &str, before_name: &str, after_name: &str) -> String {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let mut hook = Compact::new(Replace::new(Capture::new()), &old, &new);
    // Its error type has no values.
    let _ = myers::diff(&mut hook, &old, 0..old.len(), &new, 0..new.len());
    let operations = hook.into_inner().into_inner().into_ops();
    let mut out = String::new();
    for hunk in similar::group_diff_ops(operations, CONTEXT) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        if out.is_empty() {
            out = format!("--- {before_name}\n+++ {after_name}\n");
        }
        let old_lines = range(first.old_range().start..last.old_range().end);
        let new_lines = range(first.new_range().start..last.new_range().end);
        // Writing to a text cannot fail.
        let _ = writeln!(out, "@@ -{old_lines} +{new_lines} @@");
        for operation in &hunk {
            if let DiffOp::Equal { .. } = operation {
                lines(&mut out, ' ', &old[operation.old_range()]);
            } else {
                lines(&mut out, '-', &old[operation.old_range()]);
                lines(&mut out, '+', &new[operation.new_range()]);
            }
        }
    }
    out
}

/// The lines of a hunk as its head has them: from one on, how many unless it is one, and the line before if there are none.
fn range(lines: Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        count => format!("{},{count}", lines.start + 1),
    }
}

fn lines(out: &mut String, sign: char, lines: &[&str]) {
    for line in lines {
        out.push(sign);
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    }
}
