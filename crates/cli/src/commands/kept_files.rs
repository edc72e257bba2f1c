//! `--write-files`: what a run wrote to files, in a folder of the user's.

use std::path::Path;

use anyhow::anyhow;
use whydunit::{Change, FileChange, WrittenFile};

use crate::destination;
use crate::outcome::Problem;

const OPTION: &str = "--write-files";

/// Writes the files under the folder, all or none; what the run removed is left alone.
pub(crate) fn write(folder: &Path, changes: &[FileChange]) -> Result<(), Problem> {
    let mut files = Vec::new();
    for change in changes {
        // Canonical: it begins with a slash, and no part of it leads upwards.
        let path = folder.join(change.path.trim_start_matches('/'));
        let directory = match &change.change {
            Change::Written(bytes) => {
                let (path, bytes) = (path.clone(), bytes.clone());
                files.push(WrittenFile { path, bytes, before: None });
                path_parent(&files)
            }
            Change::NewFolder => Some(path),
            Change::Removed => None,
        };
        if let Some(directory) = directory {
            std::fs::create_dir_all(&directory)
                .map_err(|problem| anyhow!("{OPTION} {}: {problem}", directory.display()))?;
        }
    }
    destination::write(OPTION, &files)
}

fn path_parent(files: &[WrittenFile]) -> Option<std::path::PathBuf> {
    Some(files.last()?.path.parent()?.to_owned())
}
