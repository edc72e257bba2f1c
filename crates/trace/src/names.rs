//! Names of cells as the user would write them: `x`, `buf[8]`, `s.name[2]`, `p->next->value`.

use whydunit_interp::{Cell, CellObject, ObjectKind};
use whydunit_program::{
    FunctionId, LocalId, LocalRole, Program, TypeId, bit_field_path, cell_path,
};

use whydunit_source::Span;

use crate::limits::LONGEST_COMPOUND_LITERAL;
use crate::parts::sign_extended;
use crate::{ErrorTrace, TraceObject, value_text};

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
            if let Some(elem) = object.element_type() {
                return Some(pointee_name(program, object, elem, cell));
            }
            let name = as_operand(object_name(program, object));
            let path = match object.info.ty {
                Some(ty) => path_to(program, ty, u64::from(cell.offset), cell),
                None if u64::from(cell.size) == object.info.size => Some(String::new()),
                None if cell.size == 1 => Some(format!("[{}]", cell.offset)),
                None => None,
            };
            Some(match path {
                Some(path) => format!("{name}{path}"),
                None if object.info.ty.is_some() => raw_name(&format!("&{name}"), cell),
                None => raw_name(&name, cell),
            })
        }
    }
}

/// The path from something of type `ty` to the cell at an offset in it; `None` where the type does not tell.
fn path_to(program: &Program, ty: TypeId, offset: u64, cell: Cell) -> Option<String> {
    let types = &program.types;
    if let Some((first, width)) = cell.bits {
        let bit = offset * 8 + u64::from(first);
        return bit_field_path(types, ty, bit, width).map(|(path, _)| path);
    }
    let size = u64::from(cell.size);
    types.part_at(ty, offset, size).map(|_| cell_path(types, ty, offset, size))
}

/// The path from an object to a cell in it; empty where its type does not tell.
pub(crate) fn object_path(program: &Program, object: &TraceObject, cell: Cell) -> String {
    let offset = u64::from(cell.offset);
    let path = match (object.element_type(), object.info.ty) {
        (Some(elem), _) => {
            let each = program.types.size_of(elem).unwrap_or(1).max(1);
            let path = path_to(program, elem, offset % each, cell);
            let is_one = object.info.size == each;
            path.map(|path| if is_one { path } else { format!("[{}]{path}", offset / each) })
        }
        (None, Some(ty)) => path_to(program, ty, offset, cell),
        (None, None) => None,
    };
    path.unwrap_or_default()
}

/// A part of what an input pointer points to, or of a block: `*p`, `p->x`, `p[2]`, `p[2].x`.
fn pointee_name(program: &Program, object: &TraceObject, elem: TypeId, cell: Cell) -> String {
    let name = match &object.info.kind {
        ObjectKind::Pointee { name, .. } => with_arrows(name),
        _ => as_operand(object_name(program, object)),
    };
    let each = program.types.size_of(elem).unwrap_or(1).max(1);
    let offset = u64::from(cell.offset);
    let Some(path) = path_to(program, elem, offset % each, cell) else {
        return raw_name(&name, cell);
    };
    match path.strip_prefix('.') {
        Some(field) if object.info.size == each => format!("{name}->{field}"),
        None if object.info.size == each && path.is_empty() => format!("*{name}"),
        None if object.info.size == each => format!("(*{name}){path}"),
        _ => format!("{name}[{}]{path}", offset / each),
    }
}

/// Bytes that are no part of their own, by an address.
fn raw_name(address: &str, cell: Cell) -> String {
    let place = match cell.offset {
        0 => address.to_owned(),
        offset => format!("((char *){address} + {offset})"),
    };
    match cell.size {
        1 => format!("((char *){address})[{}]", cell.offset),
        size @ (2 | 4 | 8) => format!("*(uint{}_t *){place}", 8 * size),
        size => format!("{size} bytes at {place}"),
    }
}

