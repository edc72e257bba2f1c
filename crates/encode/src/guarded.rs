//! Statements that may be skipped, or stand behind a guard (see [`crate::changeable`]).
//!
//! A statement is executed by several steps, those of functions that it calls included. While these are encoded, what they write is kept only where the statement is not skipped, and what
//! they demand is demanded only there.

use whydunit_program::SourceStmtId;
use whydunit_term::Term;

use crate::encoder::{Encoder, Scope};
use crate::storage::{Range, Value};
use whydunit_program::Class;

/// A statement that may be skipped and is being executed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    frame: u32,
    source: SourceStmtId,
    skipped: Value,
}

impl Encoder<'_> {
    /// Finds out whether the step at hand may be skipped. Gives the condition under which the run does not leave right before it.
    pub(crate) fn begin_guarded(&mut self) -> Term {
        let step = self.current();
        let Some(open_holes) = self.mode.open_holes_mut() else { return Term::TRUE };
        open_holes.regions.retain(|region| {
            step.frame > region.frame || step.frame == region.frame && step.source == region.source
        });
        let (frame, source) = (step.frame, step.source);
        let is_inside = |region: &Region| region.frame == frame && region.source == source;
        let is_new = !open_holes.regions.iter().any(is_inside);
        let mut guards = match open_holes.holes.guards.get(&step.point) {
            Some(guards) if is_new => guards.clone(),
            _ => Vec::new(),
        };
        let selecting = open_holes.selecting;
        guards.retain(|guard| selecting.has(guard.number, self.step));
        let mut stays = Vec::new();
        for guard in guards {
            let selector = self.selector(guard.number);
            let mut scope = Scope::new(frame);
            let holds = match guard.cond {
                None => Ok(self.truth(false)),
                Some(cond) => {
                    self.hypothetically(selector, |this| this.condition(cond, &mut scope))
                }
            };
            self.note_used(guard.number, selector, None, Term::FALSE, Class::Bool);
            let Ok(holds) = holds else {
                self.forbid(selector);
                continue;
            };
            let fails = self.terms.not(holds.term);
            let skipped = self.terms.and(&[selector, fails]);
            if guard.leaves {
                stays.push(self.terms.not(skipped));
                continue;
            }
            let skipped = Value { term: skipped, known: Term::FALSE };
            if let Some(open_holes) = self.mode.open_holes_mut() {
                open_holes.regions.push(Region { frame, source, skipped });
            }
        }
        self.set_skipped();
        self.terms.and(&stays)
    }

    fn set_skipped(&mut self) {
        let Some(open_holes) = self.mode.open_holes_mut() else { return };
        let all: Vec<Term> = open_holes.regions.iter().map(|region| region.skipped.term).collect();
        open_holes.skipped = None;
        if all.is_empty() {
            return;
        }
        let term = self.terms.or(&all);
        let skipped = Value { term, known: Term::FALSE };
        let executed = self.not(skipped);
        self.begin_under(executed);
        if let Some(open_holes) = self.mode.open_holes_mut() {
            open_holes.skipped = Some(skipped);
        }
    }

    pub(crate) fn end_guarded(&mut self) {
        let skipped = self.mode.open_holes_mut().and_then(|open_holes| open_holes.skipped.take());
        let Some(skipped) = skipped else { return };
        self.end_under();
        if let Some(condition) = self.contribution().condition {
            let goes_on = self.terms.or(&[skipped.term, condition]);
            self.contribution().condition = Some(goes_on);
        }
    }

    /// What is written where the step at hand may be skipped: what was there stays. `None` where it cannot be.
    pub(crate) fn unless_skipped(
        &mut self,
        range: Range,
        value: Value,
        validity: Value,
    ) -> Option<(Value, Value)> {
        let skipped = self.mode.open_holes()?.skipped?;
        let Ok((old, was_valid)) = self.read_at(range, self.memory.now()) else {
            self.forbid(skipped.term);
            return None;
        };
        let kept = |this: &mut Self, old: Value, new: Value| Value {
            term: this.terms.ite(skipped.term, old.term, new.term),
            known: if skipped.is_true() { old.known } else { new.known },
        };
        let value = kept(self, old, value);
        let validity = kept(self, was_valid, validity);
        Some((value, validity))
    }

    /// Runs of bytes are set as a whole or not at all: a step that sets one is not skipped.
    pub(crate) fn not_skipped(&mut self) {
        if let Some(skipped) = self.mode.open_holes().and_then(|open_holes| open_holes.skipped) {
            self.forbid(skipped.term);
        }
    }

    /// Makes the assignments that may stand in place of the one that was just skipped.
    pub(crate) fn assign_instead(&mut self) {
        let (point, frame) = (self.point(), self.current().frame);
        let Some(open_holes) = self.mode.open_holes() else { return };
        let Some(list) = open_holes.holes.assignments.get(&point) else { return };
        let selecting = open_holes.selecting;
        for (number, place, value) in list.iter().copied() {
            if !selecting.has(number, self.step) {
                continue;
            }
            let selector = self.selector(number);
            let others = Value { term: self.terms.not(selector), known: Term::TRUE };
            let mut scope = Scope::new(frame);
            let stored = self.stored();
            let done = self.hypothetically(selector, |this| {
                let value = this.expr(value, &mut scope)?;
                this.set_skipping(Some(others));
                let done = this.store(place, value, &mut scope);
                this.set_skipping(None);
                done
            });
            self.set_stored(stored);
            if done.is_err() {
                self.forbid(selector);
            }
        }
    }

    fn set_skipping(&mut self, skipped: Option<Value>) {
        if let Some(open_holes) = self.mode.open_holes_mut() {
            open_holes.skipped = skipped;
        }
    }
}
