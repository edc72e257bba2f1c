//! Where values live.

use whydunit_interp::{CellObject, ObjectId};
use whydunit_program::LocalId;

/// A container of bytes: storage of the program, or a fact about storage that formulas speak of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Storage {
    Object(ObjectId),
    Register {
        frame: u32,
        local: LocalId,
    },
    /// How many bytes a block from the heap has: a word that the allocation sets.
    Extent(ObjectId),
    /// 1 while the object exists: one byte.
    Alive(ObjectId),
    /// Bytes given back to standard input, by depth.
    PushedBack(u32),
}

impl From<CellObject> for Storage {
    fn from(object: CellObject) -> Storage {
        match object {
            CellObject::Memory(id) => Storage::Object(id),
            CellObject::Register { frame, local } => Storage::Register { frame, local },
        }
    }
}

/// Bytes `offset .. offset + size` of a container.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Range {
    pub storage: Storage,
    pub offset: u32,
    pub size: u32,
}

impl Range {
    pub fn new(storage: Storage, offset: u32, size: u32) -> Range {
        Range { storage, offset, size }
    }

    pub fn end(self) -> u32 {
        self.offset + self.size
    }

    /// Do the two have a byte in common?
    pub fn overlaps(self, other: Range) -> bool {
        self.storage == other.storage && self.offset < other.end() && other.offset < self.end()
    }
}