pub(crate) fn local_name(
    program: &Program,
    function: FunctionId,
    local: LocalId,
) -> Option<String> {
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

/// The type of a cell that is a variable or a part of storage whose type is known.
pub fn cell_type(program: &Program, trace: &ErrorTrace, cell: Cell) -> Option<TypeId> {
    let types = &program.types;
    let (ty, offset) = match cell.object {
        CellObject::Register { frame, local } => {
            let function = trace.frames.get(frame as usize)?.function;
            (program.function(function).locals.get(local.index())?.ty, 0)
        }
        CellObject::Memory(id) => {
            let object = trace.object(id)?;
            let offset = u64::from(cell.offset);
            match object.element_type() {
                Some(elem) => (elem, offset % types.size_of(elem).filter(|&size| size > 0)?),
                None => (object.info.ty?, offset),
            }
        }
    };
    if let Some((first, width)) = cell.bits {
        let bit = offset * 8 + u64::from(first);
        return bit_field_path(types, ty, bit, width).map(|(_, ty)| ty);
    }
    types.part_at(ty, offset, u64::from(cell.size))
}

/// The value of a cell; `None` where its type is not known.
pub fn cell_value(program: &Program, trace: &ErrorTrace, cell: Cell, bits: u64) -> Option<String> {
    let ty = cell_type(program, trace, cell)?;
    let bits = match cell.bits {
        Some((_, width)) => sign_extended(program, ty, bits, width),
        None => bits,
    };
    Some(value_text(program, Some(trace), ty, bits))
}

/// `(*(*p).next).value` as `p->next->value`.
pub fn with_arrows(name: &str) -> String {
    let mut name = name.to_owned();
    while let Some(open) = name.rfind("(*") {
        let Some(close) = name[open..].find(").").map(|at| open + at) else { break };
        name = format!("{}{}->{}", &name[..open], &name[open + 2..close], &name[close + 2..]);
    }
    name
}

/// `2nd`, `13th`.
fn ordinal_text(number: u32) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// A name as an operand: one of several words is in parentheses.
pub(crate) fn as_operand(name: String) -> String {
    if name.starts_with("line ") { format!("({name})") } else { name }
}

/// Is what this function of the library allocates a stream?
pub(crate) fn is_file(function: &str) -> bool {
    matches!(function, "fopen" | "fdopen" | "tmpfile")
}

/// The name of a whole object: what it was declared as; of a block, where it was allocated.
pub fn object_name(program: &Program, object: &TraceObject) -> String {
    let local = |function: FunctionId, local: LocalId| {
        let local = program.function(function).local(local);
        if !local.name.is_empty() {
            return local.name.clone();
        }
        let text =
            program.sources.text(local.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let is_literal = text.starts_with('(') && text.len() <= LONGEST_COMPOUND_LITERAL;
        if is_literal { text } else { "(compound literal)".into() }
    };
    let block = |span: Span, what: &str| {
        let line = program.sources.line_column(span).line;
        match object.ordinal {
            1 => format!("line {line}'s {what}"),
            number => format!("line {line}'s {} {what}", ordinal_text(number)),
        }
    };
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
        ObjectKind::Heap { span, function } if is_file(function) => block(*span, "file"),
        ObjectKind::Heap { span, .. } | ObjectKind::Alloca { span } => block(*span, "block"),
        ObjectKind::Argument(index) => format!("argv[{index}]"),
        ObjectKind::ArgumentVector => "argv".into(),
        ObjectKind::Environment => "envp".into(),
        ObjectKind::Pointee { name, .. } => format!("*{}", with_arrows(name)),
        ObjectKind::Stdin => "stdin".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::with_arrows;

    #[test]
    fn names_of_what_pointers_lead_to() {
        assert_eq!(with_arrows("x"), "x");
        assert_eq!(with_arrows("(*p).x"), "p->x");
        assert_eq!(with_arrows("(*(*p).next).value"), "p->next->value");
        assert_eq!(with_arrows("(*p).a[2]"), "p->a[2]");
        assert_eq!(with_arrows("(*list.head).value"), "list.head->value");
        assert_eq!(with_arrows("(*p)"), "(*p)");
    }
}
