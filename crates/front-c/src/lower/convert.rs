//! Conversions: promotions, the usual arithmetic conversions, assignment, casts.

use whydunit_program::{Expr, ExprKind, FloatKind, Target};
use whydunit_source::Span;

use super::operand::Val;
use super::{Res, Unit};
use crate::sema::constant::{Constant, cast};
use crate::sema::ctype::{IntTy, Kind, Ty};

impl Unit<'_> {
    /// Converts between scalar types, or from a type to itself. Conversions of literals are done
    /// here and now when they keep their meaning.
    pub(crate) fn convert(&mut self, val: Val, to: Ty) -> Val {
        let to = to.unqualified();
        let ir = self.types().ir(to);
        if ir == val.expr.ty {
            return Val::new(val.expr, to);
        }
        let span = val.expr.span;
        let literal = match val.expr.kind {
            ExprKind::Int(value) => Some(Constant::Int(value)),
            ExprKind::Float(value) => Some(Constant::Float(value)),
            _ => None,
        };
        let table = &self.world.types.table;
        let folded = match literal.and_then(|literal| cast(literal, ir, table)) {
            Some(Constant::Int(value)) => Some(ExprKind::Int(value)),
            Some(Constant::Float(value)) => Some(ExprKind::Float(value)),
            _ => None,
        };
        let kind = folded.unwrap_or_else(|| ExprKind::Cast(Box::new(val.expr)));
        Val::new(Expr::new(kind, ir, span), to)
    }

    /// The integer promotions, bit-fields included.
    pub(crate) fn promoted_type(&mut self, ty: Ty, bits: Option<u8>) -> Ty {
        let Some(int) = self.types().int_ty(ty) else { return ty.unqualified() };
        let target = self.types().target();
        if let Some(width) = bits {
            let fits_int = width < 32 || (width == 32 && int.is_signed());
            if fits_int {
                return self.types().int();
            }
            if width == 32 {
                return self.types().integer(IntTy::UInt);
            }
        }
        if int.rank() < IntTy::Int.rank() {
            debug_assert!(int.bits(target) < 32);
            return self.types().int();
        }
        self.types().integer(int)
    }

    pub(crate) fn promote(&mut self, val: Val) -> Val {
        if !self.types().is_integer(val.ty) {
            return val;
        }
        let ty = self.promoted_type(val.ty, val.bits);
        self.convert(val, ty)
    }

    /// The common type of the usual arithmetic conversions; operands are promoted already.
    fn common_arithmetic(&mut self, a: Ty, b: Ty) -> Ty {
        let float_rank = |kind: &Kind| match kind {
            Kind::Float(FloatKind::F32) => 1,
            Kind::Float(FloatKind::F64) => 2,
            Kind::Float(FloatKind::Long) => 3,
            _ => 0,
        };
        let (fa, fb) = (float_rank(self.types().kind(a)), float_rank(self.types().kind(b)));
        if fa > 0 || fb > 0 {
            return if fa >= fb { a } else { b };
        }
        let (Some(ia), Some(ib)) = (self.types().int_ty(a), self.types().int_ty(b)) else {
            return a;
        };
        let int = common_int(ia, ib, self.types().target());
        self.types().integer(int)
    }

    pub(crate) fn usual_conversions(&mut self, a: Val, b: Val) -> (Val, Val, Ty) {
        let (a, b) = (self.promote(a), self.promote(b));
        let ty = self.common_arithmetic(a.ty, b.ty);
        (self.convert(a, ty), self.convert(b, ty), ty)
    }

    pub(crate) fn common_type(&mut self, a: &Val, b: &Val) -> Ty {
        let pa = self.promoted_type(a.ty, a.bits);
        let pb = self.promoted_type(b.ty, b.bits);
        self.common_arithmetic(pa, pb)
    }

    /// Argument of a function without prototype, or beyond the named parameters.
    pub(crate) fn default_promotion(&mut self, val: Val) -> Val {
        if matches!(self.types().kind(val.ty), Kind::Float(FloatKind::F32)) {
            let double = self.types().double();
            return self.convert(val, double);
        }
        self.promote(val)
    }

    /// Conversion as if by assignment; what gcc only warns about is accepted.
    pub(crate) fn assign_convert(&mut self, val: Val, to: Ty, what: &str) -> Res<Val> {
        let span = val.span();
        let from = val.ty;
        let types = self.types();
        if types.is_void(from) {
            return Err(self.error(span, "void value not ignored as it ought to be"));
        }
        let accepted = (types.is_arithmetic(from) && types.is_arithmetic(to))
            || (types.is_pointer(from) && (types.is_pointer(to) || types.is_integer(to)))
            || (types.is_integer(from) && types.is_pointer(to));
        if accepted {
            return Ok(self.convert(val, to));
        }
        if types.is_record(from) && types.is_record(to) && from.id == to.id {
            return Ok(Val::new(val.expr, to.unqualified()));
        }
        if let Some(what) = types.opaque(to) {
            self.unsupported(what, span);
            let byte = self.types().integer(IntTy::UChar);
            return Ok(self.int_val(0, byte, span));
        }
        let message = format!(
            "cannot {what} `{}` to `{}`",
            self.display(from),
            self.display(to.unqualified())
        );
        Err(self.error(span, message))
    }

    /// An explicit cast.
    pub(crate) fn explicit_cast(&mut self, val: Val, to: Ty, span: Span) -> Res<Val> {
        let from = val.ty;
        let types = self.types();
        if types.is_void(from) {
            return Err(self.error(val.span(), "void value not ignored as it ought to be"));
        }
        let possible = (types.is_arithmetic(from) && types.is_arithmetic(to))
            || (types.is_pointer(from) && types.is_pointer(to))
            || (types.is_pointer(from) && types.is_integer(to))
            || (types.is_integer(from) && types.is_pointer(to))
            || (types.is_record(from) && from.id == to.id);
        if let Some(what) = types.opaque(to) {
            return self.unsupported_value(what, span);
        }
        if !possible {
            let message = format!("cannot cast `{}` to `{}`", self.display(from), self.display(to));
            return Err(self.error(span, message));
        }
        let mut converted = self.convert(val, to);
        converted.expr.span = span;
        Ok(converted)
    }

    pub(crate) fn require_scalar(&mut self, val: &Val, what: &str) -> Res<()> {
        if self.types().is_scalar(val.ty) {
            return Ok(());
        }
        let span = val.span();
        if self.types().is_void(val.ty) {
            return Err(self.error(span, "void value not ignored as it ought to be"));
        }
        let message =
            format!("{what} must be a number or a pointer, not `{}`", self.display(val.ty));
        Err(self.error(span, message))
    }
}

fn common_int(a: IntTy, b: IntTy, target: Target) -> IntTy {
    if a.is_signed() == b.is_signed() {
        return if a.rank() >= b.rank() { a } else { b };
    }
    let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
    if unsigned.rank() >= signed.rank() {
        unsigned
    } else if signed.bits(target) > unsigned.bits(target) {
        signed
    } else {
        signed.to_unsigned()
    }
}
