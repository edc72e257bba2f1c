//! Unary and binary operators and casts.

use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, Expression, UnaryOperator, UnaryOperatorExpression,
};
use lang_c::span::Node;
use whydunit_program::{BinaryOp, Expr, ExprKind, Projection, RecordId, StmtKind, UnaryOp};
use whydunit_source::Span;

use super::operand::Val;
use super::{Res, Unit};
use crate::sema::ctype::{Kind, Ty};

impl Unit<'_> {
    /// `+e`, `-e`, `~e`, `!e`.
    pub(crate) fn unary(&mut self, node: &UnaryOperatorExpression, span: Span) -> Res<Val> {
        let operand = self.scalar(&node.operand, "the operand")?;
        let op = match node.operator.node {
            UnaryOperator::Negate => {
                let int = self.types().int();
                let ir = self.types().ir(int);
                let kind = ExprKind::Unary(UnaryOp::Not, Box::new(operand.expr));
                return Ok(Val::new(Expr::new(kind, ir, span), int));
            }
            UnaryOperator::Plus => None,
            UnaryOperator::Minus => Some(UnaryOp::Neg),
            _ => Some(UnaryOp::BitNot),
        };
        let allowed = if op == Some(UnaryOp::BitNot) {
            self.types().is_integer(operand.ty)
        } else {
            self.types().is_arithmetic(operand.ty)
        };
        if !allowed {
            let symbol = op.map_or("+", UnaryOp::symbol);
            let message = format!("`{symbol}` cannot be applied to `{}`", self.display(operand.ty));
            return Err(self.error(span, message));
        }
        let operand = self.promote(operand);
        let Some(op) = op else { return Ok(operand) };
        let (ty, ir) = (operand.ty, operand.expr.ty);
        // `-1` is a literal to people.
        let kind = match (op, &operand.expr.kind) {
            (UnaryOp::Neg, ExprKind::Int(value)) if self.types().is_signed(ty) && *value > 0 => {
                ExprKind::Int(-value)
            }
            (UnaryOp::Neg, ExprKind::Float(value)) => ExprKind::Float(-value),
            _ => ExprKind::Unary(op, Box::new(operand.expr)),
        };
        Ok(Val::new(Expr::new(kind, ir, span), ty))
    }

    pub(crate) fn binary(&mut self, node: &BinaryOperatorExpression, span: Span) -> Res<Val> {
        let mut left = self.value(&node.lhs)?;
        let mark = self.mark();
        let right = self.value(&node.rhs)?;
        self.protect_val(mark, &mut left);
        self.require_scalar(&left, "the left operand")?;
        self.require_scalar(&right, "the right operand")?;
        let Some(op) = binary_op(&node.operator.node) else {
            return Err(self.error(span, "unsupported operator"));
        };
        self.binary_values(op, left, right, span)
    }

    /// A binary operator on two values, pointers included.
    pub(crate) fn binary_values(
        &mut self,
        op: BinaryOp,
        left: Val,
        right: Val,
        span: Span,
    ) -> Res<Val> {
        let left_pointer = self.types().is_pointer(left.ty);
        let right_pointer = self.types().is_pointer(right.ty);
        if op.is_comparison() && (left_pointer || right_pointer) {
            return self.compare_pointers(op, left, right, span);
        }
        match (op, left_pointer, right_pointer) {
            (_, false, false) => self.arithmetic(op, left, right, span),
            (BinaryOp::Add, true, false) if self.types().is_integer(right.ty) => {
                self.pointer_add(left, right, false, span)
            }
            (BinaryOp::Add, false, true) if self.types().is_integer(left.ty) => {
                self.pointer_add(right, left, false, span)
            }
            (BinaryOp::Sub, true, false) if self.types().is_integer(right.ty) => {
                self.pointer_add(left, right, true, span)
            }
            (BinaryOp::Sub, true, true) => self.pointer_difference(left, right, span),
            _ => Err(self.bad_operands(op, left.ty, right.ty, span)),
        }
    }

    fn bad_operands(
        &self,
        op: BinaryOp,
        left: Ty,
        right: Ty,
        span: Span,
    ) -> Box<whydunit_source::Diagnostic> {
        let message = format!(
            "`{}` cannot be applied to `{}` and `{}`",
            op.symbol(),
            self.display(left),
            self.display(right)
        );
        self.error(span, message)
    }

    fn compare_pointers(&mut self, op: BinaryOp, left: Val, right: Val, span: Span) -> Res<Val> {
        if self.types().is_float(left.ty) || self.types().is_float(right.ty) {
            return Err(self.bad_operands(op, left.ty, right.ty, span));
        }
        let (left, right) = if self.types().is_pointer(left.ty) {
            let ty = left.ty;
            let right = self.convert(right, ty);
            (left, right)
        } else {
            let ty = right.ty;
            (self.convert(left, ty), right)
        };
        Ok(self.comparison(op, left.expr, right.expr, span))
    }

    pub(crate) fn comparison(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Val {
        let int = self.types().int();
        let ir = self.types().ir(int);
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        Val::new(Expr::new(kind, ir, span), int)
    }

    fn pointer_difference(&mut self, left: Val, right: Val, span: Span) -> Res<Val> {
        let elem = self.types().pointee(left.ty).unwrap_or(left.ty);
        self.check_pointee(elem, span)?;
        let ty = left.ty;
        let right = self.convert(right, ty);
        let ptrdiff = self.types().ptrdiff();
        let ir = self.types().ir(ptrdiff);
        let kind = ExprKind::PtrDiff(Box::new(left.expr), Box::new(right.expr));
        let difference = Val::new(Expr::new(kind, ir, span), ptrdiff);
        if !self.types().is_variable(elem) {
            return Ok(difference);
        }
        let count = self.variable_count(elem, ptrdiff, span);
        self.arithmetic(BinaryOp::Div, difference, count, span)
    }

    /// Operators on numbers, with the usual conversions.
    pub(crate) fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: Val,
        right: Val,
        span: Span,
    ) -> Res<Val> {
        let needs_integers = matches!(
            op,
            BinaryOp::Rem
                | BinaryOp::Shl
                | BinaryOp::Shr
                | BinaryOp::BitAnd
                | BinaryOp::BitOr
                | BinaryOp::BitXor
        );
        let types = self.types();
        let allowed = if needs_integers {
            types.is_integer(left.ty) && types.is_integer(right.ty)
        } else {
            types.is_arithmetic(left.ty) && types.is_arithmetic(right.ty)
        };
        if !allowed {
            return Err(self.bad_operands(op, left.ty, right.ty, span));
        }
        let (left, right, ty) = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let (left, right) = (self.promote(left), self.promote(right));
            let ty = left.ty;
            (left, right, ty)
        } else {
            self.usual_conversions(left, right)
        };
        if op.is_comparison() {
            return Ok(self.comparison(op, left.expr, right.expr, span));
        }
        let ir = left.expr.ty;
        let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
        Ok(Val::new(Expr::new(kind, ir, span), ty))
    }

    pub(crate) fn cast_expression(
        &mut self,
        operand: &Node<Expression>,
        ty: Ty,
        span: Span,
    ) -> Res<Val> {
        if self.types().is_void(ty) {
            self.effect(operand)?;
            return Ok(self.void_val(span));
        }
        let val = self.value(operand)?;
        if let Kind::Record(record) = *self.types().kind(ty)
            && self.types().table.record(record).is_union
            && val.ty.id != ty.id
        {
            return self.cast_to_union(val, ty, record, span);
        }
        self.explicit_cast(val, ty, span)
    }

    /// GNU C: a value of a member's type becomes a union with that member set.
    pub(super) fn cast_to_union(
        &mut self,
        val: Val,
        ty: Ty,
        record: RecordId,
        span: Span,
    ) -> Res<Val> {
        let fields = self.types().field_types(record).to_vec();
        let Some(index) = fields.iter().position(|field| field.id == val.ty.id) else {
            return self.explicit_cast(val, ty, span);
        };
        let place = self.temporary(ty, span);
        self.emit(StmtKind::Zero { place: place.clone() }, span);
        let mut member = place.clone();
        member.path.push(Projection::Field(index as u32));
        member.ty = val.expr.ty;
        self.emit_assign(member, val.expr, span);
        Ok(Val::new(Expr::load(place), ty.unqualified()))
    }
}

