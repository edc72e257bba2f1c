//! A command that shows a failure again.

use std::path::Path;

use whydunit_interp::RunSpec;

use crate::args::CommonArgs;

/// `whydunit run` with everything that decides what the run does.
pub(super) fn command(args: &CommonArgs, spec: &RunSpec) -> String {
    let mut words = vec!["whydunit".to_owned(), "run".to_owned()];
    let path = |path: &Path| quoted(&path.to_string_lossy());
    words.extend(args.files.iter().map(|file| path(file)));
    let mut option = |name: &str, value: &str| {
        words.push(name.to_owned());
        words.push(quoted(value));
    };
    let start = &args.start;
    start.function.iter().for_each(|name| option("--function", name));
    start.inputs.iter().for_each(|input| option("--input", input));
    start.requires.iter().for_each(|condition| option("--requires", condition));
    start.ensures.iter().for_each(|condition| option("--ensures", condition));
    start.checks.iter().for_each(|checks| option("--checks", checks));
    let compiler = &args.compiler;
    compiler.include_dirs.iter().for_each(|directory| option("-I", directory));
    compiler.defines.iter().for_each(|define| option("-D", define));
    compiler.undefines.iter().for_each(|name| option("-U", name));
    if let Some(file) = start.stdin.as_deref().filter(|file| file.as_os_str() != "-") {
        option("--stdin", &file.to_string_lossy());
    }
    words.extend(compiler.std.iter().map(|standard| quoted(&format!("-std={standard}"))));
    words.extend(compiler.m32.then(|| "-m32".to_owned()));
    if !args.args.is_empty() {
        words.push("--".to_owned());
        words.extend(args.args.iter().map(|argument| quoted(&argument.to_string_lossy())));
    }
    let is_piped = start.stdin.as_deref().is_none_or(|file| file.as_os_str() == "-");
    if is_piped && !spec.stdin.is_empty() {
        words.push("(with the same standard input)".to_owned());
    }
    words.join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-+=./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(quoted("input=-1"), "input=-1");
        assert_eq!(quoted("a=[1,2]"), "'a=[1,2]'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
