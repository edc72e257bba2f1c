//! Rows of the paper's Table 1: is the correction among the proposals, and at which place?

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use whydunit_interp::{CompactLog, Config, Ending, prepare};
use whydunit_program::Program;
use whydunit_repair::apply;
use whydunit_repair::autodebug::{Options, debug};
use whydunit_suite::{Runner, Suite, read};
use whydunit_trace::{ErrorTrace, build};

/// A row as `rows.toml` has it.
type Row = BTreeMap<String, String>;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/repair/table1")
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(directory().join("rows.toml")).expect("the rows");
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines() {
        if line == "[[row]]" {
            rows.push(Row::new());
        } else if let Some((key, value)) = line.split_once(" = ").filter(|_| !rows.is_empty()) {
            let value = value.trim_matches('"').to_owned();
            rows.last_mut().expect("a row was just seen").insert(key.to_owned(), value);
        }
    }
    rows
}

/// The program of a row with its fault.
fn faulty(row: &Row) -> String {
    let text = std::fs::read_to_string(directory().join(&row["program"])).expect("the program");
    let line: usize = row["line"].parse().expect("a line number");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let changed = lines[line - 1].replace(&row["original"], &row["faulty"]);
    assert_ne!(changed, lines[line - 1], "{}", row["id"]);
    lines[line - 1] = changed;
    lines.join("\n") + "\n"
}

fn compile(text: &str, function: &str) -> Option<Program> {
    super::common::compile(text, function).ok()
}

/// The failing runs of a suite, the shortest first.
fn failing_traces(program: &Program, function: &str, suite: &Suite) -> Vec<ErrorTrace> {
    let start = program.find_function(function).expect("the function");
    let config = Config { max_steps: Some(20_000), ..Config::default() };
    let runner = Runner::new(program, start, config.clone());
    let compiled = prepare(program);
    let mut traces = Vec::new();
    for test in &suite.tests {
        let spec = runner.spec(test);
        let mut log = CompactLog::new();
        let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
        if matches!(result.ending, Ending::Failed(_)) {
            let trace = build(program, &compiled, &spec, &config, &result, &log);
            traces.push(trace.expect("the run should replay"));
        }
    }
    traces.sort_by_key(|trace| trace.steps.len());
    traces
}

fn is_correct(text: &str, function: &str, suite: &Suite) -> bool {
    let Some(program) = compile(text, function) else { return false };
    let Some(start) = program.find_function(function) else { return false };
    let config = Config { max_steps: Some(20_000), ..Config::default() };
    let runner = Runner::new(&program, start, config);
    suite.tests.iter().all(|test| runner.run(test).verdict.is_passed())
}

/// Without white space, to compare statements.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// What the paper prints for a row that it corrects: the statement.
fn statement(row: &Row) -> String {
    let paper = row["paper"].trim_start_matches('(').trim_end_matches(')');
    let (_, statement) = paper.split_once(',').unwrap_or_default();
    squeezed(statement).trim_end_matches(')').to_owned()
}

/// Corrections that are the paper's in other words.
const SAME: [(&str, &str); 1] = [("Bin/7", "while(i+2<=j){")];

/// A proposal that corrects a row.
struct Correction {
    /// Its place, from 1, among the proposals for one failing run after the other.
    place: usize,
    trace: usize,
    line: String,
}

/// The first proposal that is the original, or what the paper proposes, and passes the suite.
fn first_correction(row: &Row, suite: &Suite) -> Option<Correction> {
    let text = faulty(row);
    let program = compile(&text, &row["function"]).expect("the faulty program should compile");
    let number: usize = row["line"].parse().expect("a line number");
    let original = text.lines().nth(number - 1).expect("the line");
    let original = squeezed(&original.replace(&row["faulty"], &row["original"]));
    let mut tried = 0;
    let traces = failing_traces(&program, &row["function"], suite);
    for (trace, run) in traces.iter().take(3).enumerate() {
        let found = debug(&program, run, &Options::default());
        for (place, proposal) in found.proposals.iter().enumerate() {
            let file = proposal.edits[0].span.file;
            let changed = apply(&program.sources, file, &proposal.edits);
            let line = changed.lines().zip(text.lines()).find(|(new, old)| new != old);
            let line = line.map(|(new, _)| new.trim().to_owned()).unwrap_or_default();
            let own = squeezed(&line);
            let is_paper = row["corrected"] == "true" && squeezed(&statement(row)) + ";" == own;
            let is_same = SAME.contains(&(row["id"].as_str(), own.as_str()));
            // The same statement may stand elsewhere, too.
            let is_wanted = own == original || is_paper || is_same;
            if is_wanted && is_correct(&changed, &row["function"], suite) {
                return Some(Correction { place: tried + place + 1, trace: trace + 1, line });
            }
        }
        tried += found.proposals.len();
    }
    None
}

/// Of each row: the faulty statement, the paper's output, and our first correction with its place.
#[test]
fn all_corrected_rows_are_among_the_proposals() {
    let wanted = std::env::var("WHYDUNIT_TEST").unwrap_or_default();
    let mut table = String::new();
    let mut missing = Vec::new();
    for row in rows().iter().filter(|row| row["id"].contains(&wanted)) {
        let id = &row["id"];
        let suite = read(&[directory().join(&row["tests"])]).expect("the suite").suite;
        let correction = first_correction(row, &suite);
        if correction.is_none() && row["corrected"] == "true" {
            missing.push(id.clone());
        }
        let ours = correction.map_or("-".into(), |found| {
            format!("{} ({}. of run {})", found.line, found.place, found.trace)
        });
        table.push_str(&format!("{id}: {} | {} | {ours}\n", row["faulty"], row["paper"]));
    }
    assert_eq!(missing, Vec::<String>::new());
    if wanted.is_empty() {
        expect_file!["table1.txt"].assert_eq(&table);
    }
}
