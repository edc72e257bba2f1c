//! Verdicts in words, as a line of a table says them.

use std::sync::atomic::Ordering;

use whydunit_interp::{Budget, Config, Ending, RunResult};
use whydunit_program::Program;
use whydunit_source::Span;

use crate::{Reason, Verdict};

/// How it failed, or why it is not judged; empty for a test that passed.
pub(crate) fn verdict_in_words(program: &Program, config: &Config, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Passed => String::new(),
        Verdict::Failed(Reason::Check(failure)) => {
            format!("{}: {}", line(program, failure.span), failure.message)
        }
        Verdict::Failed(Reason::Different(_, difference)) => difference.clone(),
        Verdict::Failed(Reason::DoesNotEnd(result)) => endless(program, config, result),
        Verdict::Failed(Reason::Died(message)) => message.clone(),
        Verdict::Unjudged(why) => why.clone(),
        Verdict::NotRun => {
            let flag = config.interrupt.as_ref();
            let is_interrupted = flag.is_some_and(|flag| flag.load(Ordering::Relaxed));
            if is_interrupted { "interrupted" } else { "time ran out" }.to_owned()
        }
    }
}

fn endless(program: &Program, config: &Config, result: &RunResult) -> String {
    let Ending::OutOfBudget { budget, place, .. } = &result.ending else {
        return "did not end".to_owned();
    };
    let at = line(program, *place);
    match budget {
        Budget::Steps | Budget::Time => {
            let steps = config.max_steps.unwrap_or(result.steps);
            format!("did not end within {steps} steps (at {at})")
        }
        Budget::CallDepth => {
            let depth = config.max_call_depth;
            format!("did not end: calls are nested more than {depth} deep (at {at})")
        }
        Budget::Memory => {
            let limit = config.memory_limit.unwrap_or(0) >> 20;
            format!("needed more than {limit} MiB of memory (at {at})")
        }
    }
}

/// With the file if the program has several.
fn line(program: &Program, span: Span) -> String {
    let line = program.sources.line_column(span).line;
    let files = program.sources.files().filter(|(_, file)| file.is_user()).count();
    match files {
        0 | 1 => format!("line {line}"),
        _ => format!("{}:{line}", program.sources.file(span.file).name()),
    }
}
