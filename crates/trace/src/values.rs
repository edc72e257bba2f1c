//! Scalar values as programmers write them. What has parts is in `shown`, where pointers lead in `pointers`.
//!
//! A number of one byte is shown with its character, as gdb does it (`97 'a'`); `_Bool` as `true` and `false`; a constant of an
//! enumeration by its name; a floating number in the fewest digits that are read back as the same.

use whydunit_program::{Arithmetic, FloatKind, Program, Type, TypeId};

use crate::{ErrorTrace, literals, pointers};

/// The value of `bits` (zero-extended from the type's size) read as `ty`. With a trace, pointers are
/// shown by what they point to.
pub fn value_text(program: &Program, trace: Option<&ErrorTrace>, ty: TypeId, bits: u64) -> String {
    let types = &program.types;
    match types.get(ty) {
        Type::Float(FloatKind::F32) => {
            let value = f32::from_bits(bits as u32);
            float_text(value.into(), &format!("{value:?}"), &format!("{value:e}"))
        }
        Type::Float(_) => {
            let value = f64::from_bits(bits);
            float_text(value, &format!("{value:?}"), &format!("{value:e}"))
        }
        Type::Pointer(to) => pointers::pointer_text(program, trace, *to, bits, None),
        Type::Bool if bits <= 1 => (bits != 0).to_string(),
        Type::Enum(id) => {
            let info = types.enum_info(*id);
            let value = signed_value(bits, info.repr.bits, info.repr.signed);
            let named = info.values.iter().find(|(_, known)| i128::from(*known) == value);
            named.map_or_else(|| value.to_string(), |(name, _)| name.clone())
        }
        _ => {
            let Some(kind) = types.int_kind(ty) else { return format!("{bits:#x}") };
            let value = signed_value(bits, kind.bits, kind.signed);
            let is_character = kind.bits == 8 && has_characters(program);
            let byte = u8::try_from(value).ok().filter(|_| is_character);
            match byte.and_then(literals::character) {
                Some(character) => format!("{value} {character}"),
                None => value.to_string(),
            }
        }
    }
}

/// Are numbers of one byte characters?
pub(crate) fn has_characters(program: &Program) -> bool {
    program.arithmetic == Arithmetic::Machine
}

/// Is an array of this type one of characters?
pub(crate) fn is_character(program: &Program, ty: TypeId) -> bool {
    let is_byte = matches!(program.types.get(ty), Type::Int(kind) if kind.bits == 8);
    is_byte && has_characters(program)
}

fn signed_value(bits: u64, width: u8, signed: bool) -> i128 {
    let width = u32::from(width.clamp(1, 64));
    let low = i128::from(bits) & ((1 << width) - 1);
    if signed && low >> (width - 1) != 0 { low - (1 << width) } else { low }
}

fn float_text(value: f64, plain: &str, with_exponent: &str) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let magnitude = value.abs();
    let needs_exponent = magnitude != 0.0 && !(1e-5..1e16).contains(&magnitude);
    if needs_exponent { with_exponent.into() } else { plain.into() }
}
