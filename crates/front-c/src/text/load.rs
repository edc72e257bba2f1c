//! The files that a preprocessed text came from, as entries of the source map.

use std::path::Path;

use whydunit_source::{FileId, SourceMap};

use super::decode::{Decoded, decode};
use super::header_dir::HeaderDir;
use super::lexer::{LexError, Lexed};
use super::opened::Opened;
use super::preprocess::marker_name;
use crate::limits::MAX_RECONSTRUCTED_LINE;
use crate::{Diagnostic, Options, SourcePlace};

/// Makes sure that every file named in `lexed` that contributed a token is in the source map.
/// Returns their ids, in the order of [`Lexed::files`].
pub(super) fn load(
    sources: &mut SourceMap,
    lexed: &Lexed<'_>,
    output: &str,
    path: &Path,
    main: &Decoded,
    headers: &HeaderDir,
    (opened, options): (&Opened, &Options),
) -> Vec<FileId> {
    let main_marker = marker_name(path);
    let mut used = vec![false; lexed.files.len()];
    for token in &lexed.tokens {
        used[token.file as usize] = true;
    }
    let mut ids = Vec::with_capacity(lexed.files.len());
    for (index, file) in lexed.files.iter().enumerate() {
        let id = if file.name == main_marker {
            let name = path.to_string_lossy();
            find_or(sources, &name, |sources| {
                let id = sources.add(&*name, &main.text);
                sources.set_encoding(id, main.encoding());
                id
            })
        } else if !used[index] || file.name.starts_with('<') || file.name.is_empty() {
            let name = if file.name.is_empty() { "<unknown>" } else { &file.name };
            find_or(sources, name, |sources| sources.add_internal(name, ""))
        } else if let Some((name, text)) = headers.find(&file.name) {
            find_or(sources, &name, |sources| sources.add_internal(name.clone(), text))
        } else {
            let bytes = opened.read(&file.name, options);
            load_named(sources, &file.name, file.is_system, bytes, || {
                reconstruct(lexed, index as u32, output)
            })
        };
        ids.push(id);
    }
    ids
}

fn find_or(
    sources: &mut SourceMap,
    name: &str,
    add: impl FnOnce(&mut SourceMap) -> FileId,
) -> FileId {
    match sources.find(name) {
        Some(id) => id,
        None => add(sources),
    }
}

fn load_named(
    sources: &mut SourceMap,
    name: &str,
    is_system: bool,
    bytes: Option<Vec<u8>>,
    reconstruct: impl FnOnce() -> String,
) -> FileId {
    // A `#line` directive may name any file, also one that was preprocessed elsewhere: it is none of the program's.
    let Some(bytes) = bytes else {
        let text = reconstruct();
        return if is_system { sources.add_internal(name, text) } else { sources.add(name, text) };
    };
    find_or(sources, name, |sources| {
        let decoded = decode(bytes);
        let encoding = decoded.encoding();
        let id = match is_system {
            true => sources.add_internal(name, decoded.text),
            false => sources.add(name, decoded.text),
        };
        sources.set_encoding(id, encoding);
        id
    })
}

/// The text of a file that cannot be read, as far as the preprocessed text shows it.
fn reconstruct(lexed: &Lexed<'_>, file: u32, output: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut previous_end = 0;
    for token in lexed.tokens.iter().filter(|token| token.file == file) {
        if token.line == 0 || token.line > MAX_RECONSTRUCTED_LINE {
            continue;
        }
        let index = token.line as usize - 1;
        if lines.len() <= index {
            lines.resize(index + 1, String::new());
        }
        let between = output.get(previous_end..token.offset as usize).unwrap_or("\n");
        let line = &mut lines[index];
        if !between.contains('\n') {
            line.push_str(between);
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&token.text.replace('\n', " "));
        previous_end = token.offset as usize + token.text.len();
    }
    lines.join("\n")
}

/// The diagnostic for text that is no sequence of C tokens; `text_of` is what a file of the program holds that is not the main one.
pub(super) fn lex_diagnostic(
    error: LexError,
    path: &Path,
    main_text: &str,
    text_of: impl FnOnce(&str) -> Option<Vec<u8>>,
) -> Diagnostic {
    let (file, text) = if error.file == marker_name(path) {
        (path.to_string_lossy().into_owned(), main_text.to_owned())
    } else {
        let text = text_of(&error.file).map(|bytes| decode(bytes).text);
        (error.file, text.unwrap_or_default())
    };
    let line = error.line;
    let line_text = text.lines().nth((line as usize).saturating_sub(1)).unwrap_or("").to_owned();
    let before = line_text.find(&error.text).map_or("", |at| &line_text[..at]);
    let column = before.chars().count() as u32 + 1;
    let mut diagnostic = Diagnostic::error(error.message);
    diagnostic.place = Some(SourcePlace { file, line, column, line_text });
    diagnostic
}
