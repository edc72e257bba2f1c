//! Standard input, character by character.

use whydunit_source::Span;
use whydunit_term::{Sort, Term};

use super::input::{Event, EventKind};
use super::state::State;
use super::{CutReason, Exec, Run};

impl Exec<'_> {
    // Standard input.

    /// The next character of standard input, -1 at its end.
    pub(super) fn next_character(&mut self, state: &mut State) -> Run<Term> {
        if let Some(byte) = state.stdin.pushed_back.pop() {
            return Ok(self.terms.zero_extend(byte, 32));
        }
        let minus_one = self.terms.bits(32, u128::from(u32::MAX));
        if self.given.stdin {
            return Ok(match self.spec.stdin.get(state.stdin.position as usize) {
                Some(&byte) => {
                    state.stdin.position += 1;
                    self.terms.bits(32, byte.into())
                }
                None => {
                    state.stdin.at_end = Term::TRUE;
                    minus_one
                }
            });
        }
        self.not_stuck(state)?;
        let ends = self.variable("end", Sort::Bool);
        let is_over = self.terms.or(&[state.stdin.is_over, ends]);
        let byte = self.variable("stdin", Sort::Bits(8));
        let goes_on = self.terms.not(is_over);
        let when = self.terms.and(&[state.path.condition(), goes_on]);
        self.done.events.push(Event { when, kind: EventKind::Byte(byte) });
        state.stdin.is_over = is_over;
        state.stdin.at_end = self.terms.or(&[state.stdin.at_end, is_over]);
        let wide = self.terms.zero_extend(byte, 32);
        Ok(self.terms.ite(is_over, minus_one, wide))
    }

    pub(super) fn push_back(
        &mut self,
        state: &mut State,
        character: Term,
        span: Span,
    ) -> Run<Term> {
        let minus_one = self.terms.bits(32, u128::from(u32::MAX));
        let character = self.terms.resize(character, 32, true);
        let is_end = self.terms.eq(character, minus_one);
        self.either_way(state, is_end, span, &mut |_, _| Ok(minus_one), &mut |this, state| {
            let byte = this.terms.extract(character, 7, 0);
            state.stdin.pushed_back.push(byte);
            state.stdin.at_end = Term::FALSE;
            Ok(this.terms.zero_extend(byte, 32))
        })
    }

    /// Text that did not fit a number is read by characters next: that is not followed.
    pub(super) fn not_stuck(&mut self, state: &mut State) -> Run<()> {
        let words = "input that does not fit its conversion is read in no other way".to_owned();
        self.cut_when(state, state.stdin.is_stuck, CutReason::Input(words))
    }
}
