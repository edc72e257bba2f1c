//! What operations, accesses and library functions demand: undefined behaviour, spelled out.
//!
//! Every operation of the language that is not defined for all operands has its demands here, in the order in which a run checks
//! them, as conditions over the *mathematical* values of its operands. Whoever gives programs a meaning asks here what has to hold;
//! nobody else says when an addition overflows or which index is out of bounds. What an operation does where its condition does not hold and
//! the check is off is said as well ([`Otherwise`]).
//!
//! A left shift of a negative number, or one that shifts bits out, is accepted: the compilers of this world define it, and programs rely on it.
//! Only the shift count is checked.

mod access;
mod library;

pub use access::{
    Access, AccessObligation, OF_CALLEE, OF_RELEASE, OF_USE, OF_VARIADIC, Pointed, of_access,
    of_length,
};
pub use library::{Count, LibraryObligation, of_intrinsic};

use crate::{BinaryOp, CheckKind, Class, IntKind, UnaryOp};

/// Something that must hold for an operation to be defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// The check that reports it.
    pub kind: CheckKind,
    /// What has to hold.
    pub condition: Condition,
    /// What the operation does where the check is off and the condition does not hold.
    pub otherwise: Otherwise,
}

/// A condition over the operands of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The operand is not zero.
    NotZero(Operand),
    /// The number lies in `low ..= high`.
    Within {
        /// The number that is looked at.
        number: Exact,
        /// The least that is allowed.
        low: i128,
        /// The most that is allowed.
        high: i128,
    },
}

/// An operand, by its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The left one, or the only one.
    First,
    /// The right one.
    Second,
}

/// A number that is computed from the operands without any bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exact {
    /// One of the operands.
    Operand(Operand),
    /// The first operand with its sign changed.
    Negation,
    /// Of both operands.
    Sum,
    /// The first operand without the second.
    Difference,
    /// Of both operands.
    Product,
    /// Rounded towards zero. Where the divisor is zero: nothing is demanded.
    Quotient,
    /// The first operand times two to the power of the second.
    Shifted,
    /// The floating first operand, rounded towards zero; what is not a number lies in no range.
    Truncated,
}

/// What happens where the condition does not hold and its check is off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// The operation gives what x86 gives, as compiled without optimisation: sums wrap around, shift counts are masked.
    Machine,
    /// The run ends, checked or not: the machine's division traps.
    Trap,
    /// Nothing that the program does: it exceeds what we compute with.
    Limit,
}

/// A few obligations, in the order in which they are checked.
pub type Obligations = std::iter::Flatten<std::array::IntoIter<Option<Obligation>, 2>>;

fn all(first: Option<Obligation>, second: Option<Obligation>) -> Obligations {
    [first, second].into_iter().flatten()
}

impl Obligation {
    /// Does it demand something of the result, not of an operand?
    pub fn is_about_result(&self) -> bool {
        match self.condition {
            Condition::NotZero(_) => false,
            Condition::Within { number, .. } => !matches!(number, Exact::Operand(_)),
        }
    }

    /// An exact number fits the type of the result. Unsigned results wrap around: nothing is demanded.
    fn fits(number: Exact, class: Class) -> Option<Obligation> {
        let condition = Condition::within_type(number, class.int_kind());
        let otherwise = if class.is_mathematical() { Otherwise::Limit } else { Otherwise::Machine };
        class.signed().then_some(Obligation { kind: CheckKind::Overflow, condition, otherwise })
    }
}

impl Condition {
    /// Is it met by these integers? `None`: it is about a floating number.
    #[inline]
    pub fn is_met(&self, operand: impl Fn(Operand) -> i128) -> Option<bool> {
        let first = || operand(Operand::First);
        let second = || operand(Operand::Second);
        let (number, low, high) = match *self {
            Condition::NotZero(which) => return Some(operand(which) != 0),
            Condition::Within { number, low, high } => (number, low, high),
        };
        // A number that 128 bits do not hold lies in no range.
        let exact = match number {
            Exact::Operand(which) => Some(operand(which)),
            Exact::Negation => first().checked_neg(),
            Exact::Sum => first().checked_add(second()),
            Exact::Difference => first().checked_sub(second()),
            Exact::Product => first().checked_mul(second()),
            Exact::Quotient if second() == 0 => return Some(true),
            Exact::Quotient => first().checked_div(second()),
            Exact::Shifted if first() == 0 => Some(0),
            Exact::Shifted => u32::try_from(second()).ok().and_then(|count| {
                let shifted = first().checked_shl(count)?;
                (shifted >> count == first()).then_some(shifted)
            }),
            Exact::Truncated => return None,
        };
        Some(exact.is_some_and(|exact| low <= exact && exact <= high))
    }

    /// The number is one that the type can hold.
    pub fn within_type(number: Exact, kind: IntKind) -> Condition {
        Condition::Within { number, low: kind.least(), high: kind.most() }
    }
}

