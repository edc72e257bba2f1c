//! What is said of changes is what the changed programs do.

use std::path::{Path, PathBuf};
use std::time::Duration;

use whydunit_absint::Mined;
use whydunit_find::{Given, Request, search};
use whydunit_interp::{
    CompactLog, Config, Ending, Failure, InputValue, NoObserver, RunSpec, prepare,
};
use whydunit_program::{FunctionId, Program};
use whydunit_solver::Budget;
use whydunit_trace::{ErrorTrace, build};

use super::{Alternative, Choice, Level, PedOptions, Solution, diagnose};
use crate::annotations::{self, Library};
use crate::engine::int_of;
use crate::schema::{CHOICE, Schema};

fn programs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ped/own");
    let entries = std::fs::read_dir(&directory).expect("the programs should be there");
    let mut names: Vec<PathBuf> =
        entries.map(|entry| entry.expect("entries should be readable").path()).collect();
    names.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    names.sort();
    names
}

fn compiled(file: &Path) -> Option<(Program, FunctionId)> {
    let input = whydunit_front_c::InputFile::new(file);
    let options = whydunit_front_c::Options::default();
    let compiled = whydunit_front_c::compile_each(&[input], &options).ok()?;
    match compiled.start {
        whydunit_front_c::Start::Function(start) => Some((compiled.program, start)),
        whydunit_front_c::Start::Unclear(_) => None,
    }
}

fn config() -> Config {
    Config { max_steps: Some(20_000), ..Config::default() }
}

/// The trace of a failure that a short search finds.
fn trace(program: &Program, start: FunctionId) -> Option<ErrorTrace> {
    let spec = RunSpec::new(start);
    let request = Request {
        program,
        spec: &spec,
        given: Given::default(),
        checks: config().checks,
        unwind: None,
        max_steps: Some(20_000),
        modular: false,
        state_is_open: false,
        proved: &[],
        runs_per_failure: 1,
        first_only: true,
        patience: Some(Duration::from_secs(4)),
        budget: Budget::unlimited(),
    };
    let found = search(&request, &mut |_| {});
    let compiled = prepare(program);
    let mut runs = found.failures.into_iter().flat_map(|failure| failure.runs);
    let trace = |spec: RunSpec| {
        let mut log = CompactLog::new();
        let result = compiled.run(&spec, &config(), &mut |_, _| {}, &mut log);
        build(program, &compiled, &spec, &config(), &result, &log).ok()
    };
    runs.find_map(trace)
}

fn library(program: &Program, file: whydunit_source::FileId) -> Vec<Alternative> {
    let library = Library::shipped();
    let all = annotations::alternatives(&library, program, int_of(program), &[file], &|_| true);
    all.into_iter()
        .map(|one| Alternative { change: one.change, weight: one.weight, entry: one.entry })
        .collect()
}

fn failure(program: &Program, spec: &RunSpec) -> Option<Failure> {
    match prepare(program).run(spec, &config(), &mut |_, _| {}, &mut NoObserver).ending {
        Ending::Failed(failure) => Some(failure),
        _ => None,
    }
}

/// Where a change is said to be no repair, the changed program fails on the same inputs.
#[test]
fn tries_agree_with_runs() {
    let (mut counts, mut missed) = ((0, 0), Vec::new());
    for path in programs() {
        let Some((program, start)) = compiled(&path) else { continue };
        let Some(trace) = trace(&program, start) else { continue };
        let file = program.sources.find(&path.to_string_lossy()).expect("the file");
        let mut library = library(&program, file);
        let step = library.len() / 60 + 1;
        let mut number = 0;
        library.retain(|_| {
            number += 1;
            number % step == 0
        });
        let changes: Vec<_> = library.iter().map(|one| one.change.clone()).collect();
        let schema = Schema::new(&program, int_of(&program), &changes);
        let options = PedOptions { level: Level::NoInv, max_changes: 1, ..PedOptions::default() };
        let found = diagnose(
            &program,
            std::slice::from_ref(&trace),
            &library,
            &Mined::default(),
            &[file],
            &options,
        );
        for (index, number) in schema.numbers.iter().enumerate() {
            let Some(number) = number else { continue };
            let is_this = |solution: &&Solution| matches!(solution.fixes[0].what, Choice::Alternative(own) if own == index);
            let solution = found.solutions.iter().find(is_this);
            let mut spec = trace.spec.clone();
            spec.inputs.set(CHOICE, InputValue::Int(*number));
            let failure = failure(&schema.program, &spec);
            let old = program.sources.text(changes[index].edit.span);
            let what = format!(
                "{}:{}: `{old}` becomes `{}`",
                path.file_name().unwrap_or_default().to_string_lossy(),
                program.sources.line_column(changes[index].edit.span).line,
                changes[index].edit.new,
            );
            match (solution, &failure) {
                (None, Some(_)) => counts.0 += 1,
                (Some(_), None) => counts.1 += 1,
                // It leaves the trace or passes this check, and fails later.
                (Some(_), Some(_)) => {}
                (None, None) => missed.push(what),
            }
        }
    }
    assert!(counts.0 > 300 && counts.1 > 100, "{counts:?}");
    // What the slice does not contain is not changed, and other objects are not followed.
    assert!(missed.len() * 20 < counts.0 + counts.1, "{counts:?} {missed:#?}");
}
