//! A command that shows a failure again.

use std::path::{Path, PathBuf};

use whydunit_interp::RunSpec;

use crate::input_text::assignment;
use crate::undefined::refused;
use crate::{Options, stdin_program};

/// Where the inputs of a run come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputSource {
    /// The options, or nowhere.
    Given,
    /// A search or a witness: the options do not have them.
    Found,
}

/// `whydunit run` with everything that decides what the run does.
pub fn run_command(args: &Options, spec: &RunSpec, source: InputSource) -> String {
    let inputs = match source {
        InputSource::Given => args.start.inputs.clone(),
        InputSource::Found => {
            spec.inputs.iter().map(|(name, value)| assignment(name, value)).collect()
        }
    };
    let mut words = words("run", args, &inputs);
    if !spec.args.is_empty() {
        words.push("--".to_owned());
        words.extend(spec.args.iter().map(|argument| quoted_bytes(argument)));
    }
    let command = words.join(" ");
    match source {
        _ if stdin_file(args).is_some() || spec.stdin.is_empty() => command,
        InputSource::Given => format!("{command} (with the same standard input)"),
        InputSource::Found => format!("printf {} | {command}", printf_format(&spec.stdin)),
    }
}

/// `whydunit check` of the same program, whatever its inputs.
pub fn check_command(args: &Options) -> String {
    words("check", args, &[]).join(" ")
}

/// The command with everything but arguments and what is piped into it.
fn words(verb: &str, args: &Options, inputs: &[String]) -> Vec<String> {
    let mut words = vec!["whydunit".to_owned(), verb.to_owned()];
    let path = |path: &Path| quoted(&path.to_string_lossy());
    words.extend(args.files.iter().map(|file| match stdin_program::is_name(file) {
        true => "-".to_owned(),
        false => path(file),
    }));
    if args.files.iter().any(|file| file.as_os_str() == stdin_program::BOOGIE_NAME) {
        words.extend(["-x".to_owned(), "boogie".to_owned()]);
    }
    let mut option = |name: &str, value: &str| {
        words.push(name.to_owned());
        words.push(quoted(value));
    };
    let start = &args.start;
    start.named().iter().for_each(|name| option("--function", name));
    inputs.iter().for_each(|input| option("--input", input));
    let world = &args.world;
    let is_default = |root: &&PathBuf| root.as_os_str() == ".";
    let root = world.root.as_ref().filter(|root| !is_default(root));
    root.iter().for_each(|root| option("--root", &root.to_string_lossy()));
    for (name, path) in &world.files {
        option("--file", &format!("{name}={}", path.to_string_lossy()));
    }
    for (name, most) in &world.file_inputs {
        option("--file-input", &format!("{name}:{most}"));
    }
    if verb == "run" {
        refused(args, inputs).iter().for_each(|function| option("--outside", &function.name));
    }
    world.outside.iter().for_each(|name| option("--outside", name));
    start.requires.iter().for_each(|condition| option("--requires", condition));
    start.ensures.iter().for_each(|condition| option("--ensures", condition));
    start.checks.iter().for_each(|checks| option("--checks", checks));
    let compiler = &args.compiler;
    compiler.include_dirs.iter().for_each(|directory| option("-I", directory));
    compiler.defines.iter().for_each(|define| option("-D", define));
    compiler.undefines.iter().for_each(|name| option("-U", name));
    compiler.quote_dirs.iter().for_each(|directory| option("-iquote", directory));
    compiler.system_dirs.iter().for_each(|directory| option("-isystem", directory));
    compiler.included.iter().for_each(|file| option("-include", file));
    if let Some(database) = &compiler.compile_commands {
        option("-p", &database.to_string_lossy());
    }
    if let Some(file) = stdin_file(args).filter(|_| verb == "run") {
        option("--stdin", &file.to_string_lossy());
    }
    words.extend(compiler.std.iter().map(|standard| quoted(&format!("-std={standard}"))));
    words.extend(compiler.m32.then(|| "-m32".to_owned()));
    words.extend(compiler.no_compile_commands.then(|| "--no-compile-commands".to_owned()));
    words
}

fn stdin_file(args: &Options) -> Option<&Path> {
    args.start.stdin.as_deref().filter(|file| file.as_os_str() != "-")
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-+=./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Any bytes as a word of a shell. Those that cannot be typed need its `$'...'`.
fn quoted_bytes(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.chars().any(char::is_control) => quoted(text),
        _ => format!("$'{}'", octal_escapes(bytes)),
    }
}

/// A format with which `printf` writes these bytes.
fn printf_format(bytes: &[u8]) -> String {
    let mut format = octal_escapes(bytes).replace('%', "%%").replace("\\'", "'\\''");
    // It would be read as an option.
    if format.starts_with('-') {
        format.replace_range(..1, "\\055");
    }
    format!("'{format}'")
}

/// As a string of C.
pub fn text_in_quotes(bytes: &[u8]) -> String {
    format!("\"{}\"", octal_escapes(bytes).replace("\\'", "'").replace('"', "\\\""))
}

/// As between `$'` and `'`.
fn octal_escapes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b'\\' => text.push_str("\\\\"),
            b'\'' => text.push_str("\\'"),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(quoted("input=-1"), "input=-1");
        assert_eq!(quoted("a=[1,2]"), "'a=[1,2]'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted_bytes(b"plain"), "plain");
        assert_eq!(quoted_bytes(b"a\x01'b\xff"), "$'a\\001\\'b\\377'");
    }

    #[test]
    fn printf_writes_the_same_bytes() {
        assert_eq!(printf_format(b"12 %\n"), "'12 %%\\n'");
        assert_eq!(printf_format(b"-1-2"), "'\\0551-2'");
        assert_eq!(printf_format(b"it's\0\\"), "'it'\\''s\\000\\\\'");
    }
}
