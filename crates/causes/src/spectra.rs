//! What do failing tests execute, and passing ones not?
//!
//! A spectrum is the set of lines, and of outcomes of branches, of one run. Lines are scored by the coefficient of Ochiai (Abreu, Zoeteweij, van Gemund, "On the accuracy of
//! spectrum-based fault localization", 2007): the share of failing runs that execute it, over the geometric mean with the share of its runs that fail.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::{Detail, Observer, Piece, Stream, prepare};
use whydunit_program::{FunctionId, Point, Program, SourceStmtId};
use whydunit_source::{FileId, Span};
use whydunit_suite::{OutputMode, Runner, Test, first_difference};

use crate::limits::MORE_OUTPUT;
use crate::{Findings, Request};

/// A line of a file, from 1.
pub(crate) type Line = (FileId, u32);

/// What one run executes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spectrum {
    pub(crate) statements: FxHashSet<SourceStmtId>,
    pub(crate) lines: FxHashSet<Line>,
    /// How often each decision of the user's functions was made, and the outcomes that it had.
    pub(crate) decisions: BTreeMap<Point, Decision>,
    /// The step at which each line was executed last.
    pub(crate) last: FxHashMap<Line, u64>,
    pub(crate) steps: u64,
    /// The last decision of the user's functions.
    pub(crate) last_decision: Option<Point>,
    /// The step of the first one, or the last step of all.
    pub(crate) first_decision: u64,
    /// The step that writes the first wrong byte.
    pub(crate) wrong_at: Option<Point>,
    /// The last step of the user's functions.
    pub(crate) end: Option<Point>,
    /// Where the first byte of the output was written that is not as expected.
    pub(crate) wrong: Option<Wrong>,
    way: Vec<u64>,
}

/// A line that writes something wrong first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    pub(crate) line: Line,
    /// It is the program's own text, not a value that was converted.
    pub(crate) is_text: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Decision {
    pub(crate) visits: u64,
    /// The successor of each of the first and last visits, by the number of the visit.
    pub(crate) taken: BTreeMap<u64, u32>,
    pub(crate) outcomes: FxHashSet<u32>,
}

impl Spectrum {
    /// Runs with the same take the same statements and decisions.
    pub(crate) fn way(&self) -> &[u64] {
        &self.way
    }

    #[cfg(test)]
    pub(crate) fn of_way(way: Vec<u64>, steps: u64) -> Spectrum {
        Spectrum { way, steps, ..Spectrum::default() }
    }
}

struct Watch<'p> {
    program: &'p Program,
    places: &'p Places,
    found: Spectrum,
    steps: u64,
    points: FxHashMap<Point, u64>,
    /// The latest step of the user's functions.
    own: Option<Point>,
    library: bool,
    written: usize,
    emissions: Vec<Emission>,
    /// Is it wanted who wrote what?
    is_compared: bool,
}

/// A call that wrote a part of the output.
struct Emission {
    point: Point,
    start: usize,
    end: usize,
    /// Parts of the output that are converted values.
    values: Vec<(usize, usize)>,
}

/// The lines of each statement's text: where it begins, and where the part of it begins that a step is about.
pub(crate) struct Places {
    by_point: FxHashMap<Point, (SourceStmtId, Vec<Line>)>,
}

impl Places {
    pub(crate) fn new(program: &Program) -> Places {
        let mut by_point = FxHashMap::default();
        for (index, function) in program.functions.iter().enumerate() {
            if function.is_library {
                continue;
            }
            for (block, body) in function.blocks().iter().enumerate() {
                for index_in_block in 0..=body.stmts.len() {
                    let point = Point {
                        function: whydunit_program::FunctionId(index as u32),
                        block: whydunit_program::BlockId(block as u32),
                        index: index_in_block as u32,
                    };
                    let (span, source) = program.origin_of(point);
                    let whole = program.source_stmt(source).span;
                    let mut lines: Vec<Line> =
                        [whole, span].into_iter().filter_map(|it| line_of(program, it)).collect();
                    lines.dedup();
                    by_point.insert(point, (source, lines));
                }
            }
        }
        Places { by_point }
    }
}

/// Lines that statements of a function begin on.
pub(crate) fn lines_of(program: &Program, function: FunctionId) -> FxHashSet<Line> {
    let places = Places::new(program).by_point.into_iter();
    places.filter(|(point, _)| point.function == function).flat_map(|(_, (_, it))| it).collect()
}

/// Lines that statements of the user's functions begin on.
pub(crate) fn lines_with_code(program: &Program) -> FxHashSet<Line> {
    Places::new(program).by_point.into_values().flat_map(|(_, lines)| lines).collect()
}

impl Places {
    /// The lines of each step.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&Point, &Vec<Line>)> {
        self.by_point.iter().map(|(point, (_, lines))| (point, lines))
    }
}

/// The line on which a part of the user's text begins.
pub(crate) fn line_of(program: &Program, span: Span) -> Option<Line> {
    let is_shown = !span.is_empty() && program.sources.file(span.file).is_user();
    is_shown.then(|| (span.file, program.sources.line_column(span).line))
}

