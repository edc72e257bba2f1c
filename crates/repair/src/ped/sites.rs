//! What may be changed: the selectors of a repair program (sections 3.2 and 4.2).
//!
//! A source statement whose expressions the annotation library has alternatives for can become one of these; any other one of the slice may compute anything.
//! Statements of library functions, of files that are not the user's, of specifications, and (at the last level) of code that proofs rest on are trusted.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_absint::Mined;
use whydunit_encode::{Guard, Hole, Holes};
use whydunit_program::{
    Expr, ExprKind, PlaceBase, Point, Program, SourceStmtId, StmtKind, TerminatorKind,
};
use whydunit_source::{FileId, Span};
use whydunit_trace::{ErrorTrace, StepKind};

use super::slice::{Holder, Slice};
use super::steps::{Steps, is_context};
use super::{Alternative, Level};
use crate::changes::Variant;

/// One way to change a statement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Way {
    pub(super) source: SourceStmtId,
    /// Index of the alternative; `None`: any value.
    pub(super) alternative: Option<usize>,
}

/// The ways of all traces; their positions are the numbers of holes.
#[derive(Debug, Default)]
pub(super) struct Ways {
    pub(super) list: Vec<Way>,
    numbers: FxHashMap<Way, u32>,
}

impl Ways {
    fn number(&mut self, way: Way) -> u32 {
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(way).or_insert(next);
        if number == next {
            self.list.push(way);
        }
        number
    }

    pub(super) fn find(&self, way: Way) -> Option<u32> {
        self.numbers.get(&way).copied()
    }
}

/// What may be changed in one trace, by the numbers of ways.
#[derive(Debug, Default)]
pub(super) struct TraceHoles<'p> {
    pub(super) holes: Holes<'p>,
    /// By the statement or condition.
    at: FxHashMap<Point, Vec<u32>>,
    /// By the step that returns from the library.
    received: FxHashMap<u32, u32>,
}

impl TraceHoles<'_> {
    /// Numbers with a meaning at a step of the trace.
    pub(super) fn at(&self, trace: &ErrorTrace, step: u32) -> Vec<u32> {
        let mut numbers =
            self.at.get(&trace.steps[step as usize].point).cloned().unwrap_or_default();
        numbers.extend(self.received.get(&step));
        numbers
    }
}

fn note(numbers: &mut Vec<u32>, number: u32) {
    if !numbers.contains(&number) {
        numbers.push(number);
    }
}

pub(super) struct Subject<'p> {
    pub(super) program: &'p Program,
    pub(super) alternatives: &'p [Alternative],
    pub(super) mined: &'p Mined,
    pub(super) files: &'p [FileId],
    pub(super) level: Level,
}

/// A point of the program that a trace executes, with what may be changed there.
struct Place {
    point: Point,
    source: SourceStmtId,
    /// A step of the trace that executes it.
    step: u32,
    is_context: bool,
}

