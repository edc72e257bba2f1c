//! Reading and writing scalars.
//!
//! `load`/`store` are the fast paths: one lookup, one range check, one look at the mask. When they
//! refuse (`None`) the caller takes `read`/`write`, which resolve views and say what is wrong.

use whydunit_program::address;

use super::{Access, Memory, MemoryFault, NEVER, Reason, SET, State, What};
use crate::limits::RECENT_REGIONS;

/// A byte range inside a live object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Located {
    pub(crate) index: usize,
    pub(crate) start: usize,
}

impl Memory {
    /// Entry and offset an address speaks of; nothing is checked. Entry 0 when there is none.
    #[inline(always)]
    pub(crate) fn locate(&self, address: u64) -> (usize, i64) {
        if self.wide {
            let (entry, offset) = address::wide_parts(address);
            (entry as usize, offset)
        } else {
            self.locate_narrow(address)
        }
    }

    fn locate_narrow(&self, address: u64) -> (usize, i64) {
        let recent = &self.recent[(address >> 4) as usize & (RECENT_REGIONS - 1)];
        let (mut region, mut index) = recent.get();
        if !region.contains(address) {
            let after = self.regions.partition_point(|region| region.low <= address);
            index = after as u32 - 1;
            region = self.regions[index as usize];
            if !region.contains(address) {
                return (0, i64::from(address as i32));
            }
            recent.set((region, index));
        }
        (index as usize, address as i64 - region.first_byte() as i64)
    }

    #[inline(always)]
    pub(crate) fn load<const N: usize>(&self, address: u64, offset: i64) -> Option<[u8; N]> {
        let (index, base) = self.locate(address);
        let entry = self.entries.get(index)?;
        let start = base.wrapping_add(offset) as usize;
        let range = start..start.wrapping_add(N);
        let bytes: [u8; N] = entry.bytes.get(range.clone())?.try_into().ok()?;
        if !entry.init.is_empty() {
            let mask: [u8; N] = entry.init.get(range)?.try_into().ok()?;
            if mask != [SET; N] {
                return None;
            }
        }
        Some(bytes)
    }

    #[inline(always)]
    pub(crate) fn store<const N: usize>(
        &mut self,
        address: u64,
        offset: i64,
        value: [u8; N],
    ) -> Option<()> {
        let (index, base) = self.locate(address);
        let entry = self.entries.get_mut(index)?;
        let start = base.wrapping_add(offset) as usize;
        let range = start..start.wrapping_add(N);
        if entry.epoch != self.epoch {
            return None;
        }
        entry.bytes.get_mut(range.clone())?.copy_from_slice(&value);
        if !entry.init.is_empty() {
            entry.init.get_mut(range)?.copy_from_slice(&[SET; N]);
        }
        Some(())
    }

    /// Where `size` bytes at `address + offset` lie, if they may be accessed. Does not look at the
    /// mask, nor at constness unless `access` writes.
    pub(crate) fn range(
        &self,
        address: u64,
        offset: i64,
        size: u64,
        access: Access,
    ) -> Result<Located, Box<MemoryFault>> {
        let fault = |reason| Box::new(MemoryFault { access, address, offset, size, reason });
        let (index, base) = self.locate(address);
        let start = base.wrapping_add(offset);
        let Some(entry) = self.entries.get(index) else {
            return Err(fault(self.wild(address)));
        };
        let (index, start, low, high) = match &entry.what {
            What::Null => return Err(fault(self.wild(address))),
            What::Function(function) => return Err(fault(Reason::Function(*function))),
            What::Object(object) => (index, start, 0, object.size as i64),
            What::View(view) => {
                let root = view.root as usize;
                let Some(object) = self.object(root) else {
                    return Err(fault(Reason::Gone));
                };
                if self.entries[root].object != view.root_object {
                    return Err(fault(Reason::Gone));
                }
                let low = i64::from(view.start);
                let start = start.wrapping_add(low);
                if self.confine && object.state == State::Live {
                    (root, start, low, low + i64::from(view.len))
                } else {
                    (root, start, 0, object.size as i64)
                }
            }
        };
        let object = self.object(index).expect("a located entry should be an object");
        match object.state {
            State::Live => {}
            state => return Err(fault(Reason::Dead { index, state })),
        }
        let end = i128::from(start) + i128::from(size);
        if start < low || end > i128::from(high) {
            let reason = if object.assumed_size && start >= 0 {
                Reason::PastAssumedSize { index }
            } else {
                Reason::Bounds { index, start, low, high }
            };
            return Err(fault(reason));
        }
        if access == Access::Write && object.is_const {
            return Err(fault(Reason::Const { index }));
        }
        Ok(Located { index, start: start as usize })
    }

