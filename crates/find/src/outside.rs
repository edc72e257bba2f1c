//! What does the outside answer, where just one answer is looked at?

use rustc_hash::FxHashSet;
use whydunit_program::{Body, Callee, FunctionId, Intrinsic, Program, SharedState, Stmt, StmtKind};
use whydunit_source::Span;
use whydunit_trace::{ErrorTrace, Step, StepKind};

use crate::{Assumption, AssumptionKind};

/// Functions of the library whose answers are those of `run` and no inputs, with what they are.
const FIXED: [(&str, &str); 2] = [
    ("getcwd", "the working directory is `/`"),
    ("gethostname", "the name of the machine is `localhost`"),
];

/// Is the answer of a call one of several, of which just this one is looked at?
pub(crate) fn is_fixed(program: &Program, callee: FunctionId) -> bool {
    is_ours(program, callee) && FIXED.iter().any(|(name, _)| *name == program.function(callee).name)
}

/// What is taken for granted of a call, in words.
pub(crate) fn answer(program: &Program, callee: FunctionId) -> Option<String> {
    let function = program.function(callee);
    match function.body {
        Body::Undefined => {
            Some(format!("`{}` is defined nowhere: it changes nothing", function.name))
        }
        Body::Blocks(_) if function.is_library && is_users(program, callee) => {
            Some(format!("`{}` keeps its contract", function.name))
        }
        Body::Intrinsic(_) | Body::Blocks(_) if is_ours(program, callee) => {
            let fixed = FIXED.iter().find(|(name, _)| *name == function.name);
            fixed.map(|(_, words)| (*words).to_owned())
        }
        Body::Intrinsic(_) | Body::Blocks(_) => None,
    }
}

/// Is it declared in the user's files? Of the library that is only what has a contract in place of a body.
fn is_users(program: &Program, callee: FunctionId) -> bool {
    program.sources.file(program.function(callee).span.file).is_user()
}

fn is_ours(program: &Program, callee: FunctionId) -> bool {
    let function = program.function(callee);
    function.is_library || matches!(function.body, Body::Intrinsic(_))
}

/// Can the system answer otherwise than it does in runs: a file that is there, a variable of the environment that is set?
pub fn has_other_answers(program: &Program, start: FunctionId) -> bool {
    calls(program, start).into_iter().any(|(_, callee)| is_fixed(program, callee))
}

/// Answers of the system that a run has got, of which there are others that no other run can have: the working directory, a file that is there. Each once for each place in the user's code.
pub fn fixed_answers(program: &Program, trace: &ErrorTrace) -> Vec<Assumption> {
    let mut found: Vec<Assumption> = Vec::new();
    let mut called = None;
    for step in trace.steps.iter().filter(|step| step.kind.is_executed()) {
        let stmt = program.stmt_at(step.point);
        let what = if trace.frames[step.frame as usize].is_library {
            called.and_then(|call| not_followed(program, step, call))
        } else {
            called = stmt.and_then(|stmt| match stmt.kind {
                StmtKind::Call { callee: Callee::Direct(callee), .. } => Some((callee, stmt.span)),
                _ => None,
            });
            let fixed = called.filter(|&(callee, _)| is_fixed(program, callee));
            fixed.and_then(|(callee, _)| answer(program, callee))
        };
        let (Some(what), Some((_, place))) = (what, called) else { continue };
        let assumption = Assumption { kind: AssumptionKind::Outside, what, place: Some(place) };
        if !found.contains(&assumption) {
            found.push(assumption);
        }
    }
    found
}

/// The function of the library has decided by an answer of the system, and with another one the run would have met what is not supported.
fn not_followed(program: &Program, step: &Step, call: (FunctionId, Span)) -> Option<String> {
    let StepKind::Branch { taken, .. } = step.kind else { return None };
    let arms = program.terminator_at(step.point).kind.successors();
    let own = arms[taken as usize];
    let blocks = program.function(step.point.function).blocks();
    let limits =
        arms.into_iter().filter(|&arm| arm != own).flat_map(|arm| &blocks[arm.index()].stmts);
    let what = limits.filter_map(|stmt| match &stmt.kind {
        StmtKind::Unsupported { what } => Some(what),
        _ => None,
    });
    what.take(1).map(|what| unfollowed(&program.function(call.0).name, what)).next()
}

/// The words for an answer that is as in the run because others lead to what is not supported.
pub(crate) fn unfollowed(function: &str, what: &str) -> String {
    match what.starts_with("a file ") || what.starts_with("a folder ") {
        true => format!("`{function}` finds no file (--root DIR, --file NAME=PATH)"),
        false => format!("`{function}` fails: {what} is not supported"),
    }
}

/// What a run takes for granted, by the text of the program.
pub fn taken_for_granted(program: &Program, start: FunctionId) -> Vec<Assumption> {
    let mut found: Vec<Assumption> = Vec::new();
    let mut note = |kind, what: String, place| {
        let assumption = Assumption { kind, what, place: Some(place) };
        if !found.iter().any(|known| known.is_like(&assumption)) {
            found.push(assumption);
        }
    };
    for global in SharedState::at(program, start).kept.into_iter().map(|id| program.global(id)) {
        let what = format!("`{}` is as the program initialises it", global.name);
        note(AssumptionKind::State, what, global.span);
    }
    for (stmt, callee) in calls(program, start) {
        if let Some(what) = answer(program, callee) {
            note(AssumptionKind::Outside, what, stmt.span);
        }
        if let Body::Intrinsic(Intrinsic::Malloc | Intrinsic::Calloc | Intrinsic::Realloc) =
            program.function(callee).body
        {
            note(AssumptionKind::Alloc, ALLOCATION.to_owned(), stmt.span);
        }
    }
    found
}

/// The words for allocations that succeed.
pub(crate) const ALLOCATION: &str = "memory that is asked for is there";

/// Calls by name in the user's functions that can be executed, with their callees.
fn calls(program: &Program, start: FunctionId) -> Vec<(&Stmt, FunctionId)> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<FunctionId> = std::iter::once(start).collect();
    let mut open = vec![start];
    while let Some(function) = open.pop() {
        for stmt in program.function(function).blocks().iter().flat_map(|block| &block.stmts) {
            let StmtKind::Call { callee: Callee::Direct(callee), .. } = stmt.kind else { continue };
            found.push((stmt, callee));
            if !program.function(callee).is_library && seen.insert(callee) {
                open.push(callee);
            }
        }
    }
    found
}
