//! Where a report is written: never over something that is none, and never half of it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::anyhow;
use whydunit::{
    Recovered, WrittenFile, is_same_file, read_beginning, recover, remove_stale, write_all,
};
use whydunit_report::{MessageKind, Report, Verdict};

use crate::args::Format;
use crate::limits::LONGEST_BEGINNING;
use crate::outcome::{Problem, print_message};
use crate::state;

/// Writes a result to standard output. A reader that has gone away (`| head`) is no error.
pub(crate) fn to_stdout(text: &str) {
    drop(std::io::stdout().lock().write_all(text.as_bytes()));
}

/// Files that the command reads: never written over, whatever is asked.
static INPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// May files be replaced that something else has written?
static FORCE: AtomicBool = AtomicBool::new(false);

/// Says which files the command reads. What writes over one of them is refused from now on.
pub(crate) fn protect(inputs: impl IntoIterator<Item = PathBuf>, force: bool) {
    INPUTS.lock().unwrap_or_else(PoisonError::into_inner).extend(inputs);
    FORCE.fetch_or(force, Ordering::Relaxed);
}

/// What a report is to become.
pub(crate) fn file(path: &Path, text: String) -> WrittenFile {
    WrittenFile { path: path.to_path_buf(), bytes: text.into_bytes(), before: None }
}

/// Writes files: all, or none of them.
pub(crate) fn write(option: &str, files: &[WrittenFile]) -> Result<(), Problem> {
    for file in files {
        permitted(option, &file.path)?;
    }
    replace(option, files)
}

/// Writes over files of the program: what they held before is part of what is asked.
pub(crate) fn replace(option: &str, files: &[WrittenFile]) -> Result<(), Problem> {
    let written = write_all(files, state::directory().as_deref());
    written.map(drop).map_err(|problem| anyhow!("{option}: {problem}").into())
}

/// Completes or undoes what a command was writing that was killed, and removes what it left behind.
pub(crate) fn clean_up() {
    let recovered = state::directory().map(|directory| recover(&directory)).unwrap_or_default();
    for file in recovered {
        print_message(
            MessageKind::Note,
            match file {
                Recovered::Completed(file) => {
                    format!("{}: written now; the last command was cut short", file.display())
                }
                Recovered::LeftAlone(file) => format!(
                    "{}: left alone; the last command was cut short before it wrote it, and it has changed since",
                    file.display()
                ),
            },
        );
    }
    // Nobody waits for that.
    std::thread::spawn(remove_stale);
}

/// May this file be written? Not if the command reads it, or if something else has made it.
fn permitted(option: &str, file: &Path) -> Result<(), Problem> {
    let inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
    let shown = file.display();
    if inputs.iter().any(|input| is_same_file(input, file)) {
        return Err(anyhow!("{option} {shown}: this is a file that the command reads").into());
    }
    if !FORCE.load(Ordering::Relaxed) && is_foreign(file) {
        let message = "it exists, and whydunit has not made it; --force replaces it";
        return Err(anyhow!("{option} {shown}: {message}").into());
    }
    Ok(())
}

/// A file that the user names: found out now, not after a minute of work.
pub(crate) fn possible(option: &str, file: &Path) -> Result<(), Problem> {
    if file.is_dir() {
        return Err(anyhow!("cannot write {}: it is a directory", file.display()).into());
    }
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent.filter(|parent| !parent.is_dir()) {
        let (file, parent) = (file.display(), parent.display());
        return Err(anyhow!("cannot write {file}: there is no directory {parent}").into());
    }
    if is_program(file) {
        // `-o` would stand for a program in a compiler's command.
        return Err(anyhow!(
            "{option} {}: this is a program, not a report; whydunit does not write over it",
            file.display()
        )
        .into());
    }
    permitted(option, file)
}

