//! Constants of C: read, computed with, and written so that they mean the same to every reader.

use whydunit_interp::InputValue;
use whydunit_program::{FloatKind, Type, TypeId, TypeTable};

/// How many bytes of the text, which starts with a digit or `.`, belong to its number.
pub(crate) fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_hex = text.starts_with("0x") || text.starts_with("0X");
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let is_sign_of_exponent = matches!(byte, b'+' | b'-')
            && at > 0
            && match bytes[at - 1] {
                b'e' | b'E' => !is_hex,
                b'p' | b'P' => is_hex,
                _ => false,
            };
        if !(byte.is_ascii_alphanumeric() || byte == b'.' || is_sign_of_exponent) {
            break;
        }
        at += 1;
    }
    at
}

/// An integer or floating constant with its suffix.
pub(crate) fn number(text: &str) -> Option<InputValue> {
    let text = text.to_ascii_lowercase();
    let is_hex = text.starts_with("0x");
    let is_float = if is_hex { text.contains(['.', 'p']) } else { text.contains(['.', 'e']) };
    if is_float {
        let digits = text.trim_end_matches(['l']);
        let digits =
            if is_hex && !text.contains('p') { digits } else { digits.trim_end_matches('f') };
        let value = if is_hex { hex_float(digits)? } else { digits.parse().ok()? };
        return Some(InputValue::Float(value));
    }
    let digits = text.trim_end_matches(['u', 'l']);
    let (digits, radix) = if let Some(digits) = digits.strip_prefix("0x") {
        (digits, 16)
    } else if let Some(digits) = digits.strip_prefix("0b") {
        (digits, 2)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (&digits[1..], 8)
    } else {
        (digits, 10)
    };
    if let Ok(value) = i128::from_str_radix(digits, radix) {
        return Some(InputValue::Int(value));
    }
    // CBMC writes `1f` for a whole number of type float.
    let digits = text.strip_suffix('f')?;
    digits.parse().ok().map(InputValue::Float)
}

/// `0x1.8p3`
fn hex_float(text: &str) -> Option<f64> {
    let (digits, exponent) = text.strip_prefix("0x")?.split_once('p')?;
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut mantissa: u64 = 0;
    for digit in whole.chars().chain(fraction.chars()) {
        mantissa = mantissa.checked_mul(16)?.checked_add(u64::from(digit.to_digit(16)?))?;
    }
    let exponent = exponent.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    // In two halves, so that neither leaves the range of exponents too early.
    let half = exponent / 2;
    Some(mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half))
}

/// A character constant at the start of the text, and how many bytes it takes.
pub(crate) fn character(text: &str) -> Option<(i128, usize)> {
    let inside = text.strip_prefix('\'')?;
    let mut chars = inside.char_indices();
    let (_, first) = chars.next()?;
    let (value, length) = if first == '\\' {
        let escape = &inside[1..];
        let (_, kind) = chars.next()?;
        match kind {
            'n' => (10, 2),
            't' => (9, 2),
            'r' => (13, 2),
            'a' => (7, 2),
            'b' => (8, 2),
            'f' => (12, 2),
            'v' => (11, 2),
            'x' => {
                let digits = escape[1..].find(|c: char| !c.is_ascii_hexdigit())?;
                (i128::from_str_radix(&escape[1..=digits], 16).ok()?, digits + 2)
            }
            '0'..='7' => {
                let digits = escape.find(|c: char| !c.is_digit(8))?;
                (i128::from_str_radix(&escape[..digits], 8).ok()?, digits + 1)
            }
            other => (i128::from(u32::from(other)), 1 + other.len_utf8()),
        }
    } else {
        (i128::from(u32::from(first)), first.len_utf8())
    };
    inside[length..].starts_with('\'').then_some((value, length + 2))
}

pub(crate) fn apply_unary(sign: &str, value: InputValue) -> Option<InputValue> {
    Some(match (sign, value) {
        ("+", value) => value,
        ("-", InputValue::Int(value)) => InputValue::Int(value.checked_neg()?),
        ("-", InputValue::Float(value)) => InputValue::Float(-value),
        ("~", InputValue::Int(value)) => InputValue::Int(!value),
        _ => return None,
    })
}

pub(crate) fn apply_binary(sign: &str, left: InputValue, right: InputValue) -> Option<InputValue> {
    if let (InputValue::Int(left), InputValue::Int(right)) = (&left, &right) {
        let (left, right) = (*left, *right);
        let amount = || u32::try_from(right).ok().filter(|amount| *amount < 64);
        return Some(InputValue::Int(match sign {
            "+" => left.checked_add(right)?,
            "-" => left.checked_sub(right)?,
            "*" => left.checked_mul(right)?,
            "/" => left.checked_div(right)?,
            "%" => left.checked_rem(right)?,
            "<<" => left.checked_mul(1 << amount()?)?,
            ">>" => left >> amount()?,
            "&" => left & right,
            "|" => left | right,
            "^" => left ^ right,
            _ => return None,
        }));
    }
    let float = |value: &InputValue| match value {
        InputValue::Int(value) => Some(*value as f64),
        InputValue::Float(value) => Some(*value),
        _ => None,
    };
    let (left, right) = (float(&left)?, float(&right)?);
    Some(InputValue::Float(match sign {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        _ => return None,
    }))
}

