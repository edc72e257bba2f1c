//! What is said is verified, or it is unknown; it is never refuted: over calls of every library function, every check in every form, and every program of the repository under every method.
//!
//! The test suite takes a part of each. `WHYDUNIT_SWEEP=all` takes all of it, `WHYDUNIT_TEST` narrows it down to what has a name that contains it.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::common;
use crate::every_program;
#[path = "verify_sweep/indices.rs"]
mod indices;
#[path = "verify_sweep/library.rs"]
mod library;
#[path = "verify_sweep/stores.rs"]
mod stores;

use serde_json::Value;

/// A generated program, and how it is run.
pub(crate) struct Subject {
    name: String,
    text: String,
    options: Vec<String>,
    stdin: &'static str,
}

/// Library calls with one wrong argument that fail, in percent. The others may be called so: with an array that they fill, with null where that means *none*, with texts that overlap and are only read.
const FAILING: usize = 60;

/// Each method with what `--verify` has to say about it.
const METHODS: &str = "error-invariants,flow-sensitive,relevance,branch-relevance,restrictive,becoming-restrictive,more-blocking,coreachable,minimal-set";

/// What became of one program.
#[derive(Default, Clone)]
struct Tally {
    /// It fails, and is explained.
    explained: usize,
    /// It does not fail, or cannot be run; the second are told with their reason.
    passes: Vec<String>,
    refused: Vec<String>,
    /// Explanations.
    verified: usize,
    unknown: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn of(name: &str, code: Option<i32>, report: Option<&Value>, stderr: &str) -> Tally {
        let mut tally = Tally::default();
        if stderr.contains("internal error")
            || stderr.contains("panicked")
            || code.is_none_or(|code| code > 3)
        {
            tally.wrong.push(format!("{name}: exit code {code:?}: {stderr}"));
            return tally;
        }
        let Some(report) = report else {
            tally.refused.push(format!("{name}: {}", stderr.lines().next().unwrap_or_default()));
            return tally;
        };
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        for limit in list(&report["limits"]) {
            if limit["what"] == "claim" {
                tally.wrong.push(format!("{name}: taken back: {}", limit["value"]));
            }
        }
        for failure in list(&report["failures"]) {
            let explanations = list(&failure["explanations"]);
            // The time may be over before anything is explained: then that is what is said.
            let is_cut_off = code == Some(3)
                && list(&report["limits"])
                    .iter()
                    .any(|limit| limit["what"] == "timeout" && limit["reached"] == true);
            if explanations.is_empty() && is_cut_off {
                tally.unknown += 1;
            } else if explanations.is_empty() {
                tally.wrong.push(format!("{name}: not explained"));
            }
            tally.explained += 1;
            for explanation in explanations {
                let method = &explanation["method"];
                match explanation["verified"].as_bool() {
                    Some(true) => tally.verified += 1,
                    None => tally.unknown += 1,
                    Some(false) => tally.wrong.push(format!("{name}: {method} is refuted")),
                }
            }
        }
        if tally.explained == 0 {
            tally.passes.push(name.to_owned());
        }
        tally
    }

    fn sum(what: &str, tallies: Vec<Tally>) -> Tally {
        let mut sum = Tally::default();
        for tally in tallies {
            sum.explained += tally.explained;
            sum.passes.extend(tally.passes);
            sum.verified += tally.verified;
            sum.unknown += tally.unknown;
            sum.refused.extend(tally.refused);
            sum.wrong.extend(tally.wrong);
        }
        let Tally { explained, passes, refused, verified, unknown, wrong } = &sum;
        eprintln!(
            "{what}: {explained} failures explained, {} programs without, {} refused; explanations: {verified} verified, {unknown} unknown; wrong: {}",
            passes.len(),
            refused.len(),
            wrong.len()
        );
        for one in refused {
            eprintln!("  refused: {one}");
        }
        sum
    }
}

/// Every so-manieth in the test suite.
fn part<T>(all: Vec<T>, every: usize, name: impl Fn(&T) -> &str) -> Vec<T> {
    let wanted = std::env::var("WHYDUNIT_TEST").unwrap_or_default();
    whydunit_testing::part(all.into_iter().filter(|one| name(one).contains(&wanted)), every)
}

fn explained(subject: &Subject) -> Tally {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let file = directory.path().join("swept.c");
    std::fs::write(&file, &subject.text).expect("writing it should work");
    let stdin = directory.path().join("stdin");
    std::fs::write(&stdin, subject.stdin).expect("writing it should work");
    let mut command = common::whydunit();
    command.args(["explain", "--verify", "--format", "json", "--timeout", "10"]);
    // What is verified are explanations.
    command.args(["--causes", "0", "--stdin"]);
    command.arg(stdin).arg(&file).args(&subject.options);
    let output = common::run_with_input(&mut command, b"");
    let report: Option<Value> = serde_json::from_slice(&output.stdout).ok();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let mut tally = Tally::of(&subject.name, output.status.code(), report.as_ref(), &stderr);
    for wrong in &mut tally.wrong {
        wrong.push_str(&format!("\n{}", subject.text));
    }
    tally
}

