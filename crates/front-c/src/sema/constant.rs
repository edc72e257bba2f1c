//! The values of constant expressions, computed on lowered expressions.
//!
//! Constant expressions are lowered like any other; this module says what their value is, if they
//! have one: a number, or the address of a global or function plus an offset. An operation that would
//! be undefined (overflow, division by zero) has no value here, so that it is reported where C
//! demands a constant and left to the run elsewhere. Integer conversions wrap, as gcc defines.

use whydunit_program::{
    BinaryOp, Expr, ExprKind, FloatKind, FunctionId, Global, GlobalId, IntKind, Place, PlaceBase,
    Projection, Type, TypeId, TypeTable, UnaryOp,
};

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Constant {
    Int(i128),
    Float(f64),
    Global(GlobalId, i64),
    Function(FunctionId),
}

/// Wraps a value to an integer type.
pub(crate) fn wrap(value: i128, kind: IntKind) -> i128 {
    if kind.bits >= 128 {
        return value;
    }
    let shift = 128 - u32::from(kind.bits);
    if kind.signed { value << shift >> shift } else { ((value << shift) as u128 >> shift) as i128 }
}

/// Evaluates against the types and globals of the program so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evaluator<'a> {
    pub(crate) types: &'a TypeTable,
    pub(crate) globals: &'a [Global],
}

impl Evaluator<'_> {
    pub(crate) fn evaluate(self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Int(value) => Some(Constant::Int(*value)),
            ExprKind::Float(value) => Some(Constant::Float(*value)),
            ExprKind::FunctionAddr(id) => Some(Constant::Function(*id)),
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => self.address(place),
            ExprKind::Unary(op, operand) => {
                unary(*op, self.evaluate(operand)?, expr.ty, self.types)
            }
            ExprKind::Binary(op, left, right) => {
                binary(*op, self.evaluate(left)?, self.evaluate(right)?, expr.ty, self.types)
            }
            ExprKind::And(left, right) => {
                let value = truth(self.evaluate(left)?) && truth(self.evaluate(right)?);
                Some(Constant::Int(i128::from(value)))
            }
            ExprKind::Or(left, right) => {
                let value = truth(self.evaluate(left)?) || truth(self.evaluate(right)?);
                Some(Constant::Int(i128::from(value)))
            }
            ExprKind::Cond(cond, then, otherwise) => {
                self.evaluate(if truth(self.evaluate(cond)?) { then } else { otherwise })
            }
            ExprKind::Cast(operand) => cast(self.evaluate(operand)?, expr.ty, self.types),
            ExprKind::PtrAdd(pointer, index) => {
                let elem = self.types.size_of(self.types.pointee(pointer.ty)?)?;
                let index = self.evaluate_int(index)?;
                offset_by(self.evaluate(pointer)?, index.checked_mul(i128::from(elem))?)
            }
            ExprKind::PtrDiff(left, right) => {
                let elem = i128::from(self.types.size_of(self.types.pointee(left.ty)?)?);
                let bytes = match (self.evaluate(left)?, self.evaluate(right)?) {
                    (Constant::Int(a), Constant::Int(b)) => a - b,
                    (Constant::Global(a, m), Constant::Global(b, n)) if a == b => {
                        i128::from(m) - i128::from(n)
                    }
                    _ => return None,
                };
                Some(Constant::Int(bytes.checked_div(elem)?))
            }
            ExprKind::Load(_)
            | ExprKind::Quantifier { .. }
            | ExprKind::Valid { .. }
            | ExprKind::Old { .. } => None,
        }
    }

    /// The value when it is an integer.
    pub(crate) fn evaluate_int(self, expr: &Expr) -> Option<i128> {
        match self.evaluate(expr)? {
            Constant::Int(value) => Some(value),
            _ => None,
        }
    }

    fn address(self, place: &Place) -> Option<Constant> {
        let (base, mut ty) = match &place.base {
            PlaceBase::Global(id) => (Constant::Global(*id, 0), self.globals.get(id.index())?.ty),
            PlaceBase::Local(_) => return None,
            PlaceBase::Deref(pointer) => (self.evaluate(pointer)?, self.types.pointee(pointer.ty)?),
        };
        let mut offset: i128 = 0;
        for step in &place.path {
            (offset, ty) = self.step_into(step, offset, ty)?;
        }
        offset_by(base, offset)
    }

    fn step_into(self, step: &Projection, offset: i128, ty: TypeId) -> Option<(i128, TypeId)> {
        match (step, self.types.get(ty)) {
            (Projection::Field(index), Type::Record(record)) => {
                let field = self.types.record(*record).fields.get(*index as usize)?;
                Some((offset + i128::from(field.offset), field.ty))
            }
            (Projection::Index(index), Type::Array { elem, .. }) => {
                let index = self.evaluate_int(index)?;
                let size = i128::from(self.types.size_of(*elem)?);
                Some((offset.checked_add(index.checked_mul(size)?)?, *elem))
            }
            _ => None,
        }
    }
}

