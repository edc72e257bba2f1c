//! Unset values that are stored, and where the bytes come from that were copied.

use whydunit_program::LocalId;
use whydunit_program::shadow;

use super::{Machine, Origin, Poison, ReadFrom};
use crate::code::{Scalar, Slot};
use crate::memory::{Access, Located};
use crate::{Cell, Detail, ObjectId, Observer};

impl<O: Observer> Machine<'_, '_, O> {
    /// What was just stored at an address is unset as the instruction's operand was.
    pub(in crate::machine) fn stored(&mut self, kind: Scalar, address: u64, offset: i64) {
        if let Some(poison) = self.shadows.carried.take() {
            self.mark_unset(kind, address, offset, poison);
        }
    }

    pub(in crate::machine) fn mark_unset(
        &mut self,
        kind: Scalar,
        address: u64,
        offset: i64,
        poison: Poison,
    ) {
        let size = kind.value_size();
        let found = self.memory.range(address, offset, u64::from(size), Access::Read);
        let Ok(at) = found else { return };
        self.mark(at, size, poison.unset, poison);
    }

    pub(super) fn mark(&mut self, at: Located, size: u8, unset: u64, poison: Poison) {
        self.memory.set_unset(at, usize::from(size), unset);
        if O::DETAIL == Detail::Everything
            && let Some(from) = self.cell_read(poison.read)
        {
            let to = self.cell(at, size.into());
            self.observer.carried(from, to);
        }
        let Some(object) = self.memory.id_of(at.index) else { return };
        let start = at.start as u32;
        for byte in (0..u32::from(size)).filter(|byte| unset >> (8 * byte) & 0xff != 0) {
            self.shadows.stored.insert((object, start + byte), poison.origin);
        }
    }

    /// The bits of a bit-field that were just stored; those beside it are as they were.
    pub(in crate::machine) fn stored_bits(&mut self, address: u64, site: crate::code::BitSite) {
        let Some(poison) = self.shadows.carried.take() else { return };
        let Some((at, _)) = self.unset_bits_of(address, site) else { return };
        let field = shadow::low_bits(site.field.width.into());
        let moved = u128::from(poison.unset & field) << site.shift();
        let mut rest = moved;
        for byte in 0..site.touched() {
            let place = Located { start: at.start + usize::from(byte), ..at };
            let unset = (rest & 0xff) as u64 | self.memory.unset_bits(place, 1);
            if rest & 0xff != 0 {
                self.mark(place, 1, unset, poison);
            }
            rest >>= 8;
        }
    }

    /// A register that was just written has no value.
    pub(super) fn tell_carried(&mut self, slot: Slot, size: u8) {
        let position = self.frame().base + slot as usize;
        let Some(poison) = self.shadows.slots.get(position) else { return };
        if let Some(from) = self.cell_read(poison.read) {
            let to = Cell::register(self.frame().serial, LocalId(slot), size.into());
            self.observer.carried(from, to);
        }
    }

    pub(super) fn cell_read(&self, read: ReadFrom) -> Option<Cell> {
        match read {
            ReadFrom::Register { frame, slot } => {
                let index = self.frames.binary_search_by_key(&frame, |frame| frame.serial).ok();
                let size = match index {
                    Some(index) => {
                        let function = self.program.function(self.frames[index].function);
                        let ty = function.local(LocalId(slot)).ty;
                        self.program.types.size_of(ty)
                    }
                    // The callee's, which has just returned.
                    None => None,
                };
                let size = u32::try_from(size.unwrap_or(8)).unwrap_or(8);
                Some(Cell::register(frame, LocalId(slot), size))
            }
            ReadFrom::Memory(at, size) => Some(self.cell(at, size.into())),
            ReadFrom::Passed => None,
        }
    }

    /// Many bytes were copied: with them goes where they come from.
    pub(in crate::machine) fn copied(
        &mut self,
        target: (ObjectId, u64),
        source: (ObjectId, u64),
        size: u64,
    ) {
        if self.shadows.stored.is_empty() {
            return;
        }
        let range = |(object, start): (ObjectId, u64)| {
            (object, start as u32)..(object, (start + size) as u32)
        };
        let from: Vec<_> =
            self.shadows.stored.range(range(source)).map(|(&k, &v)| (k, v)).collect();
        self.forget_stored(target, size);
        for ((_, offset), origin) in from {
            let offset = u64::from(offset) - source.1 + target.1;
            self.shadows.stored.insert((target.0, offset as u32), origin);
        }
    }

    /// The bytes have no value of their own any more.
    pub(in crate::machine) fn forget_stored(
        &mut self,
        (object, start): (ObjectId, u64),
        size: u64,
    ) {
        if self.shadows.stored.is_empty() {
            return;
        }
        let range = (object, start as u32)..(object, (start + size) as u32);
        let keys: Vec<_> = self.shadows.stored.range(range).map(|(&key, _)| key).collect();
        for key in keys {
            self.shadows.stored.remove(&key);
        }
    }

    /// Bytes lose their value.
    pub(in crate::machine) fn uninitialise(&mut self, at: Located, size: u64) {
        self.memory.uninitialise(at, size as usize);
        if let Some(object) = self.memory.id_of(at.index) {
            self.forget_stored((object, at.start as u64), size);
        }
    }

    /// What all this takes up, for the memory budget.
    pub(in crate::machine) fn shadow_memory(&self) -> u64 {
        let shadows = &self.shadows;
        let each = (size_of::<Origin>() + size_of::<Poison>()) as u64;
        (shadows.origins.len() + shadows.stored.len() + shadows.slots.poisons.len()) as u64 * each
    }
}
