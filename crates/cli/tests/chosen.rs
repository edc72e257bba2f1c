//! What decides which object is read, written or freed is never called irrelevant, and what is said of its other values is so: each is written into the program, and that is run.
//!
//! `WHYDUNIT_CHOSEN=5000 cargo test --release -p whydunit-cli --test tests chosen -- --nocapture` tries that many programs, `WHYDUNIT_CHOSEN_SEED` says from which on.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

#[path = "chosen/made.rs"]
mod made;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::common;
use crate::rng;
use made::{Choice, Made};

/// Programs that are made by default.
const PROGRAMS: u64 = 48;
/// ... where there is time.
const PROGRAMS_OF_ALL: u64 = 2_000;

/// Methods that say of statements that they do not matter.
const METHODS: &str = "flow-sensitive,relevance,branch-relevance,minimal-set";

#[derive(Default)]
struct Outcome {
    /// It fails.
    is_explained: bool,
    /// Choices of which another value lets the check pass: by method, how many, named, left open.
    deciding: BTreeMap<String, [usize; 3]>,
    /// Values that are said to let the check pass, and were tried.
    told: usize,
    wrong: Vec<String>,
}

/// How a run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Ending {
    Passes,
    /// At a line, a check of a kind.
    Fails(u64, String),
}

#[test]
fn what_chooses_an_object_is_not_irrelevant() {
    let count = whydunit_testing::count("WHYDUNIT_CHOSEN", PROGRAMS, PROGRAMS_OF_ALL);
    let first = std::env::var("WHYDUNIT_CHOSEN_SEED").ok().and_then(|text| text.parse().ok());
    let first: u64 = first.unwrap_or(1);
    let seeds: Vec<u64> = (first..first + count).collect();
    let outcomes = common::parallel(&seeds, |&seed| examined(seed));
    let explained = outcomes.iter().filter(|one| one.is_explained).count();
    let told: usize = outcomes.iter().map(|one| one.told).sum();
    let mut by_method: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (method, counts) in outcomes.iter().flat_map(|one| &one.deciding) {
        let sums = by_method.entry(method).or_default();
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    eprintln!("{count} programs, {explained} explained, {told} values tried that are told");
    for (method, [all, named, open]) in &by_method {
        eprintln!("  {method:<18} {all} choices decide, {named} named, {open} not decided");
    }
    let wrong: Vec<&str> = outcomes.iter().flat_map(|one| &one.wrong).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} claims are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(3 * explained >= outcomes.len(), "only {explained} of {count} programs fail");
    // Nothing is won by silence.
    for (method, [all, named, _]) in by_method {
        assert!(10 * named >= 8 * all, "{method}: only {named} of {all} choices are named");
    }
}

fn examined(seed: u64) -> Outcome {
    let made = made::program(seed);
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let mut outcome = Outcome::default();
    let failing = ending(directory.path(), &made.text);
    if failing == Ending::Passes {
        return outcome;
    }
    outcome.is_explained = true;
    let file = directory.path().join("made.c");
    std::fs::write(&file, &made.text).expect("writing it should work");
    let mut command = common::whydunit();
    let options =
        ["explain", "--verify", "--format", "json", "--timeout", "60", "--method", METHODS];
    let output = common::run_with_input(command.args(options).arg(&file), b"");
    let complain = |what: &str| format!("seed {seed}: {what}\n{}", made.text);
    // Not everything is decided: exit code 3.
    if !matches!(output.status.code(), Some(1 | 3)) {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        outcome.wrong.push(complain(&format!("{:?}: {said}", output.status.code())));
        return outcome;
    }
    let report: Value = serde_json::from_slice(&output.stdout).expect("the report should be JSON");
    for limit in report["limits"].as_array().into_iter().flatten() {
        if limit["what"] == "claim" {
            outcome.wrong.push(complain(&format!("taken back: {limit}")));
        }
    }
    let endings: Vec<Vec<(i64, Ending)>> =
        made.choices.iter().map(|choice| others(directory.path(), &made, choice)).collect();
    for explanation in report["failures"][0]["explanations"].as_array().into_iter().flatten() {
        let method = explanation["method"].as_str().unwrap_or_default();
        if explanation["verified"] == false {
            outcome.wrong.push(complain(&format!("{method} is refuted")));
        }
        for (choice, endings) in made.choices.iter().zip(&endings) {
            judge(&mut outcome, &complain, explanation, choice, (&failing, endings));
        }
    }
    outcome
}

