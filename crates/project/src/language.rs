//! Which language a program is written in, and what the options mean there.

use std::path::{Path, PathBuf};

use crate::{Error, Options, SearchOptions};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    Boogie,
}

impl Language {
    /// By the names of the files: `.bpl` is Boogie, everything else is C.
    pub fn of(files: &[PathBuf]) -> Result<Language, Error> {
        let boogie = files.iter().find(|file| is_boogie(file));
        let c = files.iter().find(|file| !is_boogie(file));
        match (boogie, c) {
            (Some(boogie), Some(c)) => Err(Error::Unusable(format!(
                "{} is Boogie and {} is C: the files of one program are of one language",
                boogie.display(),
                c.display()
            ))),
            (Some(_), None) => Ok(Language::Boogie),
            (None, _) => Ok(Language::C),
        }
    }

    /// Options that only C programs have: an error where the run would be another than the one that is meant.
    pub fn examine(self, common: &Options) -> Result<(), Error> {
        if self == Language::C {
            return Ok(());
        }
        if !common.args.is_empty() {
            return Err(Error::unusable(
                "a Boogie program has no arguments; give inputs by --input",
            ));
        }
        if common.start.stdin.is_some() {
            return Err(Error::unusable("a Boogie program has no standard input"));
        }
        let compiler = &common.compiler;
        let given = [
            ("-I", !compiler.include_dirs.is_empty()),
            ("-D", !compiler.defines.is_empty()),
            ("-U", !compiler.undefines.is_empty()),
            ("-std", compiler.std.is_some()),
            ("-m32", compiler.m32),
            ("-iquote", !compiler.quote_dirs.is_empty()),
            ("-isystem", !compiler.system_dirs.is_empty()),
            ("-include", !compiler.included.is_empty()),
            ("-p", compiler.compile_commands.is_some()),
        ];
        for (option, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
            common.observer.warn(format!("{option} is for C programs and has no effect here"));
        }
        Ok(())
    }

    pub fn examine_search(self, search: &SearchOptions) -> Result<(), Error> {
        match (self, &search.witness) {
            (Language::Boogie, Some(_)) => {
                Err(Error::unusable("--witness: witnesses are followed in C programs only"))
            }
            _ => Ok(()),
        }
    }
}

fn is_boogie(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "bpl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_say_which_language_it_is() {
        let of = |names: &[&str]| {
            let files: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
            Language::of(&files).map_err(|problem| format!("{problem:?}"))
        };
        assert_eq!(of(&["a.bpl", "dir.c/b.bpl"]), Ok(Language::Boogie));
        assert_eq!(of(&["a.c", "b", "bpl"]), Ok(Language::C));
        let mixed = of(&["a.c", "b.bpl"]).expect_err("two languages should be refused");
        assert!(mixed.contains("b.bpl is Boogie and a.c is C"), "{mixed}");
    }
}
