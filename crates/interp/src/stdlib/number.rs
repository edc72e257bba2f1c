//! From text to `double`: which number does `strtod` read, and how much text is it?
//!
//! Decimal and hexadecimal numbers are rounded once, half to even; infinities and NaNs (with or
//! without a payload, which is ignored) are recognised in any case.

use super::host::Host;
use crate::stop::Stop;

/// `strtod`: the value of the longest number at `address` after white space, and the address where
/// it ends. Without a number: zero, and `address` itself.
pub(crate) fn parse_double(host: &mut dyn Host, address: u64) -> Result<(f64, u64), Stop> {
    let mut text = Text { host, start: address, seen: Vec::new() };
    let mut skipped = 0;
    while is_space(text.byte(skipped)?) {
        skipped += 1;
    }
    let (value, length) = parse(&mut text, skipped)?;
    let end = if length == 0 { address } else { address.wrapping_add((skipped + length) as u64) };
    Ok((value, end))
}

/// The number that a byte string starts with (no white space before it), and its length.
pub(super) fn parse_bytes(bytes: &[u8]) -> (f64, usize) {
    let mut source = bytes;
    match parse::<std::convert::Infallible>(&mut source, 0) {
        Ok(parsed) => parsed,
        Err(never) => match never {},
    }
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Bytes by index; reading never goes further than the first byte that cannot belong to the number.
trait Bytes<E> {
    fn byte(&mut self, index: usize) -> Result<u8, E>;
}

impl<E> Bytes<E> for &[u8] {
    fn byte(&mut self, index: usize) -> Result<u8, E> {
        Ok(self.get(index).copied().unwrap_or(0))
    }
}

/// Text in the program's memory; `seen` are the bytes read so far, in order.
struct Text<'h> {
    host: &'h mut dyn Host,
    start: u64,
    seen: Vec<u8>,
}

impl Bytes<Stop> for Text<'_> {
    fn byte(&mut self, index: usize) -> Result<u8, Stop> {
        while self.seen.len() <= index {
            let address = self.start.wrapping_add(self.seen.len() as u64);
            let byte = self.host.read_byte(address)?;
            self.seen.push(byte);
        }
        Ok(self.seen[index])
    }
}

/// Value and length (sign included) of the number at `start`; length 0 when there is none.
fn parse<E>(text: &mut impl Bytes<E>, start: usize) -> Result<(f64, usize), E> {
    let mut at = start;
    let sign = text.byte(at)?;
    if matches!(sign, b'+' | b'-') {
        at += 1;
    }
    let (value, end) = match text.byte(at)?.to_ascii_lowercase() {
        b'i' => infinity(text, at)?,
        b'n' => nan(text, at)?,
        b'0' if text.byte(at + 1)?.eq_ignore_ascii_case(&b'x') => hexadecimal(text, at)?,
        _ => decimal(text, at)?,
    };
    if end == at {
        return Ok((0.0, 0));
    }
    Ok((if sign == b'-' { -value } else { value }, end - start))
}

/// How many bytes at `at` agree with `word`, which is in lower case.
fn agreement<E>(text: &mut impl Bytes<E>, at: usize, word: &[u8]) -> Result<usize, E> {
    for (index, &letter) in word.iter().enumerate() {
        if text.byte(at + index)?.to_ascii_lowercase() != letter {
            return Ok(index);
        }
    }
    Ok(word.len())
}

fn infinity<E>(text: &mut impl Bytes<E>, at: usize) -> Result<(f64, usize), E> {
    Ok(match agreement(text, at, b"infinity")? {
        8 => (f64::INFINITY, at + 8),
        3.. => (f64::INFINITY, at + 3),
        _ => (0.0, at),
    })
}

fn nan<E>(text: &mut impl Bytes<E>, at: usize) -> Result<(f64, usize), E> {
    if agreement(text, at, b"nan")? < 3 {
        return Ok((0.0, at));
    }
    let mut end = at + 3;
    if text.byte(end)? == b'(' {
        let mut close = end + 1;
        while text.byte(close)?.is_ascii_alphanumeric() || text.byte(close)? == b'_' {
            close += 1;
        }
        if text.byte(close)? == b')' {
            end = close + 1;
        }
    }
    Ok((f64::NAN, end))
}

/// An exponent part at `at`: its value and end, if a digit follows the letter and sign.
fn exponent<E>(text: &mut impl Bytes<E>, at: usize, letter: u8) -> Result<Option<(i64, usize)>, E> {
    if text.byte(at)?.to_ascii_lowercase() != letter {
        return Ok(None);
    }
    let sign = text.byte(at + 1)?;
    let first = if matches!(sign, b'+' | b'-') { at + 2 } else { at + 1 };
    let mut end = first;
    let mut value = 0i64;
    while let digit @ b'0'..=b'9' = text.byte(end)? {
        // Large enough to decide the result for any text that fits in memory.
        value = (value * 10 + i64::from(digit - b'0')).min(1 << 50);
        end += 1;
    }
    let value = if sign == b'-' { -value } else { value };
    Ok((end > first).then_some((value, end)))
}