/// Answers that are wrong and known to be, by how their description begins. Each of them has to be there as long as it stands here.
const KNOWN_CALLS: [&str; 1] = [
    // The detailed run does not fail where the comparing function returns what was never given.
    "bsearch 0 Uninitialised: exit code Some(2): error: internal error: the run does not replay",
];
const KNOWN_PROGRAMS: [&str; 2] = [
    // One of the definitions that are there for comparison; it is taken back.
    "tests/programs/find/fails/bounds_ring.c: taken back",
    "tests/programs/find/fails/bounds_ring.c: \"more-blocking\" is refuted",
];

/// Nothing is wrong but what is known to be. Whoever sweeps more sees all.
fn assert_known(wrong: &[String], known: &[&str]) {
    let is_known = |text: &String| known.iter().any(|known| text.starts_with(known));
    let news: Vec<&str> = wrong.iter().filter(|text| !is_known(text)).map(String::as_str).collect();
    assert!(news.is_empty(), "{}", news.join("\n"));
    let is_narrowed = std::env::var("WHYDUNIT_TEST").is_ok();
    for known in known {
        let is_there = wrong.iter().any(|text| text.starts_with(known));
        assert!(is_there || is_narrowed, "it is right, and to be taken off the list: {known}");
    }
}

#[test]
fn failing_library_calls_are_explained() {
    let subjects = part(library::subjects(), 16, |one| one.name.as_str());
    let tallies = common::parallel(&subjects, explained);
    let sum = Tally::sum("library calls", tallies);
    assert_known(&sum.wrong, &KNOWN_CALLS);
    let silent: Vec<&String> =
        sum.passes.iter().filter(|name| library::has_to_fail(name)).collect();
    assert!(silent.is_empty(), "C demands a valid pointer, and nothing is reported: {silent:?}");
    let is_narrowed = std::env::var("WHYDUNIT_TEST").is_ok();
    assert!(
        is_narrowed || 100 * sum.explained >= FAILING * subjects.len(),
        "only {} fail",
        sum.explained
    );
}

/// What fails when it is run, a search does not call safe.
#[test]
fn failing_library_calls_are_not_said_to_hold() {
    let subjects = part(library::subjects(), 16, |one| one.name.as_str());
    let wrong = common::parallel(&subjects, |subject| {
        let directory = tempfile::tempdir().expect("a temporary directory should be possible");
        let file = directory.path().join("swept.c");
        std::fs::write(&file, &subject.text).expect("writing it should work");
        let exit = |words: &[&str]| {
            let mut command = common::whydunit();
            command.args(words).arg(&file);
            common::run_with_input(&mut command, subject.stdin.as_bytes()).status.code()
        };
        let is_wrong = exit(&["run"]) == Some(1) && exit(&["check", "--timeout", "5"]) == Some(0);
        is_wrong.then(|| format!("{}\n{}", subject.name, subject.text))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "said to hold, and fails: {}", wrong.join("\n"));
}

#[test]
fn every_check_fails_in_every_form() {
    let subjects = part(indices::subjects(), 5, |one| one.name.as_str());
    let tallies = common::parallel(&subjects, explained);
    let sum = Tally::sum("checks by form", tallies);
    assert!(sum.wrong.is_empty(), "{}", sum.wrong.join("\n"));
    let is_narrowed = std::env::var("WHYDUNIT_TEST").is_ok();
    assert!(
        is_narrowed || sum.explained == subjects.len(),
        "only {} of {} fail",
        sum.explained,
        subjects.len()
    );
}

#[test]
fn stores_beside_what_is_asked_about() {
    let subjects = part(stores::subjects(), 8, |one| one.name.as_str());
    let tallies = common::parallel(&subjects, explained);
    let sum = Tally::sum("stores inside of branches", tallies);
    assert!(sum.wrong.is_empty(), "{}", sum.wrong.join("\n"));
    assert_eq!(sum.explained, subjects.len(), "{:?}", sum.passes);
}

#[test]
fn every_program_under_every_method() {
    let subjects = part(every_program::subjects(), 12, |one| one.name.as_str());
    let tallies = common::parallel(&subjects, |subject| {
        let options = ["--verify", "--method", METHODS, "--causes", "0"];
        let written = subject.written("explain", &options, "json");
        Tally::of(&subject.name, written.code, written.report.as_ref(), &written.stderr)
    });
    let sum = Tally::sum("programs under every method", tallies);
    assert_known(&sum.wrong, &KNOWN_PROGRAMS);
    assert!(
        3 * sum.verified >= 2 * (sum.verified + sum.unknown),
        "{} verified, {} unknown",
        sum.verified,
        sum.unknown
    );
}
