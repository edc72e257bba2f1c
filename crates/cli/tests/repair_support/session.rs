//! Repairs of a file, as `whydunit repair --format json` reports them, and what other commands say of repaired files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{json_report, whydunit};

/// What is repaired, and how.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// Files are named from here.
    pub(crate) directory: PathBuf,
    pub(crate) file: String,
    pub(crate) function: Option<String>,
    pub(crate) tests: PathBuf,
    pub(crate) reference: Option<PathBuf>,
    /// Further options.
    pub(crate) options: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Repaired {
    pub(crate) code: Option<i32>,
    pub(crate) report: Value,
    /// Best first.
    pub(crate) repairs: Vec<Repair>,
    pub(crate) time: Duration,
}

#[derive(Clone, Debug)]
pub(crate) struct Repair {
    pub(crate) edits: Vec<Edit>,
    pub(crate) grade: String,
    /// A search found no failure, be it within bounds.
    pub(crate) is_searched: bool,
    pub(crate) passed: u64,
    pub(crate) total: u64,
    pub(crate) patch: String,
}

/// Columns count characters from 1; the end is behind the last one.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    pub(crate) old: String,
    pub(crate) new: String,
}

impl Job {
    pub(crate) fn repair(&self) -> Result<Repaired, String> {
        let mut command = whydunit();
        command.current_dir(&self.directory).args(["repair", "--format", "json", &self.file]);
        command.arg("--tests").arg(&self.tests).args(&self.options);
        if let Some(function) = &self.function {
            command.args(["--function", function]);
        }
        if let Some(reference) = &self.reference {
            command.arg("--reference").arg(reference);
        }
        let started = Instant::now();
        let output = command.output().expect("whydunit should start");
        let time = started.elapsed();
        let report = json_report(&output)?;
        let repairs = repairs_of(&report);
        Ok(Repaired { code: output.status.code(), report, repairs, time })
    }

    /// Does `whydunit run --tests` pass with this text in place of the file's?
    pub(crate) fn passes(&self, text: &str) -> Result<(), String> {
        let (directory, file) = self.copy(text);
        let mut command = whydunit();
        command.current_dir(directory.path()).args(["run", &file]).arg("--tests").arg(&self.tests);
        if let Some(function) = &self.function {
            command.args(["--function", function]);
        }
        if let Some(reference) = &self.reference {
            command.arg("--reference").arg(reference);
        }
        let output = command.output().expect("whydunit should start");
        if output.status.code() == Some(0) {
            return Ok(());
        }
        let said = [output.stdout, output.stderr].concat();
        Err(format!("the repaired file: {}", String::from_utf8_lossy(&said)))
    }

    /// Does `whydunit check --reference` find no difference to a correct version within bounds?
    pub(crate) fn behaves_like(&self, text: &str, correct: &Path) -> bool {
        let (directory, file) = self.copy(text);
        let mut command = whydunit();
        command.current_dir(directory.path()).args(["check", &file]);
        command.arg("--reference").arg(correct).args(self.options_of_check());
        let output = command.output().expect("whydunit should start");
        output.status.code() == Some(0)
    }

    /// Does `whydunit check` find nothing wrong with this text in place of the file's?
    pub(crate) fn holds(&self, text: &str) -> bool {
        let (directory, file) = self.copy(text);
        let mut command = whydunit();
        command.current_dir(directory.path()).args(["check", &file, "--unwind", "8"]);
        let output = command.args(self.options_of_check()).output().expect("whydunit should start");
        output.status.code() == Some(0)
    }

    fn options_of_check(&self) -> Vec<String> {
        let mut options = vec!["--timeout".to_owned(), "100".to_owned()];
        if let Some(function) = &self.function {
            options.extend(["--function".to_owned(), function.clone()]);
        }
        options
    }

