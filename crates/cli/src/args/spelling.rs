//! Options as C programmers type them: long ones may have a single dash, and many mean nothing to us.

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::CommandFactory;

use super::Cli;

/// Beginnings of options that say how code is made, which changes nothing here.
const MEANINGLESS: [&str; 7] = ["-W", "-O", "-g", "-f", "-l", "-L", "-m"];
/// Those that mean something else, or nothing, alone.
const INCOMPLETE: [&str; 4] = ["-f", "-l", "-L", "-m"];
const MEANINGLESS_WORDS: [&str; 9] =
    ["-c", "-pipe", "-pedantic", "-pedantic-errors", "-pthread", "-static", "-MD", "-MMD", "-MP"];

/// The command line as clap understands it.
#[derive(Debug)]
pub(crate) struct Spelled {
    pub(crate) words: Vec<OsString>,
    /// What was left out.
    pub(crate) ignored: Vec<String>,
}

/// C compilers write long options with one dash (`-std=c99`, `-include`); so may our users, with all of them: `-output` is not
/// `-o utput`. And who pastes the flags of a build need not sort
/// out those that say nothing about the program.
pub(crate) fn with_compiler_spelling(args: impl Iterator<Item = OsString>) -> Spelled {
    let mut spelled = Spelled { words: Vec::new(), ignored: Vec::new() };
    let long = long_options();
    let (mut after_dashes, mut is_list) = (false, false);
    for arg in args {
        after_dashes |= arg == "--";
        // `--checks -lifetime` is no library.
        let is_value = std::mem::replace(&mut is_list, arg == "--checks" || arg == "-checks");
        match arg.to_str() {
            Some(text) if !after_dashes && !is_value && is_single_dash(text, &long) => {
                spelled.words.push(format!("-{text}").into());
            }
            Some("-ansi") if !after_dashes => spelled.words.push("--std=c89".into()),
            Some(text) if !after_dashes && !is_value && is_meaningless(text) => {
                spelled.ignored.push(text.to_owned());
            }
            _ => spelled.words.push(arg),
        }
    }
    spelled
}

/// The names of all long options, of whatever command.
fn long_options() -> BTreeSet<String> {
    let command = Cli::command();
    let commands = std::iter::once(&command).chain(command.get_subcommands());
    let options = commands.flat_map(clap::Command::get_arguments).filter_map(clap::Arg::get_long);
    options.chain(["help", "version"]).map(str::to_owned).collect()
}

fn is_single_dash(text: &str, long: &BTreeSet<String>) -> bool {
    let Some(name) = text.strip_prefix('-') else { return false };
    let name = name.split('=').next().unwrap_or(name);
    long.contains(name)
}

fn is_meaningless(text: &str) -> bool {
    let is_family = MEANINGLESS.iter().any(|start| text.starts_with(start));
    MEANINGLESS_WORDS.contains(&text) || (is_family && !INCOMPLETE.contains(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(words: &[&str]) -> (Vec<OsString>, Vec<String>) {
        let spelled = with_compiler_spelling(words.iter().map(Into::into));
        (spelled.words, spelled.ignored)
    }

    #[test]
    fn compiler_spellings_are_understood_before_the_dashes_only() {
        let (words, ignored) = spelled(&["whydunit", "run", "-m32", "-std=c99", "--", "-m32"]);
        assert_eq!(words, ["whydunit", "run", "--m32", "--std=c99", "--", "-m32"]);
        assert!(ignored.is_empty());
    }

    #[test]
    fn long_options_may_have_one_dash() {
        let (words, ignored) = spelled(&["run", "-function", "f", "-output=x", "-o", "y", "-help"]);
        assert_eq!(words, ["run", "--function", "f", "--output=x", "-o", "y", "--help"]);
        assert!(ignored.is_empty());
    }

    #[test]
    fn flags_that_say_nothing_about_the_program_are_left_out() {
        let (words, ignored) =
            spelled(&["run", "-Wall", "a.c", "-mcpu=x", "-lm", "-DX", "--", "-g"]);
        assert_eq!(words, ["run", "a.c", "-DX", "--", "-g"]);
        assert_eq!(ignored, ["-Wall", "-mcpu=x", "-lm"]);
        let (words, ignored) = spelled(&["run", "--checks", "-lifetime", "a.c"]);
        assert_eq!(words, ["run", "--checks", "-lifetime", "a.c"]);
        assert!(ignored.is_empty());
    }
}
