//! Loads and stores with their checks and events.

use whydunit_program::{CheckKind, InputOrigin};

use super::Machine;
use crate::code::{BitSite, Node, Scalar, raw};
use crate::memory::{Access, Located, MemoryFault, Reason};
use crate::stop::Stop;
use crate::translate::scalar_of;
use crate::{BulkSource, Cell, CellObject, Detail, Observer};

impl<O: Observer> Machine<'_, '_, O> {
    #[inline(always)]
    pub(super) fn load_fast(&mut self, kind: Scalar, address: u64, offset: i64) -> Option<u64> {
        let memory = &self.memory;
        let bits = match kind {
            Scalar::U8 => u64::from(memory.load::<1>(address, offset)?[0]),
            Scalar::I8 => memory.load::<1>(address, offset)?[0] as i8 as u64,
            Scalar::U16 => u64::from(u16::from_le_bytes(memory.load(address, offset)?)),
            Scalar::I16 => i16::from_le_bytes(memory.load(address, offset)?) as u64,
            Scalar::U32 => u64::from(u32::from_le_bytes(memory.load(address, offset)?)),
            Scalar::I32 => i32::from_le_bytes(memory.load(address, offset)?) as u64,
            Scalar::W64 => u64::from_le_bytes(memory.load(address, offset)?),
            Scalar::Long12 | Scalar::Long16 => return None,
        };
        if O::DETAIL == Detail::Everything {
            // The fast path never goes through a view: the entry is the object.
            let (index, base) = self.memory.locate(address);
            let start = (base + offset) as usize;
            self.note_read(Located { index, start }, kind.size(), kind.raw(bits));
        }
        Some(bits)
    }

    #[inline(always)]
    pub(super) fn store_fast(
        &mut self,
        kind: Scalar,
        address: u64,
        offset: i64,
        bits: u64,
    ) -> Option<()> {
        let memory = &mut self.memory;
        match kind {
            Scalar::U8 | Scalar::I8 => memory.store(address, offset, [bits as u8])?,
            Scalar::U16 | Scalar::I16 => {
                memory.store(address, offset, (bits as u16).to_le_bytes())?;
            }
            Scalar::U32 | Scalar::I32 => {
                memory.store(address, offset, (bits as u32).to_le_bytes())?;
            }
            Scalar::W64 => memory.store(address, offset, bits.to_le_bytes())?,
            Scalar::Long12 | Scalar::Long16 => return None,
        }
        if O::DETAIL >= Detail::Steps {
            let (index, base) = self.memory.locate(address);
            let start = (base + offset) as usize;
            self.note_write(Located { index, start }, kind.size(), kind.raw(bits));
        }
        Some(())
    }

    /// Everything the fast path does not do: views, `long double`, faults, reads of uninitialised
    /// storage while that is not checked.
    pub(super) fn load_slow(
        &mut self,
        kind: Scalar,
        address: u64,
        offset: i64,
    ) -> Result<u64, Stop> {
        let size = kind.size();
        let (bits, at) = match kind {
            Scalar::Long12 | Scalar::Long16 => {
                let at = self.memory.range(address, offset, u64::from(size), Access::Read)?;
                let (bits, _) = self.read_or_input(address, offset, 8)?;
                (bits, at)
            }
            _ => self.read_or_input(address, offset, kind.value_size())?,
        };
        self.note_read(at, size, bits);
        Ok(kind.canonical(bits))
    }

    /// Reads bytes whether they were ever given a value or not: who does this follows what has none.
    pub(super) fn load_anyway(
        &mut self,
        kind: Scalar,
        address: u64,
        offset: i64,
    ) -> Result<u64, Stop> {
        let size = kind.size();
        let at = self.memory.range(address, offset, u64::from(size), Access::Read)?;
        let bits = self.memory.peek(at, usize::from(kind.value_size()));
        self.note_read(at, size, bits);
        Ok(kind.canonical(bits))
    }

    pub(super) fn store_slow(
        &mut self,
        kind: Scalar,
        address: u64,
        offset: i64,
        bits: u64,
    ) -> Result<(), Stop> {
        let size = kind.size();
        let at = self.memory.range(address, offset, u64::from(size), Access::Write)?;
        self.memory.poke(at, kind.value_size() as usize, bits);
        if size > 8 {
            let rest = Located { start: at.start + 8, ..at };
            self.memory.poke(rest, size as usize - 8, 0);
        }
        self.note_write(at, size, kind.raw(bits));
        Ok(())
    }

    pub(super) fn load_checked(
        &mut self,
        kind: Scalar,
        address: u64,
        offset: i64,
    ) -> Result<u64, Stop> {
        match self.load_fast(kind, address, offset) {
            Some(bits) => Ok(bits),
            None => self.load_slow(kind, address, offset),
        }
    }

    pub(super) fn store_checked(
        &mut self,
        kind: Scalar,
        address: u64,
        offset: i64,
        bits: u64,
    ) -> Result<(), Stop> {
        match self.store_fast(kind, address, offset, bits) {
            Some(()) => Ok(()),
            None => self.store_slow(kind, address, offset, bits),
        }
    }

