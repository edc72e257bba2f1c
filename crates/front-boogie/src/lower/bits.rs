//! Bit vectors: literals aside, all that SMT-LIB's functions do.
//!
//! A `bvN` is computed in 32 or 64 bits without sign; bits beyond `N` are kept zero. Division by
//! zero and shifts by `N` or more have the results that SMT-LIB defines; a choice keeps the
//! machine's operation from meeting them.

use whydunit_program::{BinaryOp, Expr, ExprKind, TypeId, UnaryOp};
use whydunit_source::Span;

use crate::module::{self, Type};

use super::body::Lowering;
use super::{Gap, Res};

/// The words of `bvadd`, `(_ zero_extend 24)` or `zero_extend 24`: the name, and a number if there
/// is one.
fn words(builtin: &str) -> (&str, Option<u32>) {
    let inner = builtin.trim().trim_start_matches('(').trim_end_matches(')').trim();
    let mut words = inner.trim_start_matches("_ ").split_whitespace();
    (words.next().unwrap_or(""), words.next().and_then(|word| word.parse().ok()))
}

/// A vector of `width` bits.
#[derive(Clone, Debug)]
struct Bits {
    expr: Expr,
    width: u32,
}

impl Lowering<'_, '_> {
    /// A function that SMT-LIB knows.
    pub(crate) fn builtin(
        &mut self,
        builtin: &str,
        args: &[module::Expr],
        result: &Type,
        span: Span,
    ) -> Res<Expr> {
        let (name, number) = words(builtin);
        let values = args.iter().map(|arg| self.scalar(arg)).collect::<Res<Vec<Expr>>>()?;
        for value in values.iter().flat_map(|value| std::iter::repeat_n(value, 6)) {
            self.grow_by(value, span)?;
        }
        let types: Vec<&Type> = args.iter().map(|arg| &arg.ty).collect();
        let value = match (name, types.as_slice()) {
            ("div" | "mod", [Type::Int, Type::Int]) => {
                let [a, b] = [values[0].clone(), values[1].clone()];
                Some(self.division(a, b, name == "div", span)?)
            }
            ("int2bv" | "nat2bv" | "int_to_bv", [Type::Int]) => match result {
                Type::Bv(width) => Some(self.bits_of_integer(values[0].clone(), *width, span)?),
                _ => None,
            },
            ("bv2int" | "bv2nat" | "ubv_to_int", [Type::Bv(width)]) => {
                if *width == 64 {
                    return Err(Gap::new("the integer that 64 bits stand for", span));
                }
                let ty = self.int64();
                Some(self.cast(values[0].clone(), ty))
            }
            (_, [Type::Bv(width)]) => {
                let operand = Bits { expr: values[0].clone(), width: *width };
                self.unary_bits(name, number, operand, result, span)?
            }
            (_, [Type::Bv(left), Type::Bv(right)]) if left == right => {
                let a = Bits { expr: values[0].clone(), width: *left };
                let b = Bits { expr: values[1].clone(), width: *right };
                self.binary_bits(name, a, b, span)?
            }
            ("concat", [Type::Bv(left), Type::Bv(right)]) => {
                let a = Bits { expr: values[0].clone(), width: *left };
                let b = Bits { expr: values[1].clone(), width: *right };
                Some(self.concatenated(a, b, span)?)
            }
            _ => None,
        };
        value.ok_or_else(|| Gap::new(format!("the built-in function `{builtin}`"), span))
    }

    fn bits_type(&mut self, width: u32, span: Span) -> Res<TypeId> {
        self.world.computed(&Type::Bv(width), span)
    }

    fn constant(&mut self, value: u128, ty: TypeId, span: Span) -> Expr {
        Expr::int(value as i128, ty, span)
    }

    /// The low `width` bits.
    fn masked(&mut self, expr: Expr, width: u32) -> Expr {
        if matches!(width, 32 | 64) {
            return expr;
        }
        let mask = self.constant(ones(width), expr.ty, expr.span);
        self.binary(BinaryOp::BitAnd, expr, mask)
    }

    fn bits_of_integer(&mut self, value: Expr, width: u32, span: Span) -> Res<Expr> {
        let ty = self.bits_type(width, span)?;
        let bits = self.cast(value, ty);
        Ok(self.masked(bits, width))
    }

    /// The same bits in a wider or narrower vector.
    fn resized(&mut self, expr: Expr, width: u32, span: Span) -> Res<Expr> {
        let ty = self.bits_type(width, span)?;
        Ok(self.cast(expr, ty))
    }

    fn negated(&mut self, operand: Bits) -> Expr {
        let (ty, span) = (operand.expr.ty, operand.expr.span);
        let zero = self.constant(0, ty, span);
        let difference = self.binary(BinaryOp::Sub, zero, operand.expr);
        self.masked(difference, operand.width)
    }

    fn inverted(&mut self, operand: Expr, width: u32) -> Expr {
        let (ty, span) = (operand.ty, operand.span);
        let inverted = Expr::new(ExprKind::Unary(UnaryOp::BitNot, Box::new(operand)), ty, span);
        self.masked(inverted, width)
    }

