//! The values of C's literals: numbers, characters, strings.

use lang_c::ast::{Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize};
use whydunit_program::{FloatKind, Target};

use super::ctype::IntTy;

/// Value and type of an integer constant (C11 6.4.4.1); `None` when no type is wide enough.
pub(crate) fn integer(constant: &Integer, target: Target) -> Option<(i128, IntTy)> {
    let radix = match constant.base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    let digits = if constant.number.is_empty() { "0" } else { &constant.number };
    let value = u64::from_str_radix(digits, radix).ok()?;
    let decimal = radix == 10;
    let candidates: &[IntTy] = match (constant.suffix.size, constant.suffix.unsigned) {
        (IntegerSize::Int, true) => &[IntTy::UInt, IntTy::ULong, IntTy::ULongLong],
        (IntegerSize::Long, true) => &[IntTy::ULong, IntTy::ULongLong],
        (IntegerSize::LongLong, true) => &[IntTy::ULongLong],
        // A decimal constant too large for long long is unsigned, as gcc has it.
        (IntegerSize::Int, false) if decimal => {
            &[IntTy::Int, IntTy::Long, IntTy::LongLong, IntTy::ULongLong]
        }
        (IntegerSize::Long, false) if decimal => &[IntTy::Long, IntTy::LongLong, IntTy::ULongLong],
        (IntegerSize::LongLong, false) if decimal => &[IntTy::LongLong, IntTy::ULongLong],
        (IntegerSize::Int, false) => {
            &[IntTy::Int, IntTy::UInt, IntTy::Long, IntTy::ULong, IntTy::LongLong, IntTy::ULongLong]
        }
        (IntegerSize::Long, false) => {
            &[IntTy::Long, IntTy::ULong, IntTy::LongLong, IntTy::ULongLong]
        }
        (IntegerSize::LongLong, false) => &[IntTy::LongLong, IntTy::ULongLong],
    };
    let fits = |int: IntTy| {
        let bits = u32::from(int.bits(target)) - u32::from(int.is_signed());
        bits >= 64 || value < 1 << bits
    };
    let int = candidates.iter().copied().find(|&int| fits(int))?;
    Some((i128::from(value), int))
}

/// Value and format of a floating constant; `None` for formats we do not have.
pub(crate) fn float(constant: &Float) -> Option<(f64, FloatKind)> {
    let kind = match &constant.suffix.format {
        FloatFormat::Float => FloatKind::F32,
        FloatFormat::Double => FloatKind::F64,
        FloatFormat::LongDouble => FloatKind::Long,
        FloatFormat::TS18661Format(_) => return None,
    };
    let value = match (&constant.base, kind) {
        // Parsed straight to binary32: rounding twice could give another value.
        (FloatBase::Decimal, FloatKind::F32) => f64::from(constant.number.parse::<f32>().ok()?),
        (FloatBase::Decimal, _) => constant.number.parse::<f64>().ok()?,
        (FloatBase::Hexadecimal, _) => hexadecimal_float(&constant.number, kind)?,
    };
    Some((value, kind))
}

/// `digits.digits p exponent` (without `0x`), rounded to nearest even.
fn hexadecimal_float(text: &str, kind: FloatKind) -> Option<f64> {
    let text = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    let (digits, exponent) = match text.find(['p', 'P']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()?),
        None => (text, 0),
    };
    let mut mantissa: u128 = 0;
    let mut sticky = false;
    let mut scale: i64 = 0;
    let mut after_point = false;
    for c in digits.chars() {
        if c == '.' {
            after_point = true;
            continue;
        }
        let digit = u128::from(c.to_digit(16)?);
        if mantissa >> 120 == 0 {
            mantissa = mantissa << 4 | digit;
            scale -= if after_point { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            scale += if after_point { 0 } else { 4 };
        }
    }
    let mut exponent = exponent.saturating_add(scale);
    if mantissa == 0 {
        return Some(0.0);
    }
    let (precision, min_exponent) = match kind {
        FloatKind::F32 => (24, -149),
        FloatKind::F64 | FloatKind::Long => (53, -1074),
    };
    // Round the mantissa to the precision available at this magnitude.
    let length = 128 - i64::from(mantissa.leading_zeros());
    let excess = (length - precision).max(min_exponent - exponent);
    if excess > 0 {
        let excess = excess.min(127) as u32;
        let rest = mantissa & ((1 << excess) - 1);
        let half = 1u128 << (excess - 1);
        mantissa >>= excess;
        if rest > half || (rest == half && (sticky || mantissa & 1 == 1)) {
            mantissa += 1;
        }
        exponent = exponent.saturating_add(i64::from(excess));
    }
    // At most 53 significant bits are left; scaling in two steps keeps subnormals exact.
    let mut value = mantissa as f64;
    let mut exponent = exponent.clamp(-4000, 4000) as i32;
    while exponent != 0 {
        let step = exponent.clamp(-1000, 1000);
        value *= 2f64.powi(step);
        exponent -= step;
    }
    Some(if kind == FloatKind::F32 { f64::from(value as f32) } else { value })
}

/// Width and encoding of a character or string literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    /// `"..."`, `u8"..."`: bytes.
    Plain,
    /// `L"..."`: `wchar_t`, an `int`.
    Wide,
    /// `u"..."`: `unsigned short`.
    Char16,
    /// `U"..."`: `unsigned int`.
    Char32,
}

