//! A trace as a listing: one line a step, indented by call and scope, loops numbered and folded.
//!
//! Folding: of a loop with more than [`UNFOLDED`] iterations only the first and the last two are
//! shown (the failure is usually decided in one of them); of calls nested deeper than
//! [`UNFOLDED_CALLS`] those around the failure and the outermost. What is left out is counted. JSON
//! has all.
//!
//! Lines keep to the width of the terminal: long statements and values are shortened, long lists of
//! values go on below.

use std::fmt::Write;

use crate::controls::rendered;
use crate::limits::{
    LONGEST_STATEMENT, NARROWEST_VALUES, SHOWN_CALLS, UNFOLDED, UNFOLDED_CALLS, VALUE_LINES,
};
use crate::loops::{LoopRun, loop_runs};
use crate::words::shorten;
use crate::{StepReport, TextOptions, TraceReport};

/// What stands before the text: the line number and a bar.
const MARGIN: usize = 7;

/// Step by step, with values.
pub fn trace_to_text(trace: &TraceReport, options: &TextOptions) -> String {
    rendered(options, |options| arranged(trace, options))
}

fn arranged(trace: &TraceReport, options: &TextOptions) -> String {
    let mut out = String::new();
    let folds = if options.unfold { Vec::new() } else { folds(&trace.steps) };
    let layout = Layout::new(trace, options, &folds);
    let mut place = Position::default();
    let mut index = 0;
    let mut next_fold = 0;
    while index < trace.steps.len() {
        if let Some(fold) = folds.get(next_fold).filter(|fold| fold.start == index) {
            let indent = layout.indent(&trace.steps[index]);
            let steps = fold.end - fold.start;
            let what = match fold.what {
                Folded::Iterations { first, last, line } => {
                    format!("iterations {first}–{last} of the loop at line {line}")
                }
                Folded::Calls { count, .. } => format!("{count} nested calls"),
            };
            let _ = writeln!(out, "     │ {indent}… {what} ({steps} steps) …");
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
        place.announce(step, &layout, &mut out);
        layout.step_line(step, &mut out);
        index += 1;
    }
    out
}

/// Where things stand on a line.
struct Layout {
    width: usize,
    /// Room for the indented text of statements.
    text_width: usize,
    /// Calls at this depth and deeper are shown as if the folded ones were not there.
    resumed_depth: u32,
    hidden_depth: u32,
}

impl Layout {
    fn new(trace: &TraceReport, options: &TextOptions, folds: &[Fold]) -> Layout {
        let hidden = folds.iter().find_map(|fold| match fold.what {
            Folded::Calls { count, resumed } => Some((resumed, count)),
            Folded::Iterations { .. } => None,
        });
        let (resumed_depth, hidden_depth) = hidden.unwrap_or((u32::MAX, 0));
        let width = options.width.max(60);
        let mut layout = Layout { width, text_width: width * 11 / 20, resumed_depth, hidden_depth };
        let texts = shown(&trace.steps, folds).map(|step| layout.body(step).chars().count());
        layout.text_width = texts.max().unwrap_or(0);
        layout
    }

    fn depth(&self, step: &StepReport) -> u32 {
        if step.depth >= self.resumed_depth { step.depth - self.hidden_depth } else { step.depth }
    }

    /// Indentation that leaves most of the line to the text.
    fn spaces(&self, levels: u32) -> String {
        " ".repeat((2 * levels as usize).min(self.width / 4))
    }

    fn indent(&self, step: &StepReport) -> String {
        self.spaces(self.depth(step) + step.scope)
    }

    /// The statement, indented, no longer than its column.
    fn body(&self, step: &StepReport) -> String {
        let indent = self.indent(step);
        let room = self.text_width.saturating_sub(indent.len()).clamp(12, LONGEST_STATEMENT);
        let one_line = step.text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{indent}{}", shorten(&one_line, room))
    }

    fn step_line(&self, step: &StepReport, out: &mut String) {
        let body = self.body(step);
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
        let column = self.text_width.max(body.chars().count()) + 2;
        let room = self.width.saturating_sub(MARGIN + column).max(NARROWEST_VALUES);
        let mut lines = fill(&remarks, room).into_iter();
        let first = lines.next().unwrap_or_default();
        let line = format!("{:>4} │ {body:column$}{first}", step.line);
        let _ = writeln!(out, "{}", line.trim_end());
        for line in lines {
            let _ = writeln!(out, "     │ {:column$}{line}", "");
        }
    }
}

/// Lines of at most `room` characters that list the remarks.
fn fill(remarks: &[String], room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, remark) in remarks.iter().enumerate() {
        let is_last = index + 1 == remarks.len();
        let comma = if is_last { "" } else { "," };
        let remark = format!("{}{comma}", shorten_remark(remark, room - comma.len()));
        let length = remark.chars().count();
        let is_full = lines.len() == VALUE_LINES;
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + length <= room => {
                line.push(' ');
                line.push_str(&remark);
            }
            _ if is_full => {
                lines.push(format!("… and {} more", remarks.len() - index));
                break;
            }
            _ => lines.push(remark),
        }
    }
    lines
}

