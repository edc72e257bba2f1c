//! Writing files so that nobody ever finds half of one, or some of several.
//!
//! Contents go to temporary files beside their targets, are synced, and take their targets' places by renaming. What is about to happen
//! stands in a journal, so that whoever starts next completes or undoes what was cut short ([`recover`]):
//!
//! ```text
//!  journal: undo ── temporary files, synced ── journal: complete ── renames ── no journal
//!        cut short here: removed          │            cut short here: renamed
//! ```
//!
//! Invariant: a target holds what it held before or all of what it is to hold, at any moment; and if it is one of several, whoever looks after
//! the next start finds all of them old or all of them new.

mod beside;
mod journal;
mod target;

use std::io;
use std::path::{Path, PathBuf};

pub use journal::{Recovered, recover};
pub use target::is_same_file;

use beside::Beside;
use journal::{Journal, Step};
use target::Target;

/// A file that is to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Where it belongs. What a link leads to is written, not the link.
    pub path: PathBuf,
    /// What it is to hold.
    pub bytes: Vec<u8>,
    /// What it must hold now; `None`: that does not matter.
    pub before: Option<Vec<u8>>,
}

/// Why nothing was written: files that could be are what they were.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error("cannot write {}: {error}", .path.display())]
    Io {
        path: PathBuf,
        #[source]
        error: io::Error,
    },
    #[error("{} has changed in the meantime; left alone", .0.display())]
    Changed(PathBuf),
    #[error("{} is to be written twice", .0.display())]
    Twice(PathBuf),
    /// One of several could not be written, and one that was could not be restored.
    #[error("cannot write {}: {error}; {} is written already", .path.display(), .restored.display())]
    Half {
        path: PathBuf,
        restored: PathBuf,
        #[source]
        error: io::Error,
    },
}

impl WriteError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
        let path = path.to_path_buf();
        move |error| WriteError::Io { path, error }
    }
}

/// Writes all of these files, or none. The journal is kept in the directory `journals`; without one, what is cut short stays so.
/// Says of each file whether it was written: one that holds the same already is left alone.
///
/// # Errors
/// Nothing was written, and why.
pub fn write_all(files: &[File], journals: Option<&Path>) -> Result<Vec<bool>, WriteError> {
    let mut targets = Vec::with_capacity(files.len());
    for file in files {
        targets.push(Target::find(file)?);
    }
    for (index, target) in targets.iter().enumerate() {
        if targets[..index].iter().any(|other| other.path == target.path) {
            return Err(WriteError::Twice(target.file.path.clone()));
        }
    }
    let written = targets.iter().map(Target::is_to_be_written).collect();
    let (regular, special): (Vec<_>, Vec<_>) =
        targets.into_iter().filter(Target::is_to_be_written).partition(|target| !target.is_special);
    if !regular.is_empty() {
        replace(&regular, journals)?;
    }
    // A device or a pipe has nothing to lose.
    for target in special {
        std::fs::write(&target.path, &target.file.bytes)
            .map_err(WriteError::io(&target.file.path))?;
    }
    Ok(written)
}

fn replace(targets: &[Target<'_>], journals: Option<&Path>) -> Result<(), WriteError> {
    let names: Vec<PathBuf> = targets.iter().map(beside::name).collect();
    // One that cannot be written is none: files can do without it, only not be cleaned up after.
    let journal = journals.and_then(|directory| Journal::begin(directory, targets, &names).ok());
    // Dropped before the journal, which says what to remove.
    let mut besides: Vec<Beside> = Vec::with_capacity(targets.len());
    for (target, name) in targets.iter().zip(&names) {
        let made = Beside::create(target, name).map_err(WriteError::io(&target.file.path))?;
        besides.push(made);
    }
    for target in targets {
        target.has_not_changed()?;
    }
    if let Some(journal) = &journal
        && targets.len() > 1
    {
        journal.write(Step::Complete).map_err(WriteError::io(&targets[0].file.path))?;
    }
    for (index, beside) in besides.iter_mut().enumerate() {
        if let Err(error) = beside.take_its_place(&targets[index].path) {
            // From now on nothing is to be completed.
            if let Some(journal) = &journal {
                let _ = journal.write(Step::Undo);
            }
            restore(&targets[..index], &targets[index].file.path, &error)?;
            return Err(WriteError::Io { path: targets[index].file.path.clone(), error });
        }
    }
    for target in targets {
        beside::sync_directory(&target.path);
    }
    if let Some(journal) = journal {
        journal.end();
    }
    Ok(())
}

/// Puts back what was there before one of the others failed.
fn restore(targets: &[Target<'_>], failed: &Path, error: &io::Error) -> Result<(), WriteError> {
    for target in targets {
        let restored = match &target.old {
            None => std::fs::remove_file(&target.path),
            Some(old) => {
                let name = beside::name(target);
                beside::create(target, &name, old)
                    .and_then(|mut beside| beside.take_its_place(&target.path))
            }
        };
        if restored.is_err() {
            return Err(WriteError::Half {
                path: failed.to_path_buf(),
                restored: target.file.path.clone(),
                error: io::Error::new(error.kind(), error.to_string()),
            });
        }
    }
    Ok(())
}
