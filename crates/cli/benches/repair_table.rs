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

use repair_support::bench::{cells, seconds, widest};
use repair_support::table1::{Outcome, Row, rows};

fn main() {
    let rows = rows();
    let scratch = tempfile::tempdir().expect("a scratch directory should be available");
    let widths = [
        widest(rows.iter().map(|row| row.id.as_str())),
        widest(rows.iter().map(|row| row.original.as_str())),
        widest(rows.iter().map(|row| row.faulty.as_str())),
        "bounded".len(),
        "rank".len(),
        "as in the paper".len(),
        "12345".len(),
        "12.3".len(),
        widest(rows.iter().map(|row| row.paper.as_str())),
    ];
    let head = ["row", "original", "faulty", "grade", "rank", "which is", "runs", "s", "paper"];
    println!("{}", cells(&widths, &[&head, &["repair 1"][..]].concat()));
    let mut totals = Totals::default();
    for row in &rows {
        match row.repair(scratch.path(), &[]) {
            Ok(outcome) => {
                totals.count(row, &outcome);
                let line = line(row, &outcome);
                println!(
                    "{}",
                    cells(&widths, &line.iter().map(String::as_str).collect::<Vec<_>>())
                );
            }
            Err(why) => println!("{}", cells(&widths, &[&row.id, &why])),
        }
    }
    totals.print(&rows);
}

#[derive(Default)]
struct Totals {
    accepted: usize,
    right: usize,
    paper_right: usize,
}

impl Totals {
    fn count(&mut self, row: &Row, outcome: &Outcome) {
        let rank = outcome.right;
        self.accepted += usize::from(outcome.trouble.is_none());
        self.right += usize::from(rank.is_some());
        self.paper_right += usize::from(row.is_corrected && rank.is_some_and(|rank| rank <= 2));
    }

    fn print(&self, rows: &[Row]) {
        let Totals { accepted, right, paper_right } = self;
        let all = rows.len();
        let corrected = rows.iter().filter(|row| row.is_corrected).count();
        println!(
            "\n{accepted} of {all} rows have a first repair that passes all tests and a bounded search (the paper corrects {corrected})"
        );
        println!(
            "{right} of {all} rows have a right repair; of the {corrected} that the paper corrects, {paper_right} at rank 1 or 2"
        );
    }
}

fn line(row: &Row, outcome: &Outcome) -> Vec<String> {
    let first = outcome.repaired.repairs.first();
    let runs = &outcome.repaired.report["repairing"]["runs"];
    vec![
        row.id.clone(),
        row.original.clone(),
        row.faulty.clone(),
        first.map(|repair| repair.grade.clone()).unwrap_or_default(),
        outcome.right.map(|rank| rank.to_string()).unwrap_or_default(),
        outcome.how.map(|how| how.name().to_owned()).unwrap_or_default(),
        runs.as_u64().unwrap_or_default().to_string(),
        seconds(outcome.repaired.time),
        row.paper.clone(),
        first.map_or_else(|| "none".to_owned(), |repair| repair.summary()),
    ]
}
