//! Which files does a run find?
//!
//! A view: files that are given by name, over a folder that somebody reads for us ([`Folder`]), over the few names that every run finds (`/`,
//! `/tmp`, `/dev/null`). A view never changes; what the program writes is the library's, in the program's own storage.
//!
//! Paths are canonical: they begin with `/`, the top of the view, and have neither `.` nor `..` nor an empty part.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

/// What a path names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    File(Arc<[u8]>),
    /// The names in it, in alphabetical order.
    Folder(Arc<[String]>),
    /// What is written is gone, nothing is read.
    Null,
    /// Any number of zeros.
    Zeros,
}

/// Why there is nothing: an error of the system (`errno`).
pub type Refusal = i32;

pub const NO_ENTRY: Refusal = 2;
pub const NOT_A_FOLDER: Refusal = 20;

/// A folder of the machine, as a run may see it.
pub trait Folder: Debug + Send + Sync {
    /// What stands under a canonical path. Whoever asks again is answered as before.
    ///
    /// # Errors
    /// Why nothing can be opened there.
    fn look(&self, path: &str) -> Result<Entry, Refusal>;

    /// Where it is on the machine, canonical; `None` if a program has no business to know.
    fn place(&self) -> Option<String>;
}

/// The files that a run finds.
#[derive(Clone, Default, Debug)]
pub struct Files {
    given: Arc<BTreeMap<String, Arc<[u8]>>>,
    /// Those of the given ones whose contents are inputs.
    inputs: Arc<BTreeSet<String>>,
    folder: Option<Arc<dyn Folder>>,
}

/// Equal views are those of the same folder object: what is in two folders is not compared.
impl PartialEq for Files {
    fn eq(&self, other: &Files) -> bool {
        let is_same_folder = match (&self.folder, &other.folder) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        is_same_folder && self.given == other.given && self.inputs == other.inputs
    }
}

impl Files {
    /// What is in a folder.
    pub fn of(folder: Arc<dyn Folder>) -> Files {
        Files { folder: Some(folder), ..Files::default() }
    }

    /// With a file of that content under that name, whatever else there is.
    #[must_use]
    pub fn with(mut self, name: &str, bytes: impl Into<Arc<[u8]>>) -> Files {
        Arc::make_mut(&mut self.given).insert(canonical(name), bytes.into());
        self
    }

    /// With a file whose contents are an input: of at most so many bytes, these at its beginning.
    #[must_use]
    pub fn with_input(mut self, name: &str, mut bytes: Vec<u8>, most: usize) -> Files {
        bytes.resize(most, 0);
        Arc::make_mut(&mut self.inputs).insert(canonical(name));
        self.with(name, bytes)
    }

    /// These files over those of `below`.
    #[must_use]
    pub fn over(&self, below: &Files) -> Files {
        if self.given.is_empty() {
            return below.clone();
        }
        let mut given = below.given.as_ref().clone();
        given.extend(self.given.iter().map(|(name, bytes)| (name.clone(), bytes.clone())));
        let inputs = self.inputs.union(&below.inputs).cloned().collect();
        Files { given: Arc::new(given), inputs: Arc::new(inputs), folder: below.folder.clone() }
    }

    /// The files that were given by name, by canonical paths.
    pub fn given(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.given.iter().map(|(name, bytes)| (name.as_str(), bytes.as_ref()))
    }

    /// Is there nothing but what every run finds?
    pub fn is_empty(&self) -> bool {
        self.given.is_empty() && self.folder.is_none()
    }

    /// Is there a folder behind the given files?
    pub fn has_folder(&self) -> bool {
        self.folder.is_some()
    }

    fn place(&self) -> Option<String> {
        self.folder.as_ref()?.place()
    }

    /// # Errors
    /// Why nothing can be opened there.
    pub fn look(&self, path: &str) -> Result<Entry, Refusal> {
        if let Some(bytes) = self.given.get(path) {
            return Ok(Entry::File(bytes.clone()));
        }
        let below = match &self.folder {
            Some(folder) => folder.look(path),
            None => Err(NO_ENTRY),
        };
        let start = if path == "/" { String::from("/") } else { format!("{path}/") };
        let inside = |name: &str| {
            let rest = name.strip_prefix(&start)?;
            Some(rest.split('/').next().unwrap_or(rest).to_owned())
        };
        let mut names: BTreeSet<String> =
            self.given.keys().filter_map(|name| inside(name)).collect();
        match below {
            Ok(Entry::Folder(found)) => names.extend(found.iter().cloned()),
            Ok(entry) => return Ok(entry),
            Err(_) if matches!(path, "/" | "/tmp" | "/dev") || !names.is_empty() => {}
            Err(_) if path == "/dev/null" => return Ok(Entry::Null),
            Err(_) if path == "/dev/zero" => return Ok(Entry::Zeros),
            Err(refusal) => return Err(refusal),
        }
        Ok(Entry::Folder(names.into_iter().collect()))
    }
}

