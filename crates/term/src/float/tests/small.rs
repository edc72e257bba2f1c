//! All operands of small formats.

use super::straight_line::{LANES, Lanes, Program};
use super::{ARITHMETIC, COMPARISONS, binary_program, exact, unary_program};
use crate::float::format::Format;
use crate::float::lower::binary_circuit;
use crate::float::number::Number;
use crate::float::{convert, integer};

/// Few and many exponents, short and long fractions.
const FORMATS: [Format; 6] =
    [format(2, 3), format(3, 3), format(4, 4), format(2, 6), format(3, 5), format(5, 3)];

const fn format(exponent: u32, significand: u32) -> Format {
    Format { exponent, significand }
}

fn check_pairs(format: Format, program: &mut Program, expected: impl Fn(u128, u128) -> u128) {
    let count = 1u128 << format.width();
    for a in 0..count {
        for first in (0..count).step_by(LANES) {
            let b: Lanes = std::array::from_fn(|lane| (first + lane as u128) % count);
            let results = program.run(&[[a; LANES], b]);
            for (b, result) in b.into_iter().zip(results) {
                assert_eq!(result, expected(a, b), "{format:?}: {a:#b}, {b:#b}");
            }
        }
    }
}

fn check_all(width: u32, program: &mut Program, expected: impl Fn(u128) -> u128) {
    let count = 1u128 << width;
    for first in (0..count).step_by(LANES) {
        let a: Lanes = std::array::from_fn(|lane| (first + lane as u128) % count);
        for (a, result) in a.into_iter().zip(program.run(&[a])) {
            assert_eq!(result, expected(a), "{a:#b} of {width} bits");
        }
    }
}

#[test]
fn arithmetic_on_all_pairs() {
    for format in FORMATS {
        for op in ARITHMETIC {
            let mut program = binary_program(format, binary_circuit(op));
            check_pairs(format, &mut program, |a, b| exact::arithmetic(format, op, a, b));
        }
    }
}

#[test]
fn comparisons_of_all_pairs() {
    for format in FORMATS {
        for op in COMPARISONS {
            let mut program = binary_program(format, binary_circuit(op));
            check_pairs(format, &mut program, |a, b| exact::compare(format, op, a, b).into());
        }
    }
}

#[test]
fn conversions_between_formats() {
    let pairs = [
        (format(3, 3), format(4, 4)),
        (format(3, 3), format(5, 3)),
        (format(2, 4), format(5, 8)),
        (format(3, 5), format(5, 6)),
        (format(4, 4), format(6, 9)),
    ];
    for (small, large) in pairs {
        for (from, to) in [(small, large), (large, small), (small, small)] {
            let mut program = unary_program(from.width(), |terms, bits| {
                convert::convert(terms, Number { format: from, bits }, to)
            });
            let expected = |a| if from == to { a } else { exact::convert(from, to, a) };
            check_all(from.width(), &mut program, expected);
        }
    }
}

#[test]
fn conversions_from_integers() {
    for format in FORMATS {
        for width in 1..=11 {
            let mut program =
                unary_program(width, |terms, a| integer::from_unsigned(terms, a, format));
            check_all(width, &mut program, |a| exact::from_integer(format, a as i128));
            let mut program =
                unary_program(width, |terms, a| integer::from_signed(terms, a, format));
            check_all(width, &mut program, |a| {
                let wraps = if a >> (width - 1) == 0 { 0 } else { 1 << width };
                exact::from_integer(format, a as i128 - wraps)
            });
        }
    }
}

#[test]
fn conversions_to_integers() {
    for format in FORMATS {
        for width in 1..=40 {
            for signed in [false, true] {
                let mut program = unary_program(format.width(), |terms, bits| {
                    let a = Number { format, bits };
                    if signed {
                        integer::to_signed(terms, a, width)
                    } else {
                        integer::to_unsigned(terms, a, width)
                    }
                });
                check_all(format.width(), &mut program, |a| {
                    exact::to_integer(format, a, signed, width)
                });
            }
        }
    }
}
