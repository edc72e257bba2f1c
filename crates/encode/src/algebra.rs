//! The operations of C on scalars, for whatever stands for their values.
//!
//! Traces are encoded with pairs of a term and the value of the run, programs are searched with terms alone. What an operation
//! means is the same; when it is an error is for its user to say.

use whydunit_program::{BinaryOp, FloatKind, Type, TypeId, TypeTable};
use whydunit_term::Op;

use crate::storage::pointer_width;

/// How a scalar type is computed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// `_Bool`, a byte.
    Bool,
    Int {
        width: u32,
        signed: bool,
    },
    Pointer {
        width: u32,
    },
    /// `long double` is computed as `double`.
    Float {
        width: u32,
    },
    /// Not scalar.
    Other,
}

impl Class {
    pub fn of(types: &TypeTable, ty: TypeId) -> Class {
        match types.get(ty) {
            Type::Bool => Class::Bool,
            Type::Int(_) | Type::Enum(_) => {
                let kind = types.int_kind(ty).expect("an integer type should have a kind");
                Class::Int { width: kind.bits.into(), signed: kind.signed }
            }
            Type::Pointer(_) => Class::Pointer { width: pointer_width(types.target()) },
            Type::Float(FloatKind::F32) => Class::Float { width: 32 },
            Type::Float(FloatKind::F64 | FloatKind::Long) => Class::Float { width: 64 },
            Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => Class::Other,
        }
    }

    /// Width of a value in bits.
    pub fn width(self) -> u32 {
        match self {
            Class::Bool => 8,
            Class::Int { width, .. } | Class::Pointer { width } | Class::Float { width } => width,
            Class::Other => 8,
        }
    }

    pub fn signed(self) -> bool {
        matches!(self, Class::Int { signed: true, .. })
    }
}

/// Something that C's operations can be carried out on.
pub trait Algebra {
    type Value: Copy;

    fn operate(&mut self, op: Op, operands: &[Self::Value]) -> Self::Value;

    /// A constant.
    fn number(&mut self, width: u32, value: u128) -> Self::Value;

    fn width_of(&self, value: Self::Value) -> u32;

    /// A Boolean as a C integer of that width.
    fn truth_value(&mut self, condition: Self::Value, width: u32) -> Self::Value {
        let bit = self.operate(Op::FromBool, &[condition]);
        self.operate(Op::ZeroExtend(width as u8), &[bit])
    }

    /// Is the scalar different from zero?
    fn is_nonzero(&mut self, value: Self::Value, class: Class) -> Self::Value {
        let width = self.width_of(value);
        let zero = self.number(width, 0);
        let equal = if matches!(class, Class::Float { .. }) { Op::FEq } else { Op::Eq };
        let is_zero = self.operate(equal, &[value, zero]);
        self.operate(Op::Not, &[is_zero])
    }

    /// To another width; new bits are zeros or copies of the sign.
    fn resized(&mut self, value: Self::Value, width: u32, signed: bool) -> Self::Value {
        let op = match width.cmp(&self.width_of(value)) {
            std::cmp::Ordering::Equal => return value,
            std::cmp::Ordering::Less => Op::Extract { high: width as u8 - 1, low: 0 },
            std::cmp::Ordering::Greater if signed => Op::SignExtend(width as u8),
            std::cmp::Ordering::Greater => Op::ZeroExtend(width as u8),
        };
        self.operate(op, &[value])
    }

    /// A comparison of two values of one class; pointers as the numbers they are given as.
    fn compared(
        &mut self,
        op: BinaryOp,
        class: Class,
        a: Self::Value,
        b: Self::Value,
    ) -> Self::Value {
        let (less, less_equal, equal) = match class {
            Class::Float { .. } => (Op::FLt, Op::FLe, Op::FEq),
            _ if class.signed() => (Op::SLt, Op::SLe, Op::Eq),
            _ => (Op::ULt, Op::ULe, Op::Eq),
        };
        match op {
            BinaryOp::Eq => self.operate(equal, &[a, b]),
            BinaryOp::Ne => {
                let same = self.operate(equal, &[a, b]);
                self.operate(Op::Not, &[same])
            }
            BinaryOp::Lt => self.operate(less, &[a, b]),
            BinaryOp::Le => self.operate(less_equal, &[a, b]),
            BinaryOp::Gt => self.operate(less, &[b, a]),
            _ => self.operate(less_equal, &[b, a]),
        }
    }

