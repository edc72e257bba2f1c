//! The reference on lists of bits, lowest first, for any width: adders, shift-and-add products and long division.

use std::cmp::Ordering;

use whydunit_term::Op;

type Bits = Vec<bool>;

fn bits(value: u128, width: u32) -> Bits {
    (0..width).map(|index| value >> index & 1 == 1).collect()
}

fn number(bits: &[bool]) -> u128 {
    bits.iter().rev().fold(0, |value, &bit| (value << 1) | u128::from(bit))
}

/// Cut, or extended by zeros or copies of the sign.
fn resize(bits: &[bool], width: usize, signed: bool) -> Bits {
    let fill = signed && bits[bits.len() - 1];
    (0..width).map(|index| bits.get(index).copied().unwrap_or(fill)).collect()
}

fn add(a: &[bool], b: &[bool], mut carry: bool) -> Bits {
    let mut sum = Bits::new();
    for (&x, &y) in a.iter().zip(b) {
        sum.push(x ^ y ^ carry);
        carry = (x && y) || (carry && (x || y));
    }
    sum
}

fn not(a: &[bool]) -> Bits {
    a.iter().map(|bit| !bit).collect()
}

fn sub(a: &[bool], b: &[bool]) -> Bits {
    add(a, &not(b), true)
}

fn neg(a: &[bool]) -> Bits {
    sub(&vec![false; a.len()], a)
}

fn mul(a: &[bool], b: &[bool]) -> Bits {
    let mut product = vec![false; a.len()];
    for (index, _) in b.iter().enumerate().filter(|(_, bit)| **bit) {
        let mut shifted = vec![false; index];
        shifted.extend_from_slice(&a[..a.len() - index]);
        product = add(&product, &shifted, false);
    }
    product
}

fn compare(a: &[bool], b: &[bool]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// Quotient and remainder by long division; the divisor is not zero.
fn divide(a: &[bool], b: &[bool]) -> (Bits, Bits) {
    let wide = resize(b, b.len() + 1, false);
    let mut rest = vec![false; b.len() + 1];
    let mut quotient = vec![false; a.len()];
    for index in (0..a.len()).rev() {
        rest.insert(0, a[index]);
        rest.pop();
        if compare(&rest, &wide) != Ordering::Less {
            rest = sub(&rest, &wide);
            quotient[index] = true;
        }
    }
    rest.pop();
    (quotient, rest)
}

fn magnitude(a: &[bool]) -> Bits {
    if a[a.len() - 1] { neg(a) } else { a.to_vec() }
}

fn divide_signed(a: &[bool], b: &[bool]) -> (Bits, Bits) {
    let (negative_a, negative_b) = (a[a.len() - 1], b[b.len() - 1]);
    let (quotient, rest) = divide(&magnitude(a), &magnitude(b));
    let quotient = if negative_a == negative_b { quotient } else { neg(&quotient) };
    (quotient, if negative_a { neg(&rest) } else { rest })
}

fn shift(a: &[bool], b: &[bool], left: bool, fill: bool) -> Bits {
    let mut result = a.to_vec();
    // Once more than the width makes no difference.
    let steps = number(b).min(a.len() as u128);
    for _ in 0..steps {
        if left {
            result.insert(0, fill);
            result.pop();
        } else {
            result.remove(0);
            result.push(fill);
        }
    }
    result
}

pub(crate) fn unary(op: Op, width: u32, a: u128) -> u128 {
    let mut a = bits(a, width);
    number(&match op {
        Op::BitNot => not(&a),
        Op::Neg => neg(&a),
        Op::NegOverflow => {
            let wide = resize(&a, a.len() + 1, true);
            vec![neg(&wide) != resize(&neg(&a), wide.len(), true)]
        }
        Op::ZeroExtend(to) => resize(&a, to.into(), false),
        Op::SignExtend(to) => resize(&a, to.into(), true),
        Op::Extract { high, low } => a[usize::from(low)..=usize::from(high)].to_vec(),
        Op::RotateLeft(by) => {
            a.rotate_right(by.into());
            a
        }
        Op::RotateRight(by) => {
            a.rotate_left(by.into());
            a
        }
        _ => panic!("{op:?} is not in the reference"),
    })
}

pub(crate) fn binary(op: Op, width: u32, a: u128, b: u128) -> u128 {
    let (a, b) = (bits(a, width), bits(b, width));
    let sign = |bits: &[bool]| bits[bits.len() - 1];
    let is_zero = |bits: &[bool]| !bits.contains(&true);
    let each = |f: fn(bool, bool) -> bool| a.iter().zip(&b).map(|(&x, &y)| f(x, y)).collect();
    let less = |a: &[bool], b: &[bool]| compare(a, b) == Ordering::Less;
    let signed_less = || match (sign(&a), sign(&b)) {
        (true, false) => true,
        (false, true) => false,
        _ => less(&a, &b),
    };
    // Does the operation in twice the width give more than the extended result?
    let overflows = |f: &dyn Fn(&[bool], &[bool]) -> Bits, signed: bool| {
        let (wide_a, wide_b) = (resize(&a, 2 * a.len(), signed), resize(&b, 2 * b.len(), signed));
        vec![f(&wide_a, &wide_b) != resize(&f(&a, &b), 2 * a.len(), signed)]
    };
    let sum = |a: &[bool], b: &[bool]| add(a, b, false);
    let quotient = |a: &[bool], b: &[bool]| divide_signed(a, b).0;
    let one: Bits = bits(1, width);
    number(&match op {
        Op::Eq => vec![a == b],
        Op::BitAnd => each(|x, y| x && y),
        Op::BitOr => each(|x, y| x || y),
        Op::BitXor => each(|x, y| x != y),
        Op::Add => sum(&a, &b),
        Op::Sub => sub(&a, &b),
        Op::Mul => mul(&a, &b),
        Op::UDiv if is_zero(&b) => vec![true; a.len()],
        Op::UDiv => divide(&a, &b).0,
        Op::URem | Op::SRem if is_zero(&b) => a,
        Op::URem => divide(&a, &b).1,
        Op::SDiv if is_zero(&b) && sign(&a) => one,
        Op::SDiv if is_zero(&b) => vec![true; a.len()],
        Op::SDiv => quotient(&a, &b),
        Op::SRem => divide_signed(&a, &b).1,
        Op::Shl => shift(&a, &b, true, false),
        Op::LShr => shift(&a, &b, false, false),
        Op::AShr => shift(&a, &b, false, sign(&a)),
        Op::ULt => vec![less(&a, &b)],
        Op::ULe => vec![!less(&b, &a)],
        Op::SLt => vec![signed_less()],
        Op::SLe => vec![signed_less() || a == b],
        Op::UAddOverflow => overflows(&sum, false),
        Op::SAddOverflow => overflows(&sum, true),
        Op::USubOverflow => overflows(&sub, false),
        Op::SSubOverflow => overflows(&sub, true),
        Op::UMulOverflow => overflows(&mul, false),
        Op::SMulOverflow => overflows(&mul, true),
        Op::SDivOverflow if is_zero(&b) => vec![false],
        Op::SDivOverflow => overflows(&quotient, true),
        _ => panic!("{op:?} is not in the reference"),
    })
}
