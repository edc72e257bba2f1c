//! Flags of each file from a compilation database (`compile_commands.json`), as CMake, Meson, Bear and others write it.
//!
//! The one that `-p` names, else the nearest: in the directory of the file, in those above it, and in their `build`, as other
//! tools look for it. Of several entries for a file the first counts. Only what the preprocessor
//! and the data model need is taken; directories are named as seen from where we are.

mod database;
mod find;
mod flags;

use std::path::{Path, PathBuf};

use whydunit_front_c::InputFile;
use whydunit_host::Budget;

use crate::{CompilerOptions, Error, Observer};
use database::Database;
use flags::Flags;

/// What compilation databases say of all files together.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Applied {
    /// The program is a 32-bit one.
    pub is_32_bit: bool,
    /// The flags of any of the files.
    pub flags: Vec<String>,
}

/// Adds to each file the flags that it is compiled with.
///
/// # Errors
/// The database that is named cannot be used.
pub fn apply(
    args: &CompilerOptions,
    files: &mut [InputFile],
    observer: &Observer,
    budget: Budget,
) -> Result<Applied, Error> {
    if args.no_compile_commands {
        return Ok(Applied::default());
    }
    let mut databases = Databases { observer: observer.clone(), budget, ..Databases::default() };
    let mut models: Vec<(PathBuf, bool)> = Vec::new();
    let mut all: Vec<String> = Vec::new();
    for file in files.iter_mut().filter(|file| !crate::stdin_program::is_name(&file.path)) {
        let Some(flags) = databases.flags_of(args, &file.path)? else { continue };
        models.push((file.path.clone(), flags.is_32_bit));
        for argument in whole(&flags) {
            if !all.contains(&argument) {
                all.push(argument);
            }
        }
        file.flags = flags.arguments;
        file.std = flags.std;
    }
    databases.tell();
    let wide = models.iter().find(|(_, is_32_bit)| !is_32_bit);
    let narrow = models.iter().find(|(_, is_32_bit)| *is_32_bit);
    if let (Some((wide, _)), Some((narrow, _))) = (wide, narrow) {
        let (narrow, wide) = (narrow.display(), wide.display());
        let message =
            format!("{narrow} is compiled with -m32, {wide} is not: all files are read with -m32");
        observer.warn(message);
    }
    Ok(Applied { is_32_bit: narrow.is_some(), flags: all })
}

/// The flags as words that stand alone: directories attached to their options.
fn whole(flags: &Flags) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut arguments = flags.arguments.iter();
    while let Some(argument) = arguments.next() {
        let is_whole = argument.starts_with("-D") || argument.starts_with("-U");
        let value = if is_whole { None } else { arguments.next() };
        words.push(format!("{argument}{}", value.map_or("", String::as_str)));
    }
    words.extend(flags.std.iter().map(|std| format!("-std={std}")));
    words.extend(flags.is_32_bit.then(|| "-m32".to_owned()));
    words
}

/// Those that were read, each once.
#[derive(Default)]
struct Databases {
    observer: Observer,
    read: Vec<(PathBuf, Option<Database>)>,
    used: Vec<PathBuf>,
    budget: Budget,
}

impl Databases {
    fn flags_of(&mut self, args: &CompilerOptions, file: &Path) -> Result<Option<Flags>, Error> {
        let path = match &args.compile_commands {
            Some(given) => find::given(given)?,
            None => match find::nearest(file) {
                Some(path) => path,
                None => return Ok(None),
            },
        };
        let is_given = args.compile_commands.is_some();
        let index = match self.read.iter().position(|(known, _)| *known == path) {
            Some(index) => index,
            None => {
                let database = match Database::read(&path, &self.budget) {
                    Ok(database) => Some(database),
                    Err(problem) if is_given => return Err(problem),
                    Err(problem) => {
                        self.observer.warn(format!("{problem}: not used"));
                        None
                    }
                };
                self.read.push((path.clone(), database));
                self.read.len() - 1
            }
        };
        let Some(database) = &self.read[index].1 else { return Ok(None) };
        match database.entry(file) {
            Some(entry) => {
                let flags = flags::of(&entry);
                if flags != Flags::default() && !self.used.contains(&path) {
                    self.used.push(path);
                }
                Ok(Some(flags))
            }
            None => {
                if is_given {
                    let (file, path) = (file.display(), path.display());
                    let message = format!("{file} is not in {path}: no flags from there");
                    self.observer.warn(message);
                }
                Ok(None)
            }
        }
    }

    fn tell(&self) {
        for path in &self.used {
            self.observer.note(format!("flags from {}", path.display()));
        }
    }
}
