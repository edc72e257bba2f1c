//! The checker of claims: its reading of a trace is written apart from the shared semantics, so that it is a column of its own.

use whydunit_program::Program;
use whydunit_source::Span;
use whydunit_term::{Evaluator, Terms};
use whydunit_trace::ErrorTrace;
use whydunit_verify::readings;

/// Where the checker reads a trace otherwise than it was, and how many parts of its formulas it has a value for.
pub(crate) fn checker_differs(
    program: &Program,
    trace: &ErrorTrace,
) -> (Vec<(Option<Span>, String)>, usize) {
    let mut terms = Terms::new();
    let span_of = |step: usize| trace.steps.get(step).map(|step| step.span);
    let readings = match readings(program, trace, &mut terms) {
        Ok(readings) => readings,
        Err(gap) => return (vec![(span_of(gap.step), gap.message)], 0),
    };
    let (mut problems, mut right) = (Vec::new(), 0);
    for reading in readings {
        let mut evaluator = Evaluator::new(&reading.run);
        for (step, part) in reading.parts {
            match evaluator.value(&terms, part) {
                Some(1) => right += 1,
                Some(_) => {
                    problems.push((span_of(step), "a part is not satisfied by the run".into()));
                }
                None => {}
            }
        }
        if evaluator.value(&terms, reading.check) != Some(0) {
            problems.push((None, "the failing check is not violated by the run".into()));
        }
    }
    (problems, right)
}
