//! The evaluator of specifications: quantifiers, `\valid`, `\old`, and mathematical integers.
//!
//! It walks the expression tree, which is slow and simple. Integers of contracts are computed in 128
//! bits; what does not fit there is our limit, never a wrong answer.

use std::rc::Rc;

use whydunit_program::{
    BinaryOp, CheckKind, Expr, ExprKind, LocalId, Place, PlaceBase, Projection, StmtKind, Type,
    TypeId, UnaryOp,
};

use super::arith::{compare, float};
use super::{Machine, Snapshot};
use crate::Observer;
use crate::code::{Arith, BitSite, Compare, Node};
use crate::memory::Access;
use crate::stop::Stop;
use crate::translate::{Class, class_of, scalar_of};

#[derive(Clone, Copy, Debug)]
enum Value {
    Int(i128),
    Float(f64),
}

/// The state an expression is evaluated in.
struct Scope<'a> {
    registers: &'a [u64],
    bound: Vec<(LocalId, i128)>,
    old: Option<Rc<Snapshot>>,
}

enum Storage {
    Register(LocalId),
    Memory(u64),
    Bits(u64, BitSite),
}

fn beyond() -> Stop {
    Stop::Limit("a specification needs integers of more than 128 bits".into())
}

impl<O: Observer> Machine<'_, '_, O> {
    /// The truth of the current check's or assumption's condition.
    pub(super) fn specification(&mut self, registers: &[u64]) -> Result<bool, Stop> {
        let Node::Stmt(stmt) = self.here().node else { return Ok(true) };
        let (StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) = &stmt.kind else {
            return Ok(true);
        };
        let mut scope = Scope { registers, bound: Vec::new(), old: None };
        self.holds(cond, &mut scope)
    }

    fn holds(&mut self, expr: &Expr, scope: &mut Scope<'_>) -> Result<bool, Stop> {
        Ok(match self.evaluate(expr, scope)? {
            Value::Int(value) => value != 0,
            Value::Float(value) => value != 0.0,
        })
    }

    fn integer(&mut self, expr: &Expr, scope: &mut Scope<'_>) -> Result<i128, Stop> {
        Ok(match self.evaluate(expr, scope)? {
            Value::Int(value) => value,
            Value::Float(value) => value as i128,
        })
    }

