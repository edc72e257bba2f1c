//! Where steps lie in repetitions: loops and recursive calls, through all active calls.
//!
//! A step of a trace tells the loops around it inside its own function. An explanation wants to know more: a call
//! made in a loop repeats whatever it does. One walk along the trace keeps the active calls, each with its loops.

use std::collections::{BTreeMap, BTreeSet};

use crate::StepReport;
use crate::limits::SHOWN_ITERATIONS;

/// A loop or call around a step. Two steps are in the same activation of it when `start`, its first step, is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    Loop {
        start: usize,
        iteration: u32,
    },
    /// A call of a function that is not active yet.
    Call {
        start: usize,
    },
    /// Calls of functions that are active already; there are `nth` active calls of the innermost function. Nothing inside is told apart.
    Nested {
        nth: u32,
    },
}

/// What a walk along a trace has found.
#[derive(Debug, Default)]
pub(crate) struct Repetitions {
    /// Levels around each step that was asked for, outermost first.
    paths: BTreeMap<usize, Vec<Level>>,
    /// Calls, by their first step, inside which the same function was called again.
    recursive: BTreeSet<usize>,
    /// Of each loop that no other loop is around: iterations and the first step of each.
    iterations: BTreeMap<usize, Vec<(u32, usize)>>,
    /// The last iteration of each loop.
    lengths: BTreeMap<usize, u32>,
}

/// The calls that are active at one moment of the walk.
#[derive(Debug, Default)]
struct Active<'t> {
    calls: Vec<ActiveCall<'t>>,
    /// First step of the outermost active call of each function, and the number of active ones.
    functions: BTreeMap<&'t str, (usize, u32)>,
}

#[derive(Debug)]
struct ActiveCall<'t> {
    function: &'t str,
    start: usize,
    nth: u32,
    is_inside_loop: bool,
    loops: Vec<ActiveLoop>,
}

#[derive(Debug)]
struct ActiveLoop {
    start: usize,
    line: u32,
    iteration: u32,
}

impl<'t> Active<'t> {
    /// Ends the calls that a step at this depth cannot be inside of.
    fn leave(&mut self, depth: usize) {
        while self.calls.len() > depth
            && let Some(call) = self.calls.pop()
        {
            match self.functions.get_mut(call.function) {
                Some((_, count)) if *count > 1 => *count -= 1,
                _ => drop(self.functions.remove(call.function)),
            }
        }
    }

    /// Begins a call; gives the first step of the outermost one of the same function.
    fn enter(&mut self, function: &'t str, start: usize) -> usize {
        let (outermost, count) = self.functions.entry(function).or_insert((start, 0));
        *count += 1;
        let around = self.calls.last();
        let is_inside_loop =
            around.is_some_and(|call| call.is_inside_loop || !call.loops.is_empty());
        let call = ActiveCall { function, start, nth: *count, is_inside_loop, loops: Vec::new() };
        self.calls.push(call);
        *outermost
    }

    fn path(&self) -> Vec<Level> {
        let mut levels = Vec::new();
        for call in &self.calls {
            if call.nth > 1 {
                let nth = self.calls.last().map_or(call.nth, |call| call.nth);
                levels.push(Level::Nested { nth });
                break;
            }
            levels.push(Level::Call { start: call.start });
            levels.extend(
                call.loops.iter().map(|l| Level::Loop { start: l.start, iteration: l.iteration }),
            );
        }
        levels
    }
}

impl Repetitions {
    /// Walks along a trace; `wanted` are the steps to be asked about, ascending.
    pub(crate) fn of(steps: &[StepReport], wanted: impl Iterator<Item = usize>) -> Repetitions {
        let mut found = Repetitions::default();
        let mut wanted = wanted.peekable();
        let mut active = Active::default();
        for (index, step) in steps.iter().enumerate() {
            let depth = (step.depth as usize).min(active.calls.len());
            active.leave(depth + 1);
            if active.calls.get(depth).is_none_or(|call| call.function != step.function) {
                active.leave(depth);
                let outermost = active.enter(&step.function, index);
                if outermost != index {
                    found.recursive.insert(outermost);
                }
            }
            if let Some(call) = active.calls.last_mut() {
                found.enter_loops(call, step, index);
            }
            if wanted.next_if_eq(&index).is_some() {
                found.paths.insert(index, active.path());
            }
        }
        found
    }

    fn enter_loops(&mut self, call: &mut ActiveCall<'_>, step: &StepReport, index: usize) {
        for (level, &iteration) in step.iterations.iter().enumerate() {
            let line = step.loop_lines.get(level).copied().unwrap_or(step.line);
            let known = call.loops.get_mut(level);
            match known.filter(|known| known.line == line && known.iteration <= iteration) {
                Some(known) if known.iteration == iteration => continue,
                Some(known) => {
                    known.iteration = iteration;
                    call.loops.truncate(level + 1);
                }
                None => {
                    call.loops.truncate(level);
                    call.loops.push(ActiveLoop { start: index, line, iteration });
                }
            }
            let start = call.loops[level].start;
            self.lengths.insert(start, iteration);
            if level == 0 && !call.is_inside_loop {
                self.iterations.entry(start).or_default().push((iteration, index));
            }
        }
        call.loops.truncate(step.iterations.len());
    }

