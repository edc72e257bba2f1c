//! Programs in the manner of the Verisec suite, each with one fault (`tests/ped/own/expected.toml`): checks fail where it is said,
//! the fix that is said mends the program, and error diagnosis names the faulty line among its first three solutions and has a
//! repair that a search accepts, but for the programs for which the list says why not.

use crate::common;
use crate::repair_support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use repair_support::diagnosis::Diagnosis;
use repair_support::faults::{Entry, entries_of, replaced};
use repair_support::session::repairs_of;
use serde_json::Value;

/// Solutions that somebody will look at.
const FIRST: usize = 3;
/// Programs of which the very first solution names the fault.
const AT_RANK_1: usize = 15;
/// All of them, and how many the suite takes: one in that many.
const PROGRAMS: usize = 23;
const EVERY: usize = 4;
const AT_RANK_1_OF_PART: usize = 4;

#[test]
fn faults_are_as_described() {
    assert_each(is_as_described);
}

#[test]
fn faults_are_among_the_first_solutions() {
    let ranks = assert_each(is_diagnosed);
    let first = ranks.iter().filter(|rank| **rank == Some(1)).count();
    let at_rank_1 = if ranks.len() < PROGRAMS { AT_RANK_1_OF_PART } else { AT_RANK_1 };
    assert!(first >= at_rank_1, "{first} faults are at rank 1: {ranks:?}");
}

/// What is found out about each program, once nothing is wrong with any.
fn assert_each<T: Send>(judge: impl Fn(&Entry) -> Result<T, String> + Sync) -> Vec<T> {
    let programs = entries_of(&directory().join("expected.toml"), "program");
    assert_eq!(programs.len(), PROGRAMS);
    let programs = whydunit_testing::part(programs, EVERY);
    let judged = common::parallel(&programs, |program| {
        judge(program).map_err(|why| format!("{}: {why}", program.text("file")))
    });
    let mut found = Vec::new();
    let mut failures = Vec::new();
    for judged in judged {
        match judged {
            Ok(one) => found.push(one),
            Err(why) => failures.push(why),
        }
    }
    common::finish("programs", programs.len(), &failures);
    found
}

/// The rank of the fault.
fn is_diagnosed(program: &Entry) -> Result<Option<usize>, String> {
    let path = directory().join(program.text("file"));
    let report = report("repair", &path, program, &["--method", "ped", "--max-repairs", "3"])?;
    let diagnosis = Diagnosis::of(&report).ok_or("no diagnosis")?;
    let lines = [vec![program.number("line")], program.numbers("other-lines")].concat();
    let rank = diagnosis.first_naming(&lines);
    let is_early = rank.is_some_and(|rank| rank <= FIRST);
    let is_accepted = repairs_of(&report).first().is_some_and(|repair| repair.is_accepted());
    let as_expected = [
        ("missed", is_early, format!("the fault is at rank {rank:?}")),
        ("unrepaired", is_accepted, "no repair is accepted".to_owned()),
    ];
    for (exception, holds, otherwise) in as_expected {
        match (holds, program.find(exception)) {
            (true, None) | (false, Some(_)) => {}
            (true, Some(_)) => return Err(format!("is no longer `{exception}`")),
            (false, None) => {
                let solutions = diagnosis.solutions.iter().take(FIRST);
                let solutions: Vec<String> = solutions.map(|one| one.summary()).collect();
                return Err(format!("{otherwise}; first is {solutions:?}"));
            }
        }
    }
    Ok(rank)
}

fn is_as_described(program: &Entry) -> Result<(), String> {
    let path = directory().join(program.text("file"));
    let text = fs::read_to_string(&path).map_err(|why| why.to_string())?;
    let is_marked = |line: &str| line.contains("/* FAULT: ");
    let marked: Vec<usize> = text
        .lines()
        .zip(1..)
        .filter(|&(line, _)| is_marked(line))
        .map(|(_, number)| number)
        .collect();
    let line = program.number("line");
    if marked != [line] {
        return Err(format!("the faulty line is {line}, marked are {marked:?}"));
    }
    let failing = failing_lines(&report("check", &path, program, &[])?);
    if failing != program.numbers("failing") {
        return Err(format!("checks fail on lines {failing:?}"));
    }
    let fixed = replaced(&text, line, program.text("old"), program.text("new"));
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let path = scratch.path().join(program.text("file"));
    fs::write(&path, fixed).expect("writing a file should work");
    let report = report("check", &path, program, &[])?;
    match report["verdict"].as_str() {
        Some("holds" | "holds-within-bound") => Ok(()),
        other => Err(format!("fixed, it is {other:?}, failing on {:?}", failing_lines(&report))),
    }
}

fn failing_lines(report: &Value) -> Vec<usize> {
    let failures = report["failures"].as_array().into_iter().flatten();
    let lines = failures.filter_map(|failure| failure["property"]["line"].as_u64());
    let mut lines: Vec<usize> = lines.map(|line| line as usize).collect();
    lines.sort_unstable();
    lines
}

fn report(command: &str, path: &Path, program: &Entry, options: &[&str]) -> Result<Value, String> {
    let mut run: Command = common::whydunit();
    run.args([command, "--format", "json"]).args(options).arg(path);
    if let Some(function) = program.find("function") {
        run.args(["--function", function]);
    }
    common::json_report(&run.output().expect("whydunit should start"))
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ped/own")
}
