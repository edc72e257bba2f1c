//! Where the command keeps what the next one has to know: journals of files that are being written.

use std::path::PathBuf;

/// The directory of the user's for such things; `None`: the environment does not say where it could be.
pub(crate) fn directory() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let state = variable("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || variable("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let local = || variable("LOCALAPPDATA").map(PathBuf::from);
    Some(state.or_else(home).or_else(local)?.join("whydunit"))
}
