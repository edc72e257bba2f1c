//! Puts the evidence of each line together, and ranks the lines.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::Config;
use whydunit_program::{CheckKind, Point, SourceStmtId, TerminatorKind};
use whydunit_repair::{AttemptKind, Hurdle, Laboratory};
use whydunit_suite::{Outcome, Reason, Runner, Suite, Test, Verdict};

use crate::experiments::{Experiments, Harness, Tests, Turned, experiments};
use crate::flow::nearness;
use crate::limits::{
    LEAST_STEPS, LONGER, MOST_CAUSES, MOST_FAILING, MOST_PASSING, MOST_WATCHED, STEPS,
};
use crate::nearby::nearby;
use crate::sample::varied;
use crate::signals::Signals;
use crate::spectra::{Line, Spectrum, Wrong, line_of, lines_of, lines_with_code, ochiai, spectra};
use crate::switches::{Switches, switches};
use crate::texts::Suspicion;
use crate::weights::{ENDS_SOONER, score};
use crate::words::{Told, tell};
use crate::{Cause, Findings, Request};

/// The lines that may be to blame, best first.
#[must_use]
pub fn causes(request: &Request<'_>) -> Findings {
    let deadline = request.deadline;
    let config = Config { deadline, ..request.config.clone() };
    let runner =
        Runner::new(request.program, request.start, config.clone()).comparing(request.mode);
    let mut suite = request.suite.clone();
    let given = suite.tests.len();
    if let [only] = &request.suite.tests[..]
        && only.expected == Default::default()
    {
        suite.tests.extend(nearby(&runner, only));
    }
    let outcomes = runner.run_all(&suite);
    let of = |is_wanted: &dyn Fn(usize) -> bool| -> Vec<usize> {
        (0..suite.tests.len()).filter(|&index| is_wanted(index)).collect()
    };
    let failing = of(&|index| outcomes[index].verdict.is_failed());
    let passing = of(&|index| outcomes[index].verdict.is_passed());
    if failing.is_empty() {
        return Findings::nothing();
    }
    let watched: Vec<usize> = spread(&failing, MOST_WATCHED / 2)
        .into_iter()
        .chain(spread(&passing, MOST_WATCHED / 2))
        .collect();
    let tests: Vec<&Test> = watched.iter().map(|&index| &suite.tests[index]).collect();
    let all: BTreeMap<usize, Spectrum> =
        watched.iter().copied().zip(spectra(&runner, request.mode, &tests)).collect();
    let chosen = |from: &[usize], most: usize| {
        let candidates: Vec<(usize, &Spectrum)> =
            from.iter().filter_map(|index| Some((*index, all.get(index)?))).collect();
        varied(&candidates, most)
    };
    let sample =
        Sample { failing: chosen(&failing, MOST_FAILING), passing: chosen(&passing, MOST_PASSING) };
    let with_steps = |index: &usize| (&suite.tests[*index], outcomes[*index].steps);
    let experimented: FxHashSet<usize> =
        sample.failing.iter().chain(&sample.passing).copied().collect();
    let tests = Tests {
        failing: sample.failing.iter().map(with_steps).collect(),
        passing: sample.passing.iter().map(with_steps).collect(),
        is_endless: sample.failing.first().is_some_and(|index| {
            matches!(outcomes[*index].verdict, Verdict::Failed(Reason::DoesNotEnd(_)))
        }),
        others: failing
            .iter()
            .chain(&passing)
            .filter(|index| !experimented.contains(index))
            .map(|index| &suite.tests[*index])
            .collect(),
    };
    let longest = outcomes
        .iter()
        .filter(|it| it.verdict.is_passed())
        .map(|it| it.steps)
        .max()
        .or_else(|| sample.failing.iter().map(|&index| outcomes[index].steps).min())
        .unwrap_or(0);
    let limit = longest.saturating_mul(LONGER).max(LEAST_STEPS);
    let max_steps = Some(config.max_steps.map_or(limit, |steps| steps.min(limit)));
    let short = Config { max_steps, ..config };
    let laboratory = Laboratory {
        program: request.program,
        start: request.start,
        config: short.clone(),
        mode: request.mode,
        deadline,
        passed_by: None,
    };
    let executed: FxHashSet<SourceStmtId> =
        sample.failing.iter().flat_map(|index| all[index].statements.iter().copied()).collect();
    let whole = Suite { tests: suite.tests.clone() };
    let wide = Request { suite: &whole, ..request.clone() };
    let watched = |from: &[usize]| -> Vec<&Spectrum> {
        from.iter().filter_map(|index| all.get(index)).collect()
    };
    let suspicion = suspicion(&watched(&failing), &watched(&passing));
    let code = lines_with_code(request.program);
    let is_code = |line: Line| code.contains(&line);
    let is_alone = suite.tests.len() > given || given == 1;
    let is_asserted = sample.failing.first().is_some_and(|index| {
        matches!(&outcomes[*index].verdict, Verdict::Failed(Reason::Check(failure))
            if matches!(failure.kind, CheckKind::Assert | CheckKind::Unreach))
    });
    let shortest = sample.failing.first().and_then(|index| all.get(index));
    let harness = match shortest.and_then(|it| it.end).filter(|_| is_alone) {
        Some(end) => Harness::new(request.program, request.start, end, is_asserted),
        None => Harness::default(),
    };
    let run = |laboratory: &Laboratory<'_>| {
        experiments(&wide, laboratory, &tests, &executed, (&suspicion, &is_code), &harness)
    };
    let mut experiments = run(&laboratory);
    // A second fault behind the first one: to get past the first is something.
    let hurdle = hurdle(&sample.failing, &outcomes).filter(|_| experiments.turned.is_empty());
    if hurdle.is_some() && !experiments.is_cut_short {
        let runs = experiments.runs;
        experiments = run(&Laboratory { passed_by: hurdle, ..laboratory });
        experiments.runs += runs;
    }
    let first: Vec<(&Test, &Spectrum)> =
        sample.failing.iter().take(3).map(|index| (&suite.tests[*index], &all[index])).collect();
    let switcher = Runner::new(request.program, request.start, short).comparing(request.mode);
    let switches = switches(&switcher, &first, STEPS / 10);
    let is_late = deadline.is_some_and(|end| Instant::now() >= end);
    let scene = Scene {
        request,
        all: &all,
        failing: failing.iter().copied().filter(|index| all.contains_key(index)).collect(),
        passing: passing.iter().copied().filter(|index| all.contains_key(index)).collect(),
        sample: &sample,
        experiments: &experiments,
        switches: &switches,
        near: shortest
            .and_then(|it| it.wrong_at.or(it.end))
            .map(|end| nearness(request.program, end))
            .unwrap_or_default(),
        starts: lines_of(request.program, request.start),
        is_passed_only: hurdle.is_some(),
        is_generated: is_alone,
        total: (failing.len(), passing.len()),
    };
    Findings {
        causes: scene.ranked(),
        failing: failing.len(),
        passing: passing.len(),
        generated: suite.tests.len() - given,
        runs: experiments.runs + switches.runs,
        is_cut_short: experiments.is_cut_short || is_late,
    }
}

