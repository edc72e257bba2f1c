//! What a lowered C expression is: a place, a value, an array of variable length, a function.

use whydunit_program::{Expr, ExprKind, Place};
use whydunit_source::Span;

use super::{Res, Unit};
use crate::sema::ctype::{Kind, Ty};

/// An expression before lvalue, array and function conversions.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) kind: OperandKind,
    pub(crate) ty: Ty,
    /// Width, when this is a bit-field.
    pub(crate) bits: Option<u8>,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum OperandKind {
    /// An lvalue, or a record value (which always has a place).
    Place(Place),
    /// An array of variable length, by the pointer to its first constant-size element.
    VariableArray(Expr),
    Value(Expr),
    /// A function designator, by the pointer to the function.
    Function(Expr),
}

/// A value: after lvalue, array and function conversions.
#[derive(Clone, Debug)]
pub(crate) struct Val {
    pub(crate) expr: Expr,
    pub(crate) ty: Ty,
    /// Width of the bit-field it was read from (matters to the promotions).
    pub(crate) bits: Option<u8>,
}

impl Val {
    pub(crate) fn new(expr: Expr, ty: Ty) -> Val {
        Val { expr, ty, bits: None }
    }

    pub(crate) fn span(&self) -> Span {
        self.expr.span
    }
}

impl Operand {
    pub(crate) fn place(place: Place, ty: Ty) -> Operand {
        let span = place.span;
        Operand { kind: OperandKind::Place(place), ty, bits: None, span }
    }

    pub(crate) fn value(val: Val) -> Operand {
        let span = val.expr.span;
        Operand { kind: OperandKind::Value(val.expr), ty: val.ty, bits: val.bits, span }
    }
}

impl Unit<'_> {
    /// Lvalue conversion, array decay, function decay.
    pub(crate) fn value_of(&mut self, operand: Operand) -> Res<Val> {
        let Operand { kind, ty, bits, span } = operand;
        match kind {
            OperandKind::Value(expr) => Ok(Val { expr, ty, bits }),
            OperandKind::VariableArray(expr) => {
                let elem = self.types().element(ty).unwrap_or(ty);
                Ok(Val::new(expr, self.types().pointer(elem)))
            }
            OperandKind::Function(expr) => Ok(Val::new(expr, self.types().pointer(ty))),
            OperandKind::Place(place) => match self.types().kind(ty).clone() {
                Kind::Array { elem, .. } => {
                    let pointer = self.types().pointer(elem.with_quals_of(ty));
                    let ir = self.types().ir(pointer);
                    Ok(Val::new(Expr::new(ExprKind::Decay(place), ir, span), pointer))
                }
                Kind::Opaque { what, .. } => self.unsupported_value(what, span),
                Kind::Void => Err(self.error(span, "void value not ignored as it ought to be")),
                Kind::Record(record) if !self.types().table.record(record).complete => {
                    let message = format!("use of incomplete type `{}`", self.display(ty));
                    Err(self.error(span, message))
                }
                _ => {
                    if let Some(constant) = self.named_constant(&place) {
                        let ty = ty.unqualified();
                        let expr = self.constant_expr(constant, ty, span);
                        return Ok(Val { expr, ty, bits });
                    }
                    let expr = Expr::new(ExprKind::Load(place.clone()), place.ty, span);
                    Ok(Val { expr, ty: ty.unqualified(), bits })
                }
            },
        }
    }

    /// Emits the limit where it stands and goes on with a zero of type `int`.
    pub(crate) fn unsupported_value(&mut self, what: &str, span: Span) -> Res<Val> {
        self.unsupported(what, span);
        let int = self.types().int();
        Ok(self.int_val(0, int, span))
    }

    pub(crate) fn unsupported(&mut self, what: &str, span: Span) {
        self.limits_met += 1;
        self.emit(whydunit_program::StmtKind::Unsupported { what: what.to_owned() }, span);
    }

    pub(crate) fn int_val(&mut self, value: i128, ty: Ty, span: Span) -> Val {
        let ir = self.types().ir(ty);
        Val::new(Expr::int(value, ir, span), ty)
    }

    /// A value of type `void`.
    pub(crate) fn void_val(&mut self, span: Span) -> Val {
        let void = self.types().void();
        self.int_val(0, void, span)
    }

    /// A pure value usable in several places: keeps anything but constants in a temporary.
    pub(crate) fn in_temporary(&mut self, val: Val) -> Val {
        if matches!(val.expr.kind, ExprKind::Int(_) | ExprKind::Float(_)) {
            return val;
        }
        let span = val.expr.span;
        let place = self.temporary(val.ty, span);
        self.emit_assign(place.clone(), val.expr, span);
        Val { expr: Expr::load(place), ty: val.ty, bits: val.bits }
    }
}
