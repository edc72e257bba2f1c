//! `&&`, `||`, `?:` and conditions.
//!
//! When the operands that may be skipped have no effects, the whole stays one lazy expression.
//! Otherwise it becomes control flow, with a temporary for the value where one is wanted.

use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, ConditionalExpression, Expression, UnaryOperator,
};
use lang_c::span::Node;
use whydunit_program::{BlockId, Expr, ExprKind, Place, TerminatorKind};
use whydunit_source::Span;

use super::operand::{Operand, OperandKind, Val};
use super::{Res, Unit};
use crate::sema::ctype::Ty;

/// An operand lowered into a block of its own, because it may be skipped.
struct Branch {
    operand: Operand,
    start: BlockId,
    end: BlockId,
    is_pure: bool,
}

impl Unit<'_> {
    /// Lowers an operand into a fresh block; the caller wires the block in or takes it back.
    fn branch(&mut self, expr: &Node<Expression>, as_value: bool) -> Res<Branch> {
        let back = self.current_block();
        let start = self.new_block();
        self.switch_to(start);
        let mark = self.mark();
        let operand = self.operand(expr).and_then(|operand| {
            if as_value && !self.types().is_void(operand.ty) {
                let val = self.value_of(operand)?;
                Ok(self.operand_of_val(val))
            } else {
                Ok(operand)
            }
        });
        let is_pure = self.is_untouched(mark);
        let end = self.current_block();
        self.switch_to(back);
        Ok(Branch { operand: operand?, start, end, is_pure })
    }

    /// Removes the newest block if it is unused.
    fn take_back(&mut self, block: BlockId) {
        if block.index() + 1 == self.func.blocks.len()
            && self.func.blocks[block.index()].stmts.is_empty()
        {
            self.func.blocks.pop();
        }
    }

    pub(crate) fn logical(&mut self, node: &BinaryOperatorExpression, span: Span) -> Res<Val> {
        let is_and = node.operator.node == BinaryOperator::LogicalAnd;
        let left = self.scalar(&node.lhs, "the left operand")?;
        let right = self.branch(&node.rhs, true)?;
        let int = self.types().int();
        let ir = self.types().ir(int);
        let right_val = self.value_of(right.operand)?;
        self.require_scalar(&right_val, "the right operand")?;
        if right.is_pure {
            self.take_back(right.start);
            let (a, b) = (Box::new(left.expr), Box::new(right_val.expr));
            let kind = if is_and { ExprKind::And(a, b) } else { ExprKind::Or(a, b) };
            return Ok(Val::new(Expr::new(kind, ir, span), int));
        }
        let result = self.temporary(int, span);
        let short = self.new_block();
        let join = self.new_block();
        let (then, otherwise) = if is_and { (right.start, short) } else { (short, right.start) };
        self.branch_to(left.expr, then, otherwise);
        self.switch_to(short);
        let short_value = Expr::int(i128::from(!is_and), ir, span);
        self.emit_assign(result.clone(), short_value, span);
        self.continue_in(join, span);
        self.switch_to(right.end);
        let truth = self.truth(right_val);
        self.emit_assign(result.clone(), truth.expr, span);
        self.continue_in(join, span);
        Ok(Val::new(Expr::load(result), int))
    }

    /// A scalar as 0 or 1.
    pub(crate) fn truth(&mut self, val: Val) -> Val {
        let is_truth_value = match &val.expr.kind {
            ExprKind::Binary(op, ..) => op.is_comparison(),
            ExprKind::And(..) | ExprKind::Or(..) => true,
            ExprKind::Unary(whydunit_program::UnaryOp::Not, _) => true,
            _ => false,
        };
        if is_truth_value {
            return val;
        }
        let span = val.span();
        let int = self.types().int();
        let zero = self.int_val(0, int, span);
        let ty = val.ty;
        let zero = self.convert(zero, ty);
        self.comparison(whydunit_program::BinaryOp::Ne, val.expr, zero.expr, span)
    }

    fn branch_to(&mut self, cond: Expr, then: BlockId, otherwise: BlockId) {
        let span = cond.span;
        let source = self.func.source;
        let kind = TerminatorKind::Branch { cond, then, otherwise };
        self.set_terminator(self.func.current, kind, span, source);
    }

    /// Ends the current block with a branch on a condition.
    pub(crate) fn condition(
        &mut self,
        expr: &Node<Expression>,
        then: BlockId,
        otherwise: BlockId,
    ) -> Res<()> {
        if let Expression::BinaryOperator(binary) = &expr.node
            && let Some(is_and) = logical_kind(&binary.node.operator.node)
            && (has_effects(&binary.node.rhs)
                || (is_logical(&binary.node.lhs) && has_effects(&binary.node.lhs)))
        {
            let middle = self.new_block();
            if is_and {
                self.condition(&binary.node.lhs, middle, otherwise)?;
            } else {
                self.condition(&binary.node.lhs, then, middle)?;
            }
            self.switch_to(middle);
            return self.condition(&binary.node.rhs, then, otherwise);
        }
        if let Expression::UnaryOperator(unary) = &expr.node
            && unary.node.operator.node == UnaryOperator::Negate
            && is_logical(&unary.node.operand)
            && has_effects(&unary.node.operand)
        {
            return self.condition(&unary.node.operand, otherwise, then);
        }
        let val = self.scalar(expr, "a condition")?;
        self.branch_to(val.expr, then, otherwise);
        Ok(())
    }

    /// `a && f();` as a statement.
    pub(crate) fn logical_effect(
        &mut self,
        node: &BinaryOperatorExpression,
        span: Span,
    ) -> Res<()> {
        let is_and = node.operator.node == BinaryOperator::LogicalAnd;
        let right = self.new_block();
        let join = self.new_block();
        let (then, otherwise) = if is_and { (right, join) } else { (join, right) };
        self.condition(&node.lhs, then, otherwise)?;
        self.switch_to(right);
        self.effect(&node.rhs)?;
        self.continue_in(join, span);
        Ok(())
    }

    /// `c ? f() : g();` as a statement.
    pub(crate) fn conditional_effect(
        &mut self,
        node: &ConditionalExpression,
        span: Span,
    ) -> Res<()> {
        let then = self.new_block();
        let otherwise = self.new_block();
        let join = self.new_block();
        self.condition(&node.condition, then, otherwise)?;
        self.switch_to(then);
        if !is_same(&node.then_expression) {
            self.effect(&node.then_expression)?;
        }
        self.continue_in(join, span);
        self.switch_to(otherwise);
        self.effect(&node.else_expression)?;
        self.continue_in(join, span);
        Ok(())
    }

    pub(crate) fn conditional(&mut self, node: &ConditionalExpression, span: Span) -> Res<Operand> {
        let cond = self.scalar(&node.condition, "a condition")?;
        let then = if is_same(&node.then_expression) {
            let operand = Operand::value(cond.clone());
            let start = self.new_block();
            Branch { operand, start, end: start, is_pure: true }
        } else {
            self.branch(&node.then_expression, true)?
        };
        if then.is_pure {
            self.take_back(then.start);
        }
        let otherwise = self.branch(&node.else_expression, true)?;
        let ty = self.conditional_type(&then.operand, &otherwise.operand, span)?;
        let is_void = self.types().is_void(ty);
        if then.is_pure && otherwise.is_pure && self.types().is_scalar(ty) {
            self.take_back(otherwise.start);
            return self.lazy_conditional(cond, then.operand, otherwise.operand, ty, span);
        }
        let then_block = if then.is_pure { self.new_block() } else { then.start };
        let then_end = if then.is_pure { then_block } else { then.end };
        let result = if is_void { None } else { Some(self.temporary(ty, span)) };
        self.join_branches(
            cond,
            [
                (then_block, then_end, then.operand),
                (otherwise.start, otherwise.end, otherwise.operand),
            ],
            result.as_ref(),
            ty,
            span,
        )?;
        match result {
            None => Ok(Operand::value(self.void_val(span))),
            Some(place) if self.types().is_record(ty) => Ok(Operand::place(place, ty)),
            Some(place) => Ok(Operand::value(Val::new(Expr::load(place), ty))),
        }
    }

    fn lazy_conditional(
        &mut self,
        cond: Val,
        then: Operand,
        otherwise: Operand,
        ty: Ty,
        span: Span,
    ) -> Res<Operand> {
        let then = self.value_of(then)?;
        let then = self.convert(then, ty);
        let otherwise = self.value_of(otherwise)?;
        let otherwise = self.convert(otherwise, ty);
        let ir = self.types().ir(ty);
        let kind =
            ExprKind::Cond(Box::new(cond.expr), Box::new(then.expr), Box::new(otherwise.expr));
        Ok(Operand::value(Val::new(Expr::new(kind, ir, span), ty)))
    }

    fn join_branches(
        &mut self,
        cond: Val,
        branches: [(BlockId, BlockId, Operand); 2],
        result: Option<&Place>,
        ty: Ty,
        span: Span,
    ) -> Res<()> {
        self.branch_to(cond.expr, branches[0].0, branches[1].0);
        let join = self.new_block();
        for (_, end, operand) in branches {
            self.switch_to(end);
            if let Some(place) = result {
                let val = self.value_of(operand)?;
                let val = self.convert(val, ty);
                self.emit_assign(place.clone(), val.expr, span);
            }
            self.continue_in(join, span);
        }
        Ok(())
    }

    fn conditional_type(&mut self, a: &Operand, b: &Operand, span: Span) -> Res<Ty> {
        let (ta, tb) = (a.ty.unqualified(), b.ty.unqualified());
        let types = self.types();
        if types.is_arithmetic(ta) && types.is_arithmetic(tb) {
            let ta = self.promoted_type(ta, a.bits);
            let tb = self.promoted_type(tb, b.bits);
            let zero_a = self.int_val(0, ta, span);
            let zero_b = self.int_val(0, tb, span);
            return Ok(self.common_type(&zero_a, &zero_b));
        }
        if types.is_void(ta) || types.is_void(tb) {
            return Ok(types.void());
        }
        if types.is_record(ta) && ta.id == tb.id {
            return Ok(ta);
        }
        let is_null = |operand: &Operand| matches!(&operand.kind, OperandKind::Value(expr) if expr.as_int() == Some(0));
        match (types.pointee(ta), types.pointee(tb)) {
            (Some(to_a), Some(to_b)) => {
                // A null pointer constant gives way; so does any object pointer to `void *`.
                let quals = to_a.with_quals_of(to_b);
                let void = types.void();
                if is_null(a) && to_a == void {
                    return Ok(tb);
                }
                if is_null(b) && to_b == void {
                    return Ok(ta);
                }
                let to = if types.is_void(to_b) { to_b } else { to_a };
                Ok(types.pointer(to.with_quals_of(quals)))
            }
            (Some(_), None) if types.is_integer(tb) => Ok(ta),
            (None, Some(_)) if types.is_integer(ta) => Ok(tb),
            _ => {
                let message = format!(
                    "the branches of `?:` have types `{}` and `{}`, which do not go together",
                    self.display(ta),
                    self.display(tb)
                );
                Err(self.error(span, message))
            }
        }
    }
}

