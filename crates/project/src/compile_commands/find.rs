//! Where the compilation database is.

use std::path::{Path, PathBuf};

use crate::Error;

const NAME: &str = "compile_commands.json";

/// The one that the user names: a file, or the directory it is in.
pub(super) fn given(path: &Path) -> Result<PathBuf, Error> {
    let file = if path.is_dir() { path.join(NAME) } else { path.to_path_buf() };
    if file.is_file() {
        return Ok(file);
    }
    Err(match path.is_dir() {
        true => Error::Unusable(format!("there is no {NAME} in {}", path.display())),
        false => Error::Unusable(format!("no such file: `{}`", path.display())),
    })
}

/// The nearest: beside the file, in `build` there, and so on upwards.
pub(super) fn nearest(file: &Path) -> Option<PathBuf> {
    let directory = file.parent()?;
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let real = directory.canonicalize().ok()?;
    let found = real
        .ancestors()
        .flat_map(|above| [above.join(NAME), above.join("build").join(NAME)])
        .find(|candidate| candidate.is_file())?;
    Some(super::flags::seen_from_here(&found))
}