fn decimal<E>(text: &mut impl Bytes<E>, at: usize) -> Result<(f64, usize), E> {
    let mut literal = String::new();
    let mut end = at;
    let mut digits = 0;
    let mut point = false;
    loop {
        let byte = text.byte(end)?;
        match byte {
            b'0'..=b'9' => digits += 1,
            b'.' if !point => point = true,
            _ => break,
        }
        literal.push(char::from(byte));
        end += 1;
    }
    if digits == 0 {
        return Ok((0.0, at));
    }
    if let Some((exponent, after)) = exponent(text, end, b'e')? {
        literal.push_str(&format!("e{exponent}"));
        end = after;
    }
    let value = literal.parse().expect("digits with a point and an exponent should be a number");
    Ok((value, end))
}

fn hexadecimal<E>(text: &mut impl Bytes<E>, at: usize) -> Result<(f64, usize), E> {
    let mut end = at + 2;
    let mut digits = 0u64;
    let mut point = None;
    // The first 16 significant digits; `sticky` when a later one is not zero.
    let mut mantissa = 0u64;
    let mut scale = 0i64;
    let mut sticky = false;
    loop {
        let byte = text.byte(end)?;
        if byte == b'.' && point.is_none() {
            point = Some(end);
        } else if let Some(digit) = char::from(byte).to_digit(16) {
            digits += 1;
            if mantissa >> 60 == 0 {
                mantissa = mantissa << 4 | u64::from(digit);
            } else {
                sticky |= digit != 0;
                scale += 4;
            }
            if point.is_some() {
                scale -= 4;
            }
        } else {
            break;
        }
        end += 1;
    }
    if digits == 0 {
        // Only the zero of `0x` is a number.
        return Ok((0.0, at + 1));
    }
    if let Some((exponent, after)) = exponent(text, end, b'p')? {
        scale += exponent;
        end = after;
    }
    Ok((compose(mantissa, sticky, scale), end))
}

/// `mantissa * 2^scale`, plus something below the last bit when `sticky`, rounded half to even.
fn compose(mantissa: u64, sticky: bool, scale: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let shift = mantissa.leading_zeros();
    let mantissa = mantissa << shift;
    // The value is 1.xxx * 2^exponent.
    let exponent = scale - i64::from(shift) + 63;
    if exponent > 1023 {
        return f64::INFINITY;
    }
    if exponent < -1075 {
        return 0.0;
    }
    let is_normal = exponent >= -1022;
    let dropped_bits = if is_normal { 11 } else { (11 - 1022 - exponent) as u32 };
    let wide = u128::from(mantissa);
    let mut kept = (wide >> dropped_bits) as u64;
    let dropped = wide & ((1 << dropped_bits) - 1);
    let half = 1u128 << (dropped_bits - 1);
    if dropped > half || (dropped == half && (sticky || kept & 1 == 1)) {
        kept += 1;
    }
    // A carry out of the mantissa runs into the exponent, as it should.
    let biased = if is_normal { (exponent + 1022) as u64 } else { 0 };
    f64::from_bits((biased << 52) + kept)
}

#[cfg(test)]
mod tests {
    use super::super::testing::Memory;
    use super::*;

    fn check(text: &str, value: f64, length: usize) {
        let (parsed, end) = parse_bytes(text.as_bytes());
        assert_eq!((parsed.to_bits(), end), (value.to_bits(), length), "{text:?} gave {parsed}");
    }

    #[test]
    fn table() {
        check("", 0.0, 0);
        check("+", 0.0, 0);
        check(".", 0.0, 0);
        check("e5", 0.0, 0);
        check("1", 1.0, 1);
        check("-1.5x", -1.5, 4);
        check("1.", 1.0, 2);
        check(".5", 0.5, 2);
        check("1e", 1.0, 1);
        check("1e+", 1.0, 1);
        check("1e+2", 100.0, 4);
        check("-0", -0.0, 2);
        check("1e999999999999999999999", f64::INFINITY, 23);
        check("1e-400", 0.0, 6);
        check("4.9e-324", 5e-324, 8);
        check("inf", f64::INFINITY, 3);
        check("-InfiniTy", f64::NEG_INFINITY, 9);
        check("infinit", f64::INFINITY, 3);
        check("in", 0.0, 0);
        check("nan", f64::NAN, 3);
        check("nan(12_ab)", f64::NAN, 10);
        check("nan(1-)", f64::NAN, 3);
    }

    #[test]
    fn hexadecimal() {
        check("0x", 0.0, 1);
        check("0x.", 0.0, 1);
        check("0xg", 0.0, 1);
        check("0x1p4", 16.0, 5);
        check("0x1p", 1.0, 3);
        check("0x.8", 0.5, 4);
        check("0xA.8p-1", 5.25, 8);
        check("0x1.fffffffffffff8p0", 2.0, 20);
        check("0x1.00000000000008p0", 1.0, 20);
        check("0x1.000000000000080000001p0", f64::from_bits(0x3ff0000000000001), 27);
        check("0x1p-1074", 5e-324, 9);
        check("0x1p-1075", 0.0, 9);
        check("0x1.8p-1075", 5e-324, 11);
        check("0x1p1024", f64::INFINITY, 8);
        check("0x0.fffffffffffff8p-1022", f64::MIN_POSITIVE, 24);
    }

    #[test]
    fn from_memory() {
        let mut memory = Memory::new();
        let address = memory.add(b"  \t12.5abc\0");
        assert_eq!(parse_double(&mut memory, address).expect("readable"), (12.5, address + 7));
        let address = memory.add(b"  x\0");
        assert_eq!(parse_double(&mut memory, address).expect("readable"), (0.0, address));
    }
}