impl Encoding {
    pub(crate) fn element(self) -> IntTy {
        match self {
            Encoding::Plain => IntTy::Char,
            Encoding::Wide => IntTy::Int,
            Encoding::Char16 => IntTy::UShort,
            Encoding::Char32 => IntTy::UInt,
        }
    }

    fn bits(self) -> u32 {
        match self {
            Encoding::Plain => 8,
            Encoding::Char16 => 16,
            Encoding::Wide | Encoding::Char32 => 32,
        }
    }
}

/// Strips prefix and quotes off one literal token.
fn unquote(token: &str) -> Option<(Encoding, &str)> {
    let (encoding, rest) = if let Some(rest) = token.strip_prefix("u8") {
        (Encoding::Plain, rest)
    } else if let Some(rest) = token.strip_prefix('L') {
        (Encoding::Wide, rest)
    } else if let Some(rest) = token.strip_prefix('u') {
        (Encoding::Char16, rest)
    } else if let Some(rest) = token.strip_prefix('U') {
        (Encoding::Char32, rest)
    } else {
        (Encoding::Plain, token)
    };
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = rest[1..].strip_suffix(quote)?;
    Some((encoding, inner))
}

/// The elements of a string literal (adjacent tokens joined), without the terminating zero.
pub(crate) fn string(tokens: &[String]) -> Option<(Encoding, Vec<u32>)> {
    let parts: Vec<_> = tokens.iter().map(|token| unquote(token)).collect::<Option<_>>()?;
    // `"a" L"b"` is wide as a whole.
    let encoding = parts.iter().map(|&(encoding, _)| encoding).find(|&e| e != Encoding::Plain);
    let encoding = encoding.unwrap_or(Encoding::Plain);
    let mut units = Vec::new();
    for (_, inner) in parts {
        decode(inner, encoding, &mut units)?;
    }
    Some((encoding, units))
}

/// Value and type of a character constant.
pub(crate) fn character(token: &str) -> Option<(i128, IntTy)> {
    let (encoding, inner) = unquote(token)?;
    let mut units = Vec::new();
    decode(inner, encoding, &mut units)?;
    match encoding {
        Encoding::Plain => {
            // Several characters: each shifts the earlier ones up a byte, as gcc does it.
            let value = match units.as_slice() {
                [] => return None,
                [one] => i32::from(*one as u8 as i8),
                many => many.iter().fold(0i32, |value, &unit| value << 8 | (unit as i32 & 0xff)),
            };
            Some((i128::from(value), IntTy::Int))
        }
        Encoding::Wide => Some((i128::from(*units.last()? as i32), IntTy::Int)),
        Encoding::Char16 | Encoding::Char32 => {
            Some((i128::from(*units.last()?), encoding.element()))
        }
    }
}

fn decode(inner: &str, encoding: Encoding, units: &mut Vec<u32>) -> Option<()> {
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            encode(c, encoding, units);
            continue;
        }
        let mask = if encoding.bits() == 32 { u32::MAX } else { (1 << encoding.bits()) - 1 };
        let simple = match chars.next()? {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            'x' => {
                let mut value: u32 = 0;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) {
                    value = value << 4 | digit;
                    chars.next();
                }
                value & mask
            }
            kind @ ('u' | 'U') => {
                let mut value: u32 = 0;
                for _ in 0..(if kind == 'u' { 4 } else { 8 }) {
                    value = value << 4 | chars.next()?.to_digit(16)?;
                }
                encode(char::from_u32(value)?, encoding, units);
                continue;
            }
            first @ '0'..='7' => {
                let mut value = first.to_digit(8)?;
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value << 3 | digit;
                    chars.next();
                }
                value & mask
            }
            other => u32::from(other),
        };
        units.push(simple);
    }
    Some(())
}

fn encode(c: char, encoding: Encoding, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain => {
            let mut buffer = [0; 4];
            units.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        Encoding::Char16 => {
            let mut buffer = [0; 2];
            units.extend(c.encode_utf16(&mut buffer).iter().map(|&unit| u32::from(unit)));
        }
        Encoding::Wide | Encoding::Char32 => units.push(u32::from(c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_escapes() {
        for (token, value) in [
            ("'a'", 97),
            (r"'\n'", 10),
            (r"'\0'", 0),
            (r"'\x41'", 65),
            (r"'\377'", -1),
            ("'ab'", 97 * 256 + 98),
            (r"L'\xff'", 255),
        ] {
            assert_eq!(character(token).map(|(value, _)| value), Some(value), "{token}");
        }
    }

    #[test]
    fn hexadecimal_floats_round_to_nearest_even() {
        for (text, value) in [
            ("1p0", 1.0),
            ("1.8p1", 3.0),
            ("0.1p4", 1.0),
            ("1p-1074", f64::from_bits(1)),
            ("1p-1075", 0.0),
            ("1.8p-1074", f64::from_bits(2)),
            ("1.00000000000008p0", 1.0),
            ("1.000000000000081p0", 1.0000000000000002),
            ("1p1024", f64::INFINITY),
        ] {
            assert_eq!(hexadecimal_float(text, FloatKind::F64), Some(value), "{text}");
        }
    }
}
