//! Single operations on numbers, for whoever has operands and no expression.

use whydunit_program::obligation::{self, Condition, Operand};
use whydunit_program::{BinaryOp, Class, UnaryOp};

use super::{Bits, Concrete};
use crate::domain::{Operands, Scalars};

/// Is a condition met by these numbers? Integers are compared as they are; only floating numbers take the way over bit-vectors.
#[inline]
pub(super) fn is_met(condition: &Condition, operands: &Operands<Bits>) -> bool {
    let operand = |which| {
        let (value, class) = match which {
            Operand::First => operands[0],
            Operand::Second => operands[1],
        };
        value.integer(class)
    };
    // A floating operand that must not be zero is one, too.
    let is_float = operands[0].1.is_float();
    let met = if is_float { None } else { condition.is_met(operand) };
    met.unwrap_or_else(|| Concrete::new(()).holds(condition, operands).is_true())
}

/// `a op b` on mathematical integers, as far as they fit 128 bits; nothing where it is undefined.
pub fn exact(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    let class = Class::Int { width: 128, signed: true };
    let of = |number: i128| (Bits::new(128, number.cast_unsigned()), class);
    operate(op, of(a), of(b)).map(|result| match op.is_comparison() {
        true => result.bits.cast_signed(),
        false => result.signed(),
    })
}

/// `a op b`, for numbers of the class of the first (the count of a shift may be of another); a comparison gives an `int`. Nothing where it is undefined.
pub fn operate(op: BinaryOp, a: (Bits, Class), b: (Bits, Class)) -> Option<Bits> {
    let mut numbers = Concrete::new(());
    let class = a.1;
    if op.is_comparison() {
        let truth = numbers.compare(op, class, a.0, b.0);
        return Some(numbers.truth_value(truth, Class::INT));
    }
    let is_defined =
        obligation::of_binary(op, class).all(|obligation| is_met(&obligation.condition, &[a, b]));
    if !is_defined {
        return None;
    }
    let count = Class::Int { width: b.1.width(), signed: false };
    let b = match op {
        BinaryOp::Shl | BinaryOp::Shr => numbers.cast(b.0, count, class),
        _ => b.0,
    };
    numbers.binary(op, class, a.0, b, true)
}

/// `op a`, for an operator other than `!`. Nothing where it is undefined.
pub fn operate_unary(op: UnaryOp, (a, class): (Bits, Class)) -> Option<Bits> {
    let mut numbers = Concrete::new(());
    let is_defined = obligation::of_unary(op, class)
        .all(|obligation| is_met(&obligation.condition, &[(a, class)]));
    is_defined.then(|| numbers.unary(op, class, a, true))
}

/// A number as one of another class. Nothing where it does not fit and that is undefined.
pub fn cast(value: Bits, from: Class, to: Class) -> Option<Bits> {
    let mut numbers = Concrete::new(());
    if to == Class::Bool {
        let truth = numbers.is_nonzero(value, from);
        return Some(numbers.truth_value(truth, to));
    }
    let is_defined = obligation::of_conversion(from, to)
        .is_none_or(|obligation| is_met(&obligation.condition, &[(value, from)]));
    is_defined.then(|| numbers.cast(value, from, to))
}

#[cfg(test)]
mod tests {
    use whydunit_program::obligation::Exact;
    use whydunit_term::Op;

    use super::super::shortcut;
    use super::*;
    use crate::algebra::Algebra;

