//! Who can trigger the failure: from what is known of the external inputs to the classification.

use std::fmt;

use whydunit_counterfactual::{Avoided as Otherwise, Counterfactual, Ended};
use whydunit_explain::{InputPower, Judgement, Label, Power};
use whydunit_interp::{InputValue, RunSpec};
use whydunit_program::InputOrigin;
use whydunit_project::text_in_quotes;
use whydunit_report::{
    AdmittingInput, Avoided, Classification, DecidingInput, EnforcingShare, ExplanationReport,
    InputKind, Label as ReportedLabel, SecurityLevel, SecurityReport,
};
use whydunit_scope::{
    ProgramInput, ProgramPower, ProgramShape, Shape, Stream, arguments_with, replayed,
};
use whydunit_solver::Budget;
use whydunit_source::Span;

use super::source_level::SourceLevel;

/// What is known of the inputs from outside.
pub struct KnownInputs<'a> {
    /// Along the path of the run.
    pub on_path: &'a [InputPower],
    /// One by one, in the whole program.
    pub in_program: &'a [ProgramInput],
    /// The arguments, and standard input, as a whole; looked at when it is needed.
    pub shape: &'a dyn Fn() -> Option<ProgramShape>,
    /// For the runs that show what is said.
    pub budget: &'a Budget,
}

impl fmt::Debug for KnownInputs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KnownInputs { on_path, in_program, .. } = self;
        f.debug_struct("KnownInputs")
            .field("on_path", on_path)
            .field("in_program", in_program)
            .finish_non_exhaustive()
    }
}

/// Does an input decide whether the run fails?
enum Deciding {
    Yes(DecidingInput),
    No,
    Unknown(String),
}

