//! Files that cannot be the program: what they are instead, and what was probably meant.

use std::path::Path;

use whydunit_host::beginning;
use whydunit_source::{Diagnostic, similar};

use crate::reproduce::quoted;
use crate::{Error, Options};

/// Refuses files that no front end should see.
///
/// # Errors
/// What is wrong with each.
pub fn examine(args: &Options) -> Result<(), Error> {
    let files: Vec<&Path> = args.files.iter().map(|file| file.as_path()).collect();
    let mut problems: Vec<Diagnostic> = Vec::new();
    problems.extend(forgotten_dashes(&files, args));
    if problems.is_empty() {
        let named = files.iter().filter(|file| !args.is_given_text(file));
        problems.extend(named.filter_map(|file| problem(file)));
    }
    if problems.is_empty() { Ok(()) } else { Err(Error::Diagnostics(problems)) }
}

fn problem(file: &Path) -> Option<Diagnostic> {
    let name = file.display();
    if file.is_dir() {
        let error = Diagnostic::error(format!("`{name}` is a directory, not a C file"));
        return Some(match programs_in(file) {
            0 => error,
            _ => error.note(format!("its C files are one program: {}/*.c", name)),
        });
    }
    if !file.exists() {
        return Some(missing(file));
    }
    if let Some(what) = machine_code(file) {
        let note = "whydunit reads source text: give it the .c files that this was made from";
        return Some(Diagnostic::error(format!("`{name}` is {what}, not a C file")).note(note));
    }
    let language = other_language(file)?;
    let error = Diagnostic::error(format!("`{name}` is {language}; whydunit reads C and Boogie"));
    let is_almost_c = language == "C++";
    Some(match is_almost_c {
        true => error.note("if it is C all the same, give it a name that ends in .c"),
        false => error,
    })
}

fn missing(file: &Path) -> Diagnostic {
    let error = Diagnostic::error(format!("no such file: `{}`", file.display()));
    match similar_file(file) {
        Some(meant) => error.note(format!("did you mean `{meant}`?")),
        None => error,
    }
}

/// `run prog.c 3 hello`: words behind the files that are no files, and have no ending that a file would have.
fn forgotten_dashes(files: &[&Path], args: &Options) -> Option<Diagnostic> {
    let is_argument =
        |file: &&Path| !args.is_given_text(file) && !file.exists() && file.extension().is_none();
    let at = files.iter().position(is_argument)?;
    let (programs, arguments) = files.split_at(at);
    if programs.is_empty() || !args.args.is_empty() || !arguments.iter().all(is_argument) {
        return None;
    }
    let listed = |files: &[&Path]| {
        files.iter().map(|it| quoted(&it.to_string_lossy())).collect::<Vec<_>>().join(" ")
    };
    let (programs, listed_arguments) = (listed(programs), listed(arguments));
    let note =
        format!("arguments of the program come after `--`: {programs} -- {listed_arguments}");
    let first = arguments.first()?.display();
    Some(Diagnostic::error(format!("no such file: `{first}`")).note(note))
}

/// A file in the same directory with almost this name.
fn similar_file(file: &Path) -> Option<String> {
    let directory = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut names: Vec<String> = std::fs::read_dir(directory.unwrap_or(Path::new(".")))
        .ok()?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let written = file.file_name()?.to_string_lossy();
    // A forgotten ending is the commonest mistake of all.
    let completed = ["c", "bpl"].map(|extension| format!("{written}.{extension}"));
    let meant = completed
        .iter()
        .find(|name| names.contains(name))
        .map(String::as_str)
        .or_else(|| similar(&written, names.iter().map(String::as_str)))?;
    Some(file.with_file_name(meant).display().to_string())
}

fn programs_in(directory: &Path) -> usize {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter(|entry| entry.path().extension().is_some_and(|it| it == "c")).count()
}

/// What a file of machine code is, by its first bytes.
fn machine_code(file: &Path) -> Option<&'static str> {
    let beginning = beginning(file, 18).ok()?;
    // The kind of an ELF file is the 16-bit number at offset 16.
    let is_object = |at: usize| beginning.get(at) == Some(&1);
    match beginning.as_slice() {
        [0x7f, b'E', b'L', b'F', ..] if is_object(16) || is_object(17) => Some("an object file"),
        [0x7f, b'E', b'L', b'F', ..] | [b'M', b'Z', 0x90, ..] => Some("a compiled program"),
        [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] => Some("a compiled program"),
        _ if beginning.starts_with(b"!<arch>\n") => Some("a library"),
        _ => None,
    }
}

/// A language that we do not read, by the name of the file.
fn other_language(file: &Path) -> Option<&'static str> {
    Some(match file.extension()?.to_str()? {
        "cpp" | "cc" | "cxx" | "c++" | "C" | "hpp" | "hh" | "hxx" => "C++",
        "m" | "mm" => "Objective-C",
        "s" | "S" | "asm" => "assembly",
        "rs" => "Rust",
        "py" => "Python",
        "java" => "Java",
        "go" => "Go",
        "js" | "ts" => "JavaScript",
        "o" | "obj" | "a" | "so" | "exe" => "a compiled file",
        _ => return None,
    })
}
