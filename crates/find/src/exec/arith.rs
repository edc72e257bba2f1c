//! Arithmetic, comparisons and conversions of C, with the checks that go with them.

use whydunit_program::{BinaryOp, CheckKind, FloatKind, Type, TypeId};
use whydunit_source::Span;
use whydunit_term::{Op, Term};

use super::state::State;
use super::{CutReason, Exec, Run};

/// How a scalar type is computed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
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
    pub(crate) fn width(self) -> u32 {
        match self {
            Class::Bool | Class::Other => 8,
            Class::Int { width, .. } | Class::Pointer { width } | Class::Float { width } => width,
        }
    }

    pub(crate) fn signed(self) -> bool {
        matches!(self, Class::Int { signed: true, .. })
    }
}

impl Exec<'_> {
    pub(crate) fn class(&self, ty: TypeId) -> Class {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Bool => Class::Bool,
            Type::Int(_) | Type::Enum(_) => {
                let kind = types.int_kind(ty).expect("an integer type should have a kind");
                Class::Int { width: kind.bits.into(), signed: kind.signed }
            }
            Type::Pointer(_) => Class::Pointer { width: self.pointer_width() },
            Type::Float(FloatKind::F32) => Class::Float { width: 32 },
            Type::Float(FloatKind::F64 | FloatKind::Long) => Class::Float { width: 64 },
            Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => Class::Other,
        }
    }

    /// A Boolean as a C integer of that width.
    pub(crate) fn truth_value(&mut self, condition: Term, width: u32) -> Term {
        let bit = self.terms.apply(Op::FromBool, &[condition]);
        self.terms.zero_extend(bit, width)
    }

    /// Is the scalar different from zero?
    pub(crate) fn is_nonzero(&mut self, value: Term, class: Class) -> Term {
        let zero = self.terms.bits(self.terms.width(value), 0);
        let is_zero = match class {
            Class::Float { .. } => self.terms.apply(Op::FEq, &[value, zero]),
            _ => self.terms.eq(value, zero),
        };
        self.terms.not(is_zero)
    }

    /// `left op right` on operands of one class (the right operand of a shift has its own).
    pub(crate) fn binary(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        (a, class): (Term, Class),
        (b, right): (Term, Class),
        span: Span,
    ) -> Run<Term> {
        if let Class::Float { .. } = class {
            let op = match op {
                BinaryOp::Add => Op::FAdd,
                BinaryOp::Sub => Op::FSub,
                BinaryOp::Mul => Op::FMul,
                BinaryOp::Div => Op::FDiv,
                _ => return self.gap(state, "bits of a floating value", span),
            };
            return Ok(self.terms.apply(op, &[a, b]));
        }
        match op {
            BinaryOp::BitAnd => Ok(self.terms.apply(Op::BitAnd, &[a, b])),
            BinaryOp::BitOr => Ok(self.terms.apply(Op::BitOr, &[a, b])),
            BinaryOp::BitXor => Ok(self.terms.apply(Op::BitXor, &[a, b])),
            BinaryOp::Add => self.exact(state, Op::Add, Op::SAddOverflow, class, &[a, b], span),
            BinaryOp::Sub => self.exact(state, Op::Sub, Op::SSubOverflow, class, &[a, b], span),
            BinaryOp::Mul => self.exact(state, Op::Mul, Op::SMulOverflow, class, &[a, b], span),
            BinaryOp::Div | BinaryOp::Rem => {
                self.divide(state, op == BinaryOp::Div, class, (a, b), span)
            }
            _ => self.shift_by(state, op == BinaryOp::Shl, class, a, (b, right), span),
        }
    }

    /// Signed results must fit. Integers of specifications are mathematical: what does not fit there is a limit.
    fn exact(
        &mut self,
        state: &mut State,
        op: Op,
        overflow: Op,
        class: Class,
        operands: &[Term],
        span: Span,
    ) -> Run<Term> {
        if class.signed() {
            let overflows = self.terms.apply(overflow, operands);
            if class.width() == 128 {
                self.beyond_128(state, overflows, span)?;
            } else if self.checks.contains(CheckKind::Overflow) {
                let fits = self.terms.not(overflows);
                self.check(state, CheckKind::Overflow, fits, span)?;
            }
        }
        Ok(self.terms.apply(op, operands))
    }

    fn beyond_128(&mut self, state: &mut State, condition: Term, span: Span) -> Run<()> {
        let message = "a specification needs integers of more than 128 bits".to_owned();
        self.cut_when(state, condition, CutReason::Gap(message, Some(span)))
    }

    pub(crate) fn negate(
        &mut self,
        state: &mut State,
        class: Class,
        a: Term,
        span: Span,
    ) -> Run<Term> {
        match class {
            Class::Float { width } => {
                let sign = self.terms.bits(width, 1 << (width - 1));
                Ok(self.terms.apply(Op::BitXor, &[a, sign]))
            }
            _ => self.exact(state, Op::Neg, Op::NegOverflow, class, &[a], span),
        }
    }

    fn divide(
        &mut self,
        state: &mut State,
        quotient: bool,
        class: Class,
        (a, b): (Term, Term),
        span: Span,
    ) -> Run<Term> {
        let nonzero = self.is_nonzero(b, class);
        self.check(state, CheckKind::Div, nonzero, span)?;
        let op = match (quotient, class.signed()) {
            (true, true) => Op::SDiv,
            (true, false) => Op::UDiv,
            (false, true) => Op::SRem,
            (false, false) => Op::URem,
        };
        if class.signed() {
            let overflows = self.terms.apply(Op::SDivOverflow, &[a, b]);
            let fits = self.terms.not(overflows);
            self.check(state, CheckKind::Overflow, fits, span)?;
        }
        Ok(self.terms.apply(op, &[a, b]))
    }

    fn shift_by(
        &mut self,
        state: &mut State,
        left: bool,
        class: Class,
        a: Term,
        (count, count_class): (Term, Class),
        span: Span,
    ) -> Run<Term> {
        let width = class.width();
        let count_width = count_class.width();
        let in_range = if u128::from(width) > self.terms.sort(count).mask() {
            Term::TRUE
        } else {
            let limit = self.terms.bits(count_width, width.into());
            self.terms.ult(count, limit)
        };
        let op = match (left, class.signed()) {
            (true, _) => Op::Shl,
            (false, true) => Op::AShr,
            (false, false) => Op::LShr,
        };
        if width == 128 {
            let out = self.terms.not(in_range);
            self.beyond_128(state, out, span)?;
        } else if self.checks.contains(CheckKind::Shift) {
            self.check(state, CheckKind::Shift, in_range, span)?;
        } else {
            // As the shift instructions of x86 do; counts up to 31 reach beyond a narrow operand.
            let mask = self.terms.bits(count_width, if width == 64 { 63 } else { 31 });
            let count = self.terms.apply(Op::BitAnd, &[count, mask]);
            let machine = width.max(32);
            let wide = self.terms.resize(a, machine, class.signed());
            let count = self.terms.resize(count, machine, false);
            let shifted = self.terms.apply(op, &[wide, count]);
            return Ok(self.terms.resize(shifted, width, false));
        }
        let count = self.terms.resize(count, width, false);
        let shifted = self.terms.apply(op, &[a, count]);
        if left && width == 128 {
            let back = self.terms.apply(Op::AShr, &[shifted, count]);
            let lost = self.terms.ne(back, a);
            self.beyond_128(state, lost, span)?;
        }
        Ok(shifted)
    }

    pub(crate) fn compare(&mut self, op: BinaryOp, (a, class): (Term, Class), b: Term) -> Term {
        let (a, b) = match class {
            Class::Pointer { .. } => (self.canonical(a), self.canonical(b)),
            _ => (a, b),
        };
        let (less, less_equal, equal) = match class {
            Class::Float { .. } => (Op::FLt, Op::FLe, Op::FEq),
            _ if class.signed() => (Op::SLt, Op::SLe, Op::Eq),
            _ => (Op::ULt, Op::ULe, Op::Eq),
        };
        match op {
            BinaryOp::Eq => self.terms.apply(equal, &[a, b]),
            BinaryOp::Ne => {
                let same = self.terms.apply(equal, &[a, b]);
                self.terms.not(same)
            }
            BinaryOp::Lt => self.terms.apply(less, &[a, b]),
            BinaryOp::Le => self.terms.apply(less_equal, &[a, b]),
            BinaryOp::Gt => self.terms.apply(less, &[b, a]),
            _ => self.terms.apply(less_equal, &[b, a]),
        }
    }

    /// The value converted from one type to another.
    pub(crate) fn convert(
        &mut self,
        state: &mut State,
        value: Term,
        from: TypeId,
        to: TypeId,
        span: Span,
    ) -> Run<Term> {
        let (source, target) = (self.class(from), self.class(to));
        Ok(match (source, target) {
            (_, Class::Other) => value,
            (_, Class::Bool) => {
                let nonzero = self.is_nonzero(value, source);
                self.truth_value(nonzero, 8)
            }
            (Class::Float { width: a }, Class::Float { width: b }) if a == b => value,
            (Class::Float { .. }, Class::Float { width }) => self.terms.fconvert(value, width),
            (Class::Float { .. }, _) => return self.float_to_int(state, value, target, span),
            (_, Class::Float { width }) => self.terms.float_from_int(value, source.signed(), width),
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
                self.terms.resize(root, target.width(), false)
            }
            _ => self.terms.resize(value, target.width(), source.signed()),
        })
    }

    /// Truncation; what does not fit is checked, else as x86 has it.
    fn float_to_int(
        &mut self,
        state: &mut State,
        value: Term,
        target: Class,
        span: Span,
    ) -> Run<Term> {
        let (width, signed) = (target.width(), target.signed());
        let converted = self.terms.float_to_int(value, signed, width);
        if width == 128 {
            return Ok(converted);
        }
        let fits = self.float_fits(value, width, signed);
        if self.checks.contains(CheckKind::Overflow) {
            self.check(state, CheckKind::Overflow, fits, span)?;
            return Ok(converted);
        }
        let machine_width = if width == 64 || (width == 32 && !signed) { 64 } else { 32 };
        let machine = self.terms.float_to_int(value, true, machine_width);
        let machine = self.terms.resize(machine, width, false);
        Ok(self.terms.ite(fits, converted, machine))
    }

    /// Does the truncated value lie in the range of the integer type?
    fn float_fits(&mut self, value: Term, width: u32, signed: bool) -> Term {
        // Compared in binary64, where all bounds below are exact.
        let wide =
            if self.terms.width(value) == 64 { value } else { self.terms.fconvert(value, 64) };
        let limit = |exponent: u32| 2_f64.powi(exponent as i32);
        let high = limit(if signed { width - 1 } else { width });
        let high = self.terms.bits(64, high.to_bits().into());
        let below = self.terms.apply(Op::FLt, &[wide, high]);
        let above = if signed && width == 64 {
            // There is no number between the smallest integer and the next lower one.
            let low = self.terms.bits(64, (-limit(63)).to_bits().into());
            self.terms.apply(Op::FLe, &[low, wide])
        } else {
            let low = if signed { -limit(width - 1) - 1.0 } else { -1.0 };
            let low = self.terms.bits(64, low.to_bits().into());
            self.terms.apply(Op::FLt, &[low, wide])
        };
        self.terms.and(&[above, below])
    }
}
