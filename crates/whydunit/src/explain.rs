//! Why does the run fail? Every question is asked, answered, tried and, if that is wanted, verified.

mod answer;
mod contrast;
mod joined;
mod same_causes;
mod shares;
mod verification;

use whydunit_explain::{Criterion, Method};
use whydunit_find::fixed_answers;
use whydunit_lift::{self as present, SourceLevel, assumption, listed_steps, trace_report};
use whydunit_project::{Error, Options, Outcome, run_command};
use whydunit_report::{AssumptionReport, FailureReport, LimitReport, Report};

use crate::causes::{self, Standard};
use crate::expected::{Expectation, Stated, expectation};
use crate::limits::CAUSES;
use crate::taken_run::{FailingRun, HowMany, Taken, Taking, take_runs, take_stated};
use crate::why::{Posing, pose};
use crate::{Answer, ExplainOptions, ProgramScope, Question, Session, WhyQuestion};
use answer::{Answer as Answered, Asked};
use shares::{Pieces, Shares};
use verification::Verifier;

pub(crate) fn explain(session: &Session, args: &ExplainOptions) -> Result<Answer, Error> {
    // A name that is wrong should not cost a run.
    args.examine()?;
    let stated = match expectation(session, args)? {
        Some(Expectation::Answer(answer)) => return Ok(*answer),
        Some(Expectation::Run(stated)) => Some(stated),
        None => None,
    };
    explain_stated(session, args, stated.as_deref())
}

/// The answer to a question is an explanation as of any error; that it was found is no failure of the program.
pub(crate) fn why(
    session: &Session,
    question: &WhyQuestion,
    args: &ExplainOptions,
) -> Result<Answer, Error> {
    args.examine()?;
    match pose(session, question)? {
        Posing::Answer(answer) => Ok(*answer),
        Posing::Run(stated) => {
            let answer = explain_stated(session, args, Some(&stated))?;
            let outcome = match answer.outcome {
                Outcome::Failure => Outcome::NoFailure,
                other => other,
            };
            Ok(Answer { outcome, ..answer })
        }
    }
}

fn explain_stated(
    session: &Session,
    args: &ExplainOptions,
    stated: Option<&Stated>,
) -> Result<Answer, Error> {
    let verifier = args.verify.then(|| Verifier::new(&args.solver));
    let how_many = if args.all { HowMany::All } else { HowMany::One };
    let unended;
    let mut is_endless = false;
    let mut judged = stated.map(|stated| stated.judged.as_ref());
    let mut taken = match stated {
        Some(stated) => take_stated(session, stated)?,
        None => match take_runs(session, &args.search, how_many)? {
            Taking::Taken(taken) => *taken,
            Taking::Endless(stated) => {
                unended = stated;
                judged = Some(unended.judged.as_ref());
                is_endless = true;
                take_stated(session, &unended)?
            }
        },
    };
    let questions = Questions::new(args);
    let pieces = questions.pieces(args, taken.runs.len().max(1));
    let budget = &session.options().budget;
    let mut shares = Shares::new(budget, taken.deadline, pieces);
    taken.report.origin = present::origin(taken.program);
    know_failures(session.options(), &taken);
    for (number, run) in taken.runs.iter().enumerate() {
        let mut explained =
            explain_run(session, args, verifier.as_ref(), &taken, run, &questions, &mut shares)?;
        explained.failure.contrast = match stated {
            // What is expected of one run says nothing of others.
            Some(stated) if stated.passing.is_empty() => None,
            Some(stated) => contrast::beside(
                session,
                (&stated.spec, &stated.config),
                &stated.passing,
                &explained.failure,
            ),
            None => {
                let config = session.config()?;
                contrast::beside(session, (&run.spec, &config), &[], &explained.failure)
            }
        };
        taken.report.failures.push(explained.failure);
        taken.report.limits.extend(explained.withdrawn);
        for assumption in explained.outside {
            if !taken.report.assumptions.contains(&assumption) {
                taken.report.assumptions.push(assumption);
            }
        }
        if explained.is_cut_short {
            taken.outcome = Outcome::OutOfBudget;
        }
        for limit in explained.limits {
            if !taken.report.limits.contains(&limit) {
                taken.report.limits.push(limit);
            }
        }
        // Of the answer to a question nobody is to blame.
        let standard = match judged {
            Some(None) if is_endless => {
                let steps = u64::try_from(run.trace.steps.len()).unwrap_or(u64::MAX);
                Some(Standard::of_endless(session, &run.spec, steps)?)
            }
            Some(judged) => judged.map(Standard::of_tests),
            None => Some(Standard::of_run(session, &run.spec)?),
        };
        let Some(standard) = standard.filter(|_| args.causes) else { continue };
        know_explained(session.options(), &taken, number + 1);
        let deadline = shares.next_aside_within(CAUSES).deadline;
        let Some(failure) = taken.report.failures.last_mut() else { continue };
        let found = causes::find(session, &standard, &failure.explanations, deadline);
        failure.causes = causes::report(session.program(), &found.causes);
        if found.is_cut_short {
            let limit = LimitReport::new("aside", "causes", true);
            taken.report.limits.push(limit);
        }
    }
    same_causes::number(&mut taken.report.failures);
    taken.report.failures.append(&mut taken.without_steps);
    Ok(Answer { report: taken.report, outcome: taken.outcome, hint: taken.hint })
}

/// That there are failures is known before any of them is explained.
fn know_failures(options: &Options, taken: &Taken<'_>) {
    let known = || with_others(taken, 0);
    options.observer.known(known, Outcome::OutOfBudget);
}

