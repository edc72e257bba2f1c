//! Which steps of a long run are listed: viewers take some thousands of them, runs have millions.
//!
//! Steps that matter come first; then those outside of loops and of the first and last iterations of each loop; then the others. Where not all of a
//! rank have room, those nearest to the failure are taken.

use std::collections::{BTreeMap, BTreeSet};

use crate::StepReport;

/// Iterations at the beginning and at the end of a loop that say more than those between.
const TELLING: u32 = 2;

/// Ascending indices into `steps`, at most `most` of them.
pub(super) fn selected(steps: &[StepReport], matters: &BTreeSet<usize>, most: usize) -> Vec<usize> {
    if steps.len() <= most {
        return (0..steps.len()).collect();
    }
    let last_iterations = last_iterations(steps);
    let failing = steps.len() - 1;
    let mut ranks: [Vec<usize>; 3] = Default::default();
    for (index, step) in steps.iter().enumerate() {
        let rank = if index == failing || matters.contains(&index) {
            0
        } else if is_telling(step, &last_iterations) {
            1
        } else {
            2
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

/// A loop, entered once: its line and those of the loops around it, each with its iteration.
type LoopKey<'r> = (u32, &'r str, Vec<(u32, u32)>, u32);

fn loops(step: &StepReport) -> impl Iterator<Item = (LoopKey<'_>, u32)> {
    let around: Vec<(u32, u32)> =
        step.loop_lines.iter().copied().zip(step.iterations.iter().copied()).collect();
    (0..around.len()).map(move |inner| {
        let (line, iteration) = around[inner];
        ((step.depth, step.function.as_str(), around[..inner].to_vec(), line), iteration)
    })
}

fn last_iterations(steps: &[StepReport]) -> BTreeMap<LoopKey<'_>, u32> {
    let mut last = BTreeMap::new();
    for (key, iteration) in steps.iter().flat_map(loops) {
        let most = last.entry(key).or_insert(iteration);
        *most = iteration.max(*most);
    }
    last
}

fn is_telling(step: &StepReport, last_iterations: &BTreeMap<LoopKey<'_>, u32>) -> bool {
    loops(step).all(|(key, iteration)| {
        let last = last_iterations.get(&key).copied().unwrap_or(iteration);
        iteration <= TELLING || last - iteration < TELLING
    })
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
}
