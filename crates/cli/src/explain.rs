//! `whydunit explain`: why the run fails.

mod invariants;
mod source_level;
mod verification;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use whydunit_explain::{Explanation, Method, Options, Status};
use whydunit_program::Program;
use whydunit_report::{LimitReport, TextOptions, to_json, to_text};
use whydunit_solver::Budget;
use whydunit_term::Terms;
use whydunit_trace::ErrorTrace;

use crate::args::{ExplainArgs, Format};
use crate::outcome::{Outcome, Problem, print_hint, stderr_options, stdout_options, to_stderr};
use crate::run::emit;
use crate::steps::{listed_steps, trace_report};
use crate::taken_run::{TakenRun, take_run};
use crate::{interrupt, present, reproduce, values};
use source_level::SourceLevel;
use verification::{Verification, Verifier};

pub(crate) fn explain(args: &ExplainArgs) -> Result<Outcome, Problem> {
    let reports = args.common.output.reports()?;
    if reports.iter().any(|(format, _)| *format == Format::Smt2) {
        return Err(anyhow!("--format smt2 is for `whydunit trace`").into());
    }
    let verifier = args.verify.then(|| Verifier::new(&args.solver)).transpose()?;
    let mut run = take_run(&args.common, &args.search)?;
    let has_failed = run.has_failed();
    if let Some(trace) = run.trace.take() {
        explain_trace(args, verifier.as_ref(), &mut run, &trace)?;
    }
    for (format, file) in reports {
        match (format, file) {
            (Format::Json, _) => emit(file, &to_json(&run.report))?,
            (_, None) if !has_failed => {
                to_stderr(&to_text(&run.report, &stderr_options()));
                print_hint(run.hint.as_deref());
            }
            (_, _) => {
                let options = match file {
                    Some(_) => TextOptions::default(),
                    None => stdout_options(),
                };
                let options = TextOptions { unfold: args.unfold, ..options };
                emit(file, &to_text(&run.report, &options))?;
            }
        }
    }
    Ok(run.outcome)
}

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
    let methods = args.methods();
    // Each method has the same share of the time that is left, and so has each verification.
    let per_method = if verifier.is_some() { 2 } else { 1 };
    let mut shares = per_method * methods.len() as u32;
    let mut explanations = Vec::new();
    for method in methods {
        let mut terms = Terms::new();
        let budget = share(args, run.deadline, shares);
        shares -= 1;
        let explanation = explain_once(program, trace, &mut terms, method, args, budget.clone())?;
        if explanation.status == Status::Partial {
            run.outcome = Outcome::OutOfBudget;
            run.report.limits = vec![reached_limit(args, &budget)];
        }
        let mut report = level.report(&explanation);
        if let Some(verifier) = verifier {
            let budget = share(args, run.deadline, shares);
            shares -= 1;
            match verifier.check(program, trace, &explanation, &mut terms, budget)? {
                Verification::Holds(how) => {
                    report.verified = Some(true);
                    report.verification = Some(how);
                }
                Verification::Unknown(why) => report.verification = Some(why),
            }
        }
        explanations.push(report);
    }
    let mut failure = present::failure_with_trace(program, trace, steps);
    failure.property.values = values::read_by_failing_step(program, trace);
    failure.explanations = explanations;
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

fn explain_once(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
    method: Method,
    args: &ExplainArgs,
    budget: Budget,
) -> Result<Explanation, Problem> {
    let options = Options { method, inputs: args.reading.into(), budget };
    whydunit_explain::explain(program, trace, terms, &options).map_err(|error| {
        anyhow!("internal error: the trace cannot be explained ({error}); please report this")
            .into()
    })
}

/// What ended the work that had this budget.
fn reached_limit(args: &ExplainArgs, budget: &Budget) -> LimitReport {
    let given = &args.common.budget;
    let (what, value) = match budget.exceeded() {
        Some(_) => ("timeout", given.timeout().as_secs_f64().to_string()),
        None => ("memory", given.memory.to_string()),
    };
    LimitReport::new(what, value, true)
}

/// One of `shares` equal parts of the time that is left, and all the memory.
fn share(args: &ExplainArgs, deadline: Option<Instant>, shares: u32) -> Budget {
    let memory = args.common.budget.memory.saturating_mul(1 << 20);
    let now = Instant::now();
    let deadline = deadline.map(|end| {
        let left: Duration = end.saturating_duration_since(now) / shares.max(1);
        now.checked_add(left).unwrap_or(end)
    });
    let budget = Budget::unlimited().with_memory(memory).with_interrupt(interrupt::flag());
    Budget { deadline, ..budget }
}
