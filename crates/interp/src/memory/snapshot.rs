//! Memory as it was: what `\old` reads.
//!
//! Taking a snapshot starts a new *epoch* and copies nothing. The first change of an object in an
//! epoch saves a copy for the snapshots in between; a snapshot that finds no copy reads the present.

use rustc_hash::FxHashMap;

use super::{Access, Located, Memory, MemoryFault, NEVER, Reason, SET};

/// Epoch that a snapshot began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MemorySnapshot(u32);

/// An object as the snapshots with epochs in `(after, until]` saw it.
#[derive(Debug)]
struct Saved {
    after: u32,
    until: u32,
    bytes: Vec<u8>,
    init: Vec<u8>,
}

#[derive(Default, Debug)]
pub(super) struct History {
    /// Epochs of the snapshots in use, ascending.
    active: Vec<u32>,
    saved: FxHashMap<u32, Vec<Saved>>,
    used: u64,
    /// Prune when `used` has grown to this.
    prune_at: u64,
}

impl History {
    pub(super) fn used(&self) -> u64 {
        self.used
    }

    fn wanted(&self, after: u32, until: u32) -> bool {
        let first = self.active.partition_point(|&epoch| epoch <= after);
        self.active.get(first).is_some_and(|&epoch| epoch <= until)
    }

    fn prune(&mut self) {
        let mut saved = std::mem::take(&mut self.saved);
        for copies in saved.values_mut() {
            copies.retain(|copy| self.wanted(copy.after, copy.until));
        }
        saved.retain(|_, copies| !copies.is_empty());
        self.used = saved.values().flatten().map(Saved::cost).sum();
        self.saved = saved;
        self.prune_at = 2 * self.used.max(1 << 20);
    }
}

impl Saved {
    fn cost(&self) -> u64 {
        (self.bytes.len() + self.init.len() + size_of::<Saved>()) as u64
    }
}

impl Memory {
    pub(crate) fn take_snapshot(&mut self) -> MemorySnapshot {
        self.epoch += 1;
        self.snapshots.active.push(self.epoch);
        MemorySnapshot(self.epoch)
    }

    pub(crate) fn drop_snapshot(&mut self, snapshot: MemorySnapshot) {
        let history = &mut self.snapshots;
        history.active.retain(|&epoch| epoch != snapshot.0);
        if history.active.is_empty() {
            history.saved.clear();
            history.used = 0;
        }
    }

    #[cold]
    pub(super) fn save(&mut self, index: usize) {
        let epoch = self.epoch;
        let entry = &mut self.entries[index];
        let after = std::mem::replace(&mut entry.epoch, epoch);
        let history = &mut self.snapshots;
        if after == NEVER || !history.wanted(after, epoch) {
            return;
        }
        let copy =
            Saved { after, until: epoch, bytes: entry.bytes.clone(), init: entry.init.clone() };
        history.used += copy.cost();
        history.saved.entry(index as u32).or_default().push(copy);
        if history.used > history.prune_at {
            history.prune();
        }
    }

    /// Up to eight bytes as the snapshot saw them.
    pub(crate) fn read_old(
        &self,
        snapshot: MemorySnapshot,
        address: u64,
        offset: i64,
        size: u8,
    ) -> Result<u64, Box<MemoryFault>> {
        let (index, base) = self.locate(address);
        let (index, base) = match self.view_at(address) {
            Some(view) => (view.root as usize, base + i64::from(view.start)),
            None => (index, base),
        };
        let copy = self.snapshots.saved.get(&(index as u32)).and_then(|copies| {
            copies.iter().find(|copy| copy.after < snapshot.0 && snapshot.0 <= copy.until)
        });
        let Some(copy) = copy else {
            return self.read(address, offset, size).map(|(value, _)| value);
        };
        let fault = |reason| {
            let (access, size) = (Access::Read, u64::from(size));
            Box::new(MemoryFault { access, address, offset, size, reason })
        };
        let start = base.wrapping_add(offset);
        let range = start as usize..(start as usize).wrapping_add(size as usize);
        let Some(found) = copy.bytes.get(range.clone()) else {
            let high = copy.bytes.len() as i64;
            return Err(fault(Reason::Bounds { index, start, low: 0, high }));
        };
        if !copy.init.is_empty() && copy.init[range].iter().any(|&byte| byte != SET) {
            let at = Located { index, start: start as usize };
            return Err(fault(Reason::Uninitialised { at }));
        }
        let mut bytes = [0; 8];
        bytes[..size as usize].copy_from_slice(found);
        Ok(u64::from_le_bytes(bytes))
    }
}
