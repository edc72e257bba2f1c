//! Why was a statement not executed?
//!
//! The last decision of the run with another arm from which the statement is reached before the arms join: that it did not go there is what kept the statement from being executed. If the function of the statement was never
//! entered, the same is asked of the calls of it, the nearest first. Calls through pointers are not followed.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{Callee, Cfg, FunctionId, Point, Program, StmtKind};

use crate::decision::successors;
use crate::record::{Execution, Recording};

/// A decision, and the successor that leads to the statement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptAway {
    pub(crate) at: Execution,
    pub(crate) successor: u32,
}

/// `within`: the decisions of the run that count.
pub(crate) fn kept_away(
    program: &Program,
    recording: &Recording,
    target: Point,
    within: std::ops::Range<usize>,
) -> Option<KeptAway> {
    let mut facts: FxHashMap<FunctionId, Cfg> = FxHashMap::default();
    let mut asked: FxHashSet<Point> = FxHashSet::default();
    let mut pending = std::collections::VecDeque::from([target]);
    while let Some(target) = pending.pop_front() {
        if !asked.insert(target) {
            continue;
        }
        let blocks = program.function(target.function).blocks();
        let cfg = facts.entry(target.function).or_insert_with(|| Cfg::new(blocks));
        let low = within.start.saturating_sub(recording.dropped);
        let high = within.end.saturating_sub(recording.dropped).min(recording.decisions.len());
        let decisions = recording.decisions.get(low..high).unwrap_or_default();
        for decision in decisions.iter().rev() {
            let point = decision.execution.point;
            if point.function != target.function {
                continue;
            }
            let join = cfg.post_dominator(point.block);
            let targets = program.terminator_at(point).kind.successors();
            let leads = |successor: u32| {
                let first = targets[successor as usize];
                cfg.reachable_until(first, join).contains(&target.block)
            };
            if leads(decision.taken) {
                continue;
            }
            if let Some(successor) = successors(program, decision).into_iter().find(|&it| leads(it))
            {
                return Some(KeptAway { at: decision.execution, successor });
            }
        }
        pending.extend(calls_of(program, target.function));
    }
    None
}

/// The statements that call a function.
fn calls_of(program: &Program, callee: FunctionId) -> Vec<Point> {
    let mut calls = Vec::new();
    for (function, id) in program.functions.iter().zip((0..).map(FunctionId)) {
        for (block, at) in function.blocks().iter().zip((0..).map(whydunit_program::BlockId)) {
            for (stmt, index) in block.stmts.iter().zip(0..) {
                if matches!(&stmt.kind, StmtKind::Call { callee: Callee::Direct(called), .. } if *called == callee)
                {
                    calls.push(Point { function: id, block: at, index });
                }
            }
        }
    }
    calls
}
