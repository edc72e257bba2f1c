//! Values as programmers write them.

use whydunit_interp::ObjectKind;
use whydunit_program::{Arithmetic, FloatKind, FunctionId, Program, Type, TypeId, cell_path};

use crate::names::object_name;
use crate::{BulkWrite, ErrorTrace};

/// The value of `bits` (zero-extended from the type's size) read as `ty`. With a trace, pointers are
/// shown by what they point to.
pub fn value_text(program: &Program, trace: Option<&ErrorTrace>, ty: TypeId, bits: u64) -> String {
    let types = &program.types;
    match types.get(ty) {
        Type::Float(FloatKind::F32) => float_text(f64::from(f32::from_bits(bits as u32))),
        Type::Float(_) => float_text(f64::from_bits(bits)),
        Type::Pointer(to) => pointer_text(program, trace, *to, bits),
        Type::Bool if !has_characters(program) => (bits != 0).to_string(),
        Type::Enum(id) => {
            let info = types.enum_info(*id);
            let value = signed_value(bits, info.repr.bits, info.repr.signed);
            let named = info.values.iter().find(|(_, known)| i128::from(*known) == value);
            named.map_or_else(|| value.to_string(), |(name, _)| name.clone())
        }
        _ => {
            let Some(kind) = types.int_kind(ty) else { return format!("{bits:#x}") };
            let value = signed_value(bits, kind.bits, kind.signed);
            match u8::try_from(value) {
                Ok(byte @ (b' '..=b'~' | b'\n' | b'\t' | b'\r'))
                    if kind.bits == 8 && has_characters(program) =>
                {
                    format!("{value} '{}'", byte.escape_ascii())
                }
                _ => value.to_string(),
            }
        }
    }
}

/// Are numbers of one byte characters?
fn has_characters(program: &Program) -> bool {
    program.arithmetic == Arithmetic::Machine
}

/// Longer strings and lists are cut off here.
const SHOWN_BYTES: usize = 64;
const SHOWN_ELEMENTS: usize = 16;

/// The bytes of a part of type `ty`, or of several elements of type `ty`, as a C initialiser.
pub(crate) fn bytes_text(
    program: &Program,
    trace: &ErrorTrace,
    ty: TypeId,
    bulk: &BulkWrite,
) -> String {
    let bytes = trace.bytes_of(bulk);
    let each = program.types.size_of(ty).unwrap_or(1).max(1);
    if bulk.size == each || !program.types.is_scalar(ty) && bulk.size < each {
        return part_text(program, trace, ty, bytes, bulk.size);
    }
    list_text(program, trace, ty, bytes, bulk.size)
}

/// `bytes` is the beginning of a part of `size` bytes.
fn part_text(program: &Program, trace: &ErrorTrace, ty: TypeId, bytes: &[u8], size: u64) -> String {
    let types = &program.types;
    match types.get(ty) {
        Type::Array { elem, .. } => list_text(program, trace, *elem, bytes, size),
        Type::Record(id) => {
            let record = types.record(*id);
            let shown = record.fields.iter().take(if record.is_union { 1 } else { SHOWN_ELEMENTS });
            let fields: Vec<String> = shown
                .filter(|field| field.bits.is_none())
                .filter_map(|field| {
                    let size = types.size_of(field.ty)?;
                    let start = usize::try_from(field.offset).ok()?;
                    let end = start + usize::try_from(size).ok()?;
                    let value = part_text(program, trace, field.ty, bytes.get(start..end)?, size);
                    Some(format!(".{} = {value}", field.name))
                })
                .collect();
            let whole = fields.len() == record.fields.len();
            format!("{{{}{}}}", fields.join(", "), if whole { "" } else { ", ..." })
        }
        _ => {
            let mut word = [0; 8];
            let known = bytes.len().min(8);
            word[..known].copy_from_slice(&bytes[..known]);
            value_text(program, Some(trace), ty, u64::from_le_bytes(word))
        }
    }
}

