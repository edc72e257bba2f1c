//! Numbers of a type, and whether an expected value is the same number.

use whydunit_interp::InputValue;
use whydunit_program::{FloatKind, Program, Type, TypeId};

use crate::Expected;

/// A scalar that is no pointer, from its bits (zero-extended from the size of its type).
pub(crate) fn number(program: &Program, ty: TypeId, bits: u64) -> InputValue {
    match program.types.get(ty) {
        Type::Float(FloatKind::F32) => InputValue::Float(f32::from_bits(bits as u32).into()),
        Type::Float(_) => InputValue::Float(f64::from_bits(bits)),
        Type::Bool => InputValue::Int(i128::from(bits & 1)),
        _ => InputValue::Int(match program.types.int_kind(ty) {
            Some(kind) => integer(bits, kind.bits, kind.signed),
            None => i128::from(bits),
        }),
    }
}

/// As it is written in C: enumeration constants by name, characters between quotes.
pub(crate) fn number_text(program: &Program, ty: TypeId, value: &InputValue) -> String {
    let InputValue::Int(value) = value else { return crate::value_text(value) };
    match program.types.get(ty) {
        Type::Enum(id) => {
            let values = &program.types.enum_info(*id).values;
            let named = values.iter().find(|(_, known)| i128::from(*known) == *value);
            named.map_or_else(|| value.to_string(), |(name, _)| name.clone())
        }
        Type::Int(kind) if kind.bits == 8 => match u8::try_from(*value) {
            Ok(byte) if byte == b' ' || byte.is_ascii_graphic() => {
                let escape = if matches!(byte, b'\'' | b'\\') { "\\" } else { "" };
                format!("{value} '{escape}{}'", char::from(byte))
            }
            _ => value.to_string(),
        },
        _ => value.to_string(),
    }
}

/// Is the scalar what was expected? `None` if no scalar of its type could be.
pub(crate) fn is_same(
    program: &Program,
    ty: TypeId,
    bits: u64,
    expected: &InputValue,
) -> Option<bool> {
    if matches!(expected, InputValue::Name(name) if name == Expected::ANYTHING) {
        return Some(true);
    }
    let expected = numeric(program, ty, expected)?;
    Some(match (number(program, ty, bits), expected) {
        (InputValue::Int(_), InputValue::Int(expected)) => {
            let width = program.types.int_kind(ty).map_or(1, |kind| kind.bits.clamp(1, 64));
            // `-1` and `255` are both what users write for the same byte.
            let fits = (-(1 << (width - 1))..1i128 << width).contains(&expected);
            let mask = u64::MAX >> (64 - u32::from(width));
            fits && expected as u64 & mask == bits & mask
        }
        (InputValue::Int(value), InputValue::Float(expected)) => value as f64 == expected,
        (InputValue::Float(value), InputValue::Int(expected)) => {
            same_float(program, ty, value, expected as f64)
        }
        (InputValue::Float(value), InputValue::Float(expected)) => {
            same_float(program, ty, value, expected)
        }
        _ => return None,
    })
}

/// Names and characters as numbers.
fn numeric(program: &Program, ty: TypeId, expected: &InputValue) -> Option<InputValue> {
    let constant = |name: &str| program.types.enum_constant(name).map(i128::from);
    Some(InputValue::Int(match expected {
        InputValue::Int(_) | InputValue::Float(_) => return Some(expected.clone()),
        InputValue::Name(name) => constant(name)?,
        InputValue::Bytes(bytes) => {
            let is_enum = matches!(program.types.get(ty), Type::Enum(_));
            let named = std::str::from_utf8(bytes).ok().filter(|_| is_enum).and_then(constant);
            match (named, bytes.as_slice()) {
                (Some(value), _) => value,
                (None, [byte]) if !is_enum => i128::from(*byte as i8),
                _ => return None,
            }
        }
        InputValue::List(_) | InputValue::Fields(_) | InputValue::Null => return None,
    }))
}

/// The same bits, after rounding what was expected to the type; what is not a number is the same as any other such.
fn same_float(program: &Program, ty: TypeId, value: f64, expected: f64) -> bool {
    let expected = match program.types.get(ty) {
        Type::Float(FloatKind::F32) => f64::from(expected as f32),
        _ => expected,
    };
    value.to_bits() == expected.to_bits() || (value.is_nan() && expected.is_nan())
}

fn integer(bits: u64, width: u8, signed: bool) -> i128 {
    let width = u32::from(width.clamp(1, 64));
    let low = i128::from(bits) & ((1 << width) - 1);
    if signed && low >> (width - 1) != 0 { low - (1 << width) } else { low }
}
