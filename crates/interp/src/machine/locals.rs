//! Storage of locals: objects that live as long as a scope or a frame.

use std::rc::Rc;

use whydunit_program::address::MAX_OBJECT;
use whydunit_program::{CheckKind, LocalId, Type, TypeId, TypeTable};

use super::Machine;
use crate::code::{Scalar, Slot};
use crate::memory::{Access, Content, SET, State};
use crate::stop::Stop;
use crate::{Budget, BulkSource, Detail, ObjectKind, Observer, Release};

impl<O: Observer> Machine<'_, '_, O> {
    /// A new object, announced to the observer; returns its entry.
    pub(super) fn new_object(
        &mut self,
        size: u64,
        content: Content,
        kind: ObjectKind,
        ty: Option<TypeId>,
    ) -> Result<usize, Stop> {
        let index = self.memory.allocate(size, content, kind, ty)?;
        if O::DETAIL >= Detail::Steps
            && let (Some(info), Some(entry)) = (self.memory.info(index), self.memory.entry(index))
        {
            self.observer.allocate(entry.object, &info);
        }
        Ok(index)
    }

    pub(super) fn end_object(&mut self, index: usize, state: State) {
        if O::DETAIL >= Detail::Steps
            && let Some(entry) = self.memory.entry(index)
        {
            let release = match state {
                State::Freed(_) => Release::Freed,
                State::Live | State::OutOfScope => Release::OutOfScope,
            };
            self.observer.release(entry.object, release);
        }
        self.memory.release(index, state);
    }

    /// A new instance of a local that is an object; returns its address.
    pub(super) fn new_local(&mut self, slot: Slot) -> Result<u64, Stop> {
        let frame = self.frame();
        let (function, serial) = (frame.function, frame.serial);
        let local = LocalId(slot);
        let ty = self.program.function(function).local(local).ty;
        let size = self.program.types.size_of(ty).unwrap_or(0);
        let kind = ObjectKind::Local { frame: serial, function, local };
        let index = self.new_object(size, Content::Uninitialised, kind, Some(ty))?;
        if !self.program.types.is_scalar(ty)
            && let Some(mask) = self.padding_mask(ty, size)
        {
            self.memory.set_mask(index, &mask);
        }
        Ok(self.memory.address_of(index))
    }

    /// Execution passes the declaration of a local. One that is alive already (a jump went back without
    /// leaving its block) is the same object, only its value is gone.
    pub(super) fn live_local(&mut self, slot: Slot, address: u64) -> Result<u64, Stop> {
        if address == 0 {
            return self.new_local(slot);
        }
        let ty = self.program.function(self.frame().function).local(LocalId(slot)).ty;
        let size = self.program.types.size_of(ty).unwrap_or(0);
        if size > 0 {
            let at = self.memory.range(address, 0, size, Access::Write)?;
            self.uninitialise(at, size);
            if !self.program.types.is_scalar(ty)
                && let Some(mask) = self.padding_mask(ty, size)
            {
                self.memory.set_mask(at.index, &mask);
            }
        }
        Ok(address)
    }

    /// Padding holds no value that anyone could mean: bytes of it may be copied around.
    fn padding_mask(&mut self, ty: TypeId, size: u64) -> Option<Rc<[u8]>> {
        if let Some(known) = self.padding.get(&ty) {
            return known.clone();
        }
        let mut mask = vec![SET; size as usize];
        clear_members(&self.program.types, ty, 0, &mut mask);
        let mask = mask.contains(&SET).then(|| Rc::from(mask));
        self.padding.insert(ty, mask.clone());
        mask
    }

    pub(super) fn end_local(&mut self, address: u64) {
        if address != 0 {
            let (index, _) = self.memory.locate(address);
            self.end_object(index, State::OutOfScope);
        }
    }

    /// A scalar parameter moves from its slot into an object of its own.
    pub(super) fn param_scalar(
        &mut self,
        slot: Slot,
        kind: Scalar,
        value: u64,
    ) -> Result<u64, Stop> {
        let address = self.new_local(slot)?;
        self.store_slow(kind, address, 0, value)?;
        Ok(address)
    }

    pub(super) fn param_record(&mut self, slot: Slot, size: u32, from: u64) -> Result<u64, Stop> {
        // Checked first: the caller's record may not be there at all.
        if size > 0 {
            self.memory.range(from, 0, u64::from(size), Access::Read)?;
        }
        let address = self.new_local(slot)?;
        self.copy_bytes(address, from, u64::from(size))?;
        Ok(address)
    }