/// `size` bytes, of which `bytes` is the beginning, as elements of type `elem`.
fn list_text(
    program: &Program,
    trace: &ErrorTrace,
    elem: TypeId,
    bytes: &[u8],
    size: u64,
) -> String {
    let is_byte = program.types.int_kind(elem).is_some_and(|kind| kind.bits == 8);
    if is_byte && has_characters(program) {
        // A string ends at its first NUL when only NULs follow.
        let text = bytes.iter().rposition(|&byte| byte != 0).map_or(&[][..], |end| &bytes[..=end]);
        let shown = &text[..text.len().min(SHOWN_BYTES)];
        let cut = if shown.len() < text.len() || size > bytes.len() as u64 { "..." } else { "" };
        return format!("\"{}\"{cut}", shown.escape_ascii().to_string().replace("\\x00", "\\0"));
    }
    let each = program.types.size_of(elem).unwrap_or(1).max(1);
    let count = size / each;
    if bytes.iter().all(|&byte| byte == 0) && count > 4 && bytes.len() as u64 == size {
        return format!("{{0, ...}} ({count} elements)");
    }
    let elements = bytes.chunks_exact(each as usize).take(SHOWN_ELEMENTS);
    let shown: Vec<String> =
        elements.map(|element| part_text(program, trace, elem, element, each)).collect();
    if (shown.len() as u64) < count {
        return format!("{{{}, ...}} ({count} elements)", shown.join(", "));
    }
    format!("{{{}}}", shown.join(", "))
}

fn signed_value(bits: u64, width: u8, signed: bool) -> i128 {
    let width = u32::from(width.clamp(1, 64));
    let low = i128::from(bits) & ((1 << width) - 1);
    if signed && low >> (width - 1) != 0 { low - (1 << width) } else { low }
}

fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-5..1e16).contains(&magnitude) {
        format!("{value:e}")
    } else {
        format!("{value:?}")
    }
}

fn pointer_text(
    program: &Program,
    trace: Option<&ErrorTrace>,
    pointee: TypeId,
    address: u64,
) -> String {
    if address == 0 {
        return "NULL".into();
    }
    let Some(trace) = trace else { return format!("{address:#x}") };
    if let Some(name) = function_name(program, trace, pointee, address) {
        return name;
    }
    let Some((object, offset)) = trace.locate(address) else { return format!("{address:#x}") };
    let name = object_name(program, object);
    if let ObjectKind::Global(id) = object.info.kind {
        let global = program.global(id);
        if global.is_literal && offset == 0 {
            return program.sources.text(global.span).to_string();
        }
    }
    let Some(ty) = object.info.ty else {
        let each = object.elem.and_then(|elem| program.types.size_of(elem)).unwrap_or(0) as i64;
        let is_element = each > 0 && each < object.info.size as i64 && offset % each == 0;
        if is_element && offset > 0 && offset < object.info.size as i64 {
            return format!("&{name}[{}]", offset / each);
        }
        return if offset == 0 { format!("&{name}") } else { format!("&{name} + {offset} bytes") };
    };
    if offset == object.info.size as i64 {
        return format!("&{name} + 1 (one past the end)");
    }
    let size = program.types.size_of(pointee).unwrap_or(1).max(1);
    if offset < 0 || offset as u64 + size > object.info.size {
        return format!("&{name} {} {} bytes", if offset < 0 { '-' } else { '+' }, offset.abs());
    }
    format!("&{name}{}", cell_path(&program.types, ty, offset as u64, size))
}

fn function_name(
    program: &Program,
    trace: &ErrorTrace,
    pointee: TypeId,
    address: u64,
) -> Option<String> {
    if !matches!(program.types.get(pointee), Type::Function(_)) {
        return None;
    }
    let index = trace.function_addresses.iter().position(|&known| known == address)?;
    Some(program.function(FunctionId(index as u32)).name.clone())
}
