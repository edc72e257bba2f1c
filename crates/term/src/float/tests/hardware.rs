//! Arithmetic and comparisons of binary32 and binary64 against the machine's own.

use super::straight_line::{LANES, Lanes, Program};
use super::values::{Random, special};
use super::{ARITHMETIC, COMPARISONS, binary_program, random_cases};
use crate::float::evaluate;
use crate::float::format::Format;
use crate::float::lower::binary_circuit;
use crate::float::number::Number;
use crate::{Op, Terms};

const FORMATS: [Format; 2] = [Format::BINARY32, Format::BINARY64];

/// What the machine gives, and whether it takes that for a NaN.
fn machine(op: Op, width: u32, a: u128, b: u128) -> (u128, bool) {
    macro_rules! machine {
        ($float:ty, $bits:ty) => {{
            let (a, b) = (<$float>::from_bits(a as $bits), <$float>::from_bits(b as $bits));
            let value = match op {
                Op::FAdd => a + b,
                Op::FSub => a - b,
                Op::FMul => a * b,
                Op::FDiv => a / b,
                Op::FEq => return (u128::from(a == b), false),
                Op::FLt => return (u128::from(a < b), false),
                Op::FLe => return (u128::from(a <= b), false),
                _ => panic!("{op:?} is no operation on two numbers"),
            };
            (u128::from(value.to_bits()), value.is_nan())
        }};
    }
    if width == 32 { machine!(f32, u32) } else { machine!(f64, u64) }
}

fn check(op: Op, format: Format, program: &mut Program, a: &Lanes, b: &Lanes) {
    let results = program.run(&[*a, *b]);
    let width = format.width();
    for ((&a, &b), result) in a.iter().zip(b).zip(results) {
        let evaluated = evaluate(op, width, &[a, b]);
        let (bits, is_nan) = machine(op, width, a, b);
        if is_nan {
            assert!(format.is_nan(evaluated), "{op:?} {a:#x} {b:#x}");
        } else {
            assert_eq!(evaluated, bits, "{op:?} {a:#x} {b:#x}");
        }
        assert_eq!(result, evaluated, "{op:?} {a:#x} {b:#x}: {result:#x}, not {evaluated:#x}");
    }
}

fn check_operation(op: Op, format: Format, cases: usize) {
    let mut program = binary_program(format, binary_circuit(op));
    let list = special(format);
    for &a in &list {
        for chunk in list.chunks(LANES) {
            let b: Lanes = std::array::from_fn(|lane| chunk[lane % chunk.len()]);
            check(op, format, &mut program, &[a; LANES], &b);
        }
    }
    let mut random = Random::new(format.width().into());
    for case in 0..cases.div_ceil(LANES) {
        let (mut a, mut b) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            (a[lane], b[lane]) = random.pair(format);
            if case % 16 == 0 {
                // A special value with whatever the other one is.
                a[lane] = list[random.below(list.len() as u64) as usize];
            }
        }
        check(op, format, &mut program, &a, &b);
    }
}

fn check_arithmetic(op: Op) {
    for format in FORMATS {
        check_operation(op, format, random_cases() / 10);
    }
}

#[test]
fn addition() {
    check_arithmetic(Op::FAdd);
}

#[test]
fn subtraction() {
    check_arithmetic(Op::FSub);
}

#[test]
fn multiplication() {
    check_arithmetic(Op::FMul);
}

#[test]
fn division() {
    check_arithmetic(Op::FDiv);
}

#[test]
fn comparisons() {
    for format in FORMATS {
        for op in COMPARISONS {
            check_operation(op, format, random_cases() / 100);
        }
    }
}

/// Circuits are smaller when an operand is known, or when both are the same.
#[test]
fn known_and_equal_operands() {
    for format in FORMATS {
        let list = special(format);
        for op in ARITHMETIC.into_iter().chain(COMPARISONS) {
            for &known in &list {
                check_known(op, format, &list, |terms, x| [number(terms, format, known), x]);
                check_known(op, format, &list, |terms, x| [x, number(terms, format, known)]);
            }
            check_known(op, format, &list, |_, x| [x, x]);
        }
    }
}

fn number(terms: &mut Terms, format: Format, bits: u128) -> Number {
    Number { format, bits: terms.bits(format.width(), bits) }
}

/// Checks an operation on what `operands` makes of a number, for the numbers of the list and as many random ones.
fn check_known(
    op: Op,
    format: Format,
    list: &[u128],
    operands: impl Fn(&mut Terms, Number) -> [Number; 2],
) {
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", format.width());
    let [a, b] = operands(&mut terms, Number { format, bits: x });
    let root = binary_circuit(op)(&mut terms, a, b);
    let mut program = Program::new(&terms, root, &[x]);
    let mut random = Random::new(1);
    for chunk in list.chunks(LANES / 2) {
        let values: Lanes = std::array::from_fn(|lane| match chunk.get(lane) {
            Some(&value) => value,
            None => random.pair(format).0,
        });
        for (value, result) in values.into_iter().zip(program.run(&[values])) {
            let operands = [a, b].map(|operand| terms.value(operand.bits).unwrap_or(value));
            let expected = evaluate(op, format.width(), &operands);
            assert_eq!(result, expected, "{op:?} {operands:x?}");
        }
    }
}

/// The bits of NaNs, operand by operand: the examples of the documentation.
#[test]
fn nans() {
    let cases: [(Op, u32, &[u128], u128); 14] = [
        (Op::FAdd, 32, &[0x7F80_0001, 0x3F80_0000], 0x7FC0_0001),
        (Op::FAdd, 32, &[0x3F80_0000, 0xFF80_0001], 0xFFC0_0001),
        (Op::FSub, 32, &[0x3F80_0000, 0x7FC0_0002], 0x7FC0_0002),
        (Op::FMul, 32, &[0xFFC0_0003, 0x7F80_0001], 0xFFC0_0003),
        (Op::FSub, 32, &[0x7F80_0000, 0x7F80_0000], 0xFFC0_0000),
        (Op::FMul, 32, &[0, 0xFF80_0000], 0xFFC0_0000),
        (Op::FDiv, 32, &[0, 0], 0xFFC0_0000),
        (Op::FDiv, 64, &[0, 1 << 63], 0xFFF8_0000_0000_0000),
        (Op::FDiv, 64, &[0x7FF0_0000_0000_0001, 0], 0x7FF8_0000_0000_0001),
        (Op::FEq, 32, &[0x7FC0_0000, 0x7FC0_0000], 0),
        (Op::FLe, 32, &[0x7FC0_0000, 0x7FC0_0000], 0),
        (Op::FConvert(64), 32, &[0xFF80_0001], 0xFFF8_0000_2000_0000),
        (Op::FConvert(32), 64, &[0x7FF0_0000_2000_0001], 0x7FC0_0001),
        (Op::FConvert(32), 64, &[0x7FF0_0000_0000_0001], 0x7FC0_0000),
    ];
    for (op, width, operands, expected) in cases {
        assert_eq!(evaluate(op, width, operands), expected, "{op:?} {operands:x?}");
    }
}
