//! Suites from files: a TOML file (`toml_file`), or a directory of inputs and outputs (`directory`).
//!
//! What is wrong with a file is said with its line and column, all of it at once. A suite that was read knows where each part of it
//! stands, so that what turns out to be wrong later, when the program is known, can be said as well.

mod directory;
mod toml_file;
mod values;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use whydunit_host::{Budget, ReadError, read_text};
use whydunit_source::{Diagnostic, SourcePlace, similar};

use crate::limits::MOST_BYTES_OF_A_FILE;
use crate::{Suite, Test};

/// A suite with where it comes from.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    pub suite: Suite,
    /// The start function that the suite is for, where it says so.
    pub function: Option<String>,
    /// One for each test.
    pub(crate) origins: Vec<Origin>,
}

/// Where the parts of a test stand.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    file: Arc<SuiteFile>,
    /// Offsets by key, such as `result` or `inputs.n`; that of the test itself has the empty key.
    parts: BTreeMap<String, usize>,
}

/// A file of a suite; of a directory only the name.
#[derive(Debug)]
pub(crate) struct SuiteFile {
    name: String,
    text: String,
}

impl Origin {
    /// A message about a part of the test.
    pub(crate) fn error(&self, key: &str, test: &Test, message: String) -> Diagnostic {
        let offset = self.parts.get(key).or_else(|| self.parts.get(""));
        match offset {
            Some(&offset) => self.file.error(offset, message),
            None => {
                let file = Path::new(&self.file.name).join(&test.name);
                Diagnostic::error(format!("{}: {message}", file.display()))
            }
        }
    }
}

impl SuiteFile {
    fn error(&self, offset: usize, message: impl Into<String>) -> Diagnostic {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[line_start..].lines().next().unwrap_or("");
        let mut diagnostic = Diagnostic::error(message);
        diagnostic.place = Some(SourcePlace {
            file: self.name.clone(),
            line: before.matches('\n').count() as u32 + 1,
            column: self.text[line_start..offset].chars().count() as u32 + 1,
            line_text: line.to_owned(),
        });
        diagnostic
    }
}

/// Reads suites, one after the other. All that is wrong is told.
pub fn read(paths: &[PathBuf]) -> Result<Loaded, Vec<Diagnostic>> {
    read_within(paths, &Budget::unlimited())
}

/// ... within a budget.
///
/// # Errors
/// As of [`read`]; the budget ran out.
pub fn read_within(paths: &[PathBuf], budget: &Budget) -> Result<Loaded, Vec<Diagnostic>> {
    let mut all = Loaded::default();
    let mut problems = Vec::new();
    for path in paths {
        let loaded = if path.is_dir() {
            directory::read(path, budget)
        } else {
            toml_file::read(path, budget)
        };
        match loaded {
            Ok(loaded) => {
                all.suite.tests.extend(loaded.suite.tests);
                all.origins.extend(loaded.origins);
                match (&all.function, loaded.function) {
                    (Some(one), Some(other)) if *one != other => {
                        let message = format!(
                            "the suites start in different functions, `{one}` and `{other}`; choose one with --function"
                        );
                        problems.push(Diagnostic::error(message));
                    }
                    (None, function) => all.function = function,
                    _ => {}
                }
            }
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(all) } else { Err(problems) }
}

/// The text of a file, or why there is none.
fn text_of(path: &Path, budget: &Budget) -> Result<String, Diagnostic> {
    read_text(path, MOST_BYTES_OF_A_FILE, budget).map_err(|error| problem(path, error))
}

fn bytes_of(path: &Path, budget: &Budget) -> Result<Vec<u8>, Diagnostic> {
    whydunit_host::read(path, MOST_BYTES_OF_A_FILE, budget).map_err(|error| problem(path, error))
}

fn problem(path: &Path, error: ReadError) -> Diagnostic {
    let name = path.display();
    match error {
        ReadError::Io(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let missing = Diagnostic::error(format!("no such file: `{name}`"));
            match similar_file(path) {
                Some(meant) => missing.note(format!("did you mean `{meant}`?")),
                None => missing,
            }
        }
        ReadError::NotUtf8 => Diagnostic::error(format!("`{name}` is not text in UTF-8")),
        ReadError::Exhausted(what) => {
            Diagnostic::out_of_budget(format!("`{name}` was not read to its end: {what}"))
        }
        error => Diagnostic::error(format!("cannot read `{name}`: {error}")),
    }
}

/// A file in the same directory with almost this name.
fn similar_file(path: &Path) -> Option<String> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut names: Vec<String> = std::fs::read_dir(directory.unwrap_or(Path::new(".")))
        .ok()?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let written = path.file_name()?.to_string_lossy();
    let meant = similar(&written, names.iter().map(String::as_str))?;
    Some(path.with_file_name(meant).display().to_string())
}
