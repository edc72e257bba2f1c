//! Checks explanations, independently of how they were found.
//!
//! Claims are plain data: nothing here knows how they were found, and what a program means is written down a second time (`meaning/`). An explanation is an abstract error trace: intervals of
//! positions, each with an error invariant, and the steps between. It holds when
//! - it is well-formed (`shape.rs`, `texts.rs`);
//! - the failing check is about what the declaration states that is named (`declaration.rs`);
//! - storage that is said to have no value was not given one (`unset.rs`);
//! - every invariant is an *error invariant* at every position of its interval: the steps before the position imply it
//!   (`truth.rs`, and for free inputs `induction.rs`), and with the steps after the position it excludes that the
//!   check is passed (`induction.rs`, `definition.rs`);
//! - flow-sensitive ones explain why each relevant step is reached (`flow.rs`).
//!
//! The trace formula is put together here anew from what each step says, in the reading that positions demand: at a position inside a scope, the
//! scope has been entered, and joins behind it are past. The conditions of those scopes are *not* facts about the state at the
//! position: an invariant that needs them has to say them.
//!
//! Cost: linear in the trace when the explanation is inductive step by step, as those made by this project are; otherwise one question about
//! the rest of the trace for each place where it is not.

mod arithmetic;
mod budget;
mod cursor;
mod declaration;
mod definition;
mod flow;
mod induction;
mod judgement;
mod limits;
mod meaning;
mod more_input;
mod question;
mod reading;
mod shape;
mod step_proof;
mod structure;
mod texts;
mod timeline;
mod truth;
mod unset;
mod verdict;

pub use judgement::verify_judgement;
pub use meaning::Gap;
pub use more_input::verify_more_input;
pub use reading::{ReadFunctions, Reading, read_functions, readings};
pub use verdict::{Complaint, Options, Proofs, Verdict};

use whydunit_claim::{Explanation, Held, Method, Role};
use whydunit_program::Program;
use whydunit_term::Terms;
use whydunit_trace::ErrorTrace;

use crate::induction::Induction;
use crate::meaning::{Addresses, Form, Formula, Watched};
use crate::structure::Structure;
use crate::timeline::Timeline;

/// Checks every claim of an explanation of a trace. `terms` holds the explanation's terms.
pub fn verify(
    program: &Program,
    trace: &ErrorTrace,
    explanation: &Explanation,
    terms: &mut Terms,
    options: &Options<'_>,
) -> Result<Verdict, Gap> {
    let complaints = shape::check_cover(trace, explanation);
    if !complaints.is_empty() {
        return Ok(Verdict::Refuted(complaints));
    }
    let joins = match explanation.method {
        Method::ErrorInvariants => false,
        Method::FlowSensitive | Method::RecursiveFlowSensitive => true,
    };
    let form = Form { addresses: Addresses::Guarded, inputs: explanation.inputs, joins };
    // In the plain reading addresses are given, as the path is.
    let held = explanation.state.iter().filter(|_| joins).filter_map(|state| match state.held {
        Held::Range(range) | Held::Past { range, .. } => Some(range),
        Held::Input(_) => None,
    });
    let framed = explanation.relevant.iter().filter(|relevant| relevant.role == Role::Frame);
    let watched = Watched::new(held, framed.map(|relevant| relevant.step.index()));
    let formula = Formula::new(program, trace, terms, form, watched)?;
    let structure = Structure::new(trace, &formula);
    let mut complaints = shape::check_steps(trace, &formula, explanation);
    complaints.extend(texts::check_texts(trace, explanation));
    let (misplaced, unfollowed) =
        declaration::check_declaration(program, trace, &formula, explanation);
    complaints.extend(misplaced);
    complaints.extend(unset::check_unset(program, trace, explanation));
    let (timeline, unreadable) = Timeline::new(trace, &formula, explanation, terms);
    complaints.extend(unreadable);
    let (untrue, abstracted) = truth::check_truth(terms, &formula, &timeline);
    complaints.extend(untrue);
    let induction =
        Induction::new(terms, (&formula, explanation), (&structure, &timeline), options);
    let (insufficient, undecided) = induction.run(terms);
    complaints.extend(insufficient);
    Ok(match (complaints.is_empty(), abstracted.or(undecided).or(unfollowed)) {
        (false, _) => Verdict::Refuted(complaints),
        (true, Some(reason)) => Verdict::Unknown(reason),
        (true, None) => Verdict::Holds,
    })
}
