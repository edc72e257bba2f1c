//! The line that builds and runs a test.

use crate::draft::Draft;
use crate::files::Files;
use crate::request::Request;

pub(crate) fn command(request: &Request<'_>, files: &Files<'_>, draft: &Draft) -> String {
    let mut words = vec![request.compiler.to_owned(), "-w".into(), "-g".into()];
    words.extend(request.flags.iter().map(|flag| quoted(flag)));
    words.extend(draft.flags.iter().cloned());
    if !draft.sanitizers.is_empty() {
        let list: Vec<_> = draft.sanitizers.iter().copied().collect();
        words.push(format!("-fsanitize={}", list.join(",")));
        if list.iter().any(|&name| name != "address") {
            words.push("-fno-sanitize-recover=all".into());
        }
    }
    words.push(quoted(request.test_file));
    for (index, (name, _, _)) in files.sources.iter().enumerate() {
        if !files.inside.contains(&index) {
            words.push(quoted(name));
        }
    }
    let program = executable(request.test_file);
    words.extend(["-o".into(), quoted(&program)]);
    if files.all().any(|scan| scan.includes("math.h")) {
        words.push("-lm".into());
    }
    let run = if program.contains('/') { program } else { format!("./{program}") };
    format!("{} && {}", words.join(" "), quoted(&run))
}

fn executable(test_file: &str) -> String {
    match test_file.strip_suffix(".c") {
        Some(stem) if !stem.is_empty() && !stem.ends_with('/') => stem.to_owned(),
        _ => format!("{test_file}.out"),
    }
}

/// A word of a shell's command line.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The directory part of a path; `None` for the current one.
pub(crate) fn directory(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(directory, _)| if directory.is_empty() { "/" } else { directory })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_shell() {
        assert_eq!(quoted("-DN=3"), "-DN=3");
        assert_eq!(quoted("my file.c"), "'my file.c'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn executables_never_overwrite_the_text() {
        assert_eq!(executable("t.c"), "t");
        assert_eq!(executable("dir/test"), "dir/test.out");
        assert_eq!(executable(".c"), ".c.out");
    }
}
