//! Rows of the paper's Table 1: is the correction among the proposals, and at which place?

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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

/// Place, trace and text of the first proposal that passes the suite; textually equal to the original first.
fn first_correct(row: &Row, run_all: bool) -> Option<(usize, usize, String)> {
    let text = faulty(row);
    let function = &row["function"];
    let program = compile(&text, function).expect("the faulty program should compile");
    let suite = read(&[directory().join(&row["tests"])]).expect("the suite").suite;
    let line: usize = row["line"].parse().expect("a line number");
    let original = text.lines().nth(line - 1).expect("the line");
    let original = squeezed(&original.replace(&row["faulty"], &row["original"]));
    let traces = failing_traces(&program, function, &suite);
    let mut tried = Vec::new();
    for (number, trace) in traces.iter().take(3).enumerate() {
        let found = debug(&program, trace, &Options::default());
        for (place, proposal) in found.proposals.iter().enumerate() {
            let file = proposal.edits[0].span.file;
            let changed = apply(&program.sources, file, &proposal.edits);
            let own = changed.lines().zip(text.lines()).find(|(new, old)| new != old);
            let own = own.map(|(new, _)| new.trim().to_owned()).unwrap_or_default();
            if changed.lines().nth(line - 1).is_some_and(|new| squeezed(new) == original)
                || (run_all && is_correct(&changed, function, &suite))
            {
                return Some((tried.len() + place + 1, number + 1, own));
            }
        }
        tried.extend(found.proposals);
    }
    None
}

#[test]
#[ignore = "a table to look at"]
fn print_table() {
    let wanted = std::env::var("WHYDUNIT_TEST").unwrap_or_default();
    let mut found = 0;
    let mut of = 0;
    for row in rows().iter().filter(|row| row["id"].contains(&wanted)) {
        let run_all = std::env::var("RUN_ALL").is_ok();
        let result = first_correct(row, run_all);
        if row["corrected"] == "true" {
            of += 1;
            found += usize::from(result.is_some());
        }
        let shown = result.map_or("-".into(), |(p, t, s)| format!("{p:4} (trace {t}) {s}"));
        println!("{:8} {:28} {:22} {shown}", row["id"], row["faulty"], row["paper"]);
    }
    println!("{found} of {of}");
}

#[test]
#[ignore = "looking"]
fn look() {
    let wanted = std::env::var("ROW").unwrap();
    let n: usize = std::env::var("TR").map_or(0, |t| t.parse().unwrap());
    let rows = rows();
    let row = rows.iter().find(|row| row["id"] == wanted).unwrap();
    let text = faulty(row);
    let program = compile(&text, &row["function"]).unwrap();
    let suite = read(&[directory().join(&row["tests"])]).unwrap().suite;
    let traces = failing_traces(&program, &row["function"], &suite);
    for t in &traces { println!("TRACE {} {:?}", t.steps.len(), t.failure.text); }
    let d = debug(&program, &traces[n], &Options::default());
    println!("{}", whydunit_repair::autodebug::transcript(&d));
}
