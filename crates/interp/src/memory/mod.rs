//! The program's memory: which address means which byte, and may it be used?
//!
//! Every object, function and sub-object view is an *entry* of one table. On LP64 an address is
//! `(entry << 32) + 0x8000_0000 + offset`, so a pointer knows its object whatever is done to its
//! bits; on ILP32 addresses come from a bump allocator with gaps between objects and are resolved by
//! binary search. Entry 0 is the null page.
//!
//! Invariants:
//! - `bytes` of an entry that is not a live object is empty, so the fast paths of `access` need one
//!   range check and no test of the state.
//! - `init` is empty (all bytes are initialised) or has one 0/1 byte for each byte.
//! - A const object's `epoch` never equals the memory's, so a store's fast path refuses it.
//!
//! Approximations: there are no views on ILP32, so an access that leaves a member but not its object
//! goes unnoticed there unless it is an index. Entries of objects that are gone are reused, oldest first, once very many have
//! piled up ([`QUARANTINE`]); a pointer that dangles for longer than that may go unnoticed.

mod access;
mod bulk;
mod fault;
mod snapshot;
mod view;

use std::cell::Cell;
use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use whydunit_program::{FunctionId, Target, TypeId};
use whydunit_source::Span;

use crate::{ObjectId, ObjectInfo, ObjectKind, Storage};

pub(crate) use access::Located;
pub(crate) use fault::{Access, MemoryFault, Reason};
pub(crate) use snapshot::MemorySnapshot;

/// Number of dead entries that are kept before the oldest is reused.
const QUARANTINE: usize = 1 << 18;
/// Objects at least this large cannot exist: their offsets would not fit an address.
pub(crate) const MAX_OBJECT: u64 = 1 << 31;
const NARROW_FIRST: u64 = 0x0001_0000;
const NARROW_GAP: u64 = 32;
/// Size of the cache that ILP32 addresses are looked up in first; a power of two.
const RECENT: usize = 256;
const MIDDLE: u64 = 0x8000_0000;
/// Epoch of const objects.
const NEVER: u32 = u32::MAX;
const NO_ENTRY: u32 = u32::MAX;
/// What an object costs us beside its bytes, for the memory budget.
const ENTRY_COST: u64 = size_of::<Entry>() as u64;
const POOL_MAX: usize = 64;
const POOL_CAPACITY: usize = 4096;

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
    /// ILP32 only: start addresses in ascending order with their entries.
    starts: Vec<(u64, u32)>,
    /// ILP32 only: start address of each entry.
    addresses: Vec<u64>,
    next_address: u64,
    /// ILP32 only: entries that addresses were found in lately, as start, end and entry.
    recent: Vec<Cell<(u64, u64, u32)>>,
    epoch: u32,
    snapshots: snapshot::History,
    views: FxHashMap<(ObjectId, u32, u32), u32>,
    /// Views confine pointers only while bounds are checked.
    confine: bool,
    dead: VecDeque<u32>,
    /// Entries to reuse on LP64.
    free_entries: Vec<u32>,
    /// Entries to reuse on ILP32, by the length of the address range they keep.
    free_ranges: FxHashMap<u64, Vec<u32>>,
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
            starts: Vec::new(),
            addresses: Vec::new(),
            next_address: NARROW_FIRST,
            recent: if target == Target::Lp64 { Vec::new() } else { vec![Cell::default(); RECENT] },
            epoch: 1,
            snapshots: snapshot::History::default(),
            views: FxHashMap::default(),
            confine,
            dead: VecDeque::new(),
            free_entries: Vec::new(),
            free_ranges: FxHashMap::default(),
            next_object: 0,
            pool: Vec::new(),
            used: 0,
            limit: limit.unwrap_or(u64::MAX),
        };
        memory.push_entry(What::Null, 0);
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
        if self.wide { address_of_entry(index) } else { self.addresses[index] }
    }

    fn push_entry(&mut self, what: What, size: u64) -> usize {
        let object = ObjectId(self.next_object);
        self.next_object += 1;
        let entry = Entry { bytes: Vec::new(), init: Vec::new(), epoch: self.epoch, object, what };
        let free = if self.wide {
            self.free_entries.pop()
        } else {
            self.free_ranges.get_mut(&narrow_span(size)).and_then(Vec::pop)
        };
        if let Some(index) = free {
            self.entries[index as usize] = entry;
            return index as usize;
        }
        self.entries.push(entry);
        let index = self.entries.len() - 1;
        if !self.wide {
            let address = if index == 0 { 0 } else { self.next_address };
            self.addresses.push(address);
            self.starts.push((address, index as u32));
            if index > 0 {
                self.next_address = narrow_after(address, size);
            }
        }
        index
    }

    pub(crate) fn add_function(&mut self, function: FunctionId) -> u64 {
        let index = self.push_entry(What::Function(function), 1);
        self.address_of(index)
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
        let narrow_full = !self.wide && self.next_address + size > 0xffff_0000;
        if size >= MAX_OBJECT || self.used().saturating_add(cost) > self.limit || narrow_full {
            return Err(OutOfMemory);
        }
        self.used += cost;
        let object = Object {
            kind,
            ty,
            size,
            state: State::Live,
            assumed_size: false,
            is_const: false,
            first_view: NO_ENTRY,
        };
        let index = self.push_entry(What::Object(object), size);
        let bytes = self.buffer(size as usize);
        let init = if masked { self.buffer(size as usize) } else { Vec::new() };
        let entry = &mut self.entries[index];
        entry.bytes = bytes;
        entry.init = init;
        Ok(index)
    }

    /// A zeroed buffer, reused from an object that is gone where possible.
    fn buffer(&mut self, size: usize) -> Vec<u8> {
        if size <= POOL_CAPACITY
            && let Some(mut buffer) = self.pool.pop()
        {
            buffer.clear();
            buffer.resize(size, 0);
            return buffer;
        }
        vec![0; size]
    }

    fn recycle_buffer(&mut self, buffer: Vec<u8>) {
        if buffer.capacity() > 0 && buffer.capacity() <= POOL_CAPACITY && self.pool.len() < POOL_MAX
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
            self.free_entries.push(view);
            self.used -= ENTRY_COST;
            view = gone.next_view;
        }
        self.used -= ENTRY_COST;
        if self.wide {
            self.free_entries.push(index);
        } else if let What::Object(object) = &self.entries[index as usize].what {
            let span = narrow_span(object.size);
            self.free_ranges.entry(span).or_default().push(index);
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

/// LP64 address of the first byte of an entry.
pub(crate) fn address_of_entry(index: usize) -> u64 {
    ((index as u64) << 32) + MIDDLE
}

/// Addresses that the first objects of a memory get, given their sizes in order.
pub(crate) fn static_addresses(target: Target, sizes: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut next = NARROW_FIRST;
    sizes
        .enumerate()
        .map(|(index, size)| match target {
            Target::Lp64 => address_of_entry(index + 1),
            Target::Ilp32 => {
                let address = next;
                next = narrow_after(address, size);
                address
            }
        })
        .collect()
}

/// Where the next object starts on ILP32.
fn narrow_after(address: u64, size: u64) -> u64 {
    address + narrow_span(size)
}

/// Addresses that an object takes on ILP32, the gap after it included.
fn narrow_span(size: u64) -> u64 {
    (size + NARROW_GAP).next_multiple_of(16)
}

#[cfg(test)]
mod tests;