    fn evaluate(&mut self, expr: &Expr, scope: &mut Scope<'_>) -> Result<Value, Stop> {
        let truth = |value: bool| Ok(Value::Int(i128::from(value)));
        match &expr.kind {
            ExprKind::Int(value) => Ok(Value::Int(*value)),
            ExprKind::Float(value) => Ok(Value::Float(*value)),
            ExprKind::Load(place) => self.evaluate_load(place, scope),
            ExprKind::AddrOf(place) => match self.locate_place(place, scope, true)? {
                Storage::Memory(address) => Ok(Value::Int(i128::from(address))),
                Storage::Register(_) | Storage::Bits(..) => {
                    Err(Stop::Limit("the address of this place is not supported here".into()))
                }
            },
            ExprKind::Decay(place) => match self.locate_place(place, scope, false)? {
                Storage::Memory(address) => Ok(Value::Int(i128::from(address))),
                Storage::Register(_) | Storage::Bits(..) => Ok(Value::Int(0)),
            },
            ExprKind::FunctionAddr(function) => {
                Ok(Value::Int(i128::from(self.layout.function(*function))))
            }
            ExprKind::Unary(op, operand) => self.evaluate_unary(expr, *op, operand, scope),
            ExprKind::Binary(op, left, right) => {
                let a = self.evaluate(left, scope)?;
                let b = self.evaluate(right, scope)?;
                self.evaluate_binary(*op, left.ty, a, b)
            }
            ExprKind::And(left, right) => {
                let result = self.holds(left, scope)? && self.holds(right, scope)?;
                truth(result)
            }
            ExprKind::Or(left, right) => {
                let result = self.holds(left, scope)? || self.holds(right, scope)?;
                truth(result)
            }
            ExprKind::Cond(cond, then, otherwise) => {
                let chosen = if self.holds(cond, scope)? { then } else { otherwise };
                self.evaluate(chosen, scope)
            }
            ExprKind::Cast(operand) => {
                let value = self.evaluate(operand, scope)?;
                self.convert(value, operand.ty, expr.ty)
            }
            ExprKind::PtrAdd(pointer, index) => {
                let address = self.integer(pointer, scope)? as u64;
                let index = self.integer(index, scope)?;
                // One that does not fit is too far for every object.
                let index = index.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
                let size = self.pointee_size(pointer.ty) as i64;
                Ok(Value::Int(i128::from(self.sum(address, index, size)?)))
            }
            ExprKind::PtrDiff(left, right) => {
                let a = self.integer(left, scope)? as u64;
                let b = self.integer(right, scope)? as u64;
                let bytes = self.pointer_difference(a, b) as i64;
                let size = self.pointee_size(left.ty).max(1) as i64;
                Ok(Value::Int(i128::from(bytes / size)))
            }
            ExprKind::Quantifier { forall, var, lo, hi, body } => {
                let lo = self.integer(lo, scope)?;
                let hi = self.integer(hi, scope)?;
                let mut value = lo;
                while value <= hi {
                    self.idle += 1;
                    if self.idle & 0x3fff == 0 || self.steps + self.idle > self.max_steps {
                        self.poll()?;
                    }
                    scope.bound.push((*var, value));
                    let result = self.holds(body, scope);
                    scope.bound.pop();
                    if result? != *forall {
                        return truth(!*forall);
                    }
                    value += 1;
                }
                truth(*forall)
            }
            ExprKind::Valid { pointer, lo, hi } => {
                let address = self.integer(pointer, scope)? as u64;
                let lo = self.integer(lo, scope)?;
                let hi = self.integer(hi, scope)?;
                if hi < lo {
                    return truth(true);
                }
                let size = self.pointee_size(pointer.ty);
                let bytes = (hi - lo + 1).checked_mul(i128::from(size)).ok_or_else(beyond)?;
                let Ok(bytes) = u64::try_from(bytes) else { return truth(false) };
                let start = lo.saturating_mul(i128::from(size));
                let Ok(start) = i64::try_from(start) else { return truth(false) };
                match self.memory.range(address, start, bytes, Access::Read) {
                    Ok(_) => truth(true),
                    Err(fault) => match fault.reason {
                        crate::memory::Reason::PastAssumedSize { .. } => Err(Stop::Memory(fault)),
                        _ => truth(false),
                    },
                }
            }
            ExprKind::Old { slot, expr } => {
                let kept =
                    self.frame().extra.as_ref().and_then(|extra| {
                        extra.snapshots.iter().find(|(number, _)| number == slot)
                    });
                let Some((_, snapshot)) = kept else {
                    return Err(Stop::Limit("\\old before anything was kept".into()));
                };
                let snapshot = Rc::clone(snapshot);
                let outer = scope.old.replace(snapshot);
                let result = self.evaluate(expr, scope);
                scope.old = outer;
                result
            }
        }
    }

    fn evaluate_unary(
        &mut self,
        expr: &Expr,
        op: UnaryOp,
        operand: &Expr,
        scope: &mut Scope<'_>,
    ) -> Result<Value, Stop> {
        let value = self.evaluate(operand, scope)?;
        let class = class_of(&self.program.types, expr.ty);
        match (op, value) {
            (UnaryOp::Not, Value::Int(value)) => Ok(Value::Int(i128::from(value == 0))),
            (UnaryOp::Not, Value::Float(value)) => Ok(Value::Int(i128::from(value == 0.0))),
            (UnaryOp::Neg, Value::Float(value)) => Ok(Value::Float(-value)),
            (UnaryOp::Neg, Value::Int(value)) if class == Class::Wide => {
                value.checked_neg().map(Value::Int).ok_or_else(beyond)
            }
            (UnaryOp::BitNot, Value::Int(value)) if class == Class::Wide => Ok(Value::Int(!value)),
            (_, Value::Int(value)) => {
                let (kind, signed) = class.kind(self.program.types.target());
                let bits = match op {
                    UnaryOp::Neg => self.negate(kind, signed, value as u64)?,
                    _ => kind.canonical(!(value as u64)),
                };
                Ok(Value::Int(widen(bits, signed)))
            }
            (_, Value::Float(_)) => Err(Stop::Limit("bits of a floating value".into())),
        }
    }