impl Observer for Watch<'_> {
    const DETAIL: Detail = Detail::Everything;

    fn step(&mut self, point: Point, _: u32) {
        self.steps += 1;
        self.points.insert(point, self.steps);
        self.library = self.program.function(point.function).is_library;
        if !self.library {
            self.own = Some(point);
        }
    }

    fn branch(&mut self, point: Point, successor: u32) {
        if self.program.function(point.function).is_library {
            return;
        }
        if self.found.last_decision.is_none() {
            self.found.first_decision = self.steps;
        }
        self.found.last_decision = Some(point);
        let decision = self.found.decisions.entry(point).or_default();
        let keep = crate::limits::MOST_VISITS;
        decision.taken.insert(decision.visits, successor);
        if decision.visits >= keep {
            // The first half of those that are kept, and the latest.
            decision.taken.remove(&(decision.visits - keep / 2));
        }
        decision.visits += 1;
        decision.outcomes.insert(successor);
    }

    fn output(&mut self, stream: Stream, text: &[u8], pieces: &[Piece]) {
        if stream != Stream::Out || !self.is_compared {
            return;
        }
        let start = self.written;
        self.written += text.len();
        let Some(point) = self.own else { return };
        // What a function of the library writes (`puts`) comes from its caller as a whole.
        let pieces = if self.library { &[] } else { pieces };
        let values = pieces.iter().map(|it| (start + it.start, start + it.end)).collect();
        self.emissions.push(Emission { point, start, end: self.written, values });
    }
}

impl Watch<'_> {
    /// The line that wrote this byte of the output.
    fn writer(&self, at: usize) -> Option<(Wrong, Point)> {
        let emission = self.emissions.iter().find(|it| it.start <= at && at < it.end)?;
        let (_, lines) = self.places.by_point.get(&emission.point)?;
        let is_value = emission.values.iter().any(|(start, end)| (*start..*end).contains(&at));
        Some((Wrong { line: *lines.last()?, is_text: !is_value }, emission.point))
    }

    fn finish(self) -> Spectrum {
        let Watch { places, mut found, steps, points, own, .. } = self;
        found.end = own;
        if found.last_decision.is_none() {
            found.first_decision = steps;
        }
        for (point, at) in points {
            let Some((source, lines)) = places.by_point.get(&point) else { continue };
            found.statements.insert(*source);
            for line in lines {
                found.lines.insert(*line);
                let last = found.last.entry(*line).or_insert(0);
                *last = (*last).max(at);
            }
        }
        let mut way: Vec<u64> =
            found.statements.iter().map(|source| u64::from(source.0) << 1).collect();
        for (point, decision) in &found.decisions {
            let place = u64::from(point.function.0) << 40 | u64::from(point.block.0) << 8;
            way.extend(decision.outcomes.iter().map(|&it| (place | u64::from(it)) << 1 | 1));
        }
        way.sort_unstable();
        found.way = way;
        found.steps = steps;
        found
    }
}

/// What each of these tests executes.
pub(crate) fn spectra(runner: &Runner<'_>, mode: OutputMode, tests: &[&Test]) -> Vec<Spectrum> {
    let program = runner.program();
    let places = Places::new(program);
    let compiled = prepare(program);
    let of = |test: &&Test| {
        let mut watch = Watch {
            program,
            places: &places,
            found: Spectrum::default(),
            steps: 0,
            points: FxHashMap::default(),
            own: None,
            library: false,
            written: 0,
            emissions: Vec::new(),
            is_compared: test.expected.stdout.is_some(),
        };
        let spec = runner.spec(test);
        let expected = test.expected.stdout.as_deref().unwrap_or_default();
        let mut stdout: Vec<u8> = Vec::new();
        let mut sink = |stream: Stream, bytes: &[u8]| {
            if stream == Stream::Out && stdout.len() <= expected.len() + MORE_OUTPUT {
                stdout.extend_from_slice(bytes);
            }
        };
        compiled.run(&spec, runner.config(), &mut sink, &mut watch);
        let mode = test.expected.compare.unwrap_or(mode);
        let apart = watch.is_compared.then(|| first_difference(&stdout, expected, mode)).flatten();
        let wrong = apart.and_then(|apart| watch.writer(apart.actual));
        let (wrong, wrong_at) = wrong.unzip();
        Spectrum { wrong, wrong_at, ..watch.finish() }
    };
    tests.par_iter().map(of).collect()
}

/// How suspicious it is that so many of `failing` runs, and so many passing ones, have something in common.
pub(crate) fn ochiai(failing_with: usize, failing: usize, passing_with: usize) -> f64 {
    let with = (failing_with + passing_with) as f64;
    if failing_with == 0 { 0.0 } else { failing_with as f64 / (failing as f64 * with).sqrt() }
}

/// The coefficient of Ochiai of every line that the tests execute: what others rank by.
#[must_use]
pub fn ochiai_lines(request: &Request<'_>) -> Vec<(FileId, u32, f64)> {
    let runner =
        Runner::new(request.program, request.start, request.config.clone()).comparing(request.mode);
    let outcomes = runner.run_all(request.suite);
    let tests: Vec<&Test> = request.suite.tests.iter().collect();
    let all = spectra(&runner, request.mode, &tests);
    let mut counts: BTreeMap<Line, (usize, usize)> = BTreeMap::new();
    let mut failing = 0;
    for (outcome, spectrum) in outcomes.iter().zip(&all) {
        let is_failed = outcome.verdict.is_failed();
        if !is_failed && !outcome.verdict.is_passed() {
            continue;
        }
        failing += usize::from(is_failed);
        for line in &spectrum.lines {
            let count = counts.entry(*line).or_default();
            count.0 += usize::from(is_failed);
            count.1 += usize::from(!is_failed);
        }
    }
    let scored = counts.into_iter();
    scored
        .map(|((file, line), (fails, passes))| (file, line, ochiai(fails, failing, passes)))
        .collect()
}

impl Findings {
    /// Nothing fails, so nothing is to blame.
    pub(crate) fn nothing() -> Findings {
        Findings::default()
    }
}
