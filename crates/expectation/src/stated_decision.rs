//! That a decision went the way it did, as a condition that did not hold.

use whydunit_program::{BinaryOp, Expr, ExprKind, Program, TerminatorKind};
use whydunit_source::Span;

use crate::check::{compare, falsehood, int, not};
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
            match cases.get(successor as usize) {
                Some(case) if case.low == case.high => {
                    let is_it = compare(program, BinaryOp::Eq, value.clone(), case.low);
                    (is_it, span, format!("{written} is not {}", case.low))
                }
                Some(case) => {
                    let is_it = within(program, value, case.low, case.high);
                    (is_it, span, format!("{written} is not from {} to {}", case.low, case.high))
                }
                None => {
                    let mut condition = None;
                    for case in cases {
                        let is_it = within(program, value, case.low, case.high);
                        let is_not = not(program, is_it);
                        condition = Some(both(program, condition, is_not));
                    }
                    let condition = condition.unwrap_or_else(|| falsehood(program, span));
                    (condition, span, format!("{written} selects a case"))
                }
            }
        }
        _ => (falsehood(program, span), span, "the way led here".to_owned()),
    }
}

fn within(program: &mut Program, value: &Expr, low: i128, high: i128) -> Expr {
    let above = compare(program, BinaryOp::Ge, value.clone(), low);
    let below = compare(program, BinaryOp::Le, value.clone(), high);
    both(program, Some(above), below)
}

fn both(program: &mut Program, before: Option<Expr>, condition: Expr) -> Expr {
    let Some(before) = before else { return condition };
    let (int, span) = (int(program), condition.span);
    Expr::new(ExprKind::And(Box::new(before), Box::new(condition)), int, span)
}

/// A piece of the source, if it is short and on one line.
pub(crate) fn written(program: &Program, span: Span) -> Option<String> {
    let text = program.sources.text(span);
    (!text.is_empty() && text.len() <= MOST_SHOWN && !text.contains('\n')).then(|| text.to_owned())
}
