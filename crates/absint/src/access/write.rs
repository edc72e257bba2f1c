//! What is known after something was written.

use whydunit_program::Place;

use super::{Access, Hit, Location};
use crate::eval::{Value, divided, wrapped};
use crate::limits::MOST_KNOWN_ELEMENTS;
use crate::machine::{Machine, Reached};
use crate::numbers::Number;
use crate::numeric::{Interval, Linear};
use crate::objects::{Content, Quantity, SlotId};

impl Machine<'_, '_> {
    pub(crate) fn store(&mut self, place: &Place, value: &Value) -> Reached<()> {
        let Some(size) = self.program.types.size_of(place.ty) else { return Ok(()) };
        let location = self.locate(place, Access::Write)?;
        let touched = Number::point(i128::from(location.touched(size)));
        self.reach(&location, &touched, Access::Write, place.span)?;
        self.note_used_pointer(place)?;
        self.store_at(&location, size, value);
        Ok(())
    }

    pub(crate) fn store_at(&mut self, location: &Location, size: u64, value: &Value) {
        if location.targets.is_unknown {
            self.forget_memory();
            return;
        }
        let is_only = location.targets.known.len() == 1;
        for target in location.targets.known.clone() {
            let is_sure = is_only && !self.is_several(target.object);
            match self.hit(target, location, size) {
                Hit::Scalar(slot) => self.store_scalar(slot, value, is_sure),
                Hit::Element(slot, index) => self.store_element(slot, &index, value, is_sure),
                Hit::Parts(slots) => slots.into_iter().for_each(|slot| self.spoil(slot)),
            }
        }
    }

    pub(crate) fn store_scalar(&mut self, id: SlotId, value: &Value, is_sure: bool) {
        self.state.change(id);
        let slot = *self.objects.slot(id);
        let dim = self.objects.value_dim(id);
        let known = match (slot.content, value) {
            (Content::Int(kind), Value::Int(number)) => {
                let range = self.state.numbers.range(number);
                Some(wrapped(Number { range, ..number.clone() }, kind))
            }
            (Content::Pointer { unit }, Value::Pointer(pointer)) => {
                let targets = match is_sure {
                    true => pointer.targets.clone(),
                    false => pointer.targets.join(&self.state.targets(id)),
                };
                if targets.is_unknown {
                    self.state.pointers.remove(&id);
                } else {
                    self.state.pointers.insert(id, targets);
                }
                let offset = &pointer.offset;
                let range = self.state.numbers.range(offset);
                // Variables of other units may hold it, but a number is a number.
                let known = range.as_point().map(Linear::constant);
                let linear = known.or_else(|| offset.linear.clone());
                let linear = linear.and_then(|linear| divided(&linear, unit));
                // An offset between two units has no number.
                (unit == 1 || linear.is_some()).then(|| {
                    let range = range.div(Interval::point(unit)).unwrap_or(Interval::TOP);
                    Number::new(linear, range)
                })
            }
            (Content::Pointer { .. }, _) => {
                self.state.pointers.remove(&id);
                None
            }
            _ => None,
        };
        match (known, is_sure) {
            (Some(number), true) => self.state.numbers.assign(dim, &number),
            (Some(number), false) => {
                let range = self.state.numbers.range(&number);
                self.state.numbers.assign_also(dim, range);
            }
            (None, _) => self.state.numbers.forget(dim),
        }
        if is_sure {
            self.state.set.insert(id);
        }
    }

    fn store_element(&mut self, id: SlotId, index: &Number, value: &Value, is_sure: bool) {
        if is_sure && self.state.empty.remove(&id) {
            let was_set = self.state.set.contains(&id);
            self.store_scalar(id, value, true);
            if !was_set {
                self.state.set.remove(&id);
            }
        } else {
            self.store_scalar(id, value, false);
        }
        if !is_sure {
            self.state.terminated.remove(&id);
            return;
        }
        self.fill(id, index);
        self.move_zero(id, index, value);
    }

    /// One more element from the first on may have been set.
    fn fill(&mut self, id: SlotId, index: &Number) {
        if self.state.set.contains(&id) {
            return;
        }
        let count = i128::from(self.objects.slot(id).count);
        if let Some(at) = self.state.numbers.range(index).as_point()
            && self.state.elements.len() < MOST_KNOWN_ELEMENTS
        {
            self.state.elements.insert((id, at));
        }
        let dim = self.objects.dim(Quantity::Filled(id));
        let Some(linear) = &index.linear else { return };
        let Some(ahead) = linear.sub(&Linear::dim(dim)) else { return };
        if self.state.numbers.bounds_of(&ahead) == Interval::point(0)
            && let Some(next) = linear.shift(1)
        {
            let range = index.range.add(Interval::point(1));
            self.state.numbers.assign(dim, &Number::new(Some(next), range));
        }
        if self.state.numbers.bounds(dim).low >= count {
            self.state.set.insert(id);
        }
    }
}