/// The operator of the representation, for those that have one.
pub(crate) fn binary_op(operator: &BinaryOperator) -> Option<BinaryOp> {
    Some(match operator {
        BinaryOperator::Multiply | BinaryOperator::AssignMultiply => BinaryOp::Mul,
        BinaryOperator::Divide | BinaryOperator::AssignDivide => BinaryOp::Div,
        BinaryOperator::Modulo | BinaryOperator::AssignModulo => BinaryOp::Rem,
        BinaryOperator::Plus | BinaryOperator::AssignPlus => BinaryOp::Add,
        BinaryOperator::Minus | BinaryOperator::AssignMinus => BinaryOp::Sub,
        BinaryOperator::ShiftLeft | BinaryOperator::AssignShiftLeft => BinaryOp::Shl,
        BinaryOperator::ShiftRight | BinaryOperator::AssignShiftRight => BinaryOp::Shr,
        BinaryOperator::BitwiseAnd | BinaryOperator::AssignBitwiseAnd => BinaryOp::BitAnd,
        BinaryOperator::BitwiseXor | BinaryOperator::AssignBitwiseXor => BinaryOp::BitXor,
        BinaryOperator::BitwiseOr | BinaryOperator::AssignBitwiseOr => BinaryOp::BitOr,
        BinaryOperator::Less => BinaryOp::Lt,
        BinaryOperator::Greater => BinaryOp::Gt,
        BinaryOperator::LessOrEqual => BinaryOp::Le,
        BinaryOperator::GreaterOrEqual => BinaryOp::Ge,
        BinaryOperator::Equals => BinaryOp::Eq,
        BinaryOperator::NotEquals => BinaryOp::Ne,
        BinaryOperator::Index
        | BinaryOperator::LogicalAnd
        | BinaryOperator::LogicalOr
        | BinaryOperator::Assign => return None,
    })
}
