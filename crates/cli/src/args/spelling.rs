//! Options as C programmers type them: some long ones have a single dash, and many mean nothing to us.

use std::ffi::OsString;

/// Long options that C compilers write with one dash.
const SINGLE_DASH: [&str; 4] = ["-m32", "-include", "-isystem", "-iquote"];

/// Beginnings of options that say how code is made, which changes nothing here.
const MEANINGLESS: [&str; 8] = ["-W", "-O", "-g", "-f", "-l", "-L", "-march=", "-mtune="];
/// Those that mean something else, or nothing, alone.
const INCOMPLETE: [&str; 3] = ["-f", "-l", "-L"];
const MEANINGLESS_WORDS: [&str; 7] =
    ["-c", "-pipe", "-pedantic", "-pedantic-errors", "-pthread", "-m64", "-static"];

/// The command line as clap understands it.
#[derive(Debug)]
pub(crate) struct Spelled {
    pub(crate) words: Vec<OsString>,
    /// What was left out.
    pub(crate) ignored: Vec<String>,
}

/// C compilers write some long options with one dash; so may our users. And who pastes the flags of a build need not sort
/// out those that say nothing about the program.
pub(crate) fn with_compiler_spelling(args: impl Iterator<Item = OsString>) -> Spelled {
    let mut spelled = Spelled { words: Vec::new(), ignored: Vec::new() };
    let (mut after_dashes, mut is_list) = (false, false);
    for arg in args {
        after_dashes |= arg == "--";
        // `--checks -lifetime` is no library.
        let is_value = std::mem::replace(&mut is_list, arg == "--checks");
        match arg.to_str() {
            Some(text) if !after_dashes && is_single_dash(text) => {
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

fn is_single_dash(text: &str) -> bool {
    SINGLE_DASH.contains(&text) || text.starts_with("-std=")
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
    fn flags_that_say_nothing_about_the_program_are_left_out() {
        let (words, ignored) = spelled(&["run", "-Wall", "a.c", "-O2", "-lm", "-DX", "--", "-g"]);
        assert_eq!(words, ["run", "a.c", "-DX", "--", "-g"]);
        assert_eq!(ignored, ["-Wall", "-O2", "-lm"]);
        let (words, ignored) = spelled(&["run", "--checks", "-lifetime", "a.c"]);
        assert_eq!(words, ["run", "--checks", "-lifetime", "a.c"]);
        assert!(ignored.is_empty());
    }
}
