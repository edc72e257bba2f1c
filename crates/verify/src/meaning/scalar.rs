//! Arithmetic, comparisons and conversions on scalars, with what they demand.
//!
//! Checks that are off leave what the machine does: results wrap, shift counts are masked as x86 masks them, and a number that does not fit an
//! integer becomes the smallest one (0 where it is too large for an unsigned one of 64 bits). A division by zero, or one whose result does not fit, ends every run.

use whydunit_program::{BinaryOp, CheckKind, FloatKind, Type, TypeId};
use whydunit_term::{Op, Term};

use super::walk::{Evaluated, Walk, gap};

/// How a scalar type is computed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Bool,
    Signed,
    Unsigned,
    Pointer,
    Float,
    /// Not a scalar.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Class {
    pub(super) width: u32,
    pub(super) form: Form,
}

impl Class {
    pub(super) fn is_signed(self) -> bool {
        self.form == Form::Signed
    }

    /// Integers of specifications stand for mathematical ones: what does not fit has ended the run.
    fn is_mathematical(self) -> bool {
        self.width == 128
    }
}

impl Walk<'_> {
    pub(super) fn class(&self, ty: TypeId) -> Class {
        let types = &self.program.types;
        let (width, form) = match types.get(ty) {
            Type::Bool => (8, Form::Bool),
            Type::Pointer(_) => (self.word(), Form::Pointer),
            Type::Float(FloatKind::F32) => (32, Form::Float),
            Type::Float(_) => (64, Form::Float),
            _ => match types.int_kind(ty) {
                Some(kind) if kind.signed => (kind.bits.into(), Form::Signed),
                Some(kind) => (kind.bits.into(), Form::Unsigned),
                None => (8, Form::Other),
            },
        };
        Class { width, form }
    }

    /// A condition as a number of that width.
    pub(super) fn number(&mut self, condition: Term, width: u32) -> Term {
        let bit = self.terms.from_bool(condition);
        self.terms.zero_extend(bit, width)
    }

    pub(super) fn is_nonzero(&mut self, value: Term, class: Class) -> Term {
        if class.form != Form::Float {
            return self.terms.is_nonzero(value);
        }
        let zero = self.bits(class.width, 0_u32);
        let is_zero = self.terms.feq(value, zero);
        self.terms.not(is_zero)
    }

    /// `left op right`; `class` is that of the left operand, `right` that of the right one, which differs in shifts only.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        (a, b): (Term, Term),
        (class, right): (Class, Class),
        result_width: u32,
    ) -> Evaluated<Term> {
        if op.is_comparison() {
            let condition = self.compare(op, class, a, b)?;
            return Ok(self.number(condition, result_width));
        }
        if class.form == Form::Float {
            return Ok(match op {
                BinaryOp::Add => self.terms.fadd(a, b),
                BinaryOp::Sub => self.terms.fsub(a, b),
                BinaryOp::Mul => self.terms.fmul(a, b),
                BinaryOp::Div => self.terms.fdiv(a, b),
                _ => return gap(format!("{} of floating values", op.symbol())),
            });
        }
        match op {
            BinaryOp::BitAnd => Ok(self.terms.bit_and(a, b)),
            BinaryOp::BitOr => Ok(self.terms.bit_or(a, b)),
            BinaryOp::BitXor => Ok(self.terms.bit_xor(a, b)),
            BinaryOp::Add => {
                let overflows = self.terms.sadd_overflow(a, b);
                self.must_fit(class, overflows)?;
                Ok(self.terms.add(a, b))
            }
            BinaryOp::Sub => {
                let overflows = self.terms.ssub_overflow(a, b);
                self.must_fit(class, overflows)?;
                Ok(self.terms.sub(a, b))
            }
            BinaryOp::Mul => {
                let overflows = self.terms.smul_overflow(a, b);
                self.must_fit(class, overflows)?;
                Ok(self.terms.mul(a, b))
            }
            BinaryOp::Div | BinaryOp::Rem => self.divide(op, class, a, b),
            _ => self.shift(op, class, a, (b, right)),
        }
    }

    pub(super) fn negate(&mut self, class: Class, a: Term) -> Evaluated<Term> {
        if class.form == Form::Float {
            let sign = self.bits(class.width, 1_u128 << (class.width - 1));
            return Ok(self.terms.bit_xor(a, sign));
        }
        let overflows = self.terms.neg_overflow(a);
        self.must_fit(class, overflows)?;
        Ok(self.terms.neg(a))
    }

    /// Only results of signed types have to fit.
    fn must_fit(&mut self, class: Class, overflows: Term) -> Evaluated<()> {
        if !class.is_signed() {
            return Ok(());
        }
        let fits = self.terms.not(overflows);
        match class.is_mathematical() {
            true => self.require(fits),
            false => self.check(CheckKind::Overflow, fits),
        }
    }

    fn divide(&mut self, op: BinaryOp, class: Class, a: Term, b: Term) -> Evaluated<Term> {
        let nonzero = self.terms.is_nonzero(b);
        self.require(nonzero)?;
        if class.is_signed() {
            let overflows = self.terms.sdiv_overflow(a, b);
            let fits = self.terms.not(overflows);
            self.require(fits)?;
        }
        Ok(match (op, class.is_signed()) {
            (BinaryOp::Div, true) => self.terms.sdiv(a, b),
            (BinaryOp::Div, false) => self.terms.udiv(a, b),
            (_, true) => self.terms.srem(a, b),
            (_, false) => self.terms.urem(a, b),
        })
    }

    fn shift(
        &mut self,
        op: BinaryOp,
        class: Class,
        a: Term,
        (count, count_class): (Term, Class),
    ) -> Evaluated<Term> {
        let is_masked = !self.is_checked(CheckKind::Shift) && !class.is_mathematical();
        // Masked counts reach beyond a narrow operand: the machine computes in a register.
        let register = if is_masked { class.width.max(32) } else { class.width };
        let count = if is_masked {
            let mask = self.bits(count_class.width, if class.width == 64 { 63_u32 } else { 31 });
            self.terms.bit_and(count, mask)
        } else {
            // A negative count is a large one.
            let wide = self.terms.resize(count, count_class.width.max(16), count_class.is_signed());
            let limit = self.bits(count_class.width.max(16), class.width);
            let in_range = self.terms.ult(wide, limit);
            self.require(in_range)?;
            count
        };
        let count = self.terms.resize(count, register, false);
        let operand = self.terms.resize(a, register, class.is_signed());
        let shifted = match (op, class.is_signed()) {
            (BinaryOp::Shl, _) => self.terms.shl(operand, count),
            (_, true) => self.terms.ashr(operand, count),
            (_, false) => self.terms.lshr(operand, count),
        };
        if class.is_mathematical() && op == BinaryOp::Shl {
            let back = self.terms.ashr(shifted, count);
            let kept = self.terms.eq(back, a);
            self.require(kept)?;
        }
        Ok(self.terms.resize(shifted, class.width, false))
    }

    pub(super) fn compare(
        &mut self,
        op: BinaryOp,
        class: Class,
        a: Term,
        b: Term,
    ) -> Evaluated<Term> {
        let (a, b) = match class.form {
            Form::Pointer => self.comparable(a, b)?,
            _ => (a, b),
        };
        let (less, at_most, equal) = match class.form {
            Form::Float => (Op::FLt, Op::FLe, Op::FEq),
            Form::Signed => (Op::SLt, Op::SLe, Op::Eq),
            _ => (Op::ULt, Op::ULe, Op::Eq),
        };
        Ok(match op {
            BinaryOp::Lt => self.terms.apply(less, &[a, b]),
            BinaryOp::Le => self.terms.apply(at_most, &[a, b]),
            BinaryOp::Gt => self.terms.apply(less, &[b, a]),
            BinaryOp::Ge => self.terms.apply(at_most, &[b, a]),
            BinaryOp::Ne => {
                let same = self.terms.apply(equal, &[a, b]);
                self.terms.not(same)
            }
            _ => self.terms.apply(equal, &[a, b]),
        })
    }

    /// The value of one type as a value of another.
    pub(super) fn convert(&mut self, value: Term, from: TypeId, to: TypeId) -> Evaluated<Term> {
        let (source, target) = (self.class(from), self.class(to));
        Ok(match (source.form, target.form) {
            (_, Form::Other) => value,
            (_, Form::Bool) => {
                let nonzero = self.is_nonzero(value, source);
                self.number(nonzero, target.width)
            }
            (Form::Float, Form::Float) if source.width == target.width => value,
            (Form::Float, Form::Float) => self.terms.fconvert(value, target.width),
            (Form::Float, _) => self.truncate(value, source, target)?,
            (Form::Pointer, Form::Pointer) if !self.leaves_part(from, to) => value,
            (Form::Pointer, Form::Pointer) => self.canonical(value)?,
            (Form::Pointer, _) => {
                let root = self.canonical(value)?;
                self.terms.resize(root, target.width, false)
            }
            (_, Form::Float) => self.terms.float_from_int(value, source.is_signed(), target.width),
            _ => self.terms.resize(value, target.width, source.is_signed()),
        })
    }

    /// A floating number to an integer.
    fn truncate(&mut self, value: Term, source: Class, target: Class) -> Evaluated<Term> {
        let (width, signed) = (target.width, target.is_signed());
        let exact = self.terms.float_to_int(value, signed, width);
        if target.is_mathematical() {
            let same = self.unchanged(value)?;
            return Ok(self.only_when(same, exact, "conversion"));
        }
        // The bounds are compared in `double`, where they are exact.
        let wide = if source.width == 64 { value } else { self.terms.fconvert(value, 64) };
        let bound = |walk: &mut Self, number: f64| walk.bits(64, number.to_bits());
        let span = 2_f64.powi(if signed { width as i32 - 1 } else { width as i32 });
        let end = bound(self, span);
        let below = self.terms.flt(wide, end);
        let above = match (signed, width) {
            // Between the smallest integer and what truncates to it from below there is no number.
            (true, 64) => {
                let low = bound(self, -span);
                self.terms.fle(low, wide)
            }
            (true, _) => {
                let low = bound(self, -span - 1.0);
                self.terms.flt(low, wide)
            }
            (false, _) => {
                let low = bound(self, -1.0);
                self.terms.flt(low, wide)
            }
        };
        let fits = self.terms.and(&[above, below]);
        if self.is_checked(CheckKind::Overflow) {
            self.check(CheckKind::Overflow, fits)?;
            return Ok(exact);
        }
        let register = if width == 64 || width == 32 && !signed { 64 } else { 32 };
        let machine = self.terms.float_to_int(value, true, register);
        let mut machine = self.terms.resize(machine, width, false);
        if width == 64 && !signed {
            // Compilers convert the upper half less 2^63 and put the highest bit back.
            let middle = bound(self, 2_f64.powi(63));
            let is_upper = self.terms.fle(middle, wide);
            let lowered = self.terms.fsub(wide, middle);
            let lowered = self.terms.float_to_int(lowered, true, 64);
            let highest = self.bits(64, 1_u64 << 63);
            let upper = self.terms.bit_xor(lowered, highest);
            machine = self.terms.ite(is_upper, upper, machine);
        }
        Ok(self.terms.ite(fits, exact, machine))
    }

    /// Does a conversion between pointers lead from a part back to the whole object? One to another record does (`container_of`).
    fn leaves_part(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.program.types;
        match (types.pointee(from), types.pointee(to)) {
            (Some(from), Some(to)) => from != to && types.is_record(to),
            _ => false,
        }
    }
}
