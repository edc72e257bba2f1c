//! What is written in contracts and annotations, each as the failure that a test can look for.

use whydunit_interp::{Failure, StackEntry};
use whydunit_program::{
    BlockId, Body, CheckKind, Expr, ExprKind, FunctionId, Point, Program, SourceKind, Stmt,
    StmtKind,
};

use crate::limits::LONGEST_CONDITION;

/// A clause or an annotation.
#[derive(Clone, Debug)]
pub(super) struct Promise {
    /// How it would fail.
    pub(super) failure: Failure,
    condition: Expr,
}

/// The postconditions of the start function, each once: they are checked at every return.
pub(super) fn promises(program: &Program, start: FunctionId) -> Vec<Promise> {
    let mut found = checks(program, start, start);
    found.retain(|(is_inside, promise)| !is_inside && promise.failure.point.function == start);
    once(found)
}

/// Annotations inside functions, and the contracts of functions that the start function calls.
pub(super) fn annotations(program: &Program, start: FunctionId) -> Vec<Promise> {
    let ids = (0..program.functions.len() as u32).map(FunctionId);
    let own = ids.filter(|&id| !program.function(id).is_library);
    let mut found: Vec<(bool, Promise)> = own.flat_map(|id| checks(program, start, id)).collect();
    found.retain(|(is_inside, promise)| *is_inside || promise.failure.point.function != start);
    once(found)
}

fn once(found: Vec<(bool, Promise)>) -> Vec<Promise> {
    let mut all: Vec<Promise> = Vec::new();
    for (_, promise) in found {
        let is_same = |other: &Promise| {
            let (one, other) = (&promise.failure, &other.failure);
            one.point.function == other.point.function && one.text == other.text
        };
        if !all.iter().any(is_same) {
            all.push(promise);
        }
    }
    all
}

/// The checks in a function that are comments to a C compiler; `true` for those that stand between statements.
fn checks(program: &Program, start: FunctionId, id: FunctionId) -> Vec<(bool, Promise)> {
    let mut found = Vec::new();
    for (block, number) in program.function(id).blocks().iter().zip(0..) {
        for (stmt, index) in block.stmts.iter().zip(0..) {
            let StmtKind::Check { kind, cond, text } = &stmt.kind else { continue };
            let is_precondition = *kind == CheckKind::Requires;
            // Inputs that break the precondition of the start function are nobody's failure.
            if *kind != CheckKind::Contract && !(is_precondition && id != start) {
                continue;
            }
            let point = Point { function: id, block: BlockId(number), index };
            let failure = failure(program, start, stmt, point, text);
            let is_inside = !is_precondition && is_inside(program, stmt);
            found.push((is_inside, Promise { failure, condition: cond.clone() }));
        }
    }
    found
}

fn is_inside(program: &Program, stmt: &Stmt) -> bool {
    let is_annotation = program.source_stmt(stmt.source).kind == SourceKind::Annotation;
    is_annotation && !program.sources.text(stmt.span).starts_with("ensures")
}

fn failure(program: &Program, start: FunctionId, stmt: &Stmt, point: Point, text: &str) -> Failure {
    let entry = |function: FunctionId| StackEntry {
        function,
        name: program.function(function).name.clone(),
        call_span: None,
    };
    let mut stack = vec![entry(start)];
    if point.function != start {
        stack.push(entry(point.function));
    }
    Failure {
        kind: CheckKind::Contract,
        message: text.to_owned(),
        span: stmt.span,
        text: text.to_owned(),
        point,
        stack,
        subject: None,
    }
}

/// Long conditions are not read to their ends.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_CONDITION) {
        Some((end, _)) => format!("{}...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// The program with all these promises as one, at the place of the first, and how that fails. Without any the failure is one
/// that needs nothing put into the program.
pub(super) fn joined(program: &Program, start: FunctionId, all: &[&Promise]) -> (Program, Failure) {
    let mut program = program.clone();
    let Some((first, rest)) = all.split_first() else {
        let function = program.function(start);
        let failure = Failure {
            kind: CheckKind::Assert,
            message: "a check fails".to_owned(),
            span: function.span,
            text: String::new(),
            point: Point { function: start, block: BlockId(0), index: 0 },
            stack: Vec::new(),
            subject: None,
        };
        return (program, failure);
    };
    let mut failure = first.failure.clone();
    let mut whole = first.condition.clone();
    for promise in rest {
        let (ty, span) = (whole.ty, whole.span);
        let both = ExprKind::And(Box::new(whole), Box::new(promise.condition.clone()));
        whole = Expr::new(both, ty, span);
    }
    let texts: Vec<String> = all.iter().map(|promise| shortened(&promise.failure.text)).collect();
    failure.message = texts.join(" and ");
    let Point { function, block, index } = failure.point;
    if let Body::Blocks(blocks) = &mut program.functions[function.index()].body
        && let StmtKind::Check { cond, .. } = &mut blocks[block.index()].stmts[index as usize].kind
    {
        *cond = whole;
    }
    (program, failure)
}
