//! The value of a floating-point operation on constants.
//!
//! Values come from the machine's own arithmetic, which is IEEE 754 with rounding to nearest even. The bits of
//! a NaN are chosen here: neither the language nor the optimiser promises which ones the machine's operations have.

use crate::Op;
use crate::float::format::Format;

/// `op` applied to operands of that width (the operands of one operation agree in it). Comparisons give 0 or 1.
pub(crate) fn evaluate(op: Op, operand_width: u32, operands: &[u128]) -> u128 {
    match (op, operands) {
        (Op::FAdd | Op::FSub | Op::FMul | Op::FDiv, &[a, b]) => arithmetic(op, operand_width, a, b),
        (Op::FEq | Op::FLt | Op::FLe, &[a, b]) => {
            let (a, b) = (number(operand_width, a), number(operand_width, b));
            u128::from(match op {
                Op::FEq => a == b,
                Op::FLt => a < b,
                _ => a <= b,
            })
        }
        (Op::FConvert(to), &[a]) => convert(a, operand_width, to.into()),
        (Op::FFromUnsigned(to), &[a]) => from_unsigned(a, to.into()),
        (Op::FFromSigned(to), &[a]) => {
            let sign = 1 << (operand_width - 1);
            if a & sign == 0 {
                from_unsigned(a, to.into())
            } else {
                let magnitude = (a ^ sign).abs_diff(sign);
                Format::of_width(to.into()).sign_bit() | from_unsigned(magnitude, to.into())
            }
        }
        (Op::FToUnsigned(to), &[a]) => to_unsigned(number(operand_width, a), to.into()),
        (Op::FToSigned(to), &[a]) => to_signed(number(operand_width, a), to.into()),
        _ => unreachable!("{op:?} of {} operands should not be evaluated here", operands.len()),
    }
}

fn arithmetic(op: Op, width: u32, a: u128, b: u128) -> u128 {
    let format = Format::of_width(width);
    for operand in [a, b] {
        if format.is_nan(operand) {
            return operand | format.quiet_bit();
        }
    }
    let bits = if width == 32 {
        let (a, b) = (single(a), single(b));
        let value = match op {
            Op::FAdd => a + b,
            Op::FSub => a - b,
            Op::FMul => a * b,
            _ => a / b,
        };
        u128::from(value.to_bits())
    } else {
        let (a, b) = (double(a), double(b));
        let value = match op {
            Op::FAdd => a + b,
            Op::FSub => a - b,
            Op::FMul => a * b,
            _ => a / b,
        };
        u128::from(value.to_bits())
    };
    if format.is_nan(bits) { format.default_nan() } else { bits }
}

#[expect(clippy::cast_possible_truncation, reason = "a format's bits are the low ones")]
fn single(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

#[expect(clippy::cast_possible_truncation, reason = "a format's bits are the low ones")]
fn double(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

/// The number that the bits stand for: binary64 holds every binary32 number.
fn number(width: u32, bits: u128) -> f64 {
    if width == 32 { single(bits).into() } else { double(bits) }
}

/// A conversion to the same format leaves everything as it is, signalling NaNs too.
fn convert(a: u128, from: u32, to: u32) -> u128 {
    if from == to {
        return a;
    }
    let (source, target) = (Format::of_width(from), Format::of_width(to));
    if source.is_nan(a) {
        let sign = if a & source.sign_bit() == 0 { 0 } else { target.sign_bit() };
        let payload = a & (source.quiet_bit() - 1);
        let payload = if to > from {
            payload << (target.fraction() - source.fraction())
        } else {
            payload >> (source.fraction() - target.fraction())
        };
        return sign | target.infinity() | target.quiet_bit() | payload;
    }
    let value = number(from, a);
    if to == 32 { u128::from(rounded(value).to_bits()) } else { u128::from(value.to_bits()) }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
fn rounded(value: f64) -> f32 {
    value as f32
}

fn from_unsigned(a: u128, to: u32) -> u128 {
    if to == 32 { u128::from((a as f32).to_bits()) } else { u128::from((a as f64).to_bits()) }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what does not fit was excluded"
)]
fn to_unsigned(value: f64, to: u32) -> u128 {
    let truncated = value.trunc();
    if (0.0..power_of_two(to)).contains(&truncated) { truncated as u128 } else { 1 << (to - 1) }
}

#[expect(clippy::cast_possible_truncation, reason = "what does not fit was excluded")]
fn to_signed(value: f64, to: u32) -> u128 {
    let truncated = value.trunc();
    let limit = power_of_two(to - 1);
    if (-limit..limit).contains(&truncated) {
        (truncated as i128).cast_unsigned() & (u128::MAX >> (128 - to))
    } else {
        1 << (to - 1)
    }
}

fn power_of_two(exponent: u32) -> f64 {
    let format = Format::BINARY64;
    f64::from_bits(u64::from(format.bias() + exponent) << format.fraction())
}