impl<'p> Subject<'p> {
    /// The holes of one trace.
    pub(super) fn holes(
        &self,
        trace: &ErrorTrace,
        slice: &Slice,
        steps: &Steps,
        ways: &mut Ways,
    ) -> TraceHoles<'p> {
        let places = self.places(trace, slice, steps);
        let mut trace_holes = TraceHoles::default();
        let mut by_span: FxHashMap<Span, Vec<usize>> = FxHashMap::default();
        let mut by_point: FxHashMap<Point, Vec<usize>> = FxHashMap::default();
        let mut guards = Vec::new();
        for (index, alternative) in self.alternatives.iter().enumerate() {
            match &alternative.change.variant {
                Variant::Value { at, .. } => {
                    at.iter().for_each(|span| by_span.entry(*span).or_default().push(index));
                }
                Variant::Statement { at, .. } => by_point.entry(*at).or_default().push(index),
                Variant::Guard { .. } => guards.push(index),
                Variant::Insertion { .. } | Variant::Text => {}
            }
        }
        let mut has_alternatives: FxHashSet<SourceStmtId> = FxHashSet::default();
        for place in &places {
            let TraceHoles { holes, at, .. } = &mut trace_holes;
            let mut add = |index: usize| {
                let source = self.alternatives[index].change.source;
                has_alternatives.insert(place.source);
                let number = ways.number(Way { source, alternative: Some(index) });
                note(at.entry(place.point).or_default(), number);
                number
            };
            self.expressions(place.point, &mut |expr| {
                each_site(expr, None, &mut |site| {
                    for &index in by_span.get(&site.span).into_iter().flatten() {
                        let Variant::Value { with, .. } = &self.alternatives[index].change.variant
                        else {
                            continue;
                        };
                        holes.add(site, Hole { number: add(index), with: Some(with) });
                    }
                });
            });
            for &index in by_point.get(&place.point).into_iter().flatten() {
                let Variant::Statement { with, .. } = &self.alternatives[index].change.variant
                else {
                    continue;
                };
                self.other_statement(place.point, with, holes, &mut || add(index));
            }
        }
        self.guards(trace, slice, &guards, &places, ways, &mut trace_holes);
        self.free(trace, slice, &places, &has_alternatives, ways, &mut trace_holes);
        trace_holes
    }

    fn places(&self, trace: &ErrorTrace, slice: &Slice, steps: &Steps) -> Vec<Place> {
        let mut seen = FxHashSet::default();
        let mut places = Vec::new();
        for (index, step) in trace.steps.iter().enumerate() {
            let is_library = trace.frames[step.frame as usize].is_library;
            let is_ours = index >= trace.first_executed() && slice.contains[index] && !is_library;
            let is_check = steps.deciding == Some(index as u32);
            if !is_ours || is_check || !seen.insert(step.point) || !self.is_untrusted(step.point) {
                continue;
            }
            places.push(Place {
                point: step.point,
                source: step.source,
                step: index as u32,
                is_context: is_context(self.program, trace, slice, index as u32),
            });
        }
        places
    }

    pub(super) fn is_untrusted(&self, point: Point) -> bool {
        let program = self.program;
        let (span, _) = program.origin_of(point);
        let is_specification = matches!(
            program.stmt_at(point).map(|stmt| &stmt.kind),
            Some(StmtKind::Check { .. } | StmtKind::Assume { .. } | StmtKind::Input { .. })
        );
        let is_proved = self.level == Level::Relevant && self.mined.trusted.contains(&point);
        !is_specification && !is_proved && self.files.contains(&span.file)
    }

    /// The expressions at a point, as a whole.
    fn expressions(&self, point: Point, found: &mut dyn FnMut(&'p Expr)) {
        match self.program.stmt_at(point) {
            Some(stmt) => stmt.kind.operands().for_each(found),
            None => self.program.terminator_at(point).kind.operand().into_iter().for_each(found),
        }
    }

    /// Checks in front of statements. Where the check leads right behind the statement it is skipped, everywhere else the run leaves the trace.
    ///
    /// A check that leaves can stand before a statement beside the slice, too, if it asks about a variable that matters: the write that should have
    /// stopped in time is not the cause of the one that fails behind it.
    fn guards(
        &self,
        trace: &ErrorTrace,
        slice: &Slice,
        guards: &[usize],
        places: &[Place],
        ways: &mut Ways,
        trace_holes: &mut TraceHoles<'p>,
    ) {
        if guards.is_empty() {
            return;
        }
        let sources: FxHashSet<SourceStmtId> = places.iter().map(|place| place.source).collect();
        let mut executed: FxHashMap<Point, u32> = FxHashMap::default();
        for step in &trace.steps[trace.first_executed()..] {
            executed.insert(step.point, step.frame);
        }
        for &index in guards {
            let change = &self.alternatives[index].change;
            let Variant::Guard { at, keep, otherwise, .. } = &change.variant else { continue };
            let stmts = &self.program.function(at.function).blocks()[at.block.index()].stmts;
            let is_own = |index: u32| {
                stmts.get(index as usize).is_some_and(|stmt| stmt.source == change.source)
            };
            let own = (at.index..).take_while(|&index| is_own(index));
            let mut own = own.map(|index| Point { index, ..*at });
            let first = own.find(|point| executed.contains_key(point)).unwrap_or(*at);
            let Some(&frame) = executed.get(&first) else { continue };
            let is_behind = otherwise.block == at.block
                && otherwise.index > at.index
                && (at.index..otherwise.index).all(is_own);
            let matters = sources.contains(&change.source)
                || !is_behind && asks_about(keep, frame, &slice.variables);
            if !matters || !self.is_untrusted(first) {
                continue;
            }
            let number = ways.number(Way { source: change.source, alternative: Some(index) });
            let guard = Guard { number, cond: Some(keep), leaves: !is_behind };
            trace_holes.holes.add_guard(first, guard);
            note(trace_holes.at.entry(first).or_default(), number);
        }
    }

    /// Another statement in place of the one at a point: none, another assignment, a call with other arguments.
    fn other_statement(
        &self,
        point: Point,
        with: &'p StmtKind,
        holes: &mut Holes<'p>,
        number: &mut dyn FnMut() -> u32,
    ) {
        let Some(stmt) = self.program.stmt_at(point) else { return };
        match (&stmt.kind, with) {
            (_, StmtKind::Assume { cond }) if matches!(cond.kind, ExprKind::Int(1)) => {
                let guard = Guard { number: number(), cond: None, leaves: false };
                holes.add_guard(point, guard);
            }
            (
                StmtKind::Assign { place, value },
                StmtKind::Assign { place: other, value: instead },
            ) if place == other => {
                holes.add(value, Hole { number: number(), with: Some(instead) });
            }
            (StmtKind::Assign { .. }, StmtKind::Assign { place, value })
                if self.program.types.is_scalar(place.ty) =>
            {
                holes.add_assignment(point, number(), place, value);
            }
            (StmtKind::Call { args, .. }, StmtKind::Call { args: others, .. })
                if is_same_call(&stmt.kind, with) =>
            {
                let number = number();
                for (arg, other) in args.iter().zip(others).filter(|(arg, other)| arg != other) {
                    holes.add(arg, Hole { number, with: Some(other) });
                }
            }
            _ => {}
        }
    }

    /// Statements that the library says nothing of may compute anything.
    fn free(
        &self,
        trace: &ErrorTrace,
        slice: &Slice,
        places: &[Place],
        has_alternatives: &FxHashSet<SourceStmtId>,
        ways: &mut Ways,
        trace_holes: &mut TraceHoles<'p>,
    ) {
        let is_open = |source: SourceStmtId| !has_alternatives.contains(&source);
        let types = &self.program.types;
        for place in places.iter().filter(|place| is_open(place.source) && !place.is_context) {
            let way = Way { source: place.source, alternative: None };
            let mut add = |expr: &'p Expr| {
                if types.is_scalar(expr.ty) {
                    let number = ways.number(way);
                    trace_holes.holes.add(expr, Hole { number, with: None });
                    note(trace_holes.at.entry(place.point).or_default(), number);
                }
            };
            match self.program.stmt_at(place.point).map(|stmt| &stmt.kind) {
                Some(StmtKind::Assign { value, .. }) => add(value),
                Some(StmtKind::AllocVla { count, .. }) => add(count),
                Some(StmtKind::Call { args, .. }) => {
                    let writes = trace.writes(&trace.steps[place.step as usize]);
                    let is_call =
                        matches!(trace.steps[place.step as usize].kind, StepKind::Call { .. });
                    for (position, arg) in args.iter().enumerate() {
                        let matters = writes
                            .get(position)
                            .is_none_or(|access| slice.sets(place.step, access.cell));
                        if !is_call || matters {
                            add(arg);
                        }
                    }
                }
                Some(_) => {}
                None => match &self.program.terminator_at(place.point).kind {
                    TerminatorKind::Branch { cond: value, .. }
                    | TerminatorKind::Switch { value, .. }
                    | TerminatorKind::Return(Some(value)) => add(value),
                    _ => {}
                },
            }
        }
        self.received(trace, slice, &is_open, ways, trace_holes);
    }

    /// What library functions return to the program.
    fn received(
        &self,
        trace: &ErrorTrace,
        slice: &Slice,
        is_open: &dyn Fn(SourceStmtId) -> bool,
        ways: &mut Ways,
        trace_holes: &mut TraceHoles<'p>,
    ) {
        let mut received = FxHashSet::default();
        for pass in 0..2 {
            for (index, step) in trace.steps.iter().enumerate() {
                let frame = &trace.frames[step.frame as usize];
                let caller = frame.caller.map(|caller| &trace.frames[caller as usize]);
                let leaves_library = step.kind == StepKind::Return
                    && frame.is_library
                    && caller.is_some_and(|caller| !caller.is_library);
                let Some(call) = frame.call.filter(|_| leaves_library) else { continue };
                let point = trace.step(call).point;
                if pass == 0 {
                    if slice.contains[index] && is_open(step.source) && self.is_untrusted(point) {
                        received.insert(step.source);
                    }
                } else if received.contains(&step.source) {
                    let way = Way { source: step.source, alternative: None };
                    let number = ways.number(way);
                    trace_holes.holes.add_received(index as u32, number);
                    trace_holes.received.insert(index as u32, number);
                }
            }
        }
    }
}

