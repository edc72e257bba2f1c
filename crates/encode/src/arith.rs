//! Arithmetic, comparisons and conversions of C, with the checks that go with them.

use whydunit_program::{BinaryOp, CheckKind, TypeId};
use whydunit_term::Op;

use crate::encoder::{Encoder, Evaluated, Halt};
use crate::storage::{Class, Value, resize};

impl Encoder<'_> {
    pub(crate) fn class(&self, ty: TypeId) -> Class {
        Class::of(&self.program.types, ty)
    }

    /// A Boolean as a C integer of that width.
    pub(crate) fn as_int(&mut self, condition: Value, width: u32) -> Value {
        let bit = self.apply(Op::FromBool, &[condition]);
        self.apply(Op::ZeroExtend(width as u8), &[bit])
    }

    /// Is the scalar different from zero?
    pub(crate) fn is_nonzero(&mut self, value: Value, class: Class) -> Value {
        let width = self.terms.width(value.known);
        let zero = self.bits(width, 0);
        let is_zero = match class {
            Class::Float { .. } => self.apply(Op::FEq, &[value, zero]),
            _ => self.equal(value, zero),
        };
        self.not(is_zero)
    }

    /// To another width; new bits are zeros or copies of the sign.
    pub(crate) fn resize(&mut self, value: Value, width: u32, signed: bool) -> Value {
        resize(self.terms, value, width, signed)
    }

    /// `left op right` on operands of one class (the right operand of a shift has its own).
    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        left: (Value, Class),
        right: (Value, Class),
        result: Class,
    ) -> Evaluated<Value> {
        if op.is_comparison() {
            let condition = self.compare(op, left, right.0);
            return Ok(self.as_int(condition, result.width()));
        }
        let ((a, class), (b, _)) = (left, right);
        if let Class::Float { .. } = class {
            let op = match op {
                BinaryOp::Add => Op::FAdd,
                BinaryOp::Sub => Op::FSub,
                BinaryOp::Mul => Op::FMul,
                BinaryOp::Div => Op::FDiv,
                _ => return Err(Halt::Gap(format!("{} of floating values", op.symbol()))),
            };
            return Ok(self.apply(op, &[a, b]));
        }
        match op {
            BinaryOp::BitAnd => Ok(self.apply(Op::BitAnd, &[a, b])),
            BinaryOp::BitOr => Ok(self.apply(Op::BitOr, &[a, b])),
            BinaryOp::BitXor => Ok(self.apply(Op::BitXor, &[a, b])),
            BinaryOp::Add => self.exact(Op::Add, Op::SAddOverflow, class, &[a, b]),
            BinaryOp::Sub => self.exact(Op::Sub, Op::SSubOverflow, class, &[a, b]),
            BinaryOp::Mul => self.exact(Op::Mul, Op::SMulOverflow, class, &[a, b]),
            BinaryOp::Div | BinaryOp::Rem => self.divide(op == BinaryOp::Div, class, a, b),
            _ => self.shift(op == BinaryOp::Shl, class, a, right),
        }
    }

    /// Signed results must fit where that is checked. Integers of specifications are mathematical: what does not fit
    /// there has ended the run as a limit.
    fn exact(
        &mut self,
        op: Op,
        overflow: Op,
        class: Class,
        operands: &[Value],
    ) -> Evaluated<Value> {
        if class.signed() {
            let overflows = self.apply(overflow, operands);
            let fits = self.not(overflows);
            if class.width() == 128 {
                self.require(fits)?;
            } else {
                self.check(CheckKind::Overflow, fits)?;
            }
        }
        Ok(self.apply(op, operands))
    }

    pub(crate) fn negate(&mut self, class: Class, a: Value) -> Evaluated<Value> {
        match class {
            Class::Float { width } => {
                let sign = self.bits(width, 1 << (width - 1));
                Ok(self.apply(Op::BitXor, &[a, sign]))
            }
            _ => self.exact(Op::Neg, Op::NegOverflow, class, &[a]),
        }
    }

    fn divide(&mut self, quotient: bool, class: Class, a: Value, b: Value) -> Evaluated<Value> {
        let nonzero = self.is_nonzero(b, class);
        // The machine's division traps, checked or not.
        self.require(nonzero)?;
        let op = match (quotient, class.signed()) {
            (true, true) => Op::SDiv,
            (true, false) => Op::UDiv,
            (false, true) => Op::SRem,
            (false, false) => Op::URem,
        };
        if class.signed() {
            let overflows = self.apply(Op::SDivOverflow, &[a, b]);
            let fits = self.not(overflows);
            self.require(fits)?;
        }
        Ok(self.apply(op, &[a, b]))
    }

    fn shift(
        &mut self,
        left: bool,
        class: Class,
        a: Value,
        (count, count_class): (Value, Class),
    ) -> Evaluated<Value> {
        let width = class.width();
        let count_width = count_class.width();
        let limit = self.bits(count_width, width.into());
        let in_range = if u128::from(width) > self.terms.sort(count.known).mask() {
            self.truth(true)
        } else {
            self.apply(Op::ULt, &[count, limit])
        };
        let mut count = count;
        if self.checks(CheckKind::Shift) || width == 128 {
            self.require(in_range)?;
        } else {
            // As the shift instructions of x86 do.
            let mask = self.bits(count_width, if width == 64 { 63 } else { 31 });
            count = self.apply(Op::BitAnd, &[count, mask]);
        }
        if width < 32 && !self.checks(CheckKind::Shift) {
            // Counts up to 31 reach beyond the narrow operand.
            let wide = self.resize(a, 32, class.signed());
            let count = self.resize(count, 32, false);
            let shifted = self.apply(shift_op(left, class.signed()), &[wide, count]);
            return Ok(self.resize(shifted, width, false));
        }
        let count = self.resize(count, width, false);
        if left && width == 128 {
            // Mathematical integers: nothing may be shifted out.
            let shifted = self.apply(Op::Shl, &[a, count]);
            let back = self.apply(Op::AShr, &[shifted, count]);
            let kept = self.equal(back, a);
            self.require(kept)?;
            return Ok(shifted);
        }
        Ok(self.apply(shift_op(left, class.signed()), &[a, count]))
    }

    pub(crate) fn compare(&mut self, op: BinaryOp, (a, class): (Value, Class), b: Value) -> Value {
        let (a, b) = match class {
            Class::Pointer { .. } => (self.canonical_beside(a, b), self.canonical_beside(b, a)),
            _ => (a, b),
        };
        let (less, less_equal, equal) = match class {
            Class::Float { .. } => (Op::FLt, Op::FLe, Op::FEq),
            _ if class.signed() => (Op::SLt, Op::SLe, Op::Eq),
            _ => (Op::ULt, Op::ULe, Op::Eq),
        };
        match op {
            BinaryOp::Eq => self.apply(equal, &[a, b]),
            BinaryOp::Ne => {
                let same = self.apply(equal, &[a, b]);
                self.not(same)
            }
            BinaryOp::Lt => self.apply(less, &[a, b]),
            BinaryOp::Le => self.apply(less_equal, &[a, b]),
            BinaryOp::Gt => self.apply(less, &[b, a]),
            _ => self.apply(less_equal, &[b, a]),
        }
    }

    /// The value converted from one type to another.
    pub(crate) fn convert(&mut self, value: Value, from: TypeId, to: TypeId) -> Evaluated<Value> {
        let (source, target) = (self.class(from), self.class(to));
        Ok(match (source, target) {
            (_, Class::Other) => value,
            (_, Class::Bool) => {
                let nonzero = self.is_nonzero(value, source);
                self.as_int(nonzero, 8)
            }
            (Class::Float { width: a }, Class::Float { width: b }) if a == b => value,
            (Class::Float { .. }, Class::Float { width }) => {
                self.apply(Op::FConvert(width as u8), &[value])
            }
            (Class::Float { .. }, _) => return self.float_to_int(value, target),
            (_, Class::Float { width }) => {
                let op = match source.signed() {
                    true => Op::FFromSigned(width as u8),
                    false => Op::FFromUnsigned(width as u8),
                };
                self.apply(op, &[value])
            }
            (Class::Pointer { .. }, Class::Pointer { .. }) => {
                let types = &self.program.types;
                let leaves_view = match (types.pointee(from), types.pointee(to)) {
                    (Some(from), Some(to)) => from != to && types.is_record(to),
                    _ => false,
                };
                if leaves_view { self.canonical(value) } else { value }
            }
            (Class::Pointer { .. }, _) => {
                let root = self.canonical(value);
                self.resize(root, target.width(), false)
            }
            _ => self.resize(value, target.width(), source.signed()),
        })
    }

    /// Truncation; what does not fit is checked, else as x86 has it.
    fn float_to_int(&mut self, value: Value, target: Class) -> Evaluated<Value> {
        let (width, signed) = (target.width(), target.signed());
        let op = if signed { Op::FToSigned(width as u8) } else { Op::FToUnsigned(width as u8) };
        let converted = self.apply(op, &[value]);
        if width == 128 {
            let same = self.unchanged(value);
            return Ok(self.only_when(same, converted, "conversion"));
        }
        let fits = self.float_fits(value, width, signed);
        if self.checks(CheckKind::Overflow) {
            self.require(fits)?;
            return Ok(converted);
        }
        let machine_width = if width == 64 || (width == 32 && !signed) { 64 } else { 32 };
        let machine = self.apply(Op::FToSigned(machine_width), &[value]);
        let machine = self.resize(machine, width, false);
        Ok(self.apply(Op::Ite, &[fits, converted, machine]))
    }

    /// Does the truncated value lie in the range of the integer type?
    fn float_fits(&mut self, value: Value, width: u32, signed: bool) -> Value {
        let float = self.terms.width(value.known);
        // Compared in binary64, where all bounds below are exact.
        let wide = if float == 64 { value } else { self.apply(Op::FConvert(64), &[value]) };
        let limit = |exponent: u32| 2_f64.powi(exponent as i32);
        let high = limit(if signed { width - 1 } else { width });
        let high = self.bits(64, high.to_bits().into());
        let below = self.apply(Op::FLt, &[wide, high]);
        let above = if signed && width == 64 {
            // There is no number between the smallest integer and the next lower one.
            let low = self.bits(64, (-limit(63)).to_bits().into());
            self.apply(Op::FLe, &[low, wide])
        } else {
            let low = if signed { -limit(width - 1) - 1.0 } else { -1.0 };
            let low = self.bits(64, low.to_bits().into());
            self.apply(Op::FLt, &[low, wide])
        };
        self.both(above, below)
    }
}

fn shift_op(left: bool, signed: bool) -> Op {
    match (left, signed) {
        (true, _) => Op::Shl,
        (false, true) => Op::AShr,
        (false, false) => Op::LShr,
    }
}
