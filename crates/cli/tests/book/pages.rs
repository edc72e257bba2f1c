//! Pages with what their commands print: as they should be, and compared with what they are.
//!
//! Of the commands in `console` blocks,
//!
//! - `whydunit …` (also behind a pipe or with files made before) is run; what is shown must be what is printed, byte for byte. Without shown output it
//!   has to be understood: only files that are not there may keep it from running.
//! - `cc …` is run where the compiler has sanitizers; each line that is shown must be printed, `…` stands for others.
//! - `cat`, `cp`, `diff`, `echo`, `printf`, `sed` are run like `whydunit`.
//! - others (`cargo`, `cbmc`, …) are not run, and may not show output.

use std::fs;
use std::path::{Path, PathBuf};

use super::blocks::{Block, Session, blocks, listing, sessions};
use super::sandbox::{Printed, Sandbox, root};

const EXACT: [&str; 7] = ["whydunit", "cat", "cp", "diff", "echo", "printf", "sed"];

/// All pages with commands: the README of the repository and of the examples, and the book.
pub(crate) fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("examples/README.md")];
    pages.extend(book_pages());
    pages
}

/// The files of the book, sorted; `SUMMARY.md` is none of them.
pub(crate) fn book_pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    collect(&book(), &mut pages);
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.retain(|page| page.file_name().is_some_and(|name| name != "SUMMARY.md"));
    pages.sort();
    pages
}

pub(crate) fn book() -> PathBuf {
    root().join("docs/src")
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(directory);
    for entry in entries.unwrap_or_else(|e| panic!("{}: {e}", directory.display())) {
        let path = entry.expect("the directory should be readable").path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// The name of a page for people: its path in the repository.
pub(crate) fn name(page: &Path) -> String {
    page.strip_prefix(root()).unwrap_or(page).display().to_string()
}

pub(crate) fn read(page: &Path) -> String {
    fs::read_to_string(page).unwrap_or_else(|e| panic!("{}: {e}", page.display()))
}

pub(crate) fn is_updating() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1")
}

/// A file is what it should be; or is made so, if that is wanted.
pub(crate) fn settle(path: &Path, wanted: &str) -> Result<(), String> {
    let there = fs::read_to_string(path).unwrap_or_default();
    let Some(difference) = crate::common::difference(&there, wanted) else { return Ok(()) };
    if is_updating() {
        return fs::write(path, wanted).map_err(|e| format!("{}: {e}", path.display()));
    }
    Err(format!("{} (UPDATE_EXPECT=1 rewrites it):\n{difference}", name(path)))
}

/// Which commands get their output written below them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Show {
    /// Those that have some already.
    Shown,
    /// All that are run.
    All,
}

/// The page with the output that its commands have, and what is wrong with it otherwise.
pub(crate) fn with_output(text: &str, show: Show) -> (String, Vec<String>) {
    let lines: Vec<&str> = text.lines().collect();
    let sandbox = Sandbox::new();
    let mut problems = Vec::new();
    let mut result: Vec<String> = Vec::new();
    let mut copied = 0;
    for block in blocks(&lines) {
        if let Some(file) = block.file() {
            problems.extend(sandbox.add(file, &listing(&lines[block.lines.clone()])).err());
        }
        if block.language != "console" {
            continue;
        }
        for session in sessions(&lines, &block) {
            result.extend(lines[copied..session.shown.start].iter().map(|line| line.to_string()));
            match output(&sandbox, &session, &lines, show) {
                Ok(output) => result.extend(output),
                Err(problem) => {
                    problems.push(format!("{}: {problem}", session.command));
                    result.extend(lines[session.shown.clone()].iter().map(|line| line.to_string()));
                }
            }
            copied = session.shown.end;
        }
    }
    result.extend(lines[copied..].iter().map(|line| line.to_string()));
    result.push(String::new());
    (result.join("\n"), problems)
}

/// What is to stand below a command.
fn output(
    sandbox: &Sandbox,
    session: &Session,
    lines: &[&str],
    show: Show,
) -> Result<Vec<String>, String> {
    let shown: Vec<String> =
        lines[session.shown.clone()].iter().map(|line| line.to_string()).collect();
    let tool = session.command.split_whitespace().next().unwrap_or_default();
    if tool == "cc" {
        return compiled(sandbox, session, shown);
    }
    if !EXACT.contains(&tool) {
        return if shown.is_empty() { Ok(shown) } else { Err("not run, but has output".into()) };
    }
    let printed = sandbox.run(&session.command);
    if shown.is_empty() && show == Show::Shown {
        return understood(&printed).map(|()| shown);
    }
    Ok(printed.text.trim_end().lines().map(str::to_string).collect())
}

/// A command that is only named: its options must exist, its files need not.
fn understood(printed: &Printed) -> Result<(), String> {
    let is_missing_file = ["no such file", "cannot read", "cannot open", "No such file"]
        .iter()
        .any(|words| printed.text.contains(words));
    match printed.code {
        Some(0 | 1 | 3) => Ok(()),
        Some(2) if is_missing_file => Ok(()),
        _ => Err(printed.text.clone()),
    }
}

fn compiled(
    sandbox: &Sandbox,
    session: &Session,
    shown: Vec<String>,
) -> Result<Vec<String>, String> {
    if crate::common::c_compiler(&["-fsanitize=address,undefined,bounds-strict"]).is_none() {
        return Ok(shown);
    }
    let printed = sandbox.run(&session.command);
    let missing = shown.iter().find(|line| *line != "…" && !printed.text.contains(line.as_str()));
    match missing {
        Some(line) => Err(format!("does not print `{line}` but\n{}", printed.text)),
        None => Ok(shown),
    }
}

/// Blocks of C that nothing compiles: they are neither a file that a command of the page uses nor a fragment.
pub(crate) fn stray_listings(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let all = blocks(&lines);
    let consoles = all.iter().filter(|block| block.language == "console");
    let commands: Vec<String> = consoles
        .flat_map(|block| sessions(&lines, block))
        .filter(|session| !session.shown.is_empty())
        .map(|session| session.command)
        .collect();
    let is_included = |file: &str| {
        let include = format!("#include \"{}\"", file.rsplit('/').next().unwrap_or(file));
        lines.iter().any(|line| line.ends_with(&include))
    };
    let is_used =
        |file: &str| is_included(file) || commands.iter().any(|command| command.contains(file));
    let is_stray = |block: &&Block| {
        block.language == "c" && !block.is_fragment() && !block.file().is_some_and(is_used)
    };
    let strays = all.iter().filter(is_stray);
    strays.map(|block| format!("line {}: nothing uses this listing", block.lines.start)).collect()
}
