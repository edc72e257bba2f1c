//! What was there, and what was printed? Storage that pointers lead to, with the steps between which it existed; and the output, with the steps that wrote it.

use std::collections::HashMap;

use whydunit_interp::{Cell, Config, ObjectKind, Observer, Piece, Stream, prepare};
use whydunit_program::{CheckKind, FunctionId, Point, Program};
use whydunit_report::{ObjectReport, PictureReport, PrintedReport};
use whydunit_trace::{CellIdentity, ErrorTrace, SourceStep};

use crate::limits::{MOST_OBJECTS, MOST_PRINTED};

/// Of a run whose steps are listed. The run is made once more, on the same inputs.
#[must_use]
pub fn picture(
    program: &Program,
    trace: &ErrorTrace,
    listed: &[SourceStep],
    config: &Config,
) -> PictureReport {
    // Which listed step an atomic one belongs to: the last one that does not begin behind it.
    let begins: Vec<usize> = listed.iter().map(|step| step.steps[0].index()).collect();
    let listed_at = |step: usize| begins.partition_point(|&begin| begin <= step).saturating_sub(1);
    let objects = trace.objects.iter().filter_map(|object| {
        let identity = CellIdentity::of(program, trace, Cell::memory(object.id, 0, 1))?;
        let title = identity.object.split_once(':').map_or("", |(_, title)| title).to_owned();
        let kind = &object.info.kind;
        let is_shown = matches!(
            kind,
            ObjectKind::Global(_)
                | ObjectKind::Local { .. }
                | ObjectKind::Heap { .. }
                | ObjectKind::Vla { .. }
                | ObjectKind::Alloca { .. }
        );
        is_shown.then(|| ObjectReport {
            object: identity.object,
            title,
            made: listed_at(object.created as usize),
            gone: object.released.map(|step| listed_at((step as usize).saturating_sub(1))),
            is_allocated: matches!(kind, ObjectKind::Heap { .. }),
        })
    });
    let objects = objects.take(MOST_OBJECTS).collect();
    PictureReport { objects, printed: printed(program, trace, listed_at, config) }
}

fn printed(
    program: &Program,
    trace: &ErrorTrace,
    listed_at: impl Fn(usize) -> usize,
    config: &Config,
) -> Vec<PrintedReport> {
    let mut watch =
        Watch { program, counts: HashMap::new(), stack: Vec::new(), found: Vec::new(), size: 0 };
    // The output goes on behind what was expected of it.
    let checks = trace.checks.without(CheckKind::Expectation);
    let most = 2 * trace.steps.len() as u64 + FURTHER_STEPS;
    let config = Config { checks, max_steps: Some(most), ..config.clone() };
    let compiled = prepare(program);
    compiled.run(&trace.spec, &config, &mut |_, _| {}, &mut watch);
    let mut counts: HashMap<Point, u64> = HashMap::new();
    let mut steps: HashMap<(Point, u64), usize> = HashMap::new();
    for (index, step) in trace.steps.iter().enumerate().filter(|(_, it)| it.kind.is_executed()) {
        let count = counts.entry(step.point).or_insert(0);
        *count += 1;
        steps.insert((step.point, *count), listed_at(index));
    }
    let last = trace.steps.len().saturating_sub(1);
    let failing = trace.steps.last().map(|step| program.origin_of(step.point).1);
    let mut is_behind = false;
    let mut reports: Vec<PrintedReport> = Vec::new();
    for (point, count, text) in watch.found {
        let known = steps.get(&(point, count)).copied().filter(|_| !is_behind);
        // The failing step is about to print it.
        let is_next = known.is_none() && !is_behind && failing == Some(program.origin_of(point).1);
        is_behind |= known.is_none();
        let step = if is_next { Some(listed_at(last)) } else { known };
        match reports.last_mut().filter(|before| before.step == step) {
            Some(before) => before.text.push_str(&text),
            None => reports.push(PrintedReport { step, text }),
        }
    }
    reports
}

/// Steps beyond those of the run: what was expected may come late.
const FURTHER_STEPS: u64 = 10_000;

/// Which call of the program's own printed what.
struct Watch<'p> {
    program: &'p Program,
    counts: HashMap<Point, u64>,
    stack: Vec<(FunctionId, Option<Point>)>,
    found: Vec<(Point, u64, String)>,
    size: usize,
}

impl Observer for Watch<'_> {
    fn step(&mut self, point: Point, _: u32) {
        *self.counts.entry(point).or_insert(0) += 1;
        if let Some((_, at)) = self.stack.last_mut() {
            *at = Some(point);
        }
    }

    fn enter(&mut self, _: u32, function: FunctionId, _: Option<Point>, _: Option<u32>) {
        self.stack.push((function, None));
    }

    fn leave(&mut self, _: u32) {
        self.stack.pop();
    }

    fn output(&mut self, stream: Stream, text: &[u8], _: &[Piece]) {
        if stream != Stream::Out || self.size + text.len() > MOST_PRINTED {
            return;
        }
        let own = self.stack.iter().rev().find(|it| !self.program.function(it.0).is_library);
        let Some(point) = own.and_then(|(_, at)| *at) else { return };
        self.size += text.len();
        let count = self.counts.get(&point).copied().unwrap_or(1);
        self.found.push((point, count, String::from_utf8_lossy(text).into_owned()));
    }
}
