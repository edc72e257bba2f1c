//! The temporary file beside a target: same directory, so that renaming is one step of the file system.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::target::Target;
use crate::limits::LONGEST_NAME;

/// Removed with this value, unless it took its place.
#[derive(Debug)]
pub(super) struct Beside {
    path: PathBuf,
    is_placed: bool,
}

/// A name that no other process and no other thread takes: it goes into the journal before the file exists.
pub(super) fn name(target: &Target<'_>) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let moment = now.map_or(0, |now| now.as_nanos());
    let own = target.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let short: String = own
        .chars()
        .scan(0, |bytes, c| {
            *bytes += c.len_utf8();
            (*bytes <= LONGEST_NAME).then_some(c)
        })
        .collect();
    let name = format!(".{short}.whydunit-{}-{count}-{moment:x}", std::process::id());
    target.path.with_file_name(name)
}

impl Beside {
    pub(super) fn create(target: &Target<'_>, name: &Path) -> io::Result<Beside> {
        create(target, name, &target.file.bytes)
    }

    pub(super) fn take_its_place(&mut self, target: &Path) -> io::Result<()> {
        std::fs::rename(&self.path, target)?;
        self.is_placed = true;
        Ok(())
    }
}

/// With these contents and the target's permissions, on the disk.
pub(super) fn create(target: &Target<'_>, name: &Path, bytes: &[u8]) -> io::Result<Beside> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(name)?;
    let beside = Beside { path: name.to_path_buf(), is_placed: false };
    file.write_all(bytes)?;
    if let Some(permissions) = &target.permissions {
        file.set_permissions(permissions.clone())?;
    }
    file.sync_all()?;
    Ok(beside)
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.is_placed {
            // It may never have come into being.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Makes renames in the directory of a file last. Not every system can.
pub(super) fn sync_directory(path: &Path) {
    if let Some(directory) = path.parent().and_then(|parent| std::fs::File::open(parent).ok()) {
        let _ = directory.sync_all();
    }
}
