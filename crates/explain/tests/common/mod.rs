//! What the tests and benchmarks of this crate share: failing runs of C programs, and work spread over the cores.

#![allow(dead_code, unused_imports, reason = "each test uses its part")]

#[path = "../../../encode/tests/common/mod.rs"]
mod failing;

pub(crate) use failing::{Failing, Setting, failing_programs, failing_text, load, program_paths};
use whydunit_program::Program;
pub(crate) use whydunit_testing::parallel;
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