    fn evaluate_binary(
        &mut self,
        op: BinaryOp,
        ty: TypeId,
        a: Value,
        b: Value,
    ) -> Result<Value, Stop> {
        let class = class_of(&self.program.types, ty);
        let (a, b) = match (a, b) {
            (Value::Int(a), Value::Int(b)) => (a, b),
            (a, b) => return float_binary(op, class, as_float(a), as_float(b)),
        };
        if op.is_comparison() {
            let canonical = |value: i128| match class {
                Class::Pointer => i128::from(self.memory.canonical(value as u64)),
                _ => value,
            };
            let result = compare(comparison(op), canonical(a), canonical(b));
            return Ok(Value::Int(i128::from(result)));
        }
        if class == Class::Wide {
            return wide_binary(op, a, b).map(Value::Int);
        }
        let (kind, signed) = class.kind(self.program.types.target());
        let (x, y) = (a as u64, b as u64);
        let arith = match op {
            BinaryOp::BitAnd => return Ok(Value::Int(widen(x & y, signed))),
            BinaryOp::BitOr => return Ok(Value::Int(widen(x | y, signed))),
            BinaryOp::BitXor => return Ok(Value::Int(widen(x ^ y, signed))),
            BinaryOp::Add => Arith::Add,
            BinaryOp::Sub => Arith::Sub,
            BinaryOp::Mul => Arith::Mul,
            BinaryOp::Div => Arith::Div,
            BinaryOp::Rem => Arith::Rem,
            BinaryOp::Shl => Arith::Shl,
            _ => Arith::Shr,
        };
        let bits = self.arith_int(arith, kind, signed, x, y)?;
        Ok(Value::Int(widen(bits, signed)))
    }

    fn convert(&mut self, value: Value, from: TypeId, to: TypeId) -> Result<Value, Stop> {
        let class = class_of(&self.program.types, to);
        let (kind, signed) = class.kind(self.program.types.target());
        Ok(match (class, value) {
            (Class::Bool, Value::Int(value)) => Value::Int(i128::from(value != 0)),
            (Class::Bool, Value::Float(value)) => Value::Int(i128::from(value != 0.0)),
            (Class::Double, Value::Int(value)) => Value::Float(value as f64),
            (Class::Single, Value::Int(value)) => Value::Float(f64::from(value as f32)),
            (Class::Double, Value::Float(value)) => Value::Float(value),
            (Class::Single, Value::Float(value)) => Value::Float(f64::from(value as f32)),
            (Class::Wide, Value::Float(value)) => Value::Int(value as i128),
            (Class::Wide, Value::Int(value)) | (Class::Other, Value::Int(value)) => {
                match class_of(&self.program.types, from) {
                    Class::Pointer => Value::Int(self.memory.canonical(value as u64).into()),
                    _ => Value::Int(value),
                }
            }
            (Class::Pointer, Value::Int(value)) => {
                Value::Int(widen(kind.canonical(value as u64), false))
            }
            (_, Value::Int(value)) => {
                let bits = match class_of(&self.program.types, from) {
                    Class::Pointer => self.memory.canonical(value as u64),
                    _ => value as u64,
                };
                Value::Int(widen(kind.canonical(bits), signed))
            }
            (_, Value::Float(value)) => {
                let bits = self.float_to_int(kind, signed, value)?;
                Value::Int(widen(bits, signed))
            }
        })
    }

    // Storage.

    fn pointee_size(&self, pointer: TypeId) -> u64 {
        let types = &self.program.types;
        types.pointee(pointer).and_then(|ty| types.size_of(ty)).unwrap_or(1)
    }

    fn locate_place(
        &mut self,
        place: &Place,
        scope: &mut Scope<'_>,
        may_be_end: bool,
    ) -> Result<Storage, Stop> {
        let types = &self.program.types;
        let (mut address, mut ty) = match &place.base {
            PlaceBase::Local(local) => {
                let info = self.program.function(self.frame().function).local(*local);
                if !info.in_memory {
                    return Ok(Storage::Register(*local));
                }
                let old = scope.old.as_ref().map_or(0, |old| old.registers[local.index()]);
                let address = if old != 0 { old } else { scope.registers[local.index()] };
                (address, info.ty)
            }
            PlaceBase::Global(global) => {
                (self.layout.global(*global), self.program.global(*global).ty)
            }
            PlaceBase::Deref(pointer) => {
                let ty = types.pointee(pointer.ty).unwrap_or(place.ty);
                (self.integer(pointer, scope)? as u64, ty)
            }
        };
        for (position, projection) in place.path.iter().enumerate() {
            let is_last = position + 1 == place.path.len();
            match (projection, self.program.types.get(ty)) {
                (Projection::Field(index), Type::Record(record)) => {
                    let field = &self.program.types.record(*record).fields[*index as usize];
                    if let Some(bits) = field.bits {
                        let kind = self.program.types.int_kind(field.ty);
                        let signed = kind.is_some_and(|kind| kind.signed);
                        return Ok(Storage::Bits(address, BitSite { field: bits, signed }));
                    }
                    address = address.wrapping_add(field.offset);
                    ty = field.ty;
                }
                (Projection::Index(index), &Type::Array { elem, len }) => {
                    let index = self.integer(index, scope)?;
                    if let Some(len) = len
                        && self.checks.contains(CheckKind::Bounds)
                    {
                        let limit = i128::from(len) + i128::from(may_be_end && is_last);
                        if index < 0 || index >= limit {
                            let name = self.place_text(place, position);
                            let message = self.index_text(index, &name, len);
                            return Err(Stop::fault(CheckKind::Bounds, message));
                        }
                    }
                    let size = self.program.types.size_of(elem).unwrap_or(0);
                    let delta = index.saturating_mul(i128::from(size));
                    address = address.wrapping_add(delta as u64);
                    ty = elem;
                }
                _ => break,
            }
        }
        Ok(Storage::Memory(self.wrap_address(address)))
    }

