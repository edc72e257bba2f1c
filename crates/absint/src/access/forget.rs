//! What is not known any more.

use whydunit_program::CheckKind;

use crate::eval::range_of;
use crate::machine::Machine;
use crate::numbers::Number;
use crate::objects::{Content, ObjectId, Origin, Quantity, SlotId};
use crate::state::Targets;

impl Machine<'_, '_> {
    /// Something was written to a part of the slot.
    pub(crate) fn spoil(&mut self, id: SlotId) {
        self.state.change(id);
        let dim = self.objects.value_dim(id);
        self.state.numbers.forget(dim);
        self.state.pointers.remove(&id);
        self.state.terminated.remove(&id);
        self.state.empty.remove(&id);
    }

    /// Something was written somewhere.
    pub(crate) fn forget_memory(&mut self) {
        for id in self.objects.ids() {
            let object = self.objects.get(id);
            if object.is_in_memory && !object.is_const {
                for slot in object.slots.clone() {
                    self.spoil(slot);
                }
            }
        }
    }

    /// Something unknown was done to everything that pointers and names reach.
    pub(crate) fn forget_everything(&mut self) {
        self.forget_memory();
        for id in self.objects.ids() {
            let object = self.objects.get(id);
            if matches!(object.origin, Origin::Heap(..)) && self.state.allocated.contains(&id) {
                self.state.dead.insert(id);
            }
        }
        self.forget_all_values_given();
    }

    /// What was written may have been nothing.
    pub(crate) fn forget_all_values_given(&mut self) {
        for id in self.objects.ids() {
            let object = self.objects.get(id);
            if object.is_in_memory && !object.is_const {
                for slot in object.slots.clone() {
                    self.forget_values_given(slot);
                }
            }
        }
    }

    /// The slot may have no value any more.
    pub(crate) fn forget_values_given(&mut self, slot: SlotId) {
        self.state.remove_values(slot);
        if let Some(dim) = self.objects.known_dim(Quantity::Filled(slot)) {
            self.state.numbers.assign(dim, &Number::point(0));
        }
    }

    /// Does storage without a value keep having none when it is read? (Else it receives an input there.)
    pub(crate) fn reads_need_values(&self) -> bool {
        self.checks.contains(CheckKind::Uninit)
    }

    /// All slots of an object have no value.
    pub(crate) fn unset(&mut self, object: ObjectId) {
        for id in self.objects.get(object).slots.clone() {
            let slot = *self.objects.slot(id);
            let dim = self.objects.value_dim(id);
            self.state.numbers.forget(dim);
            self.state.remove_values(id);
            self.state.change(id);
            self.state.terminated.remove(&id);
            let is_checked = self.checks.contains(CheckKind::Uninit);
            if matches!(slot.content, Content::Pointer { .. }) && is_checked {
                self.state.pointers.insert(id, Targets::default());
            } else {
                self.state.pointers.remove(&id);
            }
            if slot.is_array() {
                if is_checked {
                    self.state.empty.insert(id);
                } else {
                    self.state.empty.remove(&id);
                }
                let filled = self.objects.dim(Quantity::Filled(id));
                self.state.numbers.assign(filled, &Number::point(0));
            }
        }
    }

    /// Every slot of an object gets any value of its type.
    pub(crate) fn set_to_anything(&mut self, object: ObjectId) {
        for id in self.objects.get(object).slots.clone() {
            let slot = *self.objects.slot(id);
            let dim = self.objects.value_dim(id);
            match slot.content {
                Content::Int(kind) => {
                    self.state.numbers.assign(dim, &Number::range(range_of(kind)));
                }
                _ => self.state.numbers.forget(dim),
            }
            self.state.pointers.remove(&id);
            self.state.terminated.remove(&id);
            self.state.empty.remove(&id);
            self.state.set.insert(id);
        }
    }

    /// An object that is not needed any more: nothing is said about it.
    pub(crate) fn drop_object(&mut self, object: ObjectId) {
        for id in self.objects.get(object).slots.clone() {
            for quantity in [Quantity::Value(id), Quantity::Filled(id), Quantity::FirstZero(id)] {
                if let Some(dim) = self.objects.known_dim(quantity) {
                    self.state.numbers.forget(dim);
                }
            }
            self.state.pointers.remove(&id);
            self.state.remove_values(id);
            self.state.change(id);
            self.state.empty.remove(&id);
            self.state.terminated.remove(&id);
        }
    }
}