/// The bits that a scalar of the type holds when it is given the value; as in the records of inputs.
pub(crate) fn bits(types: &TypeTable, ty: TypeId, value: &InputValue) -> Option<u64> {
    let float = |value: f64, kind: FloatKind| match kind {
        FloatKind::F32 => u64::from((value as f32).to_bits()),
        FloatKind::F64 | FloatKind::Long => value.to_bits(),
    };
    match (types.get(ty), value) {
        (Type::Bool, InputValue::Int(value)) => Some(u64::from(*value != 0)),
        (Type::Float(kind), InputValue::Int(value)) => Some(float(*value as f64, *kind)),
        (Type::Float(kind), InputValue::Float(value)) => Some(float(*value, *kind)),
        (Type::Pointer(_), InputValue::Null | InputValue::Int(0)) => Some(0),
        (_, InputValue::Int(value)) => {
            let width = u32::from(types.int_kind(ty)?.bits);
            let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
            Some(*value as u64 & mask)
        }
        _ => None,
    }
}

/// The value that recorded bits of a type stand for.
pub(crate) fn value(types: &TypeTable, ty: TypeId, bits: u64) -> Option<InputValue> {
    match types.get(ty) {
        Type::Bool => Some(InputValue::Int(i128::from(bits & 1))),
        Type::Float(FloatKind::F32) => {
            Some(InputValue::Float(f64::from(f32::from_bits(bits as u32))))
        }
        Type::Float(_) => Some(InputValue::Float(f64::from_bits(bits))),
        Type::Pointer(_) => (bits == 0).then_some(InputValue::Null),
        _ => {
            let kind = types.int_kind(ty)?;
            let unused = 64 - u32::from(kind.bits.clamp(1, 64));
            Some(InputValue::Int(if kind.signed {
                i128::from((bits << unused) as i64 >> unused)
            } else {
                i128::from(bits << unused >> unused)
            }))
        }
    }
}

/// A constant expression of C with that value; none for what C has no constant for (a NaN, lists).
pub(crate) fn text(value: &InputValue) -> Option<String> {
    match value {
        InputValue::Int(value) => Some(integer_text(*value)),
        InputValue::Float(value) if value.is_nan() => None,
        InputValue::Float(value) if value.is_infinite() => {
            Some(if *value > 0.0 { "(1.0 / 0.0)" } else { "(-1.0 / 0.0)" }.to_owned())
        }
        InputValue::Float(value) => Some(format!("{value:?}")),
        InputValue::Null => Some("0".into()),
        _ => None,
    }
}

/// `-2147483648` is `-` applied to a `long`, and the smallest `long long` has no constant at all.
fn integer_text(value: i128) -> String {
    const INT: std::ops::RangeInclusive<i128> = -(i32::MAX as i128)..=i32::MAX as i128;
    if INT.contains(&value) {
        value.to_string()
    } else if value == i128::from(i64::MIN) {
        format!("(-{}LL - 1)", i64::MAX)
    } else if value == i128::from(i32::MIN) {
        format!("(-{} - 1)", i32::MAX)
    } else if value > i128::from(i64::MAX) {
        format!("{value}ULL")
    } else {
        format!("{value}LL")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::expression;

    #[test]
    fn what_is_written_reads_as_the_same() {
        let ints = [0, 1, -1, 127, i32::MIN as i128, i32::MAX as i128, u32::MAX as i128];
        let wide = [i64::MIN as i128, i64::MAX as i128, u64::MAX as i128, i64::MIN as i128 + 1];
        let floats = [0.0, -0.0, 1.5, 1e-320, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, 0.1];
        let values = ints
            .into_iter()
            .chain(wide)
            .map(InputValue::Int)
            .chain(floats.into_iter().map(InputValue::Float));
        for value in values {
            let text = text(&value).expect("should have a constant");
            let facts = expression::facts(&format!("x == {text}"));
            assert_eq!(facts.len(), 1, "{text}");
            assert_eq!(facts[0].value, value, "{text}");
        }
        assert_eq!(text(&InputValue::Float(f64::NAN)), None);
    }

    #[test]
    fn odd_numbers() {
        for (text, value) in [
            ("017", Some(InputValue::Int(15))),
            ("0b101", Some(InputValue::Int(5))),
            ("5ull", Some(InputValue::Int(5))),
            ("1f", Some(InputValue::Float(1.0))),
            ("1e3", Some(InputValue::Float(1000.0))),
            ("0x1p-1074", Some(InputValue::Float(5e-324))),
            ("0x1.fffffffffffffp1023", Some(InputValue::Float(f64::MAX))),
            ("08", None),
            ("12ab", None),
            ("0x", None),
            ("1.2.3", None),
        ] {
            assert_eq!(number(text), value, "{text}");
        }
    }
}
