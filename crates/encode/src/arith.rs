//! Arithmetic, comparisons and conversions of C, with the checks that go with them.

use whydunit_program::address::leaves_view;
use whydunit_program::{BinaryOp, CheckKind, TypeId};
use whydunit_term::Op;

use crate::algebra::{Algebra, Class};
use crate::encoder::{Encoder, Evaluated, Halt};
use crate::storage::{Value, resize};

impl Encoder<'_> {
    pub(crate) fn class(&self, ty: TypeId) -> Class {
        Class::of(&self.program.types, ty)
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
            return Ok(self.truth_value(condition, result.width()));
        }
        let ((a, class), (b, _)) = (left, right);
        if let Class::Float { .. } = class {
            return match Class::float_operation(op) {
                Some(op) => Ok(self.apply(op, &[a, b])),
                None => Err(Halt::Gap(format!("{} of floating values", op.symbol()))),
            };
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
        if class.signed() {
            let overflows = self.apply(Op::SDivOverflow, &[a, b]);
            let fits = self.not(overflows);
            self.require(fits)?;
        }
        Ok(self.apply(class.division(quotient), &[a, b]))
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
        if !self.checks(CheckKind::Shift) && width != 128 {
            return Ok(self.shifted_as_x86(left, class, a, count));
        }
        self.require(in_range)?;
        let count = self.resize(count, width, false);
        if left && width == 128 {
            // Mathematical integers: nothing may be shifted out.
            let shifted = self.apply(Op::Shl, &[a, count]);
            let back = self.apply(Op::AShr, &[shifted, count]);
            let kept = self.equal(back, a);
            self.require(kept)?;
            return Ok(shifted);
        }
        Ok(self.apply(class.shift(left), &[a, count]))
    }

    pub(crate) fn compare(&mut self, op: BinaryOp, (a, class): (Value, Class), b: Value) -> Value {
        let (a, b) = match class {
            Class::Pointer { .. } => (self.canonical_beside(a, b), self.canonical_beside(b, a)),
            _ => (a, b),
        };
        self.compared(op, class, a, b)
    }

    /// The value converted from one type to another.
    pub(crate) fn convert(&mut self, value: Value, from: TypeId, to: TypeId) -> Evaluated<Value> {
        let (source, target) = (self.class(from), self.class(to));
        if let Some(converted) = self.converted(value, source, target) {
            return Ok(converted);
        }
        Ok(match (source, target) {
            (Class::Float { .. }, _) => return self.float_to_int(value, target),
            (Class::Pointer { .. }, Class::Pointer { .. }) => {
                match leaves_view(&self.program.types, from, to) {
                    true => self.canonical(value),
                    false => value,
                }
            }
            _ => {
                let root = self.canonical(value);
                self.resize(root, target.width(), false)
            }
        })
    }

    /// Truncation; what does not fit is checked, else as x86 has it.
    fn float_to_int(&mut self, value: Value, target: Class) -> Evaluated<Value> {
        let (width, signed) = (target.width(), target.signed());
        let converted = self.truncated(value, width, signed);
        if width == 128 {
            let same = self.unchanged(value);
            return Ok(self.only_when(same, converted, "conversion"));
        }
        let fits = self.float_fits(value, width, signed);
        if self.checks(CheckKind::Overflow) {
            self.require(fits)?;
            return Ok(converted);
        }
        Ok(self.truncated_as_x86(value, width, signed, fits))
    }
}

impl Algebra for Encoder<'_> {
    type Value = Value;

    fn operate(&mut self, op: Op, operands: &[Value]) -> Value {
        self.apply(op, operands)
    }

    fn number(&mut self, width: u32, value: u128) -> Value {
        self.bits(width, value)
    }

    fn width_of(&self, value: Value) -> u32 {
        self.terms.width(value.known)
    }
}
