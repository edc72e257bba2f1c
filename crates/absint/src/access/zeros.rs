//! The first zero among the elements of an array: how long a string is.

use whydunit_program::Place;

use super::{Access, Hit};
use crate::eval::Value;
use crate::machine::{Machine, Reached};
use crate::numbers::Number;
use crate::numeric::{Interval, Linear};
use crate::objects::{Quantity, SlotId};

impl Machine<'_, '_> {
    /// Where the first zero lies after an element was set.
    pub(super) fn move_zero(&mut self, id: SlotId, index: &Number, value: &Value) {
        let range = match value {
            Value::Int(number) => self.state.numbers.range(number),
            _ => Interval::TOP,
        };
        let dim = self.objects.dim(Quantity::FirstZero(id));
        let is_terminated = self.state.terminated.contains(&id);
        let ahead = index.linear.as_ref().and_then(|index| index.sub(&Linear::dim(dim)));
        let ahead = match ahead {
            Some(form) if is_terminated => self.state.numbers.bounds_of(&form),
            _ => Interval::TOP,
        };
        let sets_zero = range == Interval::point(0);
        let may_set_zero = range.contains(0);
        match (is_terminated, sets_zero) {
            (true, _) if ahead.low > 0 => {}
            (true, true) if ahead.high <= 0 => self.state.numbers.assign(dim, index),
            (true, false) if !may_set_zero && !ahead.contains(0) => {}
            (_, true) => {
                // It lies here or before, wherever it was.
                let earliest = match is_terminated {
                    true => self.state.numbers.bounds(dim).low.min(index.range.low),
                    false => 0,
                };
                self.state.terminated.insert(id);
                let range = Interval::new(earliest.max(0), index.range.high.max(0));
                self.state.numbers.assign(dim, &Number::new(None, range));
                if let Some(form) = index.linear.as_ref().and_then(|i| Linear::dim(dim).sub(i)) {
                    // The index is in range, so this cannot be contradictory.
                    let _ = self.state.numbers.constrain(&form);
                }
            }
            _ => {
                self.state.terminated.remove(&id);
            }
        }
    }

    /// The element that a place reads is zero, or is not: what that says about the first zero.
    pub(crate) fn assume_element(&mut self, place: &Place, is_zero: bool) -> Reached<()> {
        let Some(size) = self.program.types.size_of(place.ty) else { return Ok(()) };
        let location = self.quietly(|machine| machine.locate(place, Access::Address))?;
        let Some(target) = location.targets.single_or_null() else { return Ok(()) };
        if self.is_several(target.object) || self.state.dead.contains(&target.object) {
            return Ok(());
        }
        let Hit::Element(id, index) = self.hit(target, &location, size) else {
            return Ok(());
        };
        let dim = self.objects.dim(Quantity::FirstZero(id));
        let Some(linear) = &index.linear else { return Ok(()) };
        let zero = Linear::dim(dim);
        if is_zero && !self.state.terminated.contains(&id) {
            self.state.terminated.insert(id);
            let range = Interval::new(0, index.range.high.max(0));
            self.state.numbers.assign(dim, &Number::new(None, range));
        }
        if !self.state.terminated.contains(&id) {
            return Ok(());
        }
        let form = match is_zero {
            // The first zero is here or before.
            true => zero.sub(linear),
            // It is not here; if it cannot lie before, it lies behind.
            false => {
                let ahead = linear.sub(&zero);
                let is_before =
                    ahead.is_some_and(|form| self.state.numbers.bounds_of(&form).high <= 0);
                if is_before { linear.sub(&zero).and_then(|form| form.shift(1)) } else { None }
            }
        };
        match form {
            Some(form) => self.constrain(&form),
            None => Ok(()),
        }
    }
}
