//! The widest interval around a value of the run in which a condition on one variable holds.
//!
//! On each side the nearest value that breaks the condition is looked for; the checks that the step passed may be used. With no budget left, the
//! value itself is the answer: narrower, still right.

use whydunit_solver::{Budget, Embedded, Goal, Optimum, Signedness, Solve, Verdict, optimum};
use whydunit_term::{Op, Term, Terms};

use crate::limits::SEARCH_CONFLICTS;
use crate::linear::Bounds;
use crate::variables::Number;

/// Which intervals are worth a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Worth {
    Any,
    /// Only those without a limit on one side.
    HalfLine,
}

/// `None` if there is nothing that is worth it.
pub(crate) fn widen(
    terms: &mut Terms,
    budget: &Budget,
    given: Option<Term>,
    condition: Term,
    (variable, number, value): (Term, Number, i128),
    worth: Worth,
) -> Option<Bounds> {
    if budget.exceeded().is_some() {
        return (worth == Worth::Any).then(|| Bounds::exactly(value));
    }
    let mut solver = Embedded::new();
    if let Some(given) = given {
        solver.assert(terms, given);
    }
    let broken = terms.not(condition);
    solver.assert(terms, broken);
    let budget = budget.clone().with_conflicts(SEARCH_CONFLICTS);
    let sign = if number.is_signed { Signedness::Signed } else { Signedness::Unsigned };
    let constant = terms.bits(number.width, number.bits(value));
    let less = if number.is_signed { Op::SLt } else { Op::ULt };
    let below = terms.apply(less, &[variable, constant]);
    let above = terms.apply(less, &[constant, variable]);
    let mut holds = |terms: &mut Terms, side: Term| {
        matches!(solver.decide(terms, &[side], &budget), Verdict::Unsat(_))
    };
    let (holds_below, holds_above) = (holds(terms, below), holds(terms, above));
    if worth == Worth::HalfLine && !holds_below && !holds_above {
        return None;
    }
    let mut limit = |terms: &mut Terms, goal, side, holds: bool| {
        if holds {
            return None;
        }
        match optimum(&mut solver, terms, variable, (goal, sign), &[side], &budget) {
            Optimum::Found { value, .. } => Some(number.read(value)),
            Optimum::Infeasible(_) => None,
            Optimum::Unknown { .. } if goal == Goal::Largest => Some(value - 1),
            Optimum::Unknown { .. } => Some(value + 1),
        }
    };
    let low = limit(terms, Goal::Largest, below, holds_below).map(|broken| broken + 1);
    let high = limit(terms, Goal::Smallest, above, holds_above).map(|broken| broken - 1);
    // A single exception is easier to read than one of its sides.
    if let (Some(low), None) = (low, high)
        && holds_elsewhere(&mut solver, terms, variable, number, low - 1, &budget)
    {
        return Some(Bounds::other_than(low - 1));
    }
    if let (None, Some(high)) = (low, high)
        && holds_elsewhere(&mut solver, terms, variable, number, high + 1, &budget)
    {
        return Some(Bounds::other_than(high + 1));
    }
    Some(Bounds { low, high, ..Bounds::default() })
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
