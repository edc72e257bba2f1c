//! What a failed check is about: the storage that was too small, or that has no value.

use whydunit_program::{Place, PlaceBase, Projection, Type};

use super::Machine;
use crate::memory::{MemoryFault, Reason};
use crate::{CellObject, Observer, Subject};

impl<O: Observer> Machine<'_, '_, O> {
    /// Of an access that memory refuses.
    pub(super) fn subject(&self, fault: &MemoryFault) -> Option<Subject> {
        let (index, offset, size) = match fault.reason {
            Reason::Bounds { index, low, high, .. } => {
                (index, u64::try_from(low).ok()?, u64::try_from(high - low).ok()?)
            }
            Reason::Uninitialised { at } => (at.index, u64::try_from(at.start).ok()?, fault.size),
            _ => return None,
        };
        let object = CellObject::Memory(self.memory.id_of(index)?);
        Some(Subject { object, offset, size, array: None })
    }

    /// Of an index outside of its array: the array that the projection at that position goes into. `base` has the address without offsets
    /// that are known from the program's text.
    pub(super) fn indexed_array(
        &self,
        place: &Place,
        position: usize,
        base: u64,
    ) -> Option<Subject> {
        let types = &self.program.types;
        let mut ty = match &place.base {
            PlaceBase::Local(local) => {
                self.program.function(self.frame().function).local(*local).ty
            }
            PlaceBase::Global(global) => self.program.global(*global).ty,
            PlaceBase::Deref(pointer) => types.pointee(pointer.ty)?,
        };
        let mut offset = 0;
        for projection in place.path.iter().take(position) {
            ty = match (projection, types.get(ty)) {
                (Projection::Field(index), Type::Record(record)) => {
                    let field = types.record(*record).fields.get(*index as usize)?;
                    offset += field.offset;
                    field.ty
                }
                (Projection::Index(index), Type::Array { elem, len }) => {
                    // Other indices are part of the address already.
                    let known = index.as_int().and_then(|index| u64::try_from(index).ok());
                    if let Some(known) = known.filter(|known| len.is_some_and(|len| *known < len)) {
                        offset += known * types.size_of(*elem)?;
                    }
                    *elem
                }
                _ => return None,
            };
        }
        let size = types.size_of(ty)?;
        let address = self.memory.canonical(base.wrapping_add(offset));
        let (index, start) = self.memory.locate(address);
        let object = CellObject::Memory(self.memory.id_of(index)?);
        Some(Subject { object, offset: u64::try_from(start).ok()?, size, array: Some(ty) })
    }
}