    /// Reads bytes; while uninitialised reads are not checked, such bytes become an input first.
    fn read_or_input(
        &mut self,
        address: u64,
        offset: i64,
        size: u8,
    ) -> Result<(u64, Located), Stop> {
        match self.memory.read(address, offset, size) {
            Ok(found) => Ok(found),
            Err(fault) => match fault.reason {
                Reason::Uninitialised { at } if !self.demands(CheckKind::Uninit) => {
                    let missing: Vec<u8> = (0..size)
                        .filter(|&i| self.memory.read(address, offset + i64::from(i), 1).is_err())
                        .collect();
                    if missing.len() == usize::from(size) {
                        self.fill_by_input(at, size);
                    } else {
                        // The bytes that have a value keep it.
                        for index in missing {
                            let start = at.start + usize::from(index);
                            self.fill_by_input(Located { start, ..at }, 1);
                        }
                    }
                    Ok((self.memory.peek(at, size as usize), at))
                }
                Reason::Bounds { .. } if self.tolerates(CheckKind::Bounds) => {
                    // What lies there in the whole object; beyond it nothing is known.
                    let whole = self.memory.canonical(address);
                    self.memory.read(whole, offset, size).map_err(|_| Stop::Memory(fault))
                }
                _ => Err(Stop::Memory(fault)),
            },
        }
    }

    #[cold]
    fn fill_by_input(&mut self, at: Located, size: u8) {
        let (ty, span) = match self.here().node {
            Node::Place(place) => (Some(place.ty), place.span),
            Node::Expr(expr) => (Some(expr.ty), expr.span),
            _ => (None, self.user_span()),
        };
        let ty = ty
            .filter(|&ty| self.program.types.size_of(ty) == Some(u64::from(size)))
            .unwrap_or_else(|| self.integer_type(size));
        let name = self.name_of_storage(at, u64::from(size));
        let cell = self.cell(at, u32::from(size));
        let bits = self.take_input(&name, None, ty, &InputOrigin::Uninitialised, span, cell);
        self.memory.poke(at, size as usize, bits);
        self.announce_input();
    }

    // Bit-fields.

    pub(super) fn load_bits(&mut self, address: u64, site: BitSite) -> Result<u64, Stop> {
        let (offset, size) = (site.first(), site.touched());
        let at = self.memory.range(address, offset, u64::from(size), Access::Read)?;
        if let Some((_, unset)) = self.unset_bits_of(address, site)
            && unset != 0
        {
            if self.checks.contains(CheckKind::Uninit) {
                let reason = Reason::Uninitialised { at };
                let (access, size) = (Access::Read, u64::from(size));
                let fault = MemoryFault { access, address, offset, size, reason };
                return Err(Stop::Memory(Box::new(fault)));
            }
            for index in 0..size {
                self.read_or_input(address, offset + i64::from(index), 1)?;
            }
        }
        Ok(self.load_any_bits(at, site))
    }

    /// As [`Machine::load_bits`], whether the bits were ever given a value or not.
    pub(super) fn load_bits_anyway(&mut self, address: u64, site: BitSite) -> Result<u64, Stop> {
        let (offset, size) = (site.first(), site.touched());
        let at = self.memory.range(address, offset, u64::from(size), Access::Read)?;
        Ok(self.load_any_bits(at, site))
    }

    fn load_any_bits(&mut self, at: Located, site: BitSite) -> u64 {
        let (shift, size) = (site.shift(), site.touched());
        let mut bits: u128 = 0;
        for index in 0..size {
            let byte = self.memory.peek(Located { start: at.start + usize::from(index), ..at }, 1);
            bits |= u128::from(byte) << (8 * index);
        }
        let width = u32::from(site.field.width);
        let bits = (bits >> shift) as u64 & mask(width);
        if O::DETAIL == Detail::Everything {
            let cell = self.bit_cell(at, site);
            self.observer.read(cell, bits);
        }
        let unused = 64 - width;
        match (site.signed, unused) {
            (_, 64) => 0,
            (true, unused) => (((bits << unused) as i64) >> unused) as u64,
            (false, _) => bits,
        }
    }

    /// Where a bit-field lies, and which of its bits have no value.
    pub(super) fn unset_bits_of(&self, address: u64, site: BitSite) -> Option<(Located, u64)> {
        let size = site.touched();
        let at = self.memory.range(address, site.first(), u64::from(size), Access::Read).ok()?;
        let mut unset: u128 = 0;
        for index in 0..size {
            let place = Located { start: at.start + usize::from(index), ..at };
            unset |= u128::from(self.memory.unset_bits(place, 1)) << (8 * index);
        }
        let field = mask(site.field.width.into());
        Some((at, (unset >> site.shift()) as u64 & field))
    }

