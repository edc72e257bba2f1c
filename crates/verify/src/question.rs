//! What is asked about steps.
//!
//! A question is about the state before a step, or before several: does the invariant there imply what is wanted? Equations of the steps are
//! used by substitution, so conditions on the state afterwards become conditions on the state before.
//!
//! In the flow-sensitive reading a step does what it did *if* its guards hold, so these are wanted as well, and the condition of a branch is
//! no fact. In the plain reading guards and conditions are facts.

use std::ops::Range;

use whydunit_term::{Term, Terms};

use crate::meaning::Formula;

/// How steps are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Plain,
    Sensitive,
}

/// Do the invariant, and facts if the guards hold, imply what is wanted?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    pub(crate) guards: Term,
    pub(crate) facts: Term,
    pub(crate) wanted: Term,
    /// Does the answer rest on what the step does?
    pub(crate) uses_step: bool,
}

impl Question {
    /// Do conditions on the state after a step hold there?
    pub(crate) fn after_step(
        terms: &mut Terms,
        formula: &Formula,
        (step, is_branch, reading): (usize, bool, Reading),
        goals: &[Term],
    ) -> Question {
        let goal = terms.and(goals);
        let moved = formula.moved_back(terms, goal, step + 1, step);
        let uses_step = moved != goal;
        if reading == Reading::Plain {
            let facts = all_facts(terms, formula, step);
            return Question { guards: Term::TRUE, facts, wanted: moved, uses_step };
        }
        let guards = formula.guards(step);
        let condition = formula.condition(step).filter(|_| !is_branch).unwrap_or(Term::TRUE);
        let facts = terms.and(&[condition, formula.facts(step)]);
        let wanted = match uses_step && formula.rests_on_guards(terms, step, goal) {
            true => terms.and(&[guards, moved]),
            false => moved,
        };
        Question { guards, facts, wanted, uses_step }
    }

    /// Do conditions on the state after all these steps hold there? In the plain reading.
    pub(crate) fn after_steps(
        terms: &mut Terms,
        formula: &Formula,
        steps: Range<usize>,
        goals: &[Term],
    ) -> Question {
        let goal = terms.and(goals);
        let wanted = formula.moved_back(terms, goal, steps.end, steps.start);
        let mut path = Vec::new();
        for step in steps.clone() {
            let facts = all_facts(terms, formula, step);
            path.push(formula.moved_back(terms, facts, step, steps.start));
        }
        let facts = terms.and(&path);
        Question { guards: Term::TRUE, facts, wanted, uses_step: true }
    }

    /// Is a branch taken as it was, if it is reached?
    pub(crate) fn takes_branch(terms: &mut Terms, formula: &Formula, step: usize) -> Question {
        let guards = formula.guards(step);
        let condition = formula.condition(step).unwrap_or(Term::TRUE);
        let wanted = terms.and(&[guards, condition]);
        Question { guards, facts: formula.facts(step), wanted, uses_step: true }
    }

    /// Does the last step fail its check?
    pub(crate) fn fails(
        terms: &mut Terms,
        formula: &Formula,
        (step, reading): (usize, Reading),
    ) -> Question {
        let facts = all_facts(terms, formula, step);
        let facts = terms.and(&[facts, formula.check]);
        let guards = match reading {
            Reading::Plain => Term::TRUE,
            Reading::Sensitive => formula.guards(step),
        };
        Question { guards, facts, wanted: Term::FALSE, uses_step: true }
    }
}

/// Guards, condition and passed checks of a step.
fn all_facts(terms: &mut Terms, formula: &Formula, step: usize) -> Term {
    let condition = formula.condition(step).unwrap_or(Term::TRUE);
    terms.and(&[formula.guards(step), condition, formula.facts(step)])
}
