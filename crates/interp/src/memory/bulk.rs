//! Many bytes at once: record assignment, `memcpy`, `memset`, initial contents. The mask travels
//! with the bytes, so that copying padding or half-filled buffers is no use of their values.

use super::{Access, Located, Memory, MemoryFault, SET};

impl Memory {
    /// Copies between ranges that may overlap.
    pub(crate) fn copy(
        &mut self,
        to: u64,
        from: u64,
        size: u64,
    ) -> Result<Option<(Located, Located)>, Box<MemoryFault>> {
        if size == 0 {
            return Ok(None);
        }
        let source = self.range(from, 0, size, Access::Read)?;
        let target = self.range(to, 0, size, Access::Write)?;
        self.copy_located(target, source, size as usize);
        Ok(Some((target, source)))
    }

    /// Copies between checked ranges, constness aside.
    pub(crate) fn copy_located(&mut self, target: Located, source: Located, size: usize) {
        self.save_before_change(target.index);
        let masked = !self.entries[source.index].init.is_empty();
        if masked && self.entries[target.index].init.is_empty() {
            let len = self.entries[target.index].bytes.len();
            self.entries[target.index].init = vec![SET; len];
            self.used += len as u64;
        }
        let (to, from) = (target.start, source.start);
        if target.index == source.index {
            let entry = &mut self.entries[target.index];
            entry.bytes.copy_within(from..from + size, to);
            if masked {
                entry.init.copy_within(from..from + size, to);
            }
            return;
        }
        let [target, source] = self
            .entries
            .get_disjoint_mut([target.index, source.index])
            .expect("located entries should exist and differ");
        target.bytes[to..to + size].copy_from_slice(&source.bytes[from..from + size]);
        if masked {
            target.init[to..to + size].copy_from_slice(&source.init[from..from + size]);
        } else if !target.init.is_empty() {
            target.init[to..to + size].fill(SET);
        }
    }

    pub(crate) fn fill(
        &mut self,
        to: u64,
        size: u64,
        value: u8,
    ) -> Result<Option<Located>, Box<MemoryFault>> {
        if size == 0 {
            return Ok(None);
        }
        let target = self.range(to, 0, size, Access::Write)?;
        self.save_before_change(target.index);
        let entry = &mut self.entries[target.index];
        let range = target.start..target.start + size as usize;
        entry.bytes[range.clone()].fill(value);
        if !entry.init.is_empty() {
            entry.init[range].fill(SET);
        }
        Ok(Some(target))
    }

    /// Bytes of a checked range.
    pub(crate) fn bytes_at(&self, at: Located, size: usize) -> &[u8] {
        &self.entries[at.index].bytes[at.start..at.start + size]
    }

    /// Bytes of a checked range together with their mask.
    pub(crate) fn take_out(&self, at: Located, size: usize) -> (Vec<u8>, Vec<u8>) {
        let entry = &self.entries[at.index];
        let range = at.start..at.start + size;
        let init = if entry.init.is_empty() {
            vec![SET; size]
        } else {
            entry.init[range.clone()].to_vec()
        };
        (entry.bytes[range].to_vec(), init)
    }

    /// Puts what `take_out` took into a checked range.
    pub(crate) fn put_in(&mut self, at: Located, bytes: &[u8], init: &[u8]) {
        self.save_before_change(at.index);
        let used = &mut self.used;
        let entry = &mut self.entries[at.index];
        let range = at.start..at.start + bytes.len();
        entry.bytes[range.clone()].copy_from_slice(bytes);
        if entry.init.is_empty() && init.iter().any(|&byte| byte != SET) {
            entry.init = vec![SET; entry.bytes.len()];
            *used += entry.bytes.len() as u64;
        }
        if !entry.init.is_empty() {
            entry.init[range].copy_from_slice(init);
        }
    }

    /// Replaces the mask of an object that has one.
    pub(crate) fn set_mask(&mut self, index: usize, mask: &[u8]) {
        let init = &mut self.entries[index].init;
        if init.len() == mask.len() {
            init.copy_from_slice(mask);
        }
    }

    /// Sets initial contents before anything runs; constness does not matter here.
    pub(crate) fn set_bytes(&mut self, index: usize, offset: usize, bytes: &[u8]) {
        let entry = &mut self.entries[index];
        if let Some(target) = entry.bytes.get_mut(offset..offset + bytes.len()) {
            target.copy_from_slice(bytes);
        }
        if !entry.init.is_empty()
            && let Some(mask) = entry.init.get_mut(offset..offset + bytes.len())
        {
            mask.fill(SET);
        }
    }
}
