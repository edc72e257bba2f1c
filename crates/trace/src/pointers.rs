//! Pointers by what they point to: `&buf[2]`, `&buf[8] (one past the end)`, `line 34's block (freed)`, `"hello" + 1`.
//!
//! A pointer belongs to the object, or the array inside of one, that it was made from, wherever it points by now. A block from the heap
//! goes by the line that allocated it.

use whydunit_interp::ObjectKind;
use whydunit_program::{GlobalId, InitValue, Program, Target, Type, TypeId, TypeTable};

use crate::limits::LONGEST_LITERAL;
use crate::names::{as_operand, object_name};
use crate::{ErrorTrace, PointerEntry, TraceObject, literals};

/// When a pointer is looked at, and from where.
pub(crate) struct Seen<'a> {
    /// What was released when there were at most this many steps no longer exists.
    pub(crate) moment: u32,
    /// The name of a variable that leads to a block.
    pub(crate) block_name: &'a dyn Fn(&TraceObject) -> Option<String>,
}

/// Without a moment, everything exists that ever did.
pub(crate) fn pointer_text(
    program: &Program,
    trace: Option<&ErrorTrace>,
    pointee: TypeId,
    address: u64,
    seen: Option<&Seen<'_>>,
) -> String {
    if address == 0 {
        return "NULL".into();
    }
    let Some(trace) = trace else {
        let function = whydunit_interp::function_at(program, address);
        return match function {
            Some(function) => program.function(function).name.clone(),
            None => format!("{address:#x}"),
        };
    };
    if let Some(function) = trace.function_at(address) {
        return program.function(function).name.clone();
    }
    let target = program.types.target();
    let Some(pointed) = Pointed::new(trace, target, address) else {
        return format!("{address:#x}");
    };
    // The address of the whole block says which block it is; a place inside of it is best told by the variable.
    let name = seen.filter(|_| pointed.offset() != 0);
    let name = name.and_then(|seen| (seen.block_name)(pointed.entry.object));
    let name = name.unwrap_or_else(|| match pointed.offset() {
        0 => pointer_name(program, pointed.entry.object),
        _ => as_operand(pointer_name(program, pointed.entry.object)),
    });
    let (text, remark) = match pointed.position() {
        Position::Inside => (pointed.inside(program, pointee, name), None),
        Position::End => (pointed.outside(program, pointee, name), Some("one past the end")),
        Position::Outside => (pointed.outside(program, pointee, name), Some("out of bounds")),
    };
    match seen.and_then(|seen| pointed.end_of_life(seen.moment)).or(remark) {
        Some(remark) => format!("{text} ({remark})"),
        None => text,
    }
}

/// Where a pointer points to.
pub(crate) struct Pointed<'t> {
    pub(crate) entry: PointerEntry<'t>,
    /// From the first byte of the entry.
    pub(crate) distance: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    Inside,
    End,
    Outside,
}

impl<'t> Pointed<'t> {
    pub(crate) fn new(trace: &'t ErrorTrace, target: Target, address: u64) -> Option<Pointed<'t>> {
        let entry = trace.pointer_entry(target, address)?;
        let distance = address.wrapping_sub(entry.start) as i64;
        Some(Pointed { entry, distance })
    }

    pub(crate) fn position(&self) -> Position {
        let size = self.entry.size as i64;
        match self.distance {
            0 if size == 0 => Position::Inside,
            distance if distance == size => Position::End,
            distance if (0..size).contains(&distance) => Position::Inside,
            _ => Position::Outside,
        }
    }

    pub(crate) fn end_of_life(&self, moment: u32) -> Option<&'static str> {
        let object = self.entry.object;
        let is_gone = object.released.is_some_and(|released| released <= moment);
        is_gone.then_some(match object.info.kind {
            ObjectKind::Heap { .. } => "freed",
            _ => "no longer exists",
        })
    }

    /// From the first byte of the object.
    fn offset(&self) -> i64 {
        self.entry.offset as i64 + self.distance
    }

