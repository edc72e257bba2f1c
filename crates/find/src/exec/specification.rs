//! What only specifications say: quantifiers, `\valid`, `\old`.

use std::rc::Rc;

use whydunit_program::Expr;
use whydunit_semantics::Quantifier;
use whydunit_term::Term;

use super::pointer::{Assumed, Entry};
use super::state::State;
use super::{CutReason, Exec, Run};
use crate::limits::{FEWEST_VALUES, MOST_VALUES};

impl Exec<'_> {
    /// `\forall` or `\exists` over `lo ..= hi`, value by value as they are evaluated in a run.
    pub(crate) fn unrolled(
        &mut self,
        state: &mut State,
        quantifier: Quantifier<'_, Term>,
    ) -> Run<Term> {
        let Quantifier { forall, var, low, high, body } = quantifier;
        let (function, _) = self.stack.last().expect("a function should be executed");
        let width = self.class(self.program.function(*function).local(var).ty).width();
        let fixed = match (self.terms.value(low), self.terms.value(high)) {
            (Some(low), Some(high)) => Some((high as i128).saturating_sub(low as i128) + 1),
            _ => None,
        };
        let most = match fixed {
            Some(count) => count.clamp(0, MOST_VALUES),
            None => {
                i128::from((2 * self.bounds.unwind).max(self.bounds.elements).max(FEWEST_VALUES))
            }
        };
        // All values so far agree with the quantifier: only then the next is evaluated.
        let mut undecided = Term::TRUE;
        for index in 0..most {
            let step = self.terms.bits(128, index as u128);
            let value = self.terms.add(low, step);
            let is_in = self.terms.sle(value, high);
            let evaluated = self.terms.and(&[undecided, is_in]);
            if evaluated == Term::FALSE {
                break;
            }
            let bound = self.terms.resize(value, width, true);
            self.bound_variables.push((var, bound));
            let result = self.lazily(state, evaluated, |this, state| this.condition(state, body));
            self.bound_variables.pop();
            let truth = result?.unwrap_or(Term::TRUE);
            let goes_on = if forall { truth } else { self.terms.not(truth) };
            let goes_on = self.terms.implies(is_in, goes_on);
            undecided = self.terms.and(&[undecided, goes_on]);
        }
        let count = self.terms.bits(128, most as u128);
        let next = self.terms.add(low, count);
        let beyond = self.terms.sle(next, high);
        let beyond = self.terms.and(&[undecided, beyond]);
        if beyond != Term::FALSE {
            let reason = format!("quantifiers over up to {most} values");
            self.cut_when(state, beyond, CutReason::Input(reason))?;
        }
        Ok(if forall { undecided } else { self.terms.not(undecided) })
    }

    /// `\valid(pointer + (lo .. hi))`.
    pub(crate) fn is_valid(
        &mut self,
        state: &mut State,
        address: Term,
        size: u64,
        (low, high): (Term, Term),
    ) -> Run<Term> {
        let is_empty = self.terms.slt(high, low);
        let targets = self.targets(address);
        let mut valid = Term::FALSE;
        for target in &targets.known {
            let (root, limit, assumed) = match &self.entries[target.entry as usize] {
                Entry::Object(info) => {
                    let assumed = (info.assumed.clone(), info.largest);
                    (target.entry, info.size, assumed)
                }
                Entry::View { root, len, .. } => {
                    let (root, len) = (*root, *len);
                    (root, self.pointer_bits(len), (Assumed::Nothing, 0))
                }
                Entry::Null | Entry::Function(_) => continue,
            };
            let is_alive = state.memory.get(root).map_or(Term::FALSE, |object| object.is_alive);
            // In 128 bits nothing overflows that an object could hold.
            let scale = self.terms.bits(128, size.into());
            let offset = self.terms.sign_extend(target.offset, 128);
            let limit = self.terms.zero_extend(limit, 128);
            let (bytes_low, bytes_high) = (self.terms.mul(low, scale), self.terms.mul(high, scale));
            let start = self.terms.add(offset, bytes_low);
            let last = self.terms.add(offset, bytes_high);
            let end = self.terms.add(last, scale);
            let zero = self.terms.bits(128, 0);
            let from_start = self.terms.sle(zero, start);
            let to_end = self.terms.sle(end, limit);
            let some = self.terms.not(is_empty);
            match assumed {
                (Assumed::Nothing, _) => {}
                (Assumed::Size(words) | Assumed::Text(words), _) => {
                    let past = self.terms.not(to_end);
                    let beyond = self.terms.and(&[target.when, some, from_start, past]);
                    let reason = CutReason::Size(words.to_string(), None);
                    self.cut_when(state, beyond, reason)?;
                }
                // More than is demanded need not be there: it could only hide an access beyond.
                (Assumed::Most(name), largest) => {
                    let most = self.terms.bits(128, largest.into());
                    let past = self.terms.slt(most, end);
                    let beyond = self.terms.and(&[target.when, some, from_start, past]);
                    let words = format!("up to {} elements behind `{name}`", largest / size.max(1));
                    self.cut_when(state, beyond, CutReason::Input(words))?;
                }
            }
            let inside = self.terms.and(&[target.when, is_alive, from_start, to_end]);
            valid = self.terms.or(&[valid, inside]);
        }
        Ok(self.terms.or(&[is_empty, valid]))
    }

    /// The operand in the memory that a snapshot kept.
    pub(crate) fn in_snapshot(&mut self, state: &mut State, slot: u32, expr: &Expr) -> Run<Term> {
        let kept = state.snapshots.iter().find(|(known, _)| *known == slot);
        let Some((_, snapshot)) = kept else {
            return self.gap(state, "\\old before anything was kept", expr.span);
        };
        let snapshot = Rc::clone(snapshot);
        let mut registers = snapshot.registers.clone();
        // What was not there yet is looked at as it is now.
        for (old, now) in registers.iter_mut().zip(&state.registers) {
            if old.is_set == Term::FALSE {
                *old = *now;
            }
        }
        std::mem::swap(&mut state.registers, &mut registers);
        let memory = std::mem::replace(&mut state.memory, snapshot.memory.clone());
        let result = self.expr(state, expr);
        state.memory = memory;
        state.registers = registers;
        result
    }

    /// The condition of a check or an assumption.
    pub(crate) fn stated(&mut self, state: &mut State, cond: &Expr) -> Run<Term> {
        let is_specification = cond.is_specification(&self.program.types);
        let outer = std::mem::replace(&mut self.is_specification, is_specification);
        let result = self.condition(state, cond);
        self.is_specification = outer;
        result
    }
}
