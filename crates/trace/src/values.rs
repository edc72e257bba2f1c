//! Values as C programmers write them.

use whydunit_interp::ObjectKind;
use whydunit_program::{FloatKind, FunctionId, Program, Type, TypeId, cell_path};

use crate::{ErrorTrace, names::object_name};

/// The value of `bits` (zero-extended from the type's size) read as `ty`. With a trace, pointers are
/// shown by what they point to.
pub fn value_text(program: &Program, trace: Option<&ErrorTrace>, ty: TypeId, bits: u64) -> String {
    let types = &program.types;
    match types.get(ty) {
        Type::Float(FloatKind::F32) => float_text(f64::from(f32::from_bits(bits as u32))),
        Type::Float(_) => float_text(f64::from_bits(bits)),
        Type::Pointer(to) => pointer_text(program, trace, *to, bits),
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
                Ok(byte @ (b' '..=b'~' | b'\n' | b'\t' | b'\r')) if kind.bits == 8 => {
                    format!("{value} '{}'", byte.escape_ascii())
                }
                _ => value.to_string(),
            }
        }
    }
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
