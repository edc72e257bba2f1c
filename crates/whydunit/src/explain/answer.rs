//! A question about a trace, asked and answered: the right method, its budget, its verification, its report.

use whydunit_encode::Inputs;
use whydunit_explain::{
    Counting, Criterion, ExplainError, Explanation, Implied, JudgeOptions, Judgement, Method,
    Options, Status,
};
use whydunit_lift::{self as present, KnownInputs, SourceLevel, try_judgement};
use whydunit_program::Program;
use whydunit_project::{Error, Options as Common};
use whydunit_report::{
    AssumptionReport, Classification, ExplanationReport, ExplanationStatus, LimitReport,
    SecurityReport,
};
use whydunit_scope::{SecurityOptions, Trial};
use whydunit_solver::Budget;
use whydunit_term::Terms;
use whydunit_trace::ErrorTrace;

use super::shares::Shares;
use super::verification::Verifier;
use crate::limits::{LONGEST_STRICT, MOST_CONJUNCTS};
use crate::{ExplainOptions, ProgramScope, Question};

/// Who is asked.
pub(super) struct Asked<'a> {
    pub(super) args: &'a ExplainOptions,
    pub(super) common: &'a Common,
    pub(super) program: &'a Program,
    pub(super) trace: &'a ErrorTrace,
    pub(super) level: &'a SourceLevel<'a>,
    pub(super) verifier: Option<&'a Verifier>,
    /// Answers of the system that the run has got, where others are possible.
    pub(super) outside: &'a [AssumptionReport],
}

pub(super) struct Answer {
    pub(super) question: Question,
    pub(super) report: ExplanationReport,
    /// What the report was made of, if it judges.
    pub(super) judgement: Option<Judgement>,
    /// What ended the work before it was done.
    pub(super) limit: Option<LimitReport>,
    /// What other values were said to do, and do not.
    withdrawn: Option<String>,
    /// A condition that stands was still being looked for when the time was over.
    is_short: bool,
}

impl Answer {
    /// What was said first, and does not stand.
    pub(super) fn withdrawn(&self) -> Option<LimitReport> {
        let why = match (&self.report.counterexample, self.report.verified) {
            // The time is what is said then.
            (Some(_), _) if self.is_short => return None,
            (Some(with), _) => format!("not every run of this path fails here: {with}"),
            (None, Some(false)) => self.report.verification.clone()?,
            _ => self.withdrawn.clone()?,
        };
        Some(LimitReport::new("claim", why, true))
    }
}

