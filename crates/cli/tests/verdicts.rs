//! *Holds* is never said of a program with a planted failure, and planted failures that can be reached are found.
//!
//! Each generated function has a failure behind something that a search could stop at: a precondition, a size, state that another function sets,
//! a check that is off, a string's end, a loop, a recursion, an answer of the outside. Its twin is the same with the failure taken out.
//! `WHYDUNIT_VERDICT_COUNT` and `WHYDUNIT_VERDICT_SEED` set how many are tried (of each kind) and which.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

#[path = "verdicts/boogie.rs"]
mod boogie;
use crate::command_support;
use crate::common;
#[path = "verdicts/planted.rs"]
mod planted;
use crate::rng;

use command_support::Directory;
use planted::{Expected, KINDS, Planted};
use serde_json::Value;

/// Of each kind.
const PROGRAMS: u64 = 4;

/// Safe twins of which something definite has to be said, in percent: nothing is won by silence.
const DEFINITE: usize = 90;

struct Said {
    verdict: String,
    code: i32,
    assumptions: Vec<String>,
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

fn check(file: &str, text: &str, options: &[&str]) -> Said {
    let directory = Directory::with(&[(file, text)]);
    let mut args = vec!["check", file, "--format", "json", "--timeout", "20"];
    args.extend_from_slice(options);
    let output = directory.output(&args);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    let assumptions = report["assumptions"].as_array().cloned().unwrap_or_default();
    Said {
        verdict: report["verdict"].as_str().unwrap_or("none").to_owned(),
        code: output.status.code().unwrap_or(-1),
        assumptions: assumptions
            .iter()
            .filter_map(|one| Some(one["kind"].as_str()?.to_owned()))
            .collect(),
    }
}

fn code_of(verdict: &str) -> i32 {
    match verdict {
        "fails" => 1,
        "holds" | "holds-within-bound" => 0,
        _ => 3,
    }
}

/// What is wrong with the answers to a program and its twin, and whether the twin's was definite.
fn examine(file: &str, planted: &Planted) -> (Vec<String>, bool) {
    let Planted { text, twin, options, expected, rests_on, .. } = planted;
    let said = check(file, text, options);
    let mut problems = Vec::new();
    let mut complain = |what: String| problems.push(format!("{what}\n{options:?}\n{text}"));
    if said.code != code_of(&said.verdict) {
        complain(format!("{} with exit code {}", said.verdict, said.code));
    }
    match expected {
        Expected::Found if said.verdict != "fails" => {
            complain(format!("not found: {}", said.verdict));
        }
        Expected::Unknown if said.verdict != "unknown" => {
            complain(format!("{} instead of unknown", said.verdict));
        }
        Expected::Holds if said.code != 0 => {
            complain(format!("{} instead of holds", said.verdict));
        }
        _ => {}
    }
    if let Some(kind) = rests_on.filter(|kind| !said.assumptions.iter().any(|said| said == kind)) {
        complain(format!("no assumption `{kind}`, only {:?}", said.assumptions));
    }
    let Some(twin) = twin else { return (problems, true) };
    let said = check(file, twin, options);
    if said.verdict == "fails" || said.code != code_of(&said.verdict) {
        problems.push(format!("{} of a safe program\n{options:?}\n{twin}", said.verdict));
    }
    (problems, said.code == 0)
}

#[test]
fn planted_failures_are_never_said_to_hold() {
    let count = setting("WHYDUNIT_VERDICT_COUNT").unwrap_or(PROGRAMS);
    let first = setting("WHYDUNIT_VERDICT_SEED").unwrap_or(1);
    let kinds = KINDS.iter().map(|kind| ("a.c", kind));
    let kinds = kinds.chain(boogie::KINDS.iter().map(|kind| ("a.bpl", kind)));
    let tasks: Vec<(&str, Planted)> = kinds
        .flat_map(|(file, kind)| {
            (first..first + count).map(move |seed| (file, kind(&mut rng::Rng::new(seed))))
        })
        .collect();
    let answers = common::parallel(&tasks, |(file, task)| {
        let (problems, is_definite) = examine(file, task);
        (problems, task.twin.is_some(), is_definite)
    });
    let problems: Vec<String> =
        answers.iter().flat_map(|(problems, ..)| problems.clone()).collect();
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    let twins = answers.iter().filter(|(_, has_twin, _)| *has_twin).count();
    let definite = answers.iter().filter(|(_, has_twin, definite)| *has_twin && *definite).count();
    eprintln!(
        "{} planted failures; definite verdicts of {definite} of {twins} safe twins",
        tasks.len()
    );
    assert!(
        100 * definite >= DEFINITE * twins,
        "only {definite} of {twins} safe programs have a definite verdict"
    );
}
