//! Where a report is written: never over something that is none, and never half of it.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use whydunit_report::{MessageKind, Report, Verdict};

use crate::args::Format;
use crate::outcome::{Problem, print_message};

/// Writes a result to standard output. A reader that has gone away (`| head`) is no error.
pub(crate) fn to_stdout(text: &str) {
    drop(std::io::stdout().lock().write_all(text.as_bytes()));
}

/// Writes a report to its file: first to one beside it, so that nobody reads half of it.
pub(crate) fn write(file: &Path, text: &str) -> Result<(), Problem> {
    let failed = || format!("cannot write {}", file.display());
    let is_special = file.metadata().is_ok_and(|metadata| !metadata.is_file());
    let (Some(name), false) = (file.file_name(), is_special) else {
        return Ok(std::fs::write(file, text).with_context(failed)?);
    };
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = file.with_file_name(beside);
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, file));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    Ok(written.with_context(failed)?)
}

/// A file that the user names: anything but a program, which `-o` would stand for in a compiler's command.
pub(crate) fn examined(file: &Path, format: Format) -> Result<PathBuf, Problem> {
    if file.is_dir() {
        return Err(anyhow!("cannot write {}: it is a directory", file.display()).into());
    }
    // Found out now, not after a minute of work.
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent.filter(|parent| !parent.is_dir()) {
        let (file, parent) = (file.display(), parent.display());
        return Err(anyhow!("cannot write {file}: there is no directory {parent}").into());
    }
    if is_program(file) {
        return Err(anyhow!(
            "--output {}: this is a program, not a report; whydunit does not write over it",
            file.display()
        )
        .into());
    }
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
    let beginning = beginning(file, 4);
    MAGIC.iter().any(|magic| beginning.starts_with(magic))
}

/// The file for a page that has no name: one that does not exist, or a page of ours.
pub(crate) fn page(stem: &str) -> Result<PathBuf, Problem> {
    let names = [format!("{stem}.html"), format!("{stem}-whydunit.html")];
    let free = names.iter().map(PathBuf::from).find(|file| !file.exists() || is_our_page(file));
    free.ok_or_else(|| {
        let names = names.join(" and ");
        anyhow!("{names} exist and are not whydunit's; name a file with --output").into()
    })
}

/// Pages say who has made them.
fn is_our_page(file: &Path) -> bool {
    const MARK: &[u8] = b"<meta name=\"generator\" content=\"whydunit";
    beginning(file, 4096).windows(MARK.len()).any(|window| window == MARK)
}

fn beginning(file: &Path, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = std::fs::File::open(file) {
        let _ = file.take(most).read_to_end(&mut bytes);
    }
    bytes
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
