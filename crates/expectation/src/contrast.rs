//! The passing run that is nearest to a failing one: where do the two part, and which value that matters differs first?
//!
//! Near is who takes the most decisions alike before the first that goes another way. Values are compared execution by execution, and only on lines that an explanation names: that inputs differ is no news.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::{Cell, Compiled, Config, InputRecord, Observer, RunSpec};
use whydunit_program::{Point, Program, StmtKind, TerminatorKind, TypeId};
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differing {
    /// What holds it, as it is written or named.
    pub name: String,
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
    values: Vec<Value>,
}

/// A value that a statement on a line that matters has set.
struct Value {
    at: Moment,
    name: Option<String>,
    span: Span,
    ty: TypeId,
    bits: u64,
}

/// Which execution of which statement, and which of the inputs that it takes, from 1.
type Moment = (Point, u64, u32);

struct Watch<'p> {
    program: &'p Program,
    lines: &'p FxHashSet<(whydunit_source::FileId, u32)>,
    counts: FxHashMap<Point, u64>,
    /// The statement at hand, if it is on a line that matters, and how many inputs it has taken.
    at: Option<Moment>,
    /// It assigns a number, which is not told yet.
    assigns: Option<(Span, TypeId)>,
    course: Course,
}

impl Watch<'_> {
    fn is_relevant(&self, span: Span) -> bool {
        self.lines.contains(&(span.file, self.program.sources.line_column(span).line))
    }

    /// The number that a statement assigns. A call sets other storage first: what it passes.
    fn assigned(&self, point: Point) -> Option<(Span, TypeId)> {
        let StmtKind::Assign { place, .. } = &self.program.stmt_at(point)?.kind else {
            return None;
        };
        let types = &self.program.types;
        let is_number = types.is_scalar(place.ty) && types.pointee(place.ty).is_none();
        (is_number && !place.span.is_empty()).then_some((place.span, place.ty))
    }

    fn keep(&mut self, value: Value) {
        if self.course.values.len() < KEPT_VALUES {
            self.course.values.push(value);
        }
    }
}

impl Observer for Watch<'_> {
    fn step(&mut self, point: Point, _: u32) {
        // What a function of the library does is done by the call that led there.
        if self.program.function(point.function).is_library {
            return;
        }
        (self.at, self.assigns) = (None, None);
        let (span, _) = self.program.origin_of(point);
        if self.is_relevant(span) {
            let count = self.counts.entry(point).or_insert(0);
            *count += 1;
            self.at = Some((point, *count, 0));
            self.assigns = self.assigned(point);
        }
    }

    fn write(&mut self, _: Cell, bits: u64) {
        if let (Some(at), Some((place, ty))) = (self.at, self.assigns.take()) {
            let name = self.program.sources.text(place).to_owned();
            self.keep(Value { at, name: Some(name), span: place, ty, bits });
        }
    }

    fn input(&mut self, record: &InputRecord) {
        let Some((_, _, taken)) = &mut self.at else { return };
        *taken += 1;
        if let Some(at) = self.at
            && self.program.types.pointee(record.ty).is_none()
        {
            let name = record.variable.clone().or_else(|| Some(record.name.clone()));
            self.keep(Value { at, name, span: record.span, ty: record.ty, bits: record.bits });
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
        let course = Course::default();
        let mut watch = Watch { program, lines, counts, at: None, assigns: None, course };
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
    let value = differing(&here, &there);
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

fn differing(here: &Course, there: &Course) -> Option<Differing> {
    let others: FxHashMap<Moment, u64> =
        there.values.iter().map(|value| (value.at, value.bits)).collect();
    here.values.iter().find_map(|value| {
        let other = others.get(&value.at).copied().filter(|other| *other != value.bits)?;
        let name = value.name.clone()?;
        let (span, ty) = (value.span, value.ty);
        Some(Differing { name, span, ty, here: value.bits, there: other })
    })
}
