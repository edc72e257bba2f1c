//! A trace as a listing: one line a step, indented by call and scope, loops numbered and folded.
//!
//! Folding: of a loop with more than [`UNFOLDED`] iterations only the first and the last two are
//! shown (the failure is usually decided in one of them); what is left out is counted. JSON has all.

use std::fmt::Write;

use crate::{StepReport, TextOptions, TraceReport};

/// Loops with at most this many iterations are shown whole.
const UNFOLDED: u32 = 4;
/// Longest text of a statement before it is shortened.
const LONGEST_TEXT: usize = 60;

pub fn trace_to_text(trace: &TraceReport, options: &TextOptions) -> String {
    let mut out = String::new();
    let folds = if options.unfold { Vec::new() } else { folded_ranges(&trace.steps) };
    let text_column = trace
        .steps
        .iter()
        .map(|step| indent_of(step) + shorten(&step.text).chars().count())
        .max()
        .unwrap_or(0)
        .min(options.width.saturating_sub(30).max(24));
    let mut place = Position::default();
    let mut index = 0;
    let mut next_fold = 0;
    while index < trace.steps.len() {
        if let Some(fold) = folds.get(next_fold).filter(|fold| fold.start == index) {
            let indent = " ".repeat(indent_of(&trace.steps[index]));
            let _ = writeln!(
                out,
                "     │ {indent}… iterations {}–{} of the loop at line {} ({} steps) …",
                fold.first,
                fold.last,
                fold.line,
                fold.end - fold.start
            );
            place.skip_to(&trace.steps[fold.end - 1]);
            index = fold.end;
            next_fold += 1;
            // A nested fold inside the one just written must not be looked for any more.
            while folds.get(next_fold).is_some_and(|fold| fold.start < index) {
                next_fold += 1;
            }
            continue;
        }
        let step = &trace.steps[index];
        place.announce(step, &mut out);
        step_line(step, text_column, &mut out);
        index += 1;
    }
    out
}

/// What the reader has been told about where the run is.
#[derive(Default)]
struct Position {
    function: Option<(u32, String, String)>,
    iterations: Vec<u32>,
    depth: u32,
}

impl Position {
    fn skip_to(&mut self, step: &StepReport) {
        self.function = Some((step.depth, step.function.clone(), step.file.clone()));
        self.iterations.clone_from(&step.iterations);
        self.depth = step.depth;
    }

    fn announce(&mut self, step: &StepReport, out: &mut String) {
        let here = (step.depth, step.function.clone(), step.file.clone());
        let indent = "  ".repeat(step.depth as usize);
        if self.function.as_ref() != Some(&here) {
            let _ = writeln!(out, "       {indent}{}() in {}", step.function, step.file);
            self.function = Some(here);
            self.iterations =
                if step.depth < self.depth { step.iterations.clone() } else { Vec::new() };
            self.depth = step.depth;
        }
        let changed = step
            .iterations
            .iter()
            .zip(self.iterations.iter().map(Some).chain(std::iter::repeat(None)))
            .position(|(now, before)| Some(now) != before);
        if let (Some(level), Some(line)) =
            (changed, changed.and_then(|level| step.loop_lines.get(level)))
        {
            let indent = " ".repeat(indent_of(step));
            let number = step.iterations[level];
            let _ = writeln!(out, "     │ {indent}· iteration {number} of the loop at line {line}");
        }
        self.iterations.clone_from(&step.iterations);
    }
}

fn indent_of(step: &StepReport) -> usize {
    2 * (step.depth + step.scope).min(20) as usize
}

fn shorten(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.chars().count() <= LONGEST_TEXT {
        return one_line;
    }
    let head: String = one_line.chars().take(LONGEST_TEXT - 1).collect();
    format!("{head}…")
}

fn step_line(step: &StepReport, text_column: usize, out: &mut String) {
    let body = format!("{}{}", " ".repeat(indent_of(step)), shorten(&step.text));
    let padding = " ".repeat((text_column + 2).saturating_sub(body.chars().count()).max(2));
    let mut remarks: Vec<String> = Vec::new();
    if let Some(taken) = &step.taken {
        remarks.push(taken.clone());
    }
    for write in &step.writes {
        remarks.push(format!("{} = {}", write.name, write.value));
    }
    if !step.guards.is_empty() {
        remarks.push(format!("({})", step.guards.join(", ")));
    }
    let line = format!("{:>4} │ {body}{padding}{}", step.line, remarks.join(", "));
    let _ = writeln!(out, "{}", line.trim_end());
}

/// Steps `start..end` that are iterations `first..=last` of one loop.
struct Fold {
    start: usize,
    end: usize,
    first: u32,
    last: u32,
    line: u32,
}

/// Folds of all loops, outermost first at equal starts, ascending by start.
fn folded_ranges(steps: &[StepReport]) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut open: Vec<LoopRun> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        // A loop runs on while its activation is still on the stack: deeper calls belong to it.
        while let Some(run) = open.last() {
            if run.continues(step) {
                break;
            }
            let run = open.pop().expect("the loop run was just seen");
            run.close(index, &mut folds);
        }
        for level in 0..step.iterations.len() {
            let depth = step.depth;
            match open.iter_mut().find(|run| run.depth == depth && run.level == level) {
                Some(run) => run.enter(step.iterations[level], index),
                None => open.push(LoopRun::new(step, level, index)),
            }
        }
    }
    while let Some(run) = open.pop() {
        run.close(steps.len(), &mut folds);
    }
    folds.sort_by_key(|fold| (fold.start, std::cmp::Reverse(fold.end)));
    folds
}

struct LoopRun {
    depth: u32,
    level: usize,
    line: u32,
    /// The enclosing loops' iterations, which must stay the same.
    outer: Vec<u32>,
    /// First step of each iteration seen, with its number.
    starts: Vec<(u32, usize)>,
}

impl LoopRun {
    fn new(step: &StepReport, level: usize, index: usize) -> LoopRun {
        LoopRun {
            depth: step.depth,
            level,
            line: step.loop_lines.get(level).copied().unwrap_or(step.line),
            outer: step.iterations[..level].to_vec(),
            starts: vec![(step.iterations[level], index)],
        }
    }

    fn continues(&self, step: &StepReport) -> bool {
        if step.depth != self.depth {
            return step.depth > self.depth;
        }
        let last = self.starts.last().map_or(0, |&(number, _)| number);
        step.iterations.len() > self.level
            && step.iterations[..self.level] == self.outer[..]
            && step.iterations[self.level] >= last
            && step.loop_lines.get(self.level) == Some(&self.line)
    }

    fn enter(&mut self, number: u32, index: usize) {
        if self.starts.last().is_some_and(|&(last, _)| last != number) {
            self.starts.push((number, index));
        }
    }

    /// Folds all but the first and the last two iterations.
    fn close(self, end: usize, folds: &mut Vec<Fold>) {
        let count = self.starts.len();
        if count as u32 <= UNFOLDED || end <= self.starts[count - 1].1 {
            return;
        }
        let (first, start) = self.starts[1];
        let (last, _) = self.starts[count - 3];
        let (_, resume) = self.starts[count - 2];
        folds.push(Fold { start, end: resume, first, last, line: self.line });
    }
}
