//! The unsatisfiable-core test (responsibility of assigning statements, Algorithm 1). Here for comparison.
//!
//! # Question
//!
//! Is the step needed to refute that its triple leads away from the failure?
//!
//! # Definition
//!
//! With `P` the states that are reached before the step and still lead to the failure, and `¬Q` those after it from which nothing leads there any more, a step is relevant iff `P ∧ step ∧ ¬Q` is unsatisfiable
//! and the step is in the unsatisfiable core; an input is relevant iff its triple is satisfiable. The step is the literal `v == e` of one query: the value `v` that the rest of the trace goes on with is the one that it computes.
//!
//! # Guarantees
//!
//! A step whose triple is satisfiable without it (that is [`relevance`](relevance.md)) is in every core. Of the others, the solver may give a core that contains it or one that does not, so this test depends on the solver. Such a member of a
//! core has a reason that replaces nothing.
//!
//! `¬Q` quantifies over the inputs after the step. Where these have a say in what the step changes, there is no core to look at: the exact question is asked instead.
//!
//! # Cost
//!
//! As for relevance, with one more question to the solver for each assignment that trying values does not decide.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/assumption_on_input.c --method unsat-core
//! ```
//!
//! Line 3 is in no core that was given. Here, and mostly, the answer is that of relevance.

use whydunit_claim::{Grounds, Judged, Verdict, Witness};
use whydunit_encode::{Assignment, Replaced};
use whydunit_solver::{Embedded, Solve, Verdict as Decided};

use crate::responsibility::each::{changes_nothing, irrelevant, judge_each};
use crate::responsibility::ground::Ground;
use crate::responsibility::question::{self, budget_of_question, leads_away};
use crate::responsibility::relevance::{label, witness_of_run};
use crate::responsibility::trial::{Block, Outcome};

pub(super) fn judge(ground: &mut Ground<'_>) -> Vec<Judged> {
    let mut solver = None;
    judge_each(ground, true, |ground, bench, assignment| {
        let verdict = match bench.try_values(ground, assignment)? {
            Outcome::Leads { found, .. } => {
                Verdict::Relevant(Box::new(witness_of_run(assignment, &found)))
            }
            Outcome::Harmless { is_observed } => irrelevant(is_observed),
            // Whatever is asked then, the answer is that of the exact question.
            Outcome::Open { replaced, .. } if changes_nothing(ground, &replaced) => {
                question::decide(ground, &mut solver, assignment, &replaced)
            }
            Outcome::Open { replaced, .. } => triple(ground, &mut solver, assignment, &replaced),
            Outcome::OutOfBudget(reason) => Verdict::unknown(&reason),
        };
        // A step that is in no core says nothing of the cores of those before.
        if verdict != Verdict::Irrelevant(Grounds::Excluded) {
            bench.remember(ground, assignment, &verdict);
        }
        Ok(verdict)
    })
}

fn triple(
    ground: &mut Ground<'_>,
    solver: &mut Option<Embedded>,
    assignment: &Assignment,
    replaced: &Replaced,
) -> Verdict {
    let away = match assignment.input {
        Some(_) => None,
        None => leads_away(ground, assignment, replaced),
    };
    let Some(mut triple) = away else {
        return question::decide(ground, solver, assignment, replaced);
    };
    let mut equations = Vec::new();
    for havocked in &replaced.havocked {
        equations.push(ground.terms.eq(havocked.variable, havocked.assigned));
    }
    let step = ground.terms.and(&equations);
    triple.push(step);
    let states = solver.get_or_insert_with(|| ground.solver());
    match states.decide(ground.terms, &triple, &budget_of_question(ground)) {
        Decided::Sat => Verdict::Unknown("the assigned value itself leads away".into()),
        Decided::Unknown(reason) => Verdict::unknown(&reason),
        Decided::Unsat(core) if !core.0.contains(&step) => Verdict::Irrelevant(Grounds::Excluded),
        Decided::Unsat(_) => match question::decide(ground, solver, assignment, replaced) {
            Verdict::Relevant(witness) => Verdict::Relevant(witness),
            Verdict::Irrelevant(_) | Verdict::Unknown(_) => {
                Verdict::Relevant(Box::new(member_only(ground, assignment)))
            }
        },
    }
}

/// In the core, but no other value is known to lead away.
fn member_only(ground: &Ground<'_>, assignment: &Assignment) -> Witness {
    let block = Block::check_passes(ground.trace);
    Witness {
        label: Some(label(assignment)),
        execution: Vec::new(),
        state: Vec::new(),
        replaced: Vec::new(),
        continuation: Vec::new(),
        is_sure: false,
        blocked_at: block.step,
        blocked: block.how,
    }
}
