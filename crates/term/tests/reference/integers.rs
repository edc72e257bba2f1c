//! The reference on mathematical integers, for widths of up to 62: all exact results fit an `i128`.

use whydunit_term::Op;

fn power(exponent: u32) -> i128 {
    2i128.pow(exponent)
}

/// The integer that the bits are in two's complement.
fn signed(value: i128, width: u32) -> i128 {
    if value >= power(width - 1) { value - power(width) } else { value }
}

/// The quotient, rounded towards zero, of integers that are not both small.
fn truncated_quotient(a: i128, b: i128) -> i128 {
    let magnitude = a.abs().div_euclid(b.abs());
    if (a < 0) == (b < 0) { magnitude } else { -magnitude }
}

pub(crate) fn unary(op: Op, width: u32, a: u128) -> u128 {
    let a = a as i128;
    let s = signed(a, width);
    let bit = |value: i128, index: u32| value.div_euclid(power(index)).rem_euclid(2);
    let result_width = match op {
        Op::ZeroExtend(to) | Op::SignExtend(to) => to.into(),
        _ => width,
    };
    let exact = match op {
        Op::BitNot => -1 - a,
        Op::Neg => -a,
        Op::NegOverflow => i128::from(-s >= power(width - 1)),
        Op::ZeroExtend(_) => a,
        Op::SignExtend(_) => s,
        Op::Extract { high, low } => {
            (low..=high).map(|index| bit(a, index.into()) * power(u32::from(index - low))).sum()
        }
        Op::RotateLeft(by) => {
            (0..width).map(|index| bit(a, index) * power((index + u32::from(by)) % width)).sum()
        }
        Op::RotateRight(by) => (0..width)
            .map(|index| bit(a, index) * power((index + width - u32::from(by)) % width))
            .sum(),
        _ => panic!("{op:?} is not in the reference"),
    };
    exact.rem_euclid(power(result_width)) as u128
}

pub(crate) fn binary(op: Op, width: u32, a: u128, b: u128) -> u128 {
    let (a, b) = (a as i128, b as i128);
    let (s, t) = (signed(a, width), signed(b, width));
    let bitwise = |keep: fn(i128, i128) -> bool| -> i128 {
        (0..width)
            .filter(|&index| keep(a.div_euclid(power(index)) % 2, b.div_euclid(power(index)) % 2))
            .map(power)
            .sum()
    };
    let outside_unsigned = |exact: i128| !(0..power(width)).contains(&exact);
    let outside_signed = |exact: i128| !(-power(width - 1)..power(width - 1)).contains(&exact);
    let predicate = |holds: bool| i128::from(holds);
    let shift = b.min(width.into()) as u32;
    let exact = match op {
        Op::Eq => predicate(a == b),
        Op::BitAnd => bitwise(|x, y| x + y == 2),
        Op::BitOr => bitwise(|x, y| x + y >= 1),
        Op::BitXor => bitwise(|x, y| x + y == 1),
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::UDiv if b == 0 => power(width) - 1,
        Op::UDiv => a.div_euclid(b),
        Op::URem if b == 0 => a,
        Op::URem => a.rem_euclid(b),
        Op::SDiv if b == 0 => {
            if s < 0 {
                1
            } else {
                -1
            }
        }
        Op::SDiv => truncated_quotient(s, t),
        Op::SRem if b == 0 => a,
        Op::SRem => s - t * truncated_quotient(s, t),
        Op::Shl => a * power(shift),
        Op::LShr => a.div_euclid(power(shift)),
        Op::AShr => s.div_euclid(power(shift)),
        Op::ULt => predicate(a < b),
        Op::ULe => predicate(a <= b),
        Op::SLt => predicate(s < t),
        Op::SLe => predicate(s <= t),
        Op::UAddOverflow => predicate(outside_unsigned(a + b)),
        Op::SAddOverflow => predicate(outside_signed(s + t)),
        Op::USubOverflow => predicate(outside_unsigned(a - b)),
        Op::SSubOverflow => predicate(outside_signed(s - t)),
        Op::UMulOverflow => predicate(outside_unsigned(a * b)),
        Op::SMulOverflow => predicate(outside_signed(s * t)),
        Op::SDivOverflow => predicate(b != 0 && outside_signed(truncated_quotient(s, t))),
        _ => panic!("{op:?} is not in the reference"),
    };
    exact.rem_euclid(power(width)) as u128
}