fn truth(constant: Constant) -> bool {
    match constant {
        Constant::Int(value) => value != 0,
        Constant::Float(value) => value != 0.0,
        Constant::Global(..) | Constant::Function(_) => true,
    }
}

fn offset_by(base: Constant, bytes: i128) -> Option<Constant> {
    match base {
        Constant::Int(value) => Some(Constant::Int(value.checked_add(bytes)?)),
        Constant::Global(id, offset) => {
            Some(Constant::Global(id, i64::try_from(i128::from(offset).checked_add(bytes)?).ok()?))
        }
        Constant::Function(_) if bytes == 0 => Some(base),
        Constant::Function(_) | Constant::Float(_) => None,
    }
}

fn unary(op: UnaryOp, operand: Constant, ty: TypeId, types: &TypeTable) -> Option<Constant> {
    match (op, operand) {
        (UnaryOp::Not, operand) => Some(Constant::Int(i128::from(!truth(operand)))),
        (UnaryOp::Neg, Constant::Float(value)) => Some(Constant::Float(-value)),
        (UnaryOp::Neg, Constant::Int(value)) => in_range(-value, types.int_kind(ty)?),
        (UnaryOp::BitNot, Constant::Int(value)) => {
            Some(Constant::Int(wrap(!value, types.int_kind(ty)?)))
        }
        _ => None,
    }
}

/// Wraps unsigned results; signed ones out of range have no value.
fn in_range(value: i128, kind: IntKind) -> Option<Constant> {
    let wrapped = wrap(value, kind);
    (!kind.signed || wrapped == value).then_some(Constant::Int(wrapped))
}

