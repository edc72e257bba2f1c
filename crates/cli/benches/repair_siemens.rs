//! Repairs of the faulty versions of a program of the Siemens suite (`tcas`), next to published figures.
//!
//! The programs are not part of this repository. In a directory of this form
//!
//! ```text
//! orig/tcas.c     the correct program, taken as the reference
//! v1/tcas.c       the faulty versions, as many as there are
//! suite.toml      its tests
//! ```
//!
//! `WHYDUNIT_SIEMENS=DIRECTORY cargo bench -p whydunit-cli --bench repair_siemens` prints a line for each version: failing tests,
//! the first repair, its grade, and the time. Further arguments (`-- v1 v7`) are the versions to look at. A version counts as
//! repaired when `whydunit run --tests` passes with the first repair, and as equivalent when the bounded comparison with the
//! original finds no difference.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/repair_support/mod.rs"]
mod repair_support;

use std::path::{Path, PathBuf};
use std::time::Duration;

use repair_support::bench::{cells, seconds};
use repair_support::session::{Job, Repaired};

const MARKS: &str = "published: 36 of 41 repaired, 19 equivalent to the developers' fix (DirectFix); 18 of 41 repaired (AllRepair)";

fn main() {
    let Some(directory) = std::env::var_os("WHYDUNIT_SIEMENS").map(PathBuf::from) else {
        println!(
            "WHYDUNIT_SIEMENS should name a directory with orig/tcas.c, v1/tcas.c, ... and suite.toml"
        );
        return;
    };
    let directory = directory.canonicalize().unwrap_or(directory);
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let versions = versions(&directory);
    let versions = versions.into_iter().filter(|name| wanted.is_empty() || wanted.contains(name));
    let versions: Vec<String> = versions.collect();
    let widths = ["version".len(), "failing".len(), "bounded".len(), "123.4".len()];
    println!("{}", cells(&widths, &["version", "failing", "grade", "s", "repair 1"]));
    // On two threads, so the lines come in the order in which the repairs end.
    let results = common::parallel(&versions, |name| {
        let result = look_at(&directory, name);
        let line = line(name, &result);
        println!("{}", cells(&widths, &line.iter().map(String::as_str).collect::<Vec<_>>()));
        result
    });
    totals(&results);
}

/// What came of a version.
enum Seen {
    /// No test fails.
    Passes,
    Failed(String),
    Repaired {
        repaired: Repaired,
        passes: bool,
    },
}

fn look_at(directory: &Path, name: &str) -> Seen {
    let job = Job {
        directory: directory.to_path_buf(),
        file: format!("{name}/tcas.c"),
        function: None,
        tests: directory.join("suite.toml"),
        reference: Some(directory.join("orig/tcas.c")),
        options: ["--max-repairs", "1", "--timeout", "180"].map(str::to_owned).to_vec(),
    };
    let text = job.text();
    if job.passes(&text).is_ok() {
        return Seen::Passes;
    }
    match job.repair() {
        Ok(repaired) => {
            let first = repaired.repairs.first().and_then(|repair| repair.applied(&text));
            let passes = first.is_some_and(|text| job.passes(&text).is_ok());
            Seen::Repaired { repaired, passes }
        }
        Err(why) => Seen::Failed(why),
    }
}

fn line(name: &str, seen: &Seen) -> Vec<String> {
    let [failing, grade, time, edit] = match seen {
        Seen::Passes => ["0", "", "", "no test fails"].map(str::to_owned),
        Seen::Failed(why) => ["", "", "", why.as_str()].map(str::to_owned),
        Seen::Repaired { repaired, passes } => {
            let first = repaired.repairs.first();
            let mut edit = first.map_or_else(|| "none".to_owned(), |repair| repair.summary());
            if first.is_some() && !passes {
                edit.push_str(" (does not pass)");
            }
            [
                repaired.report["repairing"]["failing"].to_string(),
                first.map(|repair| repair.grade.clone()).unwrap_or_default(),
                seconds(repaired.time),
                edit,
            ]
        }
    };
    vec![name.to_owned(), failing, grade, time, edit]
}

fn totals(results: &[Seen]) {
    let mut times: Vec<Duration> = Vec::new();
    let (mut repaired, mut equivalent) = (0, 0);
    for seen in results {
        if let Seen::Repaired { repaired: found, passes } = seen {
            times.push(found.time);
            repaired += usize::from(*passes);
            let is_accepted = found.repairs.first().is_some_and(|repair| repair.is_accepted());
            equivalent += usize::from(*passes && is_accepted);
        }
    }
    times.sort_unstable();
    let total: Duration = times.iter().sum();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    println!(
        "{repaired} of {} repaired so that all tests pass, {equivalent} of them equivalent to the original within bounds",
        results.len()
    );
    println!(
        "{} s in all, median {} s, longest {} s",
        seconds(total),
        seconds(median),
        seconds(times.last().copied().unwrap_or_default())
    );
    println!("{MARKS}");
}

/// `v1`, `v2`, ... in the order of their numbers.
fn versions(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut numbers: Vec<u32> =
        names.filter_map(|name| name.strip_prefix('v')?.parse().ok()).collect();
    numbers.sort_unstable();
    let has_program = |name: &String| directory.join(name).join("tcas.c").is_file();
    numbers.into_iter().map(|number| format!("v{number}")).filter(has_program).collect()
}
