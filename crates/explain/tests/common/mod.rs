//! What the tests and benchmarks of this crate share: failing runs of C programs, and work spread over the cores.

#![allow(dead_code, unused_imports, reason = "each test uses its part")]

#[path = "../../../encode/tests/common/mod.rs"]
mod failing;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) use failing::{Failing, Setting, failing_programs, failing_text, load, program_paths};
use whydunit_program::Program;
use whydunit_trace::{ErrorTrace, StepIndex, StepKind};

/// The line that a step is shown at; the end of a scope belongs to its branch.
pub(crate) fn line_of(program: &Program, trace: &ErrorTrace, step: StepIndex) -> u32 {
    let mut step = trace.step(step);
    if let StepKind::ScopeEnd(end) = step.kind {
        step = trace.step(end.branch);
    }
    program.sources.line_column(step.span).line
}

/// A number from the environment.
pub(crate) fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} should be a number")),
        Err(_) => default,
    }
}

/// The results of `work` on all items, in their order.
pub(crate) fn parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    results.lock().expect("no thread should have panicked").push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread should have panicked");
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}
