//! What of a compiler's command matters to us: macros, directories of headers, the standard, the data model.

use std::path::{Path, PathBuf};

use super::database::Invocation;

#[derive(PartialEq, Eq, Default, Debug)]
pub(super) struct Flags {
    /// Arguments of the preprocessor, in order.
    pub(super) arguments: Vec<String>,
    pub(super) std: Option<String>,
    pub(super) is_32_bit: bool,
}

/// Options that take a path, which may be attached or be the next word.
const WITH_PATH: [&str; 8] = [
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-iprefix",
    "--include-directory",
    "-I",
];

/// Options that take something else.
const WITH_TEXT: [&str; 2] = ["-D", "-U"];

pub(super) fn of(invocation: &Invocation) -> Flags {
    let mut flags = Flags::default();
    let mut words = invocation.arguments.iter();
    while let Some(word) = words.next() {
        if let Some(std) = word.strip_prefix("-std=").or_else(|| word.strip_prefix("--std=")) {
            flags.std = Some(std.to_owned());
        } else if word == "-ansi" {
            flags.std = Some("c89".to_owned());
        } else if word == "-m32" || word == "-m64" {
            flags.is_32_bit = word == "-m32";
        } else if word == "-o" || word == "-x" || word == "-MF" || word == "-MT" || word == "-MQ" {
            // Its value is no file of the program.
            words.next();
        } else if let Some((option, attached)) = split(word, &WITH_PATH) {
            let Some(path) = attached.or_else(|| words.next().map(String::as_str)) else { break };
            let option = if option == "--include-directory" { "-I" } else { option };
            let is_header = option == "-include" || option == "-imacros";
            flags.arguments.push(option.to_owned());
            flags.arguments.push(located(path, &invocation.directory, is_header));
        } else if let Some((option, attached)) = split(word, &WITH_TEXT) {
            let Some(text) = attached.or_else(|| words.next().map(String::as_str)) else { break };
            flags.arguments.push(format!("{option}{text}"));
        }
    }
    flags
}

/// The option of a word, and its value if that is attached.
fn split<'w>(word: &'w str, options: &[&'static str]) -> Option<(&'static str, Option<&'w str>)> {
    options.iter().find_map(|option| {
        let value = word.strip_prefix(option)?;
        let value = if option.starts_with("--") { value.trim_start_matches('=') } else { value };
        Some((*option, (!value.is_empty()).then_some(value)))
    })
}

/// A path of the command as it is seen from where we are. A header that is not there is looked for by the compiler.
fn located(path: &str, directory: &Path, is_header: bool) -> String {
    let full = directory.join(path);
    if is_header && !full.exists() {
        return path.to_owned();
    }
    seen_from_here(&full).to_string_lossy().into_owned()
}

/// Relative if it is below the working directory; without detours if it exists.
pub(super) fn seen_from_here(path: &Path) -> PathBuf {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let here = std::env::current_dir().and_then(|directory| directory.canonicalize());
    match here.ok().and_then(|here| real.strip_prefix(here).ok().map(Path::to_path_buf)) {
        Some(relative) if relative.as_os_str().is_empty() => PathBuf::from("."),
        Some(relative) => relative,
        None => real,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_is_taken_in_order() {
        let words = "-O2 -DA=1 -UB -D C -I/nowhere/inc -I /nowhere/b -isystem /nowhere/sys \
                     -iquote/nowhere/q -include no.h -std=gnu99 -m32 -Wall -c x.c -o x.o -MF x.d";
        let arguments = words.split_whitespace().map(str::to_owned).collect();
        let flags = of(&Invocation { directory: PathBuf::from("/nowhere"), arguments });
        let wanted = "-DA=1 -UB -DC -I /nowhere/inc -I /nowhere/b -isystem /nowhere/sys \
                      -iquote /nowhere/q -include no.h";
        assert_eq!(flags.arguments, wanted.split_whitespace().collect::<Vec<_>>());
        assert_eq!(flags.std.as_deref(), Some("gnu99"));
        assert!(flags.is_32_bit);
    }

    #[test]
    fn relative_directories_belong_to_the_command() {
        let arguments = vec!["-Iinc".to_owned(), "-I..".to_owned()];
        let flags = of(&Invocation { directory: PathBuf::from("/nowhere/build"), arguments });
        assert_eq!(flags.arguments, ["-I", "/nowhere/build/inc", "-I", "/nowhere/build/.."]);
    }

    #[test]
    fn a_command_that_ends_too_early_does_no_harm() {
        let arguments = vec!["-DX".to_owned(), "-I".to_owned()];
        let flags = of(&Invocation { directory: PathBuf::from("/nowhere"), arguments });
        assert_eq!(flags.arguments, ["-DX"]);
    }
}
