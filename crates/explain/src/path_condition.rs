//! Under which inputs does the run fail as it did, on the very path that it took?
//!
//! A flow-sensitive explanation takes for granted that checks pass which the run passed, and asks nothing of branches that do not matter. What it says of all inputs may then be
//! wrong of some: they fail at another check, or go a way that nobody has looked at. The condition here takes nothing for granted. It implies every decision of the path, every
//! check that was passed and every address that was used, so every run that meets it fails here. Only what contracts and assumptions exclude is excluded.
//! Between the two are conditions that imply the checks that were passed, and of the branches those that matter; with the addresses that were used, or without.

use rustc_hash::FxHashMap;
use whydunit_claim::{Explanation, Inputs, Method, Status};
use whydunit_encode::{OtherArms, Renderer};
use whydunit_program::Program;
use whydunit_solver::Budget;
use whydunit_term::Terms;
use whydunit_trace::ErrorTrace;

use crate::arms::kept_alive;
use crate::flow_sensitive::Sensitive;
use crate::frames::Frames;
use crate::localize::localize;
use crate::method::encode;
use crate::model::ExplainError;
use crate::variables::Variables;
use crate::walk::{Flow, Goal, Left, Subject, Walk};

/// What a condition has to imply besides the failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implied {
    /// The branches that matter, and every check around them.
    Checks,
    /// And every address that was used there: what a check through a pointer was passed for is known of this address only.
    Addresses,
    /// The whole path.
    Path,
}

/// Everything on the way has to be implied.
#[derive(Default)]
struct Strict {
    /// The path is given: of other sides nothing is asked, of other addresses what they would have set.
    frames: Frames,
}

impl Flow for Strict {
    fn frames(&mut self) -> Option<&mut Frames> {
        Some(&mut self.frames)
    }

    fn reached(walk: &mut Walk<'_, '_, Strict>, index: usize, is_goal: bool) {
        walk.imply(walk.subject.formula.guards(index));
        if is_goal {
            // The failing step has checks before the one that fails.
            walk.imply(walk.subject.formula.facts(index));
        }
    }

    fn enclosed(_: &mut Walk<'_, '_, Strict>, _: usize) {}

    fn branch(walk: &mut Walk<'_, '_, Strict>, index: usize) -> Vec<Left> {
        walk.imply(walk.subject.formula.guards(index));
        if let Some(condition) = walk.subject.formula.condition(index) {
            walk.imply(condition);
        }
        Vec::new()
    }

    fn assumed(walk: &mut Walk<'_, '_, Strict>, index: usize) {
        walk.discharge(index);
    }

    fn passed(walk: &mut Walk<'_, '_, Strict>, index: usize) {
        walk.imply(walk.subject.formula.guards(index));
        walk.imply(walk.subject.formula.facts(index));
    }
}

/// An explanation whose first invariant is that condition.
pub fn path_condition(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
    implied: Implied,
    budget: &Budget,
) -> Result<Explanation, ExplainError> {
    let formula = encode(program, trace, terms, whydunit_encode::Flow::Plain)?;
    let renderer = Renderer::new(program, trace, &formula);
    let run = formula.run_model(terms);
    let mut variables = Variables::new(&renderer, &run);
    let others = OtherArms::new(program, trace);
    let kept_alive = match implied {
        Implied::Checks | Implied::Addresses => kept_alive(program, trace, budget),
        // It says which way every branch goes.
        Implied::Path => FxHashMap::default(),
    };
    let subject = Subject { program, trace, formula: &formula, kept_alive: &kept_alive };
    let last = trace.steps.len() - 1;
    let fails = terms.not(formula.check);
    let goal = Goal { condition: Some(fails), unset: Vec::new() };
    let walked = match implied {
        Implied::Checks | Implied::Addresses => {
            let flow = Sensitive::careful(implied == Implied::Addresses);
            Walk::new(subject, terms, &mut variables, &others, budget, flow).run(last, &goal).0
        }
        Implied::Path => {
            let flow = Strict::default();
            Walk::new(subject, terms, &mut variables, &others, budget, flow).run(last, &goal).0
        }
    };
    let localized = localize(subject, terms, &mut variables, &walked, false);
    Ok(Explanation {
        method: Method::FlowSensitive,
        inputs: Inputs::Free,
        status: if walked.is_hurried { Status::Partial } else { Status::Complete },
        relevant: localized.relevant,
        declaration: None,
        intervals: localized.intervals,
        conjuncts: localized.conjuncts,
        state: localized.state,
    })
}
