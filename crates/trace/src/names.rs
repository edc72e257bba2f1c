//! Names of cells as the user would write them: `x`, `buf[8]`, `s.name[2]`.

use whydunit_interp::{Cell, CellObject, ObjectKind};
use whydunit_program::{
    FunctionId, LocalId, LocalRole, Program, TypeId, bit_field_path, cell_path,
};

use crate::{ErrorTrace, TraceObject};

/// The name of a cell; `None` for what users have no name for (temporaries).
pub fn cell_name(program: &Program, trace: &ErrorTrace, cell: Cell) -> Option<String> {
    match cell.object {
        CellObject::Register { frame, local } => {
            let function = trace.frames.get(frame as usize)?.function;
            local_name(program, function, local)
        }
        CellObject::Memory(id) => {
            let object = trace.object(id)?;
            if let ObjectKind::Local { function, local, .. } = object.info.kind {
                local_name(program, function, local)?;
            }
            let (offset, size) = (u64::from(cell.offset), u64::from(cell.size));
            if let ObjectKind::Pointee { name, elem } = &object.info.kind
                && cell.bits.is_none()
            {
                return Some(pointee_name(program, object, name, *elem, (offset, size)));
            }
            let name = object_name(program, object);
            if let Some(elem) = object.elem
                && cell.bits.is_none()
            {
                return Some(pointee_name(program, object, &name, elem, (offset, size)));
            }
            if let Some((first, width)) = cell.bits {
                let bit = offset * 8 + u64::from(first);
                let (path, _) = bit_field_path(&program.types, object.info.ty?, bit, width)?;
                return Some(format!("{name}{path}"));
            }
            Some(match object.info.ty {
                Some(ty) => format!("{name}{}", cell_path(&program.types, ty, offset, size)),
                None if size == object.info.size => name,
                None => format!("{name}<{offset}..{}>", offset + size),
            })
        }
    }
}

/// A part of what an input pointer points to, or of a block: `*p`, `p->x`, `p[2]`, `p[2].x`.
fn pointee_name(
    program: &Program,
    object: &TraceObject,
    name: &str,
    elem: TypeId,
    (offset, size): (u64, u64),
) -> String {
    let each = program.types.size_of(elem).unwrap_or(1).max(1);
    let index = offset / each;
    let path = cell_path(&program.types, elem, offset % each, size);
    match path.strip_prefix('.') {
        Some(field) if object.info.size == each => format!("{name}->{field}"),
        _ if object.info.size == each => format!("*{name}{path}"),
        _ => format!("{name}[{index}]{path}"),
    }
}

fn local_name(program: &Program, function: FunctionId, local: LocalId) -> Option<String> {
    let function = program.function(function);
    let info = match function.locals.get(local.index()) {
        Some(info) => info,
        None if local == Cell::RESULT => return None,
        None => {
            let number = local.index() - function.locals.len();
            return Some(format!("variadic argument {}", number + 1));
        }
    };
    match info.role {
        LocalRole::Temporary | LocalRole::Bound => None,
        LocalRole::Result => Some("\\result".into()),
        LocalRole::Parameter | LocalRole::Variable => Some(info.name.clone()),
    }
}

/// The name of a whole object.
pub fn object_name(program: &Program, object: &TraceObject) -> String {
    let local =
        |function: FunctionId, local: LocalId| program.function(function).local(local).name.clone();
    match &object.info.kind {
        ObjectKind::Global(id) => {
            let global = program.global(*id);
            if global.is_literal {
                program.sources.text(global.span).to_string()
            } else {
                global.name.clone()
            }
        }
        ObjectKind::Local { function, local: id, .. }
        | ObjectKind::Vla { function, local: id, .. } => local(*function, *id),
        ObjectKind::Heap { function, span } => {
            let line = program.sources.line_column(*span).line;
            match object.ordinal {
                1 => format!("{function}@{line}"),
                number => format!("{function}@{line}#{number}"),
            }
        }
        ObjectKind::Alloca { span } => {
            format!("alloca@{}", program.sources.line_column(*span).line)
        }
        ObjectKind::Argument(index) => format!("argv[{index}]"),
        ObjectKind::ArgumentVector => "argv".into(),
        ObjectKind::Environment => "envp".into(),
        ObjectKind::Pointee { name, .. } => format!("*{name}"),
        ObjectKind::Stdin => "stdin".into(),
    }
}