impl SourceLevel<'_> {
    /// The classification; the judgement tells which steps matter.
    ///
    /// What the whole program says of an input counts more than what its path says. It leaves the inputs before that one as they were,
    /// however: where other ones make the input decide along the path, it decides. Arguments and standard input as a whole are asked about where no part of them decides.
    pub fn security_report(
        &self,
        known: &KnownInputs<'_>,
        judgement: Option<&Judgement>,
        report: &ExplanationReport,
    ) -> SecurityReport {
        let mut verdicts: Vec<(bool, Deciding)> = known
            .on_path
            .iter()
            .map(|power| {
                let in_program = known.in_program.iter().find(|input| input.record == power.record);
                let origin = &self.trace.inputs[power.record as usize].origin;
                let is_part = matches!(origin, InputOrigin::Argv | InputOrigin::Stdin);
                (is_part, self.deciding(power, in_program.map(|input| &input.power), known.budget))
            })
            .collect();
        let decides = |(_, verdict): &(bool, Deciding)| matches!(verdict, Deciding::Yes(_));
        let shape = match verdicts.iter().any(decides) {
            true => None,
            false => (known.shape)(),
        };
        if let Some(shape) = &shape {
            verdicts.retain(|(is_part, _)| !is_part);
            verdicts.push((true, self.deciding_shape(shape)));
        }
        let verdicts: Vec<Deciding> = verdicts.into_iter().map(|(_, verdict)| verdict).collect();
        let is_known = |verdict: &Deciding| match verdict {
            Deciding::Yes(input) => input.level == SecurityLevel::Program,
            Deciding::No => true,
            Deciding::Unknown(_) => false,
        };
        let level = match verdicts.iter().all(is_known) {
            true => SecurityLevel::Program,
            false => SecurityLevel::Trace,
        };
        let reason = verdicts.iter().find_map(|verdict| match verdict {
            Deciding::Unknown(reason) => Some(reason.clone()),
            Deciding::Yes(_) | Deciding::No => None,
        });
        let inputs: Vec<DecidingInput> = verdicts
            .into_iter()
            .filter_map(|verdict| match verdict {
                Deciding::Yes(input) => Some(input),
                Deciding::No | Deciding::Unknown(_) => None,
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
            has_external_inputs: !known.on_path.is_empty() || shape.is_some(),
        }
    }

    fn deciding(
        &self,
        on_path: &InputPower,
        in_program: Option<&ProgramPower>,
        budget: &Budget,
    ) -> Deciding {
        let input = |(failing, passing), (avoided, place), level, others: [&[(u32, u64)]; 2]| {
            let [before, after] = others;
            let record = &self.trace.inputs[on_path.record as usize];
            // How many arguments there are cannot be told without them.
            let is_count = record.origin == InputOrigin::Argv && record.name == "argc";
            let words = |value: u64, rest: &[(u32, u64)]| {
                let changes = [before, &[(on_path.record, value)][..], rest].concat();
                let arguments = || arguments_with(self.program, self.trace, &changes);
                match is_count.then(arguments).flatten() {
                    Some(arguments) => arguments_in_words(&arguments),
                    None => self.input_words(record, value).1,
                }
            };
            let (failing_value, passing_value) = (words(failing, &[]), words(passing, after));
            let with = self.other_inputs(before, |other| other != on_path.record);
            let avoided = reported(avoided);
            let (name, kind) = match is_count {
                true => ("argv".to_owned(), InputKind::Arguments),
                false => (self.input_name(on_path.record).to_owned(), InputKind::Value),
            };
            Deciding::Yes(DecidingInput {
                name,
                kind,
                failing_value,
                passing_value,
                level,
                avoided,
                avoided_line: self.other_line(place),
                with,
            })
        };
        match (&on_path.power, in_program) {
            (_, Some(ProgramPower::Decides(decision))) => {
                let level = SecurityLevel::Program;
                let avoided = (decision.avoided, decision.place);
                input((decision.failing, decision.passing), avoided, level, [&[], &[]])
            }
            (Power::Decides { before, failing, passing, after }, in_program)
                if !before.is_empty()
                    || !matches!(in_program, Some(ProgramPower::DoesNotDecide(_))) =>
            {
                let with = |value: u64, rest: &[(u32, u64)]| {
                    let changes = [before, &[(on_path.record, value)][..], rest].concat();
                    replayed(self.program, self.trace, &changes, budget)
                };
                let (fails, Ended { how: passes, place }) =
                    (with(*failing, &[]), with(*passing, after));
                match (fails.how, passes) {
                    (Counterfactual::FailsHere, Counterfactual::Avoids(avoided)) => {
                        let level = SecurityLevel::Trace;
                        input((*failing, *passing), (avoided, place), level, [before, after])
                    }
                    (_, Counterfactual::Excluded) => {
                        Deciding::Unknown("the other values that were found are excluded".into())
                    }
                    (Counterfactual::Unknown(reason), _) | (_, Counterfactual::Unknown(reason)) => {
                        Deciding::Unknown(reason)
                    }
                    _ => Deciding::Unknown("another way leads to the failure, too".into()),
                }
            }
            (_, Some(ProgramPower::DoesNotDecide(_))) => Deciding::No,
            // That it does not decide on this path says nothing of others.
            (_, Some(ProgramPower::Unknown(reason))) => Deciding::Unknown(reason.clone()),
            (_, None) => Deciding::Unknown("it was not looked at".into()),
        }
    }

    fn deciding_shape(&self, shape: &ProgramShape) -> Deciding {
        let Shape { stream, passing_run, avoided, place } = match shape {
            ProgramShape::Decides(shape) => &**shape,
            ProgramShape::DoesNotDecide => return Deciding::No,
            ProgramShape::Unknown(reason) => return Deciding::Unknown(reason.clone()),
        };
        let text = |run: &RunSpec| match stream {
            Stream::Arguments => arguments_in_words(&run.args),
            Stream::StandardInput => text_in_quotes(&run.stdin),
            Stream::Answer(position) => {
                match run.inputs.get(&self.trace.inputs[*position as usize].name) {
                    Some(InputValue::Bytes(bytes)) => text_in_quotes(bytes),
                    _ => "NULL".to_owned(),
                }
            }
        };
        let (name, kind) = match stream {
            Stream::Arguments => ("argv", InputKind::Arguments),
            Stream::StandardInput => ("stdin", InputKind::StandardInput),
            Stream::Answer(position) => (self.input_name(*position), InputKind::Value),
        };
        Deciding::Yes(DecidingInput {
            name: name.to_owned(),
            kind,
            failing_value: text(&self.trace.spec),
            passing_value: text(passing_run),
            level: SecurityLevel::Program,
            avoided: reported(*avoided),
            avoided_line: self.other_line(*place),
            with: Vec::new(),
        })
    }

    /// The line of another check that fails; nothing where it is that of the failure itself.
    fn other_line(&self, place: Option<Span>) -> Option<u32> {
        let line = |span: Span| self.program.sources.line_column(span).line;
        place.map(line).filter(|&found| found != line(self.trace.failure.span))
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
    let early = report
        .judged
        .as_ref()
        .map_or(0, |judged| judged.inputs_that_matter.len() + judged.redirecting_inputs.len());
    let count = |label| report.relevant.iter().filter(|entry| entry.label == Some(label)).count();
    let (enforcing, admitting) = (count(ReportedLabel::Enforcing), count(ReportedLabel::Admitting));
    EnforcingShare { enforcing, relevant: enforcing + admitting + early }
}

fn reported(avoided: Otherwise) -> Avoided {
    match avoided {
        Otherwise::Ends => Avoided::Ends,
        Otherwise::FailsElsewhere => Avoided::FailsElsewhere,
        Otherwise::NeverEnds => Avoided::NeverEnds,
    }
}

fn arguments_in_words(args: &[Vec<u8>]) -> String {
    let texts: Vec<String> = args.iter().map(|arg| text_in_quotes(arg)).collect();
    texts.join(" ")
}