/// The middle operand that stands for the condition's own value, of GNU's `a ?: b`.
fn is_same(expr: &Node<Expression>) -> bool {
    let Expression::Call(call) = &expr.node else { return false };
    matches!(&call.node.callee.node, Expression::Identifier(name) if name.node.name == "__whydunit_same")
}

fn logical_kind(operator: &BinaryOperator) -> Option<bool> {
    match operator {
        BinaryOperator::LogicalAnd => Some(true),
        BinaryOperator::LogicalOr => Some(false),
        _ => None,
    }
}

fn is_logical(expr: &Node<Expression>) -> bool {
    match &expr.node {
        Expression::BinaryOperator(binary) => logical_kind(&binary.node.operator.node).is_some(),
        Expression::UnaryOperator(unary) => {
            unary.node.operator.node == UnaryOperator::Negate && is_logical(&unary.node.operand)
        }
        _ => false,
    }
}

/// Is lowering the expression likely to emit statements? Only a guide to nicer shapes: being wrong
/// costs a temporary, not correctness.
pub(super) fn has_effects(expr: &Node<Expression>) -> bool {
    match &expr.node {
        Expression::Call(_)
        | Expression::CompoundLiteral(_)
        | Expression::VaArg(_)
        | Expression::Statement(_) => true,
        Expression::Identifier(_)
        | Expression::Constant(_)
        | Expression::StringLiteral(_)
        | Expression::SizeOfTy(_)
        | Expression::SizeOfVal(_)
        | Expression::AlignOf(_)
        | Expression::OffsetOf(_)
        | Expression::GenericSelection(_) => false,
        Expression::Member(member) => has_effects(&member.node.expression),
        Expression::UnaryOperator(unary) => {
            matches!(
                unary.node.operator.node,
                UnaryOperator::PostIncrement
                    | UnaryOperator::PostDecrement
                    | UnaryOperator::PreIncrement
                    | UnaryOperator::PreDecrement
            ) || has_effects(&unary.node.operand)
        }
        Expression::Cast(cast) => has_effects(&cast.node.expression),
        Expression::BinaryOperator(binary) => {
            is_assignment(&binary.node.operator.node)
                || has_effects(&binary.node.lhs)
                || has_effects(&binary.node.rhs)
        }
        Expression::Conditional(conditional) => {
            has_effects(&conditional.node.condition)
                || has_effects(&conditional.node.then_expression)
                || has_effects(&conditional.node.else_expression)
        }
        Expression::Comma(parts) => parts.iter().any(has_effects),
    }
}

pub(super) fn is_assignment(operator: &BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Assign
            | BinaryOperator::AssignMultiply
            | BinaryOperator::AssignDivide
            | BinaryOperator::AssignModulo
            | BinaryOperator::AssignPlus
            | BinaryOperator::AssignMinus
            | BinaryOperator::AssignShiftLeft
            | BinaryOperator::AssignShiftRight
            | BinaryOperator::AssignBitwiseAnd
            | BinaryOperator::AssignBitwiseXor
            | BinaryOperator::AssignBitwiseOr
    )
}