    pub(super) fn store_bits(
        &mut self,
        address: u64,
        site: BitSite,
        value: u64,
    ) -> Result<(), Stop> {
        let (offset, shift, size) = (site.first(), site.shift(), site.touched());
        let at = self.memory.range(address, offset, u64::from(size), Access::Write)?;
        let width = u32::from(site.field.width);
        let value = value & mask(width);
        let keep = !(u128::from(mask(width)) << shift);
        let mut bits: u128 = 0;
        for index in 0..size {
            let byte = self.memory.peek(Located { start: at.start + index as usize, ..at }, 1);
            bits |= u128::from(byte) << (8 * index);
        }
        let bits = (bits & keep) | (u128::from(value) << shift);
        for index in 0..size {
            let byte = (bits >> (8 * index)) as u64 & 0xff;
            let place = Located { start: at.start + index as usize, ..at };
            let rest = (keep >> (8 * index)) as u64 & 0xff;
            let unset = self.memory.unset_bits(place, 1) & rest;
            self.memory.poke(place, 1, byte);
            // Unset neighbours stay unset; where that is not checked they count as set.
            if unset != 0 && self.checks.contains(CheckKind::Uninit) {
                self.memory.set_unset(place, 1, unset);
            }
        }
        if O::DETAIL >= Detail::Steps {
            let cell = self.bit_cell(at, site);
            self.observer.write(cell, value);
        }
        Ok(())
    }

    fn bit_cell(&self, at: Located, site: BitSite) -> Cell {
        let (shift, size) = (site.shift(), site.touched());
        Cell { bits: Some((shift as u8, site.field.width)), ..self.cell(at, u32::from(size)) }
    }

    // Many bytes.

    pub(super) fn copy_bytes(&mut self, to: u64, from: u64, size: u64) -> Result<(), Stop> {
        let Some((target, source)) = self.memory.copy(to, from, size)? else { return Ok(()) };
        let part = |at: Located| (self.object_id(at), at.start as u64);
        let parts = (part(target), part(source));
        self.copied(parts.0, parts.1, size);
        if O::DETAIL >= Detail::Steps {
            let source =
                BulkSource::Copy { object: self.object_id(source), offset: source.start as u64 };
            let object = self.object_id(target);
            let bytes = self.memory.bytes_at(target, size as usize);
            self.observer.bulk_write(object, target.start as u64, bytes, source);
        }
        Ok(())
    }

    pub(super) fn fill_bytes(&mut self, to: u64, size: u64, value: u8) -> Result<(), Stop> {
        if let Some(target) = self.memory.fill(to, size, value)?
            && O::DETAIL >= Detail::Steps
        {
            let object = self.object_id(target);
            let source = BulkSource::Fill(value);
            let bytes = self.memory.bytes_at(target, size as usize);
            self.observer.bulk_write(object, target.start as u64, bytes, source);
        }
        Ok(())
    }

    /// Another value for a cell, checks aside; it counts as initialised. What is no longer there stays as it is.
    pub(super) fn intervene(&mut self, stack: &mut [u64], cell: Cell, bits: u64) {
        match cell.object {
            CellObject::Register { frame, local } => {
                let found = self.frames.binary_search_by_key(&frame, |frame| frame.serial);
                let Ok(frame) = found.map(|index| &self.frames[index]) else { return };
                let function = self.program.function(frame.function);
                let Some(info) = function.locals.get(local.index()) else { return };
                let kind = scalar_of(&self.program.types, info.ty);
                let position = frame.base + local.index();
                stack[position] = kind.map_or(bits, |kind| kind.canonical(bits));
                let flags = &self.code.functions[frame.function.index()].flags;
                if let Some(&flag) = flags.get(&local.0) {
                    stack[frame.base + flag as usize] = 1;
                }
                self.forget_poison(position);
            }
            CellObject::Memory(object) => {
                let Some(index) = self.memory.entry_of(object) else { return };
                let at = Located { index, start: cell.offset as usize };
                let size = cell.size.min(8) as usize;
                let bits = cell.bits.map_or(bits, |(shift, width)| {
                    let field = mask(u32::from(width)) << shift;
                    self.memory.peek(at, size) & !field | bits << shift & field
                });
                self.memory.poke(at, size, bits);
            }
        }
    }

    // Events.

    fn object_id(&self, at: Located) -> crate::ObjectId {
        self.memory.entry(at.index).map_or(crate::ObjectId(0), |entry| entry.object)
    }

    pub(super) fn cell(&self, at: Located, size: u32) -> Cell {
        let object = CellObject::Memory(self.object_id(at));
        Cell { object, offset: at.start as u32, size, bits: None }
    }

    pub(super) fn note_read(&mut self, at: Located, size: u32, bits: u64) {
        if O::DETAIL == Detail::Everything {
            let cell = self.cell(at, size);
            self.observer.read(cell, raw(size, bits));
        }
    }

    pub(super) fn note_write(&mut self, at: Located, size: u32, bits: u64) {
        if O::DETAIL >= Detail::Steps {
            let cell = self.cell(at, size);
            self.observer.write(cell, raw(size, bits));
        }
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl From<Box<MemoryFault>> for Stop {
    fn from(fault: Box<MemoryFault>) -> Stop {
        Stop::Memory(fault)
    }
}