    /// `name` is that of a pointer to the object.
    fn inside(&self, program: &Program, pointee: TypeId, name: String) -> String {
        let (types, object) = (&program.types, self.entry.object);
        let offset = self.offset() as u64;
        if let ObjectKind::Global(id) = object.info.kind
            && let Some(literal) = literal_text(program, id)
        {
            return if offset == 0 { literal } else { format!("{literal} + {offset}") };
        }
        let block = Block::of(program, object);
        if let Some(ty) = object.info.ty.filter(|_| block.is_none()) {
            let name = object_name(program, object);
            return match part_path(types, ty, offset, pointee) {
                (path, 0) => format!("&{name}{path}"),
                (path, rest) => format!("(char *)&{name}{path} + {rest}"),
            };
        }
        let Some(Block { elem, count, each }) = block else {
            return if offset == 0 { name } else { format!("(char *){name} + {offset}") };
        };
        let is_declared = matches!(object.info.kind, ObjectKind::Vla { .. });
        if offset == 0 && !is_declared {
            return name;
        }
        let (path, rest) = part_path(types, elem, offset % each, pointee);
        let element = match path.strip_prefix('.') {
            _ if count > 1 || is_declared => format!("&{name}[{}]{path}", offset / each),
            Some(member) => format!("&{name}->{member}"),
            None => format!("&(*{name}){path}"),
        };
        if rest == 0 { element } else { format!("(char *){element} + {rest}") }
    }

    /// At the end of the array that the pointer was made from, or anywhere beyond its ends.
    fn outside(&self, program: &Program, pointee: TypeId, name: String) -> String {
        let (types, object) = (&program.types, self.entry.object);
        let signed = |number: i64| match number < 0 {
            true => format!("- {}", number.unsigned_abs()),
            false => format!("+ {number}"),
        };
        if let ObjectKind::Global(id) = object.info.kind
            && let Some(literal) = literal_text(program, id)
        {
            return format!("{literal} {}", signed(self.distance));
        }
        if let Some(Block { each, count, .. }) = Block::of(program, object) {
            let index = self.distance.div_euclid(each as i64);
            return match self.distance.rem_euclid(each as i64) {
                0 if count > 1 => format!("&{name}[{index}]"),
                0 => format!("{name} {}", signed(index)),
                _ => format!("(char *){name} {}", signed(self.distance)),
            };
        }
        let Some(ty) = object.info.ty else {
            return format!("(char *){name} {}", signed(self.distance));
        };
        let (path, part) = self.part(types, ty);
        let name = format!("{}{path}", object_name(program, object));
        let (is_array, each) = match types.get(part) {
            Type::Array { elem, .. } => (true, types.size_of(*elem)),
            _ => (false, types.size_of(part)),
        };
        let each = each.filter(|&size| size > 0).map_or(1, |size| size as i64);
        let index = self.distance.div_euclid(each);
        match self.distance.rem_euclid(each) {
            0 if is_array => format!("&{name}[{index}]"),
            0 => format!("&{name} {}", signed(index)),
            _ => match types.size_of(pointee).map(|size| size as i64) {
                Some(size) if is_array && size > 1 && self.distance % size == 0 => {
                    format!("&{name}[0] {}", signed(self.distance / size))
                }
                _ => format!("(char *)&{name} {}", signed(self.distance)),
            },
        }
    }

    /// The array (or other part) that the pointer is confined to.
    fn part(&self, types: &TypeTable, ty: TypeId) -> (String, TypeId) {
        let found = whydunit_program::range_path(types, ty, self.entry.offset, self.entry.size);
        found
            .filter(|(_, part)| types.size_of(*part) == Some(self.entry.size))
            .unwrap_or((String::new(), ty))
    }
}

/// Storage that is known by the pointer to it, as elements of one type.
struct Block {
    elem: TypeId,
    count: u64,
    each: u64,
}