fn binary(
    op: BinaryOp,
    left: Constant,
    right: Constant,
    ty: TypeId,
    types: &TypeTable,
) -> Option<Constant> {
    match (left, right) {
        // Address arithmetic done in integers: `(unsigned long)&x + 4`.
        (Constant::Global(..), Constant::Int(n)) if op == BinaryOp::Add => offset_by(left, n),
        (Constant::Int(n), Constant::Global(..)) if op == BinaryOp::Add => offset_by(right, n),
        (Constant::Global(..), Constant::Int(n)) if op == BinaryOp::Sub => offset_by(left, -n),
        (Constant::Global(a, m), Constant::Global(b, n)) if op == BinaryOp::Sub && a == b => {
            Some(Constant::Int(i128::from(m) - i128::from(n)))
        }
        (Constant::Int(a), Constant::Int(b)) => {
            if op.is_comparison() {
                return Some(Constant::Int(i128::from(compare(op, a, b)?)));
            }
            let kind = types.int_kind(ty)?;
            let in_shift_range = (0..i128::from(kind.bits)).contains(&b);
            match op {
                BinaryOp::Add => in_range(a.checked_add(b)?, kind),
                BinaryOp::Sub => in_range(a.checked_sub(b)?, kind),
                BinaryOp::Mul => in_range(a.checked_mul(b)?, kind),
                BinaryOp::Div => in_range(a.checked_div(b)?, kind),
                BinaryOp::Rem => in_range(a.checked_rem(b)?, kind),
                // gcc folds shifts into the sign bit.
                BinaryOp::Shl if in_shift_range => Some(Constant::Int(wrap(a << b, kind))),
                BinaryOp::Shr if in_shift_range => Some(Constant::Int(a >> b)),
                BinaryOp::BitAnd => Some(Constant::Int(a & b)),
                BinaryOp::BitOr => Some(Constant::Int(a | b)),
                BinaryOp::BitXor => Some(Constant::Int(wrap(a ^ b, kind))),
                _ => None,
            }
        }
        (Constant::Float(a), Constant::Float(b)) => {
            if op.is_comparison() {
                return Some(Constant::Int(i128::from(compare(op, a, b)?)));
            }
            let value = match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                BinaryOp::Div => a / b,
                _ => return None,
            };
            Some(Constant::Float(round_to(value, ty, types)))
        }
        (Constant::Global(a, m), Constant::Global(b, n)) if a == b && op.is_comparison() => {
            Some(Constant::Int(i128::from(compare(op, m, n)?)))
        }
        (Constant::Function(a), Constant::Function(b)) if a == b => match op {
            BinaryOp::Eq => Some(Constant::Int(1)),
            BinaryOp::Ne => Some(Constant::Int(0)),
            _ => None,
        },
        (Constant::Global(..) | Constant::Function(_), Constant::Int(0))
        | (Constant::Int(0), Constant::Global(..) | Constant::Function(_)) => match op {
            BinaryOp::Eq => Some(Constant::Int(0)),
            BinaryOp::Ne => Some(Constant::Int(1)),
            _ => None,
        },
        _ => None,
    }
}

fn compare<T: PartialOrd>(op: BinaryOp, a: T, b: T) -> Option<bool> {
    match op {
        BinaryOp::Eq => Some(a == b),
        BinaryOp::Ne => Some(a != b),
        BinaryOp::Lt => Some(a < b),
        BinaryOp::Le => Some(a <= b),
        BinaryOp::Gt => Some(a > b),
        BinaryOp::Ge => Some(a >= b),
        _ => None,
    }
}

fn round_to(value: f64, ty: TypeId, types: &TypeTable) -> f64 {
    match types.get(ty) {
        Type::Float(FloatKind::F32) => f64::from(value as f32),
        _ => value,
    }
}

/// Conversion of a constant to a type.
pub(crate) fn cast(constant: Constant, to: TypeId, types: &TypeTable) -> Option<Constant> {
    match (constant, types.get(to)) {
        (constant, Type::Bool) => Some(Constant::Int(i128::from(truth(constant)))),
        (Constant::Int(value), Type::Float(_)) => {
            // An integer of up to 64 bits to binary32 is rounded once, not via binary64.
            let value = match types.get(to) {
                Type::Float(FloatKind::F32) => f64::from(value as f32),
                _ => value as f64,
            };
            Some(Constant::Float(value))
        }
        (Constant::Int(value), Type::Pointer(_)) => {
            let bits = types.target().pointer_bytes() as u8 * 8;
            Some(Constant::Int(wrap(value, IntKind { bits, signed: false })))
        }
        (Constant::Int(value), _) => Some(Constant::Int(wrap(value, types.int_kind(to)?))),
        (Constant::Float(value), Type::Float(_)) => {
            Some(Constant::Float(round_to(value, to, types)))
        }
        (Constant::Float(value), _) => {
            let kind = types.int_kind(to)?;
            let truncated = value.trunc();
            if truncated.is_nan() || truncated.abs() > 1e30 {
                return None;
            }
            let value = truncated as i128;
            (wrap(value, kind) == value).then_some(Constant::Int(value))
        }
        (Constant::Global(..) | Constant::Function(_), Type::Pointer(_)) => Some(constant),
        (Constant::Global(..) | Constant::Function(_), _) => {
            let kind = types.int_kind(to)?;
            (u64::from(kind.bits) == types.target().pointer_bytes() * 8).then_some(constant)
        }
    }
}