/// Does an expression read one of the variables, in a frame?
fn asks_about(expr: &Expr, frame: u32, variables: &FxHashSet<Holder>) -> bool {
    expr.any(&mut |part| match &part.kind {
        ExprKind::Load(place) => match place.base {
            PlaceBase::Local(local) => variables.contains(&Holder::Local(frame, local)),
            PlaceBase::Global(global) => variables.contains(&Holder::Global(global)),
            PlaceBase::Deref(_) => false,
        },
        _ => false,
    })
}

fn is_same_call(left: &StmtKind, right: &StmtKind) -> bool {
    match (left, right) {
        (
            StmtKind::Call { dest: a, callee: f, args: x },
            StmtKind::Call { dest: b, callee: g, args: y },
        ) => a == b && f == g && x.len() == y.len(),
        _ => false,
    }
}

/// The expressions as the user wrote them, conversions that C adds by itself left aside.
pub(super) fn each_site<'e>(expr: &'e Expr, open: Option<Span>, found: &mut dyn FnMut(&'e Expr)) {
    if let ExprKind::Cast(inner) = &expr.kind
        && inner.span == expr.span
    {
        each_site(inner, open, found);
        return;
    }
    if open != Some(expr.span) {
        found(expr);
    }
    expr.operands().for_each(|child| each_site(child, Some(expr.span), found));
}
