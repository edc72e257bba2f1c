//! One operation on rows of bits: where each is done.

use whydunit_term::Op;

use super::{add, bits, compare, divide, multiply, overflow, shift};
use crate::gates::{Bit, Gates};

/// The bits of `op` applied to operands with these bits; nothing if it is not one on bits.
pub(super) fn apply(gates: &mut Gates, op: Op, operands: &[&[Bit]]) -> Option<Vec<Bit>> {
    match *operands {
        [a] => unary(gates, op, a),
        [a, b] => {
            binary(gates, op, a, b).or_else(|| predicate(gates, op, a, b).map(|bit| vec![bit]))
        }
        [cond, then, otherwise] if op == Op::Ite => Some(gates.ite_all(cond[0], then, otherwise)),
        _ => None,
    }
    .or_else(|| connective(gates, op, operands))
}

/// `And` and `Or` of any number of operands.
fn connective(gates: &mut Gates, op: Op, operands: &[&[Bit]]) -> Option<Vec<Bit>> {
    let bits: Vec<Bit> = operands.iter().map(|operand| operand[0]).collect();
    match op {
        Op::And => Some(vec![gates.and_all(&bits)]),
        Op::Or => Some(vec![gates.or_all(&bits)]),
        _ => None,
    }
}

fn unary(gates: &mut Gates, op: Op, a: &[Bit]) -> Option<Vec<Bit>> {
    Some(match op {
        Op::Not | Op::BitNot => bits::inverted(a),
        Op::Neg => add::negate(gates, a),
        Op::NegOverflow => vec![overflow::negate(gates, a)],
        Op::RotateLeft(by) => bits::rotate_left(a, by.into()),
        Op::RotateRight(by) => bits::rotate_left(a, a.len() - usize::from(by)),
        Op::ZeroExtend(to) => bits::extend(a, to.into(), Bit::FALSE),
        Op::SignExtend(to) => bits::extend(a, to.into(), bits::sign(a)),
        Op::Extract { high, low } => a[low.into()..=high.into()].to_vec(),
        Op::FromBool => a.to_vec(),
        _ => return None,
    })
}

fn binary(gates: &mut Gates, op: Op, a: &[Bit], b: &[Bit]) -> Option<Vec<Bit>> {
    Some(match op {
        Op::BitAnd => each(gates, a, b, Gates::and),
        Op::BitOr => each(gates, a, b, Gates::or),
        Op::BitXor | Op::Xor => each(gates, a, b, Gates::xor),
        Op::Add => add::add(gates, a, b),
        Op::Sub => add::subtract(gates, a, b),
        Op::Mul => multiply::multiply(gates, a, b, a.len()),
        Op::UDiv => divide::unsigned(gates, a, b).quotient,
        Op::URem => divide::unsigned(gates, a, b).remainder,
        Op::SDiv => divide::signed_quotient(gates, a, b),
        Op::SRem => divide::signed_remainder(gates, a, b),
        Op::Shl => shift::left(gates, a, b),
        Op::LShr => shift::right(gates, a, b, Bit::FALSE),
        Op::AShr => shift::right(gates, a, b, bits::sign(a)),
        Op::Concat => [b, a].concat(),
        _ => return None,
    })
}

fn predicate(gates: &mut Gates, op: Op, a: &[Bit], b: &[Bit]) -> Option<Bit> {
    Some(match op {
        Op::Eq => gates.equal_all(a, b),
        Op::ULt => compare::unsigned_less(gates, a, b),
        Op::ULe => !compare::unsigned_less(gates, b, a),
        Op::SLt => compare::signed_less(gates, a, b),
        Op::SLe => !compare::signed_less(gates, b, a),
        Op::UAddOverflow => overflow::unsigned_add(gates, a, b),
        Op::SAddOverflow => overflow::signed_add(gates, a, b),
        Op::USubOverflow => compare::unsigned_less(gates, a, b),
        Op::SSubOverflow => overflow::signed_subtract(gates, a, b),
        Op::UMulOverflow => overflow::unsigned_multiply(gates, a, b),
        Op::SMulOverflow => overflow::signed_multiply(gates, a, b),
        Op::SDivOverflow => overflow::signed_divide(gates, a, b),
        _ => return None,
    })
}

fn each(gates: &mut Gates, a: &[Bit], b: &[Bit], op: fn(&mut Gates, Bit, Bit) -> Bit) -> Vec<Bit> {
    a.iter().zip(b).map(|(&a, &b)| op(gates, a, b)).collect()
}
