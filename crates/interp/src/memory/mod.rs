//! The program's memory: which address means which byte, and may it be used?
//!
//! Every object, function and sub-object view is an *entry* of one table, with a region of addresses of its own
//! (`whydunit_program::address`). On LP64 the number of the entry is the high half of the address; on
//! ILP32 regions are found by binary search. Entry 0 is null.
//!
//! Invariants:
//! - `bytes` of an entry that is not a live object is empty, so the fast paths of `access` need one
//!   range check and no test of the state.
//! - `init` is empty (all bits are initialised) or has one byte for each byte: its bits that have a value ([`SET`]: all).
//! - A const object's `epoch` never equals the memory's, so a store's fast path refuses it.
//!
//! Approximations: entries of objects that are gone are reused, oldest first, once very many have piled up
//! ([`QUARANTINE`]) or ILP32's addresses run out; a pointer that dangles for longer than that may go unnoticed. On ILP32
//! an integer that is moved further than a pointer may be can become the address of something else, and where
//! addresses have run out pointers to parts of objects are not confined.

mod access;
mod bulk;
mod fault;
mod snapshot;
mod view;

use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;
use whydunit_program::address::{self, MAX_OBJECT, NarrowRegion, NarrowSpace};
use whydunit_program::{FunctionId, Target, TypeId};
use whydunit_source::Span;

use crate::limits::{LARGEST_POOLED, MOST_POOLED, QUARANTINE, RECENT_REGIONS};
use crate::{ObjectId, ObjectInfo, ObjectKind, Storage};

pub(crate) use access::Located;
pub(crate) use fault::{Access, MemoryFault, Reason};
pub(crate) use snapshot::MemorySnapshot;

/// Functions hold no data, but two of them have different addresses.
pub(crate) const FUNCTION_SIZE: u64 = 1;
/// The region of null on ILP32, and of what was not looked up yet.
const NOWHERE: NarrowRegion = NarrowRegion { low: 0, end: 0 };
/// In `init`: all bits of the byte have a value.
pub(crate) const SET: u8 = 0xff;
/// Epoch of const objects.
const NEVER: u32 = u32::MAX;
const NO_ENTRY: u32 = u32::MAX;
/// What an object costs us beside its bytes, for the memory budget.
const ENTRY_COST: u64 = size_of::<Entry>() as u64;

#[derive(Debug)]
pub(crate) struct Entry {
    bytes: Vec<u8>,
    init: Vec<u8>,
    epoch: u32,
    pub(crate) object: ObjectId,
    pub(crate) what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    Null,
    Function(FunctionId),
    Object(Object),
    View(View),
}

#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) kind: ObjectKind,
    pub(crate) ty: Option<TypeId>,
    pub(crate) size: u64,
    pub(crate) state: State,
    /// The size is our assumption: running past the end is our limit, not the program's bug.
    pub(crate) assumed_size: bool,
    is_const: bool,
    first_view: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Live,
    /// Freed by the call at this place in user code.
    Freed(Span),
    OutOfScope,
}

/// A part of an object that a pointer is confined to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) root: u32,
    /// The root entry holds another object by now if this differs from its own.
    root_object: ObjectId,
    pub(crate) start: u32,
    pub(crate) len: u32,
    next_view: u32,
}

/// The request exceeds the memory budget.
#[derive(Debug)]
pub(crate) struct OutOfMemory;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Zero,
    Uninitialised,
}

#[derive(Debug)]
pub(crate) struct Memory {
    wide: bool,
    entries: Vec<Entry>,
    /// ILP32 only: the region of each entry, ascending. That of null stands for what no other entry has.
    regions: Vec<NarrowRegion>,
    space: NarrowSpace,
    /// ILP32 only: entries that addresses were found in lately, with their regions.
    recent: Vec<Cell<(NarrowRegion, u32)>>,
    epoch: u32,
    snapshots: snapshot::History,
    views: FxHashMap<(ObjectId, u32, u32), u32>,
    /// Views confine pointers only while bounds are checked.
    confine: bool,
    dead: VecDeque<u32>,
    /// Entries to reuse on LP64.
    free_entries: Vec<u32>,
    /// Entries to reuse on ILP32, by the length of the region they keep.
    free_regions: BTreeMap<u64, Vec<u32>>,
    next_object: u32,
    pool: Vec<Vec<u8>>,
    used: u64,
    limit: u64,
}