    pub(super) fn alloc_vla(
        &mut self,
        slot: Slot,
        count: u64,
        scale: u32,
        previous: u64,
    ) -> Result<u64, Stop> {
        let count_signed = count as i64;
        if count_signed <= 0 {
            let name = &self.program.function(self.frame().function).local(LocalId(slot)).name;
            let message = format!("size {count_signed} of the variable-length array {name}");
            if self.checks.contains(CheckKind::Bounds) || count_signed < 0 {
                return Err(Stop::fault(CheckKind::Bounds, message));
            }
        }
        let Some(size) = count.checked_mul(u64::from(scale)).filter(|&size| size < MAX_OBJECT)
        else {
            return Err(Stop::Budget(Budget::Memory));
        };
        self.end_vla(previous);
        let (function, serial) = (self.frame().function, self.frame().serial);
        let kind = ObjectKind::Vla { frame: serial, function, local: LocalId(slot) };
        let index = self.new_object(size, Content::Uninitialised, kind, None)?;
        self.extra().blocks.push(index);
        Ok(self.memory.address_of(index))
    }

    /// Ends a variable-length array of the current frame, if that is what the address is.
    pub(super) fn end_vla(&mut self, address: u64) {
        let serial = self.frame().serial;
        let (index, offset) = self.memory.locate(address);
        let is_ours = self.memory.object(index).is_some_and(|object| {
            object.state == State::Live
                && matches!(object.kind, ObjectKind::Vla { frame, .. } if frame == serial)
        });
        if offset == 0 && is_ours {
            self.extra().blocks.retain(|&block| block != index);
            self.end_object(index, State::OutOfScope);
        }
    }

    /// Ends everything that lives as long as the frame that is being left.
    pub(super) fn end_frame_storage(&mut self, registers: &[u64]) {
        let frame = self.frames.last_mut().expect("a running machine should have a frame");
        let extra = frame.extra.take();
        let function = frame.function;
        let code = self.code;
        for &slot in &code.functions[function.index()].memory_locals {
            self.end_local(registers[slot as usize]);
        }
        if let Some(extra) = extra {
            for index in extra.blocks {
                self.end_object(index, State::OutOfScope);
            }
            for (_, snapshot) in extra.snapshots {
                self.memory.drop_snapshot(snapshot.memory);
            }
        }
    }

    /// Keeps a record that is being returned until the caller stores it.
    pub(super) fn keep_record(&mut self, from: u64, size: u32) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        let at = self.memory.range(from, 0, u64::from(size), Access::Read)?;
        let (bytes, init) = self.memory.take_out(at, size as usize);
        let object = self.memory.entry(at.index).map(|entry| entry.object);
        self.record.source = object.map(|object| (object, at.start as u64));
        self.record.bytes = bytes;
        self.record.init = init;
        Ok(())
    }

    pub(super) fn store_record(&mut self, to: u64, size: u32) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        let at = self.memory.range(to, 0, u64::from(size), Access::Write)?;
        let record = std::mem::take(&mut self.record);
        if record.bytes.len() != size as usize {
            // The callee returned nothing.
            self.uninitialise(at, size.into());
            return Ok(());
        }
        self.memory.put_in(at, &record.bytes, &record.init);
        if let (Some(object), Some(source)) = (self.memory.id_of(at.index), record.source) {
            self.copied((object, at.start as u64), source, size.into());
        }
        if O::DETAIL >= Detail::Steps
            && let (Some(entry), Some((object, offset))) =
                (self.memory.entry(at.index), record.source)
        {
            let source = BulkSource::Copy { object, offset };
            self.observer.bulk_write(entry.object, at.start as u64, &record.bytes, source);
        }
        Ok(())
    }
}

/// Sets the bytes that belong to scalar members to 0. All members of a union count.
fn clear_members(types: &TypeTable, ty: TypeId, offset: u64, mask: &mut [u8]) {
    match types.get(ty) {
        Type::Record(id) => {
            for field in &types.record(*id).fields {
                match field.bits {
                    Some(bits) => {
                        let end = (bits.bit_offset + u64::from(bits.width)).div_ceil(8);
                        clear(mask, offset + bits.bit_offset / 8, offset + end);
                    }
                    None => clear_members(types, field.ty, offset + field.offset, mask),
                }
            }
        }
        Type::Array { elem, len: Some(len) } if !types.is_scalar(*elem) => {
            let size = types.size_of(*elem).unwrap_or(0);
            for index in 0..*len {
                clear_members(types, *elem, offset + index * size, mask);
            }
        }
        _ => clear(mask, offset, offset + types.size_of(ty).unwrap_or(0)),
    }
}

fn clear(mask: &mut [u8], start: u64, end: u64) {
    let end = end.min(mask.len() as u64);
    if let Some(bytes) = mask.get_mut(start as usize..end as usize) {
        bytes.fill(0);
    }
}