    fn is_negative(&mut self, operand: &Bits) -> Expr {
        let (ty, span) = (operand.expr.ty, operand.expr.span);
        let sign = self.constant(1 << (operand.width - 1), ty, span);
        self.binary(BinaryOp::Ge, operand.expr.clone(), sign)
    }

    fn unary_bits(
        &mut self,
        name: &str,
        number: Option<u32>,
        operand: Bits,
        result: &Type,
        span: Span,
    ) -> Res<Option<Expr>> {
        let Type::Bv(to) = *result else { return Ok(None) };
        Ok(Some(match name {
            "bvneg" => self.negated(operand),
            "bvnot" => self.inverted(operand.expr, operand.width),
            "zero_extend" if to >= operand.width => self.resized(operand.expr, to, span)?,
            "sign_extend" if to >= operand.width => {
                let is_negative = self.is_negative(&operand);
                let wide = self.resized(operand.expr, to, span)?;
                let above = ones(to) & !ones(operand.width);
                let above = self.constant(above, wide.ty, span);
                let extended = self.binary(BinaryOp::BitOr, wide.clone(), above);
                self.choose(is_negative, extended, wide)
            }
            "rotate_left" | "rotate_right" if to == operand.width => {
                let Some(by) = number.map(|by| by % operand.width) else { return Ok(None) };
                if by == 0 {
                    return Ok(Some(operand.expr));
                }
                let left = if name == "rotate_left" { by } else { operand.width - by };
                let (ty, value) = (operand.expr.ty, operand.expr);
                let up = self.constant(left.into(), ty, span);
                let down = self.constant((operand.width - left).into(), ty, span);
                let high = self.binary(BinaryOp::Shl, value.clone(), up);
                let high = self.masked(high, operand.width);
                let low = self.binary(BinaryOp::Shr, value, down);
                self.binary(BinaryOp::BitOr, high, low)
            }
            _ => return Ok(None),
        }))
    }

    fn binary_bits(&mut self, name: &str, a: Bits, b: Bits, span: Span) -> Res<Option<Expr>> {
        // Refuses widths that have no type before anything is computed with them.
        self.bits_type(a.width, span)?;
        let width = a.width;
        let simple = match name {
            "bvadd" => Some(BinaryOp::Add),
            "bvsub" => Some(BinaryOp::Sub),
            "bvmul" => Some(BinaryOp::Mul),
            "bvand" => Some(BinaryOp::BitAnd),
            "bvor" => Some(BinaryOp::BitOr),
            "bvxor" => Some(BinaryOp::BitXor),
            "bvult" => Some(BinaryOp::Lt),
            "bvule" => Some(BinaryOp::Le),
            "bvugt" => Some(BinaryOp::Gt),
            "bvuge" => Some(BinaryOp::Ge),
            _ => None,
        };
        if let Some(op) = simple {
            let result = self.binary(op, a.expr, b.expr);
            let may_exceed = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
            return Ok(Some(if may_exceed { self.masked(result, width) } else { result }));
        }
        Ok(Some(match name {
            "bvnand" | "bvnor" | "bvxnor" => {
                let op = match name {
                    "bvnand" => BinaryOp::BitAnd,
                    "bvnor" => BinaryOp::BitOr,
                    _ => BinaryOp::BitXor,
                };
                let result = self.binary(op, a.expr, b.expr);
                self.inverted(result, width)
            }
            "bvslt" => self.signed_comparison(BinaryOp::Lt, a, b),
            "bvsle" => self.signed_comparison(BinaryOp::Le, a, b),
            "bvsgt" => self.signed_comparison(BinaryOp::Gt, a, b),
            "bvsge" => self.signed_comparison(BinaryOp::Ge, a, b),
            "bvudiv" => self.unsigned_division(a, b, true),
            "bvurem" => self.unsigned_division(a, b, false),
            "bvsdiv" | "bvsrem" | "bvsmod" => self.signed_division(name, a, b),
            "bvshl" | "bvlshr" | "bvashr" => self.shift(name, a, b),
            _ => return Ok(None),
        }))
    }

    fn signed_comparison(&mut self, op: BinaryOp, a: Bits, b: Bits) -> Expr {
        if matches!(a.width, 32 | 64) {
            let ty = self.world.program.types.int(a.width as u8, true);
            let (a, b) = (self.cast(a.expr, ty), self.cast(b.expr, ty));
            return self.binary(op, a, b);
        }
        // With the sign bit turned around the order is that of numbers without sign.
        let mut turned = |operand: Bits| {
            let sign = self.constant(1 << (a.width - 1), operand.expr.ty, operand.expr.span);
            self.binary(BinaryOp::BitXor, operand.expr, sign)
        };
        let (left, right) = (turned(a.clone()), turned(b));
        self.binary(op, left, right)
    }

