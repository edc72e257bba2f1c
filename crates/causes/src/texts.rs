//! Changes that only their text defines: the size of an array, the type of a declaration, the label of a `case`, a `break`.
//!
//! Each is compiled and run like the attempts that share one program. A compilation costs what thousands of runs do, so there are few of them, where failing tests are and passing ones
//! are not first.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use whydunit_repair::{Attempt, Laboratory, apply_bytes};
use whydunit_suite::{Runner, Test};

use crate::Request;
use crate::experiments::{Tests, Turned, go_on, line_of_attempt};
use crate::limits::{DEAREST, MOST_TEXTS, TEXT_BYTES};
use crate::model::Builder;
use crate::spectra::Line;

/// How suspicious lines are, by what executes them; nothing of lines that no test executes.
pub(crate) type Suspicion = FxHashMap<Line, f64>;

/// What came of them.
pub(crate) struct Compiled {
    pub(crate) turned: Vec<Turned>,
    pub(crate) runs: u64,
    /// Time ran out before all of them were tried.
    pub(crate) is_cut_short: bool,
}

/// Those that are worth a compilation, best first. Lines without suspicion hold no statement (declarations, labels), or none that failing tests execute.
pub(crate) fn worth_compiling(
    request: &Request<'_>,
    all: Vec<Attempt>,
    suspicion: &Suspicion,
    is_code: &dyn Fn(Line) -> bool,
) -> Vec<Attempt> {
    let mut rated: Vec<(u32, Attempt)> = all
        .into_iter()
        .filter(|it| it.is_text() && it.cost <= DEAREST)
        .filter_map(|attempt| {
            let line = line_of_attempt(request.program, &attempt)?;
            let suspicious = suspicion.get(&line).copied();
            if suspicious.is_none() && is_code(line) {
                return None;
            }
            // Thousandths, so that the order is one of integers.
            let doubt =
                (0..=1000).find(|it| f64::from(*it) >= 1000.0 * (1.0 - suspicious.unwrap_or(0.9)));
            Some((attempt.cost * 40 + doubt.unwrap_or(1000), attempt))
        })
        .collect();
    rated.sort_by(|(one, a), (other, b)| (one, &a.edit).cmp(&(other, &b.edit)));
    let size = |file| request.program.sources.file(file).all_bytes().len().max(1);
    let largest = request.files.iter().map(|file| size(*file)).max().unwrap_or(1);
    let most = (TEXT_BYTES / largest).clamp(4, MOST_TEXTS);
    rated.into_iter().take(most).map(|(_, attempt)| attempt).collect()
}

/// Compiles and runs each: on the failing tests, and where it turns one on all others.
pub(crate) fn compiled(
    request: &Request<'_>,
    builder: &dyn Builder,
    laboratory: &Laboratory<'_>,
    attempts: Vec<Attempt>,
    tests: &Tests<'_>,
) -> Compiled {
    let tried: Vec<(Option<Turned>, u64, bool)> = attempts
        .into_par_iter()
        .map(|attempt| match laboratory.config.is_over() {
            true => (None, 0, true),
            false => {
                let (turned, runs) = one(request, builder, laboratory, attempt, tests);
                (turned, runs, false)
            }
        })
        .collect();
    Compiled {
        runs: tried.iter().map(|(_, runs, _)| runs).sum(),
        is_cut_short: tried.iter().any(|(.., is_late)| *is_late),
        turned: tried.into_iter().filter_map(|(turned, ..)| turned).collect(),
    }
}

fn one(
    request: &Request<'_>,
    builder: &dyn Builder,
    laboratory: &Laboratory<'_>,
    attempt: Attempt,
    tests: &Tests<'_>,
) -> (Option<Turned>, u64) {
    let file = attempt.edit.span.file;
    let text = apply_bytes(&request.program.sources, file, std::slice::from_ref(&attempt.edit));
    let Some(line) = line_of_attempt(request.program, &attempt) else { return (None, 0) };
    let Some(built) = builder.build(&[(file, text)]) else { return (None, 0) };
    let runner =
        Runner::new(&built.program, built.start, laboratory.config.clone()).comparing(request.mode);
    let mut runs = 0;
    let mut passes = |test: &Test| {
        runs += 1;
        let outcome = runner.run(test);
        (outcome.verdict.is_passed(), outcome.steps)
    };
    let (failing, lengths): (Vec<bool>, Vec<u64>) =
        tests.failing.iter().map(|(test, _)| passes(test)).unzip();
    if !failing.contains(&true) {
        return (None, runs);
    }
    let passing: Vec<bool> = tests.passing.iter().map(|(test, _)| passes(test).0).collect();
    let is_clean = !failing.contains(&false)
        && !passing.contains(&false)
        && tests.others.iter().all(|test| passes(test).0);
    let goes_on = go_on(&failing, &lengths, tests, 0);
    (Some(Turned { attempt, line, failing, passing, is_clean, goes_on }), runs)
}
