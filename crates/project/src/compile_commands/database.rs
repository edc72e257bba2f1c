//! The entries of a compilation database, and the one that is about a file.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use whydunit_host::{Budget, read};

use crate::Error;
use crate::limits::MOST_BYTES_OF_A_DATABASE;

pub(super) struct Database {
    /// Where it is: relative directories are relative to that.
    directory: PathBuf,
    entries: Vec<Entry>,
}

/// One command, as the database has it.
#[derive(Deserialize, Clone, Debug)]
struct Entry {
    #[serde(default)]
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// The command that compiles a file, and where it runs.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Invocation {
    pub(super) directory: PathBuf,
    /// Without the compiler itself.
    pub(super) arguments: Vec<String>,
}

impl Database {
    pub(super) fn read(path: &Path, budget: &Budget) -> Result<Database, Error> {
        let name = path.display();
        let text = read(path, MOST_BYTES_OF_A_DATABASE, budget)
            .map_err(Error::read(format!("cannot read {name}")))?;
        let entries = serde_json::from_slice(&text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            Error::Unusable(format!(
                "{name}:{line}:{column}: not a compilation database: {message}"
            ))
        })?;
        let directory = path
            .canonicalize()
            .map_err(Error::io(format!("cannot read {name}")))?
            .parent()
            .map(Path::to_path_buf)
            .unwrap_or_default();
        Ok(Database { directory, entries })
    }

    /// The first entry about this file.
    pub(super) fn entry(&self, file: &Path) -> Option<Invocation> {
        let wanted = file.canonicalize().ok()?;
        let name = wanted.file_name();
        let is_same = |entry: &&Entry| {
            // Most entries are ruled out without asking the file system.
            entry.file.file_name() == name
                && self.directory_of(entry).join(&entry.file).canonicalize().ok().as_ref()
                    == Some(&wanted)
        };
        let entry = self.entries.iter().find(is_same)?;
        let words = match (&entry.arguments, &entry.command) {
            (Some(arguments), _) => arguments.clone(),
            // What no shell would run is taken apart at its blanks: its options may still be good.
            (None, Some(command)) => shlex::split(command)
                .unwrap_or_else(|| command.split_whitespace().map(str::to_owned).collect()),
            (None, None) => Vec::new(),
        };
        let arguments = words.into_iter().skip(1).collect();
        Some(Invocation { directory: self.directory_of(entry), arguments })
    }

    fn directory_of(&self, entry: &Entry) -> PathBuf {
        self.directory.join(&entry.directory)
    }
}
