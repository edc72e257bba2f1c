//! From what the analysis knows to the plain findings that are rendered.

use whydunit_interp::{Budget, Ending, Failure, InputRecord, RunResult, StackEntry};
use whydunit_program::{Program, SwitchCase, TerminatorKind};
use whydunit_report::{
    CallFrame, FailureReport, LimitReport, Place, Property, Report, RunReport, StepReport,
    TraceReport, Verdict, WriteReport,
};
use whydunit_source::Span;
use whydunit_trace::{ErrorTrace, GuardKind, NamedWrite, SourceStep, StepKind, source_steps};

use crate::args::BudgetArgs;
use crate::outcome::Outcome;
use crate::values::{self, Named};

pub(crate) fn outcome(ending: &Ending) -> Outcome {
    match ending {
        Ending::Failed(_) => Outcome::Failure,
        Ending::Limit { .. } => Outcome::Unusable,
        Ending::OutOfBudget { .. } => Outcome::OutOfBudget,
        Ending::Finished { .. }
        | Ending::Aborted { .. }
        | Ending::AssumptionFailed { .. }
        | Ending::Trapped { .. } => Outcome::NoFailure,
    }
}

pub(crate) fn place(program: &Program, span: Span) -> Place {
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

pub(crate) fn run_report(program: &Program, budget: &BudgetArgs, result: &RunResult) -> Report {
    // A program without inputs has this one run; any other was seen on these inputs only.
    let covered = if result.inputs.is_empty() { Verdict::Holds } else { Verdict::HoldsWithinBound };
    let (verdict, ending, exit_code, message, at) = match &result.ending {
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

fn budget_text(which: Budget, budget: &BudgetArgs) -> String {
    match which {
        Budget::Steps => {
            format!("stopped after {} steps (--max-steps)", budget.max_steps.unwrap_or(0))
        }
        Budget::Time => {
            format!("stopped after {} s (--timeout)", budget.timeout.as_secs_f64())
        }
        Budget::Memory => format!("stopped at {} MiB of memory (--memory)", budget.memory),
        Budget::CallDepth => "stopped: the calls are nested too deeply (endless recursion?)".into(),
    }
}

/// The bounds of the run, and which of them ended it.
pub(crate) fn budget_limits(budget: &BudgetArgs, ending: &Ending) -> Vec<LimitReport> {
    let Ending::OutOfBudget { budget: which, .. } = ending else { return Vec::new() };
    let (what, value) = match which {
        Budget::Steps => ("max-steps", budget.max_steps.unwrap_or(0).to_string()),
        Budget::Time => ("timeout", budget.timeout.as_secs_f64().to_string()),
        Budget::Memory => ("memory", budget.memory.to_string()),
        Budget::CallDepth => ("call-depth", "reached".to_string()),
    };
    vec![LimitReport { what: what.into(), value, reached: true }]
}

fn failure_report(
    program: &Program,
    failure: &Failure,
    records: &[InputRecord],
    trace: Option<&ErrorTrace>,
) -> FailureReport {
    FailureReport {
        property: Property {
            kind: failure.kind.name(),
            place: place(program, failure.span),
            text: failure.text.clone(),
            message: failure.message.clone(),
        },
        inputs: values::inputs(program, records, trace),
        trace: None,
        stack: call_stack(program, &failure.stack),
    }
}

pub(crate) fn failure_with_trace(program: &Program, trace: &ErrorTrace) -> FailureReport {
    let mut report = failure_report(program, &trace.failure, &trace.inputs, Some(trace));
    report.trace = Some(trace_report(program, trace));
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

fn trace_report(program: &Program, trace: &ErrorTrace) -> TraceReport {
    let mut loop_lines = LoopLines::new(program);
    let steps: Vec<StepReport> = source_steps(program, trace)
        .iter()
        .filter(|step| !is_constant_condition(program, trace, step))
        .enumerate()
        .map(|(index, step)| step_report(program, trace, index, step, &mut loop_lines))
        .collect();
    TraceReport { length: steps.len(), steps }
}

/// `while (1)`: nothing was decided.
fn is_constant_condition(program: &Program, trace: &ErrorTrace, step: &SourceStep) -> bool {
    let [only] = step.steps.as_slice() else { return false };
    let step = trace.step(*only);
    matches!(step.kind, StepKind::Branch { .. })
        && matches!(
            &program.terminator_at(step.point).kind,
            TerminatorKind::Branch { cond, .. } if cond.as_int().is_some()
        )
}

fn step_report(
    program: &Program,
    trace: &ErrorTrace,
    index: usize,
    step: &SourceStep,
    loop_lines: &mut LoopLines<'_>,
) -> StepReport {
    let at = place(program, step.span);
    let first = trace.step(step.steps[0]);
    let own = step.steps.iter().find(|&&index| trace.step(index).frame == step.frame);
    let own = own.map_or(first, |&index| trace.step(index));
    let frame = &trace.frames[step.frame as usize];
    let context = &trace.contexts[own.context as usize];
    let writes = step_writes(program, trace, step);
    let mut guards: Vec<String> = Vec::new();
    for guard in step.steps.iter().flat_map(|&index| trace.guards(trace.step(index))) {
        if guard.kind == GuardKind::Index && program.sources.file(guard.span.file).is_user() {
            let text = format!("{} == {}", program.sources.text(guard.span), guard.value);
            if !guards.contains(&text) {
                guards.push(text);
            }
        }
    }
    StepReport {
        index,
        kind: kind_name(step, trace, !writes.is_empty()),
        file: at.file,
        line: at.line,
        column: at.column,
        text: step_text(program, step),
        function: program.function(frame.function).name.clone(),
        taken: taken(program, trace, step),
        depth: frame.depth,
        scope: own.nesting,
        iterations: context.loops.iter().map(|&(_, iteration)| iteration).collect(),
        loop_lines: context
            .loops
            .iter()
            .map(|&(id, _)| loop_lines.line(frame.function, id))
            .collect(),
        writes,
        guards,
    }
}

/// What the statement set, as a person would say it.
fn step_writes(program: &Program, trace: &ErrorTrace, step: &SourceStep) -> Vec<WriteReport> {
    let bulk = step.named_bulk_writes(program, trace);
    let mut writes: Vec<WriteReport> =
        bulk.into_iter().map(|(name, value)| WriteReport { name, value }).collect();
    let records = step.steps.iter().flat_map(|&index| trace.inputs_of(trace.step(index)));
    let mut named: Vec<Named> = records.map(values::input_value).collect();
    for NamedWrite { name, ty, access } in step.named_writes(program, trace) {
        let bits = match (access.cell.bits, ty.and_then(|ty| program.types.int_kind(ty))) {
            (Some((_, width)), Some(kind)) if kind.signed => {
                let unused = 64 - u32::from(width);
                ((access.bits << unused) as i64 >> unused) as u64
            }
            _ => access.bits,
        };
        named.push(Named { name, ty, bits });
    }
    let grouped = values::grouped(program, Some(trace), &named);
    writes.extend(grouped.into_iter().map(|(_, name, value)| WriteReport { name, value }));
    writes
}

fn step_text(program: &Program, step: &SourceStep) -> String {
    let text = program.sources.text(step.span);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn kind_name(step: &SourceStep, trace: &ErrorTrace, writes: bool) -> &'static str {
    match step.kind {
        StepKind::Branch { .. } => "branch",
        StepKind::Input => "input",
        StepKind::Assume => "assume",
        StepKind::Check(_) => "check",
        StepKind::Return => "return",
        StepKind::Call { callee } => {
            let library = trace.frames.get(callee as usize).is_some_and(|frame| frame.is_library);
            if library && writes { "assign" } else { "call" }
        }
        StepKind::Assign => "assign",
        StepKind::Other | StepKind::ScopeEnd(_) => {
            if writes {
                "assign"
            } else {
                "call"
            }
        }
    }
}

/// Which way a decision went.
fn taken(program: &Program, trace: &ErrorTrace, step: &SourceStep) -> Option<String> {
    let StepKind::Branch { taken, .. } = step.kind else { return None };
    let branch = step.steps.iter().rev().map(|&index| trace.step(index)).find(|step| {
        matches!(step.kind, StepKind::Branch { .. }) && step.frame < trace.frames.len() as u32
    })?;
    Some(match &program.terminator_at(branch.point).kind {
        TerminatorKind::Switch { cases, .. } => match cases.get(taken as usize) {
            Some(SwitchCase { low, high, .. }) if low == high => format!("case {low}"),
            Some(SwitchCase { low, high, .. }) => format!("case {low} ... {high}"),
            None => "default".into(),
        },
        _ if taken == 0 => "true".into(),
        _ => "false".into(),
    })
}

/// Source lines of loop heads, looked up once per function.
struct LoopLines<'p> {
    program: &'p Program,
    known: std::collections::BTreeMap<whydunit_program::FunctionId, Vec<u32>>,
}

impl<'p> LoopLines<'p> {
    fn new(program: &'p Program) -> LoopLines<'p> {
        LoopLines { program, known: std::collections::BTreeMap::new() }
    }

    fn line(
        &mut self,
        function: whydunit_program::FunctionId,
        id: whydunit_program::LoopId,
    ) -> u32 {
        let program = self.program;
        let lines = self.known.entry(function).or_insert_with(|| {
            let blocks = program.function(function).blocks();
            let cfg = whydunit_program::Cfg::new(blocks);
            let header_line = |info: &whydunit_program::LoopInfo| {
                let header = &blocks[info.header.index()];
                let span = header.stmts.first().map_or(header.terminator.span, |stmt| stmt.span);
                program.sources.line_column(span).line
            };
            cfg.loops().iter().map(header_line).collect()
        });
        lines.get(id.0 as usize).copied().unwrap_or(0)
    }
}
