//! The smallest or largest value of a bit-vector.
//!
//! Bit by bit, the highest first: each bit is given its better value if some model allows that with the bits above. A model
//! found on the way often settles many bits at once, so there are at most as many queries as bits, and usually far fewer.

use whydunit_term::{Evaluator, Model, Sort, Term, Terms};

use crate::budget::Meter;
use crate::{Answer, Budget, Core, Reason, Solve};

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    Smallest,
    Largest,
}

/// How bits are read as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signedness {
    Unsigned,
    Signed,
}

/// The end of a search for an optimum. Values are the bits of the term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    Found {
        value: u128,
        model: Model,
    },
    /// There is no value at all.
    Infeasible(Core),
    /// The search ended early.
    Unknown {
        /// The best value that is not excluded.
        bound: u128,
        /// The best value found, with its model.
        best: Option<(u128, Model)>,
        reason: Reason,
    },
}

/// The optimum of `term` under the assumptions.
pub fn optimum(
    solver: &mut dyn Solve,
    terms: &mut Terms,
    term: Term,
    goal: (Goal, Signedness),
    assumptions: &[Term],
    budget: &Budget,
) -> Optimum {
    let meter = Meter::start(budget, solver);
    let width = terms.width(term);
    let wanted = ideal(goal, width);
    // Bits above the current one as they have been settled; those below as they should be.
    let mut bound = wanted;
    let mut best: Option<(u128, Model)> = None;
    let mut assumptions = assumptions.to_vec();

    let ask = |solver: &mut dyn Solve, terms: &mut Terms, assumptions: &[Term]| {
        let answer = match meter.rest(solver) {
            Ok(rest) => solver.check(terms, assumptions, &rest),
            Err(reason) => return Err(reason),
        };
        match answer {
            Answer::Sat(model) => match Evaluator::new(&model).value(terms, term) {
                Some(value) => Ok(Ok((value, model))),
                None => Err(Reason::Abstracted),
            },
            Answer::Unsat(core) => Ok(Err(core)),
            Answer::Unknown(reason) => Err(reason),
        }
    };

    match ask(solver, terms, &assumptions) {
        Ok(Ok(found)) => best = Some(found),
        Ok(Err(core)) => return Optimum::Infeasible(core),
        Err(reason) => return Optimum::Unknown { bound, best, reason },
    }
    for index in (0..width).rev() {
        let mask = 1 << index;
        let value = best.as_ref().map_or(0, |(value, _)| *value);
        if (value ^ wanted) & mask != 0 {
            let better = bit_is(terms, term, index, wanted & mask != 0);
            assumptions.push(better);
            match ask(solver, terms, &assumptions) {
                Ok(Ok(found)) => best = Some(found),
                Ok(Err(_)) => {
                    assumptions.pop();
                    bound ^= mask;
                }
                Err(reason) => return Optimum::Unknown { bound, best, reason },
            }
        }
        let settled = bit_is(terms, term, index, bound & mask != 0);
        if assumptions.last() != Some(&settled) {
            assumptions.push(settled);
        }
    }
    match best {
        Some((value, model)) => Optimum::Found { value, model },
        None => unreachable!("the first query should have given a model"),
    }
}

/// The best value of the width.
fn ideal((goal, signedness): (Goal, Signedness), width: u32) -> u128 {
    let sign = match signedness {
        Signedness::Unsigned => 0,
        Signedness::Signed => 1 << (width - 1),
    };
    match goal {
        Goal::Smallest => sign,
        Goal::Largest => Sort::Bits(width).mask() ^ sign,
    }
}

fn bit_is(terms: &mut Terms, term: Term, index: u32, value: bool) -> Term {
    let bit = terms.extract(term, index, index);
    let value = terms.bits(1, value.into());
    terms.eq(bit, value)
}
