//! The steps of a trace as they are listed: which there are, their numbers, and what is said of each.
//!
//! The numbers are those of `trace.steps[].index` in the JSON output; whatever speaks of steps to users uses them.

use std::collections::BTreeMap;

use whydunit_program::{
    Cfg, FunctionId, LoopId, LoopInfo, Program, SourceKind, SwitchCase, TerminatorKind,
};
use whydunit_report::{CallReport, StepReport, TraceReport};
use whydunit_source::Span;
use whydunit_trace::{ErrorTrace, GuardKind, SourceStep, StepKind, Writes, source_steps};

use crate::present::place;
use crate::values;

/// The steps that are listed, in order.
pub fn listed_steps(program: &Program, trace: &ErrorTrace) -> Vec<SourceStep> {
    let mut steps = source_steps(program, trace);
    steps.retain(|step| !is_constant_condition(program, trace, step));
    steps
}

/// What is said of each of them.
#[must_use]
pub fn trace_report(program: &Program, trace: &ErrorTrace, listed: &[SourceStep]) -> TraceReport {
    let mut loop_lines = LoopLines::new(program);
    let mut writes = Writes::new(program, trace);
    let steps: Vec<StepReport> = listed
        .iter()
        .enumerate()
        .map(|(index, step)| step_report(program, trace, index, step, &mut loop_lines, &mut writes))
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
    writes: &mut Writes<'_>,
) -> StepReport {
    let span = shown_span(program, trace, step);
    let at = place(program, span);
    let first = trace.step(step.steps[0]);
    let own = step.steps.iter().find(|&&index| trace.step(index).frame == step.frame);
    let own = own.map_or(first, |&index| trace.step(index));
    let frame = &trace.frames[step.frame as usize];
    let context = &trace.contexts[own.context as usize];
    let writes = values::step_writes(program, trace, writes, step);
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
        end_line: at.end_line,
        end_column: at.end_column,
        text: text_at(program, span),
        function: program.function(frame.function).name.clone(),
        taken: taken(program, trace, step),
        call: call(program, trace, step),
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

/// Where a step is shown. `a && f(b)` is decided part by part: a part that went one way is not the whole that went that way.
fn shown_span(program: &Program, trace: &ErrorTrace, step: &SourceStep) -> Span {
    let StepKind::Branch { .. } = step.kind else { return step.span };
    let own = step.steps.iter().rev().map(|&index| trace.step(index));
    let mut branches = own.filter(|raw| matches!(raw.kind, StepKind::Branch { .. }));
    let part = branches.find(|raw| raw.frame == step.frame);
    let part = part.map(|raw| program.terminator_at(raw.point).span);
    let is_inside = |part: &Span| {
        let whole = step.span;
        part.file == whole.file && whole.start <= part.start && part.end <= whole.end
    };
    part.filter(is_inside).unwrap_or(step.span)
}

fn text_at(program: &Program, span: Span) -> String {
    one_line(program.sources.text(span))
}

/// A text in one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn kind_name(step: &SourceStep, trace: &ErrorTrace, writes: bool) -> &'static str {
    match step.kind {
        StepKind::Branch { .. } => "branch",
        StepKind::Input => "input",
        StepKind::Assume => "assume",
        StepKind::Check(_) => "check",
        StepKind::Return => "return",
        StepKind::Jump => "jump",
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

/// The function of the program that a step calls.
fn call(program: &Program, trace: &ErrorTrace, step: &SourceStep) -> Option<CallReport> {
    let mut called = step.steps.iter().filter_map(|&index| match trace.step(index).kind {
        StepKind::Call { callee } => trace.frames.get(callee as usize),
        _ => None,
    });
    let function = program.function(called.find(|frame| !frame.is_library)?.function);
    let at = place(program, function.span);
    Some(CallReport { function: function.name.clone(), at: format!("{}:{}", at.file, at.line) })
}

/// Which way a decision went.
fn taken(program: &Program, trace: &ErrorTrace, step: &SourceStep) -> Option<String> {
    let StepKind::Branch { taken, .. } = step.kind else { return None };
    let branch = step.steps.iter().rev().map(|&index| trace.step(index)).find(|step| {
        matches!(step.kind, StepKind::Branch { .. }) && step.frame < trace.frames.len() as u32
    })?;
    Some(match &program.terminator_at(branch.point).kind {
        TerminatorKind::Switch { cases, value, .. } => {
            let label = |number: &i128| values::case_label(program, value, *number);
            match cases.get(taken as usize) {
                Some(SwitchCase { low, high, .. }) if low == high => format!("case {}", label(low)),
                Some(SwitchCase { low, high, .. }) => {
                    format!("case {} ... {}", label(low), label(high))
                }
                None => "default".into(),
            }
        }
        _ if taken == 0 => "true".into(),
        _ => "false".into(),
    })
}

/// Source lines of loop heads, looked up once per function.
struct LoopLines<'p> {
    program: &'p Program,
    known: BTreeMap<FunctionId, Vec<u32>>,
}

impl<'p> LoopLines<'p> {
    fn new(program: &'p Program) -> LoopLines<'p> {
        LoopLines { program, known: BTreeMap::new() }
    }

    fn line(&mut self, function: FunctionId, id: LoopId) -> u32 {
        let program = self.program;
        let lines = self.known.entry(function).or_insert_with(|| {
            let blocks = program.function(function).blocks();
            let cfg = Cfg::new(blocks);
            let header_line = |info: &LoopInfo| {
                let header = &blocks[info.header.index()];
                // Invariants stand before the condition, wherever the source has them.
                let is_clause = |source| program.source_stmt(source).kind == SourceKind::Annotation;
                let first = header.stmts.iter().find(|stmt| !is_clause(stmt.source));
                let span = first.map_or(header.terminator.span, |stmt| stmt.span);
                program.sources.line_column(span).line
            };
            cfg.loops().iter().map(header_line).collect()
        });
        lines.get(id.0 as usize).copied().unwrap_or(0)
    }
}
