//! Operands that are evaluated sometimes, and pointers that are moved.

use whydunit_program::CheckKind;
use whydunit_source::Span;
use whydunit_term::Term;

use super::state::State;
use super::{Exec, Run, Stop};

/// Indexes below this cannot reach another object's addresses.
const FAR: i128 = 1 << 30;

impl Exec<'_> {
    /// `pointer + index * size`.
    pub(crate) fn step_pointer(
        &mut self,
        state: &mut State,
        pointer: Term,
        index: Term,
        size: u64,
        span: Span,
    ) -> Run<Term> {
        let scale = self.pointer_bits(size);
        let delta = self.terms.mul(index, scale);
        let sum = self.terms.add(pointer, delta);
        let extent = self.extent(index);
        let reach = extent.low.abs().max(extent.high).saturating_mul(size.into());
        if reach > FAR && self.is_wide() && self.checks.contains(CheckKind::Bounds) {
            self.stays_near(state, (pointer, delta), index, span)?;
        }
        Ok(sum)
    }

    /// The difference of two pointers in bytes: of their offsets where they point into the same object, so that no
    /// address is left in it.
    pub(crate) fn bytes_between(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.canonical(a), self.canonical(b));
        let (from, to) = (self.targets(b), self.targets(a));
        let is_known = from.wild.is_none() && to.wild.is_none();
        let is_one = is_known && from.known.len() == 1 && to.known.len() == 1;
        let mut bytes = self.terms.sub(a, b);
        for x in &to.known {
            for y in from.known.iter().filter(|y| y.entry == x.entry) {
                let difference = self.terms.sub(x.offset, y.offset);
                if is_one {
                    return difference;
                }
                let both = self.terms.and(&[x.when, y.when]);
                bytes = self.terms.ite(both, difference, bytes);
            }
        }
        bytes
    }

    /// A pointer must not leave the four gigabytes around its object. Null and wild pointers may be moved anywhere.
    fn stays_near(
        &mut self,
        state: &mut State,
        (pointer, delta): (Term, Term),
        index: Term,
        span: Span,
    ) -> Run<()> {
        let (half, whole) = (self.pointer_bits(1 << 31), self.pointer_bits(1 << 32));
        let limit = self.pointer_bits((1 << 40) - 1);
        let shifted = self.terms.add(index, limit);
        let double = self.pointer_bits((1 << 41) - 1);
        let is_small = self.terms.ult(shifted, double);
        let targets = self.targets(pointer);
        let mut stays = Term::TRUE;
        for target in targets.known.iter().filter(|target| target.entry > 0) {
            let moved = self.terms.add(target.offset, delta);
            let shifted = self.terms.add(moved, half);
            let inside = self.terms.ult(shifted, whole);
            let near = self.terms.and(&[inside, is_small]);
            let near = self.terms.implies(target.when, near);
            stays = self.terms.and(&[stays, near]);
        }
        self.check(state, CheckKind::Bounds, stays, span)
    }

    /// An operand that is only evaluated when a condition holds; `None` when it never is.
    pub(crate) fn lazily<T>(
        &mut self,
        state: &mut State,
        when: Term,
        operand: impl FnOnce(&mut Self, &mut State) -> Run<T>,
    ) -> Run<Option<T>> {
        if when == Term::FALSE {
            return Ok(None);
        }
        if when == Term::TRUE {
            return operand(self, state).map(Some);
        }
        let before = state.path.clone();
        state.path = before.with(self.terms, when);
        if state.path.is_impossible() {
            state.path = before;
            return Ok(None);
        }
        let entered = state.path.clone();
        match operand(self, state) {
            Ok(value) => {
                if state.path.is(&entered) {
                    state.path = before;
                } else {
                    // Something was ruled out on the way, for this side only.
                    self.leave_condition(state, before, when, Ok(()))?;
                }
                Ok(Some(value))
            }
            Err(Stop::Path) => {
                state.path = before;
                let denied = self.terms.not(when);
                self.assume(state, denied)?;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }
}
