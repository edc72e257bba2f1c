//! Every program of the repository that whydunit has something to say about, and how it is to be run.
//!
//! Programs that are rejected (`bad`) are left out: there is no report about them.

#![allow(dead_code, reason = "each test uses a part of this")]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::{self, Case};

/// A budget that most programs never reach; those that do have a report as well.
const SECONDS: &str = "2";

pub(crate) const COMMANDS: [&str; 4] = ["run", "trace", "check", "explain"];

pub(crate) struct Subject {
    /// Relative to the root of the repository.
    pub(crate) name: String,
    files: Vec<String>,
    options: Vec<String>,
    args: Vec<String>,
    stdin: Vec<u8>,
}

/// What a command wrote.
pub(crate) struct Written {
    pub(crate) code: Option<i32>,
    /// `None` if it has no report: the program cannot be used in this way.
    pub(crate) report: Option<Value>,
    pub(crate) stderr: String,
}

impl Subject {
    /// What a command prints.
    pub(crate) fn told_and_written(
        &self,
        command: &str,
        options: &[&str],
    ) -> (String, Option<Value>) {
        let directory = tempfile::tempdir().expect("a temporary directory should be possible");
        let file = directory.path().join("report");
        let mut run = self.command(command, options);
        run.args(["--format", "text", "--output", "-", "--format", "json", "--output"]).arg(&file);
        if !self.args.is_empty() {
            run.arg("--").args(&self.args);
        }
        let output = common::run_with_input(&mut run, &self.stdin);
        let report = fs::read(&file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        (String::from_utf8_lossy(&output.stdout).into_owned(), report)
    }

    fn command(&self, command: &str, options: &[&str]) -> Command {
        let mut run = common::whydunit();
        run.current_dir(root()).arg(command).args(&self.files).args(&self.options).args(options);
        run.args(["--timeout", SECONDS]);
        run
    }

    /// Runs a command in the root of the repository; its report in this format.
    pub(crate) fn written(&self, command: &str, options: &[&str], format: &str) -> Written {
        let directory = tempfile::tempdir().expect("a temporary directory should be possible");
        let file = directory.path().join("report");
        let mut run = self.command(command, options);
        run.args(["--format", format, "--output"]).arg(&file);
        if !self.args.is_empty() {
            run.arg("--").args(&self.args);
        }
        let output = common::run_with_input(&mut run, &self.stdin);
        let report = fs::read(&file).ok().map(|bytes| {
            serde_json::from_slice(&bytes)
                .unwrap_or_else(|e| panic!("{}: what {command} wrote is no JSON: {e}", self.name))
        });
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        Written { code: output.status.code(), report, stderr }
    }

    /// How the command says that a program cannot be used: with a message and its own exit code.
    pub(crate) fn is_refused(written: &Written) -> bool {
        written.report.is_none() && written.code == Some(2) && written.stderr.contains("error")
    }
}

pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository should have a root")
}

/// All of them, by name. `WHYDUNIT_TEST` narrows them down to those whose name contains it.
pub(crate) fn subjects() -> Vec<Subject> {
    let directories = [
        "tests/programs/checks",
        "tests/programs/language",
        "tests/programs/library",
        "tests/programs/find/fails",
        "tests/programs/find/safe",
        "tests/programs/boogie",
        "tests/papers",
        "examples",
    ];
    let wanted = std::env::var("WHYDUNIT_TEST").unwrap_or_default();
    let root = root();
    let mut subjects: Vec<Subject> = Vec::new();
    for directory in directories {
        let entries =
            fs::read_dir(root.join(directory)).unwrap_or_else(|e| panic!("{directory}: {e}"));
        for entry in entries {
            let path = entry.expect("the directory should be readable").path();
            let is_program = matches!(path.extension().and_then(OsStr::to_str), Some("c" | "bpl"));
            let is_part = path.to_string_lossy().ends_with(".inc.c");
            if is_program && !is_part && path.to_string_lossy().contains(&wanted) {
                subjects.push(subject(&root, &path));
            }
        }
    }
    subjects.sort_by(|a, b| a.name.cmp(&b.name));
    subjects
}

fn subject(root: &Path, path: &Path) -> Subject {
    let case = Case::load(path);
    let relative = |path: &Path| {
        let path = path.strip_prefix(root).expect("programs should be in the repository");
        path.to_string_lossy().into_owned()
    };
    let name = relative(path);
    let mut files = vec![name.clone()];
    files.extend(case.files.iter().map(|file| relative(file)));
    let mut options = [case.cflags.as_slice(), &case.whydunit].concat();
    options.extend(stated_options(&case.source));
    Subject { name, files, options, args: case.args, stdin: case.stdin }
}

/// Options that the head of a program states: `// find: fails function=f checks=+abort`, `//~ options --function f`.
fn stated_options(source: &str) -> Vec<String> {
    let mut options = Vec::new();
    for line in source.lines() {
        if let Some(words) = line.strip_prefix("// find:") {
            for (key, value) in words.split_whitespace().filter_map(|word| word.split_once('=')) {
                if matches!(key, "function" | "checks") {
                    options.push(format!("--{key}={value}"));
                }
            }
        }
        if let Some(words) = line.strip_prefix("//~ options --function ") {
            let name = words.split_whitespace().next().unwrap_or_default();
            options.push(format!("--function={name}"));
        }
    }
    options
}