    /// Operators, comparisons and conversions by the short way, where it says something, on every pair of bytes of both classes.
    #[test]
    fn what_fits_is_the_same_by_both_ways() {
        let ops = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::Div,
            BinaryOp::Shl,
            BinaryOp::BitAnd,
        ];
        let comparisons =
            [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge];
        let mut said = 0;
        for signed in [false, true] {
            let class = Class::Int { width: 8, signed };
            for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
                let (a, b) = (Bits::new(8, a), Bits::new(8, b));
                for op in ops {
                    let Some(short) = shortcut::binary(op, class, a, b) else { continue };
                    assert_eq!(Some(short), operate(op, (a, class), (b, class)), "{op:?}");
                    said += 1;
                }
                for op in comparisons {
                    let general = operate(op, (a, class), (b, class)).map(Bits::is_true);
                    assert_eq!(shortcut::compare(op, class, a, b), general, "{op:?}");
                }
            }
            for a in 0..256 {
                let a = Bits::new(8, a);
                for (width, signed) in [(4, true), (4, false), (16, true), (16, false), (128, true)]
                {
                    let to = Class::Int { width, signed };
                    let Some(short) = shortcut::convert(a, class, to) else { continue };
                    assert_eq!(Some(short), cast(a, class, to));
                    said += 1;
                }
            }
        }
        assert!(said > 100_000, "the short way should say something of most: {said}");
    }

    /// The short way and the general one, on every pair of bytes.
    #[test]
    fn quick_operations_are_the_operations() {
        let ops = [Op::Eq, Op::ULt, Op::ULe, Op::SLt, Op::SLe, Op::Add, Op::Sub, Op::Mul, Op::UDiv];
        for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
            let operands = [Bits::new(8, a), Bits::new(8, b)];
            for op in ops {
                let general = op.evaluate(operands.map(|operand| (operand.sort, operand.bits)));
                let (sort, bits) = general.expect("bytes should fit these operations");
                let Some(quick) = shortcut::operation(op, &operands) else { continue };
                assert_eq!(quick, Bits { sort, bits }, "{op:?} of {a} and {b}");
            }
            for (width, signed) in [(4, true), (4, false), (16, true), (16, false)] {
                let resized = Concrete::new(()).resized(operands[0], width, signed);
                let number = if signed { operands[0].signed() } else { a as i128 };
                assert_eq!(resized, Bits::new(width, number.cast_unsigned()));
            }
        }
    }

    /// Both ways of asking, on every pair of bytes: numbers as they are, and their bits.
    #[test]
    fn conditions_over_numbers_are_those_over_bits() {
        let number = |exact| Condition::Within { number: exact, low: -100, high: 90 };
        let exact = [
            Exact::Operand(Operand::First),
            Exact::Operand(Operand::Second),
            Exact::Negation,
            Exact::Sum,
            Exact::Difference,
            Exact::Product,
        ];
        for signed in [false, true] {
            let class = Class::Int { width: 8, signed };
            let of_type = |exact| Condition::within_type(exact, class.int_kind());
            let of_operators = [BinaryOp::Div, BinaryOp::Rem, BinaryOp::Shl, BinaryOp::Add]
                .into_iter()
                .flat_map(|op| obligation::of_binary(op, class))
                .map(|obligation| obligation.condition);
            let conditions: Vec<Condition> = of_operators
                .chain(exact.map(number))
                .chain(exact.map(of_type))
                .chain([Condition::NotZero(Operand::First)])
                .collect();
            for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
                let operands = [(Bits::new(8, a), class), (Bits::new(8, b), class)];
                for condition in &conditions {
                    let by_bits = Concrete::new(()).holds(condition, &operands).is_true();
                    // The quotient by zero is demanded of nobody: the divisor was, before.
                    let is_quotient =
                        matches!(condition, Condition::Within { number: Exact::Quotient, .. });
                    if b != 0 || !is_quotient {
                        assert_eq!(
                            is_met(condition, &operands),
                            by_bits,
                            "{condition:?} of {a} and {b}, signed: {signed}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn mathematical_numbers_have_an_end() {
        let class = Class::Int { width: 128, signed: true };
        let of = |a: i128, b: i128| {
            [(Bits::new(128, a as u128), class), (Bits::new(128, b as u128), class)]
        };
        let fits = |exact| Condition::within_type(exact, class.int_kind());
        assert!(!is_met(&fits(Exact::Sum), &of(i128::MAX, 1)));
        assert!(!is_met(&fits(Exact::Quotient), &of(i128::MIN, -1)));
        assert!(!is_met(&fits(Exact::Shifted), &of(1, 127)));
        assert!(is_met(&fits(Exact::Shifted), &of(-1, 127)));
        assert!(is_met(&fits(Exact::Shifted), &of(0, 127)));
    }
}
