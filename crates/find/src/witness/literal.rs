//! Constants of C: read, and written so that they mean the same to every reader.

use whydunit_interp::InputValue;

use super::number::{Number, Suffix};

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
pub(crate) fn number(text: &str) -> Option<Number> {
    let text = text.to_ascii_lowercase();
    let is_hex = text.starts_with("0x");
    let is_float = if is_hex { text.contains(['.', 'p']) } else { text.contains(['.', 'e']) };
    if is_float {
        let digits = text.trim_end_matches(['l']);
        let single = (!is_hex || text.contains('p')).then(|| digits.strip_suffix('f')).flatten();
        let digits = single.unwrap_or(digits);
        let value = if is_hex { hex_float(digits)? } else { digits.parse().ok()? };
        return Some(if single.is_some() { Number::float(value) } else { Number::double(value) });
    }
    let digits = text.trim_end_matches(['u', 'l']);
    let suffix = &text[digits.len()..];
    let suffix = Suffix { is_unsigned: suffix.contains('u'), is_long: suffix.contains('l') };
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
        return Some(Number::constant(value, suffix, radix == 10));
    }
    // CBMC writes `1f` for a whole number of type float.
    let digits = text.strip_suffix('f')?;
    digits.parse().ok().map(Number::float)
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
            assert_eq!(number(text).map(Number::value), value, "{text}");
        }
    }
}
