//! Operands that are evaluated sometimes, and how far pointers lie apart.

use whydunit_term::Term;

use super::state::State;
use super::{Exec, Run, Stop};

impl Exec<'_> {
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
