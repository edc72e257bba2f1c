//! Where does a run stay for ever, without coming to the failing check?
//!
//! Blocks from which neither the end of their function, nor the end of the program, nor the failing check can be reached: `for (;;) ;`. A run that gets there avoids the failure. What
//! conditions say is not looked at, so that loops which only their conditions keep going are not among them.

use whydunit_program::{BlockId, Body, Callee, Cfg, FunctionId, Program, StmtKind, TerminatorKind};
use whydunit_trace::ErrorTrace;

/// Blocks that a run does not leave any more, by function.
pub(crate) fn endless_blocks(
    program: &Program,
    trace: &ErrorTrace,
    is_exit: &[bool],
) -> Vec<(FunctionId, Vec<BlockId>)> {
    let leads_on = leading_on(program, trace, is_exit);
    let mut found = Vec::new();
    for (function, id) in program.functions.iter().zip((0..).map(FunctionId)) {
        if function.is_library || !matches!(function.body, Body::Blocks(_)) {
            continue;
        }
        let blocks = function.blocks();
        let failing = (trace.failure.point.function == id).then_some(trace.failure.point.block);
        let cfg = Cfg::new(blocks);
        let mut is_left: Vec<bool> = blocks
            .iter()
            .zip((0..).map(BlockId))
            .map(|(block, at)| {
                let ends = matches!(
                    block.terminator.kind,
                    TerminatorKind::Return(_) | TerminatorKind::Unreachable
                );
                let calls = block.stmts.iter().any(|stmt| match &stmt.kind {
                    StmtKind::Call { callee: Callee::Direct(callee), .. } => {
                        leads_on[callee.index()]
                    }
                    StmtKind::Call { callee: Callee::Pointer(_), .. } => true,
                    _ => false,
                });
                ends || calls || failing == Some(at)
            })
            .collect();
        let mut pending: Vec<BlockId> =
            (0..).map(BlockId).take(blocks.len()).filter(|at| is_left[at.index()]).collect();
        while let Some(block) = pending.pop() {
            for &before in cfg.predecessors(block) {
                if !std::mem::replace(&mut is_left[before.index()], true) {
                    pending.push(before);
                }
            }
        }
        let stays: Vec<BlockId> =
            (0..).map(BlockId).take(blocks.len()).filter(|at| !is_left[at.index()]).collect();
        if !stays.is_empty() {
            found.push((id, stays));
        }
    }
    found
}

/// Functions whose calls may come to the failing check, or end the program.
fn leading_on(program: &Program, trace: &ErrorTrace, is_exit: &[bool]) -> Vec<bool> {
    let mut leads_on = is_exit.to_vec();
    leads_on[trace.failure.point.function.index()] = true;
    loop {
        let mut is_changed = false;
        for (index, function) in program.functions.iter().enumerate() {
            let mut calls = function.blocks().iter().flat_map(|block| &block.stmts);
            let leads = calls.any(|stmt| match &stmt.kind {
                StmtKind::Call { callee: Callee::Direct(callee), .. } => leads_on[callee.index()],
                StmtKind::Call { callee: Callee::Pointer(_), .. } => true,
                _ => false,
            });
            if leads && !leads_on[index] {
                leads_on[index] = true;
                is_changed = true;
            }
        }
        if !is_changed {
            return leads_on;
        }
    }
}