/// The canonical path of a name that somebody gave.
pub fn canonical(name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// What was looked for in a view, by numbers: in that order.
#[derive(Clone, Default, Debug)]
pub struct FileTable {
    known: Vec<(String, Entry)>,
    /// What was refused, with the reason.
    missing: Vec<(String, Refusal)>,
}

impl FileTable {
    /// A number, or minus the reason why there is none.
    pub fn find(&mut self, files: &Files, path: &[u8]) -> i64 {
        let Ok(path) = std::str::from_utf8(path) else { return -i64::from(NO_ENTRY) };
        let number = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
        if let Some(index) = self.known.iter().position(|(known, _)| known == path) {
            return number(index);
        }
        match files.look(path) {
            Ok(entry) => {
                self.known.push((path.to_owned(), entry));
                number(self.known.len() - 1)
            }
            Err(refusal) => {
                if !self.missing.iter().any(|(missing, _)| missing == path) {
                    self.missing.push((path.to_owned(), refusal));
                }
                -i64::from(refusal)
            }
        }
    }

    /// Paths that were looked for and name nothing, in the order of the questions.
    pub fn missing(&self) -> &[(String, Refusal)] {
        &self.missing
    }

    fn get(&self, number: i64) -> Option<&(String, Entry)> {
        self.known.get(usize::try_from(number).ok()?)
    }

    /// What it is, or how large.
    pub fn fact(&self, number: i64, which: i64) -> i64 {
        let Some((_, entry)) = self.get(number) else { return 0 };
        match (entry, which) {
            (Entry::File(_), 0) => 1,
            (Entry::Folder(_), 0) => 2,
            (Entry::Null, 0) => 3,
            (Entry::Zeros, 0) => 4,
            (Entry::File(bytes), 1) => i64::try_from(bytes.len()).unwrap_or(i64::MAX),
            _ => 0,
        }
    }

    /// The content of a file.
    pub fn bytes(&self, number: i64) -> &[u8] {
        match self.get(number) {
            Some((_, Entry::File(bytes))) => bytes,
            _ => &[],
        }
    }

    /// Are its contents an input?
    pub fn is_input(&self, files: &Files, number: i64) -> bool {
        self.get(number).is_some_and(|(path, _)| files.inputs.contains(path))
    }

    /// As inputs are called: `data.txt` for what stands at the top.
    pub fn name(&self, number: i64) -> String {
        let path = self.get(number).map_or("", |(path, _)| path);
        path.strip_prefix('/').unwrap_or(path).to_owned()
    }

    /// The k-th name in a folder; of -1 the place of the view on this machine.
    pub fn entry(&self, files: &Files, number: i64, index: i64) -> Option<String> {
        if number == -1 {
            return files.place();
        }
        match self.get(number)? {
            (_, Entry::Folder(names)) => names.get(usize::try_from(index).ok()?).cloned(),
            _ => None,
        }
    }
}

/// A file that is there after a run and was not so before, or is not there any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileChange {
    /// A canonical path.
    pub path: String,
    pub change: Change,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    Written(Vec<u8>),
    NewFolder,
    Removed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_files_have_folders() {
        let files = Files::default().with("a/b.txt", *b"x").with("/c", *b"y");
        let names = |path: &str| match files.look(path) {
            Ok(Entry::Folder(names)) => names.to_vec(),
            other => panic!("{path}: {other:?}"),
        };
        assert_eq!(names("/"), ["a", "c"]);
        assert_eq!(names("/a"), ["b.txt"]);
        assert_eq!(files.look("/a/b.txt"), Ok(Entry::File(Arc::from(*b"x"))));
        assert_eq!(files.look("/a/c"), Err(NO_ENTRY));
        assert_eq!(names("/tmp"), Vec::<String>::new());
        assert_eq!(files.look("/dev/null"), Ok(Entry::Null));
        assert_eq!(files.look("/etc/passwd"), Err(NO_ENTRY));
    }

    #[test]
    fn names_lead_nowhere_else() {
        for name in ["../x", "/../x", "./x", "//x", "a/../x", "x/."] {
            assert_eq!(canonical(name), "/x", "{name}");
        }
    }
}