impl Memory {
    pub(crate) fn new(target: Target, confine: bool, limit: Option<u64>) -> Memory {
        let mut memory = Memory {
            wide: target == Target::Lp64,
            entries: Vec::new(),
            regions: Vec::new(),
            space: NarrowSpace::default(),
            recent: match target {
                Target::Lp64 => Vec::new(),
                Target::Ilp32 => vec![Cell::new((NOWHERE, 0)); RECENT_REGIONS],
            },
            epoch: 1,
            snapshots: snapshot::History::default(),
            views: FxHashMap::default(),
            confine,
            dead: VecDeque::new(),
            free_entries: Vec::new(),
            free_regions: BTreeMap::new(),
            next_object: 0,
            pool: Vec::new(),
            used: 0,
            limit: limit.unwrap_or(u64::MAX),
        };
        if !memory.wide {
            memory.regions.push(NOWHERE);
        }
        memory.append(What::Null);
        memory
    }

    pub(crate) fn used(&self) -> u64 {
        self.used + self.snapshots.used()
    }

    /// The entry of an object that is alive. A search: for what happens once in a run.
    pub(crate) fn entry_of(&self, object: ObjectId) -> Option<usize> {
        self.entries.iter().position(|entry| {
            let is_live = matches!(&entry.what, What::Object(found) if found.state == State::Live);
            entry.object == object && is_live
        })
    }

    /// The object that an entry holds.
    pub(crate) fn id_of(&self, index: usize) -> Option<ObjectId> {
        let entry = self.entries.get(index)?;
        matches!(entry.what, What::Object(_)).then_some(entry.object)
    }

    /// Numbers of all entries.
    pub(crate) fn indices(&self) -> std::ops::Range<usize> {
        0..self.entries.len()
    }