    /// A conversion that cannot fail and does not look at what a pointer points to; `None` for others.
    fn converted(&mut self, value: Self::Value, from: Class, to: Class) -> Option<Self::Value> {
        Some(match (from, to) {
            (_, Class::Other) => value,
            (_, Class::Bool) => {
                let nonzero = self.is_nonzero(value, from);
                self.truth_value(nonzero, 8)
            }
            (Class::Float { width: a }, Class::Float { width: b }) if a == b => value,
            (Class::Float { .. }, Class::Float { width }) => {
                self.operate(Op::FConvert(width as u8), &[value])
            }
            (Class::Float { .. }, _) | (Class::Pointer { .. }, _) => return None,
            (_, Class::Float { width }) => {
                let op = match from.signed() {
                    true => Op::FFromSigned(width as u8),
                    false => Op::FFromUnsigned(width as u8),
                };
                self.operate(op, &[value])
            }
            _ => self.resized(value, to.width(), from.signed()),
        })
    }

    /// A floating number truncated to an integer that it fits.
    fn truncated(&mut self, value: Self::Value, width: u32, signed: bool) -> Self::Value {
        let op = if signed { Op::FToSigned(width as u8) } else { Op::FToUnsigned(width as u8) };
        self.operate(op, &[value])
    }

    /// The same for any number: what does not fit is as x86 has it.
    fn truncated_as_x86(
        &mut self,
        value: Self::Value,
        width: u32,
        signed: bool,
        fits: Self::Value,
    ) -> Self::Value {
        let converted = self.truncated(value, width, signed);
        let machine_width = if width == 64 || (width == 32 && !signed) { 64 } else { 32 };
        let machine = self.truncated(value, machine_width, true);
        let machine = self.resized(machine, width, false);
        self.operate(Op::Ite, &[fits, converted, machine])
    }

    /// Does the truncated value lie in the range of the integer type?
    fn float_fits(&mut self, value: Self::Value, width: u32, signed: bool) -> Self::Value {
        // Compared in binary64, where all bounds below are exact.
        let wide = match self.width_of(value) {
            64 => value,
            _ => self.operate(Op::FConvert(64), &[value]),
        };
        let limit = |exponent: u32| 2_f64.powi(exponent as i32);
        let high = limit(if signed { width - 1 } else { width });
        let high = self.number(64, high.to_bits().into());
        let below = self.operate(Op::FLt, &[wide, high]);
        let above = if signed && width == 64 {
            // There is no number between the smallest integer and the next lower one.
            let low = self.number(64, (-limit(63)).to_bits().into());
            self.operate(Op::FLe, &[low, wide])
        } else {
            let low = if signed { -limit(width - 1) - 1.0 } else { -1.0 };
            let low = self.number(64, low.to_bits().into());
            self.operate(Op::FLt, &[low, wide])
        };
        self.operate(Op::And, &[above, below])
    }

    /// A shift as the machine does it, for any count: x86 looks at five or six bits of it, and counts up to 31 reach
    /// beyond a narrow operand.
    fn shifted_as_x86(
        &mut self,
        left: bool,
        class: Class,
        a: Self::Value,
        count: Self::Value,
    ) -> Self::Value {
        let width = class.width();
        let count_width = self.width_of(count);
        let mask = self.number(count_width, if width == 64 { 63 } else { 31 });
        let count = self.operate(Op::BitAnd, &[count, mask]);
        let machine = width.max(32);
        let wide = self.resized(a, machine, class.signed());
        let count = self.resized(count, machine, false);
        let shifted = self.operate(class.shift(left), &[wide, count]);
        self.resized(shifted, width, false)
    }
}

impl Class {
    /// The operation of `<<` or `>>`.
    pub fn shift(self, left: bool) -> Op {
        match (left, self.signed()) {
            (true, _) => Op::Shl,
            (false, true) => Op::AShr,
            (false, false) => Op::LShr,
        }
    }

    /// The operation of `/` or `%`.
    pub fn division(self, quotient: bool) -> Op {
        match (quotient, self.signed()) {
            (true, true) => Op::SDiv,
            (true, false) => Op::UDiv,
            (false, true) => Op::SRem,
            (false, false) => Op::URem,
        }
    }

    /// The operation of a binary operator on floating numbers.
    pub fn float_operation(op: BinaryOp) -> Option<Op> {
        Some(match op {
            BinaryOp::Add => Op::FAdd,
            BinaryOp::Sub => Op::FSub,
            BinaryOp::Mul => Op::FMul,
            BinaryOp::Div => Op::FDiv,
            _ => return None,
        })
    }
}
