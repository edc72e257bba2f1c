//! Is it so that with more standard input a call would have received more, and the run would not have failed as it did?
//!
//! The program is run again, by the machine alone.

use whydunit_claim::MoreInput;
use whydunit_interp::{Config, Ending, InputRecord, NoObserver, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_solver::Budget;
use whydunit_trace::ErrorTrace;

use crate::limits::STEPS_WITH_MORE;
use crate::verdict::{Complaint, Verdict};

/// Checks what is claimed of calls that standard input was too short for.
pub fn verify_more_input(
    program: &Program,
    trace: &ErrorTrace,
    claims: &[MoreInput],
    budget: &Budget,
) -> Verdict {
    let compiled = prepare(program);
    let mut complaints = Vec::new();
    for claim in claims {
        let step = claim.call.index();
        let spec = RunSpec { stdin: claim.stdin.clone(), ..trace.spec.clone() };
        let config = Config {
            checks: trace.checks,
            max_steps: Some(2 * trace.steps.len() as u64 + STEPS_WITH_MORE),
            deadline: budget.deadline,
            interrupt: budget.interrupt.clone(),
            memory_limit: budget.memory,
            ..Config::default()
        };
        let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut NoObserver);
        let place = trace.step(claim.call).span;
        let is_there = |record: &InputRecord| {
            let span = record.span;
            span.file == place.file && span.start < place.end && place.start < span.end
        };
        let received = result.inputs.iter().filter(|record| is_there(record)).count();
        let before = trace.inputs.iter().take(claim.received);
        let is_same = before.clone().zip(&result.inputs).all(|(one, other)| one.bits == other.bits);
        if !is_same || received <= before.filter(|record| is_there(record)).count() {
            complaints.push(Complaint::NoMoreInput { step });
        }
        let failure = &trace.failure;
        if let Ending::Failed(found) = &result.ending
            && (found.kind, found.span) == (failure.kind, failure.span)
        {
            complaints.push(Complaint::MoreInputFails { step });
        }
    }
    match complaints.is_empty() {
        true => Verdict::Holds,
        false => Verdict::Refuted(complaints),
    }
}
