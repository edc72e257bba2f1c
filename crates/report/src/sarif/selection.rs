//! Which steps of a long run are listed: viewers take some thousands of them, runs have millions.
//!
//! Steps that matter come first; then those outside of loops and of the first and last iterations of each loop; then the others. Where not all of a
//! rank have room, those nearest to the failure are taken.

use std::collections::BTreeSet;

use crate::StepReport;
use crate::loops::{LoopRun, loop_runs};

/// Ascending indices into `steps`, at most `most` of them.
pub(super) fn selected(steps: &[StepReport], matters: &BTreeSet<usize>, most: usize) -> Vec<usize> {
    if steps.len() <= most {
        return (0..steps.len()).collect();
    }
    let failing = steps.len() - 1;
    let mut ranks: [Vec<usize>; 3] = Default::default();
    for (index, is_between) in between(steps).into_iter().enumerate() {
        let rank = if index == failing || matters.contains(&index) {
            0
        } else if is_between {
            2
        } else {
            1
        };
        ranks[rank].push(index);
    }
    let mut taken: Vec<usize> = Vec::new();
    for rank in ranks {
        let room = most - taken.len();
        taken.extend(&rank[rank.len().saturating_sub(room)..]);
    }
    taken.sort_unstable();
    taken
}

/// Does the step belong to an iteration in the middle of some loop, be it in a call? The first two and the last two say more.
fn between(steps: &[StepReport]) -> Vec<bool> {
    // Where a middle begins and ends: any two are disjoint or nested, so that a sum tells how many are around a step.
    let mut changes = vec![0_i64; steps.len() + 1];
    for LoopRun { iterations, .. } in loop_runs(steps) {
        if let [_, _, middle @ .., (_, end), _] = iterations.as_slice()
            && let Some((_, start)) = middle.first()
        {
            changes[*start] += 1;
            changes[*end] -= 1;
        }
    }
    let mut around = 0;
    let count = |change: &i64| {
        around += change;
        around > 0
    };
    changes[..steps.len()].iter().map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(index: usize, iterations: &[u32]) -> StepReport {
        StepReport {
            index,
            kind: "assign",
            file: "a.c".into(),
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 2,
            text: "x".into(),
            function: "f".into(),
            writes: Vec::new(),
            call: None,
            taken: None,
            depth: 0,
            scope: 0,
            loop_lines: (1..).take(iterations.len()).collect(),
            iterations: iterations.to_vec(),
            guards: Vec::new(),
        }
    }

    /// One step, a loop of ten iterations, one step.
    fn run() -> Vec<StepReport> {
        let mut steps = vec![step(0, &[])];
        steps.extend((1..=10).map(|iteration| step(iteration as usize, &[iteration])));
        steps.push(step(11, &[]));
        steps
    }

    #[test]
    fn the_middle_of_loops_goes_first() {
        let matters = BTreeSet::from([5]);
        assert_eq!(selected(&run(), &matters, 12).len(), 12);
        assert_eq!(selected(&run(), &matters, 7), [0, 1, 2, 5, 9, 10, 11]);
        assert_eq!(selected(&run(), &matters, 8), [0, 1, 2, 5, 8, 9, 10, 11]);
        assert_eq!(selected(&run(), &matters, 3), [5, 10, 11]);
    }

    #[test]
    fn iterations_of_inner_loops_are_counted_for_each_time() {
        let mut steps: Vec<StepReport> = Vec::new();
        for (outer, inner_iterations) in [(1, 9), (2, 5)] {
            for inner in 1..=inner_iterations {
                steps.push(step(steps.len(), &[outer, inner]));
            }
        }
        assert_eq!(selected(&steps, &BTreeSet::new(), 8), [0, 1, 7, 8, 9, 10, 12, 13]);
    }

    #[test]
    fn calls_belong_to_the_iteration_that_makes_them() {
        let mut steps: Vec<StepReport> = Vec::new();
        for outer in 1..=5 {
            steps.push(step(steps.len(), &[outer]));
            steps.push(StepReport { depth: 1, ..step(steps.len(), &[]) });
        }
        assert_eq!(selected(&steps, &BTreeSet::new(), 8), [0, 1, 2, 3, 6, 7, 8, 9]);
    }

    #[test]
    fn a_loop_of_a_function_is_another_one_in_each_call() {
        let mut steps: Vec<StepReport> = Vec::new();
        for iterations in [9, 5] {
            steps.push(step(steps.len(), &[]));
            for iteration in 1..=iterations {
                steps.push(StepReport { depth: 1, ..step(steps.len(), &[iteration]) });
            }
        }
        assert_eq!(selected(&steps, &BTreeSet::new(), 10), [0, 1, 2, 8, 9, 10, 11, 12, 14, 15]);
    }
}
