//! Which functions call which, by the text of the program.

use crate::{Callee, ExprKind, Function, FunctionId, Program, StmtKind};

/// The user's functions that can be executed, the start first.
#[must_use]
pub fn called(program: &Program, start: FunctionId) -> Vec<FunctionId> {
    let mut found = vec![start];
    let mut next = 0;
    while let Some(&function) = found.get(next) {
        next += 1;
        for callee in callees(program.function(function)) {
            if !program.function(callee).is_library && !found.contains(&callee) {
                found.push(callee);
            }
        }
    }
    found
}

/// Functions that are called by name; those whose address is taken may be called, too.
#[must_use]
pub fn callees(function: &Function) -> Vec<FunctionId> {
    let mut found = Vec::new();
    for stmt in function.blocks().iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Call { callee: Callee::Direct(callee), .. } = stmt.kind {
            found.push(callee);
        }
    }
    function.walk(&mut |expr| {
        if let ExprKind::FunctionAddr(callee) = expr.kind {
            found.push(callee);
        }
    });
    found
}
