//! Arithmetic and comparisons of integers. `div` and `mod` are those of SMT-LIB: the remainder is
//! never negative.

use whydunit_program::{BinaryOp, Expr};
use whydunit_source::Span;

use crate::syntax::Operator;

use super::body::Lowering;
use super::{Gap, Res};

impl Lowering<'_, '_> {
    pub(crate) fn arithmetic(
        &mut self,
        op: Operator,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Res<Expr> {
        let plain = match op {
            Operator::Add => BinaryOp::Add,
            Operator::Sub => BinaryOp::Sub,
            Operator::Mul => BinaryOp::Mul,
            Operator::Lt => BinaryOp::Lt,
            Operator::Le => BinaryOp::Le,
            Operator::Gt => BinaryOp::Gt,
            Operator::Ge => BinaryOp::Ge,
            Operator::Div => return self.division(left, right, true, span),
            Operator::Mod => return self.division(left, right, false, span),
            _ => return Err(Gap::new(format!("the operator `{}`", op.text()), span)),
        };
        Ok(self.binary(plain, left, right))
    }

    /// `left div right`, or `left mod right`. The machine's division rounds towards zero: where its
    /// remainder is negative, the quotient is one off.
    pub(crate) fn division(
        &mut self,
        left: Expr,
        right: Expr,
        quotient: bool,
        span: Span,
    ) -> Res<Expr> {
        if let (Some(a), Some(b)) = (left.as_int(), right.as_int())
            && b != 0
        {
            let value = if quotient { a.div_euclid(b) } else { a.rem_euclid(b) };
            return match i64::try_from(value) {
                Ok(_) => Ok(self.number(value, span)),
                Err(_) => Err(Gap::new("integers of more than 64 bits", span)),
            };
        }
        for operand in [&left, &right] {
            for _ in 0..3 {
                self.grow_by(operand, span)?;
            }
        }
        let zero = self.number(0, span);
        let machine = |this: &mut Self, op| this.binary(op, left.clone(), right.clone());
        let remainder = machine(self, BinaryOp::Rem);
        let is_negative = self.binary(BinaryOp::Lt, remainder.clone(), zero.clone());
        let base = if quotient { machine(self, BinaryOp::Div) } else { remainder };
        // For a positive divisor: one less, or the divisor more.
        let change = if quotient { self.number(1, span) } else { right.clone() };
        let (up, down) = (BinaryOp::Add, BinaryOp::Sub);
        let (if_positive, if_negative) = if quotient { (down, up) } else { (up, down) };
        let corrected = match right.as_int() {
            Some(known) => {
                let op = if known > 0 { if_positive } else { if_negative };
                self.binary(op, base.clone(), change)
            }
            None => {
                let is_positive = self.binary(BinaryOp::Gt, right, zero);
                let less = self.binary(if_positive, base.clone(), change.clone());
                let more = self.binary(if_negative, base.clone(), change);
                self.choose(is_positive, less, more)
            }
        };
        Ok(self.choose(is_negative, corrected, base))
    }
}
