//! What people ask of a run, stated as a check: why was this line executed, why does this not hold there?

use whydunit_interp::{Compiled, Config, RunSpec, prepare};
use whydunit_program::{About, Expectation, Expr, Point, Program};

use crate::check::{falsehood, with_check};
use crate::record::{Execution, record};
use crate::Unstated;

/// Which execution of a statement is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    Last,
    /// Counted from 1.
    Of(u64),
}

/// A condition that was expected to hold before a statement is executed; without one: that it is not executed.
#[derive(Clone, Debug)]
pub struct Question {
    pub at: Point,
    pub count: Count,
    pub condition: Option<Expr>,
    pub message: String,
}

/// The program with the question as a check, and how often the statement was executed in the run.
///
/// # Errors
/// The statement was never executed, or not as often.
pub fn state_question(
    program: &Program,
    spec: &RunSpec,
    config: &Config,
    question: &Question,
) -> Result<Program, Unstated> {
    let compiled: Compiled<'_> = prepare(program);
    let recording = record(&compiled, program, spec, config);
    let times = recording.counts.get(&question.at).copied().unwrap_or(0);
    let occurrence = match question.count {
        Count::Last => times,
        Count::Of(occurrence) => occurrence,
    };
    if occurrence == 0 || occurrence > times {
        return Err(Unstated::Unsupported(match times {
            0 => "it was not executed".to_owned(),
            1 => "it was executed once".to_owned(),
            times => format!("it was executed {times} times"),
        }));
    }
    let mut stated = program.clone();
    let (span, _) = stated.origin_of(question.at);
    let condition = match &question.condition {
        Some(condition) => condition.clone(),
        None => falsehood(&mut stated, span),
    };
    let expectation = Expectation {
        occurrence,
        about: About::Question,
        message: question.message.clone(),
        expected: None,
        actual: None,
        inferred: None,
    };
    let at = Execution { point: question.at, occurrence };
    Ok(with_check(stated, at, condition, span, expectation))
}
