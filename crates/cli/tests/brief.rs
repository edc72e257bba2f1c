//! The default answer has at most 25 lines of 80 columns, whatever the program, and nothing that anybody reads has a name that only we know.
//!
//! Over the programs of the repository, and over made ones with all that is long, deep, wide or repeated. The test suite takes a part of them,
//! `WHYDUNIT_SWEEP=all` all.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

#[path = "brief/internal.rs"]
mod internal;
#[path = "brief/programs.rs"]
mod programs;

use crate::command_support::Directory;
use crate::common;
use crate::every_program::{self, Subject};

use internal::{internal_in_report, internal_names};
use serde_json::Value;
use whydunit_testing::{count, part};

const MOST_LINES: usize = 25;
const COLUMNS: usize = 80;

/// Every so-manieth program of the repository in the test suite.
const EVERY: usize = 7;

/// How wide a terminal shows it: the wide ranges of East Asian scripts and signs, and marks that take no room.
fn columns(line: &str) -> usize {
    let width = |c: char| match u32::from(c) {
        0x300..=0x36f | 0x200b..=0x200d | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 2,
        0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff => 2,
        _ => 1,
    };
    line.chars().map(width).sum()
}

/// What is wrong with the looks of an answer.
fn too_much(text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let lines = text.lines().count();
    if lines > MOST_LINES {
        wrong.push(format!("{lines} lines"));
    }
    for line in text.lines().filter(|line| columns(line) > COLUMNS) {
        wrong.push(format!("{} columns: {line}", columns(line)));
    }
    if text.contains("more lines") {
        wrong.push("something is cut out".to_owned());
    }
    wrong
}

fn examined(text: &str, report: Option<&Value>) -> Vec<String> {
    let mut wrong = too_much(text);
    let own = |name: &String| format!("a name of ours: {name}");
    wrong.extend(internal_names(text).iter().map(own));
    wrong.extend(report.into_iter().flat_map(internal_in_report).map(|name| own(&name)));
    wrong
}

#[test]
fn answers_about_every_program_can_be_seen_at_once() {
    let subjects: Vec<Subject> = part(every_program::subjects(), EVERY);
    let results = common::parallel(&subjects, |subject| {
        let (text, report) = subject.told_and_written("explain", &["--width", "80"]);
        let is_explained = text.contains('│');
        let wrong = examined(&text, report.as_ref());
        let wrong: Vec<String> =
            wrong.iter().map(|it| format!("{}: {it}\n{text}", subject.name)).collect();
        (is_explained, wrong)
    });
    let explained = results.iter().filter(|(is_explained, _)| *is_explained).count();
    let wrong: Vec<String> = results.into_iter().flat_map(|(_, wrong)| wrong).collect();
    eprintln!(
        "{explained} answers about {} programs, {} too long or with names of ours",
        subjects.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(explained > 0, "nothing is explained");
}

#[test]
fn answers_about_long_programs_can_be_seen_at_once() {
    let programs = programs::all(count("WHYDUNIT_BRIEF", 16, 400));
    let wrong = common::parallel(&programs, |program| {
        let directory = Directory::with(&[("a.c", program)]);
        let forms = ["--width", "80", "--timeout", "10", "--format", "text", "--output", "-"];
        let others = ["--format", "json", "--output", "report", "--format", "html", "--output"];
        let rest = ["page.html", "--format", "sarif", "--output", "report.sarif"];
        let args = [&["explain", "a.c"][..], &forms, &others, &rest].concat();
        let output = directory.output(&args);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let report: Value = serde_json::from_str(&directory.read("report")).unwrap_or(Value::Null);
        let mut wrong = examined(&text, Some(&report));
        for form in ["page.html", "report.sarif"] {
            if !directory.file(form).exists() {
                wrong.push(format!("no {form}"));
                continue;
            }
            let found = internal::in_reasons(&directory.read(form));
            wrong.extend(found.into_iter().map(|it| format!("{form}: {it}")));
        }
        if !text.contains('│') {
            wrong.push("not explained".to_owned());
        }
        wrong.iter().map(|it| format!("{it}\n{text}\n{program}")).collect::<Vec<_>>()
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}

#[test]
fn questions_and_other_methods_are_answered_as_shortly() {
    let program = programs::all(1).remove(0);
    let directory = Directory::with(&[("a.c", &program)]);
    let questions: [&[&str]; 4] = [
        &["explain", "a.c", "--method", "relevance"],
        &["explain", "a.c", "--expect-exit", "77"],
        &["explain", "a.c", "--method", "flow-sensitive"],
        &["why", "a.c", "--ends"],
    ];
    for question in questions {
        let output = directory.output(&[question, &["--width", "80", "--timeout", "10"]].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!text.is_empty(), "{question:?}: {output:?}");
        let wrong = too_much(&text);
        assert!(wrong.is_empty(), "{question:?}: {}\n{text}", wrong.join("\n"));
    }
}

#[test]
fn the_whole_chain_is_there_on_demand() {
    let program = programs::all(1).remove(0);
    let directory = Directory::with(&[("a.c", &program)]);
    let lines = |args: &[&str]| {
        let output = directory.output(&[&["explain", "a.c", "--width", "80"], args].concat());
        String::from_utf8_lossy(&output.stdout).lines().count()
    };
    let (brief, chain, unfold) = (lines(&[]), lines(&["--chain"]), lines(&["--unfold"]));
    assert!(brief <= MOST_LINES && chain > brief, "{brief} and {chain} lines");
    assert_eq!(chain, unfold, "both names ask for the same");
}
