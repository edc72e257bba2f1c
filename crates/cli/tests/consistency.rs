//! No two sentences of an explanation contradict each other: what is said of inputs, marks, counts and values is held against each other, in the text and in the JSON form, over the programs of the
//! repository and over programs in which an input decides, or only redirects the run.
//!
//! The test suite takes a part of the programs, `WHYDUNIT_SWEEP=all` all of them.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

#[path = "consistency/pairs.rs"]
mod pairs;
#[path = "consistency/programs.rs"]
mod programs;
#[path = "consistency/said.rs"]
mod said;

use crate::command_support::Directory;
use crate::common;
use crate::every_program;

use every_program::Subject;
use pairs::contradictions;
use said::Said;
use serde_json::Value;
use whydunit_testing::part;

/// Every so-manieth program of the repository in the test suite.
const EVERY: usize = 9;

/// Of the made ones.
const EVERY_MADE: usize = 3;

/// Without a question in particular, and one method by itself.
const QUESTIONS: [&[&str]; 2] = [&[], &["--method", "relevance", "--causes", "0"]];

fn examined(subject: &Subject) -> (usize, Vec<String>) {
    let (mut explained, mut wrong) = (0, Vec::new());
    for options in QUESTIONS {
        let (text, report) = subject.told_and_written("explain", options);
        let Some(report) = report else { continue };
        if report["failures"].as_array().is_none_or(|failures| failures.len() != 1) {
            continue;
        }
        explained += 1;
        let found = contradictions(&Said::new(&text), &report["failures"][0]);
        wrong.extend(
            found.into_iter().map(|it| format!("{} {options:?}: {it}\n{text}", subject.name)),
        );
    }
    (explained, wrong)
}

#[test]
fn explanations_of_every_program_do_not_contradict_themselves() {
    let subjects: Vec<Subject> = part(every_program::subjects(), EVERY);
    let results = common::parallel(&subjects, examined);
    let explained: usize = results.iter().map(|(explained, _)| explained).sum();
    let wrong: Vec<String> = results.into_iter().flat_map(|(_, wrong)| wrong).collect();
    eprintln!(
        "{explained} explanations of {} programs, {} contradictions",
        subjects.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(explained > 0, "nothing is explained");
}

#[test]
fn inputs_that_decide_matter_and_others_do_not() {
    let programs = part(programs::all(), EVERY_MADE);
    let wrong = common::parallel(&programs, |program| {
        let directory = Directory::with(&[("a.c", &program.text), ("in.txt", "b\n")]);
        let mut wrong = Vec::new();
        for options in QUESTIONS {
            let args =
                [&["explain", "a.c", "--stdin", "in.txt"], program.options, options].concat();
            // Both of one run: how much is found out depends on how busy the machine is.
            let forms =
                ["--format", "text", "--output", "-", "--format", "json", "--output", "report"];
            let text = directory.output(&[&args[..], &forms].concat()).stdout;
            let text = String::from_utf8_lossy(&text).into_owned();
            let report: Value =
                serde_json::from_str(&directory.read("report")).unwrap_or(Value::Null);
            let failure = &report["failures"][0];
            let mut found = contradictions(&Said::new(&text), failure);
            found.extend(program.missing(&Said::new(&text), failure));
            wrong.extend(found.into_iter().map(|it| format!("{it}\n{}{text}", program.text)));
        }
        wrong
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
