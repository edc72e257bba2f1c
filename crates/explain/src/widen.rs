//! The widest interval around a value of the run in which a condition on one variable holds.
//!
//! On each side the nearest value that breaks the condition is looked for; the checks that the step passed may be used. With no budget left, the
//! value itself is the answer: narrower, still right.

use whydunit_solver::{Budget, Embedded, Goal, Optimum, Signedness, Solve, Verdict, optimum};
use whydunit_term::{Op, Term, Terms};

use crate::linear::Bounds;
use crate::variables::Number;

/// Conflicts that one search may cost.
const CONFLICTS: u64 = 2_000;

pub(crate) fn widen(
    terms: &mut Terms,
    budget: &Budget,
    given: Option<Term>,
    condition: Term,
    (variable, number, value): (Term, Number, i128),
) -> Bounds {
    if budget.exceeded().is_some() {
        return Bounds::exactly(value);
    }
    let mut solver = Embedded::new();
    if let Some(given) = given {
        solver.assert(terms, given);
    }
    let broken = terms.not(condition);
    solver.assert(terms, broken);
    let budget = budget.clone().with_conflicts(CONFLICTS);
    let sign = if number.is_signed { Signedness::Signed } else { Signedness::Unsigned };
    let constant = terms.bits(number.width, number.bits(value));
    let less = if number.is_signed { Op::SLt } else { Op::ULt };
    let below = terms.apply(less, &[variable, constant]);
    let above = terms.apply(less, &[constant, variable]);
    let low = match optimum(&mut solver, terms, variable, (Goal::Largest, sign), &[below], &budget)
    {
        Optimum::Found { value, .. } => Some(number.read(value) + 1),
        Optimum::Infeasible(_) => None,
        Optimum::Unknown { .. } => Some(value),
    };
    let high =
        match optimum(&mut solver, terms, variable, (Goal::Smallest, sign), &[above], &budget) {
            Optimum::Found { value, .. } => Some(number.read(value) - 1),
            Optimum::Infeasible(_) => None,
            Optimum::Unknown { .. } => Some(value),
        };
    // A single exception is easier to read than one of its sides.
    if let (Some(low), None) = (low, high)
        && holds_elsewhere(&mut solver, terms, variable, number, low - 1, &budget)
    {
        return Bounds::other_than(low - 1);
    }
    if let (None, Some(high)) = (low, high)
        && holds_elsewhere(&mut solver, terms, variable, number, high + 1, &budget)
    {
        return Bounds::other_than(high + 1);
    }
    Bounds { low, high, ..Bounds::default() }
}

/// Is this the only value that breaks the condition?
fn holds_elsewhere(
    solver: &mut Embedded,
    terms: &mut Terms,
    variable: Term,
    number: Number,
    value: i128,
    budget: &Budget,
) -> bool {
    let constant = terms.bits(number.width, number.bits(value));
    let other = terms.ne(variable, constant);
    matches!(solver.decide(terms, &[other], budget), Verdict::Unsat(_))
}
