//! `--scope program`: branches that matter because their other side leads away from the failure.

use std::collections::BTreeMap;

use whydunit_report::{
    EndingReport, ExplanationReport, ExplanationStatus, Reason, Replaced, Role, UndecidedReport,
};
use whydunit_scope::{Away, ControlVerdict, ControlView, Undecided};
use whydunit_source::Span;

use super::source_level::SourceLevel;

impl SourceLevel<'_> {
    /// Adds what is known of branches to what is known of assignments.
    pub fn add_control(&self, view: &ControlView, report: &mut ExplanationReport) {
        let mut relevant = BTreeMap::new();
        let mut unknown: BTreeMap<usize, String> = BTreeMap::new();
        for branch in &view.branches {
            let Some(step) = self.shown_as(branch.step) else { continue };
            match &branch.verdict {
                ControlVerdict::Relevant { away, execution, .. } => {
                    relevant.insert(step, (away, execution));
                }
                ControlVerdict::Unknown(Undecided::Budget) => {
                    unknown.insert(step, "a budget ran out".to_owned());
                }
                ControlVerdict::Unknown(Undecided::Limit(limit)) => {
                    unknown.insert(step, limit.clone());
                }
                ControlVerdict::LeadsThere
                | ControlVerdict::Unknown(Undecided::Repeated | Undecided::Excluded) => {}
            }
        }
        for (step, (away, execution)) in relevant {
            let Err(at) = report.relevant.binary_search_by_key(&step, |entry| entry.position)
            else {
                continue;
            };
            let had = "it gone the other way".to_owned();
            let then = self.away_words(away, view.step_bound);
            let with = self.other_inputs(execution, |_| true);
            let ending = Some(match away {
                Away::Finishes => EndingReport::Ends,
                Away::Fails { .. } => EndingReport::FailsElsewhere,
                Away::Stops { .. } | Away::GoesOn { .. } => EndingReport::Unknown,
            });
            let replaced = Some(Replaced { with, had, then, is_far_fetched: false, ending });
            let reason = Reason { replaced, ..Reason::default() };
            report.relevant.insert(at, self.entry(step, Role::Condition, None, reason));
        }
        report.lines = report.relevant.iter().map(|entry| entry.line).collect();
        report.lines.sort_unstable();
        report.lines.dedup();
        report.statements = self.statements(&report.relevant);
        let Some(judged) = &mut report.judged else { return };
        for (step, why) in unknown {
            let is_known =
                report.relevant.binary_search_by_key(&step, |entry| entry.position).is_ok();
            let place = judged.unknown.binary_search_by_key(&step, |entry| entry.step);
            if let (false, Err(at)) = (is_known, place) {
                judged.unknown.insert(at, self.undecided_step(step, why));
                report.status = ExplanationStatus::Partial;
            }
        }
    }

    pub(super) fn undecided_step(&self, step: usize, why: String) -> UndecidedReport {
        let report = &self.reports[step];
        UndecidedReport {
            step,
            file: report.file.clone(),
            line: report.line,
            column: report.column,
            text: report.text.clone(),
            why,
        }
    }

    fn away_words(&self, away: &Away, step_bound: u64) -> String {
        let line = |place: &Span| self.program.sources.line_column(*place).line;
        match away {
            Away::Finishes => "the run would have ended without failing".to_owned(),
            Away::Fails { place, .. } => {
                format!("line {} would have failed instead", line(place))
            }
            Away::Stops { place } => {
                format!("the program would have stopped in line {}", line(place))
            }
            Away::GoesOn { .. } => {
                format!("the program would not have ended within {step_bound} steps")
            }
        }
    }
}
