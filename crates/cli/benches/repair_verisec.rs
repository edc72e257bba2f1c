//! Error diagnosis on the programs of the Verisec suite, next to Table 1 of Balakrishnan and Ganai's "PED: Proof-guided Error
//! Diagnosis by Triangulation of Program Error Causes" (SEFM 2008).
//!
//! The suite is not part of this repository. With its directory (the one with `lib` and `programs`),
//! `WHYDUNIT_VERISEC=DIRECTORY cargo bench -p whydunit-cli --bench repair_verisec` prints a line for each error and level. Further
//! arguments choose: levels (`-- relevant`), and words that a program's name must contain (`-- Apache`).
//!
//! `repair_verisec/programs.toml` says which programs stand for the paper's, and where their faults are;
//! `repair_verisec/paper.toml` has the paper's figures. Uninitialised arrays are inputs of these programs, so only bounds are
//! checked. For each error the run that `whydunit check` finds is diagnosed. The time is that of the whole command: reading the
//! program, proofs, diagnosis, and trying the patches. The paper's is that of the solver alone.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/repair_support/mod.rs"]
mod repair_support;
#[path = "repair_verisec/totals.rs"]
mod totals;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use repair_support::bench::{cells, seconds, widest};
use repair_support::diagnosis::Diagnosis;
use repair_support::faults::{Entry, entries_of};
use repair_support::session::repairs_of;
use serde_json::Value;
use totals::Totals;

const LEVELS: [&str; 4] = ["default", "no-inv", "with-inv", "relevant"];

fn main() {
    let Some(directory) = std::env::var_os("WHYDUNIT_VERISEC").map(PathBuf::from) else {
        println!("WHYDUNIT_VERISEC should name the directory of the Verisec suite");
        return;
    };
    let arguments: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let (levels, words): (Vec<String>, Vec<String>) =
        arguments.into_iter().partition(|argument| LEVELS.contains(&argument.as_str()));
    let levels =
        LEVELS.iter().filter(|&&level| levels.is_empty() || levels.iter().any(|l| l == level));
    let levels: Vec<&str> = levels.copied().collect();
    let mut errors = entries_of(&data().join("programs.toml"), "error");
    errors.retain(|error| words.iter().all(|word| error.text("program").contains(word)));
    let paper = entries_of(&data().join("paper.toml"), "error");

    let widths = [
        widest(errors.iter().map(|error| error.text("program"))),
        "error".len(),
        "with-inv".len(),
        "123".len(),
        "123".len(),
        "123".len(),
        "rank".len(),
        "12.3".len(),
        "bounded".len(),
        "| 123".len(),
        "123".len(),
        "123".len(),
        "123.45".len(),
    ];
    let head = ["program", "error", "level", "#L", "#F", "#U", "rank", "s", "patch"];
    let of_paper = ["| #L", "#F", "#U", "s", "solution 1"];
    println!("{}", cells(&widths, &[&head[..], &of_paper].concat()));
    let mut failing = FailingRuns { directory: &directory, found: BTreeMap::new() };
    let mut totals = Totals::default();
    for error in &errors {
        let published = paper.iter().find(|entry| is_same(entry, error));
        let inputs = failing.inputs(error);
        for level in &levels {
            let seen = match &inputs {
                Ok(inputs) => diagnose(&directory, error, inputs, level),
                Err(why) => Err(why.clone()),
            };
            totals.count(level, error, &seen, published);
            let line = line(error, level, &seen, published);
            println!("{}", cells(&widths, &line.iter().map(String::as_str).collect::<Vec<_>>()));
        }
    }
    println!();
    for level in &levels {
        totals.print(level);
    }
    println!(
        "* not on a line that the correct version changes, but where the missing check can be made as well"
    );
}

/// What came of an error at a level.
pub(crate) struct Seen {
    diagnosis: Diagnosis,
    /// Grade of the first repair.
    grade: Option<String>,
    time: Duration,
}

impl Seen {
    fn is_accepted(&self) -> bool {
        self.grade
            .as_deref()
            .is_some_and(|grade| ["bounded", "proved", "checks", "this-run"].contains(&grade))
    }
}

/// The lines on which a fix is one of the fault.
fn lines_of(error: &Entry) -> Vec<usize> {
    [error.numbers("faulty"), error.numbers("also")].concat()
}

fn diagnose(
    directory: &Path,
    error: &Entry,
    inputs: &[String],
    level: &str,
) -> Result<Seen, String> {
    let mut command = command("repair", directory, error);
    command.args(["--method", "ped", "--ped-level", level]).args(inputs);
    let started = Instant::now();
    let report = report_of(command)?;
    let time = started.elapsed();
    let Some(diagnosis) = Diagnosis::of(&report) else {
        return Err("no diagnosis".to_owned());
    };
    let grade = repairs_of(&report).first().map(|repair| repair.grade.clone());
    Ok(Seen { diagnosis, grade, time })
}

