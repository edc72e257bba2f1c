//! Expressions along the run as numbers.

use whydunit_program::{
    BinaryOp, Expr, ExprKind, Program, StmtKind, TerminatorKind, Type, UnaryOp,
};
use whydunit_trace::ErrorTrace;

use super::place::{At, bound};
use super::relop::Relop;
use super::run::{Number, Run, wrapped};

/// Longer ranges of a quantifier are not looked at.
pub(crate) const MOST_INSTANCES: i128 = 4096;

impl Run<'_> {
    /// The number an expression has in the run.
    pub(crate) fn value(&self, expr: &Expr, at: &At) -> Option<Number> {
        let value = match &expr.kind {
            ExprKind::Int(value) => Number::Int(*value),
            ExprKind::Float(value) => Number::Real(*value),
            ExprKind::Load(place) => match bound(place, at) {
                Some(value) => Number::Int(value),
                None => {
                    let (cell, _) = self.cell(place, at)?;
                    self.cell_number(cell, expr.ty, at.contents())?
                }
            },
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
                let (object, offset) = self.address(place, at)?;
                let base = self.trace.object(object)?.info.address;
                Number::Int((base + offset).into())
            }
            ExprKind::FunctionAddr(id) => Number::Int(self.trace.function_address(*id).into()),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                Number::Int((!self.truth(operand, at)?).into())
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => match self.value(operand, at)? {
                Number::Int(value) => Number::Int(value.checked_neg()?),
                Number::Real(value) => Number::Real(-value),
            },
            ExprKind::Unary(UnaryOp::BitNot, operand) => {
                Number::Int(!self.value(operand, at)?.as_int()?)
            }
            ExprKind::Binary(op, left, right) => {
                binary(*op, self.value(left, at)?, self.value(right, at)?)?
            }
            ExprKind::And(left, right) => {
                Number::Int((self.truth(left, at)? && self.truth(right, at)?).into())
            }
            ExprKind::Or(left, right) => {
                Number::Int((self.truth(left, at)? || self.truth(right, at)?).into())
            }
            ExprKind::Cond(cond, then, otherwise) => match self.truth(cond, at)? {
                true => self.value(then, at)?,
                false => self.value(otherwise, at)?,
            },
            ExprKind::Cast(operand) => match (self.value(operand, at)?, expr.ty) {
                (value, ty) if matches!(self.program.types.get(ty), Type::Float(_)) => {
                    Number::Real(value.as_real())
                }
                (value, ty) if matches!(self.program.types.get(ty), Type::Bool) => {
                    Number::Int((value.as_real() != 0.0).into())
                }
                (Number::Real(value), _) => Number::Int(value.trunc() as i128),
                (value, _) => value,
            },
            ExprKind::PtrAdd(pointer, index) => {
                let size = self.element_size(pointer.ty)?;
                let index = self.value(index, at)?.as_int()?;
                let pointer = self.value(pointer, at)?.as_int()?;
                Number::Int(pointer.checked_add(index.checked_mul(size)?)?)
            }
            ExprKind::PtrDiff(left, right) => {
                let size = self.element_size(left.ty)?;
                let left = self.value(left, at)?.as_int()?;
                Number::Int((left - self.value(right, at)?.as_int()?).checked_div(size)?)
            }
            ExprKind::Quantifier { forall, var, lo, hi, body } => {
                let (lo, hi) = (self.value(lo, at)?.as_int()?, self.value(hi, at)?.as_int()?);
                if hi.saturating_sub(lo) > MOST_INSTANCES {
                    return None;
                }
                let mut result = *forall;
                for instance in lo..=hi {
                    let mut at = at.clone();
                    at.bound.push((*var, instance));
                    if self.truth(body, &at)? != *forall {
                        result = !*forall;
                        break;
                    }
                }
                Number::Int(result.into())
            }
            ExprKind::Valid { .. } => Number::Int(1),
            ExprKind::Old { expr, .. } => self.value(expr, &at.at_entry())?,
        };
        Some(match (value, self.program.types.int_kind(expr.ty)) {
            (Number::Int(value), Some(kind)) => Number::Int(wrapped(value, kind.bits, kind.signed)),
            (value, _) => value,
        })
    }

    pub(crate) fn truth(&self, expr: &Expr, at: &At) -> Option<bool> {
        Some(match self.value(expr, at)? {
            Number::Int(value) => value != 0,
            Number::Real(value) => value != 0.0,
        })
    }
}

/// For each step: the number that is assigned there, checked, or decided on, where it is known. Tests hold it against the run.
pub fn numbers_along(program: &Program, trace: &ErrorTrace) -> Vec<Option<Number>> {
    let run = Run::new(program, trace);
    let number = |(time, step): (usize, &whydunit_trace::Step)| {
        let expr = match program.stmt_at(step.point).map(|stmt| &stmt.kind) {
            Some(StmtKind::Assign { value, .. }) => value,
            Some(StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) => cond,
            Some(_) => return None,
            None => match &program.terminator_at(step.point).kind {
                TerminatorKind::Branch { cond: value, .. }
                | TerminatorKind::Switch { value, .. }
                | TerminatorKind::Return(Some(value)) => value,
                _ => return None,
            },
        };
        run.value(expr, &At::step(time, step.frame))
    };
    trace.steps.iter().enumerate().map(number).collect()
}

/// The operator that is written like this.
pub(crate) fn operator(symbol: &str) -> Option<BinaryOp> {
    use BinaryOp::{BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr};
    [Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor].into_iter().find(|op| op.symbol() == symbol)
}

/// What an operator makes of two numbers; nothing where it is undefined.
pub(crate) fn binary(op: BinaryOp, left: Number, right: Number) -> Option<Number> {
    if let Some(relop) = Relop::of(op) {
        let truth = match (left, right) {
            (Number::Int(a), Number::Int(b)) => relop.holds(a, b),
            (a, b) => relop.holds(a.as_real(), b.as_real()),
        };
        return Some(Number::Int(truth.into()));
    }
    if let (Number::Int(a), Number::Int(b)) = (left, right) {
        let shift = u32::try_from(b).ok().filter(|&shift| shift < 64);
        return Some(Number::Int(match op {
            BinaryOp::Add => a.checked_add(b)?,
            BinaryOp::Sub => a.checked_sub(b)?,
            BinaryOp::Mul => a.checked_mul(b)?,
            BinaryOp::Div => a.checked_div(b)?,
            BinaryOp::Rem => a.checked_rem(b)?,
            BinaryOp::Shl => a.checked_mul(1 << shift?)?,
            BinaryOp::Shr => a >> shift?,
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            BinaryOp::BitXor => a ^ b,
            _ => return None,
        }));
    }
    let (a, b) = (left.as_real(), right.as_real());
    Some(Number::Real(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        _ => return None,
    }))
}
