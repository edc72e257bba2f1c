//! `whydunit trace --format smt2`: the trace formula for any SMT-LIB solver.

use whydunit_encode::{Addresses, Options, TraceFormula};
use whydunit_program::Program;
use whydunit_project::Error;
use whydunit_solver::{NamedAssertion, QueryOptions, write_query};
use whydunit_term::Terms;
use whydunit_trace::ErrorTrace;

use crate::RunFormula;

/// `ψ ∧ TF(π) ∧ φ` with one named assertion per step: unsatisfiable, and a core of it names steps.
pub(crate) fn smt2(
    program: &Program,
    trace: &ErrorTrace,
    asked: RunFormula,
) -> Result<String, Error> {
    let mut terms = Terms::new();
    let RunFormula { inputs, encoding: flow } = asked;
    let options = Options { flow, addresses: Addresses::Guarded, inputs };
    let formula = TraceFormula::encode(program, trace, &mut terms, options)
        .map_err(|gap| Error::Internal(format!("the trace cannot be encoded ({gap})")))?;
    let named = formula.named(program, trace, &mut terms);
    let assertions: Vec<NamedAssertion> = named
        .into_iter()
        .map(|piece| NamedAssertion {
            name: Some(piece.name),
            comment: Some(piece.comment).filter(|comment| !comment.is_empty()),
            term: piece.term,
        })
        .collect();
    let place = program.sources.describe(trace.failure.span);
    let query = QueryOptions {
        title: Some(format!("{place}: {}", trace.failure.message)),
        produce_cores: true,
        ..QueryOptions::default()
    };
    let mut text = String::new();
    write_query(&mut text, &terms, &assertions, &query)
        .map_err(|error| Error::Internal(error.to_string()))?;
    Ok(text)
}
