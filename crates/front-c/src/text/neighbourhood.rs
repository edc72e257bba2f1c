//! The files around a file: what a person would look through for a header that is missing.
//!
//! Directories are visited from the nearest to the farthest: the file's own with what is below it, then its
//! parent's, and so on, never beyond the root of a repository, or to where
//! projects of all kinds are kept. The work is bounded, and the order does not
//! depend on that in which a directory is listed.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::limits::{LEVELS_DOWN, LEVELS_UP, MOST_ENTRIES};

/// The headers around `file`, the nearest first.
pub(super) fn headers_around(file: &Path) -> Vec<PathBuf> {
    let mut walk = Walk { left: MOST_ENTRIES, visited: BTreeSet::new(), headers: Vec::new() };
    let mut base = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    };
    for _ in 0..=LEVELS_UP {
        walk.below(&base);
        if base.join(".git").exists() {
            break;
        }
        base = above(&base);
        if is_everybodys(&base) {
            break;
        }
    }
    walk.headers
}

/// `/tmp`, `/home/me` and the like hold more than one project: what is there has nothing to do with this one.
fn is_everybodys(directory: &Path) -> bool {
    const PARTS: usize = 3;
    let parts =
        |path: PathBuf| path.components().filter(|it| matches!(it, Component::Normal(_))).count();
    directory.canonicalize().map_or(true, |path| parts(path) < PARTS)
}

/// The directory above, as it is written from where we stand.
fn above(directory: &Path) -> PathBuf {
    match directory.components().next_back() {
        Some(Component::Normal(_)) => match directory.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
            _ => PathBuf::from("."),
        },
        Some(Component::CurDir) | None => PathBuf::from(".."),
        Some(Component::ParentDir) => directory.join(".."),
        Some(Component::RootDir | Component::Prefix(_)) => directory.to_path_buf(),
    }
}

struct Walk {
    left: usize,
    /// By their real names: the way from the parent leads through the child again.
    visited: BTreeSet<PathBuf>,
    headers: Vec<PathBuf>,
}

impl Walk {
    fn below(&mut self, base: &Path) {
        let mut level = vec![base.to_path_buf()];
        for _ in 0..=LEVELS_DOWN {
            let mut next = Vec::new();
            for directory in level {
                self.look_into(&directory, &mut next);
            }
            level = next;
        }
    }

    fn look_into(&mut self, directory: &Path, deeper: &mut Vec<PathBuf>) {
        let Ok(real) = directory.canonicalize() else { return };
        let is_new = self.visited.insert(real);
        let Ok(entries) = std::fs::read_dir(directory) else { return };
        let mut entries: Vec<_> = entries.flatten().take(self.left).collect();
        self.left -= entries.len();
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let Ok(kind) = entry.file_type() else { continue };
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let path = plain(directory).join(entry.file_name());
            if kind.is_dir() && !is_hidden {
                deeper.push(path);
            } else if is_new && !kind.is_dir() && is_header(&path) {
                self.headers.push(path);
            }
        }
    }
}

/// Without a leading `./`.
fn plain(directory: &Path) -> PathBuf {
    directory.components().filter(|part| *part != Component::CurDir).collect()
}

fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "h" || extension == "inc")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_up_is_written_from_where_we_stand() {
        let up = |path: &str| above(Path::new(path)).to_string_lossy().into_owned();
        assert_eq!(
            [up("a/b"), up("a"), up("."), up(".."), up("/usr"), up("/")],
            ["a", ".", "..", "../..", "/", "/"]
        );
    }
}
