//! What is read, and whether it has a value.

use whydunit_program::{CheckKind, Place, TypeId};

use super::{Access, Hit, Location};
use crate::eval::{Pointer, Value, range_of, wrapped};
use crate::machine::{Machine, Reached};
use crate::numbers::Number;
use crate::numeric::{Interval, Linear};
use crate::objects::{Content, Quantity, Slot, SlotId};
use crate::state::Target;

impl Machine<'_, '_> {
    /// What is read at a place that was found.
    pub(crate) fn load_from(&mut self, place: &Place, location: &Location) -> Reached<Value> {
        let ty = place.ty;
        let Some(size) = self.program.types.size_of(ty) else { return Ok(Value::Other) };
        let touched = Number::point(i128::from(location.touched(size)));
        self.reach(location, &touched, Access::Read, place.span)?;
        self.note_used_pointer(place)?;
        if !self.program.types.is_scalar(ty) {
            return Ok(Value::Other);
        }
        let mut value: Option<Value> = None;
        let mut is_set = !location.targets.is_unknown;
        for target in location.targets.known.clone() {
            let (read, read_is_set) = self.read(target, location, size, ty);
            is_set &= read_is_set;
            value = Some(match value {
                Some(known) => crate::eval::joined(known, read),
                None => read,
            });
        }
        self.require_that(CheckKind::Uninit, place.span, is_set);
        // What has no value may be copied and computed with: the run goes on, with anything.
        let is_any = location.targets.is_unknown || !is_set;
        Ok(match value {
            Some(value) if !is_any => value,
            _ => self.anything(ty),
        })
    }

    /// What a target holds at an offset, and whether that is known to have been set.
    fn read(
        &mut self,
        target: Target,
        location: &Location,
        size: u64,
        ty: TypeId,
    ) -> (Value, bool) {
        let is_many = self.is_several(target.object);
        match self.hit(target, location, size) {
            Hit::Scalar(id) => {
                let slot = *self.objects.slot(id);
                let is_set = self.state.set.contains(&id) || self.has_come_in(id);
                let value = self.slot_value(id, &slot, ty, !is_many);
                (value, is_set)
            }
            Hit::Element(id, index) => {
                let slot = *self.objects.slot(id);
                let is_set = self.state.set.contains(&id) || self.is_filled(id, &index);
                (self.slot_value(id, &slot, ty, false), is_set)
            }
            Hit::Parts(slots) => {
                let covered: u64 = slots
                    .iter()
                    .map(|id| *self.objects.slot(*id))
                    .filter(|slot| slot.stride == slot.size && slot.bits.is_none())
                    .map(|slot| slot.end() - slot.offset)
                    .sum();
                // All bytes belong to slots, and these have been set.
                let is_whole = self.objects.get(target.object).size == Some(covered);
                let is_set = is_whole && slots.iter().all(|slot| self.state.set.contains(slot));
                (self.anything(ty), is_set)
            }
        }
    }

    fn slot_value(&mut self, id: SlotId, slot: &Slot, ty: TypeId, is_exact: bool) -> Value {
        let dim = self.objects.value_dim(id);
        let range = self.state.numbers.bounds(dim);
        let linear = is_exact.then(|| Linear::dim(dim));
        match (slot.content, self.program.types.int_kind(ty)) {
            (Content::Int(own), Some(kind)) => {
                let range = range.meet(range_of(own)).unwrap_or(range_of(own));
                Value::Int(wrapped(Number::new(linear, range), kind))
            }
            (Content::Pointer { unit }, None) if self.program.types.pointee(ty).is_some() => {
                let targets = self.state.targets(id);
                let offset = Number::new(
                    linear.and_then(|linear| linear.scale(unit)),
                    range.mul(Interval::point(unit)),
                );
                Value::Pointer(Pointer { targets, offset })
            }
            _ => self.anything(ty),
        }
    }

    /// Has what may have been stored there been stored?
    fn has_come_in(&mut self, id: SlotId) -> bool {
        let Some(&(on, least)) = self.state.pending.get(&id) else { return false };
        let dim = self.objects.value_dim(on);
        self.state.numbers.bounds(dim).low >= least
    }

    /// Is the element among those that have been set, one by one or from the first on?
    fn is_filled(&mut self, id: SlotId, index: &Number) -> bool {
        if let Some(at) = self.state.numbers.range(index).as_point()
            && self.state.elements.contains(&(id, at))
        {
            return true;
        }
        let Some(dim) = self.objects.known_dim(Quantity::Filled(id)) else { return false };
        let filled = Linear::dim(dim);
        let form = index.linear.as_ref().and_then(|index| index.sub(&filled));
        form.is_some_and(|form| self.state.numbers.bounds_of(&form).high < 0)
            || index.range.high < self.state.numbers.bounds(dim).low
    }
}