    fn evaluate_load(&mut self, place: &Place, scope: &mut Scope<'_>) -> Result<Value, Stop> {
        let class = class_of(&self.program.types, place.ty);
        let bits = match self.locate_place(place, scope, false)? {
            Storage::Register(local) => {
                let bound = scope.bound.iter().rev().find(|(var, _)| *var == local);
                if let Some(&(_, value)) = bound {
                    return Ok(Value::Int(value));
                }
                self.read_local(local, scope)?
            }
            Storage::Memory(address) => {
                let Some(kind) = scalar_of(&self.program.types, place.ty) else {
                    return Err(Stop::Limit("a record as a value in a specification".into()));
                };
                match &scope.old {
                    Some(old) => {
                        let size = kind.value_size();
                        let bits = self.memory.read_old(old.memory, address, 0, size)?;
                        kind.canonical(bits)
                    }
                    None => self.load_checked(kind, address, 0)?,
                }
            }
            Storage::Bits(address, site) => match &scope.old {
                Some(_) => {
                    return Err(Stop::Limit("\\old of a bit-field is not supported".into()));
                }
                None => self.load_bits(address, site)?,
            },
        };
        Ok(match class {
            Class::Double => Value::Float(f64::from_bits(bits)),
            Class::Single => Value::Float(float(true, bits)),
            Class::Int { signed, .. } => Value::Int(widen(bits, signed)),
            Class::Bool | Class::Pointer | Class::Wide | Class::Other => {
                Value::Int(i128::from(bits))
            }
        })
    }

    fn read_local(&mut self, local: LocalId, scope: &Scope<'_>) -> Result<u64, Stop> {
        let registers = match &scope.old {
            Some(old) => &old.registers,
            None => scope.registers,
        };
        let function = self.frame().function;
        let flag = self.code.functions[function.index()].flags.get(&local.0);
        if flag.is_some_and(|&flag| registers[flag as usize] == 0)
            && self.checks.contains(CheckKind::Uninit)
        {
            let name = &self.program.function(function).local(local).name;
            return Err(Stop::fault(CheckKind::Uninit, format!("{name} is used uninitialised")));
        }
        let bits = registers[local.index()];
        if scope.old.is_none() {
            self.note_register_read(local, bits);
        }
        Ok(bits)
    }
}

fn widen(bits: u64, signed: bool) -> i128 {
    if signed { i128::from(bits as i64) } else { i128::from(bits) }
}

fn as_float(value: Value) -> f64 {
    match value {
        Value::Int(value) => value as f64,
        Value::Float(value) => value,
    }
}

fn comparison(op: BinaryOp) -> Compare {
    match op {
        BinaryOp::Eq => Compare::Eq,
        BinaryOp::Ne => Compare::Ne,
        BinaryOp::Lt => Compare::Lt,
        BinaryOp::Le => Compare::Le,
        BinaryOp::Gt => Compare::Gt,
        _ => Compare::Ge,
    }
}

fn float_binary(op: BinaryOp, class: Class, a: f64, b: f64) -> Result<Value, Stop> {
    if op.is_comparison() {
        return Ok(Value::Int(i128::from(compare(comparison(op), a, b))));
    }
    let result = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        _ => return Err(Stop::Limit("bits of a floating value".into())),
    };
    Ok(Value::Float(if class == Class::Single { f64::from(result as f32) } else { result }))
}

fn wide_binary(op: BinaryOp, a: i128, b: i128) -> Result<i128, Stop> {
    if matches!(op, BinaryOp::Div | BinaryOp::Rem) && b == 0 {
        let message = format!("division by zero in a specification: {a} {} 0", op.symbol());
        return Err(Stop::fault(CheckKind::Div, message));
    }
    let shift = u32::try_from(b).ok().filter(|&count| count < 127);
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Rem => a.checked_rem(b),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        BinaryOp::Shl => shift.and_then(|count| a.checked_mul(1_i128 << count)),
        BinaryOp::Shr => shift.map(|count| a >> count),
        _ => None,
    }
    .ok_or_else(beyond)
}