/// The check that the first failing test fails, unless it fails in another way.
fn hurdle(failing: &[usize], outcomes: &[Outcome]) -> Option<Hurdle> {
    let outcome = &outcomes[*failing.first()?];
    match &outcome.verdict {
        Verdict::Failed(Reason::Check(failure)) => {
            Some(Hurdle { kind: failure.kind, span: failure.span, steps: outcome.steps })
        }
        _ => None,
    }
}

/// How suspicious the lines are that failing tests execute.
fn suspicion(failing: &[&Spectrum], passing: &[&Spectrum]) -> Suspicion {
    let with = |tests: &[&Spectrum], line: &Line| {
        tests.iter().filter(|it| it.lines.contains(line)).count()
    };
    let lines: BTreeSet<Line> = failing.iter().flat_map(|it| it.lines.iter().copied()).collect();
    let of = |line: &Line| ochiai(with(failing, line), failing.len(), with(passing, line));
    lines.iter().map(|line| (*line, of(line))).collect()
}

/// Evenly spread members, if there are more than so many.
fn spread(all: &[usize], most: usize) -> Vec<usize> {
    if all.len() <= most {
        return all.to_vec();
    }
    (0..most).map(|number| all[number * all.len() / most]).collect()
}

/// Tests of the experiments, by their positions in the suite.
pub(crate) struct Sample {
    pub(crate) failing: Vec<usize>,
    pub(crate) passing: Vec<usize>,
}

