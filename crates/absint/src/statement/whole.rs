//! Objects as a whole: copies, zeros.

use whydunit_program::Place;

use crate::access::{Access, Hit};
use crate::eval::{Pointer, Value};
use crate::machine::{Machine, Reached};
use crate::numbers::Number;
use crate::objects::{Content, ObjectId, Quantity, Slot, SlotId};

impl Machine<'_, '_> {
    /// The slots that a place of the program is made of, all of each; `None` where that is not known.
    pub(crate) fn whole_slots(
        &mut self,
        place: &Place,
        bytes: u64,
    ) -> Reached<Option<(ObjectId, i128, Vec<SlotId>)>> {
        let location = self.locate(place, Access::Write)?;
        let size = Number::point(i128::from(bytes));
        self.reach(&location, &size, Access::Write, place.span)?;
        let Some(target) = location.targets.single() else { return Ok(None) };
        let object = self.objects.get(target.object);
        let Some(at) = self.state.numbers.range(&location.offset).as_point() else {
            return Ok(None);
        };
        if self.is_several(target.object) {
            return Ok(None);
        }
        let at = at + i128::from(target.start);
        let end = at + i128::from(bytes);
        let mut slots = Vec::new();
        for id in object.slots.clone() {
            let slot = self.objects.slot(id);
            let (from, to) = (i128::from(slot.offset), i128::from(slot.end()));
            if from >= end || to <= at {
                continue;
            }
            if from < at || to > end {
                return Ok(None);
            }
            slots.push(id);
        }
        Ok(Some((target.object, at, slots)))
    }

    /// Parts of whatever the place may be were written, perhaps with what has no value.
    pub(crate) fn spoil_place(&mut self, place: &Place, bytes: u64) -> Reached<()> {
        let location = self.quietly(|machine| machine.locate(place, Access::Write))?;
        if location.targets.is_unknown {
            self.forget_memory();
            self.forget_all_values_given();
        }
        for target in location.targets.known.clone() {
            let slots = match self.hit(target, &location, bytes) {
                Hit::Scalar(slot) | Hit::Element(slot, _) => vec![slot],
                Hit::Parts(slots) => slots,
            };
            for slot in slots {
                self.spoil(slot);
                self.forget_values_given(slot);
            }
        }
        Ok(())
    }

    pub(super) fn zero_place(&mut self, place: &Place, bytes: u64) -> Reached<()> {
        match self.whole_slots(place, bytes)? {
            Some((_, _, slots)) => {
                for slot in slots {
                    self.set_slot_to_zero(slot);
                }
                Ok(())
            }
            None => self.spoil_place(place, bytes),
        }
    }

    pub(crate) fn set_slot_to_zero(&mut self, id: SlotId) {
        let slot = *self.objects.slot(id);
        let value = match slot.content {
            Content::Int(_) => Value::Int(Number::point(0)),
            Content::Pointer { .. } => Value::Pointer(Pointer::null()),
            Content::Other => Value::Other,
        };
        self.state.empty.remove(&id);
        self.store_scalar(id, &value, true);
        if slot.is_array() {
            let dim = self.objects.dim(Quantity::FirstZero(id));
            self.state.terminated.insert(id);
            self.state.numbers.assign(dim, &Number::point(0));
        }
    }

    pub(super) fn copy_place(&mut self, to: &Place, from: &Place, bytes: u64) -> Reached<()> {
        let source = self.whole_source(from, bytes)?;
        let Some((_, start, slots)) = self.whole_slots(to, bytes)? else {
            return self.spoil_place(to, bytes);
        };
        for id in slots {
            let slot = *self.objects.slot(id);
            match self.corresponding(&slot, start, source.as_ref()) {
                Some(other) => self.copy_slot(other, id),
                None => {
                    // The bytes are some bytes; whether they have values is not known.
                    self.spoil(id);
                    self.forget_values_given(id);
                    if source.is_some() && self.source_is_set(&source) {
                        self.state.set.insert(id);
                    }
                }
            }
        }
        Ok(())
    }

    /// The slot of a source that is copied to a slot of what starts at `start`.
    pub(super) fn corresponding(
        &self,
        slot: &Slot,
        start: i128,
        source: Option<&(i128, Vec<SlotId>)>,
    ) -> Option<SlotId> {
        let (origin, slots) = source?;
        let is_it = |other: &SlotId| slot.corresponds(start, self.objects.slot(*other), *origin);
        slots.iter().copied().find(is_it)
    }

    fn source_is_set(&self, source: &Option<(i128, Vec<SlotId>)>) -> bool {
        source
            .as_ref()
            .is_some_and(|(_, slots)| slots.iter().all(|slot| self.state.set.contains(slot)))
    }

    /// Slots that a source is made of; also a literal of another length than the array that it sets.
    pub(super) fn whole_source(
        &mut self,
        from: &Place,
        bytes: u64,
    ) -> Reached<Option<(i128, Vec<SlotId>)>> {
        let location = self.locate(from, Access::Read)?;
        let size = Number::point(i128::from(bytes));
        self.reach(&location, &size, Access::Read, from.span)?;
        let Some(target) = location.targets.single() else { return Ok(None) };
        let Some(at) = self.state.numbers.range(&location.offset).as_point() else {
            return Ok(None);
        };
        let at = at + i128::from(target.start);
        let end = at + i128::from(bytes);
        let slots = self.objects.get(target.object).slots.iter().copied();
        let slots = slots.filter(|slot| {
            let slot = self.objects.slot(*slot);
            i128::from(slot.offset) < end && i128::from(slot.end()) > at
        });
        Ok(Some((at, slots.collect())))
    }

    pub(super) fn copy_slot(&mut self, from: SlotId, to: SlotId) {
        let slot = *self.objects.slot(from);
        let dim = self.objects.value_dim(from);
        let own = self.objects.value_dim(to);
        let range = self.state.numbers.bounds(dim);
        if slot.is_array() {
            self.state.numbers.assign(own, &Number::new(None, range));
        } else {
            let linear = Some(crate::numeric::Linear::dim(dim));
            self.state.numbers.assign(own, &Number::new(linear, range));
        }
        self.state.remove_values(to);
        self.state.change(to);
        let elements: Vec<i128> = self
            .state
            .elements
            .iter()
            .filter_map(|(slot, at)| (*slot == from).then_some(*at))
            .collect();
        self.state.elements.extend(elements.into_iter().map(|at| (to, at)));
        match self.state.pointers.get(&from).cloned() {
            Some(targets) => self.state.pointers.insert(to, targets),
            None => self.state.pointers.remove(&to),
        };
        let mirror = |set: &mut std::collections::BTreeSet<SlotId>| match set.contains(&from) {
            true => set.insert(to),
            false => set.remove(&to),
        };
        mirror(&mut self.state.set);
        mirror(&mut self.state.empty);
        mirror(&mut self.state.terminated);
        for quantity in [Quantity::Filled, Quantity::FirstZero] {
            if let Some(known) = self.objects.known_dim(quantity(from)) {
                let range = self.state.numbers.bounds(known);
                let own = self.objects.dim(quantity(to));
                self.state.numbers.assign(own, &Number::new(None, range));
            } else if let Some(own) = self.objects.known_dim(quantity(to)) {
                self.state.numbers.forget(own);
            }
        }
    }
}
