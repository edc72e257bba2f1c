//! Which loops a run goes through: every activation of a loop, with the first step of each of its iterations.
//!
//! A step tells the iterations of the loops around it inside its function. A loop goes on while calls made inside it run; it ends with its function, when a
//! loop around it goes on to another iteration, or when its own numbers start again. One walk with a stack of the open ones.

use crate::StepReport;

/// One activation of a loop. Any two of a run are disjoint or nested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LoopRun {
    pub(crate) start: usize,
    /// Just behind the last step.
    pub(crate) end: usize,
    pub(crate) line: u32,
    /// Number and first step of each iteration.
    pub(crate) iterations: Vec<(u32, usize)>,
    depth: u32,
    level: usize,
}

impl LoopRun {
    fn begins(step: &StepReport, level: usize, index: usize) -> LoopRun {
        LoopRun {
            start: index,
            end: index,
            line: line_of(step, level),
            iterations: vec![(step.iterations[level], index)],
            depth: step.depth,
            level,
        }
    }

    fn last_number(&self) -> u32 {
        self.iterations.last().map_or(0, |&(number, _)| number)
    }

    fn continues(&self, step: &StepReport) -> bool {
        step.iterations.get(self.level).is_some_and(|&number| number >= self.last_number())
            && line_of(step, self.level) == self.line
    }
}

fn line_of(step: &StepReport, level: usize) -> u32 {
    step.loop_lines.get(level).copied().unwrap_or(step.line)
}

/// All activations of all loops, ascending by their first steps, outer ones first.
pub(crate) fn loop_runs(steps: &[StepReport]) -> Vec<LoopRun> {
    let mut done: Vec<LoopRun> = Vec::new();
    // Ascending by depth, then by level: every loop here is inside of the one before.
    let mut open: Vec<LoopRun> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let mut close_from = |open: &mut Vec<LoopRun>, from: usize| {
            let from = from.min(open.len());
            done.extend(open.drain(from..).map(|run| LoopRun { end: index, ..run }));
        };
        let deeper = open.iter().rposition(|run| run.depth <= step.depth).map_or(0, |at| at + 1);
        close_from(&mut open, deeper);
        let own = open.iter().rposition(|run| run.depth < step.depth).map_or(0, |at| at + 1);
        for level in 0..step.iterations.len() {
            match open.get_mut(own + level).filter(|run| run.continues(step)) {
                Some(run) if run.last_number() == step.iterations[level] => {}
                Some(run) => {
                    run.iterations.push((step.iterations[level], index));
                    close_from(&mut open, own + level + 1);
                }
                None => {
                    close_from(&mut open, own + level);
                    open.push(LoopRun::begins(step, level, index));
                }
            }
        }
        close_from(&mut open, own + step.iterations.len());
    }
    done.extend(open.into_iter().map(|run| LoopRun { end: steps.len(), ..run }));
    done.sort_by_key(|run| (run.start, std::cmp::Reverse(run.end), run.depth, run.level));
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step at a depth, in these iterations of loops at these lines.
    fn step(depth: u32, loops: &[(u32, u32)]) -> StepReport {
        StepReport {
            index: 0,
            kind: "assign",
            file: "a.c".into(),
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 2,
            text: String::new(),
            function: "f".into(),
            writes: Vec::new(),
            call: None,
            taken: None,
            depth,
            scope: 0,
            iterations: loops.iter().map(|&(_, iteration)| iteration).collect(),
            loop_lines: loops.iter().map(|&(line, _)| line).collect(),
            guards: Vec::new(),
        }
    }

    /// First step, end, line, iterations.
    type Found = (usize, usize, u32, Vec<(u32, usize)>);

    fn found(steps: &[StepReport]) -> Vec<Found> {
        let runs = loop_runs(steps);
        runs.into_iter().map(|run| (run.start, run.end, run.line, run.iterations)).collect()
    }

    #[test]
    fn a_loop_lasts_through_calls_made_inside() {
        let steps = [
            step(0, &[]),
            step(0, &[(2, 1)]),
            step(1, &[]),
            step(1, &[(9, 1)]),
            step(0, &[(2, 2)]),
            step(0, &[]),
        ];
        assert_eq!(found(&steps), [(1, 5, 2, vec![(1, 1), (2, 4)]), (3, 4, 9, vec![(1, 3)])]);
    }

    #[test]
    fn an_inner_loop_starts_again_with_the_outer_one() {
        let steps = [
            step(0, &[(2, 1)]),
            step(0, &[(2, 1), (3, 1)]),
            step(0, &[(2, 1), (3, 2)]),
            step(0, &[(2, 2), (3, 2)]),
            step(0, &[(2, 2), (3, 3)]),
        ];
        assert_eq!(
            found(&steps),
            [
                (0, 5, 2, vec![(1, 0), (2, 3)]),
                (1, 3, 3, vec![(1, 1), (2, 2)]),
                (3, 5, 3, vec![(2, 3), (3, 4)]),
            ]
        );
    }

    #[test]
    fn one_loop_after_another() {
        let steps =
            [step(0, &[(2, 1)]), step(0, &[(2, 2)]), step(0, &[(5, 3)]), step(0, &[(5, 1)])];
        assert_eq!(
            found(&steps),
            [(0, 2, 2, vec![(1, 0), (2, 1)]), (2, 3, 5, vec![(3, 2)]), (3, 4, 5, vec![(1, 3)]),]
        );
    }
}
