//! What to do about a header that is not found, and about names that a header would declare.
//!
//! Headers are looked for around the file ([`headers_around`]) and among whydunit's own; what a header declares
//! is read off its lines, which is enough for a hint.

use std::path::{Path, PathBuf};

use whydunit_host::{Budget, read};

use super::headers::{self, own_headers};
use super::neighbourhood::headers_around;
use crate::limits::{MAX_FILE_BYTES, MOST_HEADERS_READ};
use crate::{Diagnostic, InputFile, Options};

/// The compiler's complaint, with what would help.
pub(super) fn explained(diagnostic: Diagnostic, main: &InputFile, options: &Options) -> Diagnostic {
    let message = diagnostic.message.as_str();
    let header = message
        .strip_suffix(": No such file or directory")
        .or_else(|| message.strip_suffix("' file not found")?.strip_prefix('\''));
    if let Some(name) = header.map(str::to_owned) {
        return missing_header(diagnostic, &name, main, options);
    }
    match unknown_type(message).and_then(|name| declared_by(name, &main.path)) {
        Some(note) => diagnostic.note(note),
        None => diagnostic,
    }
}

fn unknown_type(message: &str) -> Option<&str> {
    let rest = message.strip_prefix("unknown type name '")?;
    rest.split_once('\'').map(|(name, _)| name)
}

fn missing_header(
    diagnostic: Diagnostic,
    name: &str,
    main: &InputFile,
    options: &Options,
) -> Diagnostic {
    let includer = diagnostic.place.as_ref().map(|place| PathBuf::from(&place.file));
    let around = headers_around(includer.as_deref().unwrap_or(&main.path));
    let mut notes = Vec::new();
    if let Some(directory) = directory_with(name, &around) {
        let directory = directory.display();
        notes.push(format!("add `-I {directory}`: `{name}` is there"));
    } else {
        if let Some(similar) = similar_header(name, &around) {
            notes.push(format!("did you mean `{similar}`?"));
        }
        notes.push(if options.include_dirs.is_empty() {
            format!("no `{name}` in the directories around; say where it is with `-I DIR`")
        } else {
            format!("`{name}` is neither in {} nor around", options.include_dirs.join(", "))
        });
        notes.push(
            "of system headers whydunit brings those of standard C; others are the compiler's"
                .to_owned(),
        );
    }
    let message = format!("cannot find the header `{name}`");
    notes.into_iter().fold(Diagnostic { message, ..diagnostic }, Diagnostic::note)
}

/// The directory from which `name`, which may have directories in it, leads to one of the files.
fn directory_with(name: &str, around: &[PathBuf]) -> Option<PathBuf> {
    let depth = Path::new(name).components().count();
    let file = around.iter().find(|path| path.ends_with(name))?;
    let directory = file.ancestors().nth(depth)?;
    let is_here = directory.as_os_str().is_empty();
    Some(if is_here { PathBuf::from(".") } else { directory.to_path_buf() })
}

/// A header with almost this name.
fn similar_header(name: &str, around: &[PathBuf]) -> Option<String> {
    let own = own_headers().map(|(header, _)| header.to_owned());
    let near = around.iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let known: Vec<String> = own.chain(near).collect();
    whydunit_source::similar(name, known.iter().map(String::as_str)).map(str::to_owned)
}

/// Where a name that nothing declares is declared, or what else it may be, in a sentence.
pub(crate) fn declared_by(name: &str, file: &Path) -> Option<String> {
    if let Some(header) = headers::declaring(name) {
        return Some(format!("`{name}` is declared in <{header}>: is an #include missing?"));
    }
    let declares = |path: &&PathBuf| {
        let bytes = read(path, MAX_FILE_BYTES, &Budget::unlimited()).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        text.lines().any(|line| declares(line, name))
    };
    let around = headers_around(file);
    if let Some(header) = around.iter().take(MOST_HEADERS_READ).find(declares) {
        let header = header.display();
        return Some(format!("`{name}` is declared in {header}: is an #include missing?"));
    }
    let is_macro = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    is_macro.then(|| format!("if the build defines `{name}`, so can you: -D {name}=VALUE"))
}

/// Does this line seem to declare `name`: a macro, a type, or a function?
pub(super) fn declares(line: &str, name: &str) -> bool {
    let line = line.trim();
    if let Some(directive) = line.strip_prefix('#') {
        let defined = directive.trim_start().strip_prefix("define").unwrap_or("").trim_start();
        return defined.strip_prefix(name).is_some_and(|rest| !starts_with_word(rest));
    }
    let mut from = 0;
    while let Some(at) = line[from..].find(name).map(|at| from + at) {
        let (before, after) = (&line[..at], &line[at + name.len()..]);
        let is_word = !before.ends_with(is_word_char) && !starts_with_word(after);
        let after = after.trim_start();
        let is_type =
            after.starts_with(';') && (line.starts_with("typedef") || before.contains('}'));
        let is_function = after.starts_with('(')
            && !before.trim().is_empty()
            && !before.contains(['(', '=', '"'])
            && !before.trim_start().starts_with("return");
        if is_word && (is_type || is_function) {
            return true;
        }
        from = at + name.len();
    }
    false
}

fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn starts_with_word(text: &str) -> bool {
    text.starts_with(is_word_char)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_told_from_uses() {
        let declared = [
            ("#define LIMIT 10", "LIMIT"),
            ("#  define MAX(a, b) 1", "MAX"),
            ("typedef struct node node_t;", "node_t"),
            ("} node_t;", "node_t"),
            ("extern int count(const char *s);", "count"),
            ("static inline int *count (int count)", "count"),
        ];
        for (line, name) in declared {
            assert!(declares(line, name), "{line}");
        }
        let used = [
            ("#define LIMITS 10", "LIMIT"),
            ("#ifdef LIMIT", "LIMIT"),
            ("typedef unsigned long node_t2;", "node_t"),
            ("    x = count(y);", "count"),
            ("    return count(y);", "count"),
            ("    count(y);", "count"),
            ("int recount(void);", "count"),
        ];
        for (line, name) in used {
            assert!(!declares(line, name), "{line}");
        }
    }

    #[test]
    fn headers_are_found_by_the_end_of_their_path() {
        let around = ["lib.h", "inc/lib/list.h", "list.h"].map(PathBuf::from);
        let found = |name: &str| directory_with(name, &around);
        assert_eq!(found("lib/list.h"), Some(PathBuf::from("inc")));
        assert_eq!(found("lib.h"), Some(PathBuf::from(".")));
        assert_eq!(found("b.h"), None);
    }

    #[test]
    fn names_of_the_library_lead_to_its_headers() {
        let header = |name| headers::declaring(name);
        assert_eq!(header("uint8_t"), Some("stdint.h"));
        assert_eq!(header("size_t"), Some("stddef.h"));
        assert_eq!(header("INT_MAX"), Some("limits.h"));
        assert_eq!(header("NULL"), Some("stddef.h"));
        assert_eq!(header("strlen"), Some("string.h"));
        assert_eq!(header("bool"), Some("stdbool.h"));
        assert_eq!(header("frobnicate"), None);
    }
}
