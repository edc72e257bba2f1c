//! The operations of C on bits: by terms, by numbers, or by both at once.
//!
//! Formulas over traces compute with pairs of a term and the value of the run, the search with terms alone, concrete evaluation with bits. What an operation
//! of C is in operations on bit-vectors is the same for all of them, and said here.

use whydunit_program::obligation::{Condition, Exact, Operand};
use whydunit_program::{BinaryOp, Class, UnaryOp};
use whydunit_term::Op;

use crate::domain::{Operands, Scalars};

/// Something that operations on bit-vectors can be carried out on. A truth value is a Boolean.
pub trait Algebra {
    type Bits: Copy;

    fn apply(&mut self, op: Op, operands: &[Self::Bits]) -> Self::Bits;

    /// A constant.
    fn bits(&mut self, width: u32, value: u128) -> Self::Bits;

    fn boolean(&mut self, value: bool) -> Self::Bits;

    fn width_of(&self, value: Self::Bits) -> u32;

    /// To another width; new bits are zeros or copies of the sign.
    fn resized(&mut self, value: Self::Bits, width: u32, signed: bool) -> Self::Bits {
        let op = match width.cmp(&self.width_of(value)) {
            std::cmp::Ordering::Equal => return value,
            std::cmp::Ordering::Less => Op::Extract { high: byte(width) - 1, low: 0 },
            std::cmp::Ordering::Greater if signed => Op::SignExtend(byte(width)),
            std::cmp::Ordering::Greater => Op::ZeroExtend(byte(width)),
        };
        self.apply(op, &[value])
    }
}

/// Widths fit the operations that have them as parameters.
fn byte(width: u32) -> u8 {
    u8::try_from(width).expect("no value should be wider than 128 bits")
}

impl<A: Algebra> Scalars for A {
    type Value = A::Bits;
    type Truth = A::Bits;

    fn constant(&mut self, class: Class, bits: u128) -> A::Bits {
        self.bits(class.width(), bits)
    }

