//! Arithmetic, comparisons and conversions of C, with the checks that go with them.

use whydunit_encode::{Algebra, Class};
use whydunit_program::address::leaves_view;
use whydunit_program::{BinaryOp, CheckKind, TypeId};
use whydunit_source::Span;
use whydunit_term::{Op, Term};

use super::extent::Extent;
use super::state::State;
use super::{CutReason, Exec, Run};

impl Exec<'_> {
    pub(crate) fn class(&self, ty: TypeId) -> Class {
        Class::of(&self.program.types, ty)
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
            return match Class::float_operation(op) {
                Some(op) => Ok(self.terms.apply(op, &[a, b])),
                None => self.gap(state, "bits of a floating value", span),
            };
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
        if class.signed() && self.may_overflow(op, class, operands) {
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

    fn may_overflow(&mut self, op: Op, class: Class, operands: &[Term]) -> bool {
        let extents: Vec<Extent> = operands.iter().map(|&operand| self.extent(operand)).collect();
        !Extent::of_operation(op, &extents).is_some_and(|exact| exact.fits(class.width()))
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
        if class.signed() {
            let overflows = self.terms.apply(Op::SDivOverflow, &[a, b]);
            let fits = self.terms.not(overflows);
            self.check(state, CheckKind::Overflow, fits, span)?;
        }
        Ok(self.terms.apply(class.division(quotient), &[a, b]))
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
        if width == 128 {
            let out = self.terms.not(in_range);
            self.beyond_128(state, out, span)?;
        } else if self.checks.contains(CheckKind::Shift) {
            self.check(state, CheckKind::Shift, in_range, span)?;
        } else {
            return Ok(self.shifted_as_x86(left, class, a, count));
        }
        let count = self.terms.resize(count, width, false);
        let shifted = self.terms.apply(class.shift(left), &[a, count]);
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
        self.compared(op, class, a, b)
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
        if let Some(converted) = self.converted(value, source, target) {
            return Ok(converted);
        }
        Ok(match (source, target) {
            (Class::Float { .. }, _) => return self.float_to_int(state, value, target, span),
            (Class::Pointer { .. }, Class::Pointer { .. }) => {
                match leaves_view(&self.program.types, from, to) {
                    true => self.canonical(value),
                    false => value,
                }
            }
            _ => {
                let root = self.canonical(value);
                self.terms.resize(root, target.width(), false)
            }
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
        if width == 128 {
            return Ok(self.truncated(value, width, signed));
        }
        let fits = self.float_fits(value, width, signed);
        if self.checks.contains(CheckKind::Overflow) {
            self.check(state, CheckKind::Overflow, fits, span)?;
            return Ok(self.truncated(value, width, signed));
        }
        Ok(self.truncated_as_x86(value, width, signed, fits))
    }
}

impl Algebra for Exec<'_> {
    type Value = Term;

    fn operate(&mut self, op: Op, operands: &[Term]) -> Term {
        self.terms.apply(op, operands)
    }

    fn number(&mut self, width: u32, value: u128) -> Term {
        self.terms.bits(width, value)
    }

    fn width_of(&self, value: Term) -> u32 {
        self.terms.width(value)
    }
}
