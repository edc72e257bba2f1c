//! Which files do runs find? Those that are given by name, and a folder, which is read and never written.
//!
//! Nothing leads out of the folder: names are canonical before they come here, symbolic links are followed only while they stay inside, and
//! what is neither a file nor a folder is refused. What was read once is kept: all runs find the same.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use whydunit_front_c::FileInput;
use whydunit_host::{Budget, ReadError, read};
use whydunit_interp::{Entry, Files, Folder, NO_ENTRY, Refusal, canonical_name};

use crate::limits::{MOST_BYTES_OF_A_FILE, MOST_NAMES_IN_A_FOLDER};
use crate::{Error, Options, WorldOptions};

const PERMISSION_DENIED: Refusal = 13;
const TOO_LARGE: Refusal = 27;
const INPUT_OUTPUT: Refusal = 5;

/// The files that the options describe.
///
/// # Errors
/// A folder or a file that is named cannot be read.
pub fn files(args: &Options) -> Result<Files, Error> {
    if let Some(files) = args.world.opened.get() {
        return Ok(files.clone());
    }
    let mut files = match &args.world.root {
        Some(root) => Files::of(Arc::new(View::open(root, args.budget.host())?)),
        None => Files::default(),
    };
    for (name, path) in &args.world.files {
        let failed = Error::read(format!("--file {name}: cannot read `{}`", path.display()));
        let bytes = read(path, MOST_BYTES_OF_A_FILE, &args.budget.host()).map_err(failed)?;
        files = files.with(name, bytes);
    }
    for (name, most) in &args.world.file_inputs {
        let bytes = content(&files, name);
        files = files.with_input(name, bytes, usize::try_from(*most).unwrap_or(usize::MAX));
    }
    Ok(args.world.opened.get_or_init(|| files).clone())
}

fn content(files: &Files, name: &str) -> Vec<u8> {
    match files.look(&canonical_name(name)) {
        Ok(Entry::File(bytes)) => bytes.to_vec(),
        _ => Vec::new(),
    }
}

/// The files whose contents are inputs; each as long as the one that is there.
///
/// # Errors
/// A folder or a file that is named cannot be read.
pub(crate) fn file_inputs(args: &Options) -> Result<Vec<FileInput>, Error> {
    if args.world.file_inputs.is_empty() {
        return Ok(Vec::new());
    }
    let plain = Options {
        world: WorldOptions {
            root: args.world.root.clone(),
            files: args.world.files.clone(),
            ..WorldOptions::default()
        },
        budget: args.budget.clone(),
        ..Options::default()
    };
    let files = files(&plain)?;
    let input = |(name, most): &(String, u64)| {
        let length = u64::try_from(content(&files, name).len()).unwrap_or(u64::MAX).min(*most);
        FileInput { path: canonical_name(name), length, most: *most }
    };
    Ok(args.world.file_inputs.iter().map(input).collect())
}

type Found = Result<Entry, Refusal>;

/// A folder of this machine.
#[derive(Debug)]
struct View {
    /// Canonical.
    root: PathBuf,
    budget: Budget,
    known: Mutex<BTreeMap<String, Found>>,
}

impl View {
    fn open(root: &Path, budget: Budget) -> Result<View, Error> {
        let failed = || format!("--root: cannot read the folder `{}`", root.display());
        let canonical = root.canonicalize().map_err(Error::io(failed()))?;
        if !canonical.is_dir() {
            return Err(Error::Unusable(format!("--root: `{}` is no folder", root.display())));
        }
        Ok(View { root: canonical, budget, known: Mutex::default() })
    }

    fn read(&self, path: &str) -> Found {
        let place = self.root.join(path.trim_start_matches('/'));
        let place = place.canonicalize().map_err(|error| refusal(&error))?;
        if !place.starts_with(&self.root) {
            return Err(PERMISSION_DENIED);
        }
        let kind = place.metadata().map_err(|error| refusal(&error))?.file_type();
        if kind.is_dir() {
            return names(&place).map(|names| Entry::Folder(names.into()));
        }
        if !kind.is_file() {
            return Err(PERMISSION_DENIED);
        }
        match read(&place, MOST_BYTES_OF_A_FILE, &self.budget) {
            Ok(bytes) => Ok(Entry::File(bytes.into())),
            Err(ReadError::Io(error)) => Err(refusal(&error)),
            Err(ReadError::TooLarge(_)) => Err(TOO_LARGE),
            Err(ReadError::Exhausted(_)) => Err(INPUT_OUTPUT),
            Err(_) => Err(PERMISSION_DENIED),
        }
    }
}

impl Folder for View {
    fn look(&self, path: &str) -> Found {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(path) {
            return found.clone();
        }
        let found = self.read(path);
        known.insert(path.to_owned(), found.clone());
        found
    }

    fn place(&self) -> Option<String> {
        self.root.to_str().map(str::to_owned)
    }
}

fn refusal(error: &io::Error) -> Refusal {
    error.raw_os_error().unwrap_or(NO_ENTRY)
}

/// Names that are text; others cannot be asked for.
fn names(folder: &Path) -> Result<Vec<String>, Refusal> {
    let entries = folder.read_dir().map_err(|error| refusal(&error))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.take(MOST_NAMES_IN_A_FOLDER + 1).collect();
    if names.len() > MOST_NAMES_IN_A_FOLDER {
        return Err(INPUT_OUTPUT);
    }
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(view: &View, path: &str) -> Found {
        view.look(path)
    }

    #[cfg(unix)]
    #[test]
    fn no_path_leads_out() {
        use std::os::unix::fs::symlink;
        let outside = tempfile::tempdir().expect("a temporary directory should be possible");
        let folder = tempfile::tempdir().expect("a temporary directory should be possible");
        std::fs::write(outside.path().join("secret"), "s").expect("writing should work");
        std::fs::write(folder.path().join("a.txt"), "a").expect("writing should work");
        std::fs::create_dir(folder.path().join("sub")).expect("making a folder should work");
        let link = |to: &Path, name: &str| {
            symlink(to, folder.path().join(name)).expect("a symbolic link should be possible");
        };
        link(&outside.path().join("secret"), "file-outside");
        link(outside.path(), "folder-outside");
        link(Path::new("/dev/zero"), "device");
        link(Path::new("a.txt"), "inside");
        link(Path::new("round"), "round");
        let view = View::open(folder.path(), Budget::default()).expect("it is a folder");
        assert_eq!(look(&view, "/a.txt"), Ok(Entry::File(Arc::from(*b"a"))));
        assert_eq!(look(&view, "/inside"), Ok(Entry::File(Arc::from(*b"a"))));
        assert!(matches!(look(&view, "/sub"), Ok(Entry::Folder(_))));
        for path in ["/file-outside", "/folder-outside", "/folder-outside/secret", "/device"] {
            assert_eq!(look(&view, path), Err(PERMISSION_DENIED), "{path}");
        }
        assert_eq!(look(&view, "/../secret"), Err(NO_ENTRY));
        assert_eq!(look(&view, "/round"), Err(40));
        assert_eq!(look(&view, "/a.txt/b"), Err(20));
        // Kept: a run that comes later finds the same.
        std::fs::write(folder.path().join("a.txt"), "b").expect("writing should work");
        assert_eq!(look(&view, "/a.txt"), Ok(Entry::File(Arc::from(*b"a"))));
    }
}