/// `name = value` in less room: a short value stays whole, whatever becomes of the name.
fn shorten_remark(remark: &str, room: usize) -> String {
    const EQUALS: &str = " = ";
    let Some((name, value)) = remark.split_once(EQUALS).filter(|_| remark.len() > room) else {
        return shorten(remark, room);
    };
    let value_length = value.chars().count();
    let name_room = (room - EQUALS.len()).saturating_sub(value_length).max(room / 3);
    let name = shorten(name, name_room);
    let value_room = room - EQUALS.len() - name.chars().count();
    let value = if value_length <= value_room || value.ends_with('"') {
        shorten(value, value_room)
    } else {
        let head: String = value.chars().take(value_room - 1).collect();
        format!("{head}…")
    };
    format!("{name}{EQUALS}{value}")
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

    fn announce(&mut self, step: &StepReport, layout: &Layout, out: &mut String) {
        let here = (step.depth, step.function.clone(), step.file.clone());
        let indent = layout.spaces(layout.depth(step));
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
            let indent = layout.indent(step);
            let number = step.iterations[level];
            let _ = writeln!(out, "     │ {indent}· iteration {number} of the loop at line {line}");
        }
        self.iterations.clone_from(&step.iterations);
    }
}

/// Steps `start..end` that are left out.
struct Fold {
    start: usize,
    end: usize,
    what: Folded,
}

enum Folded {
    /// Iterations `first..=last` of one loop.
    Iterations { first: u32, last: u32, line: u32 },
    /// So many calls on the stack of the failure; the listing goes on at depth `resumed`.
    Calls { count: u32, resumed: u32 },
}

/// All folds, outermost first at equal starts, ascending by start. Any two of them are disjoint or
/// nested: a call that has not returned belongs to the last iteration of the loops around it, which
/// is never folded.
fn folds(steps: &[StepReport]) -> Vec<Fold> {
    let mut folds = folded_loops(steps);
    folds.extend(folded_calls(steps));
    folds.sort_by_key(|fold| (fold.start, std::cmp::Reverse(fold.end)));
    folds
}

/// The steps that no fold leaves out.
fn shown<'s>(steps: &'s [StepReport], folds: &[Fold]) -> impl Iterator<Item = &'s StepReport> {
    let mut next = 0;
    let mut ranges = Vec::new();
    for fold in folds.iter() {
        // One inside the fold before adds nothing.
        if fold.start >= next {
            ranges.push(next..fold.start);
            next = fold.end;
        }
    }
    ranges.push(next..steps.len());
    ranges.into_iter().flat_map(|range| &steps[range])
}

/// The calls in the middle of a deep stack.
fn folded_calls(steps: &[StepReport]) -> Option<Fold> {
    // First steps of the calls that have not returned, innermost first.
    let mut starts: Vec<usize> = Vec::new();
    let mut lowest = u32::MAX;
    for (index, step) in steps.iter().enumerate().rev() {
        if step.depth < lowest {
            lowest = step.depth;
            starts.push(index + 1);
        }
    }
    // The first entry is the end of the listing.
    starts.push(0);
    starts.remove(0);
    if starts.len() <= UNFOLDED_CALLS {
        return None;
    }
    let (end, start) = (starts[SHOWN_CALLS - 1], starts[starts.len() - 1 - SHOWN_CALLS]);
    let (resumed, first) = (steps.get(end)?.depth, steps.get(start)?.depth);
    let what = Folded::Calls { count: resumed.saturating_sub(first), resumed };
    (start < end).then_some(Fold { start, end, what })
}

/// Folds of all loops: all but the first and the last two iterations of each.
fn folded_loops(steps: &[StepReport]) -> Vec<Fold> {
    let fold = |run: &LoopRun| {
        let starts = &run.iterations;
        let count = starts.len();
        if count as u32 <= UNFOLDED || run.end <= starts[count - 1].1 {
            return None;
        }
        let (first, start) = starts[1];
        let (last, _) = starts[count - 3];
        let (_, resume) = starts[count - 2];
        let what = Folded::Iterations { first, last, line: run.line };
        Some(Fold { start, end: resume, what })
    };
    loop_runs(steps).iter().filter_map(fold).collect()
}
