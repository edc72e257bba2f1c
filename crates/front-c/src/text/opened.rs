//! Which files did the preprocessor open? Only these are read for the lines that answers show: a `#line` may name any file.
//!
//! The preprocessor itself says so, in a rule for `make`. It writes none for a text that it rejects: then it is only the file itself.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use whydunit_host::{Budget, read};

use crate::Options;
use crate::limits::{MAX_FILE_BYTES, MOST_OF_A_RULE};

/// Files by their real paths.
#[derive(Default, Debug)]
pub(super) struct Opened(BTreeSet<PathBuf>);

impl Opened {
    /// Those that a rule for `make` names.
    pub(super) fn in_rule(file: &Path) -> Opened {
        let bytes = read(file, MOST_OF_A_RULE, &Budget::unlimited()).unwrap_or_default();
        let paths = prerequisites(&bytes).into_iter().filter_map(path);
        Opened(paths.filter_map(|path| path.canonicalize().ok()).collect())
    }

    /// What a file holds, if it was opened.
    pub(super) fn read(&self, name: &str, options: &Options) -> Option<Vec<u8>> {
        let real = Path::new(name).canonicalize().ok()?;
        let is_opened = self.0.contains(&real);
        is_opened.then(|| read(&real, MAX_FILE_BYTES, &options.budget).ok()).flatten()
    }
}

/// What stands behind the colon of a rule, without its escapes.
fn prerequisites(rule: &[u8]) -> Vec<Vec<u8>> {
    let mut words: Vec<Vec<u8>> = vec![Vec::new()];
    let mut bytes = rule.iter().copied().peekable();
    let mut is_behind = false;
    while let Some(byte) = bytes.next() {
        let next = bytes.peek().copied();
        let word = words.last_mut().expect("there is always a word");
        match (byte, next) {
            (b'\\', Some(b'\n')) => {
                bytes.next();
                words.push(Vec::new());
            }
            (b'\\', Some(escaped @ (b' ' | b'#' | b'\t' | b':'))) => {
                bytes.next();
                word.push(escaped);
            }
            (b'$', Some(b'$')) => {
                bytes.next();
                word.push(b'$');
            }
            (b':', Some(b' ' | b'\\' | b'\n') | None) if !is_behind => {
                is_behind = true;
                words = vec![Vec::new()];
            }
            (b' ' | b'\t' | b'\n' | b'\r', _) => words.push(Vec::new()),
            (other, _) => word.push(other),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(unix)]
fn path(bytes: Vec<u8>) -> Option<PathBuf> {
    let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
    Some(PathBuf::from(name))
}

#[cfg(not(unix))]
fn path(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_name_files_with_any_characters() {
        let rule = b"m.o: m.c sub\\ dir/a\\ b.h \\\n /usr/include/stdio.h a$$b.h \\\n c\\#d.h\n";
        let names = prerequisites(rule);
        let names: Vec<_> = names.iter().map(|name| String::from_utf8_lossy(name)).collect();
        assert_eq!(names, ["m.c", "sub dir/a b.h", "/usr/include/stdio.h", "a$b.h", "c#d.h"]);
        assert_eq!(prerequisites(b"- : -\n"), [b"-".to_vec()]);
    }
}