/// What `op operand` demands of an operand of that class.
pub fn of_unary(op: UnaryOp, class: Class) -> Obligations {
    match (op, class) {
        (UnaryOp::Neg, Class::Int { .. }) => all(Obligation::fits(Exact::Negation, class), None),
        _ => all(None, None),
    }
}

/// What `left op right` demands of operands of that class; the right operand of a shift may have its own.
pub fn of_binary(op: BinaryOp, class: Class) -> Obligations {
    if class.is_float() || op.is_comparison() {
        return all(None, None);
    }
    match op {
        BinaryOp::Add => all(Obligation::fits(Exact::Sum, class), None),
        BinaryOp::Sub => all(Obligation::fits(Exact::Difference, class), None),
        BinaryOp::Mul => all(Obligation::fits(Exact::Product, class), None),
        BinaryOp::Div | BinaryOp::Rem => {
            let nonzero = Obligation {
                kind: CheckKind::Div,
                condition: Condition::NotZero(Operand::Second),
                otherwise: Otherwise::Trap,
            };
            let fits = Obligation::fits(Exact::Quotient, class);
            all(Some(nonzero), fits.map(|fits| Obligation { otherwise: Otherwise::Trap, ..fits }))
        }
        BinaryOp::Shl | BinaryOp::Shr => {
            let number = Exact::Operand(Operand::Second);
            let (low, high) = (0, i128::from(class.width()) - 1);
            let otherwise =
                if class.is_mathematical() { Otherwise::Limit } else { Otherwise::Machine };
            let condition = Condition::Within { number, low, high };
            let count = Obligation { kind: CheckKind::Shift, condition, otherwise };
            // Nothing is shifted out of a mathematical integer.
            let is_exact = op == BinaryOp::Shl && class.is_mathematical();
            let kept = is_exact.then(|| Obligation::fits(Exact::Shifted, class)).flatten();
            all(Some(count), kept)
        }
        _ => all(None, None),
    }
}

/// What a conversion demands.
pub fn of_conversion(from: Class, to: Class) -> Option<Obligation> {
    match (from, to) {
        (Class::Float { .. }, Class::Int { .. }) if !to.is_mathematical() => Some(Obligation {
            kind: CheckKind::Overflow,
            condition: Condition::within_type(Exact::Truncated, to.int_kind()),
            otherwise: Otherwise::Machine,
        }),
        _ => None,
    }
}

/// What an index into an array of `len` elements demands. With `may_be_end` the element just past the end is only pointed to.
pub fn of_index(len: u64, may_be_end: bool) -> Obligation {
    let number = Exact::Operand(Operand::First);
    let high = i128::from(len) - i128::from(!may_be_end);
    Obligation {
        kind: CheckKind::Bounds,
        condition: Condition::Within { number, low: 0, high },
        otherwise: Otherwise::Machine,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: Class = Class::Int { width: 32, signed: true };
    const UNSIGNED: Class = Class::Int { width: 32, signed: false };

    fn kinds(obligations: Obligations) -> Vec<(CheckKind, Otherwise)> {
        obligations.map(|obligation| (obligation.kind, obligation.otherwise)).collect()
    }

    #[test]
    fn division_traps_whether_it_is_checked_or_not() {
        let expected = [(CheckKind::Div, Otherwise::Trap), (CheckKind::Overflow, Otherwise::Trap)];
        assert_eq!(kinds(of_binary(BinaryOp::Div, INT)), expected);
        assert_eq!(kinds(of_binary(BinaryOp::Rem, UNSIGNED)), expected[..1]);
    }

    #[test]
    fn unsigned_numbers_and_floating_ones_demand_nothing_of_sums() {
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul] {
            assert_eq!(kinds(of_binary(op, UNSIGNED)), []);
            assert_eq!(kinds(of_binary(op, Class::Float { width: 64 })), []);
            assert_eq!(kinds(of_binary(op, INT)), [(CheckKind::Overflow, Otherwise::Machine)]);
        }
    }

    #[test]
    fn mathematical_integers_have_limits_instead_of_checks() {
        let wide = Class::Int { width: 128, signed: true };
        let expected =
            [(CheckKind::Shift, Otherwise::Limit), (CheckKind::Overflow, Otherwise::Limit)];
        assert_eq!(kinds(of_binary(BinaryOp::Shl, wide)), expected);
        assert_eq!(kinds(of_binary(BinaryOp::Add, wide)), expected[1..]);
    }

    #[test]
    fn types_have_their_ranges() {
        let byte = |signed| IntKind { bits: 8, signed };
        assert_eq!((byte(true).least(), byte(true).most()), (-128, 127));
        assert_eq!((byte(false).least(), byte(false).most()), (0, 255));
        assert_eq!((byte(true).wrap(200), byte(false).wrap(-1)), (-56, 255));
        let wide = IntKind { bits: 128, signed: true };
        assert_eq!((wide.least(), wide.wrap(i128::MIN)), (i128::MIN, i128::MIN));
    }
}