impl Block {
    fn of(program: &Program, object: &TraceObject) -> Option<Block> {
        let elem = object.element_type()?;
        let each = program.types.size_of(elem).filter(|&size| size > 0)?;
        let count = object.info.size / each;
        Some(Block { elem, count, each })
    }
}

/// How the address of an object's beginning is written.
fn pointer_name(program: &Program, object: &TraceObject) -> String {
    match &object.info.kind {
        ObjectKind::Global(_) | ObjectKind::Local { .. } => {
            format!("&{}", object_name(program, object))
        }
        ObjectKind::Pointee { name, .. } => crate::names::with_arrows(name),
        _ => object_name(program, object),
    }
}

/// Path to what lies at an offset, and how many bytes the offset lies inside of that: what has the type of the pointer's target, else
/// what has its size, else the outermost part that starts there.
fn part_path(types: &TypeTable, ty: TypeId, offset: u64, pointee: TypeId) -> (String, u64) {
    let is_same = |part: TypeId| part == pointee;
    let size = types.size_of(pointee).filter(|_| types.is_scalar(pointee));
    let fits = |part: TypeId| types.is_scalar(part) && types.size_of(part) == size;
    let found =
        find_part(types, ty, offset, &is_same).or_else(|| find_part(types, ty, offset, &fits));
    if let Some(path) = found.or_else(|| find_part(types, ty, offset, &|_| true)) {
        return (path, 0);
    }
    for inside in 1..=offset.min(8) {
        let is_number = |part| types.is_scalar(part) && types.size_of(part) > Some(inside);
        if let Some(path) = find_part(types, ty, offset - inside, &is_number) {
            return (path, inside);
        }
    }
    (String::new(), offset)
}

/// Path to the outermost part that starts at an offset and is wanted.
fn find_part(
    types: &TypeTable,
    ty: TypeId,
    offset: u64,
    is_wanted: &dyn Fn(TypeId) -> bool,
) -> Option<String> {
    if offset == 0 && is_wanted(ty) {
        return Some(String::new());
    }
    match types.get(ty) {
        Type::Array { elem, .. } => {
            let each = types.size_of(*elem).filter(|&size| size > 0)?;
            let rest = find_part(types, *elem, offset % each, is_wanted)?;
            Some(format!("[{}]{rest}", offset / each))
        }
        Type::Record(id) => types.record(*id).fields.iter().find_map(|field| {
            let inside = offset.checked_sub(field.offset).filter(|_| field.bits.is_none())?;
            let is_open = matches!(types.get(field.ty), Type::Array { len: None, .. });
            if !is_open && inside >= types.size_of(field.ty)? {
                return None;
            }
            let rest = find_part(types, field.ty, inside, is_wanted)?;
            let dot = if field.name.is_empty() { "" } else { "." };
            Some(format!("{dot}{}{rest}", field.name))
        }),
        _ => None,
    }
}

/// A string literal as such, whatever macros it came from.
fn literal_text(program: &Program, id: GlobalId) -> Option<String> {
    let global = program.global(id);
    if !global.is_literal {
        return None;
    }
    let bytes = match global.init.as_slice() {
        [] => &[],
        [part] => match &part.value {
            InitValue::Bytes(bytes) if part.offset == 0 => bytes.as_slice(),
            _ => return Some(program.sources.text(global.span).to_owned()),
        },
        _ => return Some(program.sources.text(global.span).to_owned()),
    };
    let is_wide = match program.types.get(global.ty) {
        Type::Array { elem, .. } => program.types.size_of(*elem) != Some(1),
        _ => true,
    };
    if is_wide {
        return Some(program.sources.text(global.span).to_owned());
    }
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let text = &bytes[..end];
    Some(if text.len() <= LONGEST_LITERAL {
        literals::string(text)
    } else {
        let (head, tail) =
            (&text[..LONGEST_LITERAL / 2], &text[text.len() - LONGEST_LITERAL / 2..]);
        format!("{}...{}", literals::string(head), literals::string(tail))
    })
}
