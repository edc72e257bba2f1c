//! What every operation means on constants.
//!
//! This is the reference: simplification, evaluation under a model and the encoding into clauses must all agree with
//! it. Values are bit patterns in a `u128`, zero above their width; Booleans are 0 and 1.

use crate::op::result_sort;
use crate::{Op, Sort, float};

impl Op {
    /// The value of the operation on constants of these sorts, with its sort; `None` for leaves and opaque applications, which have no value of their
    /// own, and for operands that do not fit the operation.
    ///
    /// Inlined where the operation is a constant, most of it goes: contracts are evaluated this way at run time.
    #[inline]
    pub fn evaluate<const N: usize>(self, operands: [(Sort, u128); N]) -> Option<(Sort, u128)> {
        let sorts = operands.map(|operand| operand.0);
        let bits = operands.map(|operand| operand.1);
        let sort = result_sort(self, &sorts).ok()?;
        Some((sort, fold(self, sorts.last()?.width(), &bits)?))
    }
}

/// The value of `op` on constants; `None` for leaves and opaque applications, which have no value of their own.
///
/// `width` is the width of the last operand. It is the width of every operand that matters: only `Ite` and `Concat`
/// have operands of different widths, the first does not look at widths, the second needs the width of its
/// low part only. The operands must fit the operation.
#[inline]
pub(crate) fn fold(op: Op, width: u32, operands: &[u128]) -> Option<u128> {
    Some(match (op, operands) {
        (Op::Constant(_) | Op::Variable(_) | Op::Opaque(_), _) => return None,
        (Op::And, list) => u128::from(list.iter().all(|&value| value == 1)),
        (Op::Or, list) => u128::from(list.contains(&1)),
        (_, &[a]) => return fold_unary(op, width, a),
        (_, &[a, b]) => return fold_binary(op, width, a, b),
        (Op::Ite, &[condition, a, b]) => {
            if condition == 1 {
                a
            } else {
                b
            }
        }
        _ => return None,
    })
}

#[inline]
fn fold_unary(op: Op, width: u32, a: u128) -> Option<u128> {
    let mask = mask(width);
    Some(match op {
        Op::Not => a ^ 1,
        Op::BitNot => a ^ mask,
        Op::Neg => a.wrapping_neg() & mask,
        Op::NegOverflow => u128::from(a == sign_bit(width)),
        Op::RotateLeft(by) => rotate_left(a, by.into(), width),
        Op::RotateRight(by) => rotate_left(a, width - u32::from(by), width),
        Op::ZeroExtend(_) | Op::FromBool => a,
        Op::SignExtend(to) => to_signed(a, width).cast_unsigned() & self::mask(to.into()),
        Op::Extract { high, low } => (a >> low) & self::mask(u32::from(high - low) + 1),
        Op::FConvert(_)
        | Op::FFromUnsigned(_)
        | Op::FFromSigned(_)
        | Op::FToUnsigned(_)
        | Op::FToSigned(_) => float::evaluate(op, width, &[a]),
        _ => return None,
    })
}

#[inline]
fn fold_binary(op: Op, width: u32, a: u128, b: u128) -> Option<u128> {
    let mask = mask(width);
    let signed = |value| to_signed(value, width);
    let value = match op {
        Op::Xor | Op::BitXor => a ^ b,
        Op::BitAnd => a & b,
        Op::BitOr => a | b,
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b).unwrap_or(mask),
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::SDiv if b == 0 => {
            if signed(a) < 0 {
                1
            } else {
                mask
            }
        }
        Op::SDiv => signed(a).wrapping_div(signed(b)).cast_unsigned(),
        Op::SRem if b == 0 => a,
        Op::SRem => signed(a).wrapping_rem(signed(b)).cast_unsigned(),
        Op::Shl if b >= width.into() => 0,
        Op::Shl => a << b,
        Op::LShr if b >= width.into() => 0,
        Op::LShr => a >> b,
        Op::AShr => (signed(a) >> b.min(u128::from(width - 1))).cast_unsigned(),
        Op::Concat => return Some((a << width) | b),
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FEq | Op::FLt | Op::FLe => {
            return Some(float::evaluate(op, width, &[a, b]));
        }
        _ => return fold_predicate(op, width, a, b).map(u128::from),
    };
    Some(value & mask)
}

#[inline]
fn fold_predicate(op: Op, width: u32, a: u128, b: u128) -> Option<bool> {
    let (signed_a, signed_b) = (to_signed(a, width), to_signed(b, width));
    let overflows_unsigned = |exact: Option<u128>| exact.is_none_or(|value| value > mask(width));
    let overflows_signed = |exact: Option<i128>| {
        exact.is_none_or(|value| value != to_signed(value.cast_unsigned() & mask(width), width))
    };
    Some(match op {
        Op::Eq => a == b,
        Op::ULt => a < b,
        Op::ULe => a <= b,
        Op::SLt => signed_a < signed_b,
        Op::SLe => signed_a <= signed_b,
        Op::UAddOverflow => overflows_unsigned(a.checked_add(b)),
        Op::USubOverflow => a < b,
        Op::UMulOverflow => overflows_unsigned(a.checked_mul(b)),
        Op::SAddOverflow => overflows_signed(signed_a.checked_add(signed_b)),
        Op::SSubOverflow => overflows_signed(signed_a.checked_sub(signed_b)),
        Op::SMulOverflow => overflows_signed(signed_a.checked_mul(signed_b)),
        Op::SDivOverflow => a == sign_bit(width) && b == mask(width),
        _ => return None,
    })
}

/// The value with only the highest of `width` bits set: the smallest signed number.
#[inline]
pub(crate) fn sign_bit(width: u32) -> u128 {
    1 << (width - 1)
}

#[inline]
pub(crate) fn mask(width: u32) -> u128 {
    Sort::Bits(width).mask()
}

/// Reads `width` bits in two's complement.
#[inline]
pub(crate) fn to_signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    (value << unused).cast_signed() >> unused
}

fn rotate_left(value: u128, by: u32, width: u32) -> u128 {
    let by = by % width;
    if by == 0 {
        return value;
    }
    ((value << by) | (value >> (width - by))) & mask(width)
}
