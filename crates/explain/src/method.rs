//! The methods by name, and what they have in common: one encoding of the trace, one walk, one abstract error trace.

use rustc_hash::FxHashMap;
use whydunit_claim::{Explanation, Method, Status};
use whydunit_encode::{
    Addresses, EncodeError, Flow as Encoding, Inputs, OtherArms, Range, Renderer, Storage,
    TraceFormula,
};

use whydunit_program::{CheckKind, Program};
use whydunit_term::Terms;
use whydunit_trace::ErrorTrace;

use crate::arms::kept_alive;
use crate::declaration::declaration;
use crate::error_invariants::Plain;
use crate::flow_sensitive::Sensitive;
use crate::localize::localize;
use crate::model::{ExplainError, Options};
use crate::recursive::recursive;
use crate::variables::Variables;
use crate::walk::{Goal, Subject, Walk};

/// Explains a trace. Terms of the explanation belong to `terms`.
pub fn explain(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
    options: &Options,
) -> Result<Explanation, ExplainError> {
    let formula = encode(program, trace, terms, Encoding::Plain)?;
    let renderer = Renderer::new(program, trace, &formula);
    let run = formula.run_model(terms);
    let mut variables = Variables::new(&renderer, &run);
    let others = OtherArms::new(program, trace);
    let kept_alive = match options.method {
        Method::ErrorInvariants => FxHashMap::default(),
        _ => kept_alive(program, trace, &options.budget),
    };
    let subject = Subject { program, trace, formula: &formula, kept_alive: &kept_alive };
    let unset = match options.method {
        Method::ErrorInvariants => Vec::new(),
        _ => missing_values(program, trace, terms)?,
    };
    let goal = Goal { condition: Some(terms.not(formula.check)), unset };
    let budget = &options.budget;
    let last = trace.steps.len() - 1;
    let walked = match options.method {
        Method::ErrorInvariants => {
            let walk = Walk::new(subject, terms, &mut variables, &others, budget, Plain);
            walk.run(last, &goal).0
        }
        Method::FlowSensitive => {
            let flow = Sensitive::default();
            let walk = Walk::new(subject, terms, &mut variables, &others, budget, flow);
            walk.run(last, &goal).0
        }
        Method::RecursiveFlowSensitive => {
            recursive(subject, terms, &mut variables, &others, budget, &goal)
        }
    };
    let carries = options.inputs == Inputs::Fixed && !walked.is_hurried;
    let localized = localize(subject, terms, &mut variables, &walked, carries);
    Ok(Explanation {
        method: options.method,
        inputs: options.inputs,
        status: if walked.is_hurried { Status::Partial } else { Status::Complete },
        declaration: declaration(program, trace, &localized.relevant),
        relevant: localized.relevant,
        intervals: localized.intervals,
        conjuncts: localized.conjuncts,
        state: localized.state,
    })
}

pub(crate) fn encode(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
    flow: Encoding,
) -> Result<TraceFormula, EncodeError> {
    let options =
        whydunit_encode::Options { flow, addresses: Addresses::Guarded, inputs: Inputs::Fixed };
    TraceFormula::encode(program, trace, terms, options)
}

/// The storage that the failing step found without a value. Only the flow-sensitive formula speaks of it: as something that
/// other sides of branches might have set.
fn missing_values(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
) -> Result<Vec<Range>, EncodeError> {
    if trace.failure.kind != CheckKind::Uninit {
        return Ok(Vec::new());
    }
    let formula = encode(program, trace, terms, Encoding::Sensitive)?;
    let read = terms.variables(&[formula.check]);
    let links = formula.links.iter().filter(|link| read.contains(&link.variable));
    let linked: Vec<Range> = links.map(|link| link.range).collect();
    let Some(subject) = trace.subject().and_then(range_of) else { return Ok(linked) };
    // A library function that reads a text has read what has a value before it came to what has none.
    let about: Vec<Range> = linked.into_iter().filter(|range| range.overlaps(subject)).collect();
    Ok(if about.is_empty() { vec![subject] } else { about })
}

/// The storage that a check is about.
fn range_of(subject: whydunit_interp::Subject) -> Option<Range> {
    let offset = u32::try_from(subject.offset).ok()?;
    let size = u32::try_from(subject.size).ok().filter(|&size| size > 0)?;
    Some(Range::new(Storage::from(subject.object), offset, size))
}