    fn unary(&mut self, op: UnaryOp, class: Class, a: A::Bits, _fits: bool) -> A::Bits {
        match (op, class) {
            (UnaryOp::Neg, Class::Float { width }) => {
                let sign = self.bits(width, 1 << (width - 1));
                self.apply(Op::BitXor, &[a, sign])
            }
            (UnaryOp::Neg, _) => self.apply(Op::Neg, &[a]),
            (UnaryOp::BitNot, _) => self.apply(Op::BitNot, &[a]),
            (UnaryOp::Not, _) => {
                let truth = self.is_nonzero(a, class);
                let truth = self.apply(Op::Not, &[truth]);
                self.truth_value(truth, class)
            }
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        class: Class,
        a: A::Bits,
        b: A::Bits,
        _fits: bool,
    ) -> Option<A::Bits> {
        Some(self.apply(operation(op, class)?, &[a, b]))
    }

    fn compare(&mut self, op: BinaryOp, class: Class, a: A::Bits, b: A::Bits) -> A::Bits {
        let (less, less_equal, equal) = match class {
            Class::Float { .. } => (Op::FLt, Op::FLe, Op::FEq),
            _ if class.signed() => (Op::SLt, Op::SLe, Op::Eq),
            _ => (Op::ULt, Op::ULe, Op::Eq),
        };
        match op {
            BinaryOp::Eq => self.apply(equal, &[a, b]),
            BinaryOp::Ne => {
                let same = self.apply(equal, &[a, b]);
                self.apply(Op::Not, &[same])
            }
            BinaryOp::Lt => self.apply(less, &[a, b]),
            BinaryOp::Le => self.apply(less_equal, &[a, b]),
            BinaryOp::Gt => self.apply(less, &[b, a]),
            _ => self.apply(less_equal, &[b, a]),
        }
    }

    fn cast(&mut self, value: A::Bits, from: Class, to: Class) -> A::Bits {
        match (from, to) {
            (Class::Float { width: a }, Class::Float { width: b }) if a == b => value,
            (Class::Float { .. }, Class::Float { width }) => {
                self.apply(Op::FConvert(byte(width)), &[value])
            }
            (Class::Float { .. }, _) => {
                let width = byte(to.width());
                let op = if to.signed() { Op::FToSigned(width) } else { Op::FToUnsigned(width) };
                self.apply(op, &[value])
            }
            (_, Class::Float { width }) => {
                let width = byte(width);
                let op =
                    if from.signed() { Op::FFromSigned(width) } else { Op::FFromUnsigned(width) };
                self.apply(op, &[value])
            }
            _ => self.resized(value, to.width(), from.signed()),
        }
    }

    fn is_nonzero(&mut self, value: A::Bits, class: Class) -> A::Bits {
        let width = self.width_of(value);
        let zero = self.bits(width, 0);
        let equal = if class.is_float() { Op::FEq } else { Op::Eq };
        let is_zero = self.apply(equal, &[value, zero]);
        self.apply(Op::Not, &[is_zero])
    }

    fn truth_value(&mut self, truth: A::Bits, class: Class) -> A::Bits {
        let bit = self.apply(Op::FromBool, &[truth]);
        self.apply(Op::ZeroExtend(byte(class.width())), &[bit])
    }

    fn truth(&mut self, truth: bool) -> A::Bits {
        self.boolean(truth)
    }

    fn not(&mut self, truth: A::Bits) -> A::Bits {
        self.apply(Op::Not, &[truth])
    }

    fn and(&mut self, a: A::Bits, b: A::Bits) -> A::Bits {
        self.apply(Op::And, &[a, b])
    }

    fn or(&mut self, a: A::Bits, b: A::Bits) -> A::Bits {
        self.apply(Op::Or, &[a, b])
    }

    fn select(&mut self, when: A::Bits, a: A::Bits, b: A::Bits) -> A::Bits {
        self.apply(Op::Ite, &[when, a, b])
    }

    fn holds(&mut self, condition: &Condition, operands: &Operands<A::Bits>) -> A::Bits {
        match *condition {
            Condition::NotZero(operand) => {
                let (value, class) = pick(operands, operand);
                self.is_nonzero(value, class)
            }
            Condition::Within { number: Exact::Operand(operand), low, high } => {
                let (value, class) = pick(operands, operand);
                operand_within(self, value, class, low, high)
            }
            Condition::Within { number: Exact::Truncated, low, high } => {
                truncated_within(self, operands[0].0, low, high)
            }
            Condition::Within { number, low, high } => {
                exact_within(self, number, operands, low, high)
            }
        }
    }
}

fn pick<V: Copy>(operands: &Operands<V>, operand: Operand) -> (V, Class) {
    match operand {
        Operand::First => operands[0],
        Operand::Second => operands[1],
    }
}

/// The operation of an operator on numbers of a class; `None` where there is none.
fn operation(op: BinaryOp, class: Class) -> Option<Op> {
    let signed = class.signed();
    Some(match (op, class) {
        (BinaryOp::Add, Class::Float { .. }) => Op::FAdd,
        (BinaryOp::Sub, Class::Float { .. }) => Op::FSub,
        (BinaryOp::Mul, Class::Float { .. }) => Op::FMul,
        (BinaryOp::Div, Class::Float { .. }) => Op::FDiv,
        (_, Class::Float { .. }) => return None,
        (BinaryOp::Add, _) => Op::Add,
        (BinaryOp::Sub, _) => Op::Sub,
        (BinaryOp::Mul, _) => Op::Mul,
        (BinaryOp::Div, _) if signed => Op::SDiv,
        (BinaryOp::Div, _) => Op::UDiv,
        (BinaryOp::Rem, _) if signed => Op::SRem,
        (BinaryOp::Rem, _) => Op::URem,
        (BinaryOp::Shl, _) => Op::Shl,
        (BinaryOp::Shr, _) if signed => Op::AShr,
        (BinaryOp::Shr, _) => Op::LShr,
        (BinaryOp::BitAnd, _) => Op::BitAnd,
        (BinaryOp::BitOr, _) => Op::BitOr,
        (BinaryOp::BitXor, _) => Op::BitXor,
        (
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge,
            _,
        ) => return None,
    })
}

/// Does an integer lie in a range?
fn operand_within<A: Algebra + ?Sized>(
    algebra: &mut A,
    value: A::Bits,
    class: Class,
    low: i128,
    high: i128,
) -> A::Bits {
    let width = class.width();
    let kind = class.int_kind();
    if low == 0 && high >= -1 && high <= kind.most() {
        // Negative numbers are large ones.
        let mask = u128::MAX >> (128 - width);
        let limit = (high + 1).cast_unsigned();
        if limit > mask {
            return algebra.boolean(true);
        }
        let limit = algebra.bits(width, limit);
        return algebra.apply(Op::ULt, &[value, limit]);
    }
    let (less_equal, least, most) = match class.signed() {
        true => (Op::SLe, kind.least(), kind.most()),
        false => (Op::ULe, kind.least(), kind.most()),
    };
    if low > most || high < least {
        return algebra.boolean(false);
    }
    let low = algebra.bits(width, low.max(least).cast_unsigned());
    let high = algebra.bits(width, high.min(most).cast_unsigned());
    let above = algebra.apply(less_equal, &[low, value]);
    let below = algebra.apply(less_equal, &[value, high]);
    algebra.apply(Op::And, &[above, below])
}

/// Does a floating number, rounded towards zero, lie in a range? The number above the range is a power of two, or small enough to be a `double`.
fn truncated_within<A: Algebra + ?Sized>(
    algebra: &mut A,
    value: A::Bits,
    low: i128,
    high: i128,
) -> A::Bits {
    // Compared in binary64, where all bounds below are exact.
    let wide = match algebra.width_of(value) {
        64 => value,
        _ => algebra.apply(Op::FConvert(64), &[value]),
    };
    let above = high.cast_unsigned().wrapping_add(1) as f64;
    let above = algebra.bits(64, above.to_bits().into());
    let is_below = algebra.apply(Op::FLt, &[wide, above]);
    let under = (low - 1) as f64;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "whether it comes back as it was is the question"
    )]
    let is_exact = under as i128 == low - 1;
    let is_above = if is_exact {
        let under = algebra.bits(64, under.to_bits().into());
        algebra.apply(Op::FLt, &[under, wide])
    } else {
        // There is no number between the smallest integer and the next lower one.
        let low = algebra.bits(64, (low as f64).to_bits().into());
        algebra.apply(Op::FLe, &[low, wide])
    };
    algebra.apply(Op::And, &[is_above, is_below])
}