    /// Reads up to eight bytes, little-endian. The mask must allow it.
    pub(crate) fn read(
        &self,
        address: u64,
        offset: i64,
        size: u8,
    ) -> Result<(u64, Located), Box<MemoryFault>> {
        let at = self.range(address, offset, u64::from(size), Access::Read)?;
        let value = self.peek(at, size as usize);
        if !self.is_initialised(at, size as usize) {
            let reason = Reason::Uninitialised { at };
            let access = Access::Read;
            let size = u64::from(size);
            return Err(Box::new(MemoryFault { access, address, offset, size, reason }));
        }
        Ok((value, at))
    }

    pub(crate) fn write(
        &mut self,
        address: u64,
        offset: i64,
        size: u8,
        value: u64,
    ) -> Result<Located, Box<MemoryFault>> {
        let at = self.range(address, offset, u64::from(size), Access::Write)?;
        self.poke(at, size as usize, value);
        Ok(at)
    }

    /// The bytes at a checked place, initialised or not.
    pub(crate) fn peek(&self, at: Located, size: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(&self.entries[at.index].bytes[at.start..at.start + size]);
        u64::from_le_bytes(bytes)
    }

    /// Overwrites a checked place, constness aside.
    pub(crate) fn poke(&mut self, at: Located, size: usize, value: u64) {
        self.save_before_change(at.index);
        let entry = &mut self.entries[at.index];
        let range = at.start..at.start + size;
        entry.bytes[range.clone()].copy_from_slice(&value.to_le_bytes()[..size]);
        if !entry.init.is_empty() {
            entry.init[range].fill(SET);
        }
    }

    pub(crate) fn is_initialised(&self, at: Located, size: usize) -> bool {
        let init = &self.entries[at.index].init;
        init.is_empty() || init[at.start..at.start + size].iter().all(|&byte| byte == SET)
    }

    /// The bits of a checked place, at most eight bytes, that have no value.
    pub(crate) fn unset_bits(&self, at: Located, size: usize) -> u64 {
        let init = &self.entries[at.index].init;
        if init.is_empty() {
            return 0;
        }
        let mut unset = [0; 8];
        for (unset, set) in unset.iter_mut().zip(&init[at.start..at.start + size]) {
            *unset = !set;
        }
        u64::from_le_bytes(unset)
    }

    /// Says which bits of a checked place have no value.
    pub(crate) fn set_unset(&mut self, at: Located, size: usize, unset: u64) {
        let entry = &mut self.entries[at.index];
        if entry.init.is_empty() {
            entry.init = vec![SET; entry.bytes.len()];
            self.used += entry.bytes.len() as u64;
        }
        let set = (!unset).to_le_bytes();
        entry.init[at.start..at.start + size].copy_from_slice(&set[..size]);
    }

    /// Makes a checked range indeterminate again.
    pub(crate) fn uninitialise(&mut self, at: Located, size: usize) {
        self.save_before_change(at.index);
        let entry = &mut self.entries[at.index];
        if entry.init.is_empty() {
            entry.init = vec![SET; entry.bytes.len()];
            self.used += entry.bytes.len() as u64;
        }
        entry.init[at.start..at.start + size].fill(0);
    }

    #[inline]
    pub(super) fn save_before_change(&mut self, index: usize) {
        let epoch = self.entries[index].epoch;
        if epoch != self.epoch && epoch != NEVER {
            self.save(index);
        }
    }
}
