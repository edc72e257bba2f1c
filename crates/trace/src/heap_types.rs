//! What blocks from the heap hold: the language gives them no type, but the first typed pointer to them does.

use whydunit_interp::{CellObject, ObjectKind};
use whydunit_program::{Program, Type, TypeId};

use crate::{Access, ErrorTrace};

/// Notes for every block without a type what the first pointer to its beginning points to.
pub(crate) fn infer(program: &Program, trace: &mut ErrorTrace) {
    let pointer = program.types.target().pointer_bytes();
    let is_block =
        |kind: &ObjectKind| matches!(kind, ObjectKind::Heap { .. } | ObjectKind::Alloca { .. });
    let untyped = |object: &crate::TraceObject| object.info.ty.is_none() && object.elem.is_none();
    if !trace.objects.iter().any(|object| is_block(&object.info.kind)) {
        return;
    }
    let mut found = Vec::new();
    for access in &trace.accesses {
        if u64::from(access.cell.size) != pointer || access.bits == 0 {
            continue;
        }
        let Some((object, 0)) = trace.locate(access.bits) else { continue };
        if !is_block(&object.info.kind) || !untyped(object) {
            continue;
        }
        let elem = pointee(program, trace, access);
        if let Some(elem) =
            elem.filter(|&elem| program.types.size_of(elem).is_some_and(|size| size > 0))
        {
            found.push((object.id, elem));
        }
    }
    for (id, elem) in found {
        if let Ok(index) = trace.objects.binary_search_by_key(&id, |object| object.id) {
            trace.objects[index].elem.get_or_insert(elem);
        }
    }
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
            let ty = trace.object(id)?.info.ty?;
            types.part_at(ty, access.cell.offset.into(), access.cell.size.into())?
        }
    };
    match *types.get(ty) {
        Type::Pointer(to) if !matches!(types.get(to), Type::Void) => Some(to),
        _ => None,
    }
}
