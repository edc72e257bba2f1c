//! Changes tried on tests: which ones make all of them pass?

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use whydunit_interp::{Config, InputValue};
use whydunit_program::{FunctionId, Program, TypeId};
use whydunit_suite::{Runner, Suite, Test, Verdict};

use crate::changes::Change;
use crate::schema::{CHOICE, Schema};

/// What changes are tried on.
#[derive(Clone, Debug)]
pub(crate) struct Setting<'a> {
    pub(crate) program: &'a Program,
    pub(crate) start: FunctionId,
    pub(crate) int: TypeId,
    /// Budgets of one run.
    pub(crate) config: Config,
    pub(crate) deadline: Option<Instant>,
}

/// How far a change got.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tried {
    /// Positions of the changes with which every test passes, ascending.
    pub(crate) passing: Vec<usize>,
    pub(crate) runs: u64,
    /// All of them were tried.
    pub(crate) is_complete: bool,
}

/// The most changes that one program holds: the decisions must not outgrow the caches.
const BATCH: usize = 30_000;

/// Which of `changes` make all `tests` pass? The tests are run in their order, so those that fail now come first.
pub(crate) fn passing(setting: &Setting<'_>, changes: &[Change], tests: &Suite) -> Tried {
    let mut tried = Tried { is_complete: true, ..Tried::default() };
    for (batch, chunk) in changes.chunks(BATCH).enumerate() {
        let schema = Schema::new(setting.program, setting.int, chunk);
        let all = verdicts(setting, &schema, tests, chunk.len(), &mut tried);
        let found = all.into_iter().filter(|one| one.1);
        tried.passing.extend(found.map(|(index, _)| batch * BATCH + index));
    }
    tried.passing.sort_unstable();
    tried
}

fn verdicts(
    setting: &Setting<'_>,
    schema: &Schema,
    tests: &Suite,
    count: usize,
    tried: &mut Tried,
) -> Vec<(usize, bool)> {
    let next = AtomicUsize::new(0);
    let runs = AtomicU64::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let is_late = || setting.deadline.is_some_and(|end| Instant::now() >= end);
    let work = || {
        let runner = Runner::new(&schema.program, setting.start, setting.config.clone());
        let mut own: Vec<Test> = tests.tests.clone();
        let mut found = Vec::new();
        let mut count_of_runs = 0;
        const PORTION: usize = 32;
        loop {
            let first = next.fetch_add(PORTION, Ordering::Relaxed);
            if first >= count {
                break (found, count_of_runs, true);
            }
            if is_late() {
                break (found, count_of_runs, false);
            }
            for index in first..(first + PORTION).min(count) {
                let Some(number) = schema.numbers[index] else { continue };
                let is_passing = own.iter_mut().all(|test| {
                    count_of_runs += 1;
                    test.inputs.set(CHOICE, InputValue::Int(number));
                    runner.run(test).verdict.is_passed()
                });
                if is_passing {
                    found.push((index, true));
                }
            }
        }
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let mut all = Vec::new();
    for (found, count, is_complete) in results {
        all.extend(found);
        runs.fetch_add(count, Ordering::Relaxed);
        tried.is_complete &= is_complete;
    }
    tried.runs += runs.into_inner();
    all
}

/// How each change does on each of a few tests; for the search of pairs.
pub(crate) fn matrix(setting: &Setting<'_>, changes: &[Change], tests: &Suite) -> Vec<Vec<bool>> {
    let schema = Schema::new(setting.program, setting.int, changes);
    let runner = Runner::new(&schema.program, setting.start, setting.config.clone());
    let mut own: Vec<Test> = tests.tests.clone();
    let mut row = |number: i128| -> Vec<bool> {
        let run = |test: &mut Test| {
            test.inputs.set(CHOICE, InputValue::Int(number));
            matches!(runner.run(test).verdict, Verdict::Passed)
        };
        own.iter_mut().map(run).collect()
    };
    schema.numbers.iter().map(|number| number.map_or(Vec::new(), &mut row)).collect()
}
