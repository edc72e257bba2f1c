//! Disagreements that are known: each is listed until it is mended.
//!
//! `known.txt` has one line for each evaluator, row and set of checks with a disagreement. A disagreement that is not
//! listed fails the test, and so does a line without one: whoever mends a row takes its line out.

use std::collections::{BTreeMap, BTreeSet};

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/agreement/known.txt");

/// What was found to disagree, with an example for each line.
#[derive(Default, Debug)]
pub(crate) struct Disagreements {
    found: BTreeMap<String, Vec<String>>,
}

impl Disagreements {
    pub(crate) fn add(&mut self, evaluator: &str, checks: &str, row: &str, example: String) {
        let key = format!("{evaluator} | {checks} | {row}");
        self.found.entry(key).or_default().push(example);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Compares with the lines of the list that this table is responsible for.
    pub(crate) fn hold_against_list(&self, table: &str) {
        let prefix = format!("{table} | ");
        let list = std::fs::read_to_string(LIST).expect("the list should be readable");
        let listed: BTreeSet<&str> =
            list.lines().filter_map(|line| line.trim().strip_prefix(&prefix)).collect();
        let mut problems = String::new();
        for (key, examples) in &self.found {
            if !listed.contains(key.as_str()) {
                let shown: Vec<&str> = examples.iter().map(String::as_str).take(3).collect();
                let text = format!("{table} | {key}\n    {}\n", shown.join("\n    "));
                problems.push_str(&text);
            }
        }
        for key in listed {
            if !self.found.contains_key(key) {
                problems
                    .push_str(&format!("agrees now, take it out of known.txt: {table} | {key}\n"));
            }
        }
        assert!(problems.is_empty(), "{problems}");
    }
}
