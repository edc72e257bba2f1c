//! All faulty programs of Table 1 in He and Gupta's "Automated Debugging Using Path-Based Weakest Preconditions" are repaired:
//! tests pass, a search finds nothing against the first repair, and where the paper's tool has a correction, one that behaves
//! like the original program is first or second.
//!
//! `cargo bench -p whydunit-cli --bench repair_table` prints the table.

use crate::common;
use crate::repair_support;

use repair_support::table1::{Row, rows};

/// How many of the rows the paper's tool corrects.
const CORRECTED_IN_PAPER: usize = 38;

/// Rows in the suite: one in that many, the rows of one program standing together.
const EVERY: usize = 3;

/// Sorting takes most of the time of all rows, and how far a search gets on a busy machine decides its grade: only `.ci/full` has its rows. That the right
/// edit is among the proposals is tested of all rows in `repair`.
const SLOW: &str = "QS/";

#[test]
fn every_row_is_repaired() {
    let rows = rows();
    assert_eq!(rows.len(), 51);
    assert_eq!(rows.iter().filter(|row| row.is_corrected).count(), CORRECTED_IN_PAPER);
    let is_slow = |row: &Row| row.id.starts_with(SLOW) && !whydunit_testing::is_all();
    let rows = whydunit_testing::part(rows.into_iter().filter(|row| !is_slow(row)), EVERY);
    let failures =
        common::parallel(&rows, |row| trouble(row).map(|why| format!("{}: {why}", row.id)));
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    common::finish("rows", rows.len(), &failures);
}

/// What is wrong with the repairs of a row. A second one is asked for only where the first is not right.
fn trouble(row: &Row) -> Option<String> {
    let first = trouble_within(row, "1")?;
    trouble_within(row, "2").map(|second| format!("{first}; {second}"))
}

fn trouble_within(row: &Row, most: &str) -> Option<String> {
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let outcome = match row.repair(scratch.path(), &["--max-repairs", most]) {
        Ok(outcome) => outcome,
        Err(why) => return Some(why),
    };
    if outcome.trouble.is_some() {
        return outcome.trouble;
    }
    let repairs = &outcome.repaired.repairs;
    if let Some(repair) = repairs.iter().find(|repair| repair.passed != repair.total) {
        return Some(format!("shown although {} of {} tests pass", repair.passed, repair.total));
    }
    if row.is_corrected && outcome.right.is_none() {
        let edits: Vec<String> = repairs.iter().map(|repair| repair.summary()).collect();
        return Some(format!("`{}` for `{}`: {}", row.faulty, row.original, edits.join(" / ")));
    }
    None
}
