//! Changes tried on tests: which ones make all of them pass?

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use whydunit_interp::{Config, InputValue};
use whydunit_program::{FunctionId, Program, TypeId};
use whydunit_suite::{Runner, Suite, Test};

use crate::changes::Change;
use crate::limits::MOST_CHANGES_AT_ONCE;
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

/// Which of `changes` make all `tests` pass? The tests are run in their order, so those that fail now come first.
pub(crate) fn passing(setting: &Setting<'_>, changes: &[Change], tests: &Suite) -> Tried {
    let mut tried = Tried { is_complete: true, ..Tried::default() };
    for (batch, chunk) in changes.chunks(MOST_CHANGES_AT_ONCE).enumerate() {
        let schema = Schema::new(setting.program, setting.int, chunk);
        let all = verdicts(setting, &schema, tests, chunk.len(), &mut tried);
        tried.passing.extend(all.into_iter().map(|index| batch * MOST_CHANGES_AT_ONCE + index));
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
) -> Vec<usize> {
    let runs = AtomicU64::new(0);
    let judge = |runner: &Runner<'_>, own: &mut [Test], number: i128| {
        own.iter_mut().all(|test| {
            runs.fetch_add(1, Ordering::Relaxed);
            test.inputs.set(CHOICE, InputValue::Int(number));
            runner.run(test).verdict.is_passed()
        })
    };
    let (found, is_complete) = for_own(setting, schema, tests, count, &judge);
    tried.runs += runs.into_inner();
    tried.is_complete &= is_complete;
    found.into_iter().filter(|(_, passes)| *passes).map(|(index, _)| index).collect()
}

/// How each change does on each of a few tests, for the search of pairs; nothing of those that time did not suffice for.
pub(crate) fn matrix(setting: &Setting<'_>, changes: &[Change], tests: &Suite) -> Vec<Vec<bool>> {
    let schema = Schema::new(setting.program, setting.int, changes);
    let judge = |runner: &Runner<'_>, own: &mut [Test], number: i128| -> Vec<bool> {
        let run = |test: &mut Test| {
            test.inputs.set(CHOICE, InputValue::Int(number));
            runner.run(test).verdict.is_passed()
        };
        own.iter_mut().map(run).collect()
    };
    let (found, _) = for_own(setting, &schema, tests, changes.len(), &judge);
    let mut rows = vec![Vec::new(); changes.len()];
    for (index, row) in found {
        rows[index] = row;
    }
    rows
}

/// Which changes make runs that they affect, all in all, less than half as long? `tests` are those that pass without a change.
pub(crate) fn shortening(setting: &Setting<'_>, changes: &[Change], tests: &Suite) -> Vec<bool> {
    let schema = Schema::new(setting.program, setting.int, changes);
    let lengths = |runner: &Runner<'_>, own: &mut [Test], number: i128| -> Vec<u64> {
        let run = |test: &mut Test| {
            test.inputs.set(CHOICE, InputValue::Int(number));
            runner.run(test).steps
        };
        own.iter_mut().map(run).collect()
    };
    let runner = Runner::new(&schema.program, setting.start, setting.config.clone());
    let before = lengths(&runner, &mut tests.tests.clone(), 0);
    let (found, _) = for_own(setting, &schema, tests, changes.len(), &lengths);
    let mut shortens = vec![false; changes.len()];
    for (index, after) in found {
        let affected = before.iter().zip(&after).filter(|(before, after)| before != after);
        let (before, after) =
            affected.fold((0, 0), |(left, right), (before, after)| (left + before, right + after));
        shortens[index] = after * 2 < before;
    }
    shortens
}

/// ... of a runner that compares outputs exactly.
fn for_own<A: Send>(
    setting: &Setting<'_>,
    schema: &Schema,
    tests: &Suite,
    count: usize,
    question: &(dyn Fn(&Runner<'_>, &mut [Test], i128) -> A + Sync),
) -> (Vec<(usize, A)>, bool) {
    let runner = Runner::new(&schema.program, setting.start, setting.config.clone());
    for_all(setting, schema, &runner, tests, count, question)
}

/// Asks the question about every change that has a number, on all cores, until time is up. Were all of them asked about?
pub(crate) fn for_all<A: Send>(
    setting: &Setting<'_>,
    schema: &Schema,
    runner: &Runner<'_>,
    tests: &Suite,
    count: usize,
    question: &(dyn Fn(&Runner<'_>, &mut [Test], i128) -> A + Sync),
) -> (Vec<(usize, A)>, bool) {
    let next = AtomicUsize::new(0);
    let is_late =
        || setting.deadline.is_some_and(|end| Instant::now() >= end) || setting.config.is_over();
    let work = || {
        let mut own: Vec<Test> = tests.tests.clone();
        let mut found = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break (found, true);
            }
            if is_late() {
                break (found, false);
            }
            if let Some(number) = schema.numbers[index] {
                found.push((index, question(runner, &mut own, number)));
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let is_complete = results.iter().all(|(_, is_complete)| *is_complete);
    (results.into_iter().flat_map(|(found, _)| found).collect(), is_complete)
}
