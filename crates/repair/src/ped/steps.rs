//! The steps of a repair program: source statements as they were executed, as far as they matter to the failing check (Fig. 3).
//!
//! Passing constants to a function is no step: the paper's front end propagates them. Where the failing check is `if (P) ERR();`, branch and failure are one
//! step, the check.

use rustc_hash::FxHashMap;
use whydunit_program::{CheckKind, ExprKind, Program, SourceStmtId, StmtKind, TerminatorKind};
use whydunit_source::Span;
use whydunit_trace::{ErrorTrace, StepKind, source_steps};

use super::slice::Slice;

/// One step.
#[derive(Clone, Debug)]
pub(super) struct PedStep {
    /// The steps of the trace that it consists of, as far as they are in the slice.
    pub(super) atomic: Vec<u32>,
    pub(super) source: SourceStmtId,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct Steps {
    /// The last is the check.
    pub(super) list: Vec<PedStep>,
    /// By step of the trace: the step of the repair program that it belongs to, from 0.
    pub(super) of: Vec<Option<u32>>,
    /// The branch that decides whether a failure is reached, where the failure itself has no condition.
    pub(super) deciding: Option<u32>,
}

impl Steps {
    pub(super) fn new(program: &Program, trace: &ErrorTrace, slice: &Slice) -> Steps {
        let deciding = deciding_branch(program, trace);
        let mut list: Vec<PedStep> = Vec::new();
        for group in source_steps(program, trace) {
            let is_counted = |&index: &u32| {
                let step = index as usize;
                slice.contains[step]
                    && step >= trace.first_executed()
                    && !is_context(program, trace, slice, index)
            };
            let atomic: Vec<u32> =
                group.steps.iter().map(|step| step.0).filter(is_counted).collect();
            if !atomic.is_empty() {
                list.push(PedStep { atomic, source: group.source, span: group.span });
            }
        }
        if let (Some(branch), [.., before, _]) = (deciding, list.as_slice())
            && before.atomic.contains(&branch)
            && let Some(check) = list.pop()
            && let Some(last) = list.last_mut()
        {
            last.atomic.extend(check.atomic);
        }
        let mut of = vec![None; trace.steps.len()];
        for (number, step) in list.iter().enumerate() {
            for &index in &step.atomic {
                of[index as usize] = Some(number as u32);
            }
        }
        Steps { list, of, deciding }
    }

    /// How often each source statement is a step.
    pub(super) fn executions(&self) -> FxHashMap<SourceStmtId, usize> {
        let mut counts = FxHashMap::default();
        for step in &self.list {
            *counts.entry(step.source).or_default() += 1;
        }
        counts
    }
}

/// A call of a function of the program that passes only constants.
pub(super) fn is_context(program: &Program, trace: &ErrorTrace, slice: &Slice, index: u32) -> bool {
    let StepKind::Call { callee } = trace.steps[index as usize].kind else { return false };
    let function = trace.frames[callee as usize].function;
    slice.passes_constants.contains(&index) && !program.function(function).is_library
}

/// The branch before a failure that always fails when it is reached.
fn deciding_branch(program: &Program, trace: &ErrorTrace) -> Option<u32> {
    let last = trace.steps.last()?;
    match program.stmt_at(last.point).map(|stmt| &stmt.kind) {
        Some(StmtKind::Check { kind, cond, .. })
            if matches!(kind, CheckKind::Unreach | CheckKind::Abort | CheckKind::Assert)
                && cond.kind == ExprKind::Int(0) => {}
        _ => return None,
    }
    let mut scope = last.scope?;
    // The failure may lie in a function of its own.
    let frame = |step: whydunit_trace::StepIndex| trace.step(step).frame;
    while trace.frames[frame(scope) as usize].is_library {
        scope = trace.step(scope).scope?;
    }
    let step = trace.step(scope);
    let is_branch = program.stmt_at(step.point).is_none()
        && matches!(program.terminator_at(step.point).kind, TerminatorKind::Branch { .. });
    is_branch.then_some(scope.0)
}
