//! `whydunit explain`: why the run fails.

mod answer;
mod cells;
mod control;
mod invariants;
mod joined;
mod judged;
mod might_have_been;
mod security;
mod sets;
mod shares;
mod source_level;
mod verification;

use std::collections::BTreeSet;

use whydunit_explain::{Criterion, Explanation, Method};
use whydunit_program::Program;
use whydunit_trace::ErrorTrace;

use crate::args::{ExplainArgs, Format, ProgramScope, Question};
use crate::outcome::{Outcome, Problem, print_hint};
use crate::output::{self, Outputs, Text};
use crate::steps::{listed_steps, trace_report};
use crate::taken_run::{TakenRun, take_run};
use crate::{present, reproduce, values};
use answer::{Answer, Asked};
use shares::Shares;
use source_level::SourceLevel;
use verification::Verifier;

pub(crate) fn explain(args: &ExplainArgs) -> Result<Outcome, Problem> {
    let outputs = Outputs::of(&args.common.output)?;
    let verifier = args.verify.then(|| Verifier::new(&args.solver)).transpose()?;
    let mut run = take_run(&args.common, &args.search)?;
    let has_failed = run.has_failed();
    if let Some(trace) = run.trace.take() {
        explain_trace(args, verifier.as_ref(), &mut run, &trace)?;
    }
    run.report.origin = output::origin(&run.program);
    outputs.write(&run.report, Text { is_result: has_failed, unfold: args.unfold }, None)?;
    if !has_failed && outputs.wants(Format::Text) {
        print_hint(run.hint.as_deref());
    }
    Ok(run.outcome)
}

/// Asked in place of questions of the user's own; the second marks the lines that the first names.
const JOINED: [Question; 2] =
    [Question::Invariants(Method::FlowSensitive), Question::Judgement(Criterion::Relevance)];

/// Adds all explanations to the report of the run.
fn explain_trace(
    args: &ExplainArgs,
    verifier: Option<&Verifier>,
    run: &mut TakenRun,
    trace: &ErrorTrace,
) -> Result<(), Problem> {
    let program = &run.program;
    let listed = listed_steps(program, trace);
    let steps = trace_report(program, trace, &listed);
    let level = SourceLevel::new(program, trace, &listed, &steps.steps);
    let (questions, is_joined) = match args.questions() {
        Some(questions) => (questions, false),
        None => (JOINED.to_vec(), true),
    };
    let about_values = questions.iter().filter(|question| question.is_about_values()).count();
    let per_question = if verifier.is_some() { 2 } else { 1 };
    let widened = if args.scope == ProgramScope::Program { about_values } else { 0 };
    let classified = if about_values > 0 { 2 } else { 0 };
    let pieces = per_question * questions.len() + widened + classified;
    let mut shares = Shares::new(&args.common.budget, run.deadline, pieces as u32);
    let asked = Asked { args, program, trace, level: &level, verifier };
    let mut answers: Vec<Answer> = Vec::new();
    for question in questions {
        let is_aside = is_joined && question.is_about_values();
        let answer = asked.answer(question, is_aside, &mut shares)?;
        if let Some(limit) = answer.limit.as_ref().filter(|_| !is_aside) {
            run.outcome = Outcome::OutOfBudget;
            run.report.limits = vec![limit.clone()];
        }
        answers.push(answer);
    }
    let judged = answers.iter().find(|answer| answer.question.is_about_values());
    let security = match judged {
        Some(judged) => Some(asked.security(judged, &mut shares)?),
        None => None,
    };
    let mut failure = present::failure_with_trace(program, trace, steps);
    failure.property.values = values::read_by_failing_step(program, trace);
    failure.explanations = answers.into_iter().map(|answer| answer.report).collect();
    if is_joined {
        joined::label(&mut failure.explanations);
    }
    failure.is_joined = is_joined;
    failure.security = security;
    failure.hint = run.hint.clone();
    failure.reproduce = Some(reproduce::command(&args.common, &run.spec, run.source));
    run.report.failures = vec![failure];
    Ok(())
}

/// The lines that an explanation names, with their files.
pub(crate) fn relevant_places(
    program: &Program,
    trace: &ErrorTrace,
    explanation: &Explanation,
) -> BTreeSet<(String, u32)> {
    let listed = listed_steps(program, trace);
    let steps = trace_report(program, trace, &listed);
    SourceLevel::new(program, trace, &listed, &steps.steps).relevant_places(explanation)
}
