//! Address guards: which addresses of a step depended on values, and on which.
//!
//! The run is concrete, so `a[i] = e` wrote a known cell; that it was *this* cell depended on `i`. The guard
//! `i == 5` keeps the dependence. Guards are found by evaluating the step's expressions
//! once more over the values the run read: an evaluator of its own, independent of the interpreter's. Where it
//! cannot follow (specifications, library routines) the step simply has no guards.

use whydunit_program::{
    BinaryOp, Expr, ExprKind, FloatKind, IntKind, Place, PlaceBase, Point, Program, Projection,
    StmtKind, TerminatorKind, Type, TypeId, UnaryOp,
};
use whydunit_source::Span;

use crate::Access;

/// The expression under `span` (an index or a pointer) had this value, and the address followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressGuard {
    pub span: Span,
    pub kind: GuardKind,
    pub value: i128,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuardKind {
    Index,
    Pointer,
}

/// Appends the guards of the step at `point`, which read `reads` in that order.
pub(crate) fn address_guards(
    program: &Program,
    point: Point,
    reads: &[Access],
    out: &mut Vec<AddressGuard>,
) {
    if reads.is_empty() {
        return;
    }
    let mut evaluator = Evaluator { program, reads, out };
    // A step it cannot follow to the end keeps the guards found up to there.
    let _ = match program.stmt_at(point).map(|stmt| &stmt.kind) {
        Some(StmtKind::Assign { place, value }) => evaluator.assignment(place, value),
        Some(StmtKind::Input { place, .. } | StmtKind::Zero { place }) => evaluator.address(place),
        Some(StmtKind::Call { args, .. }) => evaluator.all(args),
        Some(StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) => {
            evaluator.expr(cond).map(drop)
        }
        Some(_) => None,
        None => match &program.terminator_at(point).kind {
            TerminatorKind::Branch { cond: value, .. }
            | TerminatorKind::Switch { value, .. }
            | TerminatorKind::Return(Some(value)) => evaluator.expr(value).map(drop),
            _ => None,
        },
    };
}

#[derive(Clone, Copy, Debug)]
enum Value {
    Int(i128),
    Float(f64),
}

struct Evaluator<'a> {
    program: &'a Program,
    /// What is still to be read.
    reads: &'a [Access],
    out: &'a mut Vec<AddressGuard>,
}