    /// The levels around a step that was asked for.
    pub(crate) fn path(&self, step: usize) -> &[Level] {
        self.paths.get(&step).map_or(&[], Vec::as_slice)
    }

    /// The outermost loop or recursion around a step: its first step.
    pub(crate) fn outermost(&self, step: usize) -> Option<usize> {
        self.path(step).iter().find_map(|level| match *level {
            Level::Loop { start, .. } => Some(start),
            Level::Call { start } => self.recursive.contains(&start).then_some(start),
            Level::Nested { .. } => None,
        })
    }

    /// Iterations of an outermost loop with their first steps; empty for other levels.
    pub(crate) fn iterations(&self, start: usize) -> &[(u32, usize)] {
        self.iterations.get(&start).map_or(&[], Vec::as_slice)
    }

    /// When these steps happened: `in iterations 1–3`, `12 times in iterations 2–4`, `in 5 nested calls`. Empty when there is
    /// nothing to tell apart.
    pub(crate) fn when(&self, steps: &[usize]) -> String {
        match steps {
            [] => String::new(),
            [only] => self.when_once(*only),
            [first, ..] => self.when_often(self.path(*first), steps),
        }
    }

    fn when_once(&self, step: usize) -> String {
        let path = self.path(step);
        if let Some(Level::Nested { nth }) = path.last() {
            return format!("in nested call {nth}");
        }
        let iterations: Vec<String> = path
            .iter()
            .rev()
            .filter(|level| self.repeats(level))
            .filter_map(|level| match level {
                Level::Loop { iteration, .. } => Some(iteration.to_string()),
                _ => None,
            })
            .collect();
        match iterations.as_slice() {
            [] => String::new(),
            [only] => format!("in iteration {only}"),
            [inner, outer] => format!("in iteration {inner} (outer loop: {outer})"),
            [inner, outer @ ..] => {
                format!("in iteration {inner} (outer loops: {})", outer.join(", "))
            }
        }
    }

    /// `path` is that of the first step.
    fn when_often(&self, path: &[Level], steps: &[usize]) -> String {
        let count = steps.len();
        if steps.iter().any(|&step| matches!(self.path(step).last(), Some(Level::Nested { .. }))) {
            return format!("in {count} nested calls");
        }
        // The first level that tells the steps apart, else the innermost one that repeats.
        let differs = (0..path.len())
            .find(|&level| steps.iter().any(|&step| self.path(step).get(level) != path.get(level)));
        let repeating = || path.iter().rposition(|level| self.repeats(level));
        let Some(level) = differs.or_else(repeating) else { return format!("{count} times") };
        let mut iterations: Vec<u32> = Vec::new();
        for &step in steps {
            if let Some(&Level::Loop { iteration, .. }) = self.path(step).get(level) {
                iterations.push(iteration);
            }
        }
        if iterations.len() < count {
            return format!("{count} times");
        }
        iterations.dedup();
        let times =
            if iterations.len() < count { format!("{count} times ") } else { String::new() };
        format!("{times}in {}", iteration_ranges(&iterations))
    }

    fn repeats(&self, level: &Level) -> bool {
        match *level {
            Level::Loop { start, .. } => self.lengths.get(&start).is_some_and(|&last| last > 1),
            Level::Call { .. } => false,
            Level::Nested { .. } => true,
        }
    }
}

/// `iteration 3`, `iterations 1–4 and 7`, `iterations 1, 3, 5 and 17 more`; the numbers ascend.
pub(crate) fn iteration_ranges(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == number || *end == number => *end = number,
            _ => ranges.push((number, number)),
        }
    }
    let mut texts: Vec<String> = Vec::new();
    for (index, &(first, last)) in ranges.iter().enumerate() {
        if index + 1 >= SHOWN_ITERATIONS && ranges.len() > SHOWN_ITERATIONS {
            let rest: u32 = ranges[index..].iter().map(|(first, last)| last - first + 1).sum();
            texts.push(format!("{rest} more"));
            break;
        }
        match last - first {
            0 => texts.push(first.to_string()),
            1 => texts.extend([first.to_string(), last.to_string()]),
            _ => texts.push(format!("{first}–{last}")),
        }
    }
    let noun = if numbers.len() == 1 { "iteration" } else { "iterations" };
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{noun} {} and {last}", rest.join(", ")),
        _ => format!("{noun} {}", texts.concat()),
    }
}
