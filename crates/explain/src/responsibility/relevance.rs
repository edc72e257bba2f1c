//! Relevance by replacement (responsibility of assigning statements, Definition 3 and Theorem 1).
//!
//! # Question
//!
//! Could another value here have kept the run from failing?
//!
//! # Definition
//!
//! With `P_i` the states that are reachable after `i` steps and from which some execution of the rest still fails, and `Q_{i+1}` those after step `i` from which some execution of the rest
//! fails: a step that assigns `x` is relevant iff some state of `P_i` with some value of `x` lies outside of `Q_{i+1}`, that is, `P_i ⊄ WP(Q_{i+1}, havoc x)`.
//!
//! In terms of inputs: there are inputs `I` with which the trace fails, and a value `v`, such that with the inputs before the step as in `I` and with `v` assigned, the trace fails for *no* inputs after
//! the step. A relevant step is *enforcing* if every state of `P_i` leads into `Q_{i+1}`, else *admitting*. An assignment is total and deterministic, so it never is admitting; an input that is
//! relevant could have been the value that leads away, so it never is enforcing.
//!
//! Inputs, passed arguments and returned values are assignments, too. What counts as leaving the way to this failure: the failed check is passed, or a condition that the program states goes another way (a branch, an assumption, an
//! assertion or a contract that was kept before). A value with which only another check of the machine's fails, an overflow or an index out of bounds that the run did not have, counts with `--count-other-checks` alone: nearly every value of nearly every
//! number overflows somewhere. In that execution, with the inputs of `I`, what is broken first decides.
//!
//! Before it is shown, *had x been v* is run: the value is put in place in the interpreter, and the run has to leave the trace where and how that is claimed. How it then ends is said where it does not end without failing: it fails all the same, fails
//! elsewhere, never ends (a state comes back), or is excluded by a contract or an assumption. In JSON, `ending` has that. What the program does not do is withdrawn, with an entry `claim` in `limits`; of what could not be run within 5 million steps no value is named (*not tried*).
//!
//! # Guarantees
//!
//! Exact for the path of the run: a relevant assignment comes with an execution, a value and the step that does not go on, which the interpreter has replayed; an irrelevant one is read by nobody, or a solver
//! has excluded every witness. What is neither is *not decided*, and named. On random programs over bytes the answers are compared with the definition, computed by trying every value.
//!
//! Formulas follow replaced values inside the objects of the run. An address in another object, another length of a copy or other arguments of formatted input and output are tried by running the program with a few values: one that leads
//! away is a witness. Where none does, the answer is *not decided*, never wrong.
//!
//! # Cost
//!
//! Values are tried first, ten at once, from the last assignment to the first; what is known of a later assignment decides earlier ones that only flow into it. So 100,000 steps take about a second. A replaced index costs the cells of its array: a
//! loop over an array as long as the loop is quadratic. What trying does not decide goes to the solver.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/user_input.c --method relevance
//! ```
//!
//! Line 5, `int x = 1`, is not there: nothing on the way to the check reads it. The input in line 6 is admitting (`@`), the addition enforcing (`*`).

use whydunit_claim::{Grounds, Judged, Label, Verdict, Witness};
use whydunit_encode::{Assignment, Havocked};
use whydunit_interp::Cell;
use whydunit_solver::Embedded;
use whydunit_term::Evaluator;

use crate::responsibility::each::{irrelevant, judge_each, open_fully};
use crate::responsibility::ground::Ground;
use crate::responsibility::question;
use crate::responsibility::replayed::{Replayed, or_replayed};
use crate::responsibility::trial::{Block, Found, Known, Memory, Outcome, try_values};

pub(super) fn judge(ground: &mut Ground<'_>) -> Vec<Judged> {
    let mut solver = None;
    let mut replayed = Replayed::new(ground.program, ground.trace);
    judge_each(ground, true, |ground, bench, assignment| {
        let verdict = verdict(ground, bench.base, &mut bench.memory, &mut solver, assignment);
        Ok(or_replayed(verdict, &mut replayed, ground, assignment))
    })
}

/// Values of the run that replacements share are computed once.
pub(super) fn evaluate_run(ground: &mut Ground<'_>, base: &mut Evaluator<'_>) {
    for step in 0..ground.run.len() {
        let obligation = ground.run.obligation(step);
        base.value(ground.terms, obligation.facts);
        base.value(ground.terms, obligation.decision);
        for written in ground.run.writes(step) {
            base.value(ground.terms, written.term);
        }
    }
    base.value(ground.terms, ground.run.check);
}

