//! Sums of pointers: do they stay in the reach of their object (`whydunit_program::address`)?
//!
//! With 64-bit pointers a sum has to go two gigabytes to leave it, so most sums need no question. With 32-bit pointers the next object is near: a
//! sum that is a value of the program is checked, and one that only leads to an element or a member stops at the edge of the reach,
//! where the access fails as it does anywhere outside of the object.

use whydunit_program::CheckKind;
use whydunit_program::address::{FARTHEST_INDEX, NARROW_REACH, Reach};
use whydunit_source::Span;
use whydunit_term::{Op, Term};

use super::interval::Interval;
use super::pointer::{Entry, Target};
use super::state::State;
use super::{Exec, Run};

/// With 64-bit pointers, sums of less than this cannot reach another object's addresses.
const FAR: i128 = 1 << 30;

/// Which ends of the reach a sum keeps to.
struct Kept {
    low: Term,
    high: Term,
}

impl Exec<'_> {
    /// `pointer + index * size`, as a value of the program.
    pub(crate) fn step_pointer(
        &mut self,
        state: &mut State,
        pointer: Term,
        index: Term,
        size: u64,
        span: Span,
    ) -> Run<Term> {
        let sum = self.sum(pointer, index, size);
        if !self.checks.contains(CheckKind::Bounds) {
            return Ok(sum);
        }
        let interval = self.interval(index);
        let reach = interval.low.abs().max(interval.high).saturating_mul(size.into());
        if !self.is_wide() {
            let targets = self.targets(pointer);
            let mut stays = Term::TRUE;
            for target in targets.known.iter().filter(|target| target.entry > 0) {
                let kept = self.kept(target, (index, interval), size);
                let near = self.terms.and(&[kept.low, kept.high]);
                let near = self.terms.implies(target.when, near);
                stays = self.terms.and(&[stays, near]);
            }
            self.check(state, CheckKind::Bounds, stays, span)?;
        } else if reach > FAR {
            self.stays_near(state, pointer, index, size, span)?;
        }
        Ok(sum)
    }

    /// `pointer + index * size`, to be accessed. An index into an array that has been checked is less than its length.
    pub(crate) fn part(&mut self, pointer: Term, index: Term, len: Option<u64>, size: u64) -> Term {
        let sum = self.sum(pointer, index, size);
        if self.is_wide() {
            return sum;
        }
        let interval = self.interval(index);
        let known = match len.filter(|_| self.checks.contains(CheckKind::Bounds)) {
            Some(len) => interval.clamp(0, len.into()),
            None => interval,
        };
        let targets = self.targets(pointer);
        let mut result = sum;
        for target in targets.known.iter().filter(|target| target.entry > 0) {
            let kept = self.kept(target, (index, known), size);
            let near = self.terms.and(&[kept.low, kept.high]);
            if near == Term::TRUE {
                continue;
            }
            let reach = Reach::of(whydunit_program::Target::Ilp32, self.largest_of(target.entry));
            let start = self.address_number(target.entry);
            let low = self.pointer_bits(start.wrapping_add_signed(reach.low));
            let high = self.pointer_bits(start.wrapping_add_signed(reach.high));
            let edge = self.terms.ite(kept.low, high, low);
            let denied = self.terms.not(near);
            let far = self.terms.and(&[target.when, denied]);
            result = self.terms.ite(far, edge, result);
        }
        result
    }

    /// `pointer + offset`, to be accessed.
    pub(crate) fn member(&mut self, pointer: Term, offset: u64) -> Term {
        let index = self.pointer_bits(offset);
        self.part(pointer, index, None, 1)
    }

    fn sum(&mut self, pointer: Term, index: Term, size: u64) -> Term {
        let scale = self.pointer_bits(size);
        let delta = self.terms.mul(index, scale);
        self.terms.add(pointer, delta)
    }

    fn largest_of(&self, entry: u32) -> u64 {
        match &self.entries[entry as usize] {
            Entry::Object(info) => info.largest,
            Entry::View { len, .. } => *len,
            Entry::Null | Entry::Function(_) => 0,
        }
    }

    /// Does a 32-bit pointer to a target, moved by `index * size`, stay in reach?
    fn kept(&mut self, target: &Target, (index, known): (Term, Interval), size: u64) -> Kept {
        let end = match &self.entries[target.entry as usize] {
            Entry::Object(info) => info.size,
            Entry::View { len, .. } => self.terms.bits(32, (*len).into()),
            Entry::Null | Entry::Function(_) => self.terms.bits(32, 0),
        };
        let reach = i128::from(NARROW_REACH);
        let (from, ends, step) =
            (self.interval(target.offset), self.interval(end), i128::from(size));
        let low = from.low + known.low.min(0).saturating_mul(step) >= -reach;
        let high = from.high + known.high.max(0).saturating_mul(step) <= ends.low.max(0) + reach;
        if low && high {
            return Kept { low: Term::TRUE, high: Term::TRUE };
        }
        if from.low == from.high && ends.low == ends.high && step > 0 {
            // Bounds of the index itself: nothing is multiplied.
            let lowest = (-reach - from.low).div_euclid(step)
                + i128::from((-reach - from.low).rem_euclid(step) != 0);
            let highest = (ends.low + reach - from.low).div_euclid(step);
            let lowest = self.terms.bits(32, lowest as u128);
            let highest = self.terms.bits(32, highest as u128);
            let (low, high) = (self.terms.sle(lowest, index), self.terms.sle(index, highest));
            return Kept { low, high };
        }
        // In 64 bits neither the product nor the sum wraps around.
        let offset = self.terms.sign_extend(target.offset, 64);
        let index = self.terms.sign_extend(index, 64);
        let scale = self.terms.bits(64, size.into());
        let delta = self.terms.mul(index, scale);
        let moved = self.terms.add(offset, delta);
        let lowest = self.terms.bits(64, -reach as u128);
        let end = self.terms.zero_extend(end, 64);
        let reach = self.terms.bits(64, reach as u128);
        let highest = self.terms.add(end, reach);
        Kept { low: self.terms.sle(lowest, moved), high: self.terms.sle(moved, highest) }
    }

    /// A 64-bit pointer must not leave the four gigabytes around its object. Null and wild pointers may be moved anywhere.
    fn stays_near(
        &mut self,
        state: &mut State,
        pointer: Term,
        index: Term,
        size: u64,
        span: Span,
    ) -> Run<()> {
        let scale = self.pointer_bits(size);
        let delta = self.terms.mul(index, scale);
        let reach = Reach::of(whydunit_program::Target::Lp64, 0);
        let half = self.pointer_bits(reach.low.unsigned_abs());
        let whole = self.pointer_bits(reach.high.abs_diff(reach.low) + 1);
        let is_small = self.is_near_index(index);
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

    /// The index of an element: one beyond [`FARTHEST_INDEX`] is refused before it is scaled.
    pub(crate) fn check_far(&mut self, state: &mut State, index: Term, span: Span) -> Run<()> {
        let interval = self.interval(index);
        let farthest = i128::from(FARTHEST_INDEX);
        let near = interval.low > -farthest && interval.high < farthest;
        if near || !self.is_wide() || !self.checks.contains(CheckKind::Bounds) {
            return Ok(());
        }
        let inside = self.is_near_index(index);
        self.check(state, CheckKind::Bounds, inside, span)
    }

    fn is_near_index(&mut self, index: Term) -> Term {
        let limit = self.pointer_bits(FARTHEST_INDEX - 1);
        let shifted = self.terms.apply(Op::Add, &[index, limit]);
        let span = self.pointer_bits(2 * FARTHEST_INDEX - 1);
        self.terms.ult(shifted, span)
    }
}
