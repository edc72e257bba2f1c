//! From what the analysis knows to the plain findings that are rendered.

use whydunit_interp::{Budget, Ending, Failure, InputRecord, RunResult, StackEntry};
use whydunit_program::{Arithmetic, CheckKind, Program};
use whydunit_project::{BudgetOptions, Outcome, Why};
use whydunit_report::{
    CallFrame, ErrorReport, FailureReport, LimitReport, Origin, Place, Property, Report, RunReport,
    SourceText, TraceReport, Verdict,
};
use whydunit_source::Span;
use whydunit_trace::ErrorTrace;

use crate::values;

/// What the end of a run says in a word.
#[must_use]
pub fn outcome(ending: &Ending) -> Outcome {
    match ending {
        Ending::Failed(_) => Outcome::Failure,
        Ending::Limit { .. } => Outcome::Unusable,
        Ending::OutOfBudget { .. } | Ending::OutOfRange { .. } => Outcome::OutOfBudget,
        Ending::Finished { .. }
        | Ending::Aborted { .. }
        | Ending::AssumptionFailed { .. }
        | Ending::Trapped { .. } => Outcome::NoFailure,
    }
}

/// Where a piece of text stands, as people count.
#[must_use]
pub fn place(program: &Program, span: Span) -> Place {
    let sources = &program.sources;
    let start = sources.line_column(span);
    let end = sources.end_line_column(span);
    let file = sources.file(span.file);
    Place {
        file: file.name().to_string(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        line_text: file.line_text(start.line).unwrap_or("").to_string(),
    }
}

/// How a run ended.
#[must_use]
pub fn run_report(program: &Program, budget: &BudgetOptions, result: &RunResult) -> Report {
    // A program without inputs has this one run; any other was seen on these inputs only.
    let covered = if result.inputs.is_empty() { Verdict::Holds } else { Verdict::HoldsWithinBound };
    let (verdict, ending, exit_code, message, at) = match &result.ending {
        Ending::Finished { .. } if program.arithmetic == Arithmetic::Mathematical => {
            let message = "the procedure finished; no check failed".to_string();
            (covered, "finished", None, message, None)
        }
        Ending::Finished { exit_code } => {
            let message =
                format!("the program finished with exit code {exit_code}; no check failed");
            (covered, "finished", Some(*exit_code), message, None)
        }
        Ending::Failed(failure) => {
            (Verdict::Fails, "failed", None, failure.message.clone(), Some(failure.span))
        }
        Ending::Aborted { place, .. } => {
            let message = "the program called abort(); no check failed".to_string();
            (covered, "aborted", Some(134), message, Some(*place))
        }
        Ending::AssumptionFailed { place, is_precondition: true, text, .. } => {
            let message = format!("the inputs do not meet the precondition {text}");
            (Verdict::Unknown, "precondition", None, message, Some(*place))
        }
        Ending::AssumptionFailed { place, text, .. } => {
            let message = format!("the run ends here: the assumption {text} does not hold");
            (covered, "assumption", None, message, Some(*place))
        }
        Ending::Trapped { message, place, .. } => {
            let message = format!("the run cannot go on: {message} (its check is off)");
            (Verdict::Unknown, "trapped", None, message, Some(*place))
        }
        Ending::Limit { message, place, .. } => {
            (Verdict::Unknown, "limit", None, message.clone(), Some(*place))
        }
        Ending::OutOfRange { message, place, .. } => {
            let message = format!("{message}; no check had failed so far");
            (Verdict::Unknown, "range", None, message, Some(*place))
        }
        Ending::OutOfBudget { budget: which, place, .. } => {
            let message = format!("{}; no check had failed so far", budget_text(*which, budget));
            (Verdict::Unknown, "budget", None, message, Some(*place))
        }
    };
    let mut report = Report::new(verdict);
    if let Ending::Failed(failure) = &result.ending {
        report.failures.push(failure_report(program, failure, &result.inputs, None));
    }
    report.limits.extend(budget_limits(budget, &result.ending));
    if let (Ending::Limit { .. }, Some(at)) = (&result.ending, at) {
        let at = place(program, at);
        report.error = Some(ErrorReport::at(message.clone(), at.file, at.line, at.column));
    }
    let stack = match &result.ending {
        Ending::Failed(failure) => failure.stack.as_slice(),
        Ending::OutOfBudget { stack, .. } => stack.as_slice(),
        _ => &[],
    };
    report.run = Some(RunReport {
        ending,
        exit_code,
        steps: result.steps,
        message,
        place: at.map(|span| place(program, span)),
        inputs: values::inputs(program, &result.inputs, None),
        stack: call_stack(program, stack),
    });
    report
}

fn budget_text(which: Budget, budget: &BudgetOptions) -> String {
    match which {
        Budget::Steps => {
            format!("stopped after {} steps (--max-steps)", budget.max_steps.unwrap_or(0))
        }
        Budget::Time => match budget.cancel.why() {
            Some(Why::User) => "stopped by Ctrl-C".to_owned(),
            Some(Why::CpuTime(most)) => {
                format!("stopped after {} s of the processors (--cpu-time)", most.as_secs_f64())
            }
            Some(Why::Memory(_)) => budget_text(Budget::Memory, budget),
            None => format!("stopped after {} s (--timeout)", budget.timeout().as_secs_f64()),
        },
        Budget::Memory => format!("stopped at {} MiB of memory (--memory)", budget.memory),
        Budget::CallDepth => "stopped: the calls are nested too deeply (endless recursion?)".into(),
    }
}

/// The bounds of the run, and which of them ended it.
pub fn budget_limits(budget: &BudgetOptions, ending: &Ending) -> Vec<LimitReport> {
    let Ending::OutOfBudget { budget: which, .. } = ending else { return Vec::new() };
    let (what, value) = match which {
        Budget::Time => return vec![time_limit(budget)],
        Budget::Steps => ("max-steps", budget.max_steps.unwrap_or(0).to_string()),
        Budget::Memory => ("memory", budget.memory.to_string()),
        Budget::CallDepth => ("call-depth", "reached".to_string()),
    };
    vec![LimitReport::new(what, value, true)]
}

/// The end was asked for, by the user or by who watches a budget.
#[must_use]
pub fn cancelled(why: Why) -> LimitReport {
    match why {
        Why::User => LimitReport::new("interrupt", "Ctrl-C".to_owned(), true),
        Why::CpuTime(most) => LimitReport::new("cpu-time", most.as_secs_f64().to_string(), true),
        Why::Memory(most) => LimitReport::new("memory", (most >> 20).to_string(), true),
    }
}

/// What reports are made of and by whom; who asks knows the command and the directory.
#[must_use]
pub fn origin(program: &Program) -> Origin {
    let sources = program.sources.files().filter(|(_, file)| file.is_user());
    Origin {
        command: String::new(),
        directory: String::new(),
        version: env!("CARGO_PKG_VERSION"),
        solver: whydunit_solver::embedded_version(),
        sources: sources
            .map(|(_, file)| SourceText {
                name: file.name().to_owned(),
                text: file.text().to_owned(),
            })
            .collect(),
    }
}

/// Time is up, or the end was asked for.
pub fn time_limit(budget: &BudgetOptions) -> LimitReport {
    match budget.cancel.why() {
        Some(why) => cancelled(why),
        None => LimitReport::new("timeout", budget.timeout().as_secs_f64().to_string(), true),
    }
}

/// A failure with its inputs and calls; a trace tells more about the inputs.
#[must_use]
pub fn failure_report(
    program: &Program,
    failure: &Failure,
    records: &[InputRecord],
    trace: Option<&ErrorTrace>,
) -> FailureReport {
    let expectation = program.expectation.as_ref();
    let expectation = expectation.filter(|_| failure.kind == CheckKind::Expectation);
    let property = Property {
        kind: expectation.map_or(failure.kind.name(), |it| it.about.name()),
        expected: expectation.and_then(|it| it.expected.clone()),
        actual: expectation.and_then(|it| it.actual.clone()),
        inferred: expectation.and_then(|it| it.inferred.clone()),
        place: place(program, failure.span),
        text: failure.text.clone(),
        message: failure.message.clone(),
        values: Vec::new(),
    };
    let inputs = values::inputs(program, records, trace);
    FailureReport::new(property, inputs, call_stack(program, &failure.stack))
}

/// A failure with its steps.
#[must_use]
pub fn failure_with_trace(
    program: &Program,
    trace: &ErrorTrace,
    steps: TraceReport,
) -> FailureReport {
    let mut report = failure_report(program, &trace.failure, &trace.inputs, Some(trace));
    report.trace = Some(steps);
    report
}

/// Innermost call first; calls inside library functions are left out.
fn call_stack(program: &Program, stack: &[StackEntry]) -> Vec<CallFrame> {
    stack
        .iter()
        .rev()
        .filter(|entry| !program.function(entry.function).is_library)
        .map(|entry| CallFrame {
            function: entry.name.clone(),
            called_at: entry.call_span.map(|span| place(program, span)),
        })
        .collect()
}
