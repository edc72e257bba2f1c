//! Folders for what is needed only now.
//!
//! Who is killed cannot clean up. So each folder has a lock that its owner holds, and [`remove_stale`] removes those whose lock is free.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::limits::YOUNG;

const PREFIX: &str = "whydunit-";
const LOCK: &str = ".lock";

/// A folder that disappears with this value.
#[derive(Debug)]
pub struct Temporary {
    directory: tempfile::TempDir,
    _lock: File,
}

impl Temporary {
    /// A new one, which only its owner may look into.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub fn create() -> io::Result<Temporary> {
        let directory = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let lock = File::create(directory.path().join(LOCK))?;
        // Without locks nobody calls it stale, and it stays if its owner is killed.
        let _ = lock.try_lock();
        Ok(Temporary { directory, _lock: lock })
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// Removes the folders of dead processes; says which.
pub fn remove_stale() -> Vec<PathBuf> {
    remove_stale_in(&std::env::temp_dir(), SystemTime::now())
}

fn remove_stale_in(directory: &Path, now: SystemTime) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let named = entries.flatten().filter(|entry| {
        entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX))
            && entry.file_type().is_ok_and(|ty| ty.is_dir())
    });
    let mut removed: Vec<PathBuf> = named
        .map(|entry| entry.path())
        .filter(|path| is_stale(path, now).unwrap_or(false))
        .filter(|path| std::fs::remove_dir_all(path).is_ok())
        .collect();
    removed.sort();
    removed
}

fn is_stale(path: &Path, now: SystemTime) -> io::Result<bool> {
    let lock = path.join(LOCK);
    // A link would lead us elsewhere, and a folder without a lock is not ours.
    let metadata = lock.symlink_metadata()?;
    let age = now.duration_since(metadata.modified()?).unwrap_or_default();
    if !metadata.is_file() || age < YOUNG || !is_own(&path.symlink_metadata()?) {
        return Ok(false);
    }
    Ok(OpenOptions::new().write(true).open(lock)?.try_lock().is_ok())
}

#[cfg(unix)]
fn is_own(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_: &std::fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn folders_of_the_dead_are_removed_and_no_others() {
        let place = tempfile::tempdir().expect("a directory should be possible");
        let make = |name: &str, lock: bool| {
            let path = place.path().join(name);
            std::fs::create_dir(&path).expect("making a directory should work");
            std::fs::write(path.join("some.h"), "int x;").expect("writing should work");
            lock.then(|| {
                let lock = File::create(path.join(LOCK)).expect("writing should work");
                lock.try_lock().expect("nobody else should have it");
                lock
            })
        };
        drop(make("whydunit-dead", true));
        let alive = make("whydunit-alive", true);
        drop(make("whydunit-foreign", false));
        drop(make("other-dead", true));
        let soon = SystemTime::now();
        assert_eq!(remove_stale_in(place.path(), soon), [] as [PathBuf; 0], "they are young");
        let later = soon + Duration::from_secs(3600);
        assert_eq!(remove_stale_in(place.path(), later), [place.path().join("whydunit-dead")]);
        drop(alive);
        assert_eq!(remove_stale_in(place.path(), later), [place.path().join("whydunit-alive")]);
        let mut left: Vec<_> = std::fs::read_dir(place.path())
            .expect("it should be readable")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .collect();
        left.sort();
        assert_eq!(left, ["other-dead", "whydunit-foreign"]);
    }
}
