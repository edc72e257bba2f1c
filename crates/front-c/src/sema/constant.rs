//! The values of constant expressions, computed on lowered expressions.
//!
//! Constant expressions are lowered like any other; this module says what their value is, if they
//! have one: a number, or the address of a global or function plus an offset. An operation that would
//! be undefined (overflow, division by zero) has no value here, so that it is reported where C
//! demands a constant and left to the run elsewhere. Integer conversions wrap, as gcc defines.

use whydunit_program::{
    BinaryOp, Class, Expr, ExprKind, FunctionId, Global, GlobalId, Place, PlaceBase, Projection,
    Type, TypeId, TypeTable, UnaryOp,
};
use whydunit_semantics::{Bits, exact, operate, operate_unary};

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Constant {
    Int(i128),
    Float(f64),
    Global(GlobalId, i64),
    Function(FunctionId),
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
                unary(*op, self.evaluate(operand)?, Class::of(self.types, expr.ty))
            }
            ExprKind::Binary(op, left, right) => {
                let classes = (Class::of(self.types, left.ty), Class::of(self.types, right.ty));
                binary(*op, self.evaluate(left)?, self.evaluate(right)?, classes)
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

/// The bits of a number of a class; addresses are no numbers.
fn bits_of(constant: Constant, class: Class) -> Option<Bits> {
    let bits = match (constant, class) {
        (Constant::Int(value), _) => value as u128,
        (Constant::Float(value), Class::Float { width: 32 }) => (value as f32).to_bits().into(),
        (Constant::Float(value), _) => value.to_bits().into(),
        (Constant::Global(..) | Constant::Function(_), _) => return None,
    };
    Some(Bits::of_class(class, bits))
}

/// The number that bits of a class are.
fn number(bits: Bits, class: Class) -> Constant {
    match class {
        Class::Float { width: 32 } => {
            Constant::Float(f32::from_bits(bits.unsigned() as u32).into())
        }
        Class::Float { .. } => Constant::Float(f64::from_bits(bits.word())),
        _ => Constant::Int(bits.integer(class)),
    }
}

fn unary(op: UnaryOp, operand: Constant, class: Class) -> Option<Constant> {
    if op == UnaryOp::Not {
        return Some(Constant::Int(i128::from(!truth(operand))));
    }
    let bits = bits_of(operand, class)?;
    operate_unary(op, (bits, class)).map(|bits| number(bits, class))
}

fn binary(
    op: BinaryOp,
    left: Constant,
    right: Constant,
    (class, right_class): (Class, Class),
) -> Option<Constant> {
    match (left, right) {
        // Address arithmetic done in integers: `(unsigned long)&x + 4`.
        (Constant::Global(..), Constant::Int(n)) if op == BinaryOp::Add => offset_by(left, n),
        (Constant::Int(n), Constant::Global(..)) if op == BinaryOp::Add => offset_by(right, n),
        (Constant::Global(..), Constant::Int(n)) if op == BinaryOp::Sub => offset_by(left, -n),
        (Constant::Global(a, m), Constant::Global(b, n)) if op == BinaryOp::Sub && a == b => {
            Some(Constant::Int(i128::from(m) - i128::from(n)))
        }
        (Constant::Int(_), Constant::Int(_)) | (Constant::Float(_), Constant::Float(_)) => {
            let (a, b) = (bits_of(left, class)?, bits_of(right, right_class)?);
            let result = operate(op, (a, class), (b, right_class))?;
            Some(number(result, if op.is_comparison() { Class::INT } else { class }))
        }
        (Constant::Global(a, m), Constant::Global(b, n)) if a == b && op.is_comparison() => {
            exact(op, m.into(), n.into()).map(Constant::Int)
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

/// Conversion of a constant to a type.
pub(crate) fn cast(constant: Constant, to: TypeId, types: &TypeTable) -> Option<Constant> {
    match (constant, types.get(to)) {
        (constant, Type::Bool) => Some(Constant::Int(i128::from(truth(constant)))),
        (Constant::Int(_) | Constant::Float(_), _) => {
            let class = Class::of(types, to);
            let from = match constant {
                // Wide enough for the value of any constant.
                Constant::Int(_) => Class::Int { width: 128, signed: true },
                _ => Class::Float { width: 64 },
            };
            if class == Class::Other {
                return None;
            }
            whydunit_semantics::cast(bits_of(constant, from)?, from, class)
                .map(|bits| number(bits, class))
        }
        (Constant::Global(..) | Constant::Function(_), Type::Pointer(_)) => Some(constant),
        (Constant::Global(..) | Constant::Function(_), _) => {
            let kind = types.int_kind(to)?;
            (u64::from(kind.bits) == types.target().pointer_bytes() * 8).then_some(constant)
        }
    }
}