/// The explanations of so many runs are known before it is known who is to blame. If it were all that was asked for, there would be the answer.
fn know_explained(options: &Options, taken: &Taken<'_>, explained: usize) {
    let is_all = explained == taken.runs.len();
    let outcome = if is_all { taken.outcome } else { Outcome::OutOfBudget };
    options.observer.known(|| with_others(taken, explained), outcome);
}

/// The report so far, with the failures of all other runs.
fn with_others(taken: &Taken<'_>, explained: usize) -> Report {
    let mut report = taken.report.clone();
    let others = taken.runs[explained..].iter().map(|run| {
        present::failure_report(taken.program, &run.trace.failure, &run.trace.inputs, None)
    });
    report.failures.extend(others);
    report
}

/// What is asked about each run.
struct Questions {
    asked: Vec<Question>,
    /// The user has no questions in particular: the first two are one explanation, the others are for forms that have room.
    is_joined: bool,
}

/// Asked in place of questions of the user's own; the second marks the lines that the first names.
const JOINED: [Question; 2] =
    [Question::Invariants(Method::FlowSensitive), Question::Judgement(Criterion::Relevance)];

/// What a page has room for besides.
const FURTHER: [Question; 3] = [
    Question::Invariants(Method::ErrorInvariants),
    Question::Judgement(Criterion::BranchRelevance),
    Question::Judgement(Criterion::MinimalSet),
];

impl Questions {
    fn new(args: &ExplainOptions) -> Questions {
        match args.questions() {
            Some(asked) => Questions { asked, is_joined: false },
            None => {
                let further = if args.with_further { &FURTHER[..] } else { &[] };
                Questions { asked: [&JOINED[..], further].concat(), is_joined: true }
            }
        }
    }

    /// Not asked for explicitly.
    fn is_aside(&self, question: Question) -> bool {
        self.is_joined && question != JOINED[0]
    }

    /// How many pieces of work there are for so many runs.
    fn pieces(&self, args: &ExplainOptions, runs: usize) -> Pieces {
        let about_values = self.asked.iter().filter(|question| question.is_about_values()).count();
        let aside = self.asked.iter().filter(|question| self.is_aside(**question)).count();
        let verified = if args.verify { self.asked.len() } else { 0 };
        let widened = if args.scope == ProgramScope::Program { about_values } else { 0 };
        let classified = if about_values > 0 { 2 } else { 0 };
        let all = |count: usize| u32::try_from(count * runs).unwrap_or(u32::MAX);
        Pieces {
            asked: all(self.asked.len() - aside + verified + widened),
            aside: all(aside + classified + usize::from(args.causes)),
        }
    }
}

/// A failure with all its explanations.
struct Explained {
    failure: FailureReport,
    /// What was asked for is not done.
    is_cut_short: bool,
    /// What is partial, asked for or not, and why.
    limits: Vec<LimitReport>,
    /// Claims that were tried and found wrong.
    withdrawn: Vec<LimitReport>,
    /// Answers of the system that the run has got, where others are possible.
    outside: Vec<AssumptionReport>,
}

fn explain_run(
    session: &Session,
    args: &ExplainOptions,
    verifier: Option<&Verifier>,
    taken: &Taken<'_>,
    run: &FailingRun,
    questions: &Questions,
    shares: &mut Shares<'_>,
) -> Result<Explained, Error> {
    let (program, trace) = (taken.program, &run.trace);
    let listed = listed_steps(program, trace);
    let steps = trace_report(program, trace, &listed);
    let level = SourceLevel::new(program, trace, &listed, &steps.steps);
    let outside: Vec<AssumptionReport> =
        fixed_answers(program, trace).iter().map(|it| assumption(program, it)).collect();
    let common = session.options();
    let asked = Asked { args, common, program, trace, level: &level, verifier, outside: &outside };
    let mut answers: Vec<Answered> = Vec::new();
    let mut is_cut_short = false;
    let mut limits = Vec::new();
    let mut withdrawn = Vec::new();
    for &question in &questions.asked {
        let is_aside = questions.is_aside(question);
        common.observer.phase(&format!("explaining: {}", question.name()));
        let answer = asked.answer(question, is_aside, shares)?;
        is_cut_short |= answer.limit.is_some() && !is_aside;
        limits.extend(answer.limit.clone().map(|limit| match is_aside {
            true => answer::aside_limit(question, limit),
            false => limit,
        }));
        withdrawn.extend(answer.withdrawn());
        answers.push(answer);
    }
    // What is expected of one run says nothing of others.
    let judged = answers
        .iter()
        .find(|answer| answer.question.is_about_values() && program.expectation.is_none());
    let security = match judged {
        Some(judged) => {
            common.observer.phase("explaining: who can trigger it");
            Some(asked.security(judged, shares)?)
        }
        None => None,
    };
    let mut failure = present::failure_with_trace(program, trace, steps);
    failure.property.values = present::read_by_failing_step(program, trace);
    failure.explanations = answers.into_iter().map(|answer| answer.report).collect();
    if questions.is_joined {
        joined::label(&mut failure.explanations);
    }
    failure.is_joined = questions.is_joined;
    if args.with_further {
        failure.picture = present::picture(program, trace, &listed, &session.config()?);
    }
    failure.security = security;
    failure.hint = taken.hint.clone().or_else(|| assumed(&outside));
    failure.reproduce = Some(run_command(common, &run.spec, run.source));
    Ok(Explained { failure, is_cut_short, limits, withdrawn, outside })
}

/// Answers of the system in one sentence, with their lines.
fn assumed(outside: &[AssumptionReport]) -> Option<String> {
    let one = |it: &AssumptionReport| match it.line {
        Some(line) => format!("line {line}: {}", it.what),
        None => it.what.clone(),
    };
    let all: Vec<String> = outside.iter().map(one).collect();
    (!all.is_empty()).then(|| format!("assumed: {}", all.join("; ")))
}
