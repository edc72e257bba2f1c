//! Storage without a value that is read.

use whydunit_program::{Class, LocalId, LocalRole};

use super::arithmetic::widened;
use super::{Machine, Made, Origin, OriginCell, Poison, ReadFrom};
use crate::code::{Scalar, Slot};
use crate::memory::{Access, Located};
use crate::stop::Stop;
use crate::{ObjectId, Observer};

impl<O: Observer> Machine<'_, '_, O> {
    pub(super) fn loaded(
        &mut self,
        kind: Scalar,
        dst: Slot,
        (address, index): (Slot, Option<Slot>),
        offset: u32,
        registers: &[u64],
    ) -> Result<Made, Stop> {
        self.used(address)?;
        let mut distance = i64::from(offset);
        if let Some(index) = index {
            self.used(index)?;
            let index = registers[index as usize].cast_signed();
            distance = index.wrapping_mul(i64::from(kind.size()));
        }
        let size = kind.value_size();
        let base = registers[address as usize];
        let found = self.memory.range(base, distance, u64::from(kind.size()), Access::Read);
        // What memory refuses is told by the load itself.
        let Ok(at) = found else { return Ok(Made::Set(Some(dst))) };
        Ok(match self.unset_memory(at, size, kind) {
            Some(poison) => Made::Unset(dst, poison),
            None => Made::Set(Some(dst)),
        })
    }

    pub(super) fn unset_memory(&mut self, at: Located, size: u8, kind: Scalar) -> Option<Poison> {
        let unset = self.memory.unset_bits(at, usize::from(size));
        if unset == 0 {
            return None;
        }
        let first = unset.trailing_zeros() / 8;
        let origin = self.origin_of(at, size, first as usize);
        let read = ReadFrom::Memory(at, size);
        let distinct = 8 * u32::from(size);
        Some(Poison { unset: kind.canonical(unset), distinct, origin, read, pc: self.pc })
    }

    pub(super) fn unset_field(&mut self, address: u64, site: u32) -> Option<Poison> {
        let site = self.code.bits[site as usize];
        let (at, unset) = self.unset_bits_of(address, site)?;
        let width = u32::from(site.field.width);
        if unset == 0 {
            return None;
        }
        let class = Class::Int { width, signed: site.signed };
        let size = site.touched();
        let first = (unset.trailing_zeros() + site.shift()) / 8;
        let origin = self.origin_of(at, size, first as usize);
        let read = ReadFrom::Memory(at, size);
        let unset = widened(class, unset);
        Some(Poison { unset, distinct: width, origin, read, pc: self.pc })
    }

    pub(super) fn unset_local(&mut self, slot: Slot) -> Poison {
        let frame = self.frame();
        let (serial, function) = (frame.serial, self.program.function(frame.function));
        let local = function.local(LocalId(slot));
        let cell = OriginCell::Register { frame: serial, slot };
        let line = self.line(local.span);
        let name = match local.role {
            LocalRole::Temporary => "the result of a function that returned nothing".into(),
            _ => local.name.clone(),
        };
        let line = (local.role != LocalRole::Temporary).then_some(line);
        let kind = crate::translate::scalar_of(&self.program.types, local.ty);
        let kind = kind.unwrap_or(Scalar::W64);
        let origin = self.known_origin(cell, || Origin { cell, name, line });
        let (unset, distinct) = (kind.canonical(u64::MAX), 8 * u32::from(kind.value_size()));
        Poison {
            unset,
            distinct,
            origin,
            read: ReadFrom::Register { frame: serial, slot },
            pc: self.pc,
        }
    }

    pub(super) fn known_origin(&mut self, cell: OriginCell, make: impl FnOnce() -> Origin) -> u32 {
        if let Some(&known) = self.shadows.known.get(&cell) {
            return known;
        }
        let index = self.shadows.origins.len() as u32;
        self.shadows.origins.push(make());
        self.shadows.known.insert(cell, index);
        index
    }

    /// Where an unset byte of a scalar comes from: it was stored without a value, or nothing was ever stored there.
    pub(super) fn origin_of(&mut self, at: Located, size: u8, byte: usize) -> u32 {
        let object = self.memory.id_of(at.index).unwrap_or(ObjectId(0));
        let offset = at.start as u32;
        if let Some(&origin) = self.shadows.stored.get(&(object, offset + byte as u32)) {
            return origin;
        }
        let cell = OriginCell::Memory { object, offset, size };
        if let Some(&known) = self.shadows.known.get(&cell) {
            return known;
        }
        let name = self.name_of_storage(at, u64::from(size));
        let line = self.declared_at(at);
        self.known_origin(cell, || Origin { cell, name, line })
    }

    /// The line in which a variable is declared. Blocks say themselves where they were allocated.
    pub(super) fn declared_at(&self, at: Located) -> Option<String> {
        use crate::ObjectKind::{Local, Vla};
        match self.memory.object(at.index)?.kind {
            Local { function, local, .. } | Vla { function, local, .. } => {
                let local = self.program.function(function).local(local);
                (!local.name.is_empty()).then(|| self.line(local.span))
            }
            _ => None,
        }
    }
}
