//! Which language a program is written in, and what the options mean there.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use whydunit_report::MessageKind;

use crate::args::{CheckArgs, CommonArgs, SearchArgs};
use crate::outcome::{Problem, print_message};
use crate::stdin_program;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    C,
    Boogie,
}

impl Language {
    /// By the names of the files: `.bpl` is Boogie, everything else is C.
    pub(crate) fn of(files: &[PathBuf]) -> Result<Language, Problem> {
        let boogie = files.iter().find(|file| is_boogie(file));
        let c = files.iter().find(|file| !is_boogie(file));
        match (boogie, c) {
            (Some(boogie), Some(c)) => Err(anyhow!(
                "{} is Boogie and {} is C: the files of one program are of one language",
                boogie.display(),
                c.display()
            )
            .into()),
            (Some(_), None) => Ok(Language::Boogie),
            (None, _) => Ok(Language::C),
        }
    }

    /// Options that only C programs have: an error where the run would be another than the one that is meant.
    pub(crate) fn examine(self, common: &CommonArgs) -> Result<(), Problem> {
        if self == Language::C {
            return Ok(());
        }
        if !common.args.is_empty() {
            return Err(anyhow!("a Boogie program has no arguments; give inputs by --input").into());
        }
        if common.start.stdin.is_some() {
            return Err(anyhow!("a Boogie program has no standard input").into());
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
            let message = format!("{option} is for C programs and has no effect here");
            print_message(MessageKind::Warning, message);
        }
        Ok(())
    }

    pub(crate) fn examine_search(self, search: &SearchArgs) -> Result<(), Problem> {
        match (self, &search.witness) {
            (Language::Boogie, Some(_)) => {
                Err(anyhow!("--witness: witnesses are followed in C programs only").into())
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn examine_check(self, args: &CheckArgs) -> Result<(), Problem> {
        let is_in_a_file = !args.common.files.iter().any(|file| stdin_program::is_name(file));
        if args.emit_test.is_some() && !is_in_a_file {
            let message = "--emit-test: a test needs the program in a file, not on standard input";
            return Err(anyhow!(message).into());
        }
        if self == Language::Boogie && args.emit_test.is_some() {
            return Err(anyhow!("--emit-test: tests are written for C programs only").into());
        }
        if self == Language::Boogie && args.write_witness.is_some() {
            let message = "--write-witness: witnesses are written of C programs only";
            return Err(anyhow!(message).into());
        }
        self.examine_search(&args.search)
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
