//! Checks of the circuits, bit by bit: against the machine's arithmetic for binary32 and binary64, and for all operands
//! of small formats against exact arithmetic done in the most naive way.

mod conversions;
mod exact;
mod gates;
mod hardware;
mod size;
mod small;
mod straight_line;
mod values;

use crate::float::format::Format;
use crate::float::number::Number;
use crate::{Op, Term, Terms};
use straight_line::Program;

const ARITHMETIC: [Op; 4] = [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv];
const COMPARISONS: [Op; 3] = [Op::FEq, Op::FLt, Op::FLe];

/// A circuit with one operand.
fn unary_program(width: u32, build: impl FnOnce(&mut Terms, Term) -> Term) -> Program {
    let mut terms = Terms::new();
    let a = terms.variable_bits("a", width);
    let root = build(&mut terms, a);
    Program::new(&terms, root, &[a])
}

/// A circuit with two operands of one format.
fn binary_program(
    format: Format,
    build: impl FnOnce(&mut Terms, Number, Number) -> Term,
) -> Program {
    let mut terms = Terms::new();
    let a = terms.variable_bits("a", format.width());
    let b = terms.variable_bits("b", format.width());
    let root = build(&mut terms, Number { format, bits: a }, Number { format, bits: b });
    Program::new(&terms, root, &[a, b])
}

/// How many random operands all tests together try: a million unless the environment says otherwise.
fn random_cases() -> usize {
    let wanted = std::env::var("WHYDUNIT_FLOAT_CASES").ok();
    wanted.map_or(1_000_000, |text| text.parse().expect("the number of cases should be a number"))
}
