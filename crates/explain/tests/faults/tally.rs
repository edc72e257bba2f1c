//! What explanations of planted faults are worth: is the faulty line reported, and among how many.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use whydunit_explain::{Explanation, Relevant};

use super::{Case, Kind};
use crate::common::line_of;

/// The explanation of one case, in lines.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Finding {
    pub(crate) kind: Kind,
    is_random: bool,
    pub(crate) reported: BTreeSet<u32>,
    pub(crate) executed: usize,
    pub(crate) is_hit: bool,
    pub(crate) time: Duration,
    /// The explanation, a line for each relevant step.
    pub(crate) listing: Vec<String>,
}

impl Finding {
    pub(crate) fn new(case: &Case, explanation: &Explanation, time: Duration) -> Finding {
        let lines = |step| line_of(&case.program, &case.trace, step);
        let texts = |indices: &[u32]| {
            let text = |index: &u32| explanation.conjuncts[*index as usize].text.as_str();
            indices.iter().map(text).collect::<Vec<_>>().join(", ")
        };
        let describe = |relevant: &Relevant| {
            let Relevant { step, role, why } = relevant;
            let (brought, used) = (texts(&why.establishes), texts(&why.uses));
            format!("step {}, line {}: {role:?}: {used} => {brought}", step.0, lines(*step))
        };
        let reported: BTreeSet<u32> =
            explanation.relevant.iter().map(|relevant| lines(relevant.step)).collect();
        Finding {
            kind: case.mutant.kind,
            is_random: case.is_random,
            executed: executed_lines(case).len(),
            time,
            is_hit: reported.contains(&case.mutant.line),
            reported,
            listing: explanation.relevant.iter().map(describe).collect(),
        }
    }

    fn share(&self) -> f64 {
        self.reported.len() as f64 / self.executed as f64
    }
}

/// Lines of which a step was executed, the failing one included.
fn executed_lines(case: &Case) -> BTreeSet<u32> {
    let trace = &case.trace;
    let steps = trace.first_executed()..trace.steps.len();
    steps
        .map(|step| line_of(&case.program, trace, whydunit_trace::StepIndex(step as u32)))
        .collect()
}

/// Findings put together.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tally {
    findings: Vec<Finding>,
}

impl Tally {
    pub(crate) fn new(findings: Vec<Finding>) -> Tally {
        Tally { findings }
    }

    pub(crate) fn len(&self) -> usize {
        self.findings.len()
    }

    pub(crate) fn hits(&self) -> usize {
        self.findings.iter().filter(|finding| finding.is_hit).count()
    }

    pub(crate) fn hit_rate(&self) -> f64 {
        self.hits() as f64 / self.len().max(1) as f64
    }

    pub(crate) fn median_share(&self) -> f64 {
        let mut shares: Vec<f64> = self.findings.iter().map(Finding::share).collect();
        shares.sort_by(f64::total_cmp);
        match shares.len() {
            0 => 0.0,
            count if count % 2 == 1 => shares[count / 2],
            count => (shares[count / 2 - 1] + shares[count / 2]) / 2.0,
        }
    }

    fn median_executed(&self) -> usize {
        let mut counts: Vec<usize> = self.findings.iter().map(|finding| finding.executed).collect();
        counts.sort_unstable();
        counts.get(counts.len() / 2).copied().unwrap_or(0)
    }

    fn filtered(&self, wanted: impl Fn(&Finding) -> bool) -> Tally {
        Tally::new(self.findings.iter().filter(|finding| wanted(finding)).cloned().collect())
    }

    /// Both figures, in one line.
    pub(crate) fn summary(&self) -> String {
        format!(
            "faulty line reported in {:3} of {:3} ({:5.1}%), median share of executed lines {:4.1}% (of {:2})",
            self.hits(),
            self.len(),
            100.0 * self.hit_rate(),
            100.0 * self.median_share(),
            self.median_executed()
        )
    }

    /// Both figures for random and for hand-written programs.
    pub(crate) fn by_origin(&self) -> String {
        let random = self.filtered(|finding| finding.is_random);
        let written = self.filtered(|finding| !finding.is_random);
        rows([("random programs", random), ("hand-written programs", written)])
    }

    /// Both figures for short, middling and long runs: the more a run does, the smaller the part of it that matters.
    pub(crate) fn by_size(&self) -> String {
        let between = |from: usize, to: usize| {
            self.filtered(|finding| (from..to).contains(&finding.executed))
        };
        rows([
            ("below 30 lines", between(0, 30)),
            ("30 to 59 lines", between(30, 60)),
            ("60 lines and more", between(60, usize::MAX)),
        ])
    }

    /// The share that is reported of each kind.
    pub(crate) fn shares(&self) -> Vec<(&'static str, f64)> {
        let of = |kind: Kind| self.filtered(|finding| finding.kind == kind);
        let tallies = Kind::ALL.into_iter().map(|kind| (kind.name(), of(kind)));
        let tallies = tallies.filter(|(_, tally)| tally.len() > 0);
        tallies.map(|(name, tally)| (name, tally.hit_rate())).collect()
    }

    /// Both figures for each kind of fault.
    pub(crate) fn by_kind(&self) -> String {
        rows(Kind::ALL.map(|kind| (kind.name(), self.filtered(|finding| finding.kind == kind))))
    }
}

fn rows(tallies: impl IntoIterator<Item = (&'static str, Tally)>) -> String {
    let mut text = String::new();
    for (name, tally) in tallies.into_iter().filter(|(_, tally)| tally.len() > 0) {
        let _ = writeln!(text, "    {name:22} {}", tally.summary());
    }
    text
}