/// What an explanation says of a choice, held against what other values do.
fn judge(
    outcome: &mut Outcome,
    complain: &dyn Fn(&str) -> String,
    explanation: &Value,
    choice: &Choice,
    (failing, endings): (&Ending, &[(i64, Ending)]),
) {
    let method = explanation["method"].as_str().unwrap_or_default();
    let is_there = |entry: &&Value| entry["line"].as_u64() == Some(choice.line as u64);
    let own: Vec<&Value> =
        explanation["relevant"].as_array().into_iter().flatten().filter(is_there).collect();
    for entry in &own {
        let Some(value) = told(entry["why"].as_str().unwrap_or_default(), &choice.name) else {
            continue;
        };
        let Some((_, ending)) = endings.iter().find(|&&(other, _)| other == value) else {
            continue;
        };
        outcome.told += 1;
        if ending == failing {
            outcome.wrong.push(complain(&format!(
                "{method} says {}, but it ends with {ending:?}",
                entry["why"]
            )));
        }
    }
    let Some((value, _)) = endings.iter().find(|(_, ending)| *ending == Ending::Passes) else {
        return;
    };
    let is_open =
        explanation["unknown"].as_array().into_iter().flatten().any(|entry| is_there(&entry));
    // Minimal sets keep to the path.
    if method == "minimal-set" && !choice.keeps_path {
        return;
    }
    let counts = outcome.deciding.entry(method.to_owned()).or_default();
    counts[0] += 1;
    counts[1] += usize::from(!own.is_empty());
    counts[2] += usize::from(own.is_empty() && is_open);
    if own.is_empty() && !is_open {
        outcome.wrong.push(complain(&format!(
            "{method} leaves out line {}, but with {} = {value} the check passes",
            choice.line, choice.name
        )));
    }
}

/// The value of `had NAME been VALUE here, the check would have passed`.
fn told(why: &str, name: &str) -> Option<i64> {
    let rest = why.strip_prefix("had ")?.strip_prefix(name)?.strip_prefix(" been ")?;
    let value = rest.strip_suffix(" here, the check would have passed")?;
    value.parse().ok()
}

/// How the program ends with each of the other values.
fn others(directory: &Path, made: &Made, choice: &Choice) -> Vec<(i64, Ending)> {
    let changed = |&value: &i64| {
        let mut lines: Vec<String> = made.text.lines().map(str::to_owned).collect();
        let line = &mut lines[choice.line - 1];
        let own = format!("{} = {};", choice.name, choice.value);
        assert!(line.contains(&own), "{line}: {own}");
        *line = line.replace(&own, &format!("{} = {value};", choice.name));
        (value, ending(directory, &(lines.join("\n") + "\n")))
    };
    choice.others.iter().map(changed).collect()
}

fn ending(directory: &Path, text: &str) -> Ending {
    let file = directory.join("tried.c");
    std::fs::write(&file, text).expect("writing it should work");
    let mut command = common::whydunit();
    let output = common::run_with_input(command.args(["run", "--format", "json"]).arg(&file), b"");
    if output.status.code() == Some(0) {
        return Ending::Passes;
    }
    assert_eq!(output.status.code(), Some(1), "{text}{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("the report should be JSON");
    let property = &report["failures"][0]["property"];
    let kind = property["kind"].as_str().unwrap_or_default().to_owned();
    Ending::Fails(property["line"].as_u64().unwrap_or(0), kind)
}
