//! What blocks from the heap hold: the language gives them no type, but the first typed pointer to them does.

use whydunit_interp::{CellObject, ObjectId, ObjectKind};
use whydunit_program::{Program, Type, TypeId};

use crate::limits::MOST_ROUNDS;
use crate::{Access, ErrorTrace, TraceObject};

/// Notes for every block without a type what the first pointer to its beginning points to. Blocks may be found through blocks.
pub(crate) fn infer(program: &Program, trace: &mut ErrorTrace) {
    if !trace.objects.iter().any(is_untyped_block) {
        return;
    }
    for _ in 0..MOST_ROUNDS {
        let found = find(program, trace);
        if found.is_empty() {
            return;
        }
        for (id, elem) in found {
            if let Ok(index) = trace.objects.binary_search_by_key(&id, |object| object.id) {
                trace.objects[index].elem.get_or_insert(elem);
            }
        }
    }
}

fn is_untyped_block(object: &TraceObject) -> bool {
    let is_block = matches!(
        object.info.kind,
        ObjectKind::Heap { .. }
            | ObjectKind::Alloca { .. }
            | ObjectKind::Vla { .. }
            | ObjectKind::Argument(_)
            | ObjectKind::ArgumentVector
    );
    is_block && object.info.ty.is_none() && object.elem.is_none()
}

fn find(program: &Program, trace: &ErrorTrace) -> Vec<(ObjectId, TypeId)> {
    let pointer = program.types.target().pointer_bytes();
    let mut found = Vec::new();
    for access in &trace.accesses {
        if u64::from(access.cell.size) != pointer || access.bits == 0 {
            continue;
        }
        let Some((object, 0)) = trace.locate(access.bits) else { continue };
        if !is_untyped_block(object) {
            continue;
        }
        let elem = pointee(program, trace, access);
        found.extend(elem.filter(|&elem| has_size(program, elem)).map(|elem| (object.id, elem)));
    }
    found
}

fn has_size(program: &Program, ty: TypeId) -> bool {
    program.types.size_of(ty).is_some_and(|size| size > 0)
}

/// What the pointer in a cell points to, by the cell's type.
fn pointee(program: &Program, trace: &ErrorTrace, access: &Access) -> Option<TypeId> {
    let types = &program.types;
    let ty = match access.cell.object {
        CellObject::Register { frame, local } => {
            let function = trace.frames.get(frame as usize)?.function;
            program.function(function).locals.get(local.index())?.ty
        }
        CellObject::Memory(id) => {
            let object = trace.object(id)?;
            let (ty, offset) = match object.elem {
                Some(elem) => {
                    let each = types.size_of(elem).filter(|&size| size > 0)?;
                    (elem, u64::from(access.cell.offset) % each)
                }
                None => (object.info.ty?, access.cell.offset.into()),
            };
            types.part_at(ty, offset, access.cell.size.into())?
        }
    };
    match *types.get(ty) {
        Type::Pointer(to) if !matches!(types.get(to), Type::Void) => Some(to),
        _ => None,
    }
}