impl Evaluator<'_> {
    fn assignment(&mut self, place: &Place, value: &Expr) -> Option<()> {
        match &value.kind {
            ExprKind::Load(from) if self.program.types.is_record(value.ty) => self.address(from)?,
            _ => {
                self.expr(value)?;
            }
        }
        self.address(place)
    }

    fn all(&mut self, exprs: &[Expr]) -> Option<()> {
        exprs.iter().try_for_each(|expr| self.expr(expr).map(drop))
    }

    /// Evaluates what the place's address depends on.
    fn address(&mut self, place: &Place) -> Option<()> {
        if let PlaceBase::Deref(pointer) = &place.base {
            if let ExprKind::PtrAdd(base, index) = &pointer.kind {
                // `p[i]` depends on both.
                self.guard(base, GuardKind::Pointer)?;
                self.guard(index, GuardKind::Index)?;
            } else {
                self.guard(pointer, GuardKind::Pointer)?;
            }
        }
        for projection in &place.path {
            if let Projection::Index(index) = projection {
                self.guard(index, GuardKind::Index)?;
            }
        }
        Some(())
    }

    fn guard(&mut self, expr: &Expr, kind: GuardKind) -> Option<()> {
        let left = self.reads.len();
        let value = self.expr(expr)?;
        if let (Value::Int(value), true) = (value, self.reads.len() < left) {
            self.out.push(AddressGuard { span: expr.span, kind, value });
        }
        Some(())
    }

    fn int(&mut self, expr: &Expr) -> Option<i128> {
        match self.expr(expr)? {
            Value::Int(value) => Some(value),
            Value::Float(_) => None,
        }
    }

    fn truth(&mut self, expr: &Expr) -> Option<bool> {
        Some(match self.expr(expr)? {
            Value::Int(value) => value != 0,
            Value::Float(value) => value != 0.0,
        })
    }

    fn expr(&mut self, expr: &Expr) -> Option<Value> {
        let truth = |value: bool| Some(Value::Int(i128::from(value)));
        match &expr.kind {
            ExprKind::Int(value) => Some(Value::Int(*value)),
            ExprKind::Float(value) => Some(Value::Float(*value)),
            ExprKind::Load(place) => {
                self.address(place)?;
                let (read, rest) = self.reads.split_first()?;
                self.reads = rest;
                self.decode(read.bits, expr.ty)
            }
            ExprKind::And(left, right) => {
                let value = self.truth(left)? && self.truth(right)?;
                truth(value)
            }
            ExprKind::Or(left, right) => {
                let value = self.truth(left)? || self.truth(right)?;
                truth(value)
            }
            ExprKind::Cond(cond, then, otherwise) => {
                if self.truth(cond)? {
                    self.expr(then)
                } else {
                    self.expr(otherwise)
                }
            }
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let value = self.truth(operand)?;
                truth(!value)
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => match self.expr(operand)? {
                Value::Int(value) => Some(Value::Int(self.wrap(-value, expr.ty))),
                Value::Float(value) => Some(Value::Float(-value)),
            },
            ExprKind::Unary(UnaryOp::BitNot, operand) => {
                let value = self.int(operand)?;
                Some(Value::Int(self.wrap(!value, expr.ty)))
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                self.binary(*op, left, right, expr.ty)
            }
            ExprKind::Cast(operand) => {
                let value = self.expr(operand)?;
                self.cast(value, expr.ty)
            }
            ExprKind::PtrAdd(pointer, index) => {
                let (pointer, index) = (self.int(pointer)?, self.int(index)?);
                let pointee = self.program.types.pointee(expr.ty)?;
                let size = i128::from(self.program.types.size_of(pointee)?);
                Some(Value::Int(self.wrap(pointer + index * size, expr.ty)))
            }
            // Addresses of places are not needed for values that steer an access; differences of
            // pointers may be, but pointers into parts of objects have several spellings.
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
                self.address(place)?;
                Some(Value::Int(0))
            }
            ExprKind::FunctionAddr(_)
            | ExprKind::PtrDiff(..)
            | ExprKind::Quantifier { .. }
            | ExprKind::Valid { .. }
            | ExprKind::Old { .. } => None,
        }
    }

    fn binary(&self, op: BinaryOp, left: Value, right: Value, ty: TypeId) -> Option<Value> {
        match (left, right) {
            (Value::Int(left), Value::Int(right)) => {
                let value = match op {
                    BinaryOp::Add => left + right,
                    BinaryOp::Sub => left - right,
                    BinaryOp::Mul => left.checked_mul(right)?,
                    BinaryOp::Div => left.checked_div(right)?,
                    BinaryOp::Rem => left.checked_rem(right)?,
                    BinaryOp::Shl => left.checked_shl(u32::try_from(right & 63).ok()?)?,
                    BinaryOp::Shr => left.checked_shr(u32::try_from(right & 63).ok()?)?,
                    BinaryOp::BitAnd => left & right,
                    BinaryOp::BitOr => left | right,
                    BinaryOp::BitXor => left ^ right,
                    comparison => return Some(compare(comparison, left, right)),
                };
                Some(Value::Int(self.wrap(value, ty)))
            }
            (Value::Float(left), Value::Float(right)) => {
                let value = match op {
                    BinaryOp::Add => left + right,
                    BinaryOp::Sub => left - right,
                    BinaryOp::Mul => left * right,
                    BinaryOp::Div => left / right,
                    comparison if comparison.is_comparison() => {
                        return Some(compare(comparison, left, right));
                    }
                    _ => return None,
                };
                self.cast(Value::Float(value), ty)
            }
            _ => None,
        }
    }

    fn cast(&self, value: Value, ty: TypeId) -> Option<Value> {
        Some(match (self.program.types.get(ty), value) {
            (Type::Bool, Value::Int(value)) => Value::Int(i128::from(value != 0)),
            (Type::Bool, Value::Float(value)) => Value::Int(i128::from(value != 0.0)),
            (Type::Float(FloatKind::F32), Value::Int(value)) => Value::Float((value as f32).into()),
            (Type::Float(FloatKind::F32), Value::Float(value)) => {
                Value::Float((value as f32).into())
            }
            (Type::Float(_), Value::Int(value)) => Value::Float(value as f64),
            (Type::Float(_), Value::Float(value)) => Value::Float(value),
            (_, Value::Int(value)) => Value::Int(self.wrap(value, ty)),
            (_, Value::Float(value)) => Value::Int(self.wrap(value as i128, ty)),
        })
    }

    /// The value that fits the type, as a machine keeps it.
    fn wrap(&self, value: i128, ty: TypeId) -> i128 {
        let kind = self.program.types.int_kind(ty).unwrap_or(IntKind {
            bits: self.program.types.target().pointer_bytes() as u8 * 8,
            signed: false,
        });
        if kind.bits >= 128 {
            return value;
        }
        let mask = (1i128 << kind.bits) - 1;
        let low = value & mask;
        if kind.signed && low >> (kind.bits - 1) != 0 { low - mask - 1 } else { low }
    }

    fn decode(&self, bits: u64, ty: TypeId) -> Option<Value> {
        Some(match self.program.types.get(ty) {
            Type::Float(FloatKind::F32) => Value::Float(f32::from_bits(bits as u32).into()),
            Type::Float(_) => Value::Float(f64::from_bits(bits)),
            _ => Value::Int(self.wrap(i128::from(bits), ty)),
        })
    }
}

fn compare<T: PartialOrd>(op: BinaryOp, left: T, right: T) -> Value {
    let value = match op {
        BinaryOp::Eq => left == right,
        BinaryOp::Ne => left != right,
        BinaryOp::Lt => left < right,
        BinaryOp::Le => left <= right,
        BinaryOp::Gt => left > right,
        BinaryOp::Ge => left >= right,
        _ => false,
    };
    Value::Int(i128::from(value))
}
