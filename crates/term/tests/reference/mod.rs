//! What the integer operations mean, computed in two ways that share nothing with the crate.

pub(crate) mod bits;
pub(crate) mod integers;

use whydunit_term::Op;

/// Operations with one operand of the width, except those that change widths.
pub(crate) const UNARY: &[Op] = &[Op::BitNot, Op::Neg, Op::NegOverflow];

/// Operations with two operands of the width.
pub(crate) const BINARY: &[Op] = &[
    Op::Eq,
    Op::BitAnd,
    Op::BitOr,
    Op::BitXor,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::UDiv,
    Op::URem,
    Op::SDiv,
    Op::SRem,
    Op::Shl,
    Op::LShr,
    Op::AShr,
    Op::ULt,
    Op::ULe,
    Op::SLt,
    Op::SLe,
    Op::UAddOverflow,
    Op::SAddOverflow,
    Op::USubOverflow,
    Op::SSubOverflow,
    Op::UMulOverflow,
    Op::SMulOverflow,
    Op::SDivOverflow,
];

/// Operations with one operand of the width and a parameter, with every parameter up to widths of `max`.
pub(crate) fn with_parameters(width: u32, max: u32) -> Vec<Op> {
    let mut list = Vec::new();
    for by in 0..width as u8 {
        list.extend([Op::RotateLeft(by), Op::RotateRight(by)]);
        list.extend((by..width as u8).map(|high| Op::Extract { high, low: by }));
    }
    for to in width..=max {
        list.extend([Op::ZeroExtend(to as u8), Op::SignExtend(to as u8)]);
    }
    list
}

pub(crate) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}