/// All that was found out.
pub(crate) struct Scene<'a> {
    pub(crate) request: &'a Request<'a>,
    all: &'a BTreeMap<usize, Spectrum>,
    /// Those that were watched.
    failing: Vec<usize>,
    passing: Vec<usize>,
    pub(crate) sample: &'a Sample,
    experiments: &'a Experiments,
    switches: &'a Switches,
    /// There was one failing run, and no test that somebody wrote.
    pub(crate) is_generated: bool,
    /// How near lines are to what fails.
    near: FxHashMap<Line, f64>,
    /// Lines of the function where runs start.
    starts: FxHashSet<Line>,
    /// No change mends a run, so what gets past the failing check counts.
    pub(crate) is_passed_only: bool,
    /// Tests that fail and that pass.
    pub(crate) total: (usize, usize),
}

/// The outcome of a branch that failing tests have most, and passing ones least.
#[derive(Clone, Copy, Default)]
pub(crate) struct Way {
    score: f64,
    pub(crate) fails: usize,
    pub(crate) passes: usize,
    /// Of a branch: is its condition true?
    pub(crate) way: Option<bool>,
}

/// What is known of a line.
#[derive(Default)]
pub(crate) struct AtLine<'a> {
    pub(crate) turned: Vec<&'a Turned>,
    /// Watched failing and passing tests that execute it.
    pub(crate) executed: (usize, usize),
    pub(crate) outcome: Way,
    statement: Option<SourceStmtId>,
    pub(crate) once: Option<&'a Vec<bool>>,
}

impl<'a> Scene<'a> {
    fn ranked(&self) -> Vec<Cause> {
        let lines = self.lines();
        let clean_edits = self
            .experiments
            .turned
            .iter()
            .filter(|it| it.is_clean && it.attempt.kind == AttemptKind::Edit)
            .count();
        let mut ranked: Vec<Cause> = Vec::new();
        for (line, at) in &lines {
            let signals = self.signals(*line, at, clean_edits);
            let told = Told {
                scene: self,
                at,
                watched: (self.failing.len(), self.passing.len()),
                wrong: [true, false].map(|is_text| self.wrong(*line, is_text)),
            };
            let (span, evidence) = tell(&told);
            let Some(span) = span.or_else(|| self.span_of(at)) else { continue };
            // A line of which nothing is known but that it was executed is no cause.
            if evidence.is_empty() {
                continue;
            }
            let why = evidence.first().map(|it| it.text.clone()).unwrap_or_default();
            ranked.push(Cause {
                span,
                why,
                evidence,
                signals,
                score: score(&signals, self.is_generated),
            });
        }
        ranked.sort_by(|one, other| {
            other.score.total_cmp(&one.score).then_with(|| one.span.cmp(&other.span))
        });
        ranked.truncate(MOST_CAUSES);
        ranked
    }

    /// What it says that a change turns a run. Tests that somebody wrote know what a run is to do; without them, to end before anything can fail is the easiest way not to.
    pub(crate) fn worth(&self, turned: &Turned) -> f64 {
        if self.is_generated && !turned.goes_on { ENDS_SOONER } else { 1.0 }
    }

    fn span_of(&self, at: &AtLine<'_>) -> Option<whydunit_source::Span> {
        at.statement.map(|source| self.request.program.source_stmt(source).span)
    }

