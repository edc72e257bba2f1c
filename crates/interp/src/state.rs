//! What does a run that has finished leave behind? The bytes of globals, of what pointers in the inputs point to, of whatever an
//! address leads to, and what the start function returned.
//!
//! An [`crate::Observer`] sees it once, by [`crate::Observer::finished`]; nothing is copied for those who do not look.

use whydunit_program::{FunctionId, GlobalId, TypeId};

use crate::ObjectKind;
use crate::memory::{Access, Memory, SET, State, What};
use crate::translate::Layout;

/// Memory at the end of a run, and the result of the start function.
#[derive(Debug)]
pub struct FinalState<'m> {
    memory: &'m Memory,
    layout: &'m Layout,
    returned: Option<u64>,
    record: Storage<'m>,
}

/// Some bytes, and which of them were ever given a value.
#[derive(Clone, Copy, Debug)]
pub struct Storage<'m> {
    bytes: &'m [u8],
    /// Empty: all of them.
    init: &'m [u8],
}

impl<'m> Storage<'m> {
    pub(crate) fn new(bytes: &'m [u8], init: &'m [u8]) -> Storage<'m> {
        Storage { bytes, init }
    }

    pub fn bytes(self) -> &'m [u8] {
        self.bytes
    }

    pub fn is_initialised(self) -> bool {
        self.init.iter().all(|&byte| byte == SET)
    }

    /// Have so many bits a value, counted from the lowest bit of the first byte?
    pub fn has_bits(self, first: u32, width: u32) -> bool {
        self.init.is_empty()
            || (first..first + width).all(|bit| {
                let byte = usize::try_from(bit / 8).ok().and_then(|byte| self.init.get(byte));
                byte.is_some_and(|set| set >> (bit % 8) & 1 == 1)
            })
    }

    /// `size` bytes from `offset` on, if there are that many.
    pub fn part(self, offset: u64, size: u64) -> Option<Storage<'m>> {
        let start = usize::try_from(offset).ok()?;
        let range = start..start.checked_add(usize::try_from(size).ok()?)?;
        let bytes = self.bytes.get(range.clone())?;
        let init = if self.init.is_empty() { self.init } else { self.init.get(range)? };
        Some(Storage { bytes, init })
    }
}

impl<'m> FinalState<'m> {
    pub(crate) fn new(
        memory: &'m Memory,
        layout: &'m Layout,
        returned: Option<u64>,
        record: Storage<'m>,
    ) -> FinalState<'m> {
        FinalState { memory, layout, returned, record }
    }

    /// As [`crate::RunResult::returned`].
    pub fn returned(&self) -> Option<u64> {
        self.returned
    }

    /// The result of a start function that returns a record.
    pub fn returned_record(&self) -> Storage<'m> {
        self.record
    }

    pub fn global(&self, global: GlobalId) -> Option<Storage<'m>> {
        let (index, _) = self.memory.locate(self.layout.global(global));
        self.object(index)
    }

    /// What the pointer of this name among the inputs pointed to at the start, and the type of its elements. `None` if that was
    /// nothing, or is gone.
    pub fn pointee(&self, name: &str) -> Option<(Storage<'m>, TypeId)> {
        self.memory.indices().find_map(|index| {
            let object = self.memory.object(index)?;
            match &object.kind {
                ObjectKind::Pointee { name: found, elem } if found == name => {
                    Some((self.object(index)?, *elem))
                }
                _ => None,
            }
        })
    }

    /// The bytes from an address to the end of the object that it leads into.
    pub fn at(&self, address: u64) -> Option<Storage<'m>> {
        let at = self.memory.range(address, 0, 1, Access::Read).ok()?;
        let object = self.object(at.index)?;
        let end = match self.memory.view_at(address) {
            Some(view) => u64::from(view.start) + u64::from(view.len),
            None => object.bytes.len() as u64,
        };
        object.part(at.start as u64, end.checked_sub(at.start as u64)?)
    }

    pub fn function_at(&self, address: u64) -> Option<FunctionId> {
        let (index, offset) = self.memory.locate(address);
        match self.memory.entry(index)?.what {
            What::Function(function) if offset == 0 => Some(function),
            _ => None,
        }
    }

    fn object(&self, index: usize) -> Option<Storage<'m>> {
        let is_live = self.memory.object(index)?.state == State::Live;
        is_live.then(|| self.memory.storage(index))
    }
}
