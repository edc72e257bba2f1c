//! Which bits of a result have a value, when some bits of the operands have none?
//!
//! Uninitialised storage is no error where it is copied or computed with, only where it decides something. So bits without a value travel
//! with the numbers that they are part of, by one table over the operators: this one. A bit of a result is said to have a value only if it is
//! the same whatever the operands' unset bits are; where that would be costly to know exactly (products, quotients), more bits are called unset than need be.
//!
//! Numbers are at most 64 bits wide and lie in the low bits of a `u64`; what is above the width is ignored and comes out as zeros.

use crate::obligation::{Condition, Exact, Operand};
use crate::{BinaryOp, Class, UnaryOp};

/// A number of which some bits have no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partial {
    /// The number; its unset bits are anything.
    pub bits: u64,
    /// The bits that have no value.
    pub unset: u64,
    /// From this bit on all bits are copies of the one below it, where that is unset: the number was widened.
    pub distinct: u32,
}

/// A mask of the low bits.
pub const fn low_bits(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl Partial {
    /// A number all of whose bits have a value.
    pub const fn set(bits: u64) -> Partial {
        Partial { bits, unset: 0, distinct: 64 }
    }

    /// Has every bit a value?
    pub const fn is_set(self) -> bool {
        self.unset == 0
    }

    fn within(self, width: u32) -> Partial {
        let mask = low_bits(width);
        let (bits, unset) = (self.bits & mask & !self.unset, self.unset & mask);
        Partial { bits, unset, ..self }
    }

    /// May it be that number?
    pub const fn may_be(self, number: u64) -> bool {
        (self.bits ^ number) & !self.unset == 0
    }

    /// The least and the largest number that it may be. Both may be.
    pub fn range(self, class: Class) -> (i128, i128) {
        let mut width = class.width().min(64);
        let is_widened = self.distinct < width && self.unset >> (self.distinct - 1) & 1 == 1;
        if is_widened && class.signed() {
            width = self.distinct;
        }
        let this = self.within(width);
        if !class.signed() {
            return (this.bits.into(), (this.bits | this.unset).into());
        }
        let sign = 1 << (width - 1);
        let signed = |bits: u64| {
            let bits = i128::from(bits);
            if bits & i128::from(sign) == 0 { bits } else { bits - (1_i128 << width) }
        };
        (signed(this.bits | this.unset & sign), signed(this.bits | this.unset & !sign))
    }

    /// As a truth value: the unset bits of 0 or 1 as it is zero or not.
    pub const fn truth(self) -> u64 {
        (self.unset != 0 && self.bits & !self.unset == 0) as u64
    }
}

/// The unset bits of `op operand`, on integers of a class. Of `!`: those of 0 or 1.
pub fn unary(op: UnaryOp, class: Class, operand: Partial) -> u64 {
    let width = class.width().min(64);
    let operand = operand.within(width);
    match op {
        UnaryOp::Not => operand.truth(),
        UnaryOp::BitNot => operand.unset,
        UnaryOp::Neg => binary(BinaryOp::Sub, class, Partial::set(0), operand),
    }
}

/// The unset bits of `left op right`, on integers of a class; a comparison has those of 0 or 1. Where an operand is such that the operation is not defined,
/// the result is none.
pub fn binary(op: BinaryOp, class: Class, left: Partial, right: Partial) -> u64 {
    let width = class.width().min(64);
    let mask = low_bits(width);
    let (a, b) = (left.within(width), right.within(width));
    if a.is_set() && b.is_set() {
        return 0;
    }
    let (a_most, b_most) = (a.bits | a.unset, b.bits | b.unset);
    match op {
        BinaryOp::BitAnd => a.unset & b.unset | a.unset & b.bits | b.unset & a.bits,
        BinaryOp::BitOr => a.unset & b.unset | a.unset & !b.bits & mask | b.unset & !a.bits & mask,
        BinaryOp::BitXor => a.unset | b.unset,
        // A carry differs where that of the least operands and that of the largest do.
        BinaryOp::Add => {
            let least = a.bits.wrapping_add(b.bits);
            (a.unset | b.unset | (least ^ a_most.wrapping_add(b_most))) & mask
        }
        BinaryOp::Sub => {
            let least = a.bits.wrapping_sub(b_most);
            (a.unset | b.unset | (least ^ a_most.wrapping_sub(b.bits))) & mask
        }
        BinaryOp::Mul => product(a, b) & mask,
        BinaryOp::Div | BinaryOp::Rem => quotient(op, class, a, b, width),
        BinaryOp::Shl | BinaryOp::Shr => shifted(op, class, a, right, width),
        BinaryOp::Eq | BinaryOp::Ne => {
            let differs = (a.bits ^ b.bits) & !(a.unset | b.unset) != 0;
            u64::from(!differs)
        }
        BinaryOp::Lt | BinaryOp::Ge => u64::from(is_order_open(class, left, right)),
        BinaryOp::Gt | BinaryOp::Le => u64::from(is_order_open(class, right, left)),
    }
}

/// Does it depend on unset bits whether the first number is less than the second?
fn is_order_open(class: Class, a: Partial, b: Partial) -> bool {
    let ((a_low, a_high), (b_low, b_high)) = (a.range(class), b.range(class));
    a_low < b_high && a_high >= b_low
}

/// Below the lowest bit that an unset bit of one operand is multiplied to, a product has its bits.
fn product(a: Partial, b: Partial) -> u64 {
    let lowest = |one: Partial, other: Partial| {
        let zeros = (other.bits | other.unset).trailing_zeros();
        (!one.is_set()).then(|| one.unset.trailing_zeros() + zeros)
    };
    match [lowest(a, b), lowest(b, a)].into_iter().flatten().min() {
        Some(lowest) if lowest < 64 => u64::MAX << lowest,
        _ => 0,
    }
}

/// Of quotients of unsigned numbers the leading bits that all of them share have a value.
fn quotient(op: BinaryOp, class: Class, a: Partial, b: Partial, width: u32) -> u64 {
    let mask = low_bits(width);
    if class.signed() || b.bits == 0 {
        return mask;
    }
    let (a_most, b_most) = (a.bits | a.unset, b.bits | b.unset);
    let (least, most) = match op {
        BinaryOp::Div => (a.bits / b_most, a_most / b.bits),
        _ => (0, a_most.min(b_most - 1)),
    };
    match least ^ most {
        0 => 0,
        differs => u64::MAX >> differs.leading_zeros(),
    }
}

/// Unset bits move with the others. A count that is not known leaves the bits that all counts agree on.
fn shifted(op: BinaryOp, class: Class, a: Partial, count: Partial, width: u32) -> u64 {
    let mask = low_bits(width);
    let above = |bits: u64| {
        let is_negative = class.signed() && bits >> (width - 1) & 1 == 1;
        if is_negative { bits | !mask } else { bits }
    };
    let moved = |bits: u64, by: u32| match op {
        BinaryOp::Shl => bits << by & mask,
        _ if class.signed() => (above(bits).cast_signed() >> by).cast_unsigned() & mask,
        _ => bits >> by,
    };
    let by = |by: u32| (moved(a.bits, by), moved(a.unset, by));
    let mut counts = (0..width).filter(|&by| count.may_be(by.into())).map(by);
    let Some(first) = counts.next() else { return mask };
    counts.fold(first.1, |unset, (bits, other)| unset | other | (first.0 ^ bits))
}

/// The unset bits after a conversion between integers.
pub fn converted(from: Class, to: Class, operand: Partial) -> u64 {
    let (from_width, width) = (from.width().min(64), to.width().min(64));
    let unset = operand.within(from_width).unset;
    let is_copied = from.signed() && unset >> (from_width - 1) & 1 == 1;
    let unset = if is_copied { unset | !low_bits(from_width) } else { unset };
    unset & low_bits(width)
}

/// Does it depend on unset bits whether the condition is met? Of products, and of sums that miss the allowed numbers on both sides, it is said to sooner than
/// need be.
pub fn decides(condition: &Condition, class: Class, first: Partial, second: Partial) -> bool {
    if first.is_set() && second.is_set() {
        return false;
    }
    let operand = |which: Operand| if which == Operand::First { first } else { second };
    let (number, low, high) = match *condition {
        Condition::NotZero(which) => return operand(which).truth() != 0,
        Condition::Within { number, low, high } => (number, low, high),
    };
    let range = |op| exact_range(op, class, first, second);
    let (least, most) = match number {
        Exact::Operand(which) => operand(which).range(class),
        Exact::Negation => exact_range(BinaryOp::Sub, class, Partial::set(0), first),
        Exact::Sum => range(BinaryOp::Add),
        Exact::Difference => range(BinaryOp::Sub),
        Exact::Product => range(BinaryOp::Mul),
        // Only the least number divided by -1 does not fit.
        Exact::Quotient => {
            let width = class.width().min(64);
            let (least, minus_one) = (1 << (width - 1), low_bits(width));
            return first.within(width).may_be(least) && second.within(width).may_be(minus_one);
        }
        Exact::Shifted | Exact::Truncated => return true,
    };
    let (is_always, is_never) = (low <= least && most <= high, most < low || high < least);
    !is_always && !is_never
}

/// The least and the largest number that a sum, a difference or a product may be, without any bound.
fn exact_range(op: BinaryOp, class: Class, left: Partial, right: Partial) -> (i128, i128) {
    let (a, b) = (left.range(class), right.range(class));
    match op {
        BinaryOp::Add => (a.0 + b.0, a.1 + b.1),
        BinaryOp::Sub => (a.0 - b.1, a.1 - b.0),
        _ => {
            let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            let least = corners.iter().copied().fold(corners[0], i128::min);
            (least, corners.iter().copied().fold(corners[0], i128::max))
        }
    }
}

/// What [`Partial::distinct`] is of the result: numbers that came from narrower ones stay small.
pub fn distinct(op: BinaryOp, class: Class, left: Partial, right: Partial) -> u32 {
    let width = class.width().min(64);
    if !class.signed() || !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) {
        return width;
    }
    let (least, most) = exact_range(op, class, left, right);
    let bits = |number: i128| 128 - (number ^ number >> 127).leading_zeros() + 1;
    bits(least).max(bits(most)).min(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 4;

    fn class(signed: bool) -> Class {
        Class::Int { width: 4, signed }
    }

    fn partials() -> impl Iterator<Item = Partial> {
        let all = (0..16)
            .flat_map(|unset| (0..16).map(move |bits| Partial { unset, ..Partial::set(bits) }));
        all.filter(|it| it.bits & it.unset == 0)
    }

    /// All numbers that it may be.
    fn values(partial: Partial) -> impl Iterator<Item = u64> {
        (0..16).filter(move |&number| partial.may_be(number))
    }

    fn number(bits: u64, signed: bool) -> i128 {
        Partial::set(bits).range(class(signed)).0
    }

    /// As the machine computes it; `None` where it is not defined.
    fn computed(op: BinaryOp, signed: bool, left: u64, right: u64) -> Option<u64> {
        let (a, b) = (number(left, signed), number(right, signed));
        let truth = |truth: bool| i128::from(truth);
        let exact = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a.checked_div(b)?,
            BinaryOp::Rem => a.checked_rem(b)?,
            BinaryOp::Shl => a << u32::try_from(b).ok().filter(|&count| count < WIDTH)?,
            BinaryOp::Shr => a >> u32::try_from(b).ok().filter(|&count| count < WIDTH)?,
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            BinaryOp::BitXor => a ^ b,
            BinaryOp::Eq => truth(a == b),
            BinaryOp::Ne => truth(a != b),
            BinaryOp::Lt => truth(a < b),
            BinaryOp::Le => truth(a <= b),
            BinaryOp::Gt => truth(a > b),
            BinaryOp::Ge => truth(a >= b),
        };
        u64::try_from(exact & 15).ok()
    }

    const ALL: [BinaryOp; 16] = {
        use BinaryOp::*;
        [Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor, Eq, Ne, Lt, Le, Gt, Ge]
    };

    /// Bits that differ among results, and whether results are missing.
    fn differing(results: impl Iterator<Item = Option<u64>>) -> Option<u64> {
        let mut known = results.flatten();
        let first = known.next()?;
        Some(known.fold(0, |differs, other| differs | (first ^ other)))
    }

    #[test]
    fn bits_that_are_said_to_have_a_value_are_the_same_for_all_operands() {
        let exact = |op| !matches!(op, BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem);
        for (op, signed) in ALL.iter().flat_map(|&op| [(op, false), (op, true)]) {
            for (a, b) in partials().flat_map(|a| partials().map(move |b| (a, b))) {
                let pairs = values(a).flat_map(|x| values(b).map(move |y| (x, y)));
                let results = pairs.map(|(x, y)| computed(op, signed, x, y));
                let Some(differs) = differing(results) else { continue };
                let unset = binary(op, class(signed), a, b);
                assert_eq!(
                    differs & !unset,
                    0,
                    "{a:?} {} {b:?} ({signed}): {unset:#b}",
                    op.symbol()
                );
                if exact(op) {
                    assert_eq!(differs, unset, "{a:?} {} {b:?} ({signed})", op.symbol());
                }
            }
        }
    }

    #[test]
    fn single_operands() {
        for (a, signed) in partials().flat_map(|a| [(a, false), (a, true)]) {
            for op in [UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not] {
                let result = |x: u64| match op {
                    UnaryOp::Neg => x.wrapping_neg() & 15,
                    UnaryOp::BitNot => !x & 15,
                    UnaryOp::Not => u64::from(x == 0),
                };
                let differs = differing(values(a).map(|x| Some(result(x))));
                assert_eq!(differs, Some(unary(op, class(signed), a)), "{a:?} {}", op.symbol());
            }
            for to in [2, 4, 8] {
                let wide = Class::Int { width: to, signed: false };
                let result = |x: u64| number(x, signed) & i128::from(low_bits(to));
                let results = values(a).map(|x| u64::try_from(result(x)).ok());
                let unset = converted(class(signed), wide, a);
                assert_eq!(differing(results), Some(unset), "{a:?} to {to} bits");
            }
        }
    }

    #[test]
    fn widened_numbers_have_their_own_range() {
        let byte = Partial { bits: 0, unset: 0xff, distinct: 64 };
        let char = Class::Int { width: 8, signed: true };
        let unset = converted(char, Class::INT, byte);
        assert_eq!(unset, 0xffff_ffff);
        let wide = Partial { bits: 0, unset, distinct: 8 };
        assert_eq!(wide.range(Class::INT), (-128, 127));
        let sum = Condition::within_type(Exact::Sum, Class::INT.int_kind());
        assert!(!decides(&sum, Class::INT, wide, Partial::set(1)));
        assert!(decides(&sum, Class::INT, Partial { distinct: 32, ..wide }, Partial::set(1)));
        let one = Partial::set(1);
        assert_eq!(distinct(BinaryOp::Add, Class::INT, wide, one), 9);
        assert_eq!(distinct(BinaryOp::Mul, Class::INT, wide, wide), 16);
    }

    #[test]
    fn checks_that_are_said_not_to_depend_on_unset_bits_do_not() {
        use crate::obligation::{of_binary, of_unary};
        for (op, signed) in ALL.iter().flat_map(|&op| [(op, false), (op, true)]) {
            for (a, b) in partials().flat_map(|a| partials().map(move |b| (a, b))) {
                for obligation in of_binary(op, class(signed)) {
                    let met = |x: u64, y: u64| {
                        let of = |which| if which == Operand::First { x } else { y };
                        obligation.condition.is_met(|which| number(of(which), signed))
                    };
                    let pairs = values(a).flat_map(|x| values(b).map(move |y| (x, y)));
                    let differs = differing(pairs.map(|(x, y)| met(x, y).map(u64::from)));
                    let is_said = decides(&obligation.condition, class(signed), a, b);
                    assert!(is_said || differs == Some(0), "{a:?} {} {b:?}", op.symbol());
                }
            }
        }
        for a in partials() {
            for obligation in of_unary(UnaryOp::Neg, class(true)) {
                let met = values(a).map(|x| obligation.condition.is_met(|_| number(x, true)));
                let differs = differing(met.map(|met| met.map(u64::from)));
                let is_said = decides(&obligation.condition, class(true), a, Partial::set(0));
                assert_eq!(u64::from(is_said), differs.unwrap_or(0), "{a:?}");
            }
        }
    }
}
