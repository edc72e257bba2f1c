//! Table 1 of He and Gupta's "Automated Debugging Using Path-Based Weakest Preconditions" (FASE 2004), with the paper's output
//! and that of `whydunit repair` side by side.
//!
//! `cargo bench -p whydunit-cli --bench repair_table` prints it. `rank` is the rank of the first repair that is the original
//! statement, the paper's output, or behaves like the original program as far as `whydunit check --reference` can tell.
//! What must hold of each row is asserted by the test of the same name.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/repair_support/mod.rs"]
mod repair_support;

use repair_support::bench::{columns, seconds};
use repair_support::table1::{Outcome, Row, rows};

fn main() {
    let rows = rows();
    let scratch = tempfile::tempdir().expect("a scratch directory should be available");
    let head = [
        "row", "original", "faulty", "paper", "repair 1", "grade", "rank", "which is", "runs", "s",
    ];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    let mut totals = Totals::default();
    for row in &rows {
        let result = row.repair(scratch.path(), &[]);
        totals.count(row, result.as_ref().ok());
        table.push(match &result {
            Ok(result) => line(row, result),
            Err(why) => vec![row.id.clone(), why.lines().next().unwrap_or_default().to_owned()],
        });
    }
    println!("{}", columns(&table, &[6, 8, 9]));
    let Totals { accepted, paper_right, right } = totals;
    let corrected = rows.iter().filter(|row| row.is_corrected).count();
    println!(
        "{accepted} of {} rows repaired so that all tests pass and a search finds no failure (paper: {corrected})",
        rows.len()
    );
    println!(
        "{right} of {} rows have a right repair; of the {corrected} that the paper corrects, {paper_right} at rank 1 or 2",
        rows.len()
    );
}

#[derive(Default)]
struct Totals {
    accepted: usize,
    right: usize,
    paper_right: usize,
}

impl Totals {
    fn count(&mut self, row: &Row, result: Option<&Outcome>) {
        let Some(result) = result else { return };
        let rank = result.right;
        self.accepted += usize::from(result.trouble.is_none());
        self.right += usize::from(rank.is_some());
        self.paper_right += usize::from(row.is_corrected && rank.is_some_and(|rank| rank <= 2));
    }
}

fn line(row: &Row, result: &Outcome) -> Vec<String> {
    let first = result.repaired.repairs.first();
    let runs = &result.repaired.report["repairing"]["runs"];
    vec![
        row.id.clone(),
        row.original.clone(),
        row.faulty.clone(),
        row.paper.clone(),
        first.map_or_else(|| "none".to_owned(), |repair| repair.summary()),
        first.map(|repair| repair.grade.clone()).unwrap_or_default(),
        result.right.map(|rank| rank.to_string()).unwrap_or_default(),
        result.how.map(|how| how.name().to_owned()).unwrap_or_default(),
        runs.as_u64().unwrap_or_default().to_string(),
        seconds(result.repaired.time),
    ]
}
