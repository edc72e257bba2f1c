//! The order of repair solutions (section 5): more executed steps first, then fewer fixes, then more fixes outside of loops.
//!
//! Before all that, solutions that only cut the run short come last, and solutions that say what to write come before those that only say what should come out: a value for each step
//! can do more than any expression. After the number of fixes, fixes of steps come before fixes of calls that pass constants; the weights of the library and the order of the source decide
//! at the end.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use whydunit_program::SourceStmtId;

use super::formula::{Exit, RepairProgram};
use super::{Choice, Fix, Solution};

pub(super) fn sort(solutions: &mut [Solution]) {
    solutions.sort_by_cached_key(|solution| {
        let outside = solution.fixes.iter().filter(|fix| !fix.is_in_loop).count();
        let places: Vec<_> =
            solution.fixes.iter().map(|fix| (fix.span, fix.step, alternative(fix))).collect();
        (
            solution.only_cuts,
            solution.fixes.iter().any(|fix| alternative(fix).is_none()),
            Reverse(solution.total_steps),
            solution.fixes.len(),
            solution.beside_steps,
            Reverse(outside),
            Reverse(solution.weight),
            places,
        )
    });
}

fn alternative(fix: &Fix) -> Option<usize> {
    match fix.what {
        Choice::Alternative(index) => Some(index),
        Choice::Free(_) => None,
    }
}

/// The run leaves the first time that it comes to a condition which was evaluated several times: the loop is not entered.
pub(super) fn only_cuts(
    program: &RepairProgram<'_>,
    exit: &Exit,
    executions: &FxHashMap<SourceStmtId, usize>,
) -> bool {
    let left = program.trace.steps[exit.atomic as usize].source;
    let times = executions.get(&left).copied().unwrap_or(0);
    let first = program.steps.list.iter().position(|step| step.source == left);
    !exit.is_check && times > 1 && first == Some(exit.step as usize)
}
