//! Every attempt, on tests: which failing ones it turns, which passing ones it breaks.
//!
//! Rounds of rising cost. All attempts are tried on a few failing tests that take different ways; what turns one of them is tried on the other failing ones and on
//! passing ones; what turns all and breaks none is tried on every test there is.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;
use whydunit_program::{Program, SourceStmtId};
use whydunit_repair::{Attempt, AttemptKind, Extent, Laboratory, edits, forced};
use whydunit_suite::{Suite, Test};

use crate::Request;
use crate::limits::{FIRST_FAILING, FIRST_ROUND, STEPS};
use crate::spectra::{Line, line_of};

/// The tests of the experiments.
pub(crate) struct Tests<'t> {
    /// Those that take different ways first, with their steps.
    pub(crate) failing: Vec<(&'t Test, u64)>,
    pub(crate) passing: Vec<(&'t Test, u64)>,
    /// All others of the suite, failing ones and passing ones.
    pub(crate) others: Vec<&'t Test>,
}

/// An attempt that turns a failing test.
#[derive(Clone, Debug)]
pub(crate) struct Turned {
    pub(crate) attempt: Attempt,
    pub(crate) line: Line,
    /// Of each failing test of the experiments, whether it passes; those of later rounds may be missing.
    pub(crate) failing: Vec<bool>,
    /// Of each passing test of the experiments, whether it still passes; empty if that was not tried.
    pub(crate) passing: Vec<bool>,
    /// Every test of the suite passes.
    pub(crate) is_clean: bool,
}

impl Turned {
    pub(crate) fn turned(&self) -> usize {
        self.failing.iter().filter(|passes| **passes).count()
    }

    pub(crate) fn broken(&self) -> usize {
        self.passing.iter().filter(|passes| !**passes).count()
    }

    /// The share of the failing tests that pass.
    pub(crate) fn share(&self, failing: usize) -> f64 {
        self.turned() as f64 / failing.max(1) as f64
    }

    /// The share of the passing tests that do not any more.
    pub(crate) fn broken_share(&self) -> f64 {
        self.broken() as f64 / self.passing.len().max(1) as f64
    }
}

#[derive(Debug, Default)]
pub(crate) struct Experiments {
    pub(crate) turned: Vec<Turned>,
    /// The lines of all attempts of the first round, whether they turn anything or not.
    pub(crate) tried: Vec<Line>,
    pub(crate) runs: u64,
    /// Not everything was tried.
    pub(crate) is_cut_short: bool,
}

/// Runs them. `executed`: statements that some failing test executes.
pub(crate) fn experiments(
    request: &Request<'_>,
    laboratory: &Laboratory<'_>,
    tests: &Tests<'_>,
    executed: &FxHashSet<SourceStmtId>,
) -> Experiments {
    let mut found = Experiments::default();
    let attempts = attempts(request, executed);
    let mut budget = STEPS;
    let mut first = FIRST_FAILING.min(tests.failing.len());
    let cost = |tests: &[(&Test, u64)]| tests.iter().map(|(_, steps)| *steps + 20).sum::<u64>();
    let most = budget * FIRST_ROUND / 10;
    while first > 1 && cost(&tests.failing[..first]) * attempts.len() as u64 > most {
        first -= 1;
    }
    let affordable = (most / cost(&tests.failing[..first]).max(1)).max(1);
    let count = attempts.len().min(usize::try_from(affordable).unwrap_or(usize::MAX));
    found.is_cut_short = count < attempts.len();
    let mut attempts = attempts;
    attempts.truncate(count);
    let tried = laboratory.run(&attempts, &suite(&tests.failing[..first]), Extent::All);
    found.runs += tried.runs;
    budget = budget.saturating_sub(tried.steps);
    for (attempt, passes) in attempts.into_iter().zip(tried.passes) {
        let Some(line) = line_of_attempt(request.program, &attempt) else { continue };
        let Some(failing) = passes else {
            found.is_cut_short = true;
            continue;
        };
        found.tried.push(line);
        if failing.iter().any(|passes| *passes) {
            let (passing, is_clean) = (Vec::new(), false);
            found.turned.push(Turned { attempt, line, failing, passing, is_clean });
        }
    }
    // What turns most comes first, and of that what is cheapest.
    found.turned.sort_by_key(|it| {
        (Reverse(it.turned()), !it.attempt.kind.is_edit(), it.attempt.cost, it.attempt.edit.clone())
    });
    let rest = &tests.failing[first..];
    if !rest.is_empty() {
        let rows = found.round(laboratory, rest, budget / 2, &mut budget, &|_| true);
        for (turned, row) in found.turned.iter_mut().zip(rows) {
            turned.failing.extend(row.unwrap_or_else(|| vec![false; rest.len()]));
        }
    }
    if !tests.passing.is_empty() {
        let rows = found.round(laboratory, &tests.passing, budget / 2, &mut budget, &|_| true);
        for (turned, row) in found.turned.iter_mut().zip(rows) {
            turned.passing = row.unwrap_or_default();
        }
    }
    found.clean(laboratory, tests, &mut budget);
    found
}

impl Experiments {
    /// One round of those that are wanted, as many as the budget allows; none of the others.
    fn round(
        &mut self,
        laboratory: &Laboratory<'_>,
        tests: &[(&Test, u64)],
        most: u64,
        budget: &mut u64,
        wanted: &dyn Fn(&Turned) -> bool,
    ) -> Vec<Option<Vec<bool>>> {
        let cost: u64 = tests.iter().map(|(_, steps)| *steps + 20).sum();
        let affordable = usize::try_from(most / cost.max(1)).unwrap_or(usize::MAX);
        let chosen: Vec<usize> =
            (0..self.turned.len()).filter(|&index| wanted(&self.turned[index])).collect();
        self.is_cut_short |= affordable < chosen.len();
        let chosen = &chosen[..chosen.len().min(affordable)];
        let attempts: Vec<Attempt> =
            chosen.iter().map(|&index| self.turned[index].attempt.clone()).collect();
        let tried = laboratory.run(&attempts, &suite(tests), Extent::All);
        self.runs += tried.runs;
        *budget = budget.saturating_sub(tried.steps);
        let mut rows = vec![None; self.turned.len()];
        for (&index, row) in chosen.iter().zip(tried.passes) {
            self.is_cut_short |= row.is_none();
            rows[index] = row;
        }
        rows
    }

    /// Which of those that turn all and break none do so on the whole suite?
    fn clean(&mut self, laboratory: &Laboratory<'_>, tests: &Tests<'_>, budget: &mut u64) {
        let (failing, passing) = (tests.failing.len(), tests.passing.len());
        let is_promising = |it: &Turned| {
            it.turned() == failing && it.broken() == 0 && it.passing.len() == passing
        };
        if tests.others.is_empty() {
            self.turned.iter_mut().for_each(|it| it.is_clean = is_promising(it));
            return;
        }
        let promising: Vec<usize> =
            (0..self.turned.len()).filter(|&index| is_promising(&self.turned[index])).collect();
        let attempts: Vec<Attempt> =
            promising.iter().map(|&index| self.turned[index].attempt.clone()).collect();
        let all = Suite { tests: tests.others.iter().map(|test| (*test).clone()).collect() };
        let tried = laboratory.run(&attempts, &all, Extent::UntilFailures(1));
        self.runs += tried.runs;
        *budget = budget.saturating_sub(tried.steps);
        for (&index, row) in promising.iter().zip(tried.passes) {
            self.is_cut_short |= row.is_none();
            self.turned[index].is_clean = row.is_some_and(|row| row.iter().all(|passes| *passes));
        }
    }
}

fn suite(tests: &[(&Test, u64)]) -> Suite {
    Suite { tests: tests.iter().map(|(test, _)| (*test).clone()).collect() }
}

/// Everything that can be tried without compiling: branches first, then edits, the cheap ones first, then values.
fn attempts(request: &Request<'_>, executed: &FxHashSet<SourceStmtId>) -> Vec<Attempt> {
    let wanted = |source: SourceStmtId| executed.contains(&source);
    let edits = edits(request.program, &request.files, request.suite, &wanted);
    let forced = forced(request.program, &request.files, request.suite, &wanted);
    let (values, switches): (Vec<Attempt>, Vec<Attempt>) =
        forced.into_iter().partition(|it| it.kind == AttemptKind::Value);
    let edits = edits.into_iter().filter(|it| !it.is_text() && it.kind.is_edit());
    switches.into_iter().chain(edits).chain(values).collect()
}

/// The line that an attempt speaks of: that of its text, or of the statement in front of which it stands.
fn line_of_attempt(program: &Program, attempt: &Attempt) -> Option<Line> {
    if attempt.kind == AttemptKind::Guard {
        return line_of(program, program.source_stmt(attempt.source).span);
    }
    let span = attempt.edit.span;
    let text = program.sources.text(span);
    let blank = text.len() - text.trim_start().len();
    let offset = span.start + u32::try_from(blank).unwrap_or(0);
    Some((span.file, program.sources.file(span.file).line_column(offset).line))
}
