//! The trace as users see it: several atomic steps of one source statement are one.
//!
//! Steps belong together when they follow each other, come from the same statement of the same call in the
//! same loop iteration, and no decision lies between them. What a library function does inside belongs to the
//! statement that called it.

use whydunit_program::{Program, SourceStmtId};
use whydunit_source::Span;

use crate::{ErrorTrace, Step, StepIndex, StepKind};

/// A source statement as it was executed once.
#[derive(Clone, Debug)]
pub struct SourceStep {
    /// The atomic steps, in order.
    pub steps: Vec<StepIndex>,
    /// What the statement does, by its deciding step.
    pub kind: StepKind,
    /// Where it stands in the source.
    pub span: Span,
    /// The statement.
    pub source: SourceStmtId,
    /// The *user* frame it belongs to.
    pub frame: u32,
}

/// Groups all steps but scope ends and the set-up of `argv`, which are nothing a user executes.
pub fn source_steps(program: &Program, trace: &ErrorTrace) -> Vec<SourceStep> {
    let mut grouped: Vec<SourceStep> = Vec::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let sets_the_scene = index < trace.first_executed() && step.kind == StepKind::Assign;
        if matches!(step.kind, StepKind::ScopeEnd(_)) || sets_the_scene {
            continue;
        }
        let frame = user_frame(trace, step);
        let in_library = trace.frames.get(step.frame as usize).is_some_and(|f| f.is_library);
        let joins = grouped.last().is_some_and(|last| {
            last.source == step.source
                && last.frame == frame
                && last.span.file == step.span.file
                && !matches!(last.kind, StepKind::Return)
                && (in_library || !decides(last, trace))
                && (!is_start_input(last, trace) || last.span == step.span)
                && same_iteration(trace, last, step, in_library)
        });
        if joins {
            let last = grouped.last_mut().expect("a step to join was just seen");
            last.steps.push(StepIndex(index as u32));
            if !in_library {
                last.kind = stronger(last.kind, step.kind);
            }
        } else {
            let kind = if in_library { StepKind::Other } else { step.kind };
            // The whole statement, not the part that this atomic step came from.
            let is_start_input = index < trace.first_executed();
            let span =
                if is_start_input { step.span } else { program.source_stmt(step.source).span };
            let steps = vec![StepIndex(index as u32)];
            grouped.push(SourceStep { steps, kind, span, source: step.source, frame });
        }
    }
    grouped
}

pub(crate) fn user_frame(trace: &ErrorTrace, step: &Step) -> u32 {
    let mut frame = step.frame;
    while let Some(info) = trace.frames.get(frame as usize).filter(|info| info.is_library) {
        match info.caller {
            Some(caller) => frame = caller,
            None => break,
        }
    }
    frame
}

fn decides(last: &SourceStep, trace: &ErrorTrace) -> bool {
    matches!(last.kind, StepKind::Branch { .. }) || calls_user_code(last.kind, trace)
}

fn calls_user_code(kind: StepKind, trace: &ErrorTrace) -> bool {
    match kind {
        StepKind::Call { callee } => {
            trace.frames.get(callee as usize).is_some_and(|frame| !frame.is_library)
        }
        _ => false,
    }
}

fn is_start_input(last: &SourceStep, trace: &ErrorTrace) -> bool {
    last.steps.last().is_some_and(|index| index.index() < trace.first_executed())
}

fn same_iteration(trace: &ErrorTrace, last: &SourceStep, step: &Step, in_library: bool) -> bool {
    let own = |index: &&StepIndex| trace.step(**index).frame == last.frame;
    let before = last.steps.iter().rev().find(own);
    in_library || before.is_none_or(|&index| trace.step(index).context == step.context)
}

/// What a group is called: the most telling of its steps.
fn stronger(left: StepKind, right: StepKind) -> StepKind {
    let rank = |kind: StepKind| match kind {
        StepKind::Other | StepKind::ScopeEnd(_) => 0,
        StepKind::Assume | StepKind::Jump => 1,
        StepKind::Assign => 2,
        StepKind::Call { .. } => 3,
        StepKind::Input => 4,
        StepKind::Return => 5,
        StepKind::Branch { .. } => 6,
        StepKind::Check(_) => 7,
    };
    if rank(right) >= rank(left) { right } else { left }
}
