//! Floating conversions, exact to the last digit asked for.
//!
//! Decimal digits come from the standard library's exact formatting, which rounds the binary value's
//! full expansion half to even, as the GNU library does. A `long double` has the value of a `double`
//! here, but `%La` still shows the layout of the 80-bit format.

use super::{Length, Spec, field, sign_of};

/// No `double` has more digits after the point than this; the rest are zeros.
const MAX_FRACTION: usize = 1074;
/// No `double` has more significant digits than this.
const MAX_SIGNIFICANT: usize = 767;

pub(super) fn float(out: &mut Vec<u8>, spec: &Spec, value: f64) {
    let sign = sign_of(spec, value.is_sign_negative());
    if !value.is_finite() {
        let text: &[u8] = match (value.is_nan(), spec.conversion.is_ascii_uppercase()) {
            (false, false) => b"inf",
            (false, true) => b"INF",
            (true, false) => b"nan",
            (true, true) => b"NAN",
        };
        return field(out, &Spec { zero: false, ..*spec }, sign, text);
    }
    let value = value.abs();
    let mut prefix = sign.to_vec();
    let mut text = match spec.conversion.to_ascii_lowercase() {
        b'f' => fixed(value, spec.precision.unwrap_or(6), spec.alternative),
        b'e' => exponential(value, spec.precision.unwrap_or(6), spec.alternative),
        b'g' => general(value, spec.precision.unwrap_or(6), spec.alternative),
        _ => {
            prefix.extend_from_slice(b"0x");
            hexadecimal(value, spec.precision, spec.alternative, spec.length == Length::LongDouble)
        }
    };
    if spec.conversion.is_ascii_uppercase() {
        text.make_ascii_uppercase();
        prefix.make_ascii_uppercase();
    }
    field(out, spec, &prefix, text.as_bytes());
}

fn fixed(value: f64, precision: usize, point: bool) -> String {
    let exact = precision.min(MAX_FRACTION);
    let mut text = format!("{value:.exact$}");
    text.extend(std::iter::repeat_n('0', precision - exact));
    if precision == 0 && point {
        text.push('.');
    }
    text
}

/// Digits of `d.ddd` with `precision` after the point, and the decimal exponent.
fn scientific(value: f64, precision: usize) -> (String, i32) {
    let exact = precision.min(MAX_SIGNIFICANT);
    let text = format!("{value:.exact$e}");
    let (digits, exponent) = text.split_once('e').expect("exponential form should have an `e`");
    let mut digits = digits.to_owned();
    digits.extend(std::iter::repeat_n('0', precision - exact));
    (digits, exponent.parse().expect("the exponent of a double should fit"))
}

fn exponential(value: f64, precision: usize, point: bool) -> String {
    let (mut text, exponent) = scientific(value, precision);
    if precision == 0 && point {
        text.push('.');
    }
    push_exponent(&mut text, exponent);
    text
}

fn push_exponent(text: &mut String, exponent: i32) {
    let sign = if exponent < 0 { '-' } else { '+' };
    text.push_str(&format!("e{sign}{:02}", exponent.unsigned_abs()));
}

fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
    let precision = precision.max(1);
    let (digits, exponent) = scientific(value, precision - 1);
    let is_exponential = exponent < -4 || i64::from(exponent) >= precision as i64;
    let mut text = if is_exponential {
        digits
    } else {
        fixed(value, (precision as i64 - 1 - i64::from(exponent)) as usize, false)
    };
    if keep_zeros {
        if !text.contains('.') {
            text.push('.');
        }
    } else if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if is_exponential {
        push_exponent(&mut text, exponent);
    }
    text
}

/// The text after `0x`.
fn hexadecimal(value: f64, precision: Option<usize>, point: bool, extended: bool) -> String {
    let (mut lead, mut fraction, mut exponent, nibbles) = if extended {
        extended_parts(value)
    } else {
        let bits = value.to_bits();
        let biased = (bits >> 52) as i32;
        let exponent = match (biased, value == 0.0) {
            (_, true) => 0,
            (0, false) => -1022,
            _ => biased - 1023,
        };
        (u64::from(biased != 0), bits & ((1 << 52) - 1), exponent, 13)
    };
    let full = format!("{fraction:0nibbles$x}");
    let digits = match precision {
        None => full.trim_end_matches('0').to_owned(),
        Some(precision) if precision >= nibbles => full + &"0".repeat(precision - nibbles),
        Some(precision) => {
            let dropped_bits = 4 * (nibbles - precision);
            let half = 1u64 << (dropped_bits - 1);
            let dropped = fraction & ((half - 1) | half);
            fraction = if dropped_bits == 64 { 0 } else { fraction >> dropped_bits };
            let odd = if precision == 0 { lead & 1 } else { fraction & 1 };
            if dropped > half || (dropped == half && odd == 1) {
                fraction += 1;
            }
            let carry = fraction >> (4 * precision);
            lead += carry;
            fraction -= carry << (4 * precision);
            if lead == 16 {
                lead = 1;
                exponent += 4;
            }
            if precision == 0 { String::new() } else { format!("{fraction:0precision$x}") }
        }
    };
    let dot = if point || !digits.is_empty() { "." } else { "" };
    format!("{lead:x}{dot}{digits}p{exponent:+}")
}

/// Leading digit, fraction, exponent and number of fraction digits in the 80-bit format, whose
/// mantissa has an explicit leading bit: the first digit is 8 or more.
fn extended_parts(value: f64) -> (u64, u64, i32, usize) {
    if value == 0.0 {
        return (0, 0, 0, 15);
    }
    let bits = value.to_bits();
    let biased = (bits >> 52) as i32;
    let stored = bits & ((1 << 52) - 1);
    let (mantissa, exponent) =
        if biased == 0 { (stored, -1074) } else { (stored | 1 << 52, biased - 1075) };
    let shift = mantissa.leading_zeros();
    let mantissa = mantissa << shift;
    (mantissa >> 60, mantissa & ((1 << 60) - 1), exponent - shift as i32 + 60, 15)
}
