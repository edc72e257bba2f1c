//! Assignments and increments.

use lang_c::ast::{BinaryOperatorExpression, Expression, UnaryOperator};
use lang_c::span::Node;
use whydunit_program::{BinaryOp, Expr, ExprKind, Place};
use whydunit_source::Span;

use super::operand::{Operand, OperandKind, Val};
use super::operator::binary_op;
use super::order::Writes;
use super::{Res, Unit};
use crate::sema::ctype::Ty;

/// Where an assignment goes: a modifiable lvalue.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) place: Place,
    pub(crate) ty: Ty,
    pub(crate) bits: Option<u8>,
}

impl Unit<'_> {
    pub(crate) fn assignable(&mut self, expr: &Node<Expression>, what: &str) -> Res<Target> {
        let operand = self.operand(expr)?;
        let span = operand.span;
        let not_lvalue = matches!(
            expr.node,
            Expression::Call(_)
                | Expression::Conditional(_)
                | Expression::Comma(_)
                | Expression::Cast(_)
        );
        let Operand { kind: OperandKind::Place(place), ty, bits, .. } = operand else {
            return Err(self.error(span, format!("cannot {what} this: it is not a variable")));
        };
        if not_lvalue {
            return Err(self.error(span, format!("cannot {what} this: it is not a variable")));
        }
        if self.types().is_array(ty) {
            let message = format!("cannot {what} an array (`{}`)", self.display(ty));
            return Err(self.error(span, message));
        }
        if ty.is_const || self.has_const_member(ty) {
            let message = match &expr.node {
                Expression::Identifier(name) => {
                    format!("cannot {what} `{}`: it is const", name.node.name)
                }
                _ => format!("cannot {what} a const object"),
            };
            return Err(self.error(span, message));
        }
        if !self.types().is_complete(ty) {
            let message = format!("cannot {what} the incomplete type `{}`", self.display(ty));
            return Err(self.error(span, message));
        }
        Ok(Target { place, ty, bits })
    }

    fn has_const_member(&mut self, ty: Ty) -> bool {
        let crate::sema::ctype::Kind::Record(record) = *self.types().kind(ty) else {
            return false;
        };
        let fields = self.types().field_types(record).to_vec();
        fields.into_iter().any(|field| field.is_const || self.has_const_member(field))
    }

    /// `lhs = rhs`. The result is the value of the assignment when `wanted`.
    pub(crate) fn assign(
        &mut self,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        wanted: bool,
        span: Span,
    ) -> Res<Operand> {
        let mut target = self.assignable(lhs, "assign to")?;
        let mark = self.mark();
        // A call stores its result straight into the variable when the types allow it.
        if let Expression::Call(call) = &rhs.node {
            let call_span = self.span_of(rhs);
            if self.call_into(call, &target, mark, call_span, span)? {
                return Ok(self.reload(&target, wanted, span));
            }
        }
        let val = self.value(rhs)?;
        self.protect_place(mark, &mut target.place);
        let val = self.assign_convert(val, target.ty, "assign")?;
        Ok(self.store(target, val, wanted, span))
    }

    /// Stores a converted value; returns what the assignment evaluates to.
    pub(crate) fn store(&mut self, target: Target, val: Val, wanted: bool, span: Span) -> Operand {
        if !wanted {
            self.emit_assign(target.place.clone(), val.expr, span);
            return self.reload(&target, false, span);
        }
        let is_literal = matches!(val.expr.kind, ExprKind::Int(_) | ExprKind::Float(_));
        if is_literal && target.bits.is_none() && self.types().is_scalar(target.ty) {
            let mut result = val.clone();
            result.expr.span = span;
            self.emit_assign(target.place, val.expr, span);
            return Operand::value(result);
        }
        // Reading the place back is clearest, unless the write moves the place itself.
        let writes = Writes::of_place(&target.place);
        if !self.place_reads(&target.place, &writes) || !self.types().is_scalar(target.ty) {
            self.emit_assign(target.place.clone(), val.expr, span);
            return self.reload(&target, true, span);
        }
        let kept = self.in_temporary(val);
        self.emit_assign(target.place, kept.expr.clone(), span);
        Operand::value(kept)
    }

    fn reload(&mut self, target: &Target, wanted: bool, span: Span) -> Operand {
        if !wanted {
            return Operand::value(self.void_val(span));
        }
        let mut place = target.place.clone();
        place.span = span;
        let ty = target.ty.unqualified();
        if self.types().is_record(ty) {
            return Operand::place(place, ty);
        }
        if self.types().opaque(ty).is_some() {
            // The assignment itself was the limit: nothing gets here.
            let int = self.types().int();
            return Operand::value(self.int_val(0, int, span));
        }
        let expr = Expr::new(ExprKind::Load(place.clone()), place.ty, span);
        Operand::value(Val { expr, ty, bits: target.bits })
    }

    fn load_target(&mut self, target: &Target) -> Val {
        if let Some(what) = self.types().opaque(target.ty) {
            let span = target.place.span;
            self.unsupported(what, span);
            let int = self.types().int();
            return self.int_val(0, int, span);
        }
        let expr = Expr::load(target.place.clone());
        Val { expr, ty: target.ty.unqualified(), bits: target.bits }
    }

    /// `lhs op= rhs`.
    pub(crate) fn compound_assign(
        &mut self,
        node: &BinaryOperatorExpression,
        wanted: bool,
        span: Span,
    ) -> Res<Val> {
        let mut target = self.assignable(&node.lhs, "assign to")?;
        let mark = self.mark();
        let right = self.value(&node.rhs)?;
        self.protect_place(mark, &mut target.place);
        let left = self.load_target(&target);
        self.require_scalar(&left, "the left operand")?;
        self.require_scalar(&right, "the right operand")?;
        let Some(op) = binary_op(&node.operator.node) else {
            return Err(self.error(span, "unsupported operator"));
        };
        let val = self.binary_values(op, left, right, span)?;
        let val = self.assign_convert(val, target.ty, "assign")?;
        let result = self.store(target, val, wanted, span);
        self.value_of(result)
    }

    /// `++e`, `e++`, `--e`, `e--`.
    pub(crate) fn increment(
        &mut self,
        operator: &UnaryOperator,
        operand: &Node<Expression>,
        wanted: bool,
        span: Span,
    ) -> Res<Val> {
        let op = match operator {
            UnaryOperator::PostIncrement | UnaryOperator::PreIncrement => BinaryOp::Add,
            _ => BinaryOp::Sub,
        };
        let is_post =
            matches!(operator, UnaryOperator::PostIncrement | UnaryOperator::PostDecrement);
        let target = self.assignable(operand, "change")?;
        let old = self.load_target(&target);
        self.require_scalar(&old, "the operand")?;
        let kept = if wanted && is_post { Some(self.in_temporary(old.clone())) } else { None };
        let int = self.types().int();
        let one = self.int_val(1, int, span);
        let val = self.binary_values(op, old, one, span)?;
        let val = self.assign_convert(val, target.ty, "assign")?;
        match kept {
            Some(kept) => {
                self.emit_assign(target.place, val.expr, span);
                Ok(kept)
            }
            None => {
                let result = self.store(target, val, wanted, span);
                self.value_of(result)
            }
        }
    }
}