fn line(
    error: &Entry,
    level: &str,
    seen: &Result<Seen, String>,
    published: Option<&Entry>,
) -> Vec<String> {
    let mut line = vec![
        error.text("program").to_owned(),
        error.find("error").unwrap_or("-").to_owned(),
        level.to_owned(),
    ];
    let first = match seen {
        Ok(seen) => {
            let diagnosis = &seen.diagnosis;
            line.extend([
                diagnosis.steps.to_string(),
                diagnosis.solutions.len().to_string(),
                diagnosis.naming(&lines_of(error)).to_string(),
                rank(diagnosis, error),
                seconds(seen.time),
                seen.grade.clone().unwrap_or_else(|| "none".to_owned()),
            ]);
            diagnosis.solutions.first().map(|solution| solution.summary()).unwrap_or_default()
        }
        Err(why) => {
            line.extend(["", "", "", "", "", ""].map(str::to_owned));
            why.clone()
        }
    };
    match published {
        Some(published) => {
            line.push(format!("| {}", published.text("steps")));
            line.extend_from_slice(published.texts(level));
        }
        None => line.extend(["| -", "-", "-", "-"].map(str::to_owned)),
    }
    line.push(first);
    line
}

/// The rank of the first solution on a line of the fault, with a star where it is not one that the correct version changes.
fn rank(diagnosis: &Diagnosis, error: &Entry) -> String {
    let first = diagnosis.first_naming(&lines_of(error));
    let is_strict = first == diagnosis.first_naming(&error.numbers("faulty"));
    match first {
        Some(rank) if is_strict => rank.to_string(),
        Some(rank) => format!("{rank}*"),
        None => "-".to_owned(),
    }
}

/// Inputs with which checks fail, from one search for each program and size.
struct FailingRuns<'d> {
    directory: &'d Path,
    /// By file and base.
    found: BTreeMap<(String, usize), Result<Vec<FailingRun>, String>>,
}

struct FailingRun {
    line: u64,
    /// The options that give its inputs.
    inputs: Vec<String>,
}

impl FailingRuns<'_> {
    fn inputs(&mut self, error: &Entry) -> Result<Vec<String>, String> {
        let key = (error.text("file").to_owned(), error.number("base"));
        let directory = self.directory;
        let found = self.found.entry(key).or_insert_with(|| search(directory, error));
        let line = error.number("line") as u64;
        let runs = found.as_ref().map_err(Clone::clone)?;
        let run = runs.iter().find(|run| run.line == line);
        run.map(|run| run.inputs.clone())
            .ok_or_else(|| format!("`whydunit check` finds no failure at line {line}"))
    }
}

fn search(directory: &Path, error: &Entry) -> Result<Vec<FailingRun>, String> {
    let report = report_of(command("check", directory, error))?;
    let failures = report["failures"].as_array().into_iter().flatten();
    let runs = failures.filter_map(|failure| {
        let line = failure["property"]["line"].as_u64()?;
        let words = shell_words(failure["reproduce"].as_str()?);
        let mut inputs = Vec::new();
        for (index, word) in words.iter().enumerate() {
            if word == "--input" {
                inputs.extend(words.get(index..=index + 1)?.iter().cloned());
            }
        }
        Some(FailingRun { line, inputs })
    });
    Ok(runs.collect())
}

fn command(name: &str, directory: &Path, error: &Entry) -> Command {
    let mut command = common::whydunit();
    command.current_dir(directory).args([name, "--format", "json", "--checks", "bounds"]);
    command.arg(format!("-DBASE_SZ={}", error.number("base")));
    command.arg(error.text("file")).args(error.texts("more"));
    command
}

fn report_of(mut command: Command) -> Result<Value, String> {
    let output = command.output().map_err(|why| why.to_string())?;
    common::json_report(&output).map_err(|why| why.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The words of a command line in which only single quotes and backslashes are special.
fn shell_words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let last = words.len() - 1;
        match character {
            '\'' => is_quoted = !is_quoted,
            '\\' if !is_quoted => words[last].extend(characters.next()),
            ' ' if !is_quoted => words.push(String::new()),
            other => words[last].push(other),
        }
    }
    words
}

fn is_same(published: &Entry, error: &Entry) -> bool {
    published.text("program") == error.text("program")
        && Some(published.text("error")) == error.find("error")
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/repair_verisec")
}