pub(super) fn verdict(
    ground: &mut Ground<'_>,
    base: &Evaluator<'_>,
    memory: &mut Memory,
    solver: &mut Option<Embedded>,
    assignment: &Assignment,
) -> Verdict {
    let outcome = match try_values(ground, base, memory, assignment) {
        Ok(outcome) => outcome,
        Err(gap) => return Verdict::Unknown(gap.message),
    };
    let (verdict, is_straight) = match outcome {
        Outcome::OutOfBudget(reason) => return Verdict::unknown(&reason),
        Outcome::Harmless { is_observed } => (irrelevant(is_observed), true),
        Outcome::Leads { found, is_straight } => {
            (Verdict::Relevant(Box::new(witness_of_run(assignment, &found))), is_straight)
        }
        Outcome::Open { replaced, is_straight } => {
            (question::decide(ground, solver, assignment, &replaced), is_straight)
        }
    };
    if is_straight {
        remember(ground, memory, assignment, &verdict);
    }
    verdict
}

/// Another witness for an assignment than those that were found wrong.
pub(super) fn other_witness(
    ground: &mut Ground<'_>,
    assignment: &Assignment,
    refuted: &[Witness],
) -> Option<Witness> {
    let replaced = open_fully(ground, assignment).ok()?;
    let mut further = Vec::new();
    for witness in refuted {
        if witness.replaced.len() != replaced.havocked.len() {
            return None;
        }
        let mut differs = Vec::new();
        for (havocked, &(_, bits)) in replaced.havocked.iter().zip(&witness.replaced) {
            let same = ground.terms.constant(ground.terms.sort(havocked.variable), bits.into());
            differs.push(ground.terms.ne(havocked.variable, same));
        }
        further.push(ground.terms.or(&differs));
    }
    match question::decide_among(ground, &mut None, assignment, &replaced, &further) {
        Verdict::Relevant(witness) => Some(*witness),
        Verdict::Irrelevant(_) | Verdict::Unknown(_) => None,
    }
}

/// Keeps what is known of a single value for assignments before.
pub(super) fn remember(
    ground: &Ground<'_>,
    memory: &mut Memory,
    assignment: &Assignment,
    verdict: &Verdict,
) {
    let Some(range) = ground.single_range(assignment) else { return };
    let known = match verdict {
        Verdict::Relevant(witness) if witness.execution.is_empty() => {
            let &[(_, value)] = witness.replaced.as_slice() else { return };
            let block = Block { step: witness.blocked_at, how: witness.blocked };
            Known::Leads { value: value.into(), block, horizon: ground.horizon(assignment) }
        }
        Verdict::Irrelevant(grounds) => {
            Known::Harmless { is_observed: *grounds != Grounds::NotObserved }
        }
        Verdict::Relevant(_) | Verdict::Unknown(_) => return,
    };
    memory.insert((assignment.step, range), known);
}

pub(super) fn label(assignment: &Assignment) -> Label {
    match assignment.input {
        Some(_) => Label::Admitting,
        None => Label::Enforcing,
    }
}

/// The state is that of the run itself.
pub(super) fn witness_of_run(assignment: &Assignment, found: &Found) -> Witness {
    Witness {
        label: Some(label(assignment)),
        execution: Vec::new(),
        state: Vec::new(),
        replaced: replaced_cells(assignment, &found.values),
        continuation: Vec::new(),
        is_sure: true,
        blocked_at: found.block.step,
        blocked: found.block.how,
    }
}

/// Cells and the values they hold instead.
pub(super) fn replaced_cells(
    assignment: &Assignment,
    values: &[(Havocked, u128)],
) -> Vec<(Cell, u64)> {
    let cell = |havocked: &Havocked| {
        let range = whydunit_encode::cell_of(havocked.range)?;
        let same = |cell: &&Cell| cell.object == range.object && cell.offset == range.offset;
        // A cell of the assignment, which may be a bit-field, or a part of a long run of bytes.
        let own = assignment.cells.iter().find(same);
        Some(match own {
            Some(&cell) if cell.bits.is_some() || cell.size == range.size => cell,
            _ => range,
        })
    };
    values.iter().filter_map(|(havocked, value)| Some((cell(havocked)?, *value as u64))).collect()
}