    /// The contents of an entry; of what is no live object: nothing.
    pub(crate) fn storage(&self, index: usize) -> Storage<'_> {
        let entry = &self.entries[index];
        Storage::new(&entry.bytes, &entry.init)
    }

    pub(crate) fn entry(&self, index: usize) -> Option<&Entry> {
        self.entries.get(index)
    }

    pub(crate) fn object(&self, index: usize) -> Option<&Object> {
        match &self.entries.get(index)?.what {
            What::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Address of the first byte of an entry.
    pub(crate) fn address_of(&self, index: usize) -> u64 {
        if self.wide {
            address::wide_address(index as u64)
        } else {
            self.regions[index].first_byte()
        }
    }

    /// Bytes that pointers to an entry are good for.
    pub(crate) fn size_of_entry(&self, index: usize) -> u64 {
        match self.entries.get(index).map(|entry| &entry.what) {
            Some(What::Object(object)) => object.size,
            Some(What::View(view)) => u64::from(view.len),
            Some(What::Function(_)) => FUNCTION_SIZE,
            Some(What::Null) | None => 0,
        }
    }

    /// A new entry that holds so many bytes.
    fn push_entry(&mut self, what: What, size: u64) -> Result<usize, OutOfMemory> {
        let free = if self.wide { self.free_entries.pop() } else { self.free_region(size)? };
        Ok(match free {
            Some(index) => {
                self.entries[index as usize] = self.new_entry(what);
                index as usize
            }
            None => self.append(what),
        })
    }

    fn append(&mut self, what: What) -> usize {
        let entry = self.new_entry(what);
        self.entries.push(entry);
        self.entries.len() - 1
    }

    fn new_entry(&mut self, what: What) -> Entry {
        let object = ObjectId(self.next_object);
        self.next_object += 1;
        Entry { bytes: Vec::new(), init: Vec::new(), epoch: self.epoch, object, what }
    }

    /// An entry whose region on ILP32 has room for so many bytes, or a region for an entry that is to be appended.
    fn free_region(&mut self, size: u64) -> Result<Option<u32>, OutOfMemory> {
        let len = NarrowRegion::len_for(size);
        loop {
            if let Some(free) = self.free_regions.get_mut(&len).and_then(Vec::pop) {
                return Ok(Some(free));
            }
            if let Some(region) = self.space.take(size) {
                self.regions.push(region);
                return Ok(None);
            }
            let larger = self.free_regions.range_mut(len..).find_map(|(_, free)| free.pop());
            if larger.is_some() {
                return Ok(larger);
            }
            if self.dead.is_empty() {
                return Err(OutOfMemory);
            }
            self.reuse_oldest();
        }
    }

    pub(crate) fn add_function(&mut self, function: FunctionId) -> Result<u64, OutOfMemory> {
        let index = self.push_entry(What::Function(function), FUNCTION_SIZE)?;
        Ok(self.address_of(index))
    }

    /// A new live object; returns its entry.
    pub(crate) fn allocate(
        &mut self,
        size: u64,
        content: Content,
        kind: ObjectKind,
        ty: Option<TypeId>,
    ) -> Result<usize, OutOfMemory> {
        let masked = content == Content::Uninitialised;
        let cost = ENTRY_COST + if masked { 2 * size } else { size };
        if size >= MAX_OBJECT || self.used().saturating_add(cost) > self.limit {
            return Err(OutOfMemory);
        }
        let object = Object {
            kind,
            ty,
            size,
            state: State::Live,
            assumed_size: false,
            is_const: false,
            first_view: NO_ENTRY,
        };
        let index = self.push_entry(What::Object(object), size)?;
        self.used += cost;
        let bytes = self.buffer(size as usize);
        let init = if masked { self.buffer(size as usize) } else { Vec::new() };
        let entry = &mut self.entries[index];
        entry.bytes = bytes;
        entry.init = init;
        Ok(index)
    }

    /// A zeroed buffer, reused from an object that is gone where possible.
    fn buffer(&mut self, size: usize) -> Vec<u8> {
        if size <= LARGEST_POOLED
            && let Some(mut buffer) = self.pool.pop()
        {
            buffer.clear();
            buffer.resize(size, 0);
            return buffer;
        }
        vec![0; size]
    }

    fn recycle_buffer(&mut self, buffer: Vec<u8>) {
        if buffer.capacity() > 0
            && buffer.capacity() <= LARGEST_POOLED
            && self.pool.len() < MOST_POOLED
        {
            self.pool.push(buffer);
        }
    }

    pub(crate) fn set_const(&mut self, index: usize) {
        self.entries[index].epoch = NEVER;
        if let What::Object(object) = &mut self.entries[index].what {
            object.is_const = true;
        }
    }

    pub(crate) fn set_assumed_size(&mut self, index: usize) {
        if let What::Object(object) = &mut self.entries[index].what {
            object.assumed_size = true;
        }
    }

    /// Ends the life of an object: its bytes go, the entry stays to recognise dangling pointers.
    pub(crate) fn release(&mut self, index: usize, state: State) {
        self.save_before_change(index);
        let entry = &mut self.entries[index];
        let bytes = std::mem::take(&mut entry.bytes);
        let init = std::mem::take(&mut entry.init);
        if let What::Object(object) = &mut entry.what {
            object.state = state;
        }
        // The entry's own cost is only given back when the entry is reused.
        self.used -= (bytes.len() + init.len()) as u64;
        self.recycle_buffer(bytes);
        self.recycle_buffer(init);
        self.dead.push_back(index as u32);
        if self.dead.len() > QUARANTINE {
            self.reuse_oldest();
        }
    }

    fn reuse_oldest(&mut self) {
        let Some(index) = self.dead.pop_front() else { return };
        let entry = &self.entries[index as usize];
        let mut view = match &entry.what {
            What::Object(object) => object.first_view,
            _ => NO_ENTRY,
        };
        let object = entry.object;
        while view != NO_ENTRY {
            let What::View(gone) = self.entries[view as usize].what else { break };
            self.views.remove(&(object, gone.start, gone.len));
            self.give_back(view);
            view = gone.next_view;
        }
        self.give_back(index);
    }

    fn give_back(&mut self, index: u32) {
        self.used -= ENTRY_COST;
        if self.wide {
            self.free_entries.push(index);
        } else {
            let len = self.regions[index as usize].span();
            self.free_regions.entry(len).or_default().push(index);
        }
    }

    pub(crate) fn info(&self, index: usize) -> Option<ObjectInfo> {
        let object = self.object(index)?;
        Some(ObjectInfo {
            kind: object.kind.clone(),
            ty: object.ty,
            size: object.size,
            address: self.address_of(index),
        })
    }
}

/// Addresses that the first objects of a memory get, given their sizes in order. What finds no room gets none: a memory with it
/// is refused before anything runs.
pub(crate) fn static_addresses(target: Target, sizes: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut space = NarrowSpace::default();
    let address = |(index, size)| match target {
        Target::Lp64 => address::wide_address(index),
        Target::Ilp32 => space.take(size).map_or(0, NarrowRegion::first_byte),
    };
    (1..).zip(sizes).map(address).collect()
}

#[cfg(test)]
mod tests;
