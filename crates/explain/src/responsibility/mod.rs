//! Which assignments are responsible for a failure, by several definitions.

mod becoming_restrictive;
mod blocking;
mod branch_relevance;
mod candidates;
mod coreachable;
mod each;
mod ground;
mod minimal_set;
mod more_blocking;
mod obligation;
mod question;
mod relevance;
mod replayed;
mod restrictive;
mod security;
mod trial;
mod unsat_core;

use whydunit_claim::{
    Counting, Criterion, Judged, JudgedConditional, Judgement, Status, Verdict, Witness,
};
use whydunit_encode::{Assignment, Inputs};
use whydunit_program::{CheckKind, Expr, ExprKind, Program};
use whydunit_solver::{Budget, Reason};
use whydunit_term::Terms;
use whydunit_trace::{ErrorTrace, StepIndex};

use crate::model::ExplainError;
use ground::Ground;

pub use security::input_powers;

/// How a trace is to be judged.
#[derive(Clone, Debug)]
pub struct JudgeOptions {
    pub criterion: Criterion,
    pub inputs: Inputs,
    /// Of relevance: what leads away from the failure. The other criteria count everything.
    pub counting: Counting,
    /// When it ends, what is not decided is [`Verdict::Unknown`].
    pub budget: Budget,
}

/// Judges the assignments of a trace.
pub fn judge(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
    options: &JudgeOptions,
) -> Result<Judgement, ExplainError> {
    if is_moved_on(program, trace) {
        // What would have had a value is known per cell, not through what is computed from it.
        let why = "whether it would have had a value is not followed";
        return Ok(undecided(program, trace, options, why));
    }
    let ground = Ground::new(program, trace, terms, options.inputs, &options.budget);
    let mut ground = match ground {
        Err(ExplainError::Encode(error)) if error.is_given_up => {
            let why = options.budget.exceeded().unwrap_or(Reason::Time).to_string();
            return Ok(undecided(program, trace, options, &why));
        }
        ground => ground?,
    };
    ground.counting = options.criterion.counting(options.counting);
    let counting = ground.counting;
    let (mut conditionals, mut sets): (Vec<JudgedConditional>, _) = (Vec::new(), Vec::new());
    let judged = match options.criterion {
        Criterion::BranchRelevance => {
            let found = branch_relevance::judge(&mut ground, options.inputs);
            conditionals = found.conditionals;
            found.judged
        }
        Criterion::Restrictive => restrictive::judge(&mut ground),
        Criterion::BecomingRestrictive => becoming_restrictive::judge(&mut ground),
        Criterion::Coreachable => coreachable::judge(&mut ground, options.inputs)?,
        Criterion::UnsatCore => unsat_core::judge(&mut ground),
        Criterion::MoreBlocking => more_blocking::judge(&mut ground),
        Criterion::MinimalSet => {
            let found = minimal_set::judge(&mut ground, options.inputs);
            sets = found.sets;
            found.judged
        }
        Criterion::Relevance => relevance::judge(&mut ground),
    };
    let verdicts = judged.iter().map(|judged| &judged.verdict);
    let of_conditionals = conditionals.iter().map(|judged| &judged.verdict);
    let is_unknown =
        verdicts.chain(of_conditionals).any(|verdict| matches!(verdict, Verdict::Unknown(_)));
    Ok(Judgement {
        criterion: options.criterion,
        inputs: options.inputs,
        counting,
        status: if is_unknown { Status::Partial } else { Status::Complete },
        judged,
        conditionals,
        sets,
    })
}

/// Does the run fail because of a value that was never given, and was copied or computed with before it decided?
fn is_moved_on(program: &Program, trace: &ErrorTrace) -> bool {
    if trace.failure.kind != CheckKind::Uninit {
        return false;
    }
    let mut steps = (0..trace.steps.len()).filter_map(|step| u32::try_from(step).ok());
    let stmt = program.stmt_at(trace.failure.point);
    let computes =
        |part: &Expr| matches!(&part.kind, ExprKind::Binary(op, ..) if !op.is_comparison());
    steps.any(|step| trace.carried(StepIndex(step)).next().is_some())
        || stmt.is_some_and(|stmt| {
            stmt.kind.operands().any(|expr| expr.any(&mut |part| computes(part)))
        })
}

/// Nothing is known: the budget ended before the run was a formula, or formulas do not follow what the failure is about.
fn undecided(
    program: &Program,
    trace: &ErrorTrace,
    options: &JudgeOptions,
    why: &str,
) -> Judgement {
    let unknown = |assignment: Assignment| Judged {
        step: StepIndex(assignment.step),
        target: assignment.cells,
        verdict: Verdict::Unknown(why.to_owned()),
    };
    let judged: Vec<Judged> =
        ground::assignments(program, trace).into_iter().map(unknown).collect();
    Judgement {
        criterion: options.criterion,
        inputs: options.inputs,
        counting: options.criterion.counting(options.counting),
        status: if judged.is_empty() { Status::Complete } else { Status::Partial },
        judged,
        conditionals: Vec::new(),
        sets: Vec::new(),
    }
}

/// Another witness of an assignment's relevance than those that the program has refuted. What is judged on whole conditionals has none: it would have to be judged
/// anew.
pub fn another_witness(
    program: &Program,
    trace: &ErrorTrace,
    options: &JudgeOptions,
    judged: &Judged,
    refuted: &[Witness],
) -> Option<Witness> {
    if options.criterion != Criterion::Relevance {
        return None;
    }
    let mut terms = Terms::new();
    let mut ground =
        Ground::new(program, trace, &mut terms, options.inputs, &options.budget).ok()?;
    ground.counting = options.counting;
    let is_it = |assignment: &&Assignment| {
        (assignment.step, &assignment.cells) == (judged.step.0, &judged.target)
    };
    let assignment = ground.assignments.iter().find(is_it)?.clone();
    relevance::other_witness(&mut ground, &assignment, refuted)
}
