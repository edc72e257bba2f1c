//! Where do whydunit's own headers lie for the preprocessor to read?
//!
//! Writing them takes longer than reading most programs, so they are kept between runs where the caller names a directory for that:
//! in `headers-HASH` there, the hash being that of their names and texts. Versions and builds with other headers have another name, and
//! nothing is ever changed in place. Without such a directory, or where it cannot be used, they are written anew and deleted in the end.
//!
//! What is kept is trusted for what it holds, not for its name: before it is used it must be a directory of this user that nobody else can
//! write to, and after the preprocessor has run every file must still hold what was written ([`HeaderDir::is_intact`]), else
//! the run counts for nothing. A directory that somebody deletes, truncates or plants costs time, never an answer.

use std::ffi::OsStr;
use std::fs;
use std::hash::Hasher;
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::FxHasher;

use super::headers::HEADERS;

#[cfg(all(test, unix))]
mod tests;

/// A directory with the headers. One that is not kept disappears with this value.
#[derive(Debug)]
pub(super) struct HeaderDir {
    path: PathBuf,
    /// `None` if it is kept.
    temporary: Option<tempfile::TempDir>,
}

impl HeaderDir {
    /// The directory below `cache`, made if need be; a temporary one if there is none to be had.
    pub(super) fn open(cache: Option<&Path>) -> io::Result<HeaderDir> {
        let kept = cache.filter(|cache| is_plain(cache)).and_then(kept);
        kept.map_or_else(HeaderDir::temporary, |path| Ok(HeaderDir { path, temporary: None }))
    }

    /// A directory of its own.
    pub(super) fn temporary() -> io::Result<HeaderDir> {
        let dir = tempfile::Builder::new().prefix("whydunit-").tempdir()?;
        write_headers(dir.path())?;
        Ok(HeaderDir { path: dir.path().to_owned(), temporary: Some(dir) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Does it hold what was written? What is kept and does not is taken away, so that the next run makes it again.
    pub(super) fn is_intact(&self) -> bool {
        if self.temporary.is_some() {
            return true;
        }
        let is_intact = is_private(&self.path) && holds_headers(&self.path);
        if !is_intact {
            discard(&self.path);
        }
        is_intact
    }

    /// The header that `name`, as a line marker gives it, is one of: its short name and its text.
    pub(super) fn find(&self, name: &str) -> Option<(String, &'static str)> {
        let relative = Path::new(name).strip_prefix(self.path()).ok()?;
        let (name, text) = HEADERS.iter().find(|(header, _)| Path::new(header) == relative)?;
        Some((format!("<{name}>"), text))
    }
}

/// The directory that is kept below `cache`, made if it is not there.
fn kept(cache: &Path) -> Option<PathBuf> {
    let path = cache.join(format!("headers-{:016x}", hash()));
    let is_usable = || is_private(cache) && is_private(&path);
    if !is_usable() {
        make(cache, &path).ok()?;
    }
    is_usable().then_some(path)
}

/// Writes the headers beside `path` and puts them there at once: nobody ever sees a part of them.
fn make(cache: &Path, path: &Path) -> io::Result<()> {
    create_private(cache)?;
    let fresh = tempfile::Builder::new().prefix(".new-").tempdir_in(cache)?;
    write_headers(fresh.path())?;
    if path.symlink_metadata().is_ok() && !is_private(path) {
        discard(path);
    }
    // Where another run was first this fails, and its headers are as good.
    if fs::rename(fresh.path(), path).is_ok() {
        // It has another name now, there is nothing to delete.
        let _ = fresh.keep();
    }
    Ok(())
}

/// Takes what lies at `path` out of the way at once, then deletes it: other runs see all of it or nothing.
fn discard(path: &Path) {
    let parent = path.parent().unwrap_or(Path::new("."));
    let Ok(aside) = tempfile::Builder::new().prefix(".old-").tempdir_in(parent) else { return };
    // Whatever fails here, the next run notices again. The directory goes with the value.
    let _ = fs::rename(path, aside.path().join("headers"));
}

fn write_headers(dir: &Path) -> io::Result<()> {
    for sub in ["sys", "whydunit", "missing/gnu"] {
        fs::create_dir_all(dir.join(sub))?;
    }
    HEADERS.iter().try_for_each(|(name, text)| fs::write(dir.join(name), text))
}

fn holds_headers(dir: &Path) -> bool {
    HEADERS.iter().all(|(name, text)| {
        let path = dir.join(name);
        // A pipe would be read forever.
        let is_file = path.symlink_metadata().is_ok_and(|file| {
            file.is_file() && usize::try_from(file.len()).is_ok_and(|len| len == text.len())
        });
        is_file && fs::read(&path).is_ok_and(|found| found == text.as_bytes())
    })
}

fn hash() -> u64 {
    let mut hasher = FxHasher::default();
    for (name, text) in HEADERS {
        for part in [name, text] {
            hasher.write_usize(part.len());
            hasher.write(part.as_bytes());
        }
    }
    hasher.finish()
}

/// Can the name stand in a line marker and be found there again? Others would be escaped, or read in another encoding.
fn is_plain(path: &Path) -> bool {
    let is_plain = |text: &str| !text.chars().any(|c| c.is_control() || c == '"' || c == '\\');
    path.is_absolute() && OsStr::to_str(path.as_os_str()).is_some_and(is_plain)
}

/// Is this a directory itself, of this user, that nobody else may change?
#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    const OTHERS_WRITE: u32 = 0o022;
    path.symlink_metadata().is_ok_and(|dir| {
        dir.is_dir()
            && dir.uid() == rustix::process::geteuid().as_raw()
            && dir.mode() & OTHERS_WRITE == 0
    })
}

/// Who owns a directory is not known here: nothing is kept.
#[cfg(not(unix))]
fn is_private(_: &Path) -> bool {
    false
}

#[cfg(unix)]
fn create_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    const OF_THE_USER: u32 = 0o700;
    fs::DirBuilder::new().recursive(true).mode(OF_THE_USER).create(path)
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}
