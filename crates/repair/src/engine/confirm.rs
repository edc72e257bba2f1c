//! Is a candidate a repair? It is compiled from its text, run on all tests, and searched for failures.

use std::time::Instant;

use whydunit_suite::{Runner, Test};

use super::{Candidate, Engine};
use crate::coverage::{Lines, before_edits, executed, lines};
use crate::evidence::effect;
use crate::grade::{Known, Searched};
use crate::model::{Built, Judged, Judgement, Repair};
use crate::{Edit, diff};

/// What a line costs that is not executed any more.
const LOST_LINE: u32 = 3;

impl Engine<'_> {
    /// Compiles the text, runs the tests, looks for failures. A failing input is returned.
    pub(super) fn confirm(&mut self, candidate: Candidate) -> Option<Test> {
        let mut edits = candidate.edits.clone();
        edits.sort();
        if !self.done.insert(edits.clone()) {
            return None;
        }
        let built = self.build(&edits)?;
        let runner = Runner::new(&built.program, built.start, self.config.clone());
        let passes = self.suite.tests.iter().all(|test| {
            self.findings.tried.runs += 1;
            runner.run(test).verdict.is_passed()
        });
        if !passes {
            self.rejected.insert(edits);
            return None;
        }
        if !candidate.is_deferred {
            let lost = self.lost_lines(&built, &edits) as u32;
            if lost > self.mode.tolerated(self.executed_lines.len() as u32) {
                self.done.remove(&edits);
                let cost = candidate.cost + lost * LOST_LINE;
                self.deferred.push(Candidate { is_deferred: true, cost, ..candidate });
                return None;
            }
        }
        let Judged { judgement, standard } =
            self.request.oracle.judge(&built, &edits, &self.texts(&edits));
        let is_searched = !matches!(judgement, Judgement::NotAsked(_));
        self.findings.tried.judged += usize::from(is_searched);
        let mut counterexample = None;
        let mut remaining = None;
        let (searched, mut remark) = match judgement {
            Judgement::Proved => (Searched::Complete, None),
            Judgement::Bounded => (Searched::WithinBounds, None),
            Judgement::BoundedBut(what) => {
                remaining = Some(what);
                (Searched::WithinBounds, None)
            }
            Judgement::Counterexample(test) => {
                let words = test.name.clone();
                counterexample = Some(*test);
                (Searched::Refuted, Some(words))
            }
            Judgement::OwnCounterexample(test) => (Searched::Refuted, Some(test.name)),
            Judgement::Unknown(why) | Judgement::NotAsked(why) => (Searched::Undecided, Some(why)),
        };
        if searched == Searched::WithinBounds {
            remark = self.mode.remark(self, &edits, &built);
        }
        let total = self.suite.tests.len();
        let guarded = candidate.guarded();
        let (cost, is_irrelevant, _) = self.rank(&candidate);
        let is_diagnosed = self.diagnosed.contains(&effect(&self.program.sources, &edits));
        if searched == Searched::Refuted {
            self.rejected.insert(edits.clone());
        }
        let known = Known {
            searched,
            standard: &standard,
            tests_by: self.request.tests_by,
            tests: total,
            is_partial: remaining.is_some(),
        };
        let (grade, against) = known.grade();
        let repair = Repair {
            is_diagnosed,
            patch: diff::unified(&self.program.sources, &edits),
            edits,
            grade,
            against,
            standard,
            searched: is_searched.then_some(searched),
            tests: (total, total),
            cost,
            is_relevant: !is_irrelevant,
            evidence: candidate.evidence,
            remark,
            remaining,
        };
        match searched {
            Searched::Refuted => self.refuted.push(repair),
            _ => {
                self.guarded.extend(guarded);
                self.is_satisfied = true;
                if repair.remaining.is_none() {
                    self.found_at.get_or_insert_with(Instant::now);
                }
                self.findings.repairs.push(repair);
                self.accepted.push(built);
            }
        }
        counterexample
    }

    /// Lines that were executed, other than the changed ones, and are executed by no test any more.
    fn lost_lines(&self, built: &Built, edits: &[Edit]) -> usize {
        let learnt = self.findings.counterexamples.len();
        let chosen: Vec<usize> =
            (learnt..(learnt + self.measured).min(self.suite.tests.len())).collect();
        let now = executed(&built.program, built.start, &self.config, &self.suite, &chosen);
        let sources = &self.program.sources;
        let now = before_edits(&lines(&built.program, &now), sources, edits);
        // A line that is left out is not executed any more.
        let changed: Lines = edits
            .iter()
            .filter(|edit| !edit.new.is_empty() || !sources.text(edit.span).ends_with('\n'))
            .map(|edit| {
                let line = sources.line_column(edit.span).line;
                (sources.file(edit.span.file).name().to_owned(), line)
            })
            .collect();
        let is_lost = |line: &&(String, u32)| !now.contains(*line) && !changed.contains(*line);
        self.executed_lines.iter().filter(is_lost).count()
    }
}