    fn copy(&self, text: &str) -> (tempfile::TempDir, String) {
        let directory = tempfile::tempdir().expect("a temporary directory should be possible");
        let name = Path::new(&self.file).file_name().expect("a file has a name");
        fs::write(directory.path().join(name), text).expect("writing a file should work");
        (directory, name.to_string_lossy().into_owned())
    }

    pub(crate) fn text(&self) -> String {
        let path = self.directory.join(&self.file);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }
}

impl Repair {
    /// The text with the edits made; `None` when their `old` is not what stands there.
    pub(crate) fn applied(&self, text: &str) -> Option<String> {
        let mut edits: Vec<(usize, usize, &Edit)> = self
            .edits
            .iter()
            .map(|edit| {
                let start = offset(text, edit.line, edit.column)?;
                Some((start, offset(text, edit.end_line, edit.end_column)?, edit))
            })
            .collect::<Option<_>>()?;
        edits.sort_by_key(|&(start, ..)| std::cmp::Reverse(start));
        let mut changed = text.to_owned();
        for (start, end, edit) in edits {
            if text.get(start..end)? != edit.old {
                return None;
            }
            changed.replace_range(start..end, &edit.new);
        }
        Some(changed)
    }

    /// `12: i < n -> i <= n`.
    pub(crate) fn summary(&self) -> String {
        let edits =
            self.edits.iter().map(|edit| format!("{}: {} -> {}", edit.line, edit.old, edit.new));
        edits.collect::<Vec<_>>().join("; ")
    }

    /// Does bounded search find nothing against it?
    pub(crate) fn is_accepted(&self) -> bool {
        self.is_searched
    }
}

/// Where a line and column are in a text.
fn offset(text: &str, line: usize, column: usize) -> Option<usize> {
    let start = match line.checked_sub(2) {
        None => 0,
        Some(before) => text.match_indices('\n').nth(before)?.0 + 1,
    };
    let rest = &text[start..];
    let within =
        rest.char_indices().map(|(at, _)| at).chain([rest.len()]).nth(column.checked_sub(1)?)?;
    Some(start + within)
}

/// The report of `whydunit repair ARGS` in a directory, whose exit code is this.
pub(crate) fn report(directory: &Path, args: &[&str], code: i32) -> Value {
    let mut command = whydunit();
    command.current_dir(directory).args(["repair", "--format", "json"]).args(args);
    let output = command.output().expect("whydunit should start");
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    json_report(&output).unwrap_or_else(|why| panic!("{why}"))
}

/// The repairs in it, none of which is shown without having passed all tests.
pub(crate) fn passing_repairs(report: &Value) -> Vec<Repair> {
    let repairs = repairs_of(report);
    for repair in &repairs {
        assert!(repair.total > 0 && repair.passed == repair.total, "{repair:?}");
    }
    repairs
}

/// The repairs of all failures in a report.
pub(crate) fn repairs_of(report: &Value) -> Vec<Repair> {
    let failures = report["failures"].as_array().into_iter().flatten();
    let repairs = failures.flat_map(|failure| failure["repairs"].as_array().into_iter().flatten());
    repairs.map(repair_of).collect()
}

fn repair_of(value: &Value) -> Repair {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let number = |value: &Value| value.as_u64().map_or(0, |number| number as usize);
    let edits = value["edits"].as_array().into_iter().flatten();
    let edits = edits.map(|edit| Edit {
        line: number(&edit["line"]),
        column: number(&edit["column"]),
        end_line: number(&edit["end_line"]),
        end_column: number(&edit["end_column"]),
        old: text(&edit["old"]),
        new: text(&edit["new"]),
    });
    Repair {
        edits: edits.collect(),
        grade: text(&value["grade"]),
        is_searched: value["bounded"] == "holds",
        passed: value["tests"]["passed"].as_u64().unwrap_or_default(),
        total: value["tests"]["total"].as_u64().unwrap_or_default(),
        patch: text(&value["patch"]),
    }
}
