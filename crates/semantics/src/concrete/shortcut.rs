//! The short ways of concrete evaluation, for what contracts and guards mostly consist of: integers that fit.
//!
//! A sum, a difference or a product that fits its class exactly meets whatever is demanded of it and is the result, checked or not; a number that fits another class is the same
//! number there. Everything else takes the general way. The general way looks at obligations, sorts and operations for every operand, which takes twice the time: the benchmark `ratios`
//! shows it (`contracts at run time`). That both ways agree is tested on all pairs of bytes here, and by the agreement tests of the command line on contracts.

use whydunit_program::{BinaryOp, Class};
use whydunit_term::{Op, Sort};

use super::Bits;

/// Does a number lie in an integer class? One of 128 bits is any that we have.
#[inline]
fn fits(number: i128, class: Class) -> bool {
    match class {
        Class::Int { width: 128, .. } => true,
        Class::Int { width, signed: true } => {
            let unused = 128 - width;
            (number << unused) >> unused == number
        }
        Class::Int { width, signed: false } => number >> width == 0,
        _ => false,
    }
}

/// `a op b` of integers of a class, if its exact result fits there. Nothing is said of other operators.
#[inline]
pub(super) fn binary(op: BinaryOp, class: Class, a: Bits, b: Bits) -> Option<Bits> {
    let Class::Int { .. } = class else { return None };
    let (a, b) = (a.integer(class), b.integer(class));
    let exact = match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        _ => return None,
    };
    fits(exact, class).then(|| Bits::of_class(class, exact.cast_unsigned()))
}

/// An integer as one of another class, if it is one of it.
#[inline]
pub(super) fn convert(value: Bits, from: Class, to: Class) -> Option<Bits> {
    let (Class::Int { .. }, Class::Int { .. }) = (from, to) else { return None };
    let number = value.integer(from);
    fits(number, to).then(|| Bits::of_class(to, number.cast_unsigned()))
}

/// A comparison of integers of a class.
#[inline]
pub(super) fn compare(op: BinaryOp, class: Class, a: Bits, b: Bits) -> Option<bool> {
    let (a, b) = (a.integer(class), b.integer(class));
    Some(match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        BinaryOp::Ge => a >= b,
        _ => return None,
    })
}

/// Operations on bits that need no look at all operations and the sorts of their operands.
#[inline]
pub(super) fn operation(op: Op, operands: &[Bits]) -> Option<Bits> {
    let truth = |truth: bool| Some(Bits { sort: Sort::Bool, bits: truth.into() });
    match *operands {
        [Bits { sort: Sort::Bool, bits }] => match op {
            Op::Not => truth(bits == 0),
            _ => None,
        },
        [a, b] if a.sort == b.sort => match op {
            Op::Eq => truth(a.bits == b.bits),
            Op::And if a.sort.is_bool() => truth(a.bits & b.bits == 1),
            Op::ULt => truth(a.bits < b.bits),
            Op::ULe => truth(a.bits <= b.bits),
            Op::SLt => truth(a.signed() < b.signed()),
            Op::SLe => truth(a.signed() <= b.signed()),
            Op::Add => Some(Bits::new(a.sort.width(), a.bits.wrapping_add(b.bits))),
            Op::Sub => Some(Bits::new(a.sort.width(), a.bits.wrapping_sub(b.bits))),
            Op::Mul => Some(Bits::new(a.sort.width(), a.bits.wrapping_mul(b.bits))),
            _ => None,
        },
        _ => None,
    }
}
