//! Who can trigger the failure: from what is known of the external inputs to the classification.

use whydunit_explain::{InputPower, Judgement, Label, Power};
use whydunit_interp::{Config, Ending, NoObserver, RunSpec, prepare};
use whydunit_report::{
    AdmittingInput, Avoided, Classification, DecidingInput, EnforcingShare, ExplanationReport,
    Label as ReportedLabel, SecurityLevel, SecurityReport,
};
use whydunit_scope::{ProgramInput, ProgramPower};
use whydunit_trace::ErrorTrace;

use super::source_level::SourceLevel;
use crate::limits::MOST_STEPS_FOUND;

/// Does an input decide whether the run fails?
enum Deciding {
    Yes(DecidingInput),
    No(SecurityLevel),
    Unknown(String),
}

impl SourceLevel<'_> {
    /// The classification; the judgement tells which steps matter.
    ///
    /// What the whole program says of an input counts more than what its path says. It leaves the inputs before that one as they were,
    /// however: where other ones make the input decide along the path, it decides.
    pub(super) fn security_report(
        &self,
        on_path: &[InputPower],
        in_program: &[ProgramInput],
        judgement: Option<&Judgement>,
        report: &ExplanationReport,
    ) -> SecurityReport {
        let verdicts: Vec<Deciding> = on_path
            .iter()
            .map(|power| {
                let in_program = in_program.iter().find(|input| input.record == power.record);
                self.deciding(power, in_program.map(|input| &input.power))
            })
            .collect();
        let is_known = |verdict: &Deciding| match verdict {
            Deciding::Yes(input) => input.level == SecurityLevel::Program,
            Deciding::No(level) => *level == SecurityLevel::Program,
            Deciding::Unknown(_) => false,
        };
        let level = match verdicts.iter().all(is_known) {
            true => SecurityLevel::Program,
            false => SecurityLevel::Trace,
        };
        let reason = verdicts.iter().find_map(|verdict| match verdict {
            Deciding::Unknown(reason) => Some(reason.clone()),
            Deciding::Yes(_) | Deciding::No(_) => None,
        });
        let inputs: Vec<DecidingInput> = verdicts
            .into_iter()
            .filter_map(|verdict| match verdict {
                Deciding::Yes(input) => Some(input),
                Deciding::No(_) | Deciding::Unknown(_) => None,
            })
            .collect();
        let classification = match (inputs.as_slice(), &reason) {
            ([], None) => Classification::NotSecurity,
            ([], Some(_)) => Classification::Unknown,
            _ => Classification::Security,
        };
        SecurityReport {
            classification,
            inputs,
            level,
            reason: reason.filter(|_| classification == Classification::Unknown),
            last_admitting_input: judgement.and_then(|judgement| self.last_admitting(judgement)),
            enforcing_share: judgement.map(|_| share(report)),
            has_external_inputs: has_external_inputs(self.trace),
        }
    }

    fn deciding(&self, on_path: &InputPower, in_program: Option<&ProgramPower>) -> Deciding {
        let input = |failing: u64, passing: u64, avoided: Avoided, before: &[(u32, u64)]| {
            let record = &self.trace.inputs[on_path.record as usize];
            let name = self.input_name(on_path.record).to_owned();
            let (_, failing_value) = self.input_words(record, failing);
            let (_, passing_value) = self.input_words(record, passing);
            let with = self.other_inputs(before, |other| other != on_path.record);
            let level = match avoided {
                Avoided::LeavesPath => SecurityLevel::Trace,
                Avoided::Passes | Avoided::FailsOtherwise => SecurityLevel::Program,
            };
            Deciding::Yes(DecidingInput {
                name,
                failing_value,
                passing_value,
                level,
                avoided,
                with,
            })
        };
        match (&on_path.power, in_program) {
            (_, Some(ProgramPower::Decides(decision))) => {
                input(decision.failing, decision.passing, self.avoided(&decision.passing_run), &[])
            }
            (Power::Decides { before, failing, passing, .. }, in_program)
                if !before.is_empty()
                    || !matches!(in_program, Some(ProgramPower::DoesNotDecide(_))) =>
            {
                input(*failing, *passing, Avoided::LeavesPath, before)
            }
            (_, Some(ProgramPower::DoesNotDecide(_))) => Deciding::No(SecurityLevel::Program),
            (Power::DoesNotDecide, _) => Deciding::No(SecurityLevel::Trace),
            (Power::Unknown(reason), _) => Deciding::Unknown(reason.clone()),
            (Power::Decides { .. }, _) => Deciding::No(SecurityLevel::Program),
        }
    }

    /// How a run ends that is known not to fail as the explained one did.
    fn avoided(&self, run: &RunSpec) -> Avoided {
        let checks = self.trace.checks;
        let config = Config { checks, max_steps: Some(MOST_STEPS_FOUND), ..Config::default() };
        let result = prepare(self.program).run(run, &config, &mut |_, _| {}, &mut NoObserver);
        match result.ending {
            Ending::Failed(_) => Avoided::FailsOtherwise,
            _ => Avoided::Passes,
        }
    }

    fn last_admitting(&self, judgement: &Judgement) -> Option<AdmittingInput> {
        let admitting = judgement.relevant().filter(|(_, it)| it.label == Some(Label::Admitting));
        let (judged, _) = admitting.last()?;
        let record = self.trace.inputs_of(self.trace.step(judged.step)).first()?;
        let sources = &self.program.sources;
        Some(AdmittingInput {
            name: self.received_input(judged)?,
            file: sources.file(record.span.file).name().to_owned(),
            line: sources.line_column(record.span).line,
        })
    }
}

/// Branches that matter have no labels, and no share in it.
fn share(report: &ExplanationReport) -> EnforcingShare {
    let early = report.judged.as_ref().map_or(0, |judged| judged.inputs_that_matter.len());
    let count = |label| report.relevant.iter().filter(|entry| entry.label == Some(label)).count();
    let (enforcing, admitting) = (count(ReportedLabel::Enforcing), count(ReportedLabel::Admitting));
    EnforcingShare { enforcing, relevant: enforcing + admitting + early }
}

fn has_external_inputs(trace: &ErrorTrace) -> bool {
    trace.inputs.iter().any(|record| record.origin.is_external())
}
