//! A run that never ends.
//!
//! That it does not is proved ([`whydunit_termination`]); a run whose budget ends without a proof is said to be cut off, never to be endless. What was expected is that it ends, so the question is why the loop that it goes
//! round in was not left: the condition that could have left it, in the round that the proof is about; of a recursion the one that could have ended it without another call.

use whydunit_interp::{CheckSet, Config, RunSpec};
use whydunit_program::{About, CheckKind, Expectation, Program, TerminatorKind};
use whydunit_termination::{Endless, Proof, prove};

use crate::check::{falsehood, not, with_check};
use crate::kept::kept;
use crate::record::Execution;
use crate::stated_decision::written;
use crate::{Stating, Unstated};

/// The configuration with which an expectation is asked.
#[must_use]
pub fn asking(config: &Config) -> Config {
    let checks: CheckSet = config.checks.with(CheckKind::Expectation);
    Config { checks, ..config.clone() }
}

pub(crate) fn state(stating: &Stating<'_>) -> Result<Program, Unstated> {
    let request = &stating.request;
    let found = prove(request.program, &stating.compiled, request.spec, request.config);
    found
        .map(|endless| stated(request.program, &endless, request.spec, request.config))
        .ok_or(Unstated::OutOfBudget)
}

/// The program with the check that the run ends.
#[must_use]
pub fn stated(program: &Program, endless: &Endless, spec: &RunSpec, config: &Config) -> Program {
    let mut asked = program.clone();
    let execution = |at: whydunit_termination::Execution| Execution {
        point: at.point,
        occurrence: at.occurrence,
    };
    let Some((at, taken)) = endless.exit else {
        let (span, _) = asked.origin_of(endless.last.point);
        let condition = falsehood(&mut asked, span);
        let what = match endless.recursion {
            Some(function) => {
                format!("nothing keeps `{}` from calling itself", program.function(function).name)
            }
            None => "no condition could end the loop".to_owned(),
        };
        let expectation = expectation(program, endless, &what, "");
        return with_check(asked, execution(endless.last), condition, span, expectation);
    };
    let terminator = program.terminator_at(at.point).clone();
    let span = terminator.span;
    let (condition, what, stays) = match (&terminator.kind, taken) {
        (TerminatorKind::Branch { cond, .. }, 0) => {
            (not(&mut asked, cond.clone()), cond.span, "stays true")
        }
        (TerminatorKind::Branch { cond, .. }, _) => (cond.clone(), cond.span, "stays false"),
        (TerminatorKind::Switch { value, .. }, _) => {
            (falsehood(&mut asked, span), value.span, "selects the same case again")
        }
        _ => (falsehood(&mut asked, span), span, "stays as it is"),
    };
    let what = written(program, what).unwrap_or_else(|| "the condition".to_owned());
    let mut expectation = expectation(program, endless, &what, stays);
    if let Some(why) = kept(program, endless, spec, config) {
        expectation.message.push_str(&format!(": {why}"));
    }
    with_check(asked, execution(at), condition, span, expectation)
}

fn expectation(program: &Program, endless: &Endless, what: &str, stays: &str) -> Expectation {
    let said = format!("{what} {stays}").trim_end().to_owned();
    let calls = match endless.recursion {
        Some(function) => format!("`{}` calls itself for ever", program.function(function).name),
        None => "never ends".to_owned(),
    };
    let rounds = if endless.recursion.is_some() { "call" } else { "round" };
    let (message, actual) = match endless.proof {
        Proof::StateComesBack(steps) => {
            (format!("{calls}: {said}"), format!("the same state again after {steps} steps"))
        }
        Proof::NoRoundLeaves => {
            (format!("{calls}: {said}"), format!("every {rounds} leads to another one: proved"))
        }
        Proof::OnlyOverflowLeaves(span) => {
            let computed = span.and_then(|span| written(program, span));
            let computed = computed.map_or("a computation".to_owned(), |it| format!("`{it}`"));
            let what = format!("{calls}: {said} until {computed} overflows");
            (what, format!("every {rounds} leads to another one or to an overflow: proved"))
        }
    };
    Expectation {
        occurrence: 1,
        about: About::Termination,
        message,
        expected: Some("an end".to_owned()),
        actual: Some(actual),
        inferred: None,
    }
}
