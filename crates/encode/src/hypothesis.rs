//! What is evaluated that the run did not evaluate, and what a check that does not hold means there.
//!
//! Along the run every check holds but the last: one that does not is the failure at the failing step, and a gap of ours elsewhere. Two things are evaluated beside the run. A *lazy operand*
//! stands under a condition; the run may have left it out, and then its evaluation ends at the first check that does not hold. What is *hypothetical* (an arm that was not
//! taken, an expression that the program does not have) is followed to its end: what it would have broken is only demanded.

use whydunit_program::CheckKind;
use whydunit_term::Term;

use crate::encoder::{Encoder, Evaluated, Halt, Style};
use crate::storage::Value;

#[derive(Clone, Debug, Default)]
pub(crate) struct Hypothesis {
    /// Conditions under which what is being evaluated is evaluated at all.
    under: Vec<Value>,
    is_hypothetical: bool,
}

/// What follows from a condition, with the values that it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// It holds, or it is hypothetical.
    GoesOn,
    /// It does not, and the run did not evaluate it.
    EndsOperand,
    /// It does not: the failure of the run.
    Fails,
    /// It does not, and the run went on.
    Disagrees,
}

impl Encoder<'_> {
    // What is evaluated beside the run.

    /// Evaluates what is evaluated where `when` holds.
    pub(crate) fn under<T>(&mut self, when: Value, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        self.begin_under(when);
        let result = evaluate(self);
        self.end_under();
        result
    }

    pub(crate) fn begin_under(&mut self, when: Value) {
        self.hypothesis.under.push(when);
    }

    pub(crate) fn end_under(&mut self) {
        self.hypothesis.under.pop();
    }

    /// Evaluates what may break its own checks.
    pub(crate) fn supposing<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let was_hypothetical = std::mem::replace(&mut self.hypothesis.is_hypothetical, true);
        let result = evaluate(self);
        self.hypothesis.is_hypothetical = was_hypothetical;
        result
    }

    /// Is the operand at hand one that the run did not evaluate?
    pub(crate) fn is_speculative(&self) -> bool {
        self.hypothesis.under.iter().any(|when| !when.is_true())
    }

    /// Is a check that does not hold here the failure of the run?
    pub(crate) fn may_fail_here(&self) -> bool {
        self.outcome(false) == Outcome::Fails
    }

    /// May a local that the run created after so many steps come to life in the step at hand?
    pub(crate) fn may_come_to_life(&self, created: u32) -> bool {
        self.hypothesis.is_hypothetical || created == self.step + 1
    }

    fn outcome(&self, holds: bool) -> Outcome {
        if holds || self.hypothesis.is_hypothetical {
            Outcome::GoesOn
        } else if self.is_speculative() {
            Outcome::EndsOperand
        } else if self.is_last() {
            Outcome::Fails
        } else {
            Outcome::Disagrees
        }
    }

    /// Is an access outside of its object followed, with some place of the object in place of it?
    pub(crate) fn follows_outside(&self) -> bool {
        self.hypothesis.is_hypothetical
    }

    // What must hold.

    /// Is a check of this kind made?
    pub(crate) fn checks(&self, kind: CheckKind) -> bool {
        self.trace.checks.contains(kind) || self.program.arithmetic.is_limit(kind)
    }

    /// The condition as one of the whole step: what is not evaluated demands nothing.
    pub(crate) fn conditional(&mut self, condition: Value) -> Term {
        let mut result = condition;
        for index in (0..self.hypothesis.under.len()).rev() {
            let when = self.hypothesis.under[index];
            result = self.implied(when, result);
        }
        result.term
    }

    /// Something that must hold here for the run to go on. In the run it held, unless this is the end.
    pub(crate) fn require(&mut self, condition: Value) -> Evaluated<()> {
        self.require_as(condition, false)
    }

    /// As [`Encoder::require`]; is it the program that says so?
    pub(crate) fn require_as(&mut self, condition: Value, is_written: bool) -> Evaluated<()> {
        let outcome = self.outcome(condition.is_true());
        match outcome {
            Outcome::GoesOn | Outcome::EndsOperand => {
                let fact = self.conditional(condition);
                if fact != Term::TRUE || outcome == Outcome::EndsOperand {
                    let contribution = self.contribution();
                    let position = contribution.facts.len();
                    contribution.written.extend(is_written.then_some(position));
                    contribution.facts.push(fact);
                }
            }
            Outcome::Fails => {
                // An operand that is not evaluated breaks no check.
                self.ending.violated = Some(self.conditional(condition));
            }
            Outcome::Disagrees => {
                return Err(Halt::Gap("a check fails that the run passed".into()));
            }
        }
        if outcome == Outcome::GoesOn { Ok(()) } else { Err(Halt::Violated) }
    }

    /// As [`Encoder::require`], where checks of this kind are made.
    pub(crate) fn check(&mut self, kind: CheckKind, condition: Value) -> Evaluated<()> {
        if self.program.arithmetic.is_limit(kind) {
            return self.follow_only(condition);
        }
        if !self.checks(kind) {
            return Ok(());
        }
        self.require_as(condition, kind.is_written())
    }

    /// Something without which the run is not followed. In the run it held.
    fn follow_only(&mut self, condition: Value) -> Evaluated<()> {
        let outcome = self.outcome(condition.is_true());
        if matches!(outcome, Outcome::Fails | Outcome::Disagrees) {
            return Err(Halt::Gap("a limit is exceeded that the run kept to".into()));
        }
        let limit = self.conditional(condition);
        if limit != Term::TRUE {
            let functions = self.style == Style::Functions;
            let contribution = self.contribution();
            let list = if functions { &mut contribution.limits } else { &mut contribution.facts };
            list.push(limit);
        }
        if outcome == Outcome::GoesOn { Ok(()) } else { Err(Halt::Violated) }
    }

    /// An address (or what decides one) was what it was. Returns what to go on with: the value of the run.
    pub(crate) fn guard(&mut self, value: Value) -> Value {
        let same = self.unchanged(value);
        let guard = self.conditional(same);
        if guard != Term::TRUE {
            self.contribution().guards.push(guard);
        }
        Value::constant(value.known)
    }
}
