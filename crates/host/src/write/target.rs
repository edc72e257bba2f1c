//! Where a file really is that is to be written, and what it holds now.

use std::io;
use std::path::{Path, PathBuf};

use super::{File, WriteError};

#[derive(Debug)]
pub(super) struct Target<'f> {
    pub(super) file: &'f File,
    /// With all links followed.
    pub(super) path: PathBuf,
    /// A device or a pipe: nothing takes its place.
    pub(super) is_special: bool,
    /// What it holds; `None` if it does not exist.
    pub(super) old: Option<Vec<u8>>,
    pub(super) permissions: Option<std::fs::Permissions>,
}

impl<'f> Target<'f> {
    pub(super) fn find(file: &'f File) -> Result<Target<'f>, WriteError> {
        let failed = || WriteError::io(&file.path);
        let path = resolved(&file.path).map_err(failed())?;
        let metadata = match std::fs::metadata(&path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed()(error)),
        };
        if metadata.as_ref().is_some_and(std::fs::Metadata::is_dir) {
            return Err(failed()(io::ErrorKind::IsADirectory.into()));
        }
        let is_special = metadata.as_ref().is_some_and(|metadata| !metadata.is_file());
        let old = match &metadata {
            Some(metadata) if metadata.is_file() => Some(std::fs::read(&path).map_err(failed())?),
            _ => None,
        };
        // Renaming would get round a file that is not to be written.
        if let Some(metadata) = metadata.as_ref().filter(|metadata| metadata.is_file())
            && metadata.permissions().readonly()
        {
            return Err(failed()(io::ErrorKind::PermissionDenied.into()));
        }
        let permissions = metadata.map(|metadata| metadata.permissions());
        let target = Target { file, path, is_special, old, permissions };
        match &file.before {
            Some(before) if target.old.as_ref() != Some(before) => {
                Err(WriteError::Changed(file.path.clone()))
            }
            _ => Ok(target),
        }
    }

    /// Does it hold anything else so far?
    pub(super) fn is_to_be_written(&self) -> bool {
        self.is_special || self.old.as_ref() != Some(&self.file.bytes)
    }

    /// Does it still hold what it held a moment ago?
    pub(super) fn has_not_changed(&self) -> Result<(), WriteError> {
        let now = match std::fs::read(&self.path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(WriteError::io(&self.file.path)(error)),
        };
        if now == self.old { Ok(()) } else { Err(WriteError::Changed(self.file.path.clone())) }
    }
}

/// The path without links; what is at its end need not exist.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Ok(path) => return Ok(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // A link to nothing: what it names is created.
    if let Ok(aim) = std::fs::read_link(path) {
        let aim = path.parent().map_or(aim.clone(), |parent| parent.join(&aim));
        return match aim.symlink_metadata().is_ok_and(|aim| aim.is_symlink()) {
            true => Err(io::Error::other("it is a link to a link to nothing")),
            false => resolved(&aim),
        };
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    Ok(parent.unwrap_or(Path::new(".")).canonicalize()?.join(name))
}

/// Are these two names of one file, by links or otherwise?
#[must_use]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    match (resolved(one), resolved(other)) {
        (Ok(one), Ok(other)) => one == other || is_hard_link(&one, &other),
        _ => one == other,
    }
}

#[cfg(unix)]
fn is_hard_link(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path: &Path| {
        let metadata = std::fs::metadata(path).ok()?;
        Some((metadata.dev(), metadata.ino()))
    };
    identity(one).is_some_and(|one| identity(other) == Some(one))
}

#[cfg(not(unix))]
fn is_hard_link(_: &Path, _: &Path) -> bool {
    false
}
