//! Values as C constants.

use whydunit_program::{FloatKind, IntKind, Type, TypeId, TypeTable};

/// A scalar, not a pointer, as a constant that has this value in its type.
pub(crate) fn scalar(types: &TypeTable, ty: TypeId, bits: u64) -> String {
    match types.get(ty) {
        Type::Float(FloatKind::F32) => float(f64::from(f32::from_bits(bits as u32)), "f", || {
            format!("{:?}f", f32::from_bits(bits as u32))
        }),
        // The value of a `long double` is that of a `double`, here and in the constant.
        Type::Float(_) => {
            let value = f64::from_bits(bits);
            float(value, "", || format!("{value:?}"))
        }
        Type::Enum(id) => {
            let info = types.enum_info(*id);
            let value = extended(bits, info.repr);
            match info.values.iter().find(|(_, known)| i128::from(*known) == value) {
                Some((name, _)) => name.clone(),
                None => integer(value),
            }
        }
        Type::Int(kind) if kind.bits == 8 && kind.signed => character(bits as u8),
        _ => types
            .int_kind(ty)
            .map_or_else(|| bits.to_string(), |kind| integer(extended(bits, kind))),
    }
}

/// The number that the low bits stand for.
pub(crate) fn extended(bits: u64, kind: IntKind) -> i128 {
    let unused = 64 - u32::from(kind.bits.clamp(1, 64));
    if kind.signed {
        i128::from(((bits << unused) as i64) >> unused)
    } else {
        i128::from((bits << unused) >> unused)
    }
}

/// An integer with the suffix it needs; the least ones of their types have no constant of their own.
pub(crate) fn integer(value: i128) -> String {
    const INT_MIN: i128 = i32::MIN as i128;
    const LONG_MIN: i128 = i64::MIN as i128;
    match value {
        INT_MIN => "(-2147483647 - 1)".into(),
        LONG_MIN => "(-9223372036854775807LL - 1)".into(),
        _ if i32::try_from(value).is_ok() => value.to_string(),
        _ if u32::try_from(value).is_ok() => format!("{value}U"),
        _ if i64::try_from(value).is_ok() => format!("{value}LL"),
        _ => format!("{value}ULL"),
    }
}

fn float(value: f64, suffix: &str, finite: impl FnOnce() -> String) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_nan() {
        let payload = value.to_bits() & ((1 << 51) - 1);
        let tag = if payload == 0 { String::new() } else { format!("{payload:#x}") };
        return format!("{sign}__builtin_nan{}(\"{tag}\")", suffix.to_lowercase());
    }
    if value.is_infinite() {
        return format!("{sign}__builtin_inf{}()", suffix.to_lowercase());
    }
    finite()
}

/// A `char`: letters and the like as such.
fn character(byte: u8) -> String {
    match byte {
        b'\n' => r"'\n'".into(),
        b'\'' | b'\\' => format!(r"'\{}'", byte as char),
        b' '..=b'~' => format!("'{}'", byte as char),
        _ => (byte as i8).to_string(),
    }
}

/// Bytes as a string constant, without the NUL that C adds.
pub(crate) fn string(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for (index, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\n' => out.push_str(r"\n"),
            b'\t' => out.push_str(r"\t"),
            b'"' | b'\\' => out.extend(['\\', byte as char]),
            // `??=` and its like are something else in old C.
            b'?' => out.push_str(r"\?"),
            b' '..=b'~' => out.push(byte as char),
            _ => {
                // A digit after it would be taken for a part of it.
                let digit_follows = bytes.get(index + 1).is_some_and(u8::is_ascii_digit);
                out.push_str(&if digit_follows {
                    format!("\\{byte:03o}")
                } else {
                    format!("\\{byte:o}")
                });
            }
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use whydunit_program::Target;

    #[test]
    fn integers_keep_their_values() {
        let texts = [
            (41, "41"),
            (-1, "-1"),
            (i32::MIN.into(), "(-2147483647 - 1)"),
            (u32::MAX.into(), "4294967295U"),
            (-3_000_000_000, "-3000000000LL"),
            (u64::MAX.into(), "18446744073709551615ULL"),
        ];
        texts.into_iter().for_each(|(value, text)| assert_eq!(integer(value), text));
    }

    #[test]
    fn scalars_by_type() {
        let mut types = TypeTable::new(Target::Lp64);
        let (char, byte) = (types.int(8, true), types.int(8, false));
        let float = types.intern(Type::Float(FloatKind::F32));
        let double = types.intern(Type::Float(FloatKind::F64));
        assert_eq!(scalar(&types, char, 0x61), "'a'");
        assert_eq!(scalar(&types, char, 0xff), "-1");
        assert_eq!(scalar(&types, byte, 0xff), "255");
        assert_eq!(scalar(&types, float, u64::from(0.1f32.to_bits())), "0.1f");
        assert_eq!(scalar(&types, double, (-0.0f64).to_bits()), "-0.0");
        assert_eq!(scalar(&types, double, 1e300f64.to_bits()), "1e300");
        assert_eq!(scalar(&types, double, f64::NEG_INFINITY.to_bits()), "-__builtin_inf()");
        assert_eq!(scalar(&types, double, 0x7ff8_0000_0000_0000), "__builtin_nan(\"\")");
        assert_eq!(scalar(&types, double, 0xfff8_0000_0000_0001), "-__builtin_nan(\"0x1\")");
    }

    #[test]
    fn strings_are_unambiguous() {
        assert_eq!(string(b"a\"b\\\n"), r#""a\"b\\\n""#);
        assert_eq!(string(b"\x011\x01a\xff??="), r#""\0011\1a\377\?\?=""#);
    }
}
