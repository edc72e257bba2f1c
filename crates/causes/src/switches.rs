//! One decision of a failing run, once: does it pass if that goes the other way?

use std::collections::BTreeMap;

use rayon::prelude::*;
use whydunit_program::Point;
use whydunit_suite::{Runner, Switch, Test};

use crate::limits::MOST_SUCCESSORS;
use crate::spectra::{Line, Spectrum, line_of};

/// Of each line with branches, which of these failing tests one switched decision of it turns.
#[derive(Debug, Default)]
pub(crate) struct Switches {
    pub(crate) turned: BTreeMap<Line, Vec<bool>>,
    pub(crate) runs: u64,
    pub(crate) steps: u64,
}

/// Tries the decisions that the spectra have kept, within so many steps.
pub(crate) fn switches(
    runner: &Runner<'_>,
    tests: &[(&Test, &Spectrum)],
    most_steps: u64,
) -> Switches {
    let program = runner.program();
    let mut found = Switches::default();
    let share = most_steps / (tests.len().max(1) as u64);
    for (index, (test, spectrum)) in tests.iter().enumerate() {
        let mut wanted: Vec<(Line, Switch)> = Vec::new();
        for (&point, decision) in &spectrum.decisions {
            let Some(line) = line_of(program, program.origin_of(point).0) else { continue };
            for (&visit, &taken) in &decision.taken {
                let others = others(runner, point, taken);
                wanted.extend(others.map(|successor| (line, Switch { point, visit, successor })));
            }
        }
        let affordable = usize::try_from(share / (spectrum.steps + 100)).unwrap_or(usize::MAX);
        wanted.truncate(affordable);
        let ran: Vec<(Line, bool, u64)> = wanted
            .par_iter()
            .map(|(line, switch)| {
                let outcome = runner.run_switched(test, *switch);
                (*line, outcome.verdict.is_passed(), outcome.steps)
            })
            .collect();
        for (line, passes, steps) in ran {
            found.runs += 1;
            found.steps += steps;
            let row = found.turned.entry(line).or_insert_with(|| vec![false; tests.len()]);
            row[index] |= passes;
        }
    }
    found
}

fn others(runner: &Runner<'_>, point: Point, taken: u32) -> impl Iterator<Item = u32> {
    let count = runner.program().terminator_at(point).kind.successors().len();
    let all = 0..u32::try_from(count).unwrap_or(0);
    all.filter(move |&successor| successor != taken).take(MOST_SUCCESSORS)
}
