//! Conversions of binary32 and binary64 against the machine's own.

use super::straight_line::{LANES, Lanes, Program};
use super::values::{Random, special};
use super::{random_cases, unary_program};
use crate::Op;
use crate::float::evaluate;
use crate::float::format::Format;
use crate::fold::{mask, to_signed};

const FORMATS: [Format; 2] = [Format::BINARY32, Format::BINARY64];

/// Widths of the integers: those of the machine, those of the significands, and their neighbours.
const WIDTHS: [u32; 19] =
    [1, 2, 3, 8, 16, 23, 24, 25, 26, 31, 32, 33, 53, 54, 63, 64, 65, 127, 128];

fn program(op: Op, width: u32) -> Program {
    unary_program(width, |terms, a| {
        let root = terms.apply(op, &[a]);
        terms.lower_floats(&[root])[0]
    })
}

/// Runs the list and random values, and compares with `evaluate`; `native` checks what `evaluate` says.
fn check(
    op: Op,
    width: u32,
    list: &[u128],
    cases: usize,
    mut random: impl FnMut() -> u128,
    native: impl Fn(u128, u128),
) {
    let mut program = program(op, width);
    let mut check = |a: Lanes| {
        for (a, result) in a.into_iter().zip(program.run(&[a])) {
            let evaluated = evaluate(op, width, &[a]);
            native(a, evaluated);
            assert_eq!(result, evaluated, "{op:?} {a:#x}: {result:#x}, not {evaluated:#x}");
        }
    };
    for chunk in list.chunks(LANES) {
        check(std::array::from_fn(|lane| chunk[lane % chunk.len()]));
    }
    for _ in 0..cases.div_ceil(LANES) {
        check(std::array::from_fn(|_| random()));
    }
}

#[test]
fn between_formats() {
    for (from, to) in [(32, 64), (64, 32)] {
        let (source, target) = (Format::of_width(from), Format::of_width(to));
        let bias = i64::from(source.bias());
        let mut random = Random::new(1);
        // Beyond binary32 on both sides, or anywhere.
        let number = || match random.below(4) {
            0 => random.number(source, 0, source.special_exponent().into()),
            1 => random.number(source, 0, 1),
            2 => random.number(source, bias + 125, bias + 129),
            _ => random.number(source, bias - 152, bias - 120),
        };
        let native = |a: u128, evaluated: u128| {
            let (bits, is_nan) = if from == 32 {
                let value = f64::from(f32::from_bits(a as u32));
                (u128::from(value.to_bits()), value.is_nan())
            } else {
                let value = f64::from_bits(a as u64) as f32;
                (u128::from(value.to_bits()), value.is_nan())
            };
            assert_eq!(is_nan, target.is_nan(evaluated), "{a:#x}");
            assert!(is_nan || bits == evaluated, "{a:#x}");
        };
        let op = Op::FConvert(to as u8);
        check(op, from, &special(source), random_cases() / 50, number, native);
    }
}

/// Zero, the ends of the range, powers of two, and what lies half-way between two numbers, each with neighbours.
fn special_integers(width: u32) -> Vec<u128> {
    let mut list = vec![0];
    for bit in 0..width {
        let power = 1u128 << bit;
        for half in [24, 25, 53, 54].map(|bits| power.checked_shr(bits).unwrap_or(0)) {
            for base in [power, power | half, power | (3 * half), !half, power.wrapping_neg()] {
                list.extend([base.wrapping_sub(1), base, base.wrapping_add(1)]);
            }
        }
    }
    list.iter_mut().for_each(|value| *value &= mask(width));
    list.sort_unstable();
    list.dedup();
    list
}

/// Rust converts the integers of every width exactly as IEEE 754 says.
#[test]
fn from_integers() {
    let cases = random_cases() / 50 / (4 * WIDTHS.len());
    for to in [32u32, 64] {
        for width in WIDTHS {
            for signed in [false, true] {
                let native = |a: u128, evaluated: u128| {
                    let bits = match (signed, to) {
                        (false, 32) => u128::from((a as f32).to_bits()),
                        (false, _) => u128::from((a as f64).to_bits()),
                        (true, 32) => u128::from((to_signed(a, width) as f32).to_bits()),
                        (true, _) => u128::from((to_signed(a, width) as f64).to_bits()),
                    };
                    assert_eq!(evaluated, bits, "{a:#x} of {width} bits, signed: {signed}");
                };
                let op =
                    if signed { Op::FFromSigned(to as u8) } else { Op::FFromUnsigned(to as u8) };
                let mut random = Random::new(width.into());
                let integer = || random.integer(width);
                check(op, width, &special_integers(width), cases, integer, native);
            }
        }
    }
}

/// Rust converts to the nearest integer of the type, so what it gives is right wherever it lies inside the range of the
/// narrower one; at the ends the exact comparison decides.
#[test]
fn to_integers() {
    let cases = random_cases() / 50 / (4 * WIDTHS.len());
    for format in FORMATS {
        for width in WIDTHS {
            for signed in [false, true] {
                let native = |a: u128, evaluated: u128| {
                    let value = if format == Format::BINARY32 {
                        f64::from(f32::from_bits(a as u32))
                    } else {
                        f64::from_bits(a as u64)
                    };
                    let wide = if signed { value as i128 as u128 } else { value as u128 };
                    let fits = if signed {
                        to_signed(wide & mask(width), width) as u128 == wide
                    } else {
                        wide <= mask(width)
                    };
                    let is_exact = if signed {
                        wide as i128 as f64 == value.trunc()
                    } else {
                        wide as f64 == value.trunc()
                    };
                    let largest = if signed { i128::MAX as u128 } else { u128::MAX };
                    let expected = if fits && is_exact && wide != largest {
                        wide & mask(width)
                    } else {
                        1 << (width - 1)
                    };
                    assert_eq!(evaluated, expected, "{a:#x} to {width} bits, signed: {signed}");
                };
                let op =
                    if signed { Op::FToSigned(width as u8) } else { Op::FToUnsigned(width as u8) };
                let mut random = Random::new(width.into());
                let bias = i64::from(format.bias());
                let number = || match random.below(8) {
                    0 => random.number(format, 0, format.special_exponent().into()),
                    1 => random.number(format, bias - 2, bias + 1),
                    2 => {
                        random.number(format, bias + i64::from(width) - 3, bias + i64::from(width))
                    }
                    _ => random.number(format, bias - 2, bias + i64::from(width) + 1),
                };
                check(op, format.width(), &special(format), cases, number, native);
            }
        }
    }
}
