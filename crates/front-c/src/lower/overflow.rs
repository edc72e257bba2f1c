//! `__builtin_add_overflow` and its kin: the exact result, stored wrapped, and whether it fitted.
//!
//! Where the operands' values fit the result's type a library function does it. Otherwise the operands
//! are taken apart into sign and magnitude, which 64 bits always hold.

use lang_c::ast::Expression;
use lang_c::span::Node;
use whydunit_program::{BinaryOp, Expr, ExprKind, UnaryOp};
use whydunit_source::Span;

use super::operand::{Operand, OperandKind, Val};
use super::{Res, Unit};
use crate::sema::ctype::{IntTy, Ty};

/// A number as sign and magnitude.
struct Signed {
    /// An `int`, 0 or 1.
    negative: Val,
    /// An `unsigned long long`.
    magnitude: Val,
}

impl Unit<'_> {
    pub(super) fn overflow(
        &mut self,
        op: BinaryOp,
        args: &[Node<Expression>],
        span: Span,
    ) -> Res<Operand> {
        let mut vals = Vec::new();
        let mut marks = Vec::new();
        for argument in &args[..3] {
            vals.push(self.value(argument)?);
            marks.push(self.mark());
        }
        for (val, mark) in vals.iter_mut().zip(&marks).rev() {
            self.protect_val(*mark, val);
        }
        let (Some(result), Some(b), Some(a)) = (vals.pop(), vals.pop(), vals.pop()) else {
            return Err(self.error(span, "three arguments needed"));
        };
        let target = self.types().pointee(result.ty).unwrap_or(result.ty);
        let kinds = [a.ty, b.ty, target].map(|ty| self.types().int_ty(ty));
        if let Some(what) = [a.ty, b.ty, target].iter().find_map(|&ty| self.types().opaque(ty)) {
            return self.unsupported_value(what, span).map(Operand::value);
        }
        let [Some(ka), Some(kb), Some(kt)] = kinds else {
            return Err(self.error(span, "overflow is only checked for integers"));
        };
        let machine = self.types().target();
        let holds = |inner: IntTy, constant: Option<i128>| match constant {
            Some(value) => (min_of(kt, machine)..=max_of(kt, machine)).contains(&value),
            None => match (kt.is_signed(), inner.is_signed()) {
                (true, true) | (false, false) => kt.bits(machine) >= inner.bits(machine),
                (true, false) => kt.bits(machine) > inner.bits(machine),
                (false, true) => false,
            },
        };
        if holds(ka, a.expr.as_int()) && holds(kb, b.expr.as_int()) {
            let word = match op {
                BinaryOp::Add => "add",
                BinaryOp::Sub => "sub",
                _ => "mul",
            };
            let sign = if kt.is_signed() { 'i' } else { 'u' };
            let name = format!("__whydunit_{word}_overflow_{sign}{}", kt.bits(machine));
            return self.call_library(&name, vec![a, b, result], span);
        }
        self.exact_overflow(op, a, b, result, target, kt, span)
    }

    #[expect(clippy::too_many_arguments, reason = "the pieces of one operation")]
    fn exact_overflow(
        &mut self,
        op: BinaryOp,
        a: Val,
        b: Val,
        result: Val,
        target: Ty,
        kind: IntTy,
        span: Span,
    ) -> Res<Operand> {
        let a = self.take_apart(a, span)?;
        let mut b = self.take_apart(b, span)?;
        if op == BinaryOp::Sub {
            b.negative = self.not(b.negative, span);
        }
        let (exact, carry) = if op == BinaryOp::Mul {
            self.multiply_exactly(a, b, span)?
        } else {
            self.add_exactly(a, b, span)?
        };
        let machine = self.types().target();
        let wide = self.types().integer(IntTy::ULongLong);
        let zero = self.int_val(0, wide, span);
        let minus = self.arithmetic(BinaryOp::Sub, zero, exact.magnitude.clone(), span)?;
        let wrapped = self.choose(exact.negative.clone(), minus, exact.magnitude.clone(), span);
        let wrapped = self.convert(wrapped, target);
        let place = self.dereference(result, span)?;
        if let OperandKind::Place(place) = place.kind {
            self.emit_assign(place, wrapped.expr, span);
        }
        let most = self.int_val(max_of(kind, machine), wide, span);
        let least = self.int_val(-min_of(kind, machine), wide, span);
        let limit = self.choose(exact.negative, least, most, span);
        let beyond = self.arithmetic(BinaryOp::Gt, exact.magnitude, limit, span)?;
        let int = self.types().int();
        let ir = self.types().ir(int);
        let kind = ExprKind::Or(Box::new(carry.expr), Box::new(beyond.expr));
        Ok(Operand::value(Val::new(Expr::new(kind, ir, span), int)))
    }

    fn take_apart(&mut self, val: Val, span: Span) -> Res<Signed> {
        let val = self.promote(val);
        let val = self.in_temporary(val);
        let wide = self.types().integer(IntTy::ULongLong);
        let int = self.types().int();
        let plain = self.convert(val.clone(), wide);
        if !self.types().is_signed(val.ty) {
            let negative = self.int_val(0, int, span);
            return Ok(Signed { negative, magnitude: plain });
        }
        let zero = self.int_val(0, int, span);
        let negative = self.arithmetic(BinaryOp::Lt, val, zero, span)?;
        let zero = self.int_val(0, wide, span);
        let minus = self.arithmetic(BinaryOp::Sub, zero, plain.clone(), span)?;
        let magnitude = self.choose(negative.clone(), minus, plain, span);
        let magnitude = self.in_temporary(magnitude);
        Ok(Signed { negative, magnitude })
    }

    /// The product and whether its magnitude needs more than 64 bits.
    fn multiply_exactly(&mut self, a: Signed, b: Signed, span: Span) -> Res<(Signed, Val)> {
        let wide = self.types().integer(IntTy::ULongLong);
        let product = self.temporary(wide, span);
        let address = self.address_of_operand(Operand::place(product.clone(), wide), span)?;
        let args = vec![a.magnitude, b.magnitude, address];
        let carry = self.call_library("__whydunit_mul_overflow_u64", args, span)?;
        let carry = self.value_of(carry)?;
        let negative = self.arithmetic(BinaryOp::Ne, a.negative, b.negative, span)?;
        let magnitude = Val::new(Expr::load(product), wide);
        Ok((Signed { negative, magnitude }, carry))
    }

    /// The sum and whether its magnitude needs more than 64 bits.
    fn add_exactly(&mut self, a: Signed, b: Signed, span: Span) -> Res<(Signed, Val)> {
        let (am, bm) = (a.magnitude, b.magnitude);
        let same = self.arithmetic(BinaryOp::Eq, a.negative.clone(), b.negative.clone(), span)?;
        let sum = self.arithmetic(BinaryOp::Add, am.clone(), bm.clone(), span)?;
        let a_larger = self.arithmetic(BinaryOp::Ge, am.clone(), bm.clone(), span)?;
        let down = self.arithmetic(BinaryOp::Sub, am.clone(), bm.clone(), span)?;
        let up = self.arithmetic(BinaryOp::Sub, bm, am.clone(), span)?;
        let difference = self.choose(a_larger.clone(), down, up, span);
        let magnitude = self.choose(same.clone(), sum, difference, span);
        let magnitude = self.in_temporary(magnitude);
        let larger_sign = self.choose(a_larger, a.negative.clone(), b.negative, span);
        let negative = self.choose(same.clone(), a.negative, larger_sign, span);
        let negative = self.in_temporary(negative);
        let wrapped = self.arithmetic(BinaryOp::Lt, magnitude.clone(), am, span)?;
        let int = self.types().int();
        let ir = self.types().ir(int);
        let kind = ExprKind::And(Box::new(same.expr), Box::new(wrapped.expr));
        let carry = Val::new(Expr::new(kind, ir, span), int);
        Ok((Signed { negative, magnitude }, carry))
    }

    fn not(&mut self, val: Val, span: Span) -> Val {
        let kind = ExprKind::Unary(UnaryOp::Not, Box::new(val.expr));
        let int = self.types().int();
        let ir = self.types().ir(int);
        Val::new(Expr::new(kind, ir, span), int)
    }

    /// `cond ? a : b`, of one type.
    fn choose(&mut self, cond: Val, a: Val, b: Val, span: Span) -> Val {
        let (ty, ir) = (a.ty, a.expr.ty);
        let kind = ExprKind::Cond(Box::new(cond.expr), Box::new(a.expr), Box::new(b.expr));
        Val::new(Expr::new(kind, ir, span), ty)
    }
}

fn min_of(kind: IntTy, machine: whydunit_program::Target) -> i128 {
    if kind.is_signed() { -(1i128 << (kind.bits(machine) - 1)) } else { 0 }
}

fn max_of(kind: IntTy, machine: whydunit_program::Target) -> i128 {
    (1i128 << (kind.bits(machine) - u8::from(kind.is_signed()))) - 1
}
