//! A run that never ends.
//!
//! A state that comes back is a proof (a *lasso*): from it the run goes round for ever. What was expected is that it ends, so the question is why the loop that it goes round in was not left: the condition that could have
//! left it, in the round in which the state came back. A run whose budget ends without such a proof is said to be cut off, never to be endless.

use rustc_hash::FxHashMap;
use whydunit_interp::{CheckSet, Config};
use whydunit_program::{About, Cfg, CheckKind, Expectation, FunctionId, Program, TerminatorKind};

use crate::check::{falsehood, not, with_check};
use crate::limits::LASSO_STEPS;
use crate::record::{Decision, record};
use crate::{Stating, Unstated};

/// The configuration with which an expectation is asked.
#[must_use]
pub fn asking(config: &Config) -> Config {
    let checks: CheckSet = config.checks.with(CheckKind::Expectation);
    Config { checks, ..config.clone() }
}

pub(crate) fn state(stating: &Stating<'_>) -> Result<Program, Unstated> {
    let request = &stating.request;
    let Some(back) = whydunit_counterfactual::comes_back(
        request.program,
        &stating.compiled,
        request.spec,
        request.config,
        LASSO_STEPS,
    ) else {
        return Err(Unstated::OutOfBudget);
    };
    let config = Config { max_steps: Some(back), ..request.config.clone() };
    let recording = record(&stating.compiled, request.program, request.spec, &config);
    let mut program = request.program.clone();
    let expectation = |occurrence: u64, said: &str| Expectation {
        occurrence,
        about: About::Termination,
        message: format!("never ends: {said}"),
        expected: Some("an end".to_owned()),
        actual: Some(format!("the same state again after {back} steps")),
        inferred: None,
    };
    let Some((decision, stays)) = last_exit(request.program, &recording.decisions) else {
        let Some(at) = recording.last_of_user else { return Err(Unstated::OutOfBudget) };
        let (span, _) = program.origin_of(at.point);
        let condition = falsehood(&mut program, span);
        let expectation = expectation(1, "no condition could end the loop");
        return Ok(with_check(program, at, condition, span, expectation));
    };
    let terminator = program.terminator_at(decision.execution.point).clone();
    let span = terminator.span;
    let (condition, said) = match (&terminator.kind, stays) {
        (TerminatorKind::Branch { cond, .. }, 0) => {
            let text = program.sources.text(cond.span).to_owned();
            (not(&mut program, cond.clone()), format!("{text} stays true"))
        }
        (TerminatorKind::Branch { cond, .. }, _) => {
            let text = program.sources.text(cond.span).to_owned();
            (cond.clone(), format!("{text} stays false"))
        }
        _ => (falsehood(&mut program, span), "the loop is not left".to_owned()),
    };
    let round = decision.execution.occurrence;
    let expectation = expectation(round, &said);
    Ok(with_check(program, decision.execution, condition, span, expectation))
}

/// The last decision that could have left the loop around it and did not, and the successor that it took.
fn last_exit(program: &Program, decisions: &[Decision]) -> Option<(Decision, u32)> {
    let mut facts: FxHashMap<FunctionId, Cfg> = FxHashMap::default();
    decisions.iter().rev().find_map(|decision| {
        let point = decision.execution.point;
        let cfg = facts
            .entry(point.function)
            .or_insert_with(|| Cfg::new(program.function(point.function).blocks()));
        let around = cfg.loops().iter().filter(|it| it.contains(point.block));
        let targets = program.terminator_at(point).kind.successors();
        let stays = targets[decision.taken as usize];
        let leaves = around
            .into_iter()
            .any(|it| it.contains(stays) && targets.iter().any(|target| !it.contains(*target)));
        leaves.then_some((*decision, decision.taken))
    })
}