impl Asked<'_> {
    /// What is answered aside may not take long.
    pub(super) fn answer(
        &self,
        question: Question,
        is_aside: bool,
        shares: &mut Shares<'_>,
    ) -> Result<Answer, Error> {
        let budget = if is_aside { shares.next_aside() } else { shares.next() };
        match question {
            Question::Invariants(method) => self.explained(method, &budget, shares),
            Question::Judgement(criterion) => self.judged(criterion, &budget, shares),
        }
    }

    fn explained(
        &self,
        method: Method,
        budget: &Budget,
        shares: &mut Shares<'_>,
    ) -> Result<Answer, Error> {
        let (program, trace, mut terms) = (self.program, self.trace, Terms::new());
        let question = Question::Invariants(method);
        let inputs = self.inputs_of(question);
        let options = Options { method, inputs, budget: budget.clone() };
        let explanation =
            whydunit_explain::explain(program, trace, &mut terms, &options).map_err(gap)?;
        let given = &self.common.budget;
        let mut limit = (explanation.status == Status::Partial).then(|| match budget.exceeded() {
            Some(_) => present::time_limit(given),
            None => LimitReport::new("memory", given.memory.to_string(), true),
        });
        let mut report = self.level.report(&explanation, &terms);
        let more_input = self.level.add_ended_reads(&mut report, &shares.trial(budget));
        let is_short =
            self.try_general(&explanation, &mut terms, &mut report, &|| shares.trial(budget));
        if is_short {
            report.status = ExplanationStatus::Partial;
            limit.get_or_insert_with(|| present::time_limit(given));
        }
        // A condition on the inputs says nothing of what else the system might have answered.
        if !self.outside.is_empty() {
            report.general_scope = "path";
        }
        if let Some(verifier) = self.verifier {
            let budget = shares.next();
            self.common.observer.phase("verifying");
            let verified =
                verifier.check(program, trace, (&explanation, &more_input), &mut terms, budget)?;
            // Of what other inputs have refuted there is nothing left to verify.
            if report.counterexample.is_none() {
                verified.note(&mut report);
            }
        }
        Ok(Answer { question, report, judgement: None, limit, withdrawn: None, is_short })
    }

    /// What is said of all inputs is tried on others before it is said; what does not stand is taken back. `budget` is that of the next trial. Tells whether the time was over
    /// before a condition was found that stands.
    fn try_general(
        &self,
        explanation: &Explanation,
        terms: &mut Terms,
        report: &mut ExplanationReport,
        budget: &dyn Fn() -> Budget,
    ) -> bool {
        if self.trace.inputs.is_empty() {
            return false;
        }
        // What is expected of one run says nothing of others.
        if self.program.expectation.is_some() {
            report.general = None;
            return false;
        }
        self.common.observer.phase("trying other inputs");
        let trial =
            whydunit_scope::try_general(self.program, self.trace, terms, explanation, &budget());
        let Trial::Counterexample(found) = trial else { return false };
        let mut is_short = false;
        // Invariants take for granted what the path has passed, its own checks and those of the failing statement: another run of the same path may fail at one of these.
        let is_refuted = report.general_scope == "program" || found.is_on_path;
        if report.general.is_some() && is_refuted {
            // Each has a time of its own: what refuted the first may have taken all of its.
            let mut strict = |implied| {
                let budget = budget();
                let condition = self.strict_condition(explanation, terms, implied, &budget);
                is_short |= condition.is_none() && budget.exceeded().is_some();
                condition
            };
            report.general = strict(Implied::Checks)
                .or_else(|| strict(Implied::Addresses))
                .or_else(|| strict(Implied::Path));
            if report.general.is_some() {
                return false;
            }
            report.general = self.level.general(explanation, terms);
        }
        if found.args.is_some()
            && let Some(general) = self.of_this_count(explanation, terms, &budget())
        {
            report.general = Some(general);
            return false;
        }
        if !found.is_on_path {
            report.general_scope = "path";
            return false;
        }
        report.general = None;
        report.counterexample = Some(self.level.counterexample_words(&found));
        is_short
    }

    /// The condition, of runs with as many arguments, if it stands for these.
    fn of_this_count(
        &self,
        explanation: &Explanation,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Option<String> {
        let narrow = whydunit_scope::with_argument_count(self.trace, terms, explanation)?;
        let trial = whydunit_scope::try_general(self.program, self.trace, terms, &narrow, budget);
        match trial {
            Trial::Kept { .. } => self.level.general(&narrow, terms),
            Trial::Counterexample(_) => None,
        }
    }

    /// A condition that takes nothing for granted, if it stands and people can read it. It implies the one that did not, so what `--verify` proves of that is true of it.
    fn strict_condition(
        &self,
        explanation: &Explanation,
        terms: &mut Terms,
        implied: Implied,
        budget: &Budget,
    ) -> Option<String> {
        if self.trace.steps.len() > LONGEST_STRICT {
            return None;
        }
        let (program, trace) = (self.program, self.trace);
        let strict = whydunit_explain::path_condition(program, trace, terms, implied, budget);
        let strict = strict.ok()?;
        let trial = whydunit_scope::try_general(program, trace, terms, &strict, budget);
        let condition = self.level.general(&strict, terms)?;
        let stands = matches!(trial, Trial::Kept { runs } if runs > 0)
            && whydunit_scope::implies(trace, terms, (&strict, explanation), budget);
        (stands && condition.matches("&&").count() < MOST_CONJUNCTS).then_some(condition)
    }

    fn judged(
        &self,
        criterion: Criterion,
        budget: &Budget,
        shares: &mut Shares<'_>,
    ) -> Result<Answer, Error> {
        let (program, trace, mut terms) = (self.program, self.trace, Terms::new());
        let question = Question::Judgement(criterion);
        let inputs = self.inputs_of(question);
        let counting = match self.args.count_other_checks {
            true => Counting::OtherChecks,
            false => Counting::Own,
        };
        let options = JudgeOptions { criterion, inputs, counting, budget: budget.clone() };
        let mut judgement =
            whydunit_explain::judge(program, trace, &mut terms, &options).map_err(gap)?;
        self.common.observer.phase("trying other values");
        let trials = try_judgement(self.level, &mut judgement, &options);
        let mut report = self.level.judged_report(&judgement, &trials);
        if question.is_about_values() {
            self.widen(&mut report, shares);
        }
        let limit =
            (report.status == ExplanationStatus::Partial).then(|| match budget.exceeded() {
                Some(_) => present::time_limit(&self.common.budget),
                None => {
                    let undecided = report.judged.as_ref().map_or(0, |judged| judged.unknown.len());
                    LimitReport::new("undecided", undecided.to_string(), true)
                }
            });
        if let Some(verifier) = self.verifier {
            let budget = shares.next();
            self.common.observer.phase("verifying");
            let verified =
                verifier.check_judgement(program, trace, &judgement, &mut terms, budget)?;
            verified.note(&mut report);
        }
        let withdrawn = trials.withdrawn();
        let judgement = Some(judgement);
        Ok(Answer { question, report, judgement, limit, withdrawn, is_short: false })
    }

    /// What is known of the inputs: those of a test are what they are.
    fn inputs_of(&self, question: Question) -> Inputs {
        match self.program.expectation {
            Some(_) => Inputs::Fixed,
            None => self.args.inputs_of(question),
        }
    }

    /// Who can trigger the failure, along the path of the run and in the whole program; `judged` says which steps matter.
    pub(super) fn security(
        &self,
        judged: &Answer,
        shares: &mut Shares<'_>,
    ) -> Result<SecurityReport, Error> {
        let (program, trace) = (self.program, self.trace);
        let budget = shares.next_aside();
        let powers = whydunit_explain::input_powers(program, trace, &mut Terms::new(), &budget)
            .map_err(gap)?;
        let options =
            SecurityOptions { unwind: self.args.search.unwind, budget: shares.next_aside() };
        let in_program = match powers.is_empty() {
            true => Vec::new(),
            false => whydunit_scope::program_inputs(program, trace, &options),
        };
        let shape = || whydunit_scope::program_shape(program, trace, &options);
        let known = KnownInputs {
            on_path: &powers,
            in_program: &in_program,
            shape: &shape,
            budget: &options.budget,
        };
        let mut report =
            self.level.security_report(&known, judged.judgement.as_ref(), &judged.report);
        if let (Classification::NotSecurity, Some(first)) =
            (report.classification, self.outside.first())
        {
            report.classification = Classification::Unknown;
            report.has_external_inputs = true;
            report.reason = Some(match first.line {
                Some(line) => format!("in line {line} the system may answer otherwise"),
                None => "the system may answer otherwise".to_owned(),
            });
        }
        Ok(report)
    }

    /// Adds the branches that matter beyond the trace, if the whole program was asked for.
    fn widen(&self, report: &mut ExplanationReport, shares: &mut Shares<'_>) {
        if self.args.scope == ProgramScope::Program {
            let view = whydunit_scope::control_relevance(self.program, self.trace, &shares.next());
            self.level.add_control(&view, report);
        }
    }
}

/// Of something that was not asked for and had little time: how much the user gave is not what ended it.
pub(super) fn aside_limit(question: Question, limit: LimitReport) -> LimitReport {
    match limit.what.as_str() {
        "timeout" => LimitReport::new("aside", question.name().to_owned(), true),
        _ => limit,
    }
}

fn gap(error: ExplainError) -> Error {
    Error::Internal(format!("the trace cannot be explained ({error})"))
}
