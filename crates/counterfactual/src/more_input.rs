//! What does a program do with more standard input than a failing run had?
//!
//! How much input there is, is input. Formulas keep the length of the run, so it is tried: something is appended to standard input, or to the part of it that was read, and the program is run. What is
//! appended are words and lines of a few kinds, once or several times; a failure that only input of another kind avoids is not found to be avoided.

use whydunit_claim::MoreInput;
use whydunit_interp::{Compiled, InputRecord, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_solver::Budget;
use whydunit_source::Span;
use whydunit_trace::{ErrorTrace, StepIndex};

use crate::endings::{Counterfactual, Ended, counterfactual};
use crate::limits::{MOST_CUTS, STEPS_WITH_MORE};

/// What is appended: numbers that checks tell apart, words, a character without the end of its line, an empty line, a zero, which is an index of every array.
const UNITS: [&str; 10] =
    ["1\n", "0\n", "7\n", "-1\n", "100\n", "1000000\n", "ab\n", "x", "\n", "\0"];

/// How often: once for the call itself, more often for those before it that found nothing, either.
const TIMES: [usize; 3] = [1, 2, 8];

/// A run with more input that does not fail as the run did, if there is one. `received`: how many inputs the run had received when the call was over.
pub fn with_more_input(
    program: &Program,
    trace: &ErrorTrace,
    call: StepIndex,
    received: usize,
    budget: &Budget,
) -> Option<(MoreInput, Ended)> {
    let compiled = prepare(program);
    let trial = Trial { program, trace, compiled, budget };
    for begin in beginnings(&trace.spec.stdin) {
        for times in TIMES {
            for unit in UNITS {
                if budget.exceeded().is_some() {
                    return None;
                }
                let stdin = [begin.as_slice(), unit.repeat(times).as_bytes()].concat();
                let claim = MoreInput { call, received, stdin };
                if let Some(ended) = trial.ended(&claim)
                    && matches!(ended.how, Counterfactual::Avoids(_))
                {
                    return Some((claim, ended));
                }
            }
        }
    }
    None
}

/// Standard input as it is, and without its last words; a word that something is appended to would be another one.
fn beginnings(stdin: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![stdin.to_vec()];
    let mut rest = stdin;
    while !rest.is_empty() && all.len() <= MOST_CUTS {
        let word = rest.trim_ascii_end();
        let start = word.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at + 1);
        rest = &word[..start];
        all.push(rest.to_vec());
    }
    for begin in &mut all {
        if begin.last().is_some_and(|last| !last.is_ascii_whitespace()) {
            begin.push(b'\n');
        }
    }
    all
}

struct Trial<'p> {
    program: &'p Program,
    trace: &'p ErrorTrace,
    compiled: Compiled<'p>,
    budget: &'p Budget,
}

impl Trial<'_> {
    /// How the run ends; `None` if it receives something else before the call, or the call no more than it did.
    fn ended(&self, claim: &MoreInput) -> Option<Ended> {
        let Trial { program, trace, compiled, budget } = self;
        let spec = RunSpec { stdin: claim.stdin.clone(), ..trace.spec.clone() };
        let steps = 2 * trace.steps.len() as u64 + STEPS_WITH_MORE;
        let (ended, result) = counterfactual(program, compiled, trace, &spec, steps, budget);
        let (same, more) = result.inputs.split_at_checked(claim.received)?;
        let is_same = |(one, other): (&InputRecord, &InputRecord)| {
            (&one.name, one.bits) == (&other.name, other.bits)
        };
        let place = trace.step(claim.call).span;
        let begins_alike = same.iter().zip(&trace.inputs).all(is_same);
        (begins_alike && more.iter().any(|record| meet(record.span, place))).then_some(ended)
    }
}

/// Do two places share a character?
fn meet(one: Span, other: Span) -> bool {
    one.file == other.file && one.start < other.end && other.start < one.end
}