/// Does an exact result lie in a range? For the range of the operands' own class there are operations; others are computed in twice the width.
fn exact_within<A: Algebra + ?Sized>(
    algebra: &mut A,
    number: Exact,
    operands: &Operands<A::Bits>,
    low: i128,
    high: i128,
) -> A::Bits {
    let (a, class) = operands[0];
    let kind = class.int_kind();
    if class.signed() && (low, high) == (kind.least(), kind.most()) {
        if number == Exact::Shifted {
            // Nothing is lost if it can be shifted back.
            let count = algebra.resized(operands[1].0, class.width(), false);
            let shifted = algebra.apply(Op::Shl, &[a, count]);
            let back = algebra.apply(Op::AShr, &[shifted, count]);
            return algebra.apply(Op::Eq, &[back, a]);
        }
        let overflows = match number {
            Exact::Negation => algebra.apply(Op::NegOverflow, &[a]),
            Exact::Sum => algebra.apply(Op::SAddOverflow, &[a, operands[1].0]),
            Exact::Difference => algebra.apply(Op::SSubOverflow, &[a, operands[1].0]),
            Exact::Product => algebra.apply(Op::SMulOverflow, &[a, operands[1].0]),
            _ => algebra.apply(Op::SDivOverflow, &[a, operands[1].0]),
        };
        return algebra.apply(Op::Not, &[overflows]);
    }
    if number == Exact::Product && (low, high) == (kind.least(), kind.most()) {
        let overflows = algebra.apply(Op::UMulOverflow, &[a, operands[1].0]);
        return algebra.apply(Op::Not, &[overflows]);
    }
    let width = (2 * class.width()).min(128);
    let wide = |algebra: &mut A, (value, class): (A::Bits, Class)| {
        algebra.resized(value, width, class.signed())
    };
    let a = wide(algebra, operands[0]);
    let result = match number {
        Exact::Negation => algebra.apply(Op::Neg, &[a]),
        _ => {
            let b = wide(algebra, operands[1]);
            let op = match number {
                Exact::Sum => Op::Add,
                Exact::Difference => Op::Sub,
                Exact::Product => Op::Mul,
                Exact::Shifted => Op::Shl,
                _ => Op::SDiv,
            };
            algebra.apply(op, &[a, b])
        }
    };
    operand_within(algebra, result, Class::Int { width, signed: true }, low, high)
}