    /// Lines that failing tests execute or that can be changed so that they pass.
    fn lines(&self) -> BTreeMap<Line, AtLine<'a>> {
        let program = self.request.program;
        let mut lines: BTreeMap<Line, AtLine<'a>> = BTreeMap::new();
        for (tests, is_failing) in [(&self.failing, true), (&self.passing, false)] {
            for index in tests {
                for line in &self.all[index].lines {
                    let executed = &mut lines.entry(*line).or_default().executed;
                    if is_failing { executed.0 += 1 } else { executed.1 += 1 }
                }
            }
        }
        let executed: BTreeSet<SourceStmtId> = self
            .sample
            .failing
            .iter()
            .flat_map(|index| self.all[index].statements.iter().copied())
            .collect();
        for source in executed {
            let span = program.source_stmt(source).span;
            let Some(at) = line_of(program, span).and_then(|line| lines.get_mut(&line)) else {
                continue;
            };
            at.statement.get_or_insert(source);
        }
        for (line, outcome) in self.outcomes() {
            let at = lines.entry(line).or_default();
            if outcome.score > at.outcome.score {
                at.outcome = outcome;
            }
        }
        for turned in &self.experiments.turned {
            let at = lines.entry(turned.line).or_default();
            at.turned.push(turned);
            let source = turned.attempt.source;
            if at.executed == (0, 0) {
                // A constant that is defined elsewhere: it is executed where it is used.
                at.executed = self.executed(source);
            }
        }
        for (line, row) in &self.switches.turned {
            lines.entry(*line).or_default().once = Some(row);
        }
        lines.retain(|(file, _), at| self.request.files.contains(file) && at.executed.0 > 0);
        lines
    }

    fn executed(&self, source: SourceStmtId) -> (usize, usize) {
        let count = |tests: &[usize]| {
            tests.iter().filter(|index| self.all[index].statements.contains(&source)).count()
        };
        (count(&self.failing), count(&self.passing))
    }

    /// How suspicious the outcomes of branches are.
    fn outcomes(&self) -> Vec<(Line, Way)> {
        let mut counts: BTreeMap<(Point, u32), (usize, usize)> = BTreeMap::new();
        for (tests, is_failing) in [(&self.failing, true), (&self.passing, false)] {
            for index in tests {
                for (point, decision) in &self.all[index].decisions {
                    for outcome in &decision.outcomes {
                        let count = counts.entry((*point, *outcome)).or_default();
                        if is_failing { count.0 += 1 } else { count.1 += 1 }
                    }
                }
            }
        }
        let program = self.request.program;
        let all = counts.into_iter();
        all.filter_map(|((point, successor), (fails, passes))| {
            let line = line_of(program, program.origin_of(point).0)?;
            let is_branch =
                matches!(program.terminator_at(point).kind, TerminatorKind::Branch { .. });
            let score = ochiai(fails, self.failing.len(), passes);
            let way = is_branch.then_some(successor == 0);
            Some((line, Way { score, fails, passes, way }))
        })
        .collect()
    }

    /// The share of failing tests in which this line makes the last decision.
    fn last_decisions(&self, line: Line) -> f64 {
        let program = self.request.program;
        let is_here = |index: &&usize| {
            let last = self.all[index].last_decision;
            last.and_then(|point| line_of(program, program.origin_of(point).0)) == Some(line)
        };
        self.failing.iter().filter(is_here).count() as f64 / self.failing.len().max(1) as f64
    }

    /// The share of failing tests whose first wrong byte this line writes.
    fn wrong(&self, line: Line, is_text: bool) -> f64 {
        let count = self
            .failing
            .iter()
            .filter(|index| self.all[index].wrong == Some(Wrong { line, is_text }))
            .count();
        count as f64 / self.failing.len().max(1) as f64
    }

    /// Is it executed before anything is decided? Every run shares it.
    fn is_setup(&self, line: Line, at: &AtLine<'_>) -> bool {
        let shortest = self.sample.failing.first().map(|index| &self.all[index]);
        shortest.is_some_and(|it| {
            let is_before = it.last.get(&line).is_some_and(|last| *last < it.first_decision);
            at.once.is_none() && is_before
        })
    }

    /// Does it stand in the function where runs start, while they fail in another one?
    fn is_driver(&self, line: Line, at: &AtLine<'_>) -> bool {
        let program = self.request.program;
        let function = program.function(self.request.start);
        let shortest = self.sample.failing.first().map(|index| &self.all[index]);
        let fails_elsewhere =
            shortest.and_then(|it| it.end).is_some_and(|end| end.function != self.request.start);
        let is_inside = at.statement.is_some_and(|source| {
            let span = program.source_stmt(source).span;
            function.span.file == span.file && self.starts.contains(&line)
        });
        fails_elsewhere && is_inside
    }

    fn signals(&self, line: Line, at: &AtLine<'_>, clean_edits: usize) -> Signals {
        let failing = self.sample.failing.len();
        let of = |wanted: &dyn Fn(AttemptKind) -> bool| -> Vec<&Turned> {
            at.turned.iter().copied().filter(|it| wanted(it.attempt.kind)).collect()
        };
        let edits = of(&|kind| kind == AttemptKind::Edit);
        let guards = of(&|kind| matches!(kind, AttemptKind::Guard | AttemptKind::Omission));
        let inserted = of(&|kind| kind == AttemptKind::Insertion);
        let switched = of(&|kind| matches!(kind, AttemptKind::Always(_) | AttemptKind::Opposite));
        let values = of(&|kind| kind == AttemptKind::Value);
        let most = |turned: &[&Turned], value: &dyn Fn(&Turned) -> f64| {
            turned.iter().map(|it| value(it)).fold(0.0, f64::max)
        };
        let balance = |it: &Turned| self.worth(it) * it.share(failing) - it.broken_share();
        let clean = |it: &Turned| match it.is_clean {
            true => self.worth(it) / (1.0 + f64::from(it.attempt.cost) / 10.0),
            false => 0.0,
        };
        let union = |turned: &[&Turned]| {
            let any = |index: usize| {
                turned.iter().any(|it| it.failing.get(index).copied().unwrap_or(false))
            };
            (0..failing).filter(|&index| any(index)).count() as f64 / failing.max(1) as f64
        };
        let own_clean: f64 = edits.iter().filter(|it| it.is_clean).map(|it| self.worth(it)).sum();
        let broken: Vec<f64> =
            edits.iter().filter(|it| !it.passing.is_empty()).map(|it| it.broken_share()).collect();
        let once = at.once.map_or(0.0, |row| {
            row.iter().filter(|passes| **passes).count() as f64 / row.len().max(1) as f64
        });
        let shortest = self.sample.failing.first().map(|index| &self.all[index]);
        let late = shortest.map_or(0.0, |spectrum| {
            let last = spectrum.last.get(&line).copied().unwrap_or(0);
            last as f64 / spectrum.steps.max(1) as f64
        });
        Signals {
            edit_clean: most(&edits, &clean),
            edit_share: own_clean / clean_edits.max(1) as f64,
            edit_balance: most(&edits, &balance),
            edit_unbroken: most(&edits, &|it| match it.broken() {
                0 => self.worth(it) * it.share(failing),
                _ => 0.0,
            }),
            guard_clean: most(&guards, &clean),
            switch_balance: most(&switched, &balance),
            switch_once: once,
            value_union: union(&values),
            value_balance: most(&values, &balance),
            any_union: union(&at.turned),
            ochiai: ochiai(at.executed.0, self.failing.len(), at.executed.1),
            ochiai_outcome: at.outcome.score,
            everywhere: f64::from(at.executed.0 == self.failing.len()),
            relevant: f64::from(self.request.relevant.contains(&line)),
            late,
            decides: f64::from(at.once.is_some() || at.outcome.score > 0.0),
            last_decision: self.last_decisions(line),
            wrong_text: self.wrong(line, true),
            wrong_value: self.wrong(line, false),
            setup: f64::from(self.is_generated && self.is_setup(line, at)),
            driver: f64::from(self.is_generated && self.is_driver(line, at)),
            declared: f64::from(at.statement.is_none() && at.once.is_none()),
            near: self.near.get(&line).copied().unwrap_or(0.0),
            insert_balance: most(&inserted, &balance),
            insert_clean: most(&inserted, &clean),
            broken: broken.iter().sum::<f64>() / broken.len().max(1) as f64,
        }
    }
}