/// A file for a report.
pub(crate) fn examined(file: &Path, format: Format) -> Result<PathBuf, Problem> {
    possible("--output", file)?;
    if let Some(expected) = Format::of_name(file).filter(|expected| *expected != format) {
        let (file, expected, format) = (file.display(), name(expected), name(format));
        let message = format!("{file} looks like {expected} but gets {format}, as --format says");
        print_message(MessageKind::Warning, message);
    }
    Ok(file.to_path_buf())
}

fn name(format: Format) -> &'static str {
    match format {
        Format::Text => "text",
        Format::Json => "JSON",
        Format::Sarif => "SARIF",
        Format::Html => "HTML",
        Format::Smt2 => "SMT-LIB",
    }
}

/// Machine code of Linux, macOS or Windows, by its first bytes.
fn is_program(file: &Path) -> bool {
    const MAGIC: [&[u8]; 4] = [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"MZ"];
    let beginning = read_beginning(file, 4).unwrap_or_default();
    MAGIC.iter().any(|magic| beginning.starts_with(magic))
}

/// The file for a page that has no name: one that does not exist, or a page of ours.
pub(crate) fn page(stem: &str) -> Result<PathBuf, Problem> {
    let names = [format!("{stem}.html"), format!("{stem}-whydunit.html")];
    let free = names.iter().map(PathBuf::from).find(|file| !is_foreign(file));
    free.ok_or_else(|| {
        let names = names.join(" and ");
        anyhow!("{names} exist and are not whydunit's; name a file with --output").into()
    })
}

/// The last line of a text in a file.
pub(crate) fn signature() -> String {
    format!("{SIGNATURE}{}\n", env!("CARGO_PKG_VERSION"))
}

const SIGNATURE: &str = "-- whydunit ";

/// How files begin that whydunit has made, one word after the other; each form of report, C tests, witnesses, formulas.
const BEGINNINGS: [&[&str]; 8] = [
    &["<graphml ", "<data key=\"producer\">whydunit"],
    &["<meta name=\"generator\" content=\"whydunit"],
    &["{", "\"schema\":", "\"verdict\":"],
    &["{", "\"schema\":", "\"error\":"],
    &["\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\""],
    &["/* ", " * Build and run (it succeeds when the failure does not show):"],
    &["entry_type: \"violation_sequence\"", "name: \"whydunit\""],
    &["; ", "(set-option :produce-unsat-cores true)", "(set-logic "],
];

/// Is there something in it that whydunit has not made?
fn is_foreign(file: &Path) -> bool {
    let Ok(text) = read_beginning(file, LONGEST_BEGINNING) else { return false };
    let text = String::from_utf8_lossy(&text);
    let begins = |words: &&[&str]| {
        let mut rest = text.as_ref();
        words.iter().all(|word| match rest.find(word) {
            Some(at) => {
                rest = &rest[at + word.len()..];
                true
            }
            None => false,
        })
    };
    let is_ours = BEGINNINGS.iter().any(begins) || is_signed(file);
    !text.is_empty() && !is_ours
}

/// Is our signature the last line of it?
fn is_signed(file: &Path) -> bool {
    let Ok(bytes) = read_beginning(file, u64::MAX) else { return false };
    let text = String::from_utf8_lossy(&bytes);
    text.lines().next_back().is_some_and(|line| line.starts_with(SIGNATURE))
}

/// The verdict in a line, for those whose report is in a file.
pub(crate) fn in_short(report: &Report) -> String {
    match report.failures.as_slice() {
        [] if report.run.is_some() => {
            report.run.as_ref().map(|run| run.message.clone()).unwrap_or_default()
        }
        [] => match report.verdict {
            Verdict::Holds => "no failure: it holds".to_owned(),
            Verdict::HoldsWithinBound => "no failure within the bounds".to_owned(),
            Verdict::Unknown | Verdict::Fails => {
                "no failure found, but not everything could be looked at".to_owned()
            }
        },
        [failure] => {
            let place = &failure.property.place;
            let message = &failure.property.message;
            format!("{}:{}:{}: {message}", place.file, place.line, place.column)
        }
        several => format!("{} failures", several.len()),
    }
}
