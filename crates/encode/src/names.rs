//! Names of storage as the user would write them, made unique where formulas need that.

use whydunit_interp::{Cell, CellObject, ObjectKind};
use whydunit_program::{Program, TypeId};
use whydunit_trace::{ErrorTrace, cell_name};

use crate::storage::{Range, Storage};

/// The cell that a range of the program's storage is.
pub fn cell_of(range: Range) -> Option<Cell> {
    let object = match range.storage {
        Storage::Object(id) => CellObject::Memory(id),
        Storage::Register { frame, local } => CellObject::Register { frame, local },
        _ => return None,
    };
    Some(Cell { object, offset: range.offset, size: range.size, bits: None })
}

/// A readable name; different ranges may share it.
pub(crate) fn range_name(program: &Program, trace: &ErrorTrace, range: Range) -> String {
    if let Some(cell) = cell_of(range)
        && let Some(name) = cell_name(program, trace, cell)
    {
        return name;
    }
    let object = |id: whydunit_interp::ObjectId| {
        let size = trace.object(id).map_or(0, |object| object.info.size);
        let cell = Cell {
            object: CellObject::Memory(id),
            offset: 0,
            size: size.try_into().unwrap_or(u32::MAX),
            bits: None,
        };
        cell_name(program, trace, cell).unwrap_or_else(|| format!("object{}", id.0))
    };
    match range.storage {
        Storage::Object(id) => format!("object{}+{}", id.0, range.offset),
        Storage::Register { frame, local } if local == Cell::RESULT => format!("result.{frame}"),
        Storage::Register { frame, local } => format!("t{}.{frame}", local.0),
        Storage::Extent(id) => format!("sizeof {}", object(id)),
        Storage::Alive(id) => format!("alive {}", object(id)),
        Storage::PushedBack(depth) => format!("pushed back {depth}"),
    }
}

/// The type of what lies in a range.
pub(crate) fn cell_type(program: &Program, trace: &ErrorTrace, range: Range) -> Option<TypeId> {
    match range.storage {
        Storage::Object(id) => {
            let object = trace.object(id)?;
            let elem = match object.info.kind {
                ObjectKind::Pointee { elem, .. } => Some(elem),
                _ => object.elem,
            };
            let (ty, offset) = match elem {
                Some(elem) => {
                    let each = program.types.size_of(elem).filter(|&size| size > 0)?;
                    (elem, u64::from(range.offset) % each)
                }
                None => (object.info.ty?, range.offset.into()),
            };
            program.types.part_at(ty, offset, range.size.into())
        }
        Storage::Register { frame, local } => {
            let function = trace.frames.get(frame as usize)?.function;
            program.function(function).locals.get(local.index()).map(|local| local.ty)
        }
        _ => None,
    }
}
