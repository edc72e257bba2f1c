//! What a run was expected to do, stated as a check of the program.
//!
//! Most red tests break no check: they print the wrong thing, return the wrong number, do not end. An error trace needs an expectation that the run did not meet, not a
//! failed check ([`whydunit_program::Expectation`]); so the expectation is *stated*: a copy of the program gets a check where the wrong value was used, asked in that one
//! execution of the statement, and whatever explains errors explains this one.
//!
//! ```text
//! Recording     one run: which call wrote each byte of the output, every decision (record)
//!    |
//! difference    where output and expectation part                               (whydunit_suite)
//!    |
//! the value     the conversion that wrote it, and what it should have converted (printed)
//! the format    the value is right, the way in which it is written is not       (format)
//! the text      values are right, text between them is not                      (written_text)
//! the decision  a branch with which the output goes on as expected: tried       (decision)
//! the end       result, exit code, contents after the run                       (ending)
//! no end        a state that came back                                          (endless)
//! what is lost  the step that lost the last pointer to a block                  (leak)
//!    |
//! Program       with the check                                                  (check)
//! ```
//!
//! What was inferred on the way (that a switched branch is the one that was meant) is said in [`whydunit_program::Expectation::inferred`]; what cannot be stated is an error that says why ([`Unstated`]).

mod check;
mod contents;
mod contrast;
mod decision;
mod ending;
mod endless;
mod format;
mod heap_probe;
mod kept;
mod leak;
mod limits;
mod live;
mod not_run;
mod number;
mod printed;
mod printed_question;
mod provenance;
mod question;
mod record;
mod stated_decision;
mod tracked;
mod written_text;

use whydunit_interp::{Compiled, Config, Ending, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_suite::{Expected, OutputMode};

pub use contrast::{Contrast, Differing, Parting, contrast};
pub use endless::{asking, stated as stated_endless};
pub use leak::stated_leaks;
pub use question::{Count, Posed, Question, state_question};

/// A run, and what was expected of it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub program: &'a Program,
    pub spec: &'a RunSpec,
    pub config: &'a Config,
    pub expected: &'a Expected,
    pub mode: OutputMode,
}

/// Why an expectation is not stated as a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unstated {
    /// The run did what was expected.
    Met,
    /// It failed a check of its own, which is the error to explain.
    FailsCheck,
    /// It was cut off by a budget, and nothing shows that it never ends.
    OutOfBudget,
    /// The run met a limit of ours, or the expectation cannot be said as a condition.
    Unsupported(String),
}

/// The program with a check that fails in this run because the expectation was not met.
///
/// # Errors
/// See [`Unstated`].
pub fn state(request: Request<'_>) -> Result<Program, Unstated> {
    let compiled = prepare(request.program);
    let stating = Stating { request, compiled };
    let recording =
        record::record(&stating.compiled, request.program, request.spec, request.config);
    match &recording.result.ending {
        Ending::Failed(_) => Err(Unstated::FailsCheck),
        Ending::OutOfBudget { .. } => endless::state(&stating),
        Ending::Limit { message, .. } | Ending::OutOfRange { message, .. } => {
            Err(Unstated::Unsupported(message.clone()))
        }
        Ending::AssumptionFailed { text, .. } => {
            Err(Unstated::Unsupported(format!("the assumption {text} does not hold")))
        }
        Ending::Finished { .. } | Ending::Aborted { .. } | Ending::Trapped { .. } => {
            // What is printed comes before the end.
            match printed::state(&stating, &recording) {
                Err(Unstated::Met) => ending::state(&stating, &recording),
                stated => stated,
            }
        }
    }
}

/// What all ways of stating look at.
pub(crate) struct Stating<'a> {
    pub(crate) request: Request<'a>,
    pub(crate) compiled: Compiled<'a>,
}
