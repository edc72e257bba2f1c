//! The passing run that is nearest to a failing one: where do the two part, and which value that matters differs first?
//!
//! Near is who takes the most decisions alike before the first that goes another way. Values are compared execution by execution, and only on lines that an explanation names: that inputs differ is no news.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::{Cell, Compiled, Config, Observer, RunSpec};
use whydunit_program::{Point, Program, TerminatorKind, TypeId};
use whydunit_source::Span;

use crate::limits::{KEPT_DECISIONS, KEPT_VALUES, MOST_PASSING};

/// A passing run beside the failing one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contrast {
    /// Which of the passing runs.
    pub index: usize,
    pub parting: Option<Parting>,
    pub value: Option<Differing>,
}

/// The first decision that goes another way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parting {
    /// The condition, or what a `switch` looks at.
    pub condition: Span,
    /// Of a condition: whether it holds in the failing run.
    pub holds_here: Option<bool>,
}

/// The first value that matters and is another one there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Differing {
    pub place: Span,
    /// Of the statement.
    pub span: Span,
    pub ty: TypeId,
    pub here: u64,
    pub there: u64,
}

/// What is compared of a run.
#[derive(Default)]
struct Course {
    decisions: Vec<(Point, u32)>,
    values: Vec<(Point, u64, u64)>,
}

struct Watch<'p> {
    program: &'p Program,
    lines: &'p FxHashSet<(whydunit_source::FileId, u32)>,
    counts: FxHashMap<Point, u64>,
    /// The statement at hand, if its value is compared and not yet told.
    at: Option<(Point, u64)>,
    course: Course,
}

impl Watch<'_> {
    fn is_relevant(&self, point: Point) -> bool {
        let Some(stmt) = self.program.stmt_at(point) else { return false };
        let line = self.program.sources.line_column(stmt.span).line;
        let has_place = stmt.kind.destination().is_some_and(|place| {
            self.program.types.is_scalar(place.ty) && self.program.types.pointee(place.ty).is_none()
        });
        has_place && self.lines.contains(&(stmt.span.file, line))
    }
}

impl Observer for Watch<'_> {
    fn step(&mut self, point: Point, _: u32) {
        self.at = None;
        if !self.program.function(point.function).is_library && self.is_relevant(point) {
            let count = self.counts.entry(point).or_insert(0);
            *count += 1;
            self.at = Some((point, *count));
        }
    }

    fn write(&mut self, _: Cell, bits: u64) {
        if let Some((point, count)) = self.at.take()
            && self.course.values.len() < KEPT_VALUES
        {
            self.course.values.push((point, count, bits));
        }
    }

    fn branch(&mut self, point: Point, taken: u32) {
        let is_own = !self.program.function(point.function).is_library;
        if is_own && self.course.decisions.len() < KEPT_DECISIONS {
            self.course.decisions.push((point, taken));
        }
    }
}

/// The nearest of the passing runs; `lines` are those that matter, by file.
#[must_use]
pub fn contrast(
    program: &Program,
    compiled: &Compiled<'_>,
    config: &Config,
    failing: &RunSpec,
    passing: &[&RunSpec],
    lines: &FxHashSet<(whydunit_source::FileId, u32)>,
) -> Option<Contrast> {
    let course = |spec: &RunSpec| {
        let counts = FxHashMap::default();
        let mut watch = Watch { program, lines, counts, at: None, course: Course::default() };
        compiled.run(spec, config, &mut |_, _| {}, &mut watch);
        watch.course
    };
    let here = course(failing);
    let mut nearest: Option<(usize, usize, Course)> = None;
    let tried = passing.iter().take(MOST_PASSING).enumerate().try_for_each(|(index, spec)| {
        if config.is_over() {
            return ControlFlow::Break(());
        }
        let there = course(spec);
        let alike = common(&here.decisions, &there.decisions);
        if nearest.as_ref().is_none_or(|(best, _, _)| alike > *best) {
            nearest = Some((alike, index, there));
        }
        ControlFlow::Continue(())
    });
    let _ = tried;
    let (alike, index, there) = nearest?;
    let parting = match (here.decisions.get(alike), there.decisions.get(alike)) {
        (Some(here), Some(there)) if here.0 == there.0 => Some(parting(program, here.0, here.1)),
        _ => None,
    };
    let value = differing(program, &here, &there);
    Some(Contrast { index, parting, value })
}

fn common(here: &[(Point, u32)], there: &[(Point, u32)]) -> usize {
    here.iter().zip(there).take_while(|(here, there)| here == there).count()
}

fn parting(program: &Program, point: Point, taken: u32) -> Parting {
    let terminator = program.terminator_at(point);
    let is_branch = matches!(terminator.kind, TerminatorKind::Branch { .. });
    let condition = terminator.kind.operand().map_or(terminator.span, |operand| operand.span);
    Parting { condition, holds_here: is_branch.then_some(taken == 0) }
}

fn differing(program: &Program, here: &Course, there: &Course) -> Option<Differing> {
    let others: FxHashMap<(Point, u64), u64> =
        there.values.iter().map(|(point, count, bits)| ((*point, *count), *bits)).collect();
    let mut unlike = here.values.iter().filter_map(|(point, count, bits)| {
        let other = others.get(&(*point, *count)).copied().filter(|other| other != bits)?;
        Some((*point, *bits, other))
    });
    let (point, here, there) = unlike.next()?;
    let stmt = program.stmt_at(point)?;
    let place = stmt.kind.destination()?;
    Some(Differing { place: place.span, span: stmt.span, ty: place.ty, here, there })
}
