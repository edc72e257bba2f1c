//! Nothing is won by silence: over the programs of the repository, how many explanations say under which inputs the failure is certain, how many statements that matter come with a value
//! that would have changed something, and how many verdicts are definite. Each share has a lower bound.
//!
//! The test suite takes a part of the programs, `WHYDUNIT_SWEEP=all` all of them.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::common;
use crate::every_program;

use every_program::Subject;
use serde_json::Value;

/// Every so-manieth program in the test suite.
const EVERY: usize = 8;

/// Lower bounds, in percent.
const CONDITIONS: usize = 85;
const VALUES: usize = 90;
const DEFINITE: usize = 85;

/// So many of so many.
#[derive(Clone, Copy, Default)]
struct Share {
    said: usize,
    all: usize,
}

impl Share {
    fn count(&mut self, is_said: bool) {
        self.said += usize::from(is_said);
        self.all += 1;
    }

    fn add(self, other: Share) -> Share {
        Share { said: self.said + other.said, all: self.all + other.all }
    }

    fn hold(self, what: &str, percent: usize) {
        let Share { said, all } = self;
        eprintln!("{what}: {said} of {all}");
        assert!(all > 0 && 100 * said >= percent * all, "{what}: only {said} of {all}");
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Of explanations of failures that depend on inputs: those with a condition; of statements whose value matters: those with another value.
fn explained(subject: &Subject) -> [Share; 2] {
    let (mut conditions, mut values) = (Share::default(), Share::default());
    let written = subject.written("explain", &["--method", "flow-sensitive,relevance"], "json");
    let report = written.report.unwrap_or(Value::Null);
    for failure in list(&report["failures"]) {
        let has_inputs = !list(&failure["inputs"]).is_empty();
        for explanation in list(&failure["explanations"]) {
            match explanation["method"].as_str() {
                Some("flow-sensitive") if has_inputs => {
                    conditions.count(explanation["general"].is_string());
                }
                Some("relevance") => {
                    for relevant in list(&explanation["relevant"]) {
                        let why = relevant["why"].as_str().unwrap_or_default();
                        values.count(why.contains("had ") && why.contains(" been "));
                    }
                }
                _ => {}
            }
        }
    }
    [conditions, values]
}

/// Whether the verdict of a check is definite.
fn checked(subject: &Subject) -> Share {
    let mut definite = Share::default();
    let written = subject.written("check", &[], "json");
    if let Some(verdict) = written.report.as_ref().and_then(|report| report["verdict"].as_str()) {
        definite.count(verdict != "unknown");
    }
    definite
}

#[test]
fn answers_say_something() {
    let subjects: Vec<Subject> = whydunit_testing::part(every_program::subjects(), EVERY);
    let shares = common::parallel(&subjects, |subject| {
        let [conditions, values] = explained(subject);
        [conditions, values, checked(subject)]
    });
    let sum = |index: usize| shares.iter().map(|one| one[index]).fold(Share::default(), Share::add);
    let sums = [sum(0), sum(1), sum(2)];
    sums[0].hold("explanations that say under which inputs", CONDITIONS);
    sums[1].hold("values that matter, with another value", VALUES);
    sums[2].hold("definite verdicts", DEFINITE);
}
