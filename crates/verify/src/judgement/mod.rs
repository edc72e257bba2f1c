//! Checks judgements of responsibility, independently of how they were found.
//!
//! - What is *relevant* has a witness, and the interpreter replays it (`replay.rs`, `witness.rs`): the execution fails as the run did, and with
//!   the replaced value it leaves the trace where and how the witness says. That no later input makes up for it is one question to a solver.
//! - What is *irrelevant* is asked of a solver (`irrelevant.rs`, `answers.rs`), with formulas of our own (`functions.rs`); and a few values are tried in the
//!   interpreter. A model that speaks against a judgement counts only if the interpreter confirms it.
//! - Smallest sets are replayed and reduced (`sets.rs`), the other criteria follow their definitions (`criteria.rs`), conditionals are judged on
//!   their runs (`conditionals.rs`, `enumerated.rs`).
//! - Nothing is left out, and labels and status are right (`form.rs`).

mod answers;
mod conditionals;
mod criteria;
mod domain;
mod enumerated;
mod form;
mod functions;
mod irrelevant;
mod sets;
mod witness;

use whydunit_claim::{Criterion, Judged, Judgement};
use whydunit_program::Program;
use whydunit_solver::{Reason, Solve};
use whydunit_term::{Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::budget::Purse;
use crate::meaning::{Addresses, Form, Formula, Gap, Watched};
use crate::verdict::{Complaint, Options, Verdict};
pub(crate) use functions::Functions;
use whydunit_counterfactual::{Replay, Skipped};

/// Why something is not proved.
const NOT_SHOWN: &str = "the formula does not show what is assigned";

/// Checks every claim of a judgement of a trace.
pub fn verify_judgement(
    program: &Program,
    trace: &ErrorTrace,
    judgement: &Judgement,
    terms: &mut Terms,
    options: &Options<'_>,
) -> Result<Verdict, Gap> {
    let complaints = form::check_form(program, trace, judgement);
    if !complaints.is_empty() {
        return Ok(Verdict::Refuted(complaints));
    }
    let form = Form { addresses: Addresses::Exact, inputs: judgement.inputs, joins: false };
    let formula = Formula::new(program, trace, terms, form, Watched::default())?;
    let functions = Functions::new(terms, trace, formula);
    let mut checker = Checker {
        program,
        trace,
        judgement,
        replay: Replay::new(program, trace),
        functions,
        options,
        purse: Purse::new(options.budget.clone()),
        executions: None,
        horizons: horizons(trace),
        tried: 0,
        around: Vec::new(),
        complaints: Vec::new(),
        unknown: None,
    };
    match judgement.criterion {
        Criterion::Relevance => {
            for judged in &judgement.judged {
                if checker.is_exhausted() {
                    break;
                }
                checker.check_relevance(terms, judged);
            }
        }
        Criterion::BranchRelevance => checker.check_branch_relevance(terms),
        Criterion::MinimalSet => checker.check_sets(terms),
        _ => checker.check_criterion(terms),
    }
    Ok(match (checker.complaints.is_empty(), checker.unknown) {
        (false, _) => Verdict::Refuted(checker.complaints),
        (true, Some(reason)) => Verdict::Unknown(reason),
        (true, None) => Verdict::Holds,
    })
}

/// The state of a check.
pub(crate) struct Checker<'a> {
    program: &'a Program,
    trace: &'a ErrorTrace,
    judgement: &'a Judgement,
    replay: Replay<'a>,
    functions: Functions,
    options: &'a Options<'a>,
    purse: Purse,
    /// A solver that knows the failing executions.
    executions: Option<Box<dyn Solve>>,
    /// By step, how many inputs have been received after it.
    horizons: Vec<u32>,
    /// Steps that were replayed only to try values.
    tried: usize,
    /// Conditionals that runs may pass in any way; none but for branch-aware relevance.
    around: Vec<Skipped>,
    complaints: Vec<Complaint>,
    /// Why some claim could not be proved.
    unknown: Option<Reason>,
}

impl Checker<'_> {
    fn complain(&mut self, complaint: Complaint) {
        self.complaints.push(complaint);
    }

    /// The interpreter stops following a run.
    fn lose(&mut self, step: usize) {
        self.unclear(step, "the interpreter does not follow the run beyond it");
    }

    fn unclear(&mut self, step: usize, what: &str) {
        self.give_up(Reason::External(format!("step {step}: {what}")));
    }

    /// Is the budget used up? Then what is left is not proved.
    fn is_exhausted(&mut self) -> bool {
        let reason = self.purse.exhausted();
        let is_exhausted = reason.is_some();
        if let Some(reason) = reason {
            self.give_up(reason);
        }
        is_exhausted
    }

    fn give_up(&mut self, reason: Reason) {
        self.unknown.get_or_insert(reason);
    }

    /// The first position of an input that comes after an assignment.
    fn horizon(&self, judged: &Judged) -> u32 {
        if let Some(record) = functions::input_of(self.trace, judged) {
            return record + 1;
        }
        self.horizon_after(judged.step.index())
    }

    fn horizon_after(&self, step: usize) -> u32 {
        self.horizons[step]
    }

    /// Variables of open inputs from a position on.
    fn later(&self, horizon: u32) -> Vec<(u32, Term)> {
        let inputs = self.functions.inputs().filter(|input| input.record >= horizon);
        inputs.map(|input| (input.record, input.variable)).collect()
    }
}

fn horizons(trace: &ErrorTrace) -> Vec<u32> {
    let mut received = 0;
    let after = |step: &whydunit_trace::Step| {
        received = received.max(trace.input_positions(step).end as u32);
        received
    };
    trace.steps.iter().map(after).collect()
}
