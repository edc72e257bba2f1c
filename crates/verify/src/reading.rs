//! What does the checker take a trace for?
//!
//! Claims are held against a reading of the trace that is written down here and nowhere else (`meaning/`). Whoever holds the evaluators of the
//! language against each other asks for the reading itself: in every form that claims are checked in, and as functions of the inputs.

use whydunit_claim::Inputs;
use whydunit_program::Program;
use whydunit_term::{Model, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::judgement::Functions;
use crate::meaning::{Addresses, Form, Formula, Gap, Watched};

/// The forms that explanations and judgements are checked in.
const FORMS: [Form; 3] = [
    Form { addresses: Addresses::Guarded, inputs: Inputs::Fixed, joins: false },
    Form { addresses: Addresses::Guarded, inputs: Inputs::Free, joins: true },
    Form { addresses: Addresses::Exact, inputs: Inputs::Free, joins: false },
];

/// A trace as equations and conditions, all of which the run satisfies.
#[derive(Debug)]
pub struct Reading {
    /// Equations, guards, conditions and passed checks, each with its step.
    pub parts: Vec<(usize, Term)>,
    /// The condition that failed.
    pub check: Term,
    /// The values of the run for all variables.
    pub run: Model,
}

/// A trace as functions of its inputs.
#[derive(Clone, Debug)]
pub struct ReadFunctions {
    /// A variable for each input, with its position in [`ErrorTrace::inputs`].
    pub inputs: Vec<(u32, Term)>,
    /// When each step goes on along the trace.
    pub obligations: Vec<Term>,
    /// The condition that failed.
    pub check: Term,
}

/// The trace in every form that claims are checked in.
pub fn readings(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
) -> Result<Vec<Reading>, Gap> {
    FORMS.into_iter().map(|form| reading(program, trace, terms, form)).collect()
}

fn reading(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
    form: Form,
) -> Result<Reading, Gap> {
    let formula = Formula::new(program, trace, terms, form, Watched::default())?;
    let mut parts = Vec::new();
    for step in 0..trace.steps.len() {
        let said = [formula.guards(step), formula.facts(step)];
        parts.extend(said.into_iter().chain(formula.condition(step)).map(|term| (step, term)));
    }
    for definition in &formula.definitions {
        parts.push((definition.step, terms.eq(definition.variable, definition.value)));
    }
    for link in &formula.links {
        let same = terms.eq(link.variable, link.before);
        parts.push((0, terms.implies(link.framed, same)));
    }
    Ok(Reading { parts, check: formula.check, run: formula.run().clone() })
}

/// The trace as functions of its inputs, as judgements of values are checked.
pub fn read_functions(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
) -> Result<ReadFunctions, Gap> {
    let form = Form { addresses: Addresses::Exact, inputs: Inputs::Free, joins: false };
    let formula = Formula::new(program, trace, terms, form, Watched::default())?;
    let functions = Functions::new(terms, trace, formula);
    Ok(ReadFunctions {
        inputs: functions.inputs().map(|input| (input.record, input.variable)).collect(),
        obligations: (0..functions.steps()).map(|step| functions.obligation(step)).collect(),
        check: functions.check(),
    })
}