    /// By zero, the quotient is all ones and the remainder the dividend.
    fn unsigned_division(&mut self, a: Bits, b: Bits, quotient: bool) -> Expr {
        let (ty, span) = (a.expr.ty, a.expr.span);
        let zero = self.constant(0, ty, span);
        let by_zero = match quotient {
            true => self.constant(ones(a.width), ty, span),
            false => a.expr.clone(),
        };
        let op = if quotient { BinaryOp::Div } else { BinaryOp::Rem };
        let is_zero = self.binary(BinaryOp::Eq, b.expr.clone(), zero);
        let result = self.binary(op, a.expr, b.expr);
        self.choose(is_zero, by_zero, result)
    }

    fn signed_division(&mut self, name: &str, a: Bits, b: Bits) -> Expr {
        let width = a.width;
        let (a_negative, b_negative) = (self.is_negative(&a), self.is_negative(&b));
        let mut magnitude = |operand: &Bits, is_negative: &Expr| {
            let negated = self.negated(operand.clone());
            let expr = self.choose(is_negative.clone(), negated, operand.expr.clone());
            Bits { expr, width }
        };
        let (left, right) = (magnitude(&a, &a_negative), magnitude(&b, &b_negative));
        let result = self.unsigned_division(left, right, name == "bvsdiv");
        let negated = self.negated(Bits { expr: result.clone(), width });
        match name {
            "bvsdiv" => {
                let differ = self.binary(BinaryOp::Ne, a_negative, b_negative);
                self.choose(differ, negated, result)
            }
            "bvsrem" => self.choose(a_negative, negated, result),
            _ => {
                // The remainder with the sign of the divisor.
                let signed = self.choose(a_negative.clone(), negated, result.clone());
                let zero = self.constant(0, result.ty, result.span);
                let is_zero = self.binary(BinaryOp::Eq, result, zero);
                let same = self.binary(BinaryOp::Eq, a_negative, b_negative);
                let settled = self.or(is_zero, same);
                let moved = self.binary(BinaryOp::Add, signed.clone(), b.expr);
                let moved = self.masked(moved, width);
                self.choose(settled, signed, moved)
            }
        }
    }

    fn shift(&mut self, name: &str, a: Bits, b: Bits) -> Expr {
        let (ty, span, width) = (a.expr.ty, a.expr.span, a.width);
        let limit = self.constant(width.into(), ty, span);
        let is_far = self.binary(BinaryOp::Ge, b.expr.clone(), limit);
        let zero = self.constant(0, ty, span);
        match name {
            "bvshl" => {
                let shifted = self.binary(BinaryOp::Shl, a.expr, b.expr);
                let shifted = self.masked(shifted, width);
                self.choose(is_far, zero, shifted)
            }
            "bvlshr" => {
                let shifted = self.binary(BinaryOp::Shr, a.expr, b.expr);
                self.choose(is_far, zero, shifted)
            }
            _ => {
                // Of a negative number the inverted one is shifted: zeros come in, ones in the end.
                let is_negative = self.is_negative(&a);
                let plain = self.binary(BinaryOp::Shr, a.expr.clone(), b.expr.clone());
                let plain = self.choose(is_far.clone(), zero.clone(), plain);
                let inverted = self.inverted(a.expr, width);
                let shifted = self.binary(BinaryOp::Shr, inverted, b.expr);
                let shifted = self.choose(is_far, zero, shifted);
                let filled = self.inverted(shifted, width);
                self.choose(is_negative, filled, plain)
            }
        }
    }

    /// `left ++ right`
    pub(crate) fn concatenation(
        &mut self,
        left: &module::Expr,
        right: &module::Expr,
        span: Span,
    ) -> Res<Expr> {
        let (&Type::Bv(high), &Type::Bv(low)) = (&left.ty, &right.ty) else {
            return Err(Gap::new("a concatenation of unknown width", span));
        };
        let left = Bits { expr: self.scalar(left)?, width: high };
        let right = Bits { expr: self.scalar(right)?, width: low };
        self.concatenated(left, right, span)
    }

    fn concatenated(&mut self, left: Bits, right: Bits, span: Span) -> Res<Expr> {
        let width = left.width.saturating_add(right.width);
        let high = self.resized(left.expr, width, span)?;
        let low = self.resized(right.expr, width, span)?;
        let by = self.constant(right.width.into(), high.ty, span);
        let high = self.binary(BinaryOp::Shl, high, by);
        Ok(self.binary(BinaryOp::BitOr, high, low))
    }

    /// `operand[high:low]`
    pub(crate) fn extract(
        &mut self,
        operand: &module::Expr,
        high: u32,
        low: u32,
        span: Span,
    ) -> Res<Expr> {
        let value = self.scalar(operand)?;
        let width = high.saturating_sub(low);
        self.bits_type(width, span)?;
        let shifted = match low {
            0 => value,
            _ => {
                let by = self.constant(low.into(), value.ty, span);
                self.binary(BinaryOp::Shr, value, by)
            }
        };
        let narrow = self.resized(shifted, width, span)?;
        Ok(self.masked(narrow, width))
    }
}

/// `width` ones.
fn ones(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}
