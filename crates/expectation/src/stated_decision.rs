//! That a decision went the way it did, as a condition that did not hold.

use whydunit_program::{BinaryOp, Expr, Program, TerminatorKind};
use whydunit_source::Span;

use crate::check::{compare, falsehood, not};
use crate::limits::MOST_SHOWN;
use crate::record::Execution;

/// The condition that the decision goes to another successor, and what was so instead, in words.
pub(crate) fn condition(
    program: &mut Program,
    at: Execution,
    successor: u32,
) -> (Expr, Span, String) {
    let terminator = program.terminator_at(at.point).clone();
    let span = terminator.span;
    match &terminator.kind {
        TerminatorKind::Branch { cond, .. } => {
            let written = written(program, cond.span).unwrap_or_else(|| "the condition".to_owned());
            match successor {
                0 => (cond.clone(), span, format!("{written} is false")),
                _ => (not(program, cond.clone()), span, format!("{written} is true")),
            }
        }
        TerminatorKind::Switch { value, cases, .. } => {
            let written = written(program, value.span).unwrap_or_else(|| "the switch".to_owned());
            let condition = match cases.get(successor as usize) {
                Some(case) => compare(program, BinaryOp::Eq, value.clone(), case.low),
                None => falsehood(program, span),
            };
            (condition, span, format!("{written} selects another case"))
        }
        _ => (falsehood(program, span), span, "the way led here".to_owned()),
    }
}

/// A piece of the source, if it is short and on one line.
pub(crate) fn written(program: &Program, span: Span) -> Option<String> {
    let text = program.sources.text(span);
    (!text.is_empty() && text.len() <= MOST_SHOWN && !text.contains('\n')).then(|| text.to_owned())
}
