//! `--verify`: an explanation is checked by something that shares no code with what found it.

use whydunit_explain::{Explanation, Judgement, MoreInput};
use whydunit_program::Program;
use whydunit_project::Error;
use whydunit_report::ExplanationReport;
use whydunit_solver::{Budget, External, SolverChoice, build};
use whydunit_term::Terms;
use whydunit_trace::ErrorTrace;
use whydunit_verify::{Complaint, Gap, Options, Proofs, Verdict};

use crate::limits::SHOWN_COMPLAINTS;

pub(super) struct Verifier {
    solver: SolverChoice,
}

/// The answer about an explanation that is not refuted, in words for the user.
pub(super) enum Verification {
    Holds(String),
    Unknown(String),
    /// A claim is wrong: a defect of ours.
    Refuted(String),
}

impl Verifier {
    pub(super) fn new(solver: &SolverChoice) -> Verifier {
        Verifier { solver: solver.clone() }
    }

    /// An explanation, and what it says of calls that standard input was too short for.
    pub(super) fn check(
        &self,
        program: &Program,
        trace: &ErrorTrace,
        (explanation, more_input): (&Explanation, &[MoreInput]),
        terms: &mut Terms,
        budget: Budget,
    ) -> Result<Verification, Error> {
        self.with_options(budget, explanation.method.name(), |options| {
            let budget = &options.budget;
            match whydunit_verify::verify_more_input(program, trace, more_input, budget) {
                Verdict::Holds => {
                    whydunit_verify::verify(program, trace, explanation, terms, options)
                }
                refuted => Ok(refuted),
            }
        })
    }

    /// The same for a method that judges.
    pub(super) fn check_judgement(
        &self,
        program: &Program,
        trace: &ErrorTrace,
        judgement: &Judgement,
        terms: &mut Terms,
        budget: Budget,
    ) -> Result<Verification, Error> {
        self.with_options(budget, judgement.criterion.name(), |options| {
            whydunit_verify::verify_judgement(program, trace, judgement, terms, options)
        })
    }

    fn with_options(
        &self,
        budget: Budget,
        method: &str,
        verify: impl FnOnce(&Options<'_>) -> Result<Verdict, Gap>,
    ) -> Result<Verification, Error> {
        let make = || {
            // A program that has gone away since it was found cannot be started, which is an answer like any other.
            build(&self.solver)
                .unwrap_or_else(|gone| Box::new(External::new(gone.name.into(), &[])))
        };
        let options = Options { solver: &make, proofs: Proofs::Induction, budget };
        match verify(&options).map_err(|gap| Error::Internal(gap.to_string()))? {
            Verdict::Holds => {
                let solver = match self.solver.name.as_str() {
                    "embedded" => "the embedded solver",
                    name => name,
                };
                Ok(Verification::Holds(format!("Every claim was verified with {solver}.")))
            }
            Verdict::Unknown(reason) => {
                Ok(Verification::Unknown(format!("Not every claim could be verified: {reason}.")))
            }
            Verdict::Refuted(complaints) => Ok(Verification::Refuted(refuted(method, &complaints))),
        }
    }
}

impl Verification {
    pub(super) fn note(self, report: &mut ExplanationReport) {
        match self {
            Verification::Holds(how) => {
                report.verified = Some(true);
                report.verification = Some(how);
            }
            Verification::Unknown(why) => report.verification = Some(why),
            // What was found wrong is taken back; the rest may still help.
            Verification::Refuted(why) => {
                report.verified = Some(false);
                report.verification = Some(format!("Do not rely on this: {why}."));
                report.general = None;
            }
        }
    }
}

fn refuted(method: &str, complaints: &[Complaint]) -> String {
    let mut text: Vec<String> =
        complaints.iter().take(SHOWN_COMPLAINTS).map(ToString::to_string).collect();
    if complaints.len() > SHOWN_COMPLAINTS {
        text.push(format!("{} more", complaints.len() - SHOWN_COMPLAINTS));
    }
    format!("the {method} explanation was found wrong ({}); please report this", text.join("; "))
}

#[cfg(test)]
mod tests {
    use whydunit_explain::{Method, Options, explain};

    use super::*;
    use crate::taken_run::{HowMany, Taking, take_runs};
    use crate::{ExplainOptions, SearchOptions, Session};

    #[test]
    fn a_wrong_explanation_is_taken_back() {
        let source = "int main(void) {\n  int x = 0;\n  return 1 / x;\n}\n";
        let session = Session::open(crate::Options::of_text("prog.c", source));
        let session = session.expect("the program should compile");
        let taken = take_runs(&session, &SearchOptions::default(), HowMany::One);
        let Taking::Taken(taken) = taken.expect("the program should run") else {
            panic!("the program should end");
        };
        let trace = &taken.runs.first().expect("the run should fail").trace;
        let mut terms = Terms::new();
        let budget = Budget::unlimited();
        let inputs = whydunit_encode::Inputs::Fixed;
        let options = Options { method: Method::FlowSensitive, inputs, budget: budget.clone() };
        let mut explanation = explain(taken.program, trace, &mut terms, &options)
            .expect("the trace should be explained");
        let verifier = Verifier::new(&ExplainOptions::default().solver);
        let verdict =
            verifier.check(taken.program, trace, (&explanation, &[]), &mut terms, budget.clone());
        assert!(matches!(verdict, Ok(Verification::Holds(_))));

        // That x was 0 is no longer known where it is divided by.
        for interval in &mut explanation.intervals {
            interval.gained.clear();
            interval.lost.clear();
        }
        let verdict = verifier.check(taken.program, trace, (&explanation, &[]), &mut terms, budget);
        let Ok(Verification::Refuted(message)) = verdict else {
            panic!("the explanation should be refuted")
        };
        assert!(
            message.starts_with("the flow-sensitive explanation was found wrong ("),
            "{message}"
        );
    }
}
