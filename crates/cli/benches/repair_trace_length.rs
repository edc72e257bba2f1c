//! How the time of error diagnosis grows with the length of the failing run.
//!
//! `cargo bench -p whydunit-cli --bench repair_trace_length` repairs the program of Balakrishnan and Ganai's Fig. 2
//! (`tests/ped/figures/sum.c`) with longer and longer arrays on the last level, and prints a line for each: the steps of the run that
//! are diagnosed, seconds for the whole command, and by how much both have grown since the line before. Further arguments are other
//! numbers of elements.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/repair_support/mod.rs"]
mod repair_support;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use repair_support::bench::cells;
use repair_support::diagnosis::Diagnosis;
use repair_support::session::repairs_of;

const ELEMENTS: [usize; 6] = [5, 10, 25, 50, 120, 250];

fn main() {
    let chosen: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let chosen = if chosen.is_empty() { ELEMENTS.to_vec() } else { chosen };
    let widths = ["elements", "steps", "123.45", "steps x", "time x", "bounded"].map(str::len);
    let head = ["elements", "steps", "s", "steps x", "time x", "grade", "repair 1"];
    println!("{}", cells(&widths, &head));
    let mut before: Option<Measured> = None;
    for elements in chosen {
        let measured = match measure(elements) {
            Ok(measured) => measured,
            Err(why) => {
                println!("{}", cells(&widths, &[&elements.to_string(), &why]));
                continue;
            }
        };
        let ratio = |now: f64, before: Option<f64>| {
            before.map_or("-".to_owned(), |before| format!("{:.2}", now / before))
        };
        let line = [
            elements.to_string(),
            measured.steps.to_string(),
            format!("{:.2}", measured.time.as_secs_f64()),
            ratio(measured.steps as f64, before.as_ref().map(|before| before.steps as f64)),
            ratio(
                measured.time.as_secs_f64(),
                before.as_ref().map(|before| before.time.as_secs_f64()),
            ),
            measured.grade.clone(),
            measured.repair.clone(),
        ];
        println!("{}", cells(&widths, &line.each_ref().map(String::as_str)));
        before = Some(measured);
    }
}

struct Measured {
    steps: u64,
    time: Duration,
    /// The first repair, and its grade.
    repair: String,
    grade: String,
}

fn measure(elements: usize) -> Result<Measured, String> {
    let directory = tempfile::tempdir().map_err(|why| why.to_string())?;
    let text = program(elements)?;
    fs::write(directory.path().join("sum.c"), text).map_err(|why| why.to_string())?;
    let mut command = common::whydunit();
    command.current_dir(directory.path()).args(["repair", "--format", "json", "sum.c"]);
    command.args(["--method", "ped", "--ped-level", "relevant", "--max-repairs", "1"]);
    let started = Instant::now();
    let output = command.output().map_err(|why| why.to_string())?;
    let time = started.elapsed();
    let report = common::json_report(&output)?;
    let diagnosis = Diagnosis::of(&report).ok_or("no diagnosis")?;
    let first = repairs_of(&report).into_iter().next();
    Ok(Measured {
        steps: diagnosis.steps,
        time,
        repair: first.as_ref().map(|repair| repair.summary()).unwrap_or_default(),
        grade: first.map_or("none".to_owned(), |repair| repair.grade),
    })
}

/// The paper's program with an array of another length.
fn program(elements: usize) -> Result<String, String> {
    let figure = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ped/figures/sum.c");
    let text = fs::read_to_string(figure).map_err(|why| why.to_string())?;
    let (before, rest) = text.split_once("int values[10] = {").ok_or("no array in the figure")?;
    let (_, after) = rest.split_once("};").ok_or("no values in the figure")?;
    let values: Vec<String> = (0..elements).map(|index| (index % 9 + 1).to_string()).collect();
    let array = format!("int values[{elements}] = {{{}}};", values.join(", "));
    let after = after.replace("sum(values, 10)", &format!("sum(values, {elements})"));
    Ok(format!("{before}{array}{after}"))
}
