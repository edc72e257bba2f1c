//! `constexpr` objects (C23): their values are constants wherever they are read.

use whydunit_program::{Expr, ExprKind, Place, PlaceBase};
use whydunit_source::Span;

use super::initialiser::Init;
use super::{Res, Unit};
use crate::sema::constant::Constant;
use crate::sema::ctype::Ty;

impl Unit<'_> {
    /// Keeps the value of a `constexpr` object; of records and arrays, parts are no constants.
    pub(super) fn name_constant(
        &mut self,
        base: &PlaceBase,
        ty: Ty,
        init: &Init<'_>,
        span: Span,
    ) -> Res<()> {
        let Init::Expr(value) = init else { return Ok(()) };
        if !self.types().is_arithmetic(ty) {
            return Ok(());
        }
        let Ok(constant) = self.static_constant(ty, value) else {
            let message = "the value of a `constexpr` object must be a constant";
            return Err(self.error(span, message));
        };
        match base {
            PlaceBase::Local(local) => drop(self.func.constants.insert(*local, constant)),
            PlaceBase::Global(global) => drop(self.constants.insert(*global, constant)),
            PlaceBase::Deref(_) => {}
        }
        Ok(())
    }

    /// The value of the `constexpr` object that a place is.
    pub(super) fn named_constant(&self, place: &Place) -> Option<Constant> {
        if !place.path.is_empty() {
            return None;
        }
        match &place.base {
            PlaceBase::Local(local) => self.func.constants.get(local).copied(),
            PlaceBase::Global(global) => self.constants.get(global).copied(),
            PlaceBase::Deref(_) => None,
        }
    }

    pub(super) fn constant_expr(&mut self, constant: Constant, ty: Ty, span: Span) -> Expr {
        let ir = self.types().ir(ty);
        match constant {
            Constant::Float(value) => Expr::new(ExprKind::Float(value), ir, span),
            Constant::Int(value) => self.int_val(value, ty, span).expr,
            Constant::Global(..) | Constant::Function(_) => {
                unreachable!("arithmetic objects should have numbers for values")
            }
        }
    }
}
